//! Bytes owned by an index, or borrowed from its file.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The owner of the bytes of a file.
pub(crate) type File = Arc<dyn AsRef<[u8]> + Send + Sync>;

#[derive(Clone)]
pub(crate) enum Store {
    Owned(Arc<[u8]>),
    Borrowed(File, Range<usize>),
}

impl Store {
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            // Returns no bytes, instead of panicking, if the owner's bytes have shrunk.
            Self::Borrowed(file, range) => (**file).as_ref().get(range.clone()).unwrap_or_default(),
        }
    }

    /// Views the bytes as 32-bit little-endian numbers.
    #[inline]
    pub(crate) fn words(&self) -> &[[u8; 4]] {
        self.bytes().as_chunks().0
    }
}

impl From<Vec<u8>> for Store {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Owned(bytes.into())
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes().len())
    }
}
