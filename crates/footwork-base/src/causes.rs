//! An error with its causes, as one line for people.

use std::error::Error;

/// Returns what an error and its causes say, from the outermost on, joined by colons. A cause that the text names
/// already is left out.
///
/// ```
/// # use std::{error::Error, fmt};
/// use footwork_base::with_causes;
///
/// #[derive(Debug)]
/// struct Unread(std::io::Error);
/// # impl fmt::Display for Unread {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
/// #         f.write_str("walk.bvh")
/// #     }
/// # }
/// impl Error for Unread {
///     fn source(&self) -> Option<&(dyn Error + 'static)> {
///         Some(&self.0)
///     }
/// }
///
/// let error = Unread(std::io::Error::other("the disk is gone"));
/// assert_eq!(with_causes(&error), "walk.bvh: the disk is gone");
/// ```
pub fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    text
}
