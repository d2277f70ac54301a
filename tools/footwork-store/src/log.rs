//! Files to which records are appended, each with its length and a keyed checksum, so that neither a torn last record
//! nor one that somebody else wrote is taken for ours.
//!
//! | bytes | |
//! |---|---|
//! | `fwk2` | so that zeros are not a record |
//! | u32 | length of the payload in bytes, little-endian |
//! | 8 bytes | which key seals it, so that a torn record of ours differs from somebody else's |
//! | 32 bytes | the payload's keyed checksum |
//! | the payload | at least one byte, so that a header followed by zeros is not a record |
//!
//! A log may come from a stranger and be of any size. It is scanned in pieces, and a payload is loaded only if it is
//! ours and wanted.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::files::Files;
use crate::replace::replace_with;
use crate::rooted::is_not_ours;
use crate::seal::{ID, MAC, Owner, Seal};

const MAGIC: &[u8; 4] = b"fwk2";
/// Where the id and the checksum are.
const ID_AT: usize = 8;
const MAC_AT: usize = ID_AT + ID;
pub(crate) const HEADER: usize = MAC_AT + MAC;

/// How much of a log is in memory while it is scanned.
const PIECE: usize = 256 << 10;

/// A log at a path.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    path: PathBuf,
    purpose: &'static str,
    owner: Arc<Owner>,
    seal: OnceLock<Seal>,
}

/// Where a record of ours is in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The place of its header.
    pub(crate) at: u64,
    /// The length of its payload.
    pub(crate) length: u32,
    /// The first byte of its payload.
    pub(crate) first: u8,
}

/// What follows the last whole record of ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rest {
    #[default]
    Nothing,
    /// A part of a record, of these many bytes.
    Torn(u64),
    /// Something that is not ours.
    Foreign,
}

/// The records of a log.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) places: Vec<Place>,
    pub(crate) rest: Rest,
}

impl Records {
    /// Where the last whole record of ours ends.
    pub(crate) fn end(&self) -> u64 {
        let end = |last: &Place| last.at + HEADER as u64 + u64::from(last.length);
        self.places.last().map_or(0, end)
    }
}

/// What a log that is not ours is called, and why it may be ours all the same: what shows that cannot be read.
#[derive(Debug)]
struct ForeignLog(Option<String>);

impl fmt::Display for ForeignLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("it was not written by you on this machine for this folder"),
            Some(why) => write!(f, "nothing shows whether you wrote it: {why}"),
        }
    }
}

impl std::error::Error for ForeignLog {}

/// Whether an error says that a log is not ours.
pub(crate) fn is_foreign(error: &io::Error) -> bool {
    error
        .get_ref()
        .is_some_and(|error| error.is::<ForeignLog>())
}

impl Log {
    pub(crate) fn new(path: PathBuf, purpose: &'static str, owner: Arc<Owner>) -> Self {
        Self {
            path,
            purpose,
            owner,
            seal: OnceLock::new(),
        }
    }

