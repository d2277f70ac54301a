//! Words of 64 frames: the query on all frames of a clip, 64 at a time.
//!
//! Ranges become words by adding up what each is as a number; the way back is in `edges`.
//!
//! Words stand in rows, one for each operand of the kernel. Nothing here depends on what the rows
//! hold but the loops over boundaries: an operand without a frame is a row of zeros like another.

use std::array;

use footwork_base::FrameRange;

use super::kernel::{ALL, Chain, Kernel, NONE};
use crate::SetOp;
use crate::tag_block::{Runs, word};

/// Words are read and written in groups of this many.
pub(super) const LANES: usize = 8;

/// As many words as the widest processor combines at once.
pub(super) type Group = [u64; LANES];

/// Clips of more than one group take a multiple of this many, so that what is done to them does
/// not depend on their length alone.
const STRIDE: usize = 4;

/// The most groups of a short row: as many words as one word has a bit for each of.
const SHORT: usize = 64 / LANES;

/// Rows of words: none, all, those of the leaves, then those that the program makes of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Raster {
    /// One row after the other, each of `pitch` groups.
    rows: Vec<Group>,
    pitch: usize,
    /// How many groups of a row the clip at hand takes.
    groups: usize,
    /// The row of each operand.
    row_of: Vec<usize>,
}

impl Raster {
    /// Begins with the operands of a kernel, each anything.
    #[inline(always)]
    pub(super) fn begin(&mut self, kernel: &Kernel) {
        let operands = kernel.operands();
        if self.row_of.len() < operands {
            self.row_of.resize(operands, NONE);
            self.row_of[ALL] = ALL;
        }
    }

    /// Makes room for the rows of a clip of this length.
    #[inline(always)]
    pub(super) fn make_room(&mut self, kernel: &Kernel, clip_frames: u32) {
        // One bit more than frames, for the stop of a range at the clip's end.
        self.groups = match clip_frames as usize / (64 * LANES) + 1 {
            1 => 1,
            more => more.next_multiple_of(STRIDE),
        };
        let operands = kernel.operands();
        if self.pitch < self.groups || self.rows.len() < operands * self.pitch + SHORT {
            self.grow(operands);
        }
    }

    #[cold]
    fn grow(&mut self, operands: usize) {
        self.pitch = self.pitch.max(self.groups);
        self.rows.clear();
        // The last row, too, begins an array of as many groups as a short row can have.
        self.rows.resize(operands * self.pitch + SHORT, [0; LANES]);
        self.rows[ALL * self.pitch..][..self.pitch].fill([u64::MAX; LANES]);
    }

    /// Makes an operand the same on every frame.
    #[inline(always)]
    pub(super) fn set_constant(&mut self, operand: usize, all: bool) {
        self.row_of[operand] = if all { ALL } else { NONE };
    }

    /// Makes an operand words as they are stored.
    #[inline(always)]
    pub(super) fn set_words(&mut self, operand: usize, bytes: &[u8]) {
        let row = self.own_row(operand).as_flattened_mut();
        let (words, rest) = row.split_at_mut(row.len().min(bytes.len() / 8));
        for (own, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *own = word(bytes);
        }
        rest.fill(0);
    }

    /// Makes an operand ranges as they are stored.
    #[inline(always)]
    pub(super) fn set_runs(&mut self, operand: usize, runs: Runs<'_>) {
        let groups = self.groups;
        match self.short_row(operand) {
            Some(row) => {
                let mut sum = ShortSum::new(row, groups);
                runs.each(|start, stop| sum.range(start, stop));
                sum.finish(groups);
            }
            None => self.set_long(operand, |sum| {
                runs.each(|start, stop| sum.range(start, stop));
            }),
        }
    }

    /// Makes an operand ranges.
    pub(super) fn set_ranges(&mut self, operand: usize, ranges: &[FrameRange]) {
        self.set_long(operand, |sum| {
            for range in ranges {
                sum.range(range.start(), range.stop());
            }
        });
    }

