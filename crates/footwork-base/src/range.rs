//! A range of frames, as used by tags, queries and cuts.

use std::fmt;

/// A non-empty, half-open range of whole frames `[start, stop)`.
///
/// `start < stop` always holds: an empty or reversed range cannot be built. The largest frame
/// number in a range is `u32::MAX - 1`.
///
/// ```
/// use footwork_base::FrameRange;
///
/// let run = FrameRange::new(12, 36).unwrap();
/// assert_eq!((run.start(), run.stop(), run.frame_count()), (12, 36, 24));
/// assert!(run.contains(12) && !run.contains(36));
/// assert!(FrameRange::new(5, 5).is_none(), "empty");
/// assert!(FrameRange::new(9, 5).is_none(), "reversed");
/// ```
///
/// In memory, the start comes before the stop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FrameRange {
    /// The first frame.
    start: u32,
    /// The frame after the last one.
    stop: u32,
}

impl FrameRange {
    /// Returns the range `[start, stop)`, or `None` if it would be empty or reversed.
    pub const fn new(start: u32, stop: u32) -> Option<Self> {
        if start < stop {
            Some(Self { start, stop })
        } else {
            None
        }
    }

    /// Returns the range `[start, stop)`, or `[start, start + 1)` if that would be empty or
    /// reversed.
    ///
    /// Use it instead of [`new`](Self::new) for a range known to be valid.
    ///
    /// # Panics
    /// Panics in debug builds if `start` is `u32::MAX`, which no range can hold.
    pub const fn from_first(start: u32, stop: u32) -> Self {
        debug_assert!(start < u32::MAX);
        let least = start.saturating_add(1);
        Self {
            start,
            stop: if stop > least { stop } else { least },
        }
    }

    /// Returns the first frame inside.
    pub const fn start(self) -> u32 {
        self.start
    }

    /// Returns the first frame after the range.
    pub const fn stop(self) -> u32 {
        self.stop
    }

    /// Returns the number of frames inside, at least 1.
    pub const fn frame_count(self) -> u32 {
        self.stop - self.start
    }

    /// Returns whether `frame` is inside.
    pub const fn contains(self, frame: u32) -> bool {
        self.start <= frame && frame < self.stop
    }

    /// Returns whether the two ranges share at least one frame.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.stop && other.start < self.stop
    }

    /// Returns whether the two ranges share a frame or meet without a gap, so that their union is
    /// one range.
    pub const fn touches(self, other: Self) -> bool {
        self.start <= other.stop && other.start <= self.stop
    }

    /// Returns whether every frame of `other` is inside.
    pub const fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.stop <= self.stop
    }

    /// Returns the frames in both ranges; `None` if there are none.
    pub fn intersection(self, other: Self) -> Option<Self> {
        Self::new(self.start.max(other.start), self.stop.min(other.stop))
    }

    /// Returns the smallest range that contains both ranges. It includes the frames between them.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            stop: self.stop.max(other.stop),
        }
    }
}

crate::display! { FrameRange:
    Self { start, stop } => "[{start}, {stop})";
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for FrameRange {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Unchecked {
            start: u32,
            stop: u32,
        }
        let Unchecked { start, stop } = Unchecked::deserialize(from)?;
        let empty = || serde::de::Error::custom(format_args!("[{start}, {stop}) holds no frame"));
        Self::new(start, stop).ok_or_else(empty)
    }
}

impl fmt::Debug for FrameRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {})", self.start, self.stop)
    }
}
