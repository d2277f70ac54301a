//! The recorder: two rings of rows, which are allocated once.

use std::sync::Arc;

use crate::file::Description;
use crate::index::Index;
use crate::matcher::{Seen, SeenFilter};
use crate::playback::PlaybackError;
use crate::pose_id::PoseId;
use crate::recording::encode::{frame_row, search_row};
use crate::recording::{
    FRAME, HEADER, MAGIC, MAX_FILTER_NAME_BYTES, MAX_RECORDED_FILTERS, MAX_RECORDED_FRAMES,
    NO_FILTER, OTHER_FILTER, RecordConfig, RecordedFrame, VERSION, search_bytes,
};

/// A ring of rows of equal size. Once the ring is full, a new row replaces the oldest row.
#[derive(Clone, Debug)]
struct Ring {
    bytes: Vec<u8>,
    row: usize,
    /// The size of a full ring in bytes.
    full: usize,
    /// The number of rows pushed so far, including replaced rows.
    count: u64,
    /// The offset of the oldest row in a full ring.
    oldest: usize,
}

impl Ring {
    /// Returns an empty ring; `None` if there is too little memory for it.
    fn new(rows: usize, row: usize) -> Option<Self> {
        let full = rows.checked_mul(row)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(full).ok()?;
        Some(Self {
            bytes,
            row,
            full,
            count: 0,
            oldest: 0,
        })
    }

    fn push(&mut self, row: &[u8]) {
        self.count += 1;
        if self.bytes.len() < self.full {
            self.bytes.extend_from_slice(row);
        } else {
            let stop = self.oldest + self.row;
            self.bytes[self.oldest..stop].copy_from_slice(row);
            self.oldest = if stop == self.full { 0 } else { stop };
        }
    }

    /// Iterates over the rows, oldest first.
    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let (newer, older) = self.bytes.split_at(self.oldest);
        older
            .chunks_exact(self.row)
            .chain(newer.chunks_exact(self.row))
    }
}

/// Records a character. [`Self::push`] allocates nothing.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    tags_stamp: u64,
    poses_stamp: u64,
    frames: Ring,
    searches: Ring,
    filters: Vec<SeenFilter>,
    row: Vec<u8>,
    pub(crate) seen: Seen,
    /// Whether the character was teleported since the last frame.
    pub(crate) was_moved: bool,
}

impl Recorder {
    pub(crate) fn new(
        config: RecordConfig,
        index: &Index,
        poses_stamp: Option<u64>,
        pose: PoseId,
    ) -> Result<Self, PlaybackError> {
        let is_valid = |rows: usize| (1..=MAX_RECORDED_FRAMES).contains(&rows);
        if !is_valid(config.frames) || !is_valid(config.searches) {
            return Err(PlaybackError::Recording);
        }
        let row = search_bytes(index.schema());
        let ring = |rows, row| Ring::new(rows, row).ok_or(PlaybackError::Recording);
        Ok(Self {
            tags_stamp: config.tags_stamp.unwrap_or(0),
            poses_stamp: poses_stamp.unwrap_or(0),
            frames: ring(config.frames, FRAME)?,
            searches: ring(config.searches, row)?,
            filters: Vec::with_capacity(MAX_RECORDED_FILTERS),
            row: Vec::with_capacity(row),
            seen: Seen::new(pose),
            was_moved: false,
        })
    }

    /// Adds a frame and its search.
    pub(crate) fn push(&mut self, index: &Index, mut frame: RecordedFrame) {
        frame.was_moved = std::mem::take(&mut self.was_moved);
        let has_search = std::mem::take(&mut self.seen.is_noted);
        if has_search {
            let filter = self.filter_number();
            // The number wraps to 0 after 2³² frames. `write` compares it with the numbers of the kept frames.
            #[allow(clippy::cast_possible_truncation, reason = "wraps")]
            let number = self.frames.count as u32;
            search_row(&mut self.row, index, &self.seen, number, filter);
            self.searches.push(&self.row);
        }
        self.frames.push(&frame_row(index, &frame, has_search));
    }

    fn filter_number(&mut self) -> u16 {
        let Some(filter) = self.seen.filter.take() else {
            return NO_FILTER;
        };
        let is_same = |known: &SeenFilter| known.stamp == filter.stamp && known.name == filter.name;
        let place = self.filters.iter().position(is_same);
        let place = place.or_else(|| {
            (self.filters.len() < MAX_RECORDED_FILTERS).then(|| {
                self.filters.push(filter);
                self.filters.len() - 1
            })
        });
        place
            .and_then(|place| u16::try_from(place).ok())
            .unwrap_or(OTHER_FILTER)
    }

    /// Appends the recording as the bytes of a file.
    pub(crate) fn write(&self, index: &Index, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        let description = Description::new(index).to_bytes();
        let kept = self.frames.bytes.len() / FRAME;
        let first = self.frames.count - kept as u64;
        bytes.resize(start + HEADER, 0);
        bytes.extend_from_slice(&description);
        let filters_start = bytes.len();
        for filter in &self.filters {
            bytes.extend(filter.stamp.to_le_bytes());
            bytes.extend(word(filter.allowed).to_le_bytes());
            let name = filter.name.as_ref().map(cut_name);
            bytes.extend(name.map_or(u32::MAX, |name| word(name.len())).to_le_bytes());
            bytes.extend_from_slice(name.unwrap_or_default().as_bytes());
        }
        let filter_bytes = bytes.len() - filters_start;
        self.frames
            .rows()
            .for_each(|row| bytes.extend_from_slice(row));
        let mut searches = 0usize;
        for row in self.searches.rows() {
            let Some((frame, rest)) = row.split_first_chunk() else {
                continue;
            };
            #[allow(clippy::cast_possible_truncation, reason = "wraps, as the row did")]
            let place = u32::from_le_bytes(*frame).wrapping_sub(first as u32);
            if (place as usize) < kept {
                bytes.extend(place.to_le_bytes());
                bytes.extend_from_slice(rest);
                searches += 1;
            }
        }
        let length = (bytes.len() - start + super::CHECKSUM) as u64;
        let stamps = [index.stamp(), self.poses_stamp, self.tags_stamp];
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        for number in [VERSION, length].into_iter().chain(stamps).chain([first]) {
            header.extend(number.to_le_bytes());
        }
        let counts = [
            description.len(),
            self.filters.len(),
            kept,
            searches,
            filter_bytes,
        ];
        for count in counts {
            header.extend(word(count).to_le_bytes());
        }
        bytes[start..start + header.len()].copy_from_slice(&header);
        let checksum = crc32fast::hash(&bytes[start..]);
        bytes.extend(checksum.to_le_bytes());
    }
}

fn word(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns a name, cut at a character boundary if it is too long.
fn cut_name(name: &Arc<str>) -> &str {
    let mut length = name.len().min(MAX_FILTER_NAME_BYTES);
    while !name.is_char_boundary(length) {
        length -= 1;
    }
    &name[..length]
}
