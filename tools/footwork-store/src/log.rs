//! Append-only files of records. Each record carries its length and a checksum, so that a torn last record is not
//! mistaken for a whole one.
//!
//! | bytes | |
//! |---|---|
//! | `fwk3` | the magic, which distinguishes a record from zeros |
//! | u32 | length of the payload in bytes, little-endian |
//! | 32 bytes | the payload's BLAKE3 hash |
//! | the payload | at least one byte |
//!
//! A log may be damaged and may have any size, so it is scanned in pieces, and a payload is loaded only on request.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::LogFiles;
use crate::regular_file::is_in_the_way;
use crate::replace::replace_with;

const MAGIC: &[u8; 4] = b"fwk3";
const SUM: usize = 32;
/// The offset of the checksum in a record.
const SUM_AT: usize = 8;
pub(crate) const HEADER: usize = SUM_AT + SUM;

/// The number of bytes of a log that are in memory at once while it is scanned.
const PIECE: usize = 256 << 10;

/// A log at a path.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    path: PathBuf,
}

/// The place of a record in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The offset of the record's header in the log.
    pub(crate) at: u64,
    /// The length of the record's payload in bytes.
    pub(crate) length: u32,
    /// The first byte of the record's payload.
    pub(crate) first: u8,
}

/// The records of a log.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) places: Vec<Place>,
    /// The number of bytes after the last whole record, which belong to a torn record.
    pub(crate) torn_bytes: u64,
}

impl Records {
    /// Returns the offset at which the last whole record ends.
    pub(crate) fn end(&self) -> u64 {
        let end = |last: &Place| last.at + HEADER as u64 + u64::from(last.length);
        self.places.last().map_or(0, end)
    }
}

impl Log {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds this log's path to an error of writing it, unless the error already names it.
    pub(crate) fn fault(&self, error: io::Error) -> io::Error {
        if is_in_the_way(&error) || is_unread_log(&error) {
            return error;
        }
        let path = self.path.clone();
        io::Error::new(error.kind(), Unwritten { path, error })
    }

    pub(crate) fn size(&self, files: &impl LogFiles) -> io::Result<u64> {
        files
            .size(&self.path)
            .map_err(|error| unread(&self.path, error))
    }

    /// Appends a record, which is durable when this returns.
    #[track_caller]
    pub(crate) fn append_synced(&self, files: &impl LogFiles, payload: &[u8]) -> io::Result<()> {
        files.append(&self.path, &record(payload)?)?;
        files.sync(&self.path)
    }

    /// Makes the log's content durable.
    #[track_caller]
    pub(crate) fn sync(&self, files: &impl LogFiles) -> io::Result<()> {
        files.sync(&self.path)
    }

    /// Empties the log. The change is durable after the next sync.
    pub(crate) fn empty(&self, files: &impl LogFiles) -> io::Result<()> {
        self.cut(files, 0)
    }

    /// Empties the log durably, even if an earlier cut was not durable.
    #[track_caller]
    pub(crate) fn empty_synced(&self, files: &impl LogFiles) -> io::Result<()> {
        match files.cut(&self.path, 0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            cut => cut?,
        }
        files.sync(&self.path)
    }

    /// Truncates the log to this size. The change is durable after the next sync. Does nothing if the log is not
    /// longer.
    pub(crate) fn cut(&self, files: &impl LogFiles, size: u64) -> io::Result<()> {
        if self.size(files)? <= size {
            Ok(())
        } else {
            files.cut(&self.path, size)
        }
    }

    /// Truncates the log like [`cut`](Self::cut), and returns once the change is durable.
    #[track_caller]
    pub(crate) fn cut_synced(&self, files: &impl LogFiles, size: u64) -> io::Result<()> {
        if self.size(files)? <= size {
            return Ok(());
        }
        files.cut(&self.path, size)?;
        files.sync(&self.path)
    }

