//! From words of 64 frames back to the boundaries of ranges: the bits that differ from the one
//! before.

use std::array;

use super::raster::{Group, LANES};

/// A way to list the places of the bits of a word.
pub(super) trait PlacesOf: Copy {
    /// How many places are written at once, whether there are so many or not.
    const BATCH: usize;

    /// Writes the place of each bit, counted from `base`, to the front of `out`, which has room
    /// for the next multiple of [`BATCH`](Self::BATCH).
    fn write(self, bits: u64, base: u32, out: &mut [u32]);
}

/// One bit after the other.
#[derive(Clone, Copy)]
pub(super) struct OneByOne;

impl PlacesOf for OneByOne {
    // Most words have few edges.
    const BATCH: usize = 4;

    #[inline(always)]
    fn write(self, mut bits: u64, base: u32, out: &mut [u32]) {
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

/// Words that one word has a bit for each of.
const TILE: usize = 64;

/// Groups of so many words.
const TILE_GROUPS: usize = TILE / LANES;

/// Writes the boundaries of the words, starts and stops in turn, to `out` and returns how many
/// there are; bits at and past `clip_frames` count for nothing.
#[inline(always)]
pub(super) fn boundaries<P: PlacesOf>(
    groups: &[Group],
    clip_frames: u32,
    places_of: P,
    out: &mut Vec<u32>,
) -> usize {
    // The word with the bit behind the last frame.
    let last = clip_frames as usize / 64;
    let tiles = groups[..last / LANES + 1].chunks(TILE_GROUPS);
    let (mut before, mut length) = (0, 0);
    let starts = (0..).step_by(TILE).zip((0u32..).step_by(64 * TILE));
    for (tile, (first, base)) in tiles.zip(starts) {
        let mut edges = [[0; LANES]; TILE_GROUPS];
        let mut some = [0u64; LANES];
        for (index, (group, edges)) in tile.iter().zip(&mut edges).enumerate() {
            *edges = edges_of(before, group);
            before = group[LANES - 1];
            for (some, edges) in some.iter_mut().zip(*edges) {
                *some |= u64::from(edges != 0) << (LANES * index);
            }
        }
        let lanes = (0u32..).zip(some);
        let mut some = lanes.fold(0, |all, (lane, some)| all | some << lane);
        let words = edges.as_flattened_mut();
        // In the last word only those of the clip's frames count, and one behind them that ends
        // what is open there.
        if let Some(word) = words.get_mut(last - first) {
            let end = 1 << (clip_frames % 64);
            let shifted = *word ^ tile.as_flattened()[last - first];
            *word = *word & (end - 1) | shifted & end;
            some &= (1 << (last - first)) - 1;
            some |= u64::from(*word != 0) << (last - first);
        }
        // Room for an edge at every frame, so that none has to be counted before.
        let needed = length + 64 * TILE.min(last + 1 - first) + P::BATCH;
        if out.len() < needed {
            out.resize(needed, 0);
        }
        while some != 0 {
            let place = some.trailing_zeros();
            some &= some - 1;
            let bits = words[place as usize % TILE];
            places_of.write(bits, base + 64 * place, &mut out[length..]);
            length += bits.count_ones() as usize;
        }
    }
    length
}

/// The bits of each word that differ from the one before.
#[inline(always)]
fn edges_of(before: u64, group: &Group) -> Group {
    let before: Group = array::from_fn(|lane| match lane {
        0 => before,
        _ => group[lane - 1],
    });
    array::from_fn(|lane| group[lane] ^ (group[lane] << 1 | before[lane] >> 63))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::kernel::Kernel;
    use crate::evaluate::raster::Raster;
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
            let count = boundaries(groups, length, OneByOne, &mut out);
            assert_eq!(out[..count], given);
        }
    }
}
