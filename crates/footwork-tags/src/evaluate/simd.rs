//! What processors have different instructions for; `dispatch` chooses among them.

use std::array;

use super::raster::{Group, LANES, ShortSum};
use crate::tag_block::read_narrow;

/// A way to do with words what loops alone cannot say well for every processor.
pub(super) trait Simd: Copy {
    /// How many places are written at once, whether there are so many or not.
    const BATCH: usize;

    /// Adds ranges as they are stored to a sum.
    fn add(self, runs: &[[u8; 3]], sum: &mut ShortSum<'_>);

    /// The words, less one where `which` has a bit.
    fn less_one(self, group: Group, which: u8) -> Group;

    /// The bits of each word that differ from the one before, and which words have any.
    fn edges(self, before: &Group, group: &Group) -> (Group, u8);

    /// Writes the place of each bit, counted from `base`, to the front of `out`, which has room
    /// for the next multiple of [`BATCH`](Self::BATCH).
    fn write_places(self, bits: u64, base: u32, out: &mut [u32]);
}

/// Ordinary loops.
#[derive(Clone, Copy)]
pub(super) struct Loops;

impl Simd for Loops {
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
        let which = u64::from(which);
        Group(array::from_fn(|lane| {
            // All bits, which is less one: the same for every lane.
            let highest = which << (63 - lane);
            group.0[lane].wrapping_add((highest.cast_signed() >> 63).cast_unsigned())
        }))
    }

    #[inline(always)]
    fn edges(self, before: &Group, group: &Group) -> (Group, u8) {
        let (last, group) = (before.0[LANES - 1], group.0);
        let before: [u64; LANES] = array::from_fn(|lane| match lane {
            0 => last,
            _ => group[lane - 1],
        });
        let edges: [u64; LANES] =
            array::from_fn(|lane| group[lane] ^ (group[lane] << 1 | before[lane] >> 63));
        let some = (0..LANES).fold(0, |all, lane| all | u8::from(edges[lane] != 0) << lane);
        (Group(edges), some)
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
