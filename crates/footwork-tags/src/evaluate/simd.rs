//! The operations with different instructions on different processors. `dispatch` chooses among them.

use std::array;

use footwork_base::FrameRange;

use super::group::{Group, Lanes, words};
use super::sum::{SUMS, Sums};
use crate::algebra::SetOp;

/// The number of ranges that one call makes from boundaries.
pub(super) const BATCH: usize = 8;

/// Operations on words for which plain loops do not compile well on every processor.
pub(super) trait Simd: Lanes {
    /// Combines the words of short clips with stored ranges of three bytes each. For each clip, `clips` gives the first
    /// group and the ranges. Each clip has `groups` groups.
    fn combine_runs<'a>(
        self,
        op: SetOp,
        to: &mut [Group],
        groups: usize,
        clips: impl Iterator<Item = (usize, &'a [[u8; 3]])>,
        sums: &mut Sums,
    );

    /// Returns the ranges with these alternating starts and stops. An invalid pair gives an arbitrary range.
    fn ranges(self, boundaries: &[u32; 2 * BATCH]) -> [FrameRange; BATCH];

    /// Writes the place of each frame that differs from the previous frame to the front of `out`, and returns the
    /// number of places. `out` has room for one place per bit; the rest of it is overwritten with arbitrary values.
    /// `before` is the word before the chunk, and becomes the chunk's last word.
    fn boundaries(self, chunk: Chunk<'_>, before: &mut u64, out: &mut [u32]) -> usize;
}

/// Words of a clip, no more than a short clip has.
#[derive(Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) groups: &'a [Group],
    /// The number of the chunk's first frame.
    pub(super) base: u32,
    /// The number of frames from the first to the end of the clip. Later bits can have any value.
    pub(super) frames: u32,
}

/// Plain loops.
#[derive(Clone, Copy)]
pub(super) struct Loops;

impl Lanes for Loops {
    #[inline(always)]
    fn subtract(self, more: Group, less: Group, borrows: u8) -> Group {
        let ones = [
            LESS_ONE[usize::from(borrows % 16)],
            LESS_ONE[usize::from(borrows / 16)],
        ];
        let ones = ones.as_flattened();
        Group(array::from_fn(|lane| {
            let word = more.0[lane].wrapping_sub(less.0[lane]);
            word.wrapping_add(ones[lane])
        }))
    }

    #[inline(always)]
    fn combine(self, op: SetOp, a: Group, b: Group) -> Group {
        Group(array::from_fn(|lane| {
            let (a, b) = (a.0[lane], b.0[lane]);
            match op {
                SetOp::Union => a | b,
                SetOp::Intersection => a & b,
                SetOp::Difference => a & !b,
                SetOp::SymmetricDifference => a ^ b,
            }
        }))
    }
}

impl Simd for Loops {
    #[inline(always)]
    fn combine_runs<'a>(
        self,
        op: SetOp,
        to: &mut [Group],
        groups: usize,
        mut clips: impl Iterator<Item = (usize, &'a [[u8; 3]])>,
        sums: &mut Sums,
    ) {
        // Handles several clips at once, because reading a group right after writing one of its words would stall.
        let mut firsts = [0; SUMS];
        loop {
            let mut begun = 0;
            for (sum, to) in sums.iter_mut().zip(&mut firsts) {
                let Some((first, runs)) = clips.next() else {
                    break;
                };
                sum.add_runs(runs);
                *to = first;
                begun += 1;
            }
            for (sum, first) in sums.iter_mut().zip(firsts).take(begun) {
                sum.finish(op, &mut to[first..][..groups], self);
            }
            if begun < SUMS {
                break;
            }
        }
    }

    #[inline(always)]
    fn ranges(self, boundaries: &[u32; 2 * BATCH]) -> [FrameRange; BATCH] {
        let pairs = boundaries.as_chunks::<2>().0;
        array::from_fn(|index| {
            let [start, stop] = pairs[index];
            // An invalid pair may start at `u32::MAX`, which no range allows.
            FrameRange::from_first(start.min(u32::MAX - 1), stop)
        })
    }

    #[inline(always)]
    fn boundaries(self, chunk: Chunk<'_>, before: &mut u64, out: &mut [u32]) -> usize {
        let mut edges = [0; 64];
        let mut some = 0;
        let mut find = |index: usize, word: u64| {
            let found = word ^ (word << 1 | *before >> 63);
            edges[index % 64] = found;
            *before = word;
            some |= u64::from(found != 0) << (index % 64);
        };
        let (words, whole) = (words(chunk.groups), (chunk.frames / 64) as usize);
        for (index, word) in words.iter().take(whole).enumerate() {
            find(index, *word);
        }
        if let Some(word) = words.get(whole) {
            find(whole, word & ((1 << (chunk.frames % 64)) - 1));
        }
        let mut length = 0;
        while some != 0 {
            let index = some.trailing_zeros();
            some &= some - 1;
            let bits = edges[index as usize % 64];
            write_places(bits, chunk.base + 64 * index, &mut out[length..]);
            length += bits.count_ones() as usize;
        }
        length
    }
}

/// Writes the place of each set bit, counted from `base`, four bits at a time, because most words have few edges.
#[inline(always)]
fn write_places(mut bits: u64, base: u32, out: &mut [u32]) {
    for batch in out.as_chunks_mut::<4>().0 {
        // The loop has no branch inside.
        for slot in batch {
            *slot = base.wrapping_add(bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
        }
        if bits == 0 {
            break;
        }
    }
}

/// Four words for each pattern of four bits. Adding them subtracts one from each word whose bit is set in the pattern.
static LESS_ONE: [[u64; 4]; 16] = {
    let mut less = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut lane = 0;
        while lane < 4 {
            if bits >> lane & 1 == 1 {
                less[bits][lane] = u64::MAX;
            }
            lane += 1;
        }
        bits += 1;
    }
    less
};
