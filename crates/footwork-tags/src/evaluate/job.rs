//! A query on a database. For each block of clips, bitmaps show which clips may be in the answer before any frame is
//! read.

use super::dispatch::prefetch;
use super::picks::Picks;
use crate::block;
use crate::database::Database;
use crate::ids::TagId;
use crate::query::bind::BoundQuery;
use crate::query::kernel::{Clips, Leaf};
use crate::tag_block::{Containers, TagBlock};

/// If fewer than one in four tags of a clip have a container, selecting these tags takes less time than reading all
/// tags. Measured on words of about 1,800 frames.
const ONE_IN: usize = 4;

/// The part of an evaluation that all blocks share.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) database: &'a Database,
    pub(super) query: &'a BoundQuery,
    pub(super) picks: &'a Picks,
}

impl<'a> Job<'a> {
    /// Returns the block of a tag; `None` past the tag's last block.
    #[inline(always)]
    pub(super) fn tag_block(self, tag: TagId, number: usize) -> Option<&'a TagBlock> {
        self.database.tag_blocks(tag).get(number)
    }

    /// Returns the clips of a leaf in a block.
    #[inline]
    pub(super) fn clips_of_leaf(self, leaf: usize, number: usize) -> Clips {
        match &self.query.kernel().leaves()[leaf] {
            Leaf::Tag(tag) => clips_of(self.tag_block(*tag, number)),
            Leaf::Clips(clips) => Clips::whole(clips.block(number)),
            Leaf::Steps(_) => Clips::UNKNOWN,
        }
    }
}

/// A block of clips, with the clips that may be in the answer in whole or in part.
#[derive(Clone, Debug, Default)]
pub(super) struct ClipBlock<'a> {
    pub(super) number: usize,
    /// The lengths of the block's clips in frames.
    pub(super) lengths: &'a [u32],
    /// The stored block of each leaf that is a tag.
    pub(super) leaves: Vec<Option<&'a TagBlock>>,
    /// The containers of each value that no chain computes, if the leaves are tags stored only as words and are read
    /// clip by clip. Otherwise empty.
    pub(super) words: Vec<Containers<'a>>,
    /// The clips that may have frames in the answer: one bit each.
    pub(super) may: u64,
    /// The clips that may have some frames in the answer, but not all: one bit each.
    pub(super) mixed: u64,
}

impl ClipBlock<'_> {
    /// Returns an empty block that reuses the memory of this block.
    pub(super) fn emptied<'b>(mut self) -> ClipBlock<'b> {
        self.leaves.clear();
        self.words.clear();
        ClipBlock {
            // Collecting an emptied vector reuses its memory. std does not promise that, but `tests/allocations.rs`
            // checks it.
            leaves: self.leaves.into_iter().map(|_| None).collect(),
            words: self.words.into_iter().map(|_| Containers::NONE).collect(),
            ..ClipBlock::default()
        }
    }
}

impl<'a> ClipBlock<'a> {
    /// Reads the bitmaps of a block.
    pub(super) fn read_bitmaps(&mut self, job: Job<'a>, number: usize, values: &mut Vec<Clips>) {
        self.number = number;
        self.lengths = job.database.lengths(number);
        let valid = match self.lengths.len() {
            fewer @ 0..block::CLIPS => (1 << fewer) - 1,
            _ => u64::MAX,
        };
        let kernel = job.query.kernel();
        self.leaves.clear();
        self.leaves
            .extend(kernel.leaves().iter().map(|leaf| match leaf {
                Leaf::Tag(tag) => job.tag_block(*tag, number),
                Leaf::Clips(_) | Leaf::Steps(_) => None,
            }));
        let answer = kernel.run(|leaf| self.leaf(job, leaf), values);
        self.may = answer.may & valid;
        self.mixed = self.may & !answer.must;
        if self.may != 0 {
            prefetch(self.lengths);
        }
    }

    /// Finds the words of the leaves, if enough of the leaves have words on the mixed clips.
    pub(super) fn read_words(&mut self, job: Job<'a>) {
        self.words.clear();
        let kernel = job.query.kernel();
        let is_words = |block: &&TagBlock| {
            let mixed = block.mixed() & self.mixed;
            mixed & !block.words() == 0 && block.containers().is_some()
        };
        let blocks = self.leaves.iter().flatten();
        if kernel.tags().count() < self.leaves.len() || !blocks.clone().all(is_words) {
            return;
        }
        let count = |clips: u64| clips.count_ones() as usize;
        let containers: usize = blocks.map(|block| count(block.mixed() & self.mixed)).sum();
        if ONE_IN * containers < self.leaves.len() * count(self.mixed) {
            return;
        }
        let leaves = self.leaves.iter();
        let leaves = leaves.map(|block| block.and_then(TagBlock::containers));
        self.words.extend([Containers::NONE, Containers::ALL]);
        self.words
            .extend(leaves.map(|leaf| leaf.unwrap_or(Containers::NONE)));
    }

    /// Returns the size of the stored leaves in bytes.
    pub(super) fn bytes(&self) -> usize {
        let blocks = self.leaves.iter().flatten();
        blocks.map(|block| block.bytes()).sum()
    }

    /// Returns the clips of a leaf.
    #[inline(always)]
    pub(super) fn leaf(&self, job: Job<'_>, leaf: usize) -> Clips {
        match &job.query.kernel().leaves()[leaf] {
            Leaf::Tag(_) => clips_of(self.leaves[leaf]),
            Leaf::Clips(clips) => Clips::whole(clips.block(self.number)),
            Leaf::Steps(_) => Clips::UNKNOWN,
        }
    }
}

/// Returns the clips of a block of a tag.
#[inline(always)]
fn clips_of(block: Option<&TagBlock>) -> Clips {
    block.map_or(Clips::NONE, |block| Clips {
        may: block.some(),
        must: block.all(),
    })
}
