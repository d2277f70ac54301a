//! Runs the operators of a query on the words of a tile.
//!
//! Words are in rows, one row per value of the kernel, in the order of the tile's clips. A tag stored only as words, or
//! only as ranges of short clips, is combined directly from its storage instead of from a row. `edges` turns the words
//! of the answer into ranges.

use std::iter::once;
use std::mem::{replace, take};
use std::ops::Range;

use super::group::Group;
use super::simd::Simd;
use super::stored::Stored;
use super::sum::{LongSum, Sums};
use super::tile::{SHORT, TILE, Tile};
use crate::algebra::SetOp;
use crate::block::places;
use crate::query::kernel::{ALL, Chain, FIRST_LEAF, Kernel, NONE};
use crate::tag_block::Container;

/// The form of a value of the kernel on the clips of the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// The same bit on all frames: no frame or all frames.
    Constant(bool),
    /// The words of the value's row.
    Row,
    /// The stored words of a tag.
    Words,
    /// The stored ranges of a tag, of three bytes each.
    Runs,
}

/// Rows of words, and the form of each value.
#[derive(Clone, Debug)]
pub(super) struct Raster {
    /// One row per value. The first two rows are constant: no frame, and all frames. A row has room for the largest
    /// tile so far, or is empty if its leaf was always constant or read in place. Rows that swap with each other or
    /// with `spare` are never empty, and `spare` is never empty.
    rows: Vec<Vec<Group>>,
    /// The number of groups of a row.
    room: usize,
    /// The first value that a chain computes. Rows of this and later values are never empty.
    made: usize,
    /// The row that the next chain writes to.
    spare: Vec<Group>,
    /// The number of groups of the current tile.
    groups: usize,
    values: Vec<Value>,
    /// Sums for the ranges of clips.
    sums: Sums,
}

impl Default for Raster {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            room: 0,
            made: usize::MAX,
            spare: Vec::new(),
            groups: 0,
            values: Vec::new(),
            sums: Sums::default(),
        }
    }
}

impl Raster {
    /// Begins a tile of `groups` groups, at most [`TILE`].
    #[inline(always)]
    pub(super) fn begin(&mut self, kernel: &Kernel, groups: usize) {
        self.groups = groups;
        let is_room = groups <= self.room && self.made <= kernel.first_made();
        if self.values.len() < kernel.operands() || !is_room {
            self.grow(kernel, groups);
        }
    }

    #[cold]
    fn grow(&mut self, kernel: &Kernel, groups: usize) {
        let operands = kernel.operands().max(self.values.len());
        self.room = self.room.max(groups.next_multiple_of(TILE / 8).min(TILE));
        self.made = self.made.min(kernel.first_made());
        self.rows.resize(operands, Vec::new());
        for (value, row) in self.rows.iter_mut().enumerate() {
            if value < FIRST_LEAF || value >= self.made || !row.is_empty() {
                let all = if value == ALL {
                    Group::ALL
                } else {
                    Group::NONE
                };
                row.resize(self.room, all);
            }
        }
        self.spare.resize(self.room, Group::NONE);
        self.values.resize(operands, Value::Row);
        self.values[NONE] = Value::Constant(false);
        self.values[ALL] = Value::Constant(true);
    }

    /// Sets a leaf to the same bit on every frame.
    #[inline(always)]
    pub(super) fn set_constant(&mut self, leaf: usize, all: bool) {
        self.values[FIRST_LEAF + leaf] = Value::Constant(all);
    }

    /// Sets a leaf to the stored words of a tag.
    #[inline(always)]
    pub(super) fn set_words(&mut self, leaf: usize) {
        self.values[FIRST_LEAF + leaf] = Value::Words;
    }

    /// Sets a leaf to the stored ranges of a tag, of three bytes each.
    #[inline(always)]
    pub(super) fn set_runs(&mut self, leaf: usize) {
        self.values[FIRST_LEAF + leaf] = Value::Runs;
    }

