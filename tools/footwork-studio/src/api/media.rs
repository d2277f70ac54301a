//! Videos and sounds that lie in the library.

use serde::Serialize;

/// The videos and sounds of the library, and where they are served.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MediaAnswer {
    /// The path of the server before that of a file. It has a secret of this launch, since what plays a file cannot send
    /// the token.
    pub(crate) prefix: String,
    /// The files, from the library's root, in order.
    pub(crate) files: Vec<String>,
    /// Whether these are all: of a library of very many files or very deep folders, only a part is looked through.
    pub(crate) is_complete: bool,
}