    /// The same log under another name.
    pub(crate) fn moved_to(&self, path: PathBuf) -> Self {
        Self {
            path,
            ..self.clone()
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn size(&self, files: &impl Files) -> io::Result<u64> {
        files.size(&self.path)
    }

    /// The error of a log that is not ours.
    pub(crate) fn foreign(&self) -> io::Error {
        let secret = self.owner.secret().ok();
        let passing = secret.and_then(|secret| secret.passing().map(str::to_owned));
        io::Error::new(io::ErrorKind::InvalidData, ForeignLog(passing))
    }

    fn seal(&self) -> io::Result<&Seal> {
        if let Some(seal) = self.seal.get() {
            return Ok(seal);
        }
        let seal = self.owner.seal(self.purpose)?;
        Ok(self.seal.get_or_init(|| seal))
    }

    /// Appends a record, which is durable when this returns.
    #[track_caller]
    pub(crate) fn append_synced(&self, files: &impl Files, payload: &[u8]) -> io::Result<()> {
        files.append(&self.path, &self.record(payload)?)?;
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
        match files.cut(&self.path, 0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            cut => cut?,
        }
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

    /// Finds its records, without keeping their payloads.
    ///
    /// # Errors
    /// If it cannot be read, or was written by a newer version.
    pub(crate) fn scan(&self, files: &impl Files) -> io::Result<Records> {
        let mut places = Vec::new();
        let rest = self.scan_each(files, &mut |place| {
            places.push(place);
            Ok(())
        })?;
        Ok(Records { places, rest })
    }

    /// [`scan`](Self::scan), which passes each record on; returns what follows them.
    ///
    /// # Errors
    /// As [`scan`](Self::scan), and those of `found`.
    pub(crate) fn scan_each(
        &self,
        files: &impl Files,
        found: &mut dyn FnMut(Place) -> io::Result<()>,
    ) -> io::Result<Rest> {
        match self.scan_ours(files, found) {
            Err(error) if is_not_ours(&error) => Ok(Rest::Foreign),
            rest => rest,
        }
    }

    fn scan_ours(
        &self,
        files: &impl Files,
        found: &mut dyn FnMut(Place) -> io::Result<()>,
    ) -> io::Result<Rest> {
        let mut pieces = Pieces::new(files, &self.path);
        loop {
            let at = pieces.at();
            let header = pieces.header()?;
            if header.is_empty() {
                return Ok(Rest::Nothing);
            }
            let seal = self.seal()?;
            let first = match Head::read(&header, seal.id()) {
                Head::Ours { length, mac } => pieces.payload(length, &mac, seal)?,
                Head::Torn => None,
                Head::Foreign => return Ok(Rest::Foreign),
                Head::NewerVersion => return Err(newer_version()),
            };
            let Some((length, first)) = first else {
                let size = files.size(&self.path)?;
                return Ok(Rest::Torn(size.saturating_sub(at)));
            };
            found(Place { at, length, first })?;
        }
    }

    /// Whether it is not ours, judging by its beginning.
    pub(crate) fn is_foreign(&self, files: &impl Files) -> io::Result<bool> {
        let header = match files.read_at(&self.path, 0, HEADER) {
            Err(error) if is_not_ours(&error) => return Ok(true),
            header => header?,
        };
        let head = Head::read(&header, self.seal()?.id());
        Ok(matches!(head, Head::Foreign))
    }

    /// Whether it begins with the header of a record of ours.
    pub(crate) fn begins_ours(&self, files: &impl Files) -> io::Result<bool> {
        let header = files.read_at(&self.path, 0, HEADER)?;
        let head = Head::read(&header, self.seal()?.id());
        Ok(matches!(head, Head::Ours { .. }))
    }

    /// The payload of a record.
    ///
    /// # Errors
    /// If it cannot be read, or was changed since it was found.
    pub(crate) fn load(&self, files: &impl Files, place: Place) -> io::Result<Vec<u8>> {
        let length = usize::try_from(place.length).map_err(io::Error::other)?;
        let mut record = files.read_at(&self.path, place.at, HEADER + length)?;
        let is_whole = match record.split_at_checked(HEADER) {
            Some((header, payload)) => {
                payload.len() == length && header[MAC_AT..] == self.seal()?.mac(payload)
            }
            None => false,
        };
        if !is_whole {
            return Err(io::Error::other("it was changed while it was read"));
        }
        // Payloads are large: no second one is made.
        record.drain(..HEADER);
        Ok(record)
    }

    /// Whether the record with this payload is at a place.
    pub(crate) fn has_at(&self, files: &impl Files, at: u64, payload: &[u8]) -> io::Result<bool> {
        let record = self.record(payload)?;
        match files.read_at(&self.path, at, record.len()) {
            Err(error) if is_not_ours(&error) => Ok(false),
            there => Ok(there? == record),
        }
    }

    /// Replaces it by one with these records, which is durable when this returns. `bytes` is about how long it will be.
    pub(crate) fn rewrite(
        &self,
        files: &impl Files,
        bytes: u64,
        payloads: impl IntoIterator<Item = io::Result<Vec<u8>>>,
    ) -> io::Result<()> {
        // Growing would take up to three times as much.
        let mut records = Vec::with_capacity(usize::try_from(bytes).unwrap_or(0));
        for payload in payloads {
            self.add_record(&payload?, &mut records)?;
        }
        replace_with(files, &self.path, &records)
    }

    /// A record with this payload.
    ///
    /// # Errors
    /// If its length does not fit into 32 bits.
    pub(crate) fn record(&self, payload: &[u8]) -> io::Result<Vec<u8>> {
        let mut record = Vec::with_capacity(HEADER + payload.len());
        self.add_record(payload, &mut record)?;
        Ok(record)
    }

    fn add_record(&self, payload: &[u8], records: &mut Vec<u8>) -> io::Result<()> {
        let seal = self.seal()?;
        let length = u32::try_from(payload.len()).map_err(|_| {
            let message = "an edit of more than 4 GiB is too large";
            io::Error::new(io::ErrorKind::InvalidInput, message)
        })?;
        records.extend_from_slice(MAGIC);
        records.extend_from_slice(&length.to_le_bytes());
        records.extend_from_slice(seal.id());
        records.extend_from_slice(&seal.mac(payload));
        records.extend_from_slice(payload);
        Ok(())
    }
}

/// The length of the payload of the record at a place of a log, no matter who made it; `None` if no whole record is
/// there. Only for what the user looks at or trusts.
pub(crate) fn unsealed_length(files: &impl Files, path: &Path, at: u64) -> io::Result<Option<u64>> {
    let header = files.read_at(path, at, HEADER)?;
    let Some(length) = length_of(&header).map(u64::from) else {
        return Ok(None);
    };
    let end = at.saturating_add(HEADER as u64 + length);
    Ok((end <= files.size(path)?).then_some(length))
}

/// The payload of that record.
pub(crate) fn unsealed(
    files: &impl Files,
    path: &Path,
    at: u64,
    length: u64,
) -> io::Result<Vec<u8>> {
    let length = usize::try_from(length).map_err(io::Error::other)?;
    files.read_at(path, at + HEADER as u64, length)
}

fn newer_version() -> io::Error {
    let message = "it was written by a newer version of Footwork: open the library with that one; \
                   deleting the file forgets what it holds";
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// The length of the payload after a whole header.
fn length_of(header: &[u8]) -> Option<u32> {
    let is_whole = header.len() == HEADER && header.starts_with(MAGIC);
    let length = u32::from_le_bytes(*header.get(MAGIC.len()..)?.first_chunk()?);
    (is_whole && length > 0).then_some(length)
}

/// What a header says.
enum Head {
    Ours {
        length: u32,
        mac: [u8; MAC],
    },
    /// A part of ours: each byte is as ours would be, or was never written.
    Torn,
    /// A record of a newer version, which may be whole. Older ones had no key, so they are nobody's.
    NewerVersion,
    Foreign,
}

impl Head {
    /// Reads what may be a part of a header.
    fn read(header: &[u8], id: &[u8; ID]) -> Self {
        let version = header.get(MAGIC.len() - 1);
        let is_newer = version.is_some_and(|v| v.is_ascii_digit() && *v > MAGIC[3]);
        let has_id = header.get(ID_AT..MAC_AT) == Some(id);
        // Every version has the owner there: what a stranger calls newer must be in nobody's way.
        if header.starts_with(&MAGIC[..3]) && is_newer && has_id {
            return Self::NewerVersion;
        }
        if let (Some(length), true, Some(mac)) = (length_of(header), has_id, header.last_chunk()) {
            return Self::Ours { length, mac: *mac };
        }
        let may_be = |at: usize, ours: &[u8]| {
            let there = header.iter().skip(at);
            there
                .zip(ours)
                .all(|(byte, ours)| *byte == 0 || byte == ours)
        };
        match may_be(0, MAGIC) && may_be(ID_AT, id) {
            true => Self::Torn,
            false => Self::Foreign,
        }
    }
}

/// A log, read in pieces.
struct Pieces<'a, F> {
    files: &'a F,
    path: &'a Path,
    piece: Vec<u8>,
    /// How much of the piece is used.
    used: usize,
    /// The place of the next piece.
    next: u64,
    is_last: bool,
}

impl<'a, F: Files> Pieces<'a, F> {
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

    /// The place of the next byte.
    fn at(&self) -> u64 {
        self.next - (self.piece.len() - self.used) as u64
    }

    /// The next bytes, at most `max`; empty at the end.
    fn some(&mut self, max: usize) -> io::Result<&[u8]> {
        if self.used == self.piece.len() && !self.is_last {
            self.piece = self.files.read_at(self.path, self.next, PIECE)?;
            self.used = 0;
            self.next += self.piece.len() as u64;
            self.is_last = self.piece.len() < PIECE;
        }
        let from = self.used;
        self.used = self.piece.len().min(from.saturating_add(max));
        Ok(&self.piece[from..self.used])
    }

    /// The next header, or the part of it that is there.
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
    fn payload(
        &mut self,
        length: u32,
        mac: &[u8; MAC],
        seal: &Seal,
    ) -> io::Result<Option<(u32, u8)>> {
        let mut sum = seal.pieces();
        let mut left = usize::try_from(length).map_err(io::Error::other)?;
        let mut first = None;
        while left > 0 {
            let some = self.some(left)?;
            let Some(byte) = some.first() else {
                return Ok(None);
            };
            first.get_or_insert(*byte);
            sum.add(some);
            left -= some.len();
        }
        Ok(first.filter(|_| sum.is(mac)).map(|first| (length, first)))
    }
}

#[cfg(test)]
mod tests;
