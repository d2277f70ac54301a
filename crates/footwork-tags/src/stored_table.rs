//! The frame table of an opened `.tagdb` file.

use bytes::Bytes;

use crate::revision::Revision;

/// The texts of queries, and one word per frame with a bit for each query that holds. The words are those of the
/// database at one revision.
#[derive(Clone, Debug)]
pub(crate) struct StoredTable {
    pub(crate) texts: Vec<String>,
    /// A slice of the file's bytes.
    pub(crate) words: Bytes,
    pub(crate) revision: Revision,
}
