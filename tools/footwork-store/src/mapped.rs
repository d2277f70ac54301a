//! The bytes of a whole file, mapped into memory if possible, so that large ones need not be copied.
//!
//! While a file is mapped, others should replace it, as [`replace_file`] does: the map then keeps the old file.
//! Whoever writes into the file or cuts it instead can make the reader see a mix of both, or end its process. A
//! shared lock would not help, since nobody else asks for one.
//!
//! [`replace_file`]: crate::replace_file

#![allow(unsafe_code, reason = "a file can only be mapped by unsafe code")]

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file, in memory or mapped.
pub struct FileBytes(Bytes);

enum Bytes {
    Mapped(Mmap),
    Read(Vec<u8>),
}

impl FileBytes {
    /// The bytes of the file at `path`. What cannot be mapped, such as an empty file, a pipe or a file on some network
    /// drives, is read.
    ///
    /// # Errors
    /// If the file cannot be opened, or neither mapped nor read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        if let Some(map) = map(&file) {
            return Ok(Self(Bytes::Mapped(map)));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Self(Bytes::Read(bytes)))
    }

    /// Whether the file is mapped and not copied.
    pub fn is_mapped(&self) -> bool {
        matches!(self.0, Bytes::Mapped(_))
    }
}

/// Maps a file; `None` if it cannot be mapped.
fn map(file: &File) -> Option<Mmap> {
    let metadata = file.metadata().ok()?;
    if !metadata.is_file() || metadata.len() == 0 {
        return None;
    }
    // SAFETY: the map is read-only, and nothing of ours writes into a file that it replaces. Others
    // could, which no program can rule out; the docs of this module say what happens then.
    unsafe { Mmap::map(file) }.ok()
}

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            Bytes::Mapped(map) => map,
            Bytes::Read(bytes) => bytes,
        }
    }
}

impl fmt::Debug for FileBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileBytes")
            .field("length", &self.as_ref().len())
            .field("is_mapped", &self.is_mapped())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use crate::replace::replace_file;

    #[test]
    fn files_are_mapped_and_what_cannot_be_is_read() {
        let folder = tempfile::tempdir().unwrap();
        for (content, is_mapped) in [(&b"some"[..], true), (b"", false)] {
            let path = folder.path().join("a.tagdb");
            std::fs::write(&path, content).unwrap();
            let bytes = FileBytes::open(&path).unwrap();
            assert_eq!(bytes.as_ref(), content);
            assert_eq!(bytes.is_mapped(), is_mapped);
        }
        let missing = FileBytes::open(&folder.path().join("b.tagdb")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        assert!(FileBytes::open(folder.path()).is_err(), "a folder");
    }

    /// Windows does not let anybody replace a file that is mapped.
    #[cfg(unix)]
    #[test]
    fn a_map_keeps_what_was_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tagdb");
        replace_file(&path, b"old").unwrap();
        let old = FileBytes::open(&path).unwrap();
        replace_file(&path, b"newer").unwrap();
        assert_eq!(old.as_ref(), b"old");
        assert_eq!(FileBytes::open(&path).unwrap().as_ref(), b"newer");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(old.as_ref(), b"old");
    }
}
