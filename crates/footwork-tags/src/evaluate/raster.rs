//! Words of 64 frames: the query on all frames of a tile, many words at a time.
//!
//! Words stand in rows, one for each value of the kernel, clip by clip as in the tile. Ranges become
//! words by `sum`; words that are stored are combined with a row where they stand. The way back is
//! in `edges`.

use std::mem::{replace, take};
use std::ops::Range;

use footwork_base::FrameRange;

use super::dispatch::words_of_mut;
use super::group::Group;
use super::kernel::{ALL, Chain, FIRST_LEAF, Kernel, NONE};
use super::simd::Simd;
use super::stored::Stored;
use super::sum::{LongSum, ShortSum};
use super::tile::{SHORT, TILE, Tile};
use crate::SetOp;
use crate::tag_block::{Container, places};

/// What a value of the kernel is on the clips of the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// The same on all frames.
    Constant(bool),
    /// The words of its row.
    Row,
    /// The words that are stored of a tag; where these are not whole groups, those of its row.
    Stored,
}

/// The groups of a row: those of a tile, and room behind them for what is written of a short clip in
/// any case.
const ROW: usize = TILE + 2 * SHORT;

/// Rows of words, and what they are for.
#[derive(Clone, Debug, Default)]
pub(super) struct Raster {
    /// Each of [`ROW`] groups: those of the values, of which the first are none and all.
    rows: Vec<Vec<Group>>,
    /// Room for what is made next.
    spare: Vec<Group>,
    /// How many groups of a row the tile at hand takes.
    groups: usize,
    values: Vec<Value>,
    /// What is taken from the words of the leaf at hand, and which of them borrow: one byte a group.
    /// Zeros, but while ranges are added.
    less: Vec<Group>,
    borrows: Vec<u8>,
    is_adding: bool,
}

impl Raster {
    /// Begins a tile of so many groups, up to [`TILE`].
    #[inline(always)]
    pub(super) fn begin(&mut self, kernel: &Kernel, groups: usize) {
        self.groups = groups;
        if self.values.len() < kernel.operands() {
            self.grow(kernel.operands());
        }
        if self.is_adding {
            // What was asked for ranges panicked.
            self.less.fill(Group::NONE);
            self.borrows.fill(0);
            self.is_adding = false;
        }
    }

    #[cold]
    fn grow(&mut self, operands: usize) {
        self.spare.resize(ROW, Group::NONE);
        self.less.resize(ROW, Group::NONE);
        self.borrows.resize(ROW, 0);
        self.rows.resize(operands, vec![Group::NONE; ROW]);
        self.rows[ALL].fill(Group::ALL);
        self.values.resize(operands, Value::Row);
        self.values[NONE] = Value::Constant(false);
        self.values[ALL] = Value::Constant(true);
    }

    /// Makes a leaf the same on every frame.
    #[inline(always)]
    pub(super) fn set_constant(&mut self, leaf: usize, all: bool) {
        self.values[FIRST_LEAF + leaf] = Value::Constant(all);
    }

    /// Makes a leaf what is stored of a tag. Clips of which too little is stored are to be copied.
    #[inline(always)]
    pub(super) fn set_stored(&mut self, leaf: usize) {
        self.values[FIRST_LEAF + leaf] = Value::Stored;
    }

    /// Makes a leaf empty, for words and ranges to be added.
    #[inline(always)]
    pub(super) fn clear(&mut self, leaf: usize) {
        self.values[FIRST_LEAF + leaf] = Value::Row;
        self.rows[FIRST_LEAF + leaf][..self.groups].fill(Group::NONE);
        self.is_adding = true;
    }

    /// Writes the words of a clip.
    #[inline(always)]
    pub(super) fn copy(&mut self, leaf: usize, span: Range<usize>, bytes: &[u8]) {
        let words = words_of_mut(&mut self.rows[FIRST_LEAF + leaf][span]);
        for (own, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *own = u64::from_le_bytes(*bytes);
        }
    }

    /// Adds the ranges of a short clip as they are stored, three bytes each.
    #[inline(always)]
    pub(super) fn add_narrow(
        &mut self,
        leaf: usize,
        span: Range<usize>,
        runs: &[[u8; 3]],
        simd: impl Simd,
    ) {
        if let Some((mut sum, borrows)) = self.short(leaf, &span) {
            simd.add(runs, &mut sum);
            *borrows = sum.borrows().to_le_bytes();
        }
    }