    /// Clears the row of a leaf, so that words and ranges can be added.
    #[inline(always)]
    pub(super) fn clear(&mut self, leaf: usize) {
        self.values[FIRST_LEAF + leaf] = Value::Row;
        let row = &mut self.rows[FIRST_LEAF + leaf];
        if row.is_empty() {
            row.resize(self.room, Group::NONE);
        }
        row[..self.groups].fill(Group::NONE);
    }

    /// Adds the words of a clip.
    #[inline(always)]
    pub(super) fn add_words(
        &mut self,
        leaf: usize,
        span: Range<usize>,
        bytes: &[u8],
        simd: impl Simd,
    ) {
        let row = &mut self.rows[FIRST_LEAF + leaf][span];
        combine_words(SetOp::Union, row, bytes, simd);
    }

    /// Adds the container of a clip.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        leaf: usize,
        span: Range<usize>,
        container: Container<'_>,
        clip_frames: u32,
        simd: impl Simd,
    ) {
        match container {
            Container::None => {}
            Container::All => self.add_ranges(leaf, span, once((0, clip_frames)), simd),
            Container::Words(bytes) => self.add_words(leaf, span, bytes, simd),
            Container::Runs(runs) => self.add_ranges(leaf, span, runs.iter(), simd),
        }
    }

    /// Adds the ranges of a clip.
    #[inline(always)]
    pub(super) fn add_ranges(
        &mut self,
        leaf: usize,
        span: Range<usize>,
        ranges: impl Iterator<Item = (u32, u32)>,
        simd: impl Simd,
    ) {
        if span.len() > SHORT {
            let mut sum = self.long(leaf, span);
            ranges.for_each(|(start, stop)| sum.add(start, stop));
            return sum.finish();
        }
        let sum = &mut self.sums[0];
        ranges.for_each(|(start, stop)| sum.add(start, stop));
        sum.finish(SetOp::Union, &mut self.rows[FIRST_LEAF + leaf][span], simd);
    }

    /// Returns the sum of a clip of any length. The caller adds the clip's ranges to it.
    #[inline(always)]
    pub(super) fn long(&mut self, leaf: usize, span: Range<usize>) -> LongSum<'_> {
        let row = &mut self.rows[FIRST_LEAF + leaf][span];
        LongSum { row }
    }

    /// Runs the program and returns the words of the answer. `stored` returns the containers of a leaf. Bits past the end of
    /// a clip are unspecified.
    #[inline(always)]
    pub(super) fn run<'a>(
        &mut self,
        kernel: &Kernel,
        tile: &Tile,
        stored: impl Fn(usize) -> Option<Stored<'a>> + Copy,
        simd: impl Simd,
    ) -> &[Group] {
        for chain in kernel.chains() {
            self.chain(chain, tile, stored, simd);
        }
        let answer = kernel.answer();
        if matches!(self.values[answer], Value::Words | Value::Runs) {
            let mut row = take(&mut self.rows[answer]);
            row.resize(self.room, Group::NONE);
            self.write(answer, &mut row, tile, stored, simd);
            self.rows[answer] = row;
        }
        &self.rows[self.row_of(answer)]
    }

    #[inline(always)]
    fn chain<'a>(
        &mut self,
        chain: &Chain,
        tile: &Tile,
        stored: impl Fn(usize) -> Option<Stored<'a>> + Copy,
        simd: impl Simd,
    ) {
        use SetOp::{Difference, Intersection, SymmetricDifference, Union};
        let mut row = take(&mut self.spare);
        if chain.takes_first && self.values[chain.first] == Value::Row {
            row = replace(&mut self.rows[chain.first], row);
        } else {
            self.write(chain.first, &mut row, tile, stored, simd);
        }
        for &(op, with) in &chain.rest {
            if self.values[with] == Value::Constant(op == Intersection) {
                // The operator has no effect.
                continue;
            }
            let to = &mut row;
            // Calls one function per operator, so that each operator has a separately compiled loop.
            match op {
                Union => self.combine(Union, with, to, tile, stored, simd),
                Intersection => self.combine(Intersection, with, to, tile, stored, simd),
                Difference => self.combine(Difference, with, to, tile, stored, simd),
                SymmetricDifference => {
                    self.combine(SymmetricDifference, with, to, tile, stored, simd);
                }
            }
        }
        self.spare = replace(&mut self.rows[chain.to], row);
        self.values[chain.to] = Value::Row;
    }

    /// Writes the words of a value to a row.
    #[inline(always)]
    fn write<'a>(
        &mut self,
        value: usize,
        to: &mut [Group],
        tile: &Tile,
        stored: impl Fn(usize) -> Option<Stored<'a>>,
        simd: impl Simd,
    ) {
        to[..self.groups].fill(Group::NONE);
        self.combine(SetOp::Union, value, to, tile, stored, simd);
    }

    /// Combines a row with a value.
    #[inline(always)]
    fn combine<'a>(
        &mut self,
        op: SetOp,
        value: usize,
        to: &mut [Group],
        tile: &Tile,
        stored: impl Fn(usize) -> Option<Stored<'a>>,
        simd: impl Simd,
    ) {
        let row = &self.rows[self.row_of(value)];
        let kind = self.values[value];
        let stored = match kind {
            Value::Constant(_) | Value::Row => None,
            Value::Words | Value::Runs => stored(value - FIRST_LEAF),
        };
        let Some(mut stored) = stored else {
            return combine_groups(op, &mut to[..tile.groups], row, simd);
        };
        let (mixed, all) = (stored.here.mixed, stored.here.all);
        for &(groups, which) in tile.sizes() {
            let clips = places(which & mixed);
            if kind == Value::Runs {
                let clips = clips.map(|place| (tile.first(place), stored.runs(place)));
                simd.combine_runs(op, to, groups, clips, &mut self.sums);
                continue;
            }
            for place in clips {
                let to = &mut to[tile.first(place)..][..groups];
                combine_words(op, to, stored.words(place), simd);
            }
        }
        stored.end();
        // The clips without a container that the operator changes, and the words with which it combines them.
        let (constant, group) = match op {
            SetOp::Intersection => (!(mixed | all), Group::NONE),
            _ => (all, Group::ALL),
        };
        for (_, span) in tile.clips(constant) {
            for to in &mut to[span] {
                *to = simd.combine(op, *to, group);
            }
        }
    }

    /// Returns the row of a value that is not read in place.
    #[inline(always)]
    fn row_of(&self, value: usize) -> usize {
        match self.values[value] {
            Value::Constant(false) => NONE,
            Value::Constant(true) => ALL,
            _ => value,
        }
    }
}

