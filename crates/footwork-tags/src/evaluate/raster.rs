//! Words of 64 frames: the query on all frames of a clip, 64 at a time.
//!
//! Ranges become words by flipping a bit at each boundary and then taking the running parity
//! (prefix xor); words become ranges by finding the bits that differ from their neighbour.
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
type Group = [u64; LANES];

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

/// What is kept to find the boundaries of words.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    /// The bits that differ from the one before.
    bits: Vec<u64>,
}

/// Words that one word has a bit for each of.
const TILE: usize = 64;

/// How many edges of a word are written at once: most words have few.
const BATCH: usize = 4;

impl Edges {
    /// Writes the boundaries of the words, starts and stops in turn, to `out` and returns how many
    /// there are; bits at and past `clip_frames` count for nothing.
    #[inline(always)]
    pub(super) fn boundaries(
        &mut self,
        groups: &[Group],
        clip_frames: u32,
        out: &mut Vec<u32>,
    ) -> usize {
        // The word with the bit behind the last frame ends what is open there.
        let last = clip_frames as usize / 64;
        let words = &groups.as_flattened()[..last + 1];
        if self.bits.len() < words.len() {
            self.bits.resize(words.len(), 0);
        }
        let bits = &mut self.bits[..words.len()];
        bits[0] = edges(0, words[0]);
        for (bits, pair) in bits[1..].iter_mut().zip(words.windows(2)) {
            *bits = edges(pair[0], pair[1]);
        }
        let inside = words[last] & ((1 << (clip_frames % 64)) - 1);
        bits[last] = edges(
            last.checked_sub(1).map_or(0, |before| words[before]),
            inside,
        );
        let mut length = 0;
        for (base, bits) in (0u32..).step_by(64 * TILE).zip(bits.chunks(TILE)) {
            length = write(bits, base, length, out);
        }
        length
    }
}

/// The bits of a word that differ from the one before.
#[inline(always)]
fn edges(before: u64, word: u64) -> u64 {
    word ^ (word << 1 | before >> 63)
}

/// Writes the places of the bits of up to [`TILE`] words behind the first `length` of `out`, and
/// returns how many are there then.
#[inline(always)]
fn write(edges: &[u64], base: u32, mut length: usize, out: &mut Vec<u32>) -> usize {
    let (mut count, mut some) = (0, 0u64);
    for (place, edges) in (0u32..).zip(edges) {
        count += edges.count_ones();
        some |= u64::from(*edges != 0) << place;
    }
    let needed = length + count as usize + BATCH;
    if out.len() < needed {
        out.resize(2 * needed, 0);
    }
    while some != 0 {
        let place = some.trailing_zeros();
        some &= some - 1;
        let mut bits = edges[place as usize];
        let base = base + 64 * place;
        let count = bits.count_ones() as usize;
        let mut written = 0;
        loop {
            // Without a choice inside: what is written too far is written over.
            for slot in &mut out[length + written..][..BATCH] {
                *slot = base.wrapping_add(bits.trailing_zeros());
                bits &= bits.wrapping_sub(1);
            }
            written += BATCH;
            if written >= count {
                break;
            }
        }
        length += count;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::step::Step;
    use crate::{Ranges, TagId};

    #[test]
    fn boundaries_become_words_and_boundaries_again() {
        let kernel = Kernel::of(&[Step::Tags(vec![TagId::new(0)].into())]);
        let mut raster = Raster::default();
        let every_second: Vec<u32> = (0..200).collect();
        for (given, length) in [
            (vec![0, 1], 1),
            (vec![0, 64], 64),
            (vec![3, 64, 70, 130], 130),
            (vec![], 200),
            (vec![63, 65, 127, 129, 199, 200], 200),
            (vec![0, 4095, 4100, 5000, 9000, 9999], 10_000),
            (every_second, 200),
        ] {
            raster.begin(&kernel);
            raster.make_room(&kernel, length);
            raster.set_ranges(
                kernel.answer(),
                Ranges::from_unsorted(given.chunks(2).map(|p| (p[0], p[1])))
                    .0
                    .as_slice(),
            );
            let groups = raster.run(&kernel);
            let words = groups.as_flattened();
            let is_in = |frame: u32| words[(frame / 64) as usize] >> (frame % 64) & 1 == 1;
            for frame in 0..length {
                let held = given
                    .chunks(2)
                    .any(|pair| (pair[0]..pair[1]).contains(&frame));
                assert_eq!(is_in(frame), held, "frame {frame} of {given:?}");
            }
            let mut out = Vec::new();
            let count = Edges::default().boundaries(groups, length, &mut out);
            assert_eq!(out[..count], given);
        }
    }
}
