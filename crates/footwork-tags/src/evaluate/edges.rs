//! Converts words, one bit per frame, back to ranges. A boundary is a frame whose bit differs from the bit before.

use footwork_base::FrameRange;

use super::group::{GROUP_FRAMES, Group};
use super::simd::{Chunk, Simd};
use super::tile::SHORT;

/// The boundaries of the ranges of a clip, starts and stops in turn.
#[derive(Clone, Copy)]
pub(super) struct Boundaries<'a> {
    /// Begins with the boundaries. Later numbers are arbitrary.
    from: &'a [u32],
    length: usize,
}

impl<'a> Boundaries<'a> {
    /// Takes the first `length` numbers of `from`; `length` must be even.
    #[inline(always)]
    pub(super) fn new(from: &'a [u32], length: usize) -> Self {
        debug_assert!(length.is_multiple_of(2) && length <= from.len());
        Self { from, length }
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.length == 0
    }

    /// Iterates over the ranges.
    #[inline(always)]
    pub(super) fn ranges(self) -> impl ExactSizeIterator<Item = FrameRange> {
        let pairs = self.from.get(..self.length).unwrap_or(&[]).as_chunks::<2>();
        let pairs = pairs.0.iter();
        // Boundaries rise, so each pair is a range.
        pairs.map(|&[start, stop]| FrameRange::from_first(start, stop))
    }

    /// Appends the ranges in batches of eight, and cuts off the surplus of the last batch. A loop over single ranges
    /// would mispredict a branch at the end of most clips.
    #[inline(always)]
    pub(super) fn append_to(self, out: &mut Vec<FrameRange>, simd: impl Simd) {
        let end = out.len() + self.length / 2;
        for batch in self.from.as_chunks().0 {
            out.extend_from_slice(&simd.ranges(batch));
            if out.len() >= end {
                return out.truncate(end);
            }
        }
        let done = out.len() + self.length / 2 - end;
        out.extend(self.ranges().skip(done));
    }
}

/// Writes the boundaries of a clip's ranges, alternating starts and stops, to `out` from `length` on. Returns the index
/// after the last boundary. The rest of `out` is overwritten with arbitrary values.
#[inline(always)]
pub(super) fn boundaries(
    groups: &[Group],
    clip_frames: u32,
    simd: impl Simd,
    out: &mut Vec<u32>,
    mut length: usize,
) -> usize {
    let mut before = 0;
    let bases = (0u32..).step_by(SHORT * GROUP_FRAMES as usize);
    for (groups, base) in groups.chunks(SHORT).zip(bases) {
        // There is room for a boundary at every frame, so the boundaries need not be counted first.
        let needed = length + groups.len() * GROUP_FRAMES as usize;
        if out.len() < needed {
            out.resize(needed, 0);
        }
        let chunk = Chunk {
            groups,
            base,
            frames: clip_frames - base,
        };
        length += simd.boundaries(chunk, &mut before, &mut out[length..]);
    }
    length
}

#[cfg(test)]
mod tests {
    use footwork_base::{SimdLevel, SupportedLevel};
    use proptest::prelude::*;

    use super::*;
    use crate::evaluate::dispatch::{self, Work};

    struct Find<'a> {
        groups: &'a [Group],
        clip_frames: u32,
        out: &'a mut Vec<u32>,
    }

    impl Work for Find<'_> {
        type Out = usize;

        #[inline(always)]
        fn run(self, simd: impl Simd) -> usize {
            // The first three numbers of `out` stand for another clip in the same tile.
            self.out.resize(3, 7);
            boundaries(self.groups, self.clip_frames, simd, self.out, 3)
        }
    }

    fn check(words: &[u64], clip_frames: u32) {
        let is_in = |frame: u32| words[(frame / 64) as usize] >> (frame % 64) & 1 == 1;
        let changes = |&frame: &u32| {
            let now = frame < clip_frames && is_in(frame);
            now != (frame > 0 && is_in(frame - 1))
        };
        let expected: Vec<u32> = (0..=clip_frames).filter(changes).collect();
        let groups = words.as_chunks().0.iter().map(|words| Group(*words));
        let groups: Vec<Group> = groups.collect();
        for level in SimdLevel::available() {
            let mut out = Vec::new();
            let work = Find {
                groups: &groups,
                clip_frames,
                out: &mut out,
            };
            let length = dispatch::run(SupportedLevel::new(level).unwrap(), work);
            assert_eq!(out[3..length], *expected, "{level:?}, {clip_frames} frames");
        }
    }

    /// Generates a word with a single run of ones, all zeros, all ones, or arbitrary bits.
    fn word() -> impl Strategy<Value = u64> {
        let few = (0u32..64, 0u32..64).prop_map(|(a, b)| u64::MAX << a >> b);
        prop_oneof![few, Just(0), Just(u64::MAX), any::<u64>()]
    }

    #[test]
    fn bits_past_the_end_make_no_boundary() {
        let mut words = [u64::MAX; 56];
        words[54] = 0;
        words[55] = 0x7FF;
        // A clip may end inside a word, on a word boundary (twice), or one bit before the end of a group.
        for clip_frames in [3437, 3392, 3456, 3071] {
            let groups = clip_frames as usize / 512 + 1;
            check(&words[..8 * groups], clip_frames);
        }
    }

    proptest! {
        #[test]
        fn edges_are_where_words_change(
            words in prop::collection::vec(word(), 8 * 10),
            groups in 1usize..=10,
            inside in 0u32..512,
        ) {
            // Uses only the groups that the clip occupies. Bits past the clip's end are arbitrary.
            let clip_frames = 512 * u32::try_from(groups - 1).unwrap() + inside;
            check(&words[..8 * groups], clip_frames);
        }
    }
}
