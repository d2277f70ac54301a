//! The frame of a file around its content: the header, the section table, the alignment and the checksums.

use twox_hash::XxHash3_64;

use super::error::{MAJOR, TagDbError};

/// The first bytes of every file. No text file starts like this, and converting line ends destroys them.
const MAGIC: [u8; 8] = *b"\x89TAGDB\r\n";

/// The minor version of files. It is raised when sections are added that older readers can skip. A file without a table
/// still has the minor version 0.
const MINOR: u16 = 1;

const HEADER: usize = 64;
/// The size of a row in the section table in bytes.
const ROW: usize = 24;
const ALIGN: usize = 64;
/// The number of bytes that share a CRC-32.
const CRC_BLOCK: usize = 64 * 1024;

/// The sections in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Names,
    Clips,
    Tags,
    Presence,
    Blocks,
    Containers,
    Events,
    Moments,
    Times,
    Queries,
    Texts,
    Words,
}

/// The number of sections in a file without a table.
pub(super) const SECTIONS: usize = 9;
/// The number of sections that a table adds.
const OF_TABLE: usize = 3;

impl Section {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::Clips => "clips",
            Self::Tags => "tags",
            Self::Presence => "presence",
            Self::Blocks => "blocks",
            Self::Containers => "containers",
            Self::Events => "events",
            Self::Moments => "moments",
            Self::Times => "times",
            Self::Queries => "queries",
            Self::Texts => "texts",
            Self::Words => "words",
        }
    }

    pub(super) fn fault(self, row: usize, fault: &'static str) -> TagDbError {
        content(self.name(), row, fault)
    }
}

fn content(section: &'static str, row: usize, fault: &'static str) -> TagDbError {
    TagDbError::Content {
        section,
        row: row as u64,
        fault,
    }
}

/// The sections of a file whose checksums match.
pub(super) struct Sections<'a>([Option<&'a [u8]>; SECTIONS + OF_TABLE]);

impl<'a> Sections<'a> {
    pub(super) fn bytes(&self, section: Section) -> &'a [u8] {
        self.0[section as usize].unwrap_or(&[])
    }

    /// Returns whether the file has a table.
    pub(super) fn has_table(&self) -> bool {
        self.0[Section::Words as usize].is_some()
    }

    /// Returns the rows of a section. Each row has `WORDS` words.
    pub(super) fn rows<const WORDS: usize>(
        &self,
        section: Section,
    ) -> Result<&'a [[[u8; 8]; WORDS]], TagDbError> {
        let (words, bytes) = self.bytes(section).as_chunks::<8>();
        let (rows, rest) = words.as_chunks::<WORDS>();
        if bytes.is_empty() && rest.is_empty() {
            Ok(rows)
        } else {
            Err(section.fault(rows.len(), "the last row is cut off"))
        }
    }
}

/// Returns the numbers of a row.
pub(super) fn words<const WORDS: usize>(row: &[[u8; 8]; WORDS]) -> [u64; WORDS] {
    row.map(u64::from_le_bytes)
}

/// Assembles a file from its sections.
pub(super) fn seal(sections: &[Vec<u8>; SECTIONS], table: Option<[Vec<u8>; OF_TABLE]>) -> Vec<u8> {
    let minor: u16 = if table.is_some() { MINOR } else { 0 };
    let table = table.unwrap_or_default();
    let count = SECTIONS + if minor == 0 { 0 } else { OF_TABLE };
    let sections = sections.iter().chain(&table).take(count);
    let lengths = sections.clone().map(|section| section.len() + ALIGN);
    let content: usize = lengths.sum();
    let rows = HEADER + count * ROW;
    let mut file = Vec::with_capacity(rows + content + content / 8192 + ALIGN);
    file.resize(rows, 0);
    let mut table = Vec::with_capacity(count * ROW);
    for (number, section) in (1u64..).zip(sections) {
        pad(&mut file, ALIGN);
        for word in [number, file.len() as u64, section.len() as u64] {
            table.extend_from_slice(&word.to_le_bytes());
        }
        file.extend_from_slice(section);
    }
    pad(&mut file, ALIGN);
    let mut header = Vec::with_capacity(HEADER);
    header.extend_from_slice(&MAGIC);
    header.extend_from_slice(&MAJOR.to_le_bytes());
    header.extend_from_slice(&minor.to_le_bytes());
    header.extend_from_slice(&u32::try_from(count).unwrap_or(0).to_le_bytes());
    header.extend_from_slice(&(file.len() as u64).to_le_bytes());
    file[..header.len()].copy_from_slice(&header);
    file[HEADER..HEADER + table.len()].copy_from_slice(&table);
    let checksums: Vec<u8> = file
        .chunks(CRC_BLOCK)
        .flat_map(|block| crc32fast::hash(block).to_le_bytes())
        .collect();
    file.extend_from_slice(&checksums);
    pad(&mut file, 8);
    let hash = XxHash3_64::oneshot(&file);
    file.extend_from_slice(&hash.to_le_bytes());
    file
}

fn pad(file: &mut Vec<u8>, align: usize) {
    file.resize(file.len().next_multiple_of(align), 0);
}

/// Returns the sections of a file.
///
/// # Errors
/// Returns an error if the file is not a `.tagdb`, is newer, incomplete or damaged, or has a misplaced section.
pub(super) fn open(bytes: &[u8]) -> Result<Sections<'_>, TagDbError> {
    let header = Header::read(bytes)?;
    let content = header.check_sums(bytes)?;
    header.sections(content)
}

