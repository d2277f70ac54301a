//! The zip archives that `numpy.savez` writes: stored or deflated entries, listed in a central directory.

use std::collections::BTreeMap;
use std::io::Read as _;

use flate2::read::DeflateDecoder;

use super::array::MAX_HEADER_BYTES;
use super::{Array, NumpyError};

/// The maximum number of entries.
const MAX_ENTRIES: usize = 4096;

/// The maximum distance in bytes from the start of the directory's end record to the end of the file: the record's 22
/// bytes and a comment.
const MAX_END_BYTES: usize = 22 + 0xffff;

/// The entries of an archive by name.
#[derive(Debug)]
pub(crate) struct Archive<'a> {
    bytes: &'a [u8],
    entries: BTreeMap<String, Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    method: u16,
    packed: usize,
    header: usize,
}

impl<'a> Archive<'a> {
    /// Reads the directory of an archive.
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Self, NumpyError> {
        let damaged = || {
            NumpyError::new(
                "truncated",
                "the archive has no directory: the file is cut short",
            )
        };
        let from = bytes.len().saturating_sub(MAX_END_BYTES);
        let tail = bytes.get(from..).unwrap_or_default();
        let end = tail.windows(4).rposition(|four| four == b"PK\x05\x06");
        let end = from + end.ok_or_else(damaged)?;
        let count = half(bytes, end + 10).ok_or_else(damaged)?;
        let mut at = word(bytes, end + 16).ok_or_else(damaged)?;
        let mut entries = BTreeMap::new();
        for _ in 0..usize::from(count).min(MAX_ENTRIES) {
            if bytes.get(at..at.saturating_add(4)) != Some(b"PK\x01\x02") {
                return Err(damaged());
            }
            let field = |offset| half(bytes, at + offset).map(usize::from);
            let (Some(name), Some(extra), Some(comment)) = (field(28), field(30), field(32)) else {
                return Err(damaged());
            };
            let entry = Entry {
                method: half(bytes, at + 10).ok_or_else(damaged)?,
                packed: word(bytes, at + 20).ok_or_else(damaged)?,
                header: word(bytes, at + 42).ok_or_else(damaged)?,
            };
            let text = bytes.get(at + 46..at + 46 + name).ok_or_else(damaged)?;
            entries.insert(String::from_utf8_lossy(text).into_owned(), entry);
            at += 46 + name + extra + comment;
        }
        Ok(Self { bytes, entries })
    }

    /// Whether the archive has an array of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.entries.contains_key(&format!("{name}.npy"))
    }

    /// Returns the array of this name, with at most `limit` numbers; `None` if there is none.
    pub(crate) fn array(&self, name: &str, limit: usize) -> Result<Option<Array>, NumpyError> {
        let Some(entry) = self.entries.get(&format!("{name}.npy")) else {
            return Ok(None);
        };
        let content = self.content(*entry, limit);
        let array = content.and_then(|content| Array::parse(&content, limit));
        array.map(Some).map_err(|error| error.of(name))
    }

    /// Returns the inflated content of an entry, which is the file of an array of at most `limit` numbers.
    fn content(&self, entry: Entry, limit: usize) -> Result<Vec<u8>, NumpyError> {
        let damaged = |what: &str| NumpyError::new("truncated", what.to_owned());
        let outside = || damaged("the archive is cut short");
        // The local header repeats the name, with its own extra fields.
        let at = entry.header;
        let lengths =
            half(self.bytes, at.saturating_add(26)).zip(half(self.bytes, at.saturating_add(28)));
        let (name, extra) = lengths.ok_or_else(outside)?;
        let start = at + 30 + usize::from(name) + usize::from(extra);
        let packed = start
            .checked_add(entry.packed)
            .and_then(|stop| self.bytes.get(start..stop));
        let packed = packed.ok_or_else(outside)?;
        match entry.method {
            0 => Ok(packed.to_vec()),
            8 => {
                let mut content = Vec::new();
                let mut decoder = DeflateDecoder::new(packed);
                let mut inflate = |content: &mut Vec<u8>, length: usize| {
                    let more = u64::try_from(length.saturating_sub(content.len()));
                    let mut part = decoder.by_ref().take(more.unwrap_or(u64::MAX));
                    let read = part.read_to_end(content);
                    read.map_err(|_| damaged("the compressed data is damaged"))
                };
                // A small file may inflate to any length, so no more of it is inflated than its header says.
                inflate(&mut content, MAX_HEADER_BYTES)?;
                let length = Array::file_length(&content, limit)?;
                inflate(&mut content, length)?;
                Ok(content)
            }
            other => Err(NumpyError::new(
                "compression",
                format!("it is compressed by method {other} of zip, and only deflate is read"),
            )),
        }
    }
}

/// Whether an archive without a readable directory has an entry for an array of this name.
pub(crate) fn names_entry(bytes: &[u8], name: &str) -> bool {
    let file = format!("{name}.npy");
    let starts = bytes.windows(file.len()).enumerate();
    let mut named = starts.filter(|(_, window)| *window == file.as_bytes());
    named.any(|(at, _)| {
        let header = at.checked_sub(30).and_then(|start| bytes.get(start..at));
        header.is_some_and(|header| header.starts_with(b"PK\x03\x04"))
    })
}

/// Reads the little-endian `u16` at an offset.
fn half(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(two.try_into().ok()?))
}

/// Reads the little-endian `u32` at an offset.
fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(four.try_into().ok()?)).ok()
}
