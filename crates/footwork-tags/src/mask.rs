//! The frames of one clip as bits.

use std::fmt;

use footwork_base::FrameRange;

use crate::ranges::Ranges;

const WORD_BITS: u32 = u64::BITS;

/// Returns the number of words of a clip.
pub(crate) fn word_count(clip_frames: u32) -> usize {
    clip_frames.div_ceil(WORD_BITS) as usize
}

/// Sets the bits of a range, which must lie inside the words.
pub(crate) fn insert(words: &mut [u64], range: FrameRange) {
    let last_frame = range.stop() - 1;
    let (first, last) = (
        (range.start() / WORD_BITS) as usize,
        (last_frame / WORD_BITS) as usize,
    );
    let from_start = u64::MAX << (range.start() % WORD_BITS);
    let to_stop = u64::MAX >> (WORD_BITS - 1 - last_frame % WORD_BITS);
    if first == last {
        words[first] |= from_start & to_stop;
    } else {
        words[first] |= from_start;
        words[first + 1..last].fill(u64::MAX);
        words[last] |= to_stop;
    }
}

/// Returns the first frame from `from` on whose bit equals `present`; `None` if the clip has no such frame.
pub(crate) fn next(words: &[u64], clip_frames: u32, from: u32, present: bool) -> Option<u32> {
    let flip = if present { 0 } else { u64::MAX };
    let mut index = (from / WORD_BITS) as usize;
    let mut word = (words.get(index)? ^ flip) & (u64::MAX << (from % WORD_BITS));
    while word == 0 {
        index += 1;
        word = words.get(index)? ^ flip;
    }
    let frame = u32::try_from(index).ok()? * WORD_BITS + word.trailing_zeros();
    (frame < clip_frames).then_some(frame)
}

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
    // Invariant: there are as many words as `clip_frames` needs, and every bit from `clip_frames` on is 0.
    words: Vec<u64>,
    clip_frames: u32,
}

impl Mask {
    /// Returns the empty set over a clip of `clip_frames` frames.
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
        let inside = FrameRange::new(range.start(), range.stop().min(self.clip_frames));
        if let Some(range) = inside {
            insert(&mut self.words, range);
        }
    }

    /// Returns the set as canonical ranges.
    pub fn to_ranges(&self) -> Ranges {
        let mut ranges = Ranges::new();
        self.to_ranges_into(&mut ranges);
        ranges
    }

    /// Replaces `out` with the canonical ranges of the set.
    pub fn to_ranges_into(&self, out: &mut Ranges) {
        out.clear();
        let mut frame = 0;
        let next = |from, present| next(&self.words, self.clip_frames, from, present);
        while let Some(start) = next(frame, true) {
            let stop = next(start, false).unwrap_or(self.clip_frames);
            if let Some(range) = FrameRange::new(start, stop) {
                out.append(range);
            }
            frame = stop;
        }
    }

    /// Empties the set and changes the clip's length to `clip_frames`, keeping the memory.
    pub(crate) fn reset(&mut self, clip_frames: u32) {
        self.words.clear();
        self.words.resize(word_count(clip_frames), 0);
        self.clip_frames = clip_frames;
    }

    /// Rebuilds the set for a clip of `clip_frames` frames from the words that `word_at` returns for each word index.
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

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} frames", self.to_ranges(), self.clip_frames)
    }
}
