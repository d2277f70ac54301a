//! Set algebra for ranges and masks, of one clip and of many clips.

use footwork_base::{FrameRange, IdVec};

use crate::ids::{ClipId, ClipInfo};
use crate::mask::Mask;
use crate::mask_set::MaskSet;
use crate::range_set::RangeSet;
use crate::ranges::Ranges;

/// The four ways to combine two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SetOp {
    /// The frames in either set: `a | b`.
    Union,
    /// The frames in both sets: `a & b`.
    Intersection,
    /// The frames in the first set but not in the second: `a - b`.
    Difference,
    /// The frames in exactly one of the sets: `a ^ b`.
    SymmetricDifference,
}

impl SetOp {
    /// Returns whether a frame is in the result, given whether it is in each operand.
    pub const fn holds(self, a: bool, b: bool) -> bool {
        match self {
            Self::Union => a | b,
            Self::Intersection => a & b,
            Self::Difference => a & !b,
            Self::SymmetricDifference => a ^ b,
        }
    }
}

/// Union, intersection, difference, symmetric difference and complement.
///
/// [`Ranges`], [`Mask`], [`RangeSet`] and [`MaskSet`] implement it, and all give the same answers. The `*_into` methods
/// reuse the memory of the caller's buffer. The operators `|`, `&`, `-` and `^` on references return a new value.
///
/// ```
/// use footwork_tags::{Ranges, SetAlgebra};
///
/// let ranges = |pairs: &[(u32, u32)]| Ranges::from_pairs(pairs.iter().copied()).unwrap();
/// let (a, b) = (ranges(&[(0, 10), (20, 30)]), ranges(&[(5, 25)]));
/// assert_eq!(&a | &b, ranges(&[(0, 30)]));
/// assert_eq!(&a & &b, ranges(&[(5, 10), (20, 25)]));
/// assert_eq!(&a - &b, ranges(&[(0, 5), (25, 30)]));
/// assert_eq!(&a ^ &b, ranges(&[(0, 5), (10, 20), (25, 30)]));
/// assert_eq!(a.complement(&40), ranges(&[(10, 20), (30, 40)]));
/// ```
pub trait SetAlgebra: Sized + Default {
    /// The type that describes all frames: the length of the clip in frames, or the table of clips.
    type Extent: ?Sized;

    /// Writes `self op other` to `out`.
    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self);

    /// Writes the frames of `extent` that are not in `self` to `out`.
    fn complement_into(&self, extent: &Self::Extent, out: &mut Self);

    /// Returns `self op other`.
    #[must_use]
    fn combine(&self, op: SetOp, other: &Self) -> Self {
        let mut out = Self::default();
        self.combine_into(op, other, &mut out);
        out
    }

    /// Returns the frames of `extent` that are not in `self`.
    #[must_use]
    fn complement(&self, extent: &Self::Extent) -> Self {
        let mut out = Self::default();
        self.complement_into(extent, &mut out);
        out
    }

    /// Returns the frames in either set.
    #[must_use]
    fn union(&self, other: &Self) -> Self {
        self.combine(SetOp::Union, other)
    }

    /// Returns the frames in both sets.
    #[must_use]
    fn intersection(&self, other: &Self) -> Self {
        self.combine(SetOp::Intersection, other)
    }

    /// Returns the frames of `self` that are not in `other`.
    #[must_use]
    fn difference(&self, other: &Self) -> Self {
        self.combine(SetOp::Difference, other)
    }

    /// Returns the frames in exactly one of the sets.
    #[must_use]
    fn symmetric_difference(&self, other: &Self) -> Self {
        self.combine(SetOp::SymmetricDifference, other)
    }
}

macro_rules! operators {
    ($($Set:ty),*) => {$(
        impl std::ops::BitOr for &$Set {
            type Output = $Set;
            fn bitor(self, other: Self) -> $Set {
                self.union(other)
            }
        }
        impl std::ops::BitAnd for &$Set {
            type Output = $Set;
            fn bitand(self, other: Self) -> $Set {
                self.intersection(other)
            }
        }
        impl std::ops::Sub for &$Set {
            type Output = $Set;
            fn sub(self, other: Self) -> $Set {
                self.difference(other)
            }
        }
        impl std::ops::BitXor for &$Set {
            type Output = $Set;
            fn bitxor(self, other: Self) -> $Set {
                self.symmetric_difference(other)
            }
        }
    )*};
}

operators!(Ranges, Mask, RangeSet, MaskSet);

impl SetAlgebra for Ranges {
    type Extent = u32;

    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self) {
        out.rebuild(|buffer| combine_ranges(op, self.as_slice(), other.as_slice(), buffer));
    }

    fn complement_into(&self, frames: &u32, out: &mut Self) {
        let all = FrameRange::new(0, *frames);
        out.rebuild(|buffer| {
            combine_ranges(SetOp::Difference, all.as_slice(), self.as_slice(), buffer);
        });
    }
}

