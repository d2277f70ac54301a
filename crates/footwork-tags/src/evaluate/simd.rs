//! What processors have different instructions for; `dispatch` chooses among them.

use std::array;

use super::raster::{Group, ShortSum};
use crate::tag_block::read_narrow;

/// A way to do with words what loops alone cannot say well for every processor.
pub(super) trait Simd: Copy {
    /// Whether a chunk stays in registers while it is combined.
    const HOLDS_CHUNK: bool;

    /// How many places are written at once, whether there are so many or not.
    const BATCH: usize;

    /// Adds ranges as they are stored to a sum.
    fn add(self, runs: &[[u8; 3]], sum: &mut ShortSum<'_>);

    /// The words, less one where `which` has a bit.
    fn less_one(self, group: Group, which: u8) -> Group;

    /// Finds the bits of 64 words that differ from the one before; returns which words have any.
    /// `before` is the word before them.
    fn edges(self, before: u64, words: &[u64; 64], edges: &mut [u64; 64]) -> u64;

    /// Writes the place of each bit, counted from `base`, to the front of `out`, which has room
    /// for the next multiple of [`BATCH`](Self::BATCH).
    fn write_places(self, bits: u64, base: u32, out: &mut [u32]);
}

/// Ordinary loops.
#[derive(Clone, Copy)]
pub(super) struct Loops;

impl Simd for Loops {
    const HOLDS_CHUNK: bool = false;
    // Most words have few edges.
    const BATCH: usize = 4;

    #[inline(always)]
    fn add(self, runs: &[[u8; 3]], sum: &mut ShortSum<'_>) {
        for &bytes in runs {
            let (start, stop) = read_narrow(bytes);
            sum.add(start, stop);
        }
    }

    #[inline(always)]
    fn less_one(self, group: Group, which: u8) -> Group {
        let less = [
            LESS_ONE[usize::from(which % 16)],
            LESS_ONE[usize::from(which / 16)],
        ];
        let less = less.as_flattened();
        Group(array::from_fn(|lane| {
            group.0[lane].wrapping_add(less[lane])
        }))
    }

    #[inline(always)]
    fn edges(self, mut before: u64, words: &[u64; 64], edges: &mut [u64; 64]) -> u64 {
        let mut some = 0;
        for ((edges, word), index) in edges.iter_mut().zip(words).zip(0..) {
            *edges = word ^ (word << 1 | before >> 63);
            // Not read again from memory, where words that were just written may not be at hand.
            before = *word;
            some |= u64::from(*edges != 0) << index;
        }
        some
    }

    #[inline(always)]
    fn write_places(self, mut bits: u64, base: u32, out: &mut [u32]) {
        for batch in out.as_chunks_mut::<4>().0 {
            // Without a choice inside.
            for slot in batch {
                *slot = base.wrapping_add(bits.trailing_zeros());
                bits &= bits.wrapping_sub(1);
            }
            if bits == 0 {
                break;
            }
        }
    }
}

/// What makes each of four words one less, or leaves it: in this order, as bits say.
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
