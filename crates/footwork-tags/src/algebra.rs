//! The set algebra that ranges and masks, of one clip and of many, all share.

mod mask;
mod ranges;
mod sets;

pub(crate) use ranges::combine_ranges;

use crate::{Mask, MaskSet, RangeSet, Ranges};

/// The four ways to combine two sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SetOp {
    /// Frames of either: `a | b`.
    Union,
    /// Frames of both: `a & b`.
    Intersection,
    /// Frames of the first that the second lacks: `a - b`.
    Difference,
    /// Frames of exactly one: `a ^ b`.
    SymmetricDifference,
}

impl SetOp {
    /// Whether a frame is in the result, given whether it is in each operand.
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
/// Implemented for [`Ranges`], [`Mask`], [`RangeSet`] and [`MaskSet`]; all give the same answers.
/// `*_into` write to a buffer of the caller's and reuse its memory; the operators `|`, `&`, `-`
/// and `^` on references make a new value.
///
/// ```
/// use footwork_tags::{Ranges, SetAlgebra};
///
/// let ranges = |pairs: &[(u32, u32)]| Ranges::from_unsorted(pairs.iter().copied()).0;
/// let (a, b) = (ranges(&[(0, 10), (20, 30)]), ranges(&[(5, 25)]));
/// assert_eq!(&a | &b, ranges(&[(0, 30)]));
/// assert_eq!(&a & &b, ranges(&[(5, 10), (20, 25)]));
/// assert_eq!(&a - &b, ranges(&[(0, 5), (25, 30)]));
/// assert_eq!(&a ^ &b, ranges(&[(0, 5), (10, 20), (25, 30)]));
/// assert_eq!(a.complement(&40), ranges(&[(10, 20), (30, 40)]));
/// ```
pub trait SetAlgebra: Sized + Default {
    /// What "everything" is: the clip's length in frames, or the table of clips.
    type Extent: ?Sized;

    /// Writes `self op other` to `out`.
    fn combine_into(&self, op: SetOp, other: &Self, out: &mut Self);

    /// Writes every frame of `extent` that `self` lacks to `out`.
    fn complement_into(&self, extent: &Self::Extent, out: &mut Self);

    /// `self op other`.
    #[must_use]
    fn combine(&self, op: SetOp, other: &Self) -> Self {
        let mut out = Self::default();
        self.combine_into(op, other, &mut out);
        out
    }

    /// Every frame of `extent` that `self` lacks.
    #[must_use]
    fn complement(&self, extent: &Self::Extent) -> Self {
        let mut out = Self::default();
        self.complement_into(extent, &mut out);
        out
    }

    /// Frames of either.
    #[must_use]
    fn union(&self, other: &Self) -> Self {
        self.combine(SetOp::Union, other)
    }

    /// Frames of both.
    #[must_use]
    fn intersection(&self, other: &Self) -> Self {
        self.combine(SetOp::Intersection, other)
    }

    /// Frames of `self` that `other` lacks.
    #[must_use]
    fn difference(&self, other: &Self) -> Self {
        self.combine(SetOp::Difference, other)
    }

    /// Frames of exactly one of both.
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
