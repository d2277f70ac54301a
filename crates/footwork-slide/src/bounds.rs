//! Axis-aligned bounds. [`Bounds`] is exact in f64. [`Outer`] takes half the memory in f32 and is rounded outwards, so
//! it may be too large but is never too small.

use glam::{DMat3, DVec3, Vec3};

use crate::vector::{lower, upper};

/// Bounds in f64. They include both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) min: DVec3,
    pub(crate) max: DVec3,
}

impl Bounds {
    /// The bounds of nothing. They touch nothing, and joining them to other bounds changes nothing.
    pub(crate) const EMPTY: Self = Self {
        min: DVec3::INFINITY,
        max: DVec3::NEG_INFINITY,
    };

    #[inline]
    pub(crate) fn around(points: &[DVec3; 3]) -> Self {
        let [a, b, c] = *points;
        Self {
            min: lower(lower(a, b), c),
            max: upper(upper(a, b), c),
        }
    }

    pub(crate) fn join(&self, other: &Self) -> Self {
        Self {
            min: lower(self.min, other.min),
            max: upper(self.max, other.max),
        }
    }

    /// Returns whether the two bounds have a point in common; false if a number is NaN.
    #[inline]
    pub(crate) fn touch(&self, other: &Self) -> bool {
        // Tests all axes together. Stopping at the first separating axis makes moves of bodies slower.
        (self.min.cmple(other.max) & self.max.cmpge(other.min)).all()
    }

    /// Returns whether `other` lies inside these bounds.
    pub(crate) fn contains(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && self.max.cmpge(other.max).all()
    }

    #[inline]
    pub(crate) fn moved(&self, by: DVec3) -> Self {
        Self {
            min: self.min + by,
            max: self.max + by,
        }
    }

    /// Returns the bounds of this box after the rotation `turn` about the origin.
    pub(crate) fn turned(&self, turn: &DMat3) -> Self {
        let centre = *turn * self.centre();
        let half = 0.5 * self.max - 0.5 * self.min;
        let reach =
            turn.x_axis.abs() * half.x + turn.y_axis.abs() * half.y + turn.z_axis.abs() * half.z;
        Self {
            min: centre - reach,
            max: centre + reach,
        }
    }

    #[inline]
    pub(crate) fn grown(&self, by: f64) -> Self {
        self.widened(DVec3::splat(by))
    }

    /// Returns bounds that reach `by` farther along each axis, in both directions.
    #[inline]
    pub(crate) fn widened(&self, by: DVec3) -> Self {
        Self {
            min: self.min - by,
            max: self.max + by,
        }
    }

    /// Returns the part within `limit` of zero on every axis; `limit` must be finite.
    #[inline]
    pub(crate) fn limited(&self, limit: f64) -> Self {
        let limit = DVec3::splat(limit);
        Self {
            min: upper(self.min, -limit),
            max: lower(self.max, limit),
        }
    }

    #[inline]
    pub(crate) fn centre(&self) -> DVec3 {
        0.5 * self.min + 0.5 * self.max
    }

    /// Returns the largest absolute value of a coordinate.
    #[inline]
    pub(crate) fn max_coordinate(&self) -> f64 {
        upper(self.min.abs(), self.max.abs()).max_element()
    }
}

/// Returns the first axis whose coordinate is not finite or is farther than `limit` from zero; `None` if there is none.
pub(crate) fn first_beyond(coordinates: [f64; 3], limit: f64) -> Option<usize> {
    // False for NaN.
    let is_within = |metres: f64| metres.abs() <= limit;
    (coordinates.into_iter()).position(|metres| !is_within(metres))
}

/// Bounds in f32 that contain the f64 bounds from which they were made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outer {
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
}

impl Outer {
    pub(crate) const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    #[inline]
    pub(crate) fn from_bounds(bounds: &Bounds) -> Self {
        Self {
            min: Vec3::from_array(bounds.min.to_array().map(round_down)),
            max: Vec3::from_array(bounds.max.to_array().map(round_up)),
        }
    }

    #[inline]
    pub(crate) fn join(&self, other: &Self) -> Self {
        Self {
            min: Vec3::select(self.min.cmplt(other.min), self.min, other.min),
            max: Vec3::select(self.max.cmpgt(other.max), self.max, other.max),
        }
    }

    /// Returns half the surface area; zero for empty bounds.
    #[inline]
    pub(crate) fn half_area(&self) -> f32 {
        let size = self.max - self.min;
        if size.x >= 0.0 {
            size.x * size.y + size.y * size.z + size.z * size.x
        } else {
            0.0
        }
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded down where the cast rounds up"
)]
fn round_down(metres: f64) -> f32 {
    let near = metres as f32;
    if f64::from(near) > metres {
        near.next_down()
    } else {
        near
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounded up where the cast rounds down"
)]
fn round_up(metres: f64) -> f32 {
    let near = metres as f32;
    if f64::from(near) < metres {
        near.next_up()
    } else {
        near
    }
}
