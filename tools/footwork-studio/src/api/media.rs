//! Videos and sounds in the library.

use serde::Serialize;

/// The videos and sounds of the library, and the address that serves them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MediaAnswer {
    /// The prefix of each file's path on the server. The prefix contains a secret of this launch, because a media
    /// element cannot send the token.
    pub(crate) prefix: String,
    /// The files, relative to the library's root, sorted.
    pub(crate) files: Vec<String>,
    /// Whether the list has all files. The search ends early in a library with very many files or very deep folders.
    pub(crate) is_complete: bool,
}
