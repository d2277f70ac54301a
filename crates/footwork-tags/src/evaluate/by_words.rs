//! Clip by clip: the query on tags of nothing but words, several times what the second cache holds.
//!
//! By tiles, all clips of a tag are read one after the other, so memory is asked for much at a time
//! and then for nothing. Here every clip asks for as much, and what is computed of it takes the time
//! until it comes. Of each clip all tags are read, whether it has a part of their frames or not: where
//! many have, that takes less time than a choice that is not foreseen, but more than tiles do where
//! memory is near.
//!
//! A clip of 4,096 frames and more sends the clips before it in its block to tiles, and from one way to the
//! other the next block is not prefetched.

use super::by_tile::Tiles;
use super::dispatch::Work;
use super::edges;
use super::group::{Group, StoredGroup};
use super::job::{ClipBlock, Job};
use super::kernel::{FIRST_LEAF, Kernel};
use super::simd::Simd;
use super::tile::{SHORT, groups_of};
use crate::SetOp;
use crate::tag_block::places;

/// The values that the chains make of a clip.
pub(super) type Made = Vec<[StoredGroup; SHORT]>;

/// Answers some clips of a block whose words were looked for, all of them short.
pub(super) struct AnswerWords<'a> {
    pub(super) tiles: &'a mut Tiles,
    pub(super) job: Job<'a>,
    pub(super) here: &'a ClipBlock<'a>,
    /// The block that is answered then.
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
            self.tiles.made.resize(made, [[0; 64]; SHORT]);
        }
        // Those of one group, two and so on: loops over their groups are then as long as the ones before.
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
        reader.of_groups::<1>(of_size[0], simd);
        reader.of_groups::<2>(of_size[1], simd);
        reader.of_groups::<3>(of_size[2], simd);
        reader.of_groups::<4>(of_size[3], simd);
        reader.of_groups::<5>(of_size[4], simd);
        reader.of_groups::<6>(of_size[5], simd);
        reader.of_groups::<7>(of_size[6], simd);
        reader.of_groups::<8>(of_size[7], simd);
        const { assert!(SHORT == 8, "all sizes are there") }
        while reader.left != 0 {
            reader.prefetch_next();
        }
    }
}

impl ClipBlock<'_> {
    /// Whether these clips can be answered by their words.
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
    /// The clips there that have not been prefetched.
    left: u64,
    /// How many boundaries were found.
    length: usize,
}

impl Reader<'_> {
    /// Answers clips of so many groups.
    #[inline(always)]
    fn of_groups<const GROUPS: usize>(&mut self, clips: u64, simd: impl Simd) {
        use SetOp::{Difference, Intersection, SymmetricDifference, Union};
        let chains = self.kernel.chains();
        for place in places(clips) {
            self.prefetch_next();
            let mut spare = [[0; 64]; GROUPS];
            let mut answer = [Group::NONE; GROUPS];
            if chains.is_empty() {
                let words = self.operand(self.kernel.answer(), place, &mut spare);
                combine(Union, &mut answer, words, simd);
            }
            for chain in chains {
                let mut words = [Group::NONE; GROUPS];
                let first = self.operand(chain.first, place, &mut spare);
                combine(Union, &mut words, first, simd);
                for &(op, with) in &chain.rest {
                    let with = self.operand(with, place, &mut spare);
                    // Each operator with a loop of its own.
                    match op {
                        Union => combine(Union, &mut words, with, simd),
                        Intersection => combine(Intersection, &mut words, with, simd),
                        Difference => combine(Difference, &mut words, with, simd),
                        SymmetricDifference => {
                            combine(SymmetricDifference, &mut words, with, simd);
                        }
                    }
                }
                if chains.len() > 1 {
                    let made = &mut self.tiles.made[chain.to - self.here.words.len()];
                    for (to, words) in made.iter_mut().zip(&words) {
                        *to = words.to_stored();
                    }
                }
                // The last one makes the answer.
                for (to, words) in answer.iter_mut().zip(words) {
                    *to = words;
                }
            }
            let (frames, first) = (self.here.lengths[place as usize % 64], self.length);
            let out = &mut self.tiles.out;
            self.length = edges::boundaries(&answer, frames, simd, out, first);
            self.tiles.set_found(place, first..self.length);
        }
    }

    /// The words of a value on a clip; `spare` is room for them where these are not whole groups.
    #[inline(always)]
    fn operand<'s, const GROUPS: usize>(
        &'s self,
        value: usize,
        place: u32,
        spare: &'s mut [StoredGroup; GROUPS],
    ) -> &'s [StoredGroup; GROUPS] {
        let words = match self.here.words.get(value) {
            Some(words) => words.of(place),
            None => self.tiles.made[value - self.here.words.len()].as_flattened(),
        };
        if let Some(groups) = words.as_chunks().0.first_chunk() {
            return groups;
        }
        // The last clip of a block that has words.
        spare.as_flattened_mut()[..words.len()].copy_from_slice(words);
        spare
    }

    /// Prefetches the words of the next clip of the next block.
    #[inline(always)]
    fn prefetch_next(&mut self) {
        if self.left != 0 {
            let place = self.left.trailing_zeros();
            self.left &= self.left - 1;
            for words in self.next.words.iter().skip(FIRST_LEAF) {
                words.prefetch(place);
            }
        }
    }
}

#[inline(always)]
fn combine<const GROUPS: usize>(
    op: SetOp,
    to: &mut [Group; GROUPS],
    with: &[StoredGroup; GROUPS],
    simd: impl Simd,
) {
    for (to, with) in to.iter_mut().zip(with) {
        *to = simd.combine(op, *to, Group::from_stored(with));
    }
}
