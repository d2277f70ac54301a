//! Videos and sounds in the library.

use serde::Serialize;

/// The videos and sounds of the library, and the address that serves them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MediaAnswer {
    /// The prefix of the path of a file on the server. It contains a secret of this launch, because a media element cannot
    /// send the token.
    pub(crate) prefix: String,
    /// The files, relative to the library's root, in order.
    pub(crate) files: Vec<String>,
    /// Whether the list is complete. In a library with very many files or very deep folders, only a part is searched.
    pub(crate) is_complete: bool,
}
