//! The frames of many clips as ranges.

use std::fmt;

use footwork_base::{FrameRange, Id, IdVec};

use crate::ids::{ClipId, ClipInfo};
use crate::ranges::Ranges;

/// So many ranges are few enough to make room for on a guess.
const FEW: usize = 1 << 20;

/// A set of frames of many clips: for each clip with a frame in it, in the order of ids, its
/// canonical ranges. A clip without frames is absent.
///
/// Packed into three flat arrays: the clips, where each one's ranges begin, and the ranges of all.
///
/// ```
/// use footwork_tags::{ClipId, RangeSet, Ranges};
///
/// let walk = Ranges::from_pairs([(10, 20), (30, 40)]).unwrap();
/// let set = RangeSet::from_clips([(ClipId::new(2), walk)]).unwrap();
/// assert_eq!(set.clip_count(), 1);
/// assert_eq!(set.frame_count(), 20);
/// assert_eq!(set.ranges(ClipId::new(2)).len(), 2);
/// assert!(set.ranges(ClipId::new(1)).is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct RangeSet {
    clips: Vec<ClipId>,
    /// Where the ranges of each clip end; those of the first begin at 0.
    ends: Vec<usize>,
    ranges: Vec<FrameRange>,
}

/// Clips that are not in strictly rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSorted {
    /// The index of the clip that does not come after the one before it.
    pub index: usize,
}

impl fmt::Display for NotSorted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "clip number {} does not come after the one before it",
            self.index
        )
    }
}

impl std::error::Error for NotSorted {}

impl RangeSet {
    /// The empty set.
    pub const fn new() -> Self {
        Self {
            clips: Vec::new(),
            ends: Vec::new(),
            ranges: Vec::new(),
        }
    }

    /// Every frame of every clip.
    pub fn full(clips: &IdVec<ClipId, ClipInfo>) -> Self {
        let mut set = Self::new();
        for (id, clip) in clips.iter() {
            set.push(id, FrameRange::new(0, clip.frames).as_slice());
        }
        set
    }

    /// The set of these clips' ranges; empty ranges are left out.
    ///
    /// # Errors
    /// When the clips are not in strictly rising order.
    pub fn from_clips(
        clips: impl IntoIterator<Item = (ClipId, Ranges)>,
    ) -> Result<Self, NotSorted> {
        let mut set = Self::new();
        let mut last = None;
        for (index, (clip, ranges)) in clips.into_iter().enumerate() {
            if last >= Some(clip) {
                return Err(NotSorted { index });
            }
            last = Some(clip);
            set.push(clip, ranges.as_slice());
        }
        Ok(set)
    }

    /// Each clip with its ranges, in the order of ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ClipId, &[FrameRange])> {
        self.clips
            .iter()
            .enumerate()
            .map(|(position, &clip)| (clip, self.at(position)))
    }

    /// The canonical ranges of `clip`; empty when it is absent.
    pub fn ranges(&self, clip: ClipId) -> &[FrameRange] {
        match self.clips.binary_search(&clip) {
            Ok(position) => self.at(position),
            Err(_) => &[],
        }
    }

    /// The clips that have a frame in the set, rising.
    pub fn clips(&self) -> &[ClipId] {
        &self.clips
    }

    /// The ranges of all clips, one clip after the other.
    pub fn all_ranges(&self) -> &[FrameRange] {
        &self.ranges
    }

    /// How many ranges all clips have.
    pub fn range_count(&self) -> usize {
        self.ranges.len()
    }

    /// How many clips have a frame in the set.
    pub fn clip_count(&self) -> usize {
        self.clips.len()
    }

    /// How many frames are in the set.
    pub fn frame_count(&self) -> u64 {
        self.ranges
            .iter()
            .map(|range| u64::from(range.frame_count()))
            .sum()
    }

    /// Whether no frame is in the set.
    pub fn is_empty(&self) -> bool {
        self.clips.is_empty()
    }

    /// The part of the set in the clips for which `keep` holds.
    #[must_use]
    pub fn filtered(&self, keep: impl Fn(ClipId) -> bool) -> Self {
        let mut kept = Self::new();
        for (clip, ranges) in self.iter().filter(|&(clip, _)| keep(clip)) {
            kept.push(clip, ranges);
        }
        kept
    }

    /// Empties the set and keeps its memory.
    pub fn clear(&mut self) {
        self.clips.clear();
        self.ends.clear();
        self.ranges.clear();
    }

    /// Appends a clip that comes after all others; nothing where it has no range.
    pub(crate) fn push(&mut self, clip: ClipId, ranges: &[FrameRange]) {
        self.push_with(clip, |out| out.extend_from_slice(ranges));
    }

    /// Appends a clip that comes after all others with the canonical ranges that `write` appends.
    #[inline(always)]
    pub(crate) fn push_with(&mut self, clip: ClipId, write: impl FnOnce(&mut Vec<FrameRange>)) {
        debug_assert!(self.clips.last() < Some(&clip));
        if self.clips.capacity() == 0 {
            self.make_first_room();
        }
        let start = self.ranges.len();
        write(&mut self.ranges);
        debug_assert_eq!(crate::ranges::first_fault(&self.ranges[start..]), None);
        if self.ranges.len() > start {
            self.clips.push(clip);
            self.ends.push(self.ranges.len());
        }
    }

    /// So that the first clips do not make room again and again.
    #[cold]
    fn make_first_room(&mut self) {
        self.clips.reserve(16);
        self.ends.reserve(16);
        self.ranges.reserve(64);
    }

    /// Makes room for `more` parts like the `done` ones that there are: but no more than for as
    /// many as there are, unless these are few, as the others may be unlike them.
    pub(crate) fn reserve(&mut self, more: usize, done: usize) {
        let room = |length: usize| (length.div_ceil(done) * more).min(length.max(FEW));
        self.clips.reserve(room(self.clips.len()));
        self.ends.reserve(room(self.ends.len()));
        self.ranges.reserve(room(self.ranges.len()));
    }

    /// Gives back memory, if more than half is not used.
    pub(crate) fn trim(&mut self) {
        if self.ranges.capacity() > 2 * self.ranges.len() {
            self.clips.shrink_to_fit();
            self.ends.shrink_to_fit();
            self.ranges.shrink_to_fit();
        }
    }

    /// Appends a set whose clips come after all others.
    #[cfg(feature = "rayon")]
    pub(crate) fn append(&mut self, later: &Self) {
        debug_assert!(later.is_empty() || self.clips.last() < later.clips.first());
        let start = self.ranges.len();
        self.clips.extend_from_slice(&later.clips);
        self.ends.extend(later.ends.iter().map(|end| start + end));
        self.ranges.extend_from_slice(&later.ranges);
    }

    fn start(&self, position: usize) -> usize {
        match position {
            0 => 0,
            later => self.ends[later - 1],
        }
    }

    fn span(&self, position: usize) -> std::ops::Range<usize> {
        self.start(position)..self.ends[position]
    }

    fn at(&self, position: usize) -> &[FrameRange] {
        &self.ranges[self.span(position)]
    }
}

impl fmt::Debug for RangeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter().map(|(clip, ranges)| (clip.index(), ranges)))
            .finish()
    }
}