struct Header {
    minor: u16,
    sections: u32,
    /// The offset at which the content ends and the checksums begin.
    content: usize,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, TagDbError> {
        let found = bytes.len() as u64;
        let Some((header, _)) = bytes.split_first_chunk::<HEADER>() else {
            let is_start = bytes.starts_with(&MAGIC) || MAGIC.starts_with(bytes);
            return Err(if is_start {
                TagDbError::Length {
                    expected: None,
                    found,
                }
            } else {
                TagDbError::NotTagDb
            });
        };
        let (fields, _) = header.as_chunks::<8>();
        let [magic, version, content, zeros @ ..] = fields else {
            return Err(TagDbError::NotTagDb);
        };
        let [a, b, c, d, e, f, g, h] = *version;
        let (major, minor) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
        if *magic != MAGIC || major == 0 {
            return Err(TagDbError::NotTagDb);
        }
        if major > MAJOR {
            return Err(TagDbError::NewerVersion { major, minor });
        }
        let content = u64::from_le_bytes(*content);
        let expected = file_length(content);
        if expected != Some(found) {
            return Err(TagDbError::Length { expected, found });
        }
        if zeros.iter().any(|zero| *zero != [0; 8]) {
            return Err(TagDbError::Damaged {
                start: 0,
                stop: HEADER as u64,
            });
        }
        Ok(Self {
            minor,
            sections: u32::from_le_bytes([e, f, g, h]),
            content: usize::try_from(content).unwrap_or(usize::MAX),
        })
    }

    /// Returns the bytes before the checksums, or an error if a checksum does not match.
    fn check_sums<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], TagDbError> {
        let all = TagDbError::Damaged {
            start: 0,
            stop: bytes.len() as u64,
        };
        let parts = bytes.split_at_checked(self.content);
        let (content, sums) = parts.ok_or_else(|| all.clone())?;
        let (sums, hash) = sums.split_last_chunk::<8>().ok_or_else(|| all.clone())?;
        let (sums, _) = sums.as_chunks::<4>();
        let mut sums = sums.iter();
        for (start, block) in (0..).step_by(CRC_BLOCK).zip(content.chunks(CRC_BLOCK)) {
            if sums.next() != Some(&crc32fast::hash(block).to_le_bytes()) {
                return Err(TagDbError::Damaged {
                    start,
                    stop: start + block.len() as u64,
                });
            }
        }
        let hashed = &bytes[..bytes.len() - hash.len()];
        if sums.all(|zero| *zero == [0; 4]) && XxHash3_64::oneshot(hashed).to_le_bytes() == *hash {
            Ok(content)
        } else {
            Err(all)
        }
    }

    /// Returns the sections listed in the section table. They must follow each other.
    fn sections<'a>(&self, content: &'a [u8]) -> Result<Sections<'a>, TagDbError> {
        let fault = |row, fault| content_fault(row, fault);
        let count = self.sections as usize;
        let is_right = match self.minor {
            0 => count == SECTIONS,
            MINOR => count == SECTIONS + OF_TABLE,
            _ => count >= SECTIONS,
        };
        if !is_right {
            return Err(fault(0, "the number of sections is wrong"));
        }
        let end = count
            .checked_mul(ROW)
            .and_then(|size| size.checked_add(HEADER));
        let table = end.and_then(|end| content.get(HEADER..end));
        let table = table.ok_or_else(|| fault(0, "the table is cut off"))?;
        let (rows, _) = table.as_chunks::<8>().0.as_chunks::<3>();
        let mut sections = Sections([None; SECTIONS + OF_TABLE]);
        let mut at = HEADER + table.len();
        let mut last = 0;
        for (index, row) in rows.iter().enumerate() {
            let [number, offset, length] = words(row);
            // A newer version may add sections whose numbers have gaps.
            let is_next = if index < SECTIONS || self.minor <= MINOR {
                number == last + 1
            } else {
                number > last
            };
            if !is_next {
                return Err(fault(index, "the sections are not in order"));
            }
            let start = next_start(content, at).ok_or_else(|| {
                fault(
                    index,
                    "the padding before the section is cut off or not zero",
                )
            })?;
            let length = usize::try_from(length).ok();
            let stop = length.and_then(|length| start.checked_add(length));
            let bytes = stop.and_then(|stop| content.get(start..stop));
            let bytes = bytes.filter(|_| offset == start as u64);
            let bytes = bytes.ok_or_else(|| fault(index, "the section is not where it must be"))?;
            let place = usize::try_from(number - 1).ok();
            if let Some(section) = place.and_then(|place| sections.0.get_mut(place)) {
                *section = Some(bytes);
            }
            at = start + bytes.len();
            last = number;
        }
        if next_start(content, at) == Some(content.len()) {
            Ok(sections)
        } else {
            Err(fault(count, "there are bytes after the last section"))
        }
    }
}

fn content_fault(row: usize, fault: &'static str) -> TagDbError {
    content("section table", row, fault)
}

/// Returns the next multiple of 64 bytes; `None` if a byte before it is not zero.
fn next_start(content: &[u8], at: usize) -> Option<usize> {
    let start = at.checked_next_multiple_of(ALIGN)?;
    let zeros = content.get(at..start)?;
    zeros.iter().all(|&byte| byte == 0).then_some(start)
}

/// Returns the length of a file whose checksums are at `content`; `None` if it overflows.
fn file_length(content: u64) -> Option<u64> {
    let sums = content.div_ceil(CRC_BLOCK as u64).checked_mul(4)?;
    let length = content.checked_add(sums.checked_next_multiple_of(8)?)?;
    length.checked_add(8)
}
