//! What is asked: a query on a database, and what it finds there for a block of clips before any
//! frame is looked at.

use super::dispatch::prefetch;
use super::functions::Picks;
use super::kernel::{Clips, Leaf};
use crate::block;
use crate::query::BoundQuery;
use crate::tag_block::{TagBlock, Words};
use crate::{Database, TagId};

/// Where fewer than one in so many tags of a clip have a container, it takes longer to read all than to
/// choose. Measured on words of some 1,800 frames.
const ONE_IN: usize = 4;

/// What stays the same for all blocks of a query.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) database: &'a Database,
    pub(super) query: &'a BoundQuery,
    pub(super) picks: &'a Picks,
}

impl<'a> Job<'a> {
    /// The block of a tag, where the tag is on any clip up to there.
    #[inline(always)]
    pub(super) fn tag_block(self, tag: TagId, number: usize) -> Option<&'a TagBlock> {
        self.database.tag_blocks(tag).get(number)
    }
}

/// A block of clips, and what whole clips say of the answer.
#[derive(Clone, Debug, Default)]
pub(super) struct ClipBlock<'a> {
    pub(super) number: usize,
    /// The lengths of its clips.
    pub(super) lengths: &'a [u32],
    /// What is stored of each leaf that is a tag.
    pub(super) leaves: Vec<Option<&'a TagBlock>>,
    /// The words of each value that is no chain's, if they were looked for and found: where all leaves are
    /// tags of nothing but words on the clips in question.
    pub(super) words: Vec<Words<'a>>,
    /// Clips that may have frames in the answer, and those of them that are not known to have all:
    /// one bit each.
    pub(super) may: u64,
    pub(super) mixed: u64,
}

impl ClipBlock<'_> {
    /// The memory of the block, for another.
    pub(super) fn emptied<'b>(mut self) -> ClipBlock<'b> {
        self.leaves.clear();
        self.words.clear();
        ClipBlock {
            // As nothing is left, only the memory goes on: collecting reuses it, which std does not
            // promise, but `tests/allocations.rs` holds it to.
            leaves: self.leaves.into_iter().map(|_| None).collect(),
            // Most never have any.
            words: match self.words.capacity() {
                0 => Vec::new(),
                _ => self.words.into_iter().map(|_| Words::NONE).collect(),
            },
            ..ClipBlock::default()
        }
    }
}

impl<'a> ClipBlock<'a> {
    /// Looks at a block of the job.
    pub(super) fn look_at(&mut self, job: Job<'a>, number: usize, values: &mut Vec<Clips>) {
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
                Leaf::Steps(_) => None,
            }));
        let answer = kernel.run(|leaf| self.leaf(job, leaf), values);
        self.may = answer.may & valid;
        self.mixed = self.may & !answer.must;
        if self.may != 0 {
            prefetch(self.lengths);
        }
    }

    /// Looks for the words of the leaves, if enough of them have some on the clips in question.
    pub(super) fn look_for_words(&mut self, job: Job<'a>) {
        self.words.clear();
        let leaves = job.query.kernel().leaves();
        let are_tags = job.query.kernel().tags().count() == leaves.len();
        let is_words = |block: &&TagBlock| {
            let mixed = block.mixed() & self.mixed;
            mixed & !block.words() == 0 && block.containers().is_some()
        };
        if !are_tags || !self.leaves.iter().flatten().all(is_words) {
            return;
        }
        let count = |clips: u64| clips.count_ones() as usize;
        let blocks = self.leaves.iter().flatten();
        let containers: usize = blocks.map(|block| count(block.mixed() & self.mixed)).sum();
        if ONE_IN * containers < leaves.len() * count(self.mixed) {
            return;
        }
        let containers = |block: &Option<&'a TagBlock>| block.and_then(TagBlock::containers);
        let words = self.leaves.iter().map(containers);
        self.words.extend([Words::NONE, Words::ALL]);
        self.words
            .extend(words.map(|words| words.map_or(Words::NONE, Words::new)));
    }

    /// What is stored of all leaves, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let blocks = self.leaves.iter().flatten();
        blocks.map(|block| block.bytes()).sum()
    }

    /// The clips of a leaf.
    #[inline(always)]
    pub(super) fn leaf(&self, job: Job<'_>, leaf: usize) -> Clips {
        match (&job.query.kernel().leaves()[leaf], self.leaves[leaf]) {
            (Leaf::Tag(_), None) => Clips::NONE,
            (Leaf::Tag(_), Some(block)) => Clips {
                may: block.some(),
                must: block.all(),
            },
            (Leaf::Steps(_), _) => Clips {
                may: u64::MAX,
                must: 0,
            },
        }
    }
}
