//! The frames of one clip as bits.

use std::fmt;

use footwork_base::FrameRange;

use crate::ranges::Ranges;

const WORD_BITS: u32 = u64::BITS;

/// A set of frames of one clip as one bit per frame, in 64-bit words.
///
/// Frame `f` is bit `f % 64` of word `f / 64`. Equal sets over clips of equal length are equal
/// values.
///
/// ```
/// use footwork_tags::Ranges;
///
/// let ranges = Ranges::from_pairs([(3, 70), (99, 100)]).unwrap();
/// let mask = ranges.to_mask(100);
/// assert_eq!(mask.frame_count(), 68);
/// assert_eq!(mask.to_ranges(), ranges);
/// ```
#[derive(PartialEq, Eq, Hash, Default)]
pub struct Mask {
    // Invariant: exactly as many words as `clip_frames` needs, and no bit at or past it.
    words: Vec<u64>,
    clip_frames: u32,
}

impl Mask {
    /// The empty set over a clip of `clip_frames` frames.
    pub fn new(clip_frames: u32) -> Self {
        Self {
            words: vec![0; word_count(clip_frames)],
            clip_frames,
        }
    }

    /// Returns the length of the clip in frames.
    pub fn clip_frames(&self) -> u32 {
        self.clip_frames
    }

    /// Returns the bits, 64 frames per word. Bits past the clip's end are zero.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns the number of frames in the set.
    pub fn frame_count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns whether `frame` is in the set. A frame past the clip's end is not.
    pub fn contains(&self, frame: u32) -> bool {
        self.words
            .get((frame / WORD_BITS) as usize)
            .is_some_and(|word| word >> (frame % WORD_BITS) & 1 == 1)
    }

    /// Adds the frames of `range`, up to the end of the clip.
    pub fn insert(&mut self, range: FrameRange) {
        let stop = range.stop().min(self.clip_frames);
        if range.start() >= stop {
            return;
        }
        let (first, last) = (
            (range.start() / WORD_BITS) as usize,
            ((stop - 1) / WORD_BITS) as usize,
        );
        let from_start = u64::MAX << (range.start() % WORD_BITS);
        let to_stop = u64::MAX >> (WORD_BITS - 1 - (stop - 1) % WORD_BITS);
        if first == last {
            self.words[first] |= from_start & to_stop;
        } else {
            self.words[first] |= from_start;
            self.words[first + 1..last].fill(u64::MAX);
            self.words[last] |= to_stop;
        }
    }

    /// Returns the set as canonical ranges.
    pub fn to_ranges(&self) -> Ranges {
        let mut ranges = Ranges::new();
        self.to_ranges_into(&mut ranges);
        ranges
    }

    /// Replaces `out` by the set as canonical ranges.
    pub fn to_ranges_into(&self, out: &mut Ranges) {
        out.clear();
        let mut frame = 0;
        while let Some(start) = self.next(frame, true) {
            let stop = self.next(start, false).unwrap_or(self.clip_frames);
            if let Some(range) = FrameRange::new(start, stop) {
                out.append(range);
            }
            frame = stop;
        }
    }

    /// The first frame at or after `from` that is in the set, or (`present` = false) that is not.
    fn next(&self, from: u32, present: bool) -> Option<u32> {
        let flip = if present { 0 } else { u64::MAX };
        let mut index = (from / WORD_BITS) as usize;
        let mut word = (self.words.get(index)? ^ flip) & (u64::MAX << (from % WORD_BITS));
        while word == 0 {
            index += 1;
            word = self.words.get(index)? ^ flip;
        }
        let frame = u32::try_from(index).ok()? * WORD_BITS + word.trailing_zeros();
        (frame < self.clip_frames).then_some(frame)
    }

    /// Becomes an empty set over a clip of this many frames, keeping its memory.
    pub(crate) fn reset(&mut self, clip_frames: u32) {
        self.words.clear();
        self.words.resize(word_count(clip_frames), 0);
        self.clip_frames = clip_frames;
    }

    /// Rebuilds the set, over a clip of this many frames, from one function of the word's index.
    pub(crate) fn rebuild(&mut self, clip_frames: u32, word_at: impl Fn(usize) -> u64) {
        self.clip_frames = clip_frames;
        self.words.clear();
        self.words.extend((0..word_count(clip_frames)).map(word_at));
        let used = clip_frames % WORD_BITS;
        if let (Some(last), true) = (self.words.last_mut(), used > 0) {
            *last &= u64::MAX >> (WORD_BITS - used);
        }
    }
}

impl Ranges {
    /// Returns one bit per frame for a clip of `frames` frames. Ranges are cut at its end.
    pub fn to_mask(&self, frames: u32) -> Mask {
        let mut mask = Mask::new(frames);
        for range in self.iter() {
            mask.insert(range);
        }
        mask
    }
}

impl Clone for Mask {
    fn clone(&self) -> Self {
        Self {
            words: self.words.clone(),
            clip_frames: self.clip_frames,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
        self.clip_frames = other.clip_frames;
    }
}

fn word_count(clip_frames: u32) -> usize {
    clip_frames.div_ceil(WORD_BITS) as usize
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} frames", self.to_ranges(), self.clip_frames)
    }
}