    /// Adds what is stored of a clip, whatever that is.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        leaf: usize,
        span: Range<usize>,
        container: Container<'_>,
        clip_frames: u32,
    ) {
        let runs = match container {
            Container::None => return,
            Container::All => {
                let whole = FrameRange::new(0, clip_frames);
                return self.add_ranges(leaf, span, whole.as_slice());
            }
            Container::Words(bytes) => return self.copy(leaf, span, bytes),
            Container::Runs(runs) => runs,
        };
        if let Some((mut sum, borrows)) = self.short(leaf, &span) {
            runs.each(|start, stop| sum.add(start, stop));
            *borrows = sum.borrows().to_le_bytes();
        } else {
            let mut sum = self.long(leaf, span);
            runs.each(|start, stop| sum.add(start, stop));
            sum.finish();
        }
    }

    /// Adds the ranges of a clip.
    #[inline(always)]
    pub(super) fn add_ranges(&mut self, leaf: usize, span: Range<usize>, ranges: &[FrameRange]) {
        if let Some((mut sum, borrows)) = self.short(leaf, &span) {
            for range in ranges {
                sum.add(range.start(), range.stop());
            }
            *borrows = sum.borrows().to_le_bytes();
        } else {
            let mut sum = self.long(leaf, span);
            for range in ranges {
                sum.add(range.start(), range.stop());
            }
            sum.finish();
        }
    }

    /// The sum of a clip, if it is short, and where to write which words borrow.
    #[inline(always)]
    fn short(
        &mut self,
        leaf: usize,
        span: &Range<usize>,
    ) -> Option<(ShortSum<'_>, &mut [u8; SHORT])> {
        if span.len() > SHORT {
            return None;
        }
        let more =
            words_of_mut(&mut self.rows[FIRST_LEAF + leaf][span.start..]).first_chunk_mut()?;
        let less = words_of_mut(&mut self.less[span.start..]).first_chunk_mut()?;
        let borrows = self.borrows[span.start..].first_chunk_mut()?;
        Some((ShortSum::new(more, less), borrows))
    }

    /// The sum of a clip that is not short.
    #[inline(always)]
    pub(super) fn long(&mut self, leaf: usize, span: Range<usize>) -> LongSum<'_> {
        let row = &mut self.rows[FIRST_LEAF + leaf][span];
        LongSum { row }
    }

    /// Ends the adding of ranges; those of a clip that is not short are words already.
    #[inline(always)]
    pub(super) fn finish(&mut self, leaf: usize, simd: impl Simd) {
        let row = &mut self.rows[FIRST_LEAF + leaf][..self.groups];
        for ((group, less), borrows) in row.iter_mut().zip(&mut self.less).zip(&self.borrows) {
            *group = simd.subtract(*group, *less, *borrows);
            *less = Group::NONE;
        }
        // Invariant: a range ends inside its clip, so no word behind the last clip borrows.
        self.borrows[..self.groups].fill(0);
        self.is_adding = false;
    }

    /// Runs the program; `stored` gives what is stored of a leaf. Returns the words of the answer,
    /// of which bits past the end of a clip are anything.
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
        if self.values[answer] == Value::Stored {
            let mut row = take(&mut self.spare);
            self.write(answer, tile, stored, &mut row, simd);
            self.spare = replace(&mut self.rows[answer], row);
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
        let mut row = take(&mut self.spare);
        if chain.takes_first && self.values[chain.first] == Value::Row {
            row = replace(&mut self.rows[chain.first], row);
        } else {
            self.write(chain.first, tile, stored, &mut row, simd);
        }
        for &(op, with) in &chain.rest {
            if self.values[with] == Value::Constant(op == SetOp::Intersection) {
                // It changes nothing.
                continue;
            }
            let with = self.source(with, stored);
            // Each operator with a loop of its own.
            match op {
                SetOp::Union => combine(tile, with, &mut row, SetOp::Union, simd),
                SetOp::Intersection => combine(tile, with, &mut row, SetOp::Intersection, simd),
                SetOp::Difference => combine(tile, with, &mut row, SetOp::Difference, simd),
                SetOp::SymmetricDifference => {
                    combine(tile, with, &mut row, SetOp::SymmetricDifference, simd);
                }
            }
        }
        self.spare = replace(&mut self.rows[chain.to], row);
        self.values[chain.to] = Value::Row;
    }

    /// Writes the words of a value to a row.
    #[inline(always)]
    fn write<'a>(
        &self,
        value: usize,
        tile: &Tile,
        stored: impl Fn(usize) -> Option<Stored<'a>>,
        to: &mut [Group],
        simd: impl Simd,
    ) {
        to[..self.groups].fill(Group::NONE);
        combine(tile, self.source(value, stored), to, SetOp::Union, simd);
    }

    /// The row of a value that is not stored.
    #[inline(always)]
    fn row_of(&self, value: usize) -> usize {
        match self.values[value] {
            Value::Constant(false) => NONE,
            Value::Constant(true) => ALL,
            _ => value,
        }
    }

    /// Where the words of a value are.
    #[inline(always)]
    fn source<'s, 'a: 's>(
        &'s self,
        value: usize,
        stored: impl Fn(usize) -> Option<Stored<'a>>,
    ) -> Source<'s> {
        let row = &self.rows[self.row_of(value)];
        let stored = match self.values[value] {
            Value::Stored => stored(value - FIRST_LEAF),
            _ => None,
        };
        match stored {
            Some(stored) => Source::Stored(stored, row),
            None => Source::Row(row),
        }
    }
}

