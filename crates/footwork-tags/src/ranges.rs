//! The frames of one clip as ranges.

use std::fmt;

use footwork_base::FrameRange;

/// A set of frames of one clip as canonical ranges: sorted, not empty, and with a gap between neighbours.
///
/// Equal sets are equal values. Touching ranges become one:
///
/// ```
/// use footwork_tags::Ranges;
///
/// let (ranges, repairs) = Ranges::repair([(30, 40), (0, 10), (10, 20), (5, 5)]);
/// assert_eq!(ranges.to_string(), "{[0, 20), [30, 40)}");
/// assert_eq!((repairs.dropped, repairs.merged, repairs.reordered), (1, 1, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Ranges {
    // Invariant: each range stops before the next range starts, with at least one frame between them.
    ranges: Vec<FrameRange>,
}

/// The faults that [`Ranges::repair`] repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Repairs {
    /// The number of empty or reversed ranges, which were dropped.
    pub dropped: usize,
    /// The number of ranges joined to an overlapping or touching range.
    pub merged: usize,
    /// The number of ranges out of order. Such a range came directly before a range that starts earlier, or that starts
    /// at the same frame and stops earlier.
    pub reordered: usize,
}

impl Repairs {
    /// Returns whether nothing had to be repaired.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// The error of [`Ranges::from_pairs`] for pairs that are not canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotCanonical {
    /// The index of the first invalid pair.
    pub index: usize,
}

footwork_base::display! { NotCanonical:
    Self { index } => "range {index} is empty or reversed, or leaves no gap to the one before it";
}

impl std::error::Error for NotCanonical {}

impl Ranges {
    /// Returns the empty set.
    pub const fn new() -> Self {
        Self { ranges: Vec::new() }
    }

    /// Returns every frame of a clip of `frames` frames.
    pub fn full(frames: u32) -> Self {
        Self {
            ranges: FrameRange::new(0, frames).into_iter().collect(),
        }
    }

    /// Returns the set of `(start, stop)` pairs that are already canonical.
    ///
    /// [`repair`](Self::repair) accepts any pairs, and collecting [`FrameRange`]s gives their union.
    ///
    /// # Errors
    /// Returns the index of the first pair that is empty, is reversed, or starts at or before the stop of the previous
    /// pair.
    ///
    /// ```
    /// use footwork_tags::Ranges;
    ///
    /// assert_eq!(Ranges::from_pairs([(0, 20), (30, 40)]).unwrap().frame_count(), 30);
    /// assert_eq!(Ranges::from_pairs([(0, 20), (20, 40)]).unwrap_err().index, 1);
    /// assert_eq!(Ranges::from_pairs([(5, 5)]).unwrap_err().index, 0);
    /// ```
    pub fn from_pairs(pairs: impl IntoIterator<Item = (u32, u32)>) -> Result<Self, NotCanonical> {
        let mut ranges: Vec<FrameRange> = Vec::new();
        for (index, (start, stop)) in pairs.into_iter().enumerate() {
            let range = FrameRange::new(start, stop);
            let leaves_gap = |range: &FrameRange| {
                let last = ranges.last();
                last.is_none_or(|last| last.stop() < range.start())
            };
            ranges.push(range.filter(leaves_gap).ok_or(NotCanonical { index })?);
        }
        Ok(Self { ranges })
    }

    /// Returns the union of any `(start, stop)` pairs, and the necessary repairs. Pairs are sorted and joined. Empty or
    /// reversed pairs are dropped.
    pub fn repair(pairs: impl IntoIterator<Item = (u32, u32)>) -> (Self, Repairs) {
        let mut repairs = Repairs::default();
        let mut ranges = Vec::new();
        for (start, stop) in pairs {
            match FrameRange::new(start, stop) {
                Some(range) => ranges.push(range),
                None => repairs.dropped += 1,
            }
        }
        repairs.reordered = ranges.windows(2).filter(|pair| pair[0] > pair[1]).count();
        let given = ranges.len();
        canonicalize(&mut ranges);
        repairs.merged = given - ranges.len();
        (Self { ranges }, repairs)
    }

