//! A file mapped into memory, which avoids copying a large file.
//!
//! A map shows the current content of the file, not the content at the time of opening. So files are
//! [read](read_bounded) unless the caller asks for a map and knows every writer of the file. Writers must replace it
//! only by renaming, as [`replace_file`] does, after which the map still shows the old file. If a program writes into
//! the file, the reader sees a mix of both versions; if a program shortens it, reading past the new end ends the
//! process (`SIGBUS` on Unix). A lock would not help, because other programs do not take it.
//!
//! [`read_bounded`]: crate::read_bounded
//! [`replace_file`]: crate::replace_file

#![allow(unsafe_code, reason = "a file can only be mapped by unsafe code")]

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;

use crate::regular_file::open_bounded;

/// The bytes of a file, mapped if possible.
///
/// For a file that others may write into, such as one that a build script copies to its place, use
/// [`read_bounded`](crate::read_bounded).
pub struct MappedFile(Bytes);

enum Bytes {
    Mapped(Mmap),
    Read(Vec<u8>),
}

impl MappedFile {
    /// Maps the file at `path`. A file that cannot be mapped is read instead, such as an empty file or a file on some
    /// network drives.
    ///
    /// # Errors
    /// If the file is not a regular file, or can be neither mapped nor read.
    ///
    /// # Safety
    /// As long as this value exists, no process may write into the file or shorten it. Otherwise reads silently return
    /// wrong bytes, or the process ends with `SIGBUS`. Renaming another file over it is fine, as `footwork compile` and
    /// [`replace_file`](crate::replace_file) do.
    pub unsafe fn open(path: &Path) -> io::Result<Self> {
        let mut file = open_bounded(path, usize::MAX)?;
        // SAFETY: the caller of `open` promises that no process writes into the file.
        if let Some(map) = unsafe { map(&file) } {
            return Ok(Self(Bytes::Mapped(map)));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Self(Bytes::Read(bytes)))
    }

    /// Returns whether the file is mapped and not copied.
    pub fn is_mapped(&self) -> bool {
        matches!(self.0, Bytes::Mapped(_))
    }
}

/// Maps a file; `None` if it cannot be mapped.
///
/// # Safety
/// Same as [`MappedFile::open`].
unsafe fn map(file: &File) -> Option<Mmap> {
    if file.metadata().ok()?.len() == 0 {
        return None;
    }
    // SAFETY: the map is read-only, and the caller promises that no process writes into the file.
    unsafe { Mmap::map(file) }.ok()
}

impl AsRef<[u8]> for MappedFile {
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            Bytes::Mapped(map) => map,
            Bytes::Read(bytes) => bytes,
        }
    }
}

impl fmt::Debug for MappedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MappedFile")
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

    fn opened(path: &Path) -> io::Result<MappedFile> {
        // SAFETY: the tests only replace the file.
        unsafe { MappedFile::open(path) }
    }

    #[test]
    fn files_are_mapped_and_unmappable_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        for (content, is_mapped) in [(&b"some"[..], true), (b"", false)] {
            let path = folder.path().join("a.tagdb");
            std::fs::write(&path, content).unwrap();
            let bytes = opened(&path).unwrap();
            assert_eq!(bytes.as_ref(), content);
            assert_eq!(bytes.is_mapped(), is_mapped);
        }
        let missing = opened(&folder.path().join("b.tagdb")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        assert!(opened(folder.path()).is_err(), "a folder");
    }

    /// Windows does not allow a mapped file to be replaced.
    #[cfg(unix)]
    #[test]
    fn a_map_still_shows_a_file_after_its_replacement() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tagdb");
        replace_file(&path, b"old").unwrap();
        let old = opened(&path).unwrap();
        replace_file(&path, b"newer").unwrap();
        assert_eq!(old.as_ref(), b"old");
        assert_eq!(opened(&path).unwrap().as_ref(), b"newer");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(old.as_ref(), b"old");
    }
}
