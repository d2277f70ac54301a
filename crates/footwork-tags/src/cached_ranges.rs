//! The answer of a cached query, in blocks that other answers share.

use std::sync::Arc;

use footwork_base::FrameRange;

use crate::block::{self, RangeBlock};
use crate::ids::ClipId;
use crate::range_set::RangeSet;

/// The answer of a cached query: frames of many clips, immutable and shared.
///
/// Copies share their memory in blocks of 64 clips.
#[derive(Clone, Debug, Default)]
pub struct CachedRanges {
    blocks: Vec<Arc<RangeBlock>>,
}

impl CachedRanges {
    pub(crate) fn blocks_mut(&mut self) -> &mut Vec<Arc<RangeBlock>> {
        &mut self.blocks
    }

    /// Returns the canonical ranges of `clip`; empty if the set has no frame of the clip.
    pub fn ranges(&self, clip: ClipId) -> &[FrameRange] {
        let (block, place) = block::place(clip);
        self.blocks
            .get(block)
            .map_or(&[], |block| block.ranges(place))
    }

    /// Returns whether a frame of a clip is in the set, by binary search. Returns `false` past the end of the clip, and
    /// for a clip without frames in the set. A [`LiveQuery`](crate::LiveQuery) answers in constant time.
    pub fn contains(&self, clip: ClipId, frame: u32) -> bool {
        crate::ranges::contains(self.ranges(clip), frame)
    }

    /// Iterates over the clips that have a frame in the set and their ranges, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (ClipId, &[FrameRange])> {
        self.blocks.iter().enumerate().flat_map(|(number, block)| {
            block
                .iter()
                .filter_map(move |(place, ranges)| Some((block::clip(number, place)?, ranges)))
        })
    }

    /// Returns the number of clips that have a frame in the set.
    pub fn clip_count(&self) -> usize {
        self.blocks.iter().map(|block| block.clip_count()).sum()
    }

    /// Returns the number of ranges of all clips.
    pub fn range_count(&self) -> usize {
        self.blocks
            .iter()
            .map(|block| block.all_ranges().len())
            .sum()
    }

    /// Returns the number of frames in the set.
    pub fn frame_count(&self) -> u64 {
        let ranges = self.blocks.iter().flat_map(|block| block.all_ranges());
        ranges.map(|range| u64::from(range.frame_count())).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| block.is_empty())
    }

    /// Returns the same frames as one packed set.
    pub fn to_range_set(&self) -> RangeSet {
        let mut set = RangeSet::new();
        for (clip, ranges) in self.iter() {
            set.push(clip, ranges);
        }
        set
    }

    /// Returns the size of the blocks in memory, in bytes. A shared block counts in full in each answer.
    pub fn bytes(&self) -> usize {
        let pointers = self.blocks.capacity() * size_of::<Arc<RangeBlock>>();
        pointers + self.blocks.iter().map(|block| block.bytes()).sum::<usize>()
    }
}

impl PartialEq for CachedRanges {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for CachedRanges {}