    /// Returns the ranges in order.
    pub fn as_slice(&self) -> &[FrameRange] {
        &self.ranges
    }

    /// Iterates over the ranges in order.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, FrameRange>> {
        self.ranges.iter().copied()
    }

    /// Returns the number of ranges.
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the number of frames in the set.
    pub fn frame_count(&self) -> u32 {
        self.iter().map(FrameRange::frame_count).sum()
    }

    /// Returns whether `frame` is in the set, by binary search.
    pub fn contains(&self, frame: u32) -> bool {
        contains(&self.ranges, frame)
    }

    /// Removes the frames from `frames` on. `frames` is the length of the clip.
    pub fn clamp(&mut self, frames: u32) {
        self.ranges
            .truncate(self.ranges.partition_point(|range| range.start() < frames));
        if let Some(last) = self.ranges.last_mut()
            && let Some(clamped) = FrameRange::new(last.start(), last.stop().min(frames))
        {
            *last = clamped;
        }
    }

    /// Returns the set without the frames from `frames` on. `frames` is the length of the clip.
    #[must_use]
    pub fn clamped(mut self, frames: u32) -> Self {
        self.clamp(frames);
        self
    }

    /// Removes all ranges and keeps the memory.
    pub fn clear(&mut self) {
        self.ranges.clear();
    }

    /// Copies `ranges`, which must be canonical.
    pub(crate) fn assign(&mut self, ranges: &[FrameRange]) {
        debug_assert_eq!(first_fault(ranges), None);
        self.ranges.clear();
        self.ranges.extend_from_slice(ranges);
    }

    /// Rebuilds the set from the ranges that `write` appends. They may be in any order and may overlap.
    pub(crate) fn rebuild(&mut self, write: impl FnOnce(&mut Vec<FrameRange>)) {
        self.ranges.clear();
        write(&mut self.ranges);
        if first_fault(&self.ranges).is_some() {
            canonicalize(&mut self.ranges);
        }
    }

    /// Appends a range. If it does not start after the stop of the last range, joins the two.
    pub(crate) fn append(&mut self, range: FrameRange) {
        match self.ranges.last_mut() {
            Some(last) if range.start() <= last.stop() => {
                debug_assert!(last.start() <= range.start());
                *last = last.hull(range);
            }
            _ => self.ranges.push(range),
        }
    }
}

/// Returns whether a frame is in canonical ranges. The binary search has no unpredictable branches.
#[inline]
pub(crate) fn contains(ranges: &[FrameRange], frame: u32) -> bool {
    let after = ranges.partition_point(|range| range.start() <= frame);
    let last = after.checked_sub(1).and_then(|last| ranges.get(last));
    last.is_some_and(|range| frame < range.stop())
}

/// Returns the index of the first range that starts at or before the stop of the previous range; `None` if the ranges
/// are canonical.
pub(crate) fn first_fault(ranges: &[FrameRange]) -> Option<usize> {
    ranges
        .windows(2)
        .position(|pair| pair[1].start() <= pair[0].stop())
        .map(|before| before + 1)
}

/// Sorts ranges and joins touching and overlapping ones, in place.
fn canonicalize(ranges: &mut Vec<FrameRange>) {
    ranges.sort_unstable();
    ranges.dedup_by(|next, kept| {
        let joins = next.start() <= kept.stop();
        if joins {
            *kept = kept.hull(*next);
        }
        joins
    });
}

impl<'a> IntoIterator for &'a Ranges {
    type Item = FrameRange;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, FrameRange>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Returns the union of ranges in any order. Authored spans, for example, may touch or overlap.
impl FromIterator<FrameRange> for Ranges {
    fn from_iter<I: IntoIterator<Item = FrameRange>>(ranges: I) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().collect();
        canonicalize(&mut ranges);
        Self { ranges }
    }
}

impl From<FrameRange> for Ranges {
    fn from(range: FrameRange) -> Self {
        Self {
            ranges: vec![range],
        }
    }
}

impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, range) in self.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(f, "{separator}{range}")?;
        }
        f.write_str("}")
    }
}

impl fmt::Debug for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
