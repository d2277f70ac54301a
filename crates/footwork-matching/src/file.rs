//! Index files: the bytes of an index, which can be used in place, for example from a memory map.
//!
//! Numbers are little-endian. Every part begins at a multiple of 64 bytes, padded with zeros.
//!
//! | part | holds |
//! |---|---|
//! | header, 64 bytes | the magic `\x89FWPI\r\n\n`, the version (32 bits), 32 zero bits, the lengths of the file and of the description (64 bits each), zeros |
//! | description | schema, clips, how features are stored, how many poses are candidates |
//! | starts | for each block of 16 poses the number of its first bit in the streams of its lanes, and then the end of the last block (32 bits) |
//! | words | the features of the poses, block by block, in as few bits as the boxes allow (`blocks.rs`; 16 bits of all 16 lanes in 32 bytes); then 32 zero bytes |
//! | ids | for each candidate, in the order of rows, the number of its pose, in as few bits as all numbers need (`packed.rs`) |
//! | row of | for each pose the number of its row, packed likewise |
//! | boxes | for each node and stored feature 16 lower and 16 upper bounds (16 bits each); then the starts and lines of blocks of poses that are only played |
//! | checksum | the CRC-32 of everything before, in the last 4 bytes |

mod description;

use std::ops::Range;
use std::sync::Arc;

use footwork_base::SupportedLevel;

use crate::boxes;
pub(crate) use crate::file::description::Description;
use crate::index::Index;
use crate::levels::{LANES, LANES_BYTES, Levels};
use crate::packed::Packed;
use crate::store::{File, Store};

const MAGIC: [u8; 8] = *b"\x89FWPI\r\n\n";
/// The version of files. Files of other versions are refused, and the index must be rebuilt from its clips.
const VERSION: u32 = 3;
const HEADER: usize = 64;
const ALIGN: usize = 64;
const CHECKSUM: usize = 4;

impl Index {
    /// Returns the index as the bytes of a file. Equal indexes give equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let description = Description::new(self).to_bytes();
        let stores = [
            &self.starts,
            &self.words,
            &self.ids.store,
            &self.row_of.store,
            &self.boxes,
        ];
        let sections = stores.map(Store::bytes);
        let content: usize = sections.iter().map(|bytes| bytes.len() + ALIGN).sum();
        let mut file = Vec::with_capacity(HEADER + description.len() + content + 2 * ALIGN);
        file.resize(HEADER, 0);
        for bytes in [description.as_slice()].into_iter().chain(sections) {
            file.extend_from_slice(bytes);
            file.resize(file.len().next_multiple_of(ALIGN), 0);
        }
        let length = (file.len() + CHECKSUM) as u64;
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(&MAGIC);
        header.extend_from_slice(&u64::from(VERSION).to_le_bytes());
        header.extend_from_slice(&length.to_le_bytes());
        header.extend_from_slice(&(description.len() as u64).to_le_bytes());
        file[..header.len()].copy_from_slice(&header);
        let checksum = crc32fast::hash(&file);
        file.extend_from_slice(&checksum.to_le_bytes());
        file
    }

    /// Opens the bytes of a file. They can be a memory map, a `Vec<u8>`, an `Arc<[u8]>`, or another owner of bytes that
    /// do not change. The bytes are checked once and then used in place, without a copy. No alignment is required.
    ///
    /// # Errors
    /// Returns an error if the bytes are not an index, or if the index has another version, is cut off or is damaged.
    /// Every change of a single byte is detected.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_matching::{Index, IndexBuilder, OpenIndexError, Schema};
    ///
    /// let schema = Schema::locomotion(FrameRate::whole(60).unwrap());
    /// let mut bytes = IndexBuilder::new(schema).build().to_bytes();
    /// assert_eq!(Index::from_bytes(bytes.clone()).unwrap().pose_count(), 0);
    /// bytes[70] ^= 1;
    /// assert_eq!(Index::from_bytes(bytes).unwrap_err(), OpenIndexError::Damaged);
    /// ```
    pub fn from_bytes(
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<Self, OpenIndexError> {
        let file: File = Arc::new(bytes);
        let bytes = (*file).as_ref();
        let (header, _) = bytes.split_first_chunk::<HEADER>().ok_or(short(bytes))?;
        let (words, _) = header.as_chunks::<8>();
        if words[0] != MAGIC {
            return Err(OpenIndexError::NotAnIndex);
        }
        let version = u64::from_le_bytes(words[1]);
        if version != u64::from(VERSION) {
            return Err(OpenIndexError::Version { version });
        }
        if u64::from_le_bytes(words[2]) != bytes.len() as u64 {
            return Err(OpenIndexError::CutOff);
        }
        let (content, checksum) = bytes.split_last_chunk().ok_or(OpenIndexError::CutOff)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(OpenIndexError::Damaged);
        }
        let description = usize::try_from(u64::from_le_bytes(words[3])).ok();
        let index = description.and_then(|length| open(&file, content, length));
        index.ok_or(OpenIndexError::Malformed)
    }

    /// Returns a hash that distinguishes indexes with different contents.
    pub(crate) fn content_stamp(&self) -> u64 {
        let mut rest = crc32fast::Hasher::new();
        rest.update(&Description::new(self).to_bytes());
        rest.update(self.ids.store.bytes());
        rest.update(self.row_of.store.bytes());
        rest.update(self.boxes.bytes());
        u64::from(crc32fast::hash(self.words.bytes())) << 32 | u64::from(rest.finalize())
    }
}

