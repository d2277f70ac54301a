//! The frames of many clips as ranges.

use std::fmt;

use footwork_base::{FrameRange, Id, IdVec};

use crate::ids::{ClipId, ClipInfo};
use crate::ranges::Ranges;

/// Up to this number of ranges, [`RangeSet::reserve`] may more than double the size of a set.
const FEW: usize = 1 << 20;

/// A set of frames of many clips, as the canonical ranges of each clip. Clips are in the order of
/// ids; a clip without frames is absent.
///
/// The set is packed into three flat arrays: the clips, the end of each clip's ranges, and all
/// ranges.
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
    /// The end of each clip's ranges in `ranges`. The ranges of the first clip begin at 0.
    ends: Vec<usize>,
    ranges: Vec<FrameRange>,
}

/// The error of [`RangeSet::from_clips`] for clips whose ids are not strictly rising.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSorted {
    /// The index of the first clip whose id is not above the previous id.
    pub index: usize,
}

footwork_base::display! { NotSorted:
    Self { index } => "clip number {index} does not come after the one before it";
}

impl std::error::Error for NotSorted {}

impl RangeSet {
    /// Returns the empty set.
    pub const fn new() -> Self {
        Self {
            clips: Vec::new(),
            ends: Vec::new(),
            ranges: Vec::new(),
        }
    }

    /// Returns every frame of every clip.
    pub fn full(clips: &IdVec<ClipId, ClipInfo>) -> Self {
        let mut set = Self::new();
        for (id, clip) in clips.iter() {
            set.push(id, FrameRange::new(0, clip.frames).as_slice());
        }
        set
    }

    /// Builds a set from ranges. Clips without ranges are left out.
    ///
    /// # Errors
    /// Returns an error if the ids of the clips are not strictly rising.
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

    /// Iterates over the clips and their ranges, in the order of ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ClipId, &[FrameRange])> {
        self.clips
            .iter()
            .enumerate()
            .map(|(position, &clip)| (clip, self.at(position)))
    }

    /// Returns the canonical ranges of `clip`; empty if the set has no frame of the clip.
    pub fn ranges(&self, clip: ClipId) -> &[FrameRange] {
        match self.clips.binary_search(&clip) {
            Ok(position) => self.at(position),
            Err(_) => &[],
        }
    }

    /// Returns whether a frame of a clip is in the set, by binary search. Returns `false` past the end of the clip, and
    /// for a clip without frames in the set.
    ///
    /// ```
    /// use footwork_tags::{ClipId, RangeSet, Ranges};
    ///
    /// let walk = Ranges::from_pairs([(10, 20), (30, 40)]).unwrap();
    /// let set = RangeSet::from_clips([(ClipId::new(2), walk)]).unwrap();
    /// assert!(set.contains(ClipId::new(2), 19) && !set.contains(ClipId::new(2), 20));
    /// assert!(!set.contains(ClipId::new(1), 19));
    /// ```
    pub fn contains(&self, clip: ClipId, frame: u32) -> bool {
        crate::ranges::contains(self.ranges(clip), frame)
    }

    /// Returns the clips that have a frame in the set, in the order of ids.
    pub fn clips(&self) -> &[ClipId] {
        &self.clips
    }

    /// Returns the ranges of all clips, one clip after another.
    pub fn all_ranges(&self) -> &[FrameRange] {
        &self.ranges
    }

    /// Returns the number of ranges of all clips.
    pub fn range_count(&self) -> usize {
        self.ranges.len()
    }

    /// Returns the number of clips that have a frame in the set.
    pub fn clip_count(&self) -> usize {
        self.clips.len()
    }

    /// Returns the number of frames in the set.
    pub fn frame_count(&self) -> u64 {
        self.ranges
            .iter()
            .map(|range| u64::from(range.frame_count()))
            .sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.clips.is_empty()
    }

    /// Returns the part of the set in clips for which `keep` returns true.
    #[must_use]
    pub fn filtered(&self, keep: impl Fn(ClipId) -> bool) -> Self {
        let mut kept = Self::new();
        for (clip, ranges) in self.iter().filter(|&(clip, _)| keep(clip)) {
            kept.push(clip, ranges);
        }
        kept
    }

    /// Removes all clips and keeps the memory.
    pub fn clear(&mut self) {
        self.clips.clear();
        self.ends.clear();
        self.ranges.clear();
    }

    /// Appends a clip that comes after all others. Does nothing if `ranges` is empty.
    pub(crate) fn push(&mut self, clip: ClipId, ranges: &[FrameRange]) {
        self.push_with(clip, |out| out.extend_from_slice(ranges));
    }

    /// Appends a clip that comes after all others, with the canonical ranges that `write` appends. Does nothing if it
    /// appends none.
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

    /// Makes room for the first clips at once. Otherwise they would grow the arrays one by one.
    #[cold]
    fn make_first_room(&mut self) {
        self.clips.reserve(16);
        self.ends.reserve(16);
        self.ranges.reserve(64);
    }

    /// Makes room for `more` blocks, assuming that they are as large as the `done` blocks so far. The assumption may be
    /// wrong, so the set at most doubles unless it is small.
    pub(crate) fn reserve(&mut self, more: usize, done: usize) {
        let room = |length: usize| (length.div_ceil(done) * more).min(length.max(FEW));
        self.clips.reserve(room(self.clips.len()));
        self.ends.reserve(room(self.ends.len()));
        self.ranges.reserve(room(self.ranges.len()));
    }

    /// Frees unused memory if more than half of the memory is unused.
    pub(crate) fn trim(&mut self) {
        if self.ranges.capacity() > 2 * self.ranges.len() {
            self.clips.shrink_to_fit();
            self.ends.shrink_to_fit();
            self.ranges.shrink_to_fit();
        }
    }

    /// Appends a set whose clips all come after the clips of this set.
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
