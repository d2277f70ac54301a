//! Reads containers in place and prefetches later ones.

use super::dispatch::prefetch_first_later;
use super::job::ClipBlock;
use crate::tag_block::{Containers, TagBlock};

/// The number of clips prefetched ahead, about the size of a tile.
const AHEAD: usize = 24;

/// The clips to answer after the current clips.
#[derive(Clone, Copy)]
pub(super) struct Ahead<'a> {
    block: &'a ClipBlock<'a>,
    clips: u64,
}

impl<'a> Ahead<'a> {
    /// Takes the first [`AHEAD`] clips of a block.
    #[inline(always)]
    pub(super) fn new(block: &'a ClipBlock<'a>, clips: u64) -> Self {
        let mut rest = clips;
        for _ in 0..AHEAD {
            rest &= rest.wrapping_sub(1);
        }
        let clips = clips & !rest;
        Self { block, clips }
    }

    /// Returns the containers of a leaf for these clips; `None` if they are small enough to be prefetched with their
    /// block.
    #[inline(always)]
    fn containers(self, leaf: usize) -> Option<Containers<'a>> {
        if self.clips == 0 {
            return None;
        }
        let block = self.block.leaves[leaf].filter(|block| block.is_large());
        block.and_then(TagBlock::containers)
    }
}

/// The containers of a tag in the current block, and the containers that are read next.
///
/// Reading a clip prefetches one of the next clips.
#[derive(Clone, Copy)]
pub(super) struct Stored<'a> {
    pub(super) here: Containers<'a>,
    next: Containers<'a>,
    /// The clips of `next` that have not been prefetched.
    left: u64,
}

impl<'a> Stored<'a> {
    /// Returns the containers of a leaf; `None` unless the leaf is a tag that can be read in place.
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

    /// Returns the words of a clip, followed by unrelated bytes. The clip must have a container.
    #[inline(always)]
    pub(super) fn words(&mut self, place: u32) -> &'a [u8] {
        self.prefetch_next();
        self.here.bytes_from(place)
    }

    /// Returns the ranges of a clip, of three bytes each. The clip must have a container.
    #[inline(always)]
    pub(super) fn runs(&mut self, place: u32) -> &'a [[u8; 3]] {
        self.prefetch_next();
        self.here.narrow_runs(place)
    }

    /// Prefetches all remaining clips.
    #[inline(always)]
    pub(super) fn end(&mut self) {
        while self.left != 0 {
            self.prefetch_next();
        }
    }

    #[inline(always)]
    fn prefetch_next(&mut self) {
        if self.left != 0 {
            // Looking up the end of a container would take as long as prefetching lines that are not needed.
            prefetch_first_later(self.next.bytes_from(self.left.trailing_zeros()));
            self.left &= self.left - 1;
        }
    }
}
