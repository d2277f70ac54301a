//! The table of a `.tagdb` file as it was opened.

use bytes::Bytes;

use crate::revision::Revision;

/// The texts of queries, and one word a frame that says which of them hold, of a database at one revision.
#[derive(Clone, Debug)]
pub(crate) struct StoredTable {
    pub(crate) texts: Vec<String>,
    /// Part of the file.
    pub(crate) words: Bytes,
    pub(crate) revision: Revision,
}