/// Where the words of a value are.
#[derive(Clone, Copy)]
enum Source<'a> {
    Row(&'a [Group]),
    /// What is stored, and the row for clips of which too little is.
    Stored(Stored<'a>, &'a [Group]),
}

/// Combines a row with a value.
#[inline(always)]
fn combine(tile: &Tile, with: Source<'_>, to: &mut [Group], op: SetOp, simd: impl Simd) {
    match with {
        Source::Row(row) => combine_groups(&mut to[..tile.groups], row, op, simd),
        Source::Stored(mut stored, row) => {
            let (mixed, all) = (stored.here.mixed, stored.here.all);
            // The other clips that change, and by what.
            let (constant, group) = match op {
                SetOp::Intersection => (!(mixed | all), Group::NONE),
                _ => (all, Group::ALL),
            };
            for &(groups, which) in tile.sizes() {
                for place in places(which & mixed) {
                    let first = tile.first(place);
                    let to = &mut to[first..][..groups];
                    if let Some(stored) = stored.read(place, groups) {
                        for (to, stored) in to.iter_mut().zip(stored) {
                            *to = simd.combine(op, *to, Group::from_stored(stored));
                        }
                    } else {
                        combine_groups(to, &row[first..], op, simd);
                    }
                }
                for place in places(which & constant) {
                    for to in &mut to[tile.first(place)..][..groups] {
                        *to = simd.combine(op, *to, group);
                    }
                }
            }
            stored.end();
        }
    }
}

#[inline(always)]
fn combine_groups(to: &mut [Group], with: &[Group], op: SetOp, simd: impl Simd) {
    for (to, with) in to.iter_mut().zip(with) {
        *to = simd.combine(op, *to, *with);
    }
}

#[cfg(test)]
mod tests {
    use footwork_base::{FoundSimd, SimdLevel};
    use proptest::prelude::*;

    use super::*;
    use crate::evaluate::dispatch::{self, Work};
    use crate::query::step::Step;
    use crate::tag_block::TagBlock;
    use crate::{Ranges, TagId};

    /// Clips of one tag, as ranges, made words.
    struct Add<'a> {
        block: &'a TagBlock,
        lengths: &'a [u32],
    }

    impl Work for Add<'_> {
        type Out = Vec<Vec<u64>>;

        #[inline(always)]
        fn run(self, simd: impl Simd) -> Vec<Vec<u64>> {
            let kernel = Kernel::of(&[Step::Tags(vec![TagId::new(0)].into())]);
            let (mut tile, mut raster) = (Tile::default(), Raster::default());
            tile.fill((0..).zip(self.lengths.iter().copied()));
            raster.begin(&kernel, tile.groups);
            raster.clear(0);
            for (place, span) in tile.clips(u64::MAX) {
                match self.block.narrow_runs(1 << place) {
                    Some(containers) => {
                        raster.add_narrow(0, span, containers.narrow_runs(place), simd);
                    }
                    None => raster.add(0, span, self.block.of(place), tile.frames(place)),
                }
            }
            raster.finish(0, simd);
            let words = raster.run(&kernel, &tile, |_| None, simd);
            let places = 0..u32::try_from(self.lengths.len()).unwrap();
            let words = |place| words[tile.span(place)].iter().flat_map(|group| group.0);
            places.map(|place| words(place).collect()).collect()
        }
    }

    /// Checks clips of so many frames with ranges that start and last so long, cut off at the end.
    fn check(clips: &[(u32, Vec<(u32, u32)>)]) {
        let lengths: Vec<u32> = clips.iter().map(|(frames, _)| *frames).collect();
        let mut block = TagBlock::default();
        let mut expected = Vec::new();
        for (place, (frames, given)) in (0..).zip(clips) {
            let given = given.iter().map(|&(start, length)| {
                let start = start % frames;
                (start, (start + length).min(*frames))
            });
            let ranges = Ranges::from_unsorted(given).0;
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
            let found = dispatch::run(FoundSimd::new(level).unwrap(), add);
            assert_eq!(found, expected, "{level:?}");
        }
    }

    #[test]
    fn ranges_that_touch_across_a_border_of_words() {
        check(&[(1938, vec![(1585, 335), (1921, 1), (0, 1)])]);
        check(&[(1920, vec![(1919, 1), (1856, 63), (64, 64)])]);
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
