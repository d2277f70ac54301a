//! Converts ranges to words by adding numbers.
//!
//! With one bit per frame, the range `[start, stop)` is the number `2^stop - 2^start`. The words of a clip are the sum
//! over its ranges. A word that ends inside a range borrows one from the next word. The cost of a range does not depend
//! on its length.

use super::group::{Group, LANES, Lanes, words_mut};
use super::tile::SHORT;
use crate::algebra::SetOp;
use crate::tag_block::read_narrow;

/// The words of a short clip as two sums, whose difference is computed at the end. The start of a range therefore need
/// not wait for the stop of the previous range. Invariant: everything is zero between two clips.
#[derive(Clone, Debug)]
pub(super) struct ShortSum {
    /// In each word, the sum of the powers of two of all stops.
    more: [Group; SHORT],
    /// In each word, the sum of the powers of two of all starts.
    less: [Group; SHORT],
    /// The words that borrow: one bit each.
    borrows: u64,
}

impl Default for ShortSum {
    fn default() -> Self {
        Self {
            more: [Group::NONE; SHORT],
            less: [Group::NONE; SHORT],
            borrows: 0,
        }
    }
}

/// The number of clips summed at once.
pub(super) const SUMS: usize = 4;

/// The sums of several clips.
pub(super) type Sums = [ShortSum; SUMS];

impl ShortSum {
    /// Adds ranges in their stored form.
    #[inline(always)]
    pub(super) fn add_runs(&mut self, runs: &[[u8; 3]]) {
        for &run in runs {
            let (start, stop) = read_narrow(run);
            self.add(start, stop);
        }
    }

    /// Adds a range.
    #[inline(always)]
    pub(super) fn add(&mut self, start: u32, stop: u32) {
        let (first, last) = (start / 64 % 64, stop / 64 % 64);
        let less = &mut words_mut(&mut self.less)[first as usize];
        *less = less.wrapping_add(1 << (start % 64));
        let more = &mut words_mut(&mut self.more)[last as usize];
        *more = more.wrapping_add(1 << (stop % 64));
        // Sets a bit for each word of the range except the first.
        self.borrows = self
            .borrows
            .wrapping_add(2 << last)
            .wrapping_sub(2 << first);
    }

    /// Combines the words of the clip with `to`, and resets the sums.
    #[inline(always)]
    pub(super) fn finish(&mut self, op: SetOp, to: &mut [Group], lanes: impl Lanes) {
        let borrows = self.borrows.to_le_bytes();
        let sums = self.more.iter_mut().zip(&mut self.less).zip(borrows);
        for (to, ((more, less), borrows)) in to.iter_mut().zip(sums) {
            *to = lanes.combine(op, *to, lanes.subtract(*more, *less, borrows));
            (*more, *less) = (Group::NONE, Group::NONE);
        }
        // Invariant: a range ends inside its clip, so later groups are zero.
        self.borrows = 0;
    }
}

/// The words of a clip of any length, as one sum.
pub(super) struct LongSum<'a> {
    pub(super) row: &'a mut [Group],
}

impl LongSum<'_> {
    #[inline(always)]
    pub(super) fn add(&mut self, start: u32, stop: u32) {
        if let Some(word) = self.word(start) {
            *word = word.wrapping_sub(1 << (start % 64));
        }
        if let Some(word) = self.word(stop) {
            *word = word.wrapping_add(1 << (stop % 64));
        }
    }

    #[inline(always)]
    fn word(&mut self, frame: u32) -> Option<&mut u64> {
        let word = (frame / 64) as usize;
        let group = self.row.get_mut(word / LANES);
        group.map(|group| &mut group.0[word % LANES])
    }

    pub(super) fn finish(self) {
        let mut borrow = 0;
        for word in self.row.iter_mut().flat_map(|group| &mut group.0) {
            *word = word.wrapping_sub(borrow);
            borrow = *word >> 63;
        }
    }
}
