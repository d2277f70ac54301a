//! From words of 64 frames back to the boundaries of ranges: the bits that differ from the one
//! before.

use super::dispatch::{words_of, words_of_mut};
use super::raster::{CHUNK, Group, LANES};
use super::simd::Simd;
use super::tile::Tile;

/// Clears the bits of the last group of a clip at and past its end.
#[inline(always)]
pub(super) fn cut(last: &mut Group, clip_frames: u32) {
    let inside = clip_frames % 512;
    for (word, first) in last.0.iter_mut().zip((0u32..).step_by(64)) {
        let bits = inside.saturating_sub(first);
        *word &= if bits < 64 { (1 << bits) - 1 } else { u64::MAX };
    }
}

/// Writes the boundaries of the words of a tile, starts and stops in turn and clip by clip, to
/// `out`, and where those of the clip at each place end to `ends`, or less where it has none.
///
/// Bits past the end of a clip must be zeros.
#[inline(always)]
pub(super) fn boundaries<S: Simd>(
    groups: &[Group],
    tile: &Tile,
    simd: S,
    out: &mut Vec<u32>,
    ends: &mut [usize; 64],
) {
    *ends = [0; 64];
    let (mut before, mut length) = (0, 0);
    // As groups, which lie on lines of the cache.
    let mut edges = [Group::NONE; CHUNK];
    let Some(edges) = words_of_mut(&mut edges).first_chunk_mut() else {
        return;
    };
    let chunks = words_of(groups).as_chunks::<64>().0.iter();
    for (words, first) in chunks.zip((0..).step_by(CHUNK)) {
        let mut some = simd.edges(before, words, edges);
        before = words[63];
        // Room for an edge at every frame, so that none has to be counted before.
        let needed = length + 64 * 64 + S::BATCH;
        if out.len() < needed {
            out.resize(needed, 0);
        }
        let (place_of, base_of) = tile.homes(first);
        let room = out.as_mut_slice();
        while some != 0 {
            let word = some.trailing_zeros();
            some &= some - 1;
            let group = word as usize / LANES % CHUNK;
            let (place, base) = (place_of[group], base_of[group]);
            let bits = edges[word as usize % 64];
            simd.write_places(bits, base + 64 * (word % 8), &mut room[length..]);
            length += bits.count_ones() as usize;
            ends[place as usize % 64] = length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::kernel::Kernel;
    use crate::evaluate::raster::Raster;
    use crate::evaluate::simd::Loops;
    use crate::query::step::Step;
    use crate::{Ranges, TagId};

    #[test]
    fn ranges_of_clips_become_words_and_boundaries_again() {
        let clips: [(&[u32], u32); 9] = [
            (&[0, 1], 1),
            (&[0, 64], 64),
            (&[3, 64, 70, 130], 130),
            (&[], 200),
            (&[63, 65, 127, 129, 199, 200], 200),
            (&[0, 4095, 4100, 5000, 9000, 9999], 10_000),
            (&[0, 512], 512),
            (&[4000, 4095], 4095),
            (&[1, 2], 1025),
        ];
        let kernel = Kernel::of(&[Step::Tags(vec![TagId::new(0)].into())]);
        let (mut tile, mut raster) = (Tile::default(), Raster::default());
        let clips = (0u32..).zip(clips);
        for (place, (_, frames)) in clips.clone() {
            assert!(tile.push(place, frames));
        }
        raster.begin(&kernel, tile.groups);
        raster.clear(kernel.answer());
        for (place, (given, _)) in clips.clone() {
            let pairs = given.chunks(2).map(|pair| (pair[0], pair[1]));
            let ranges = Ranges::from_unsorted(pairs).0;
            raster.add_ranges(kernel.answer(), tile.span(place), ranges.as_slice());
        }
        raster.finish(kernel.answer(), Loops);
        let words = raster.run(&kernel, Loops).to_vec();
        for (place, (given, frames)) in clips.clone() {
            let words = words[tile.span(place)].iter().flat_map(|group| group.0);
            let words: Vec<u64> = words.collect();
            for frame in 0..frames {
                let is_in = words[(frame / 64) as usize] >> (frame % 64) & 1 == 1;
                let held = given
                    .chunks(2)
                    .any(|pair| (pair[0]..pair[1]).contains(&frame));
                assert_eq!(is_in, held, "frame {frame} of {given:?}");
            }
        }
        let (mut out, mut ends) = (Vec::new(), [0; 64]);
        boundaries(&words, &tile, Loops, &mut out, &mut ends);
        let mut start = 0;
        for (place, (given, _)) in clips {
            let end = start.max(ends[place as usize]);
            assert_eq!(out[start..end], *given);
            start = end;
        }
    }

    #[test]
    fn bits_past_the_end_are_cut() {
        for frames in [0, 1, 63, 64, 65, 511] {
            let mut group = Group::ALL;
            cut(&mut group, 512 + frames);
            let left: u32 = group.0.iter().map(|word| word.count_ones()).sum();
            assert_eq!(left, frames);
            assert_eq!(group.0[frames as usize / 64] >> (frames % 64), 0);
        }
    }
}