    fn set_long(&mut self, operand: usize, add: impl FnOnce(&mut LongSum<'_>)) {
        let mut sum = LongSum::new(self.own_row(operand));
        add(&mut sum);
        sum.finish();
    }

    /// The own row of an operand, where the clip at hand is short; behind its groups other rows.
    #[inline(always)]
    fn short_row(&mut self, operand: usize) -> Option<&mut [Group; SHORT]> {
        if self.groups > SHORT {
            return None;
        }
        self.row_of[operand] = operand;
        self.rows[operand * self.pitch..].first_chunk_mut()
    }

    #[inline(always)]
    fn own_row(&mut self, operand: usize) -> &mut [Group] {
        self.row_of[operand] = operand;
        &mut self.rows[operand * self.pitch..][..self.groups]
    }

    /// Runs the program; returns the words of the answer. Bits past the clip's end are anything.
    #[inline(always)]
    pub(super) fn run(&mut self, kernel: &Kernel) -> &[Group] {
        for chain in kernel.chains() {
            if self.groups == 1 {
                self.chain::<1>(chain, 0);
                continue;
            }
            for at in (0..self.groups).step_by(STRIDE) {
                self.chain::<STRIDE>(chain, at);
            }
        }
        &self.rows[self.row_of[kernel.answer()] * self.pitch..][..self.groups]
    }

    /// Runs a chain on `N` groups from `at`, all at once.
    #[inline(always)]
    fn chain<const N: usize>(&mut self, chain: &Chain, at: usize) {
        let Some(mut value) = self.groups_of::<N>(chain.first, at).copied() else {
            return;
        };
        for &(op, other) in &chain.rest {
            let Some(other) = self.groups_of::<N>(other, at).copied() else {
                return;
            };
            match op {
                SetOp::Union => combine(&mut value, other, |a, b| a | b),
                SetOp::Intersection => combine(&mut value, other, |a, b| a & b),
                SetOp::Difference => combine(&mut value, other, |a, b| a & !b),
                SetOp::SymmetricDifference => combine(&mut value, other, |a, b| a ^ b),
            }
        }
        self.row_of[chain.to] = chain.to;
        let to = chain.to * self.pitch + at;
        if let Some(to) = self.rows[to..].first_chunk_mut() {
            *to = value;
        }
    }

    #[inline(always)]
    fn groups_of<const N: usize>(&self, operand: usize, at: usize) -> Option<&[Group; N]> {
        self.rows[self.row_of[operand] * self.pitch + at..].first_chunk()
    }
}

#[inline(always)]
fn combine<const N: usize>(a: &mut [Group; N], b: [Group; N], f: impl Fn(u64, u64) -> u64) {
    for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *a = f(*a, *b);
    }
}

/// The words of ranges, as a sum.
///
/// As a number with a bit a frame, the range `[start, stop)` is `2^stop - 2^start`: each word is
/// what its own bits add up to, less one where the word before borrows because it ends inside a
/// range.
struct ShortSum<'a> {
    /// Of fixed length, so that no place has to be checked; ranges end inside the clip.
    row: &'a mut [Group; SHORT],
    /// Which words borrow.
    inside: u64,
}

impl<'a> ShortSum<'a> {
    #[inline(always)]
    fn new(row: &'a mut [Group; SHORT], groups: usize) -> Self {
        row[..groups].fill([0; LANES]);
        Self { row, inside: 0 }
    }

    #[inline(always)]
    fn range(&mut self, start: u32, stop: u32) {
        let words = self.row.as_flattened_mut();
        let (first, last) = (start / 64 % 64, stop / 64 % 64);
        let word = &mut words[first as usize];
        *word = word.wrapping_sub(1 << (start % 64));
        let word = &mut words[last as usize];
        *word = word.wrapping_add(1 << (stop % 64));
        // The words behind the first up to the last.
        self.inside = self.inside.wrapping_add(2 << last).wrapping_sub(2 << first);
    }

    #[inline(always)]
    fn finish(self, groups: usize) {
        let mut inside = self.inside;
        for group in &mut self.row[..groups] {
            // All bits, which is less one, where the word borrows: the same for every lane.
            let less: Group = array::from_fn(|lane| {
                let highest = inside << (63 - lane);
                (highest.cast_signed() >> 63).cast_unsigned()
            });
            *group = array::from_fn(|lane| group[lane].wrapping_add(less[lane]));
            inside >>= LANES;
        }
    }
}

/// The same for a row of any length.
struct LongSum<'a> {
    words: &'a mut [u64],
}

impl<'a> LongSum<'a> {
    fn new(row: &'a mut [Group]) -> Self {
        let words = row.as_flattened_mut();
        words.fill(0);
        Self { words }
    }

    #[inline(always)]
    fn range(&mut self, start: u32, stop: u32) {
        if let Some(word) = self.words.get_mut((start / 64) as usize) {
            *word = word.wrapping_sub(1 << (start % 64));
        }
        if let Some(word) = self.words.get_mut((stop / 64) as usize) {
            *word = word.wrapping_add(1 << (stop % 64));
        }
    }

    fn finish(self) {
        let mut inside = 0;
        for word in self.words {
            *word = word.wrapping_sub(inside);
            inside = *word >> 63;
        }
    }
}