/// Appends the canonical ranges of `a op b` to `out`. Both operands must be canonical.
///
/// At each boundary, one or both operands begin or stop to hold. A range of the result starts or stops at a boundary
/// where the result of `op` changes. The boundaries of one operand are distinct, so ranges of the result never touch.
pub(crate) fn combine_ranges(
    op: SetOp,
    a: &[FrameRange],
    b: &[FrameRange],
    out: &mut Vec<FrameRange>,
) {
    let (mut a, mut b) = (Boundaries::new(a), Boundaries::new(b));
    let mut open: Option<u32> = None;
    while let Some(frame) = a.peek().into_iter().chain(b.peek()).min() {
        a.pass(frame);
        b.pass(frame);
        match (open, op.holds(a.inside, b.inside)) {
            (None, true) => open = Some(frame),
            (Some(start), false) => {
                out.extend(FrameRange::new(start, frame));
                open = None;
            }
            _ => {}
        }
    }
}

/// The alternating starts and stops of ranges.
struct Boundaries<'a> {
    ranges: &'a [FrameRange],
    inside: bool,
}

impl<'a> Boundaries<'a> {
    fn new(ranges: &'a [FrameRange]) -> Self {
        Self {
            ranges,
            inside: false,
        }
    }

    fn peek(&self) -> Option<u32> {
        let range = self.ranges.first()?;
        Some(if self.inside {
            range.stop()
        } else {
            range.start()
        })
    }

    /// Steps over the next boundary, if it is at `frame`.
    fn pass(&mut self, frame: u32) {
        if self.peek() == Some(frame) {
            if self.inside {
                self.ranges = &self.ranges[1..];
            }
            self.inside = !self.inside;
        }
    }
}

impl SetAlgebra for Mask {
    /// The clip's length in frames. Combining masks of different lengths gives a mask of the longer clip.
    type Extent = u32;

    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self) {
        let frames = self.clip_frames().max(other.clip_frames());
        let (a, b) = (self.words(), other.words());
        let word = |words: &[u64], i: usize| words.get(i).copied().unwrap_or(0);
        match op {
            SetOp::Union => out.rebuild(frames, |i| word(a, i) | word(b, i)),
            SetOp::Intersection => out.rebuild(frames, |i| word(a, i) & word(b, i)),
            SetOp::Difference => out.rebuild(frames, |i| word(a, i) & !word(b, i)),
            SetOp::SymmetricDifference => out.rebuild(frames, |i| word(a, i) ^ word(b, i)),
        }
    }

    fn complement_into(&self, frames: &u32, out: &mut Self) {
        let words = self.words();
        out.rebuild(*frames, |i| !words.get(i).copied().unwrap_or(0));
    }
}

impl SetAlgebra for RangeSet {
    type Extent = IdVec<ClipId, ClipInfo>;

    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self) {
        out.clear();
        merge(self.iter(), other.iter(), |clip, a, b| {
            let (a, b) = (a.unwrap_or(&[]), b.unwrap_or(&[]));
            // A clip in only one of the sets is copied or skipped.
            match (a, b) {
                (_, []) if op.holds(true, false) => out.push(clip, a),
                ([], _) if op.holds(false, true) => out.push(clip, b),
                (_, []) | ([], _) => {}
                _ => out.push_with(clip, |ranges| combine_ranges(op, a, b, ranges)),
            }
        });
    }

    fn complement_into(&self, clips: &Self::Extent, out: &mut Self) {
        Self::full(clips).combine_into(SetOp::Difference, self, out);
    }
}

impl SetAlgebra for MaskSet {
    type Extent = IdVec<ClipId, ClipInfo>;

    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self) {
        out.clear();
        let (empty, mut combined) = (Mask::new(0), Mask::new(0));
        merge(self.iter(), other.iter(), |clip, a, b| {
            let (a, b) = (a.unwrap_or(&empty), b.unwrap_or(&empty));
            a.combine_into(op, b, &mut combined);
            out.push(clip, &combined);
        });
    }

    fn complement_into(&self, clips: &Self::Extent, out: &mut Self) {
        Self::full(clips).combine_into(SetOp::Difference, self, out);
    }
}

/// Calls `visit` for every clip in either list, in the order of ids, with the clip's item in each list.
fn merge<T>(
    a: impl Iterator<Item = (ClipId, T)>,
    b: impl Iterator<Item = (ClipId, T)>,
    mut visit: impl FnMut(ClipId, Option<T>, Option<T>),
) {
    let (mut a, mut b) = (a.peekable(), b.peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some((a, _)), Some((b, _))) => *a.min(b),
            (Some((clip, _)), None) | (None, Some((clip, _))) => *clip,
            (None, None) => return,
        };
        let of_clip = |item: &(ClipId, T)| item.0 == next;
        let a = a.next_if(of_clip).map(|(_, item)| item);
        let b = b.next_if(of_clip).map(|(_, item)| item);
        visit(next, a, b);
    }
}
