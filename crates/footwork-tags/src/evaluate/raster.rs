//! Words of 64 frames: the query on all frames of a clip, 64 at a time.
//!
//! Ranges become words by flipping a bit at each boundary and then taking the running parity
//! (prefix xor); the way back is in `edges`.
//!
//! Words stand in rows, one for each operand of the kernel. Nothing here depends on what the rows
//! hold but the loops over boundaries: an operand without a frame is a row of zeros like another.

use footwork_base::FrameRange;

use super::kernel::{ALL, Chain, Kernel, NONE};
use crate::SetOp;
use crate::tag_block::{Runs, word};

/// Words are read and written in groups of this many.
const LANES: usize = 8;

/// As many words as the widest processor combines at once.
pub(super) type Group = [u64; LANES];

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
        self.groups = clip_frames as usize / (64 * LANES) + 1;
        let operands = kernel.operands();
        if self.pitch < self.groups || self.rows.len() < operands * self.pitch {
            self.grow(operands);
        }
    }

    #[cold]
    fn grow(&mut self, operands: usize) {
        self.pitch = self.pitch.max(self.groups);
        self.rows.clear();
        self.rows.resize(operands * self.pitch, [0; LANES]);
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
        let mut flips = Flips::new(self.own_row(operand));
        runs.each(|start, stop| flips.range(start, stop));
        flips.finish();
    }

    /// Makes an operand ranges.
    pub(super) fn set_ranges(&mut self, operand: usize, ranges: &[FrameRange]) {
        let mut flips = Flips::new(self.own_row(operand));
        for range in ranges {
            flips.range(range.start(), range.stop());
        }
        flips.finish();
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
            let mut at = 0;
            while at < self.groups {
                at += match self.groups - at {
                    0..4 => self.chain::<1>(chain, at),
                    4.. => self.chain::<4>(chain, at),
                };
            }
        }
        &self.rows[self.row_of[kernel.answer()] * self.pitch..][..self.groups]
    }

    /// Runs a chain on `N` groups from `at`, all at once; returns `N`.
    #[inline(always)]
    fn chain<const N: usize>(&mut self, chain: &Chain, at: usize) -> usize {
        let Some(mut value) = self.groups_of::<N>(chain.first, at).copied() else {
            return N;
        };
        for &(op, other) in &chain.rest {
            let Some(other) = self.groups_of::<N>(other, at) else {
                return N;
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
        N
    }

    #[inline(always)]
    fn groups_of<const N: usize>(&self, operand: usize, at: usize) -> Option<&[Group; N]> {
        self.rows[self.row_of[operand] * self.pitch + at..].first_chunk()
    }
}

#[inline(always)]
fn combine<const N: usize>(a: &mut [Group; N], b: &[Group; N], f: impl Fn(u64, u64) -> u64) {
    for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *a = f(*a, *b);
    }
}

/// A row that becomes the words of ranges.
struct Flips<'a> {
    row: &'a mut [Group],
    /// Which words have an odd number of boundaries, of the first 64.
    odd: u64,
}

impl<'a> Flips<'a> {
    #[inline(always)]
    fn new(row: &'a mut [Group]) -> Self {
        row.fill([0; LANES]);
        Self { row, odd: 0 }
    }

    #[inline(always)]
    fn range(&mut self, start: u32, stop: u32) {
        self.boundary(start);
        self.boundary(stop);
    }

    #[inline(always)]
    fn boundary(&mut self, frame: u32) {
        let words = self.row.as_flattened_mut();
        if let Some(word) = words.get_mut((frame / 64) as usize) {
            *word ^= 1 << (frame % 64);
            self.odd ^= 1 << (frame / 64 % 64);
        }
    }

    /// Takes the running parity: in each word, then of the words before it.
    #[inline(always)]
    fn finish(self) {
        for word in self.row.as_flattened_mut() {
            *word = parity(*word);
        }
        if self.row.len() <= 64 / LANES {
            // Words behind an odd number of boundaries begin inside a range.
            let inside = parity(self.odd) << 1;
            for (first, group) in (0..).step_by(LANES).zip(self.row) {
                for (lane, word) in (first..).zip(group) {
                    *word ^= (inside >> lane & 1).wrapping_neg();
                }
            }
        } else {
            let mut inside = 0;
            for word in self.row.as_flattened_mut() {
                *word ^= inside;
                inside = (*word >> 63).wrapping_neg();
            }
        }
    }
}

/// The running parity of the bits, from the lowest.
#[inline(always)]
fn parity(mut bits: u64) -> u64 {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^ bits << 32
}
