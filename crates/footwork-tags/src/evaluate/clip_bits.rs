//! One bit per frame of many clips, for tests of single frames. A test takes the same time for any number of ranges.
//!
//! The words of each clip begin at an offset. All clips with no frame in the set share one word, and all clips with
//! every frame in the set share another. A test of a frame reads an offset and a word, without a branch on either.

use footwork_base::{FrameRange, Id};

use super::edges::Boundaries;
use super::engine::Sink;
use super::kept::Frames;
use super::simd::Simd;
use crate::block;
use crate::ids::ClipId;
use crate::mask;

/// The offset of the shared word of all clips with no frame in the set.
const NONE: usize = 0;
/// The offset of the shared word of all clips with every frame in the set.
const ALL: usize = 1;

/// A set of frames of many clips.
#[derive(Clone, Debug)]
pub(super) struct ClipBits {
    clips: Vec<Place>,
    /// The words of [`NONE`] and [`ALL`], then the words of the other clips.
    words: Vec<u64>,
}

/// The offset of a clip's words, and its length.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: usize,
    frames: u32,
}

impl Place {
    /// Returns whether the clip has words of its own.
    fn has_words(self) -> bool {
        self.first > ALL
    }
}

impl Default for ClipBits {
    fn default() -> Self {
        Self {
            clips: Vec::new(),
            words: vec![0, u64::MAX],
        }
    }
}

impl ClipBits {
    /// Removes all clips and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.clips.clear();
        self.words.truncate(ALL + 1);
    }

    /// Returns whether `lengths` begins with the lengths of the clips added so far.
    pub(super) fn begins(&self, lengths: &[u32]) -> bool {
        let given = lengths.get(..self.clips.len());
        given.is_some_and(|given| self.clips.iter().map(|clip| &clip.frames).eq(given))
    }

    /// Adds a clip for each length after those of the clips added so far. The set has no frame of the new clips.
    pub(super) fn extend(&mut self, lengths: &[u32]) {
        let more = lengths.iter().skip(self.clips.len());
        self.clips.extend(more.map(|&frames| Place {
            first: NONE,
            frames,
        }));
    }

    /// Returns whether the set has a frame. Returns `false` past the end of the clip, and for a clip that was not
    /// added.
    #[inline]
    pub(super) fn contains(&self, clip: ClipId, frame: u32) -> bool {
        let Some(place) = self.clips.get(clip.index()) else {
            return false;
        };
        let step = if place.has_words() {
            frame / u64::BITS
        } else {
            0
        };
        let word = self.words.get(place.first + step as usize);
        let bit = word.map_or(0, |word| word >> (frame % u64::BITS) & 1);
        bit == 1 && frame < place.frames
    }

    /// Returns the frames of a clip.
    #[inline]
    pub(super) fn clip(&self, clip: ClipId) -> BitsOfClip<'_> {
        let Some(&place) = self.clips.get(clip.index()) else {
            return BitsOfClip::default();
        };
        let words = if place.has_words() {
            self.words.get(place.first..).unwrap_or(&[])
        } else {
            &[]
        };
        let words = &words[..words.len().min(mask::word_count(place.frames))];
        BitsOfClip {
            words,
            frames: place.frames,
            is_whole: place.first == ALL,
        }
    }

    /// Returns the size of the set in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.clips.as_slice()) + size_of_val(self.words.as_slice())
    }

    /// Sets or clears all frames of a clip. `word` is [`ALL`] or [`NONE`].
    fn set_constant(&mut self, clip: ClipId, word: usize) {
        let Some(place) = self.clips.get_mut(clip.index()) else {
            return;
        };
        if place.has_words() {
            let value = self.words[word];
            self.words[place.first..][..mask::word_count(place.frames)].fill(value);
        } else {
            place.first = word;
        }
    }
}

impl Sink for ClipBits {
    fn whole(&mut self, clip: ClipId, _: u32) -> bool {
        self.set_constant(clip, ALL);
        true
    }

    fn boundaries(
        &mut self,
        clip: ClipId,
        found: Boundaries<'_>,
        frames: u32,
        _: impl Simd,
    ) -> bool {
        let Some(place) = self.clips.get_mut(clip.index()) else {
            return false;
        };
        let count = mask::word_count(frames);
        if !place.has_words() {
            place.first = self.words.len();
            self.words.resize(place.first + count, 0);
        }
        let words = &mut self.words[place.first..][..count];
        found.ranges().for_each(|range| mask::insert(words, range));
        true
    }
}

impl Frames for ClipBits {
    fn clear_block(&mut self, number: usize) {
        for clip in block::clips(number, self.clips.len()) {
            self.set_constant(clip, NONE);
        }
    }
}

/// The frames of one clip.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BitsOfClip<'a> {
    /// The words of the clip; empty if the set has no frame or all frames of the clip. Bits past the end are arbitrary.
    words: &'a [u64],
    frames: u32,
    is_whole: bool,
}

impl<'a> BitsOfClip<'a> {
    /// Returns the first frame after `frame` at which membership in the set changes, or the end of the clip if it does
    /// not change. Returns `None` if `frame` is past the end of the clip.
    pub(super) fn next_change(self, frame: u32) -> Option<u32> {
        if frame >= self.frames {
            return None;
        }
        let word = self.words.get((frame / u64::BITS) as usize);
        let is_in = word.is_some_and(|word| word >> (frame % u64::BITS) & 1 == 1);
        Some(mask::next(self.words, self.frames, frame, !is_in).unwrap_or(self.frames))
    }

    /// Iterates over the ranges.
    pub(super) fn ranges(self) -> impl Iterator<Item = FrameRange> + use<'a> {
        let whole = FrameRange::new(0, self.frames).filter(|_| self.is_whole);
        let mut at = 0;
        let of_words = std::iter::from_fn(move || {
            let start = mask::next(self.words, self.frames, at, true)?;
            at = mask::next(self.words, self.frames, start, false).unwrap_or(self.frames);
            FrameRange::new(start, at)
        });
        whole.into_iter().chain(of_words)
    }
}