    /// Finds the records of the log, without keeping their payloads.
    ///
    /// # Errors
    /// If the log cannot be read, or was written by a newer version.
    pub(crate) fn scan(&self, files: &impl LogFiles) -> io::Result<Records> {
        let mut places = Vec::new();
        let torn_bytes = self.scan_each(files, &mut |place| {
            places.push(place);
            Ok(())
        })?;
        Ok(Records { places, torn_bytes })
    }

    /// Calls `found` with each record, and returns the number of bytes after the last whole record.
    ///
    /// # Errors
    /// Same as [`scan`](Self::scan), and any error of `found`.
    pub(crate) fn scan_each(
        &self,
        files: &impl LogFiles,
        found: &mut dyn FnMut(Place) -> io::Result<()>,
    ) -> io::Result<u64> {
        let mut pieces = Pieces::new(files, &self.path);
        loop {
            let at = pieces.at();
            let header = pieces.header()?;
            if header.is_empty() {
                return Ok(0);
            }
            if is_newer(&header) {
                return Err(newer_version());
            }
            let record = match (length_of(&header), header.last_chunk()) {
                (Some(length), Some(sum)) => pieces.payload(length, sum)?,
                _ => None,
            };
            let Some((length, first)) = record else {
                return Ok(self.size(files)?.saturating_sub(at));
            };
            found(Place { at, length, first })?;
        }
    }

    /// Returns the payload of a record.
    ///
    /// # Errors
    /// If the record cannot be read, or has changed since it was found.
    pub(crate) fn load(&self, files: &impl LogFiles, place: Place) -> io::Result<Vec<u8>> {
        let length = usize::try_from(place.length).map_err(io::Error::other)?;
        let mut record = read_at(files, &self.path, place.at, HEADER + length)?;
        let is_whole = match record.split_at_checked(HEADER) {
            Some((header, payload)) => payload.len() == length && header[SUM_AT..] == sum(payload),
            None => false,
        };
        if !is_whole {
            return Err(io::Error::other("it was changed while it was read"));
        }
        // Payloads are large, so the header is removed in place instead of copying the payload.
        record.drain(..HEADER);
        Ok(record)
    }

    /// Returns whether the record with this payload is at a place.
    pub(crate) fn has_at(
        &self,
        files: &impl LogFiles,
        at: u64,
        payload: &[u8],
    ) -> io::Result<bool> {
        let record = record(payload)?;
        Ok(read_at(files, &self.path, at, record.len())? == record)
    }

    /// Replaces the log with these records, durably. `bytes` is an estimate of its new size.
    pub(crate) fn rewrite(
        &self,
        files: &impl LogFiles,
        bytes: u64,
        payloads: impl IntoIterator<Item = io::Result<Vec<u8>>>,
    ) -> io::Result<()> {
        // A growing buffer would take up to three times as much memory as the records.
        let mut records = Vec::with_capacity(usize::try_from(bytes).unwrap_or(0));
        for payload in payloads {
            add_record(&payload?, &mut records)?;
        }
        replace_with(files, &self.path, &records)
    }
}

/// Returns a record with this payload.
///
/// # Errors
/// If its length does not fit into 32 bits.
pub(crate) fn record(payload: &[u8]) -> io::Result<Vec<u8>> {
    let mut record = Vec::with_capacity(HEADER + payload.len());
    add_record(payload, &mut record)?;
    Ok(record)
}

fn add_record(payload: &[u8], records: &mut Vec<u8>) -> io::Result<()> {
    let length = u32::try_from(payload.len()).map_err(|_| {
        let message = "an edit of more than 4 GiB is too large";
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })?;
    records.extend_from_slice(MAGIC);
    records.extend_from_slice(&length.to_le_bytes());
    records.extend_from_slice(&sum(payload));
    records.extend_from_slice(payload);
    Ok(())
}

fn sum(payload: &[u8]) -> [u8; SUM] {
    blake3::hash(payload).into()
}

/// A log that the operating system cannot read.
#[derive(Debug)]
struct Unread {
    path: PathBuf,
    error: io::Error,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be read: {}", self.path.display(), self.error)
    }
}

impl Error for Unread {}

/// A log that the operating system cannot write.
#[derive(Debug)]
struct Unwritten {
    path: PathBuf,
    error: io::Error,
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} cannot be written: {}",
            self.path.display(),
            self.error
        )
    }
}

