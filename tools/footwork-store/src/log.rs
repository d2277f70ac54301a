//! Files to which records are appended, each with its length and checksum, so that a torn last record differs
//! from a whole one.
//!
//! | bytes | |
//! |---|---|
//! | `fwk1` | so that zeros are not a record |
//! | u32 | length of the payload in bytes, little-endian |
//! | u32 | CRC-32 of the payload, little-endian |
//! | the payload | at least one byte, so that `fwk1` followed by zeros is not a record either |

use std::io;
use std::path::{Path, PathBuf};

use crate::files::Files;
use crate::replace::replace_with;

const MAGIC: &[u8] = b"fwk1";
const HEADER: usize = 12;

/// A log at a path.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    path: PathBuf,
}

/// The records of a log.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) payloads: Vec<Vec<u8>>,
    /// How many bytes follow the last whole record.
    pub(crate) torn_bytes: usize,
}

impl Log {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn size(&self, files: &impl Files) -> io::Result<u64> {
        files.size(&self.path)
    }

    /// Appends a record, which is durable when this returns.
    #[track_caller]
    pub(crate) fn append_synced(&self, files: &impl Files, payload: &[u8]) -> io::Result<()> {
        files.append(&self.path, &record(payload)?)?;
        files.sync(&self.path)
    }

    /// Makes its content durable.
    #[track_caller]
    pub(crate) fn sync(&self, files: &impl Files) -> io::Result<()> {
        files.sync(&self.path)
    }

    /// Empties it, which is durable after the next sync.
    pub(crate) fn empty(&self, files: &impl Files) -> io::Result<()> {
        self.cut(files, 0)
    }

    /// Empties it, which is durable when this returns, even if an earlier cut was not.
    #[track_caller]
    pub(crate) fn empty_synced(&self, files: &impl Files) -> io::Result<()> {
        if files.read(&self.path)?.is_none() {
            return Ok(());
        }
        files.cut(&self.path, 0)?;
        files.sync(&self.path)
    }

    /// Cuts it to a size, which is durable after the next sync; does nothing if it is not longer.
    pub(crate) fn cut(&self, files: &impl Files, size: u64) -> io::Result<()> {
        match files.size(&self.path)? <= size {
            true => Ok(()),
            false => files.cut(&self.path, size),
        }
    }

    /// [`cut`](Self::cut), which is durable when this returns.
    #[track_caller]
    pub(crate) fn cut_synced(&self, files: &impl Files, size: u64) -> io::Result<()> {
        if files.size(&self.path)? <= size {
            return Ok(());
        }
        files.cut(&self.path, size)?;
        files.sync(&self.path)
    }

    pub(crate) fn read(&self, files: &impl Files) -> io::Result<Records> {
        let bytes = files.read(&self.path)?.unwrap_or_default();
        let mut records = Records::default();
        let mut rest = bytes.as_slice();
        while let Some((payload, behind)) = split(rest) {
            records.payloads.push(payload.to_vec());
            rest = behind;
        }
        if is_of_another_version(rest) {
            let message = "it was written by another version of Footwork: open the library with \
                           that one; deleting the file forgets what it holds";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        records.torn_bytes = rest.len();
        Ok(records)
    }

    /// Replaces it by one with these records, which is durable when this returns.
    pub(crate) fn rewrite(&self, files: &impl Files, payloads: &[Vec<u8>]) -> io::Result<()> {
        let records: io::Result<Vec<Vec<u8>>> = payloads.iter().map(|p| record(p)).collect();
        replace_with(files, &self.path, &records?.concat())
    }
}

/// A record with this payload.
///
/// # Errors
/// If its length does not fit into 32 bits.
pub(crate) fn record(payload: &[u8]) -> io::Result<Vec<u8>> {
    let length = u32::try_from(payload.len()).map_err(|_| {
        let message = "an edit of more than 4 GiB is too large";
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })?;
    let mut record = Vec::with_capacity(HEADER + payload.len());
    record.extend_from_slice(MAGIC);
    record.extend_from_slice(&length.to_le_bytes());
    record.extend_from_slice(&crc32fast::hash(payload).to_le_bytes());
    record.extend_from_slice(payload);
    Ok(record)
}

/// Whether a record of a later version begins here, which may be whole.
fn is_of_another_version(bytes: &[u8]) -> bool {
    let version = bytes.get(MAGIC.len() - 1);
    bytes.starts_with(&MAGIC[..MAGIC.len() - 1])
        && version.is_some_and(|v| (b'2'..=b'9').contains(v))
}

/// The payload of the first record, and what follows it; `None` if the first record is not whole.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (header, rest) = bytes.split_at_checked(HEADER)?;
    let numbers = header.strip_prefix(MAGIC)?;
    let number = |at: usize| Some(u32::from_le_bytes(*numbers.get(at..)?.first_chunk()?));
    let (payload, behind) = rest.split_at_checked(usize::try_from(number(0)?).ok()?)?;
    let is_whole = !payload.is_empty() && crc32fast::hash(payload) == number(4)?;
    is_whole.then_some((payload, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_records_are_read_and_torn_ones_are_not() {
        let bytes = [record(b"one").unwrap(), record(b"2").unwrap()].concat();
        let (first, rest) = split(&bytes).unwrap();
        assert_eq!(first, b"one");
        assert_eq!(split(rest), Some((&b"2"[..], &b""[..])));
        for cut in 0..15 {
            assert_eq!(split(&bytes[..cut]), None);
        }
        for at in 0..15 {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(split(&changed), None, "byte {at}");
        }
        assert_eq!(split(&[0; 64]), None);
        assert_eq!(split(b"fwk1\0\0\0\0\0\0\0\0"), None);
    }
}
