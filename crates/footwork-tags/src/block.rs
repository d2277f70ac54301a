//! Blocks of 64 clips. An edit replaces a block, and answers share blocks.

use footwork_base::{FrameRange, Id};

use crate::ids::ClipId;

/// The number of clips in a block.
pub(crate) const CLIPS: usize = 64;

/// Returns the number of a clip's block, and the clip's place in the block.
pub(crate) fn place(clip: ClipId) -> (usize, u32) {
    (clip.index() / CLIPS, clip.number() % 64)
}

/// Returns the clip at a place of a block; `None` if its id would not fit.
pub(crate) fn clip(block: usize, place: u32) -> Option<ClipId> {
    ClipId::from_index(block * CLIPS + place as usize)
}

/// Returns the number of blocks for `clips` clips.
pub(crate) fn count(clips: usize) -> usize {
    clips.div_ceil(CLIPS)
}

/// Iterates over the clips of a block, given the number of all clips in the database.
pub(crate) fn clips(block: usize, clips: usize) -> impl Iterator<Item = ClipId> {
    let first = block * CLIPS;
    (first..(first + CLIPS).min(clips)).filter_map(ClipId::from_index)
}

/// Iterates over the positions of the set bits, in rising order.
#[inline(always)]
pub(crate) fn places(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (place < u64::BITS).then_some(place)
    })
}

/// The ranges of up to 64 clips, packed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RangeBlock {
    /// The clips that have a range: one bit each.
    present: u64,
    /// The end of the ranges of each clip that has a range. The ranges of the first such clip begin at 0.
    ends: Vec<u32>,
    ranges: Vec<FrameRange>,
}

impl RangeBlock {
    /// Returns the ranges of the clip at `place`.
    pub(crate) fn ranges(&self, place: u32) -> &[FrameRange] {
        if self.present >> place & 1 == 0 {
            return &[];
        }
        let (start, end) = self.bounds(self.rank(place));
        self.ranges.get(start..end).unwrap_or(&[])
    }

    /// Adds a clip that comes after all others, with the ranges that `write` appends.
    pub(crate) fn push_with(&mut self, place: u32, write: impl FnOnce(&mut Vec<FrameRange>)) {
        let before = self.ranges.len();
        write(&mut self.ranges);
        if self.ranges.len() > before {
            self.present |= 1 << place;
            self.ends.push(narrow(self.ranges.len()));
        }
    }

    /// Returns whether no clip has a range.
    pub(crate) fn is_empty(&self) -> bool {
        self.present == 0
    }

    /// Returns the number of clips that have a range.
    pub(crate) fn clip_count(&self) -> usize {
        self.present.count_ones() as usize
    }

    /// Returns the ranges of all clips, one clip after another.
    pub(crate) fn all_ranges(&self) -> &[FrameRange] {
        &self.ranges
    }

    /// Iterates over the clips that have a range: the place and the ranges of each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &[FrameRange])> {
        places(self.present).map(|place| (place, self.ranges(place)))
    }

    /// Returns the size of the block in memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.ends.capacity() * size_of::<u32>()
            + self.ranges.capacity() * size_of::<FrameRange>()
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.ends.shrink_to_fit();
        self.ranges.shrink_to_fit();
    }

    /// Returns the number of clips before `place` that have a range.
    fn rank(&self, place: u32) -> usize {
        (self.present & ((1 << place) - 1)).count_ones() as usize
    }

    fn start(&self, rank: usize) -> usize {
        rank.checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize)
    }

    fn bounds(&self, rank: usize) -> (usize, usize) {
        (self.start(rank), self.ends[rank] as usize)
    }
}

/// Narrows an index into the ranges of 64 clips. It fits unless the 64 clips have 2^32 ranges or more, which would take
/// 32 GiB.
fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
