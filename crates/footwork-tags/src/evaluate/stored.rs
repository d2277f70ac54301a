//! Words and ranges read where they are stored, while those that are read next are prefetched.

use super::dispatch::prefetch_first_later;
use super::job::ClipBlock;
use crate::tag_block::{Containers, TagBlock};

/// How many clips are prefetched ahead: about as many as a tile has.
const AHEAD: usize = 24;

/// The clips that are answered after those at hand.
#[derive(Clone, Copy)]
pub(super) struct Ahead<'a> {
    block: &'a ClipBlock<'a>,
    clips: u64,
}

impl<'a> Ahead<'a> {
    /// The first of these clips of a block.
    #[inline(always)]
    pub(super) fn new(block: &'a ClipBlock<'a>, clips: u64) -> Self {
        let mut rest = clips;
        for _ in 0..AHEAD {
            rest &= rest.wrapping_sub(1);
        }
        let clips = clips & !rest;
        Self { block, clips }
    }

    /// What is stored of a leaf there, if it is so much that it is not prefetched with its block.
    #[inline(always)]
    fn containers(self, leaf: usize) -> Option<Containers<'a>> {
        if self.clips == 0 {
            return None;
        }
        let block = self.block.leaves[leaf].filter(|block| block.is_large());
        block.and_then(TagBlock::containers)
    }
}

/// What is stored of a tag in the block at hand, and what of it is read next.
///
/// One clip is prefetched with each that is read.
#[derive(Clone, Copy)]
pub(super) struct Stored<'a> {
    pub(super) here: Containers<'a>,
    next: Containers<'a>,
    /// The clips there that have not been prefetched.
    left: u64,
}

impl<'a> Stored<'a> {
    /// What is stored of a leaf, if it is a tag that can be read where it stands.
    #[inline(always)]
    pub(super) fn new(here: &ClipBlock<'a>, leaf: usize, ahead: Ahead<'a>) -> Option<Self> {
        let here = here.leaves[leaf]?.containers()?;
        let next = ahead.containers(leaf);
        Some(Self {
            here,
            next: next.unwrap_or(here),
            left: next.map_or(0, |next| next.mixed & ahead.clips),
        })
    }

    /// The words of a clip of which some frames are in, and anything behind them.
    #[inline(always)]
    pub(super) fn words(&mut self, place: u32) -> &'a [u8] {
        self.prefetch_next();
        self.here.bytes_from(place)
    }

    /// The ranges of a clip of which some frames are in, three bytes each.
    #[inline(always)]
    pub(super) fn runs(&mut self, place: u32) -> &'a [[u8; 3]] {
        self.prefetch_next();
        self.here.narrow_runs(place)
    }

    /// Ends the reading.
    #[inline(always)]
    pub(super) fn end(&mut self) {
        while self.left != 0 {
            self.prefetch_next();
        }
    }

    #[inline(always)]
    fn prefetch_next(&mut self) {
        if self.left != 0 {
            // Where a container ends is not looked up: that takes as long as lines fetched in vain.
            prefetch_first_later(self.next.bytes_from(self.left.trailing_zeros()));
            self.left &= self.left - 1;
        }
    }
}
