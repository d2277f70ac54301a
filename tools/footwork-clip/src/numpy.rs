//! Arrays of NumPy: `.npy` files, and `.npz` archives of them.

mod array;
mod zip;

use std::fmt;

pub(crate) use array::Array;
pub(crate) use zip::{Archive, names_entry};

/// Whether a file is an archive, according to its first bytes.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Whether a file is an array, according to its first bytes.
pub(crate) fn is_array(bytes: &[u8]) -> bool {
    bytes.starts_with(array::MAGIC)
}

/// Why an array or an archive cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NumpyError {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl NumpyError {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// Prefixes the message with the name of the array.
    pub(crate) fn of(self, name: &str) -> Self {
        Self {
            message: format!("{name}: {}", self.message),
            ..self
        }
    }
}

impl fmt::Display for NumpyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
