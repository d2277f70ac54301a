//! The answer to a query, in blocks that results share.

use std::sync::Arc;

use footwork_base::FrameRange;

use crate::block::{self, RangeBlock};
use crate::ids::ClipId;
use crate::range_set::RangeSet;

/// The frames of many clips, shared and not to be changed: what a cached query found.
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

    /// The canonical ranges of `clip`; empty when it has no frame in the set.
    pub fn ranges(&self, clip: ClipId) -> &[FrameRange] {
        let (block, place) = block::place(clip);
        self.blocks
            .get(block)
            .map_or(&[], |block| block.ranges(place))
    }

    /// Each clip that has a frame in the set, with its ranges, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (ClipId, &[FrameRange])> {
        self.blocks.iter().enumerate().flat_map(|(number, block)| {
            block
                .iter()
                .filter_map(move |(place, ranges)| Some((block::clip(number, place)?, ranges)))
        })
    }

    /// How many clips have a frame in the set.
    pub fn clip_count(&self) -> usize {
        self.blocks.iter().map(|block| block.clip_count()).sum()
    }

    /// How many ranges all clips have.
    pub fn range_count(&self) -> usize {
        self.blocks
            .iter()
            .map(|block| block.all_ranges().len())
            .sum()
    }

    /// How many frames are in the set.
    pub fn frame_count(&self) -> u64 {
        let ranges = self.blocks.iter().flat_map(|block| block.all_ranges());
        ranges.map(|range| u64::from(range.frame_count())).sum()
    }

    /// Whether no frame is in the set.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| block.is_empty())
    }

    /// The same frames as one packed set.
    pub fn to_range_set(&self) -> RangeSet {
        let mut set = RangeSet::new();
        for (clip, ranges) in self.iter() {
            set.push(clip, ranges);
        }
        set
    }

    /// What the blocks take in memory, in bytes; blocks that others share count in full.
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