/// Returns the error for fewer bytes than a header has.
fn short(bytes: &[u8]) -> OpenIndexError {
    let shared = bytes.len().min(MAGIC.len());
    if bytes[..shared] == MAGIC[..shared] {
        OpenIndexError::CutOff
    } else {
        OpenIndexError::NotAnIndex
    }
}

/// Opens a file with a correct checksum; `None` if the file breaks a rule of indexes.
fn open(file: &File, content: &[u8], description_bytes: usize) -> Option<Index> {
    let mut next = HEADER;
    let mut section = |length: usize| -> Option<Range<usize>> {
        let range = next..next.checked_add(length)?;
        next = range.end.checked_next_multiple_of(ALIGN)?;
        (next <= content.len()).then_some(range)
    };
    let described = section(description_bytes)?;
    let description = Description::from_bytes(&content[described])?;
    let (dims, poses) = (description.order.len(), description.poses()?);
    let levels = Levels::new(description.candidates);
    let played = poses.checked_sub(description.candidates)?;
    let blocks = levels.blocks().checked_add(played.div_ceil(LANES))?;
    let starts = section(blocks.checked_add(1)?.checked_mul(4)?)?;
    let (_, end) = content[starts.clone()].split_last_chunk()?;
    let words = (u32::from_le_bytes(*end) as usize)
        .div_ceil(16)
        .checked_add(1)?;
    let words = section(words.checked_mul(LANES_BYTES)?)?;
    let rows = levels.rows(played);
    let ids = section(Packed::bytes_of(description.candidates, poses)?)?;
    let row_of = section(Packed::bytes_of(poses, rows)?)?;
    let played_nodes = played.div_ceil(LANES * LANES);
    let nodes = levels.all_nodes().checked_add(played_nodes)?;
    let of_node = dims.checked_mul(2 * LANES_BYTES)?;
    let bounds = section(nodes.checked_mul(of_node)?)?;
    if next != content.len() {
        return None;
    }
    let store = |range: Range<usize>| Store::Borrowed(Arc::clone(file), range);
    let ids = Packed::from_store(store(ids), poses);
    let row_of = Packed::from_store(store(row_of), rows);
    if !are_inverse(&levels, [played, poses], &ids, &row_of) {
        return None;
    }
    let masks = boxes::masks(&levels, boxes::block_masks(levels.poses));
    let mut index = Index {
        groups: description.schema.groups_of(&description.order),
        schema: description.schema,
        clips: description.clips,
        features: description.features,
        order: description.order,
        levels,
        words: store(words),
        starts: store(starts),
        ids,
        row_of,
        boxes: store(bounds),
        masks: boxes::mask_bytes(&masks).into(),
        simd: SupportedLevel::detect(),
        stamp: 0,
    };
    index.stamp = index.content_stamp();
    Some(index)
}

/// Returns whether rows and poses map to each other one to one.
fn are_inverse(
    levels: &Levels,
    [played, poses]: [usize; 2],
    ids: &Packed,
    row_of: &Packed,
) -> bool {
    let first_played = levels.blocks() * LANES;
    let rows = first_played..first_played + played;
    let is_row = |row: usize| row < levels.poses || rows.contains(&row);
    let is_pair = |(row, id): (usize, u32)| {
        let id = id as usize;
        id < poses && row_of.get(id) as usize == row
    };
    let mut pairs = ids.range(0..levels.poses).enumerate();
    pairs.all(is_pair) && row_of.range(0..poses).all(|row| is_row(row as usize))
}

/// The reason why bytes are not a valid index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenIndexError {
    /// The bytes are not an index.
    NotAnIndex,
    /// The bytes are an index of a version that this crate does not read.
    Version {
        /// The version of the file.
        version: u64,
    },
    /// The file has fewer or more bytes than its header says.
    CutOff,
    /// The checksum does not match.
    Damaged,
    /// The checksum is correct, but the content is invalid.
    Malformed,
}

footwork_base::display! { OpenIndexError:
    Self::NotAnIndex => "not an index of poses";
    Self::Version { version } => "an index of version {version}; this program reads version {VERSION}, so build it again";
    Self::CutOff => "the index is cut off or has bytes added";
    Self::Damaged => "the index is damaged: its checksum is wrong";
    Self::Malformed => "the index breaks a rule of indexes, though its checksum is right";
}

impl std::error::Error for OpenIndexError {}
