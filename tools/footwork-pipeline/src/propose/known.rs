//! Whether a library has the tags to propose.

use footwork_base::{Name, nearest};
use footwork_library::Library;
use thiserror::Error;

/// A tag that neither a clip nor the vocabulary has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no clip and no vocabulary has the tag {tag}")]
pub struct UnknownTagError {
    /// The tag.
    pub tag: Name,
    /// The most similar known name, if one is near.
    pub near: Option<String>,
}

/// Checks that the library has each tag, or a tag below it, in a clip or in its vocabulary.
///
/// # Errors
/// [`UnknownTagError`] for the first unknown tag.
pub fn check_known_tags(library: &Library, tags: &[Name]) -> Result<(), UnknownTagError> {
    let used = library.clips().values().flat_map(|entry| entry.tags());
    let mut known: Vec<&Name> = used.map(|span| &span.name).collect();
    known.extend(library.settings().tags.keys());
    let is_known = |tag: &Name| known.iter().any(|name| *name == tag || name.is_below(tag));
    let Some(tag) = tags.iter().find(|tag| !is_known(tag)) else {
        return Ok(());
    };
    // A name with tags below it is suggested too.
    let with_above = known.iter().flat_map(|name| {
        let text = name.as_str();
        let above = text.match_indices('.').map(|(dot, _)| &text[..dot]);
        above.chain([text])
    });
    Err(UnknownTagError {
        tag: tag.clone(),
        near: nearest(tag.as_str(), with_above).map(str::to_owned),
    })
}