/// Combines groups with the same number of other groups.
#[inline(always)]
pub(super) fn combine_groups(op: SetOp, to: &mut [Group], with: &[Group], simd: impl Simd) {
    for (to, with) in to.iter_mut().zip(with) {
        *to = simd.combine(op, *to, *with);
    }
}

/// Combines the words of a clip with the words at the start of `bytes`.
#[inline(always)]
pub(super) fn combine_words(op: SetOp, to: &mut [Group], bytes: &[u8], simd: impl Simd) {
    let (words, rest) = bytes.as_chunks();
    for (to, words) in to.iter_mut().zip(words) {
        *to = simd.combine(op, *to, Group::from_stored(words));
    }
    // The last container of a block may end inside a group.
    if let Some(to) = to.get_mut(words.len()) {
        let mut words = [0; size_of::<Group>()];
        words[..rest.len()].copy_from_slice(rest);
        *to = simd.combine(op, *to, Group::from_stored(&words));
    }
}

#[cfg(test)]
mod tests {
    use footwork_base::{SimdLevel, SupportedLevel};
    use proptest::prelude::*;

    use super::*;
    use crate::evaluate::dispatch::{self, Work};
    use crate::evaluate::job::ClipBlock;
    use crate::evaluate::stored::Ahead;
    use crate::evaluate::tile::groups_of;
    use crate::ids::TagId;
    use crate::query::step::Step;
    use crate::ranges::Ranges;
    use crate::tag_block::TagBlock;

