//! From words of 64 frames back to the boundaries of ranges: the bits that differ from the one
//! before.

use super::raster::Group;

/// What is kept to find the boundaries of words.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    bits: Vec<u64>,
}

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

impl Edges {
    /// Writes the boundaries of the words, starts and stops in turn, to `out` and returns how many
    /// there are; bits at and past `clip_frames` count for nothing.
    #[inline(always)]
    pub(super) fn boundaries(
        &mut self,
        groups: &[Group],
        clip_frames: u32,
        places_of: impl PlacesOf,
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
        let before = if last > 0 { words[last - 1] } else { 0 };
        bits[last] = edges(before, words[last] & ((1 << (clip_frames % 64)) - 1));
        let mut length = 0;
        for (base, bits) in (0u32..).step_by(64 * TILE).zip(bits.chunks(TILE)) {
            length = write(bits, base, length, places_of, out);
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
fn write<P: PlacesOf>(
    words: &[u64],
    base: u32,
    mut length: usize,
    places_of: P,
    out: &mut Vec<u32>,
) -> usize {
    let (mut count, mut some) = (0, 0u64);
    for (place, bits) in (0u32..).zip(words) {
        count += bits.count_ones();
        some |= u64::from(*bits != 0) << place;
    }
    let needed = length + count as usize + P::BATCH;
    if out.len() < needed {
        out.resize(2 * needed, 0);
    }
    while some != 0 {
        let place = some.trailing_zeros();
        some &= some - 1;
        let bits = words[place as usize];
        places_of.write(bits, base + 64 * place, &mut out[length..]);
        length += bits.count_ones() as usize;
    }
    length
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
            let count = Edges::default().boundaries(groups, length, OneByOne, &mut out);
            assert_eq!(out[..count], given);
        }
    }
}
