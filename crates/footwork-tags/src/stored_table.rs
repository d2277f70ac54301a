//! The frame table of an opened `.tagdb` file.

use bytes::Bytes;

use crate::revision::Revision;

/// The texts of queries and, for each frame, one word that tells which of them hold, for a database at one revision.
#[derive(Clone, Debug)]
pub(crate) struct StoredTable {
    pub(crate) texts: Vec<String>,
    /// A slice of the file's bytes.
    pub(crate) words: Bytes,
    pub(crate) revision: Revision,
}
