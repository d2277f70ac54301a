//! Answers clip by clip, for queries on tags whose words take several times the second-level cache.
//!
//! A tile reads all clips of one tag, then all clips of the next tag, so memory traffic comes in bursts. Here the
//! engine reads the same amount for each clip, and computes the clip's answer while the words of the next clip arrive.
//! It reads all tags of a clip, even tags without a container. If many tags have a container, this takes less time than
//! an unpredictable branch. If the data is in a near cache, tiles are faster.
//!
//! Invariant: the containers in `ClipBlock::words` have the numbers of the kernel's values. If a block contains a clip
//! that is not short, the clips before that clip are answered in tiles, and neither method prefetches for the other.

use super::by_tile::Tiles;
use super::dispatch::{Work, prefetch_first_later};
use super::edges;
use super::group::Group;
use super::job::{ClipBlock, Job};
use super::raster::{combine_groups, combine_words};
use super::simd::Simd;
use super::tile::{SHORT, groups_of};
use crate::algebra::SetOp;
use crate::block::places;
use crate::query::kernel::{FIRST_LEAF, Kernel};

/// Answers short clips of a block whose words have already been read.
pub(super) struct AnswerWords<'a> {
    pub(super) tiles: &'a mut Tiles,
    pub(super) job: Job<'a>,
    pub(super) here: &'a ClipBlock<'a>,
    /// The next block to answer.
    pub(super) next: &'a ClipBlock<'a>,
    pub(super) clips: u64,
}

impl Work for AnswerWords<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self, simd: impl Simd) {
        let (here, kernel) = (self.here, self.job.query.kernel());
        let made = kernel.operands() - here.words.len();
        if self.tiles.made.len() < made {
            self.tiles.made.resize(made, [Group::NONE; SHORT]);
        }
        // Answers all clips of one group, then all clips of two groups and so on, so that the lengths of loops are
        // constant.
        let mut of_size = [0; SHORT];
        for place in places(self.clips) {
            of_size[here.groups(place) - 1] |= 1_u64 << place;
        }
        let mut reader = Reader {
            tiles: self.tiles,
            kernel,
            here,
            next: self.next,
            left: self.next.mixed,
            length: 0,
        };
        reader.answer::<1>(of_size[0], simd);
        reader.answer::<2>(of_size[1], simd);
        reader.answer::<3>(of_size[2], simd);
        reader.answer::<4>(of_size[3], simd);
        reader.answer::<5>(of_size[4], simd);
        reader.answer::<6>(of_size[5], simd);
        reader.answer::<7>(of_size[6], simd);
        reader.answer::<8>(of_size[7], simd);
        const { assert!(SHORT == 8, "all sizes are there") }
        while reader.left != 0 {
            reader.prefetch_next();
        }
    }
}

impl ClipBlock<'_> {
    /// Returns whether these clips can be answered by their words.
    pub(super) fn are_short_words(&self, clips: u64) -> bool {
        !self.words.is_empty() && places(clips).all(|place| self.groups(place) <= SHORT)
    }

    fn groups(&self, place: u32) -> usize {
        groups_of(self.lengths[place as usize % 64])
    }
}

/// Reads the clips of a block.
struct Reader<'a> {
    tiles: &'a mut Tiles,
    kernel: &'a Kernel,
    here: &'a ClipBlock<'a>,
    next: &'a ClipBlock<'a>,
    /// The clips of `next` that have not been prefetched.
    left: u64,
    /// The number of boundaries found.
    length: usize,
}

impl Reader<'_> {
    /// Answers clips that have `GROUPS` groups each.
    #[inline(always)]
    fn answer<const GROUPS: usize>(&mut self, clips: u64, simd: impl Simd) {
        use SetOp::{Difference, Intersection, SymmetricDifference, Union};
        let chains = self.kernel.chains();
        for place in places(clips) {
            self.prefetch_next();
            let mut words = [Group::NONE; GROUPS];
            if chains.is_empty() {
                self.combine(Union, &mut words, self.kernel.answer(), place, simd);
            }
            for chain in chains {
                words = [Group::NONE; GROUPS];
                let to = &mut words;
                self.combine(Union, to, chain.first, place, simd);
                for &(op, with) in &chain.rest {
                    // Each operator has a separately compiled loop.
                    match op {
                        Union => self.combine(Union, to, with, place, simd),
                        Intersection => self.combine(Intersection, to, with, place, simd),
                        Difference => self.combine(Difference, to, with, place, simd),
                        SymmetricDifference => {
                            self.combine(SymmetricDifference, to, with, place, simd);
                        }
                    }
                }
                if chains.len() > 1 {
                    let made = &mut self.tiles.made[chain.to - self.here.words.len()];
                    made[..GROUPS].copy_from_slice(to);
                }
            }
            // The last chain computes the answer.
            let (frames, first) = (self.here.lengths[place as usize % 64], self.length);
            let out = &mut self.tiles.out;
            self.length = edges::boundaries(&words, frames, simd, out, first);
            self.tiles.set_found(place, first..self.length);
        }
    }

    /// Combines words with the words of a value on a clip.
    #[inline(always)]
    fn combine<const GROUPS: usize>(
        &self,
        op: SetOp,
        to: &mut [Group; GROUPS],
        value: usize,
        place: u32,
        simd: impl Simd,
    ) {
        let Some(stored) = self.here.words.get(value) else {
            let made = &self.tiles.made[value - self.here.words.len()];
            return combine_groups(op, to, &made[..GROUPS], simd);
        };
        let bytes = stored.short_words(place);
        match bytes.as_chunks().0.first_chunk::<GROUPS>() {
            Some(words) => {
                for (to, words) in to.iter_mut().zip(words) {
                    *to = simd.combine(op, *to, Group::from_stored(words));
                }
            }
            // The last container of a block has too few bytes for a whole group.
            None => combine_words(op, to, bytes, simd),
        }
    }

    /// Prefetches the words of the next clip of the next block.
    #[inline(always)]
    fn prefetch_next(&mut self) {
        if self.left != 0 {
            let place = self.left.trailing_zeros();
            self.left &= self.left - 1;
            for stored in self.next.words.iter().skip(FIRST_LEAF) {
                prefetch_first_later(stored.short_words(place));
            }
        }
    }
}
