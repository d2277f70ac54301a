//! Sets of whole clips as bits, with which the engine skips all other clips.

use std::ops::Range;

use crate::block;
use crate::ids::ClipId;

/// A set of clips: one word per block, from the first block with a clip to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClipSet {
    first: usize,
    blocks: Box<[u64]>,
}

impl ClipSet {
    /// Returns the set of the clips with these ids, which must be rising.
    pub(crate) fn new(clips: &[ClipId]) -> Self {
        let number = |clip: Option<&ClipId>| clip.map(|&clip| block::place(clip).0);
        let first = number(clips.first()).unwrap_or(0);
        let stop = number(clips.last()).map_or(0, |last| last + 1);
        let mut blocks = vec![0; stop - first];
        for &clip in clips {
            let (number, place) = block::place(clip);
            blocks[number - first] |= 1 << place;
        }
        Self {
            first,
            blocks: blocks.into(),
        }
    }

    /// Returns the clips of the set in a block: one bit each.
    #[inline(always)]
    pub(crate) fn block(&self, number: usize) -> u64 {
        let index = number.wrapping_sub(self.first);
        self.blocks.get(index).copied().unwrap_or(0)
    }

    /// Returns the range of blocks that contains all clips of the set.
    pub(crate) fn span(&self) -> Range<usize> {
        self.first..self.first + self.blocks.len()
    }
}