    /// Adds the clips of one tag and returns their words.
    struct Add<'a> {
        block: &'a TagBlock,
        lengths: &'a [u32],
    }

    impl Work for Add<'_> {
        type Out = Vec<Vec<u64>>;

        #[inline(always)]
        fn run(self, simd: impl Simd) -> Vec<Vec<u64>> {
            let kernel = Kernel::new(&[Step::Tags(vec![TagId::new(0)].into())]);
            let (mut tile, mut raster) = (Tile::default(), Raster::default());
            tile.fill((0..).zip(self.lengths.iter().copied()));
            raster.begin(&kernel, tile.groups);
            let here = ClipBlock {
                leaves: vec![Some(self.block)],
                ..ClipBlock::default()
            };
            if self.block.narrow_runs(u64::MAX).is_some() {
                raster.set_runs(0);
            } else {
                raster.clear(0);
                for (place, span) in tile.clips(u64::MAX) {
                    raster.add(
                        0,
                        span,
                        self.block.container(place),
                        tile.frames(place),
                        simd,
                    );
                }
            }
            let stored = |leaf| Stored::new(&here, leaf, Ahead::new(&here, 0));
            let words = raster.run(&kernel, &tile, stored, simd);
            let groups = |place| &words[tile.first(place)..][..groups_of(tile.frames(place))];
            let words = |place| groups(place).iter().flat_map(|group| group.0);
            // Bits past the end of a clip are arbitrary.
            let inside = |frames: u32, first: u32| match frames.saturating_sub(first) {
                0..64 => (1 << frames.saturating_sub(first)) - 1,
                64.. => u64::MAX,
            };
            let clip = |(place, frames): (u32, &u32)| {
                let inside = (0..).step_by(64).map(|first| inside(*frames, first));
                let words = words(place).zip(inside);
                words.map(|(word, inside)| word & inside).collect()
            };
            (0..).zip(self.lengths).map(clip).collect()
        }
    }

    /// Checks clips, each given by its length and its ranges. A range is given by its start and length, and cut at the
    /// clip's end.
    fn check(clips: &[(u32, Vec<(u32, u32)>)]) {
        let lengths: Vec<u32> = clips.iter().map(|(frames, _)| *frames).collect();
        let mut block = TagBlock::default();
        let mut expected = Vec::new();
        for (place, (frames, given)) in (0..).zip(clips) {
            let given = given.iter().map(|&(start, length)| {
                let start = start % frames;
                (start, (start + length).min(*frames))
            });
            let ranges = Ranges::repair(given).0;
            block = block.with(place, &ranges, *frames, false).unwrap();
            let mut words = vec![0; 8 * (*frames as usize / 512 + 1)];
            let mask = ranges.to_mask(*frames);
            words[..mask.words().len()].copy_from_slice(mask.words());
            expected.push(words);
        }
        for level in SimdLevel::available() {
            let add = Add {
                block: &block,
                lengths: &lengths,
            };
            let found = dispatch::run(SupportedLevel::new(level).unwrap(), add);
            assert_eq!(found, expected, "{level:?}");
        }
    }

    #[test]
    fn touching_ranges_across_a_word_boundary() {
        check(&[(1938, vec![(1585, 335), (1921, 1), (0, 1)])]);
        check(&[(1920, vec![(1919, 1), (1856, 63), (64, 64)])]);
    }

    #[test]
    fn ranges_at_the_ends_of_groups_and_clips() {
        check(&[(1, vec![(0, 1)]), (511, vec![(0, 3), (500, 11)])]);
        check(&[(512, vec![(448, 64)]), (513, vec![(512, 1), (0, 64)])]);
        // The largest number of ranges that fits in a register, and one more.
        for count in [8, 9] {
            let apart = (0..count).map(|i| (450 * i, 70)).collect();
            check(&[(4_095, apart)]);
        }
        check(&[(4_095, vec![(4_031, 64), (0, 1)])]);
    }

    #[test]
    fn ranges_that_start_or_stop_in_the_same_word() {
        check(&[
            (600, vec![(0, 1), (2, 1)]),
            (600, vec![(60, 10), (71, 200)]),
        ]);
        check(&[(600, vec![(60, 10), (71, 3)])]);
    }

    proptest! {
        #[test]
        fn ranges_become_words(
            clips in prop::collection::vec(
                (1u32..4_096, prop::collection::vec((0u32..4_096, 1u32..400), 1..14)),
                1..6,
            ),
        ) {
            check(&clips);
        }
    }
}