impl Error for Unwritten {}

/// Returns whether this is an error of the operating system from reading a journal or a history. The message of such an
/// error names the file.
pub fn is_unread_log(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|error| error.is::<Unread>())
}

/// Adds the log's path to an error of reading it, unless the error already names it.
fn unread(path: &Path, error: io::Error) -> io::Error {
    if is_in_the_way(&error) {
        return error;
    }
    let path = path.to_owned();
    io::Error::new(error.kind(), Unread { path, error })
}

/// Reads a part of a log.
fn read_at(files: &impl LogFiles, path: &Path, at: u64, max: usize) -> io::Result<Vec<u8>> {
    let read = files.read_at(path, at, max);
    read.map_err(|error| unread(path, error))
}

fn newer_version() -> io::Error {
    let message = "it was written by a newer version of Footwork: open the library with that one; \
                   deleting the file discards its content";
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Returns the length of the payload after a whole header.
fn length_of(header: &[u8]) -> Option<u32> {
    let is_whole = header.len() == HEADER && header.starts_with(MAGIC);
    let length = u32::from_le_bytes(*header.get(MAGIC.len()..)?.first_chunk()?);
    (is_whole && length > 0).then_some(length)
}

/// Returns whether a header was written by a newer version.
fn is_newer(header: &[u8]) -> bool {
    let version = header.get(MAGIC.len() - 1);
    let is_newer = version.is_some_and(|v| v.is_ascii_digit() && *v > MAGIC[3]);
    header.starts_with(&MAGIC[..3]) && is_newer
}

/// Reads a log in pieces.
struct Pieces<'a, F> {
    files: &'a F,
    path: &'a Path,
    piece: Vec<u8>,
    /// The number of bytes of the current piece that are already consumed.
    used: usize,
    /// The offset of the next piece in the log.
    next: u64,
    is_last: bool,
}

impl<'a, F: LogFiles> Pieces<'a, F> {
    fn new(files: &'a F, path: &'a Path) -> Self {
        Self {
            files,
            path,
            piece: Vec::new(),
            used: 0,
            next: 0,
            is_last: false,
        }
    }

    /// Returns the offset of the next byte in the log.
    fn at(&self) -> u64 {
        self.next - (self.piece.len() - self.used) as u64
    }

    /// Returns the next bytes, at most `max` of them; empty at the end of the log.
    fn some(&mut self, max: usize) -> io::Result<&[u8]> {
        if self.used == self.piece.len() && !self.is_last {
            self.piece = read_at(self.files, self.path, self.next, PIECE)?;
            self.used = 0;
            self.next += self.piece.len() as u64;
            self.is_last = self.piece.len() < PIECE;
        }
        let from = self.used;
        self.used = self.piece.len().min(from.saturating_add(max));
        Ok(&self.piece[from..self.used])
    }

    /// Returns the next header, or the existing part of it at the end of the log.
    fn header(&mut self) -> io::Result<Vec<u8>> {
        let mut header = Vec::with_capacity(HEADER);
        while header.len() < HEADER {
            let some = self.some(HEADER - header.len())?;
            if some.is_empty() {
                break;
            }
            header.extend_from_slice(some);
        }
        Ok(header)
    }

    /// Checks the next payload; returns its length and its first byte, or `None` if it is not whole.
    fn payload(&mut self, length: u32, sum: &[u8; SUM]) -> io::Result<Option<(u32, u8)>> {
        let mut hasher = blake3::Hasher::new();
        let mut left = usize::try_from(length).map_err(io::Error::other)?;
        let mut first = None;
        while left > 0 {
            let some = self.some(left)?;
            let Some(byte) = some.first() else {
                return Ok(None);
            };
            first.get_or_insert(*byte);
            hasher.update(some);
            left -= some.len();
        }
        let is_whole = *hasher.finalize().as_bytes() == *sum;
        Ok(first.filter(|_| is_whole).map(|first| (length, first)))
    }
}

#[cfg(test)]
mod tests;
