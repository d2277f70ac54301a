//! What a reader leaves out of a file whose other animations are sound.

use crate::clip_error::ClipError;

/// An animation of a file of several that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused<E> {
    /// Its name, unlike those of all others in the file.
    pub name: String,
    /// What is wrong with it.
    pub error: E,
}

impl Refused<ClipError> {
    /// What a reader of one kind of file refused.
    pub(crate) fn of_clip<E: Into<ClipError>>(other: Refused<E>) -> Self {
        Self {
            name: other.name,
            error: other.error.into(),
        }
    }
}
