//! A body as the sweeps see it: two kinds instead of three, in f64.

use glam::DVec3;

use crate::shape::Shape;

/// A [`Shape`] around its centre, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Body {
    /// An axis-aligned box.
    Box {
        /// Half the extents.
        half: DVec3,
    },
    /// An upright capsule, or a sphere.
    Round {
        /// Half the length of the axis, without the caps; zero for a sphere.
        half_axis: f64,
        /// The radius of the caps.
        radius: f64,
    },
}

impl From<&Shape> for Body {
    fn from(shape: &Shape) -> Self {
        match *shape {
            Shape::Box { half_m } => Self::Box {
                half: DVec3::from(half_m.map(f64::from)),
            },
            Shape::Capsule { radius_m, height_m } => {
                let (radius, height) = (f64::from(radius_m), f64::from(height_m));
                let half_axis = 0.5 * height - radius;
                Self::Round {
                    half_axis: if half_axis > 0.0 { half_axis } else { 0.0 },
                    radius,
                }
            }
            Shape::Sphere { radius_m } => Self::Round {
                half_axis: 0.0,
                radius: f64::from(radius_m),
            },
        }
    }
}

impl Body {
    /// Returns how far the body reaches from its centre along a unit vector.
    pub(crate) fn reach(&self, direction: DVec3) -> f64 {
        match *self {
            Self::Box { half } => half.dot(direction.abs()),
            Self::Round { half_axis, radius } => radius + half_axis * direction.y.abs(),
        }
    }

    /// Returns a box widened by `by` metres to each horizontal side. A round body is returned unchanged.
    pub(crate) fn widened(&self, by: f64) -> Self {
        match *self {
            Self::Box { half } => Self::Box {
                half: half + DVec3::new(by, 0.0, by),
            },
            round @ Self::Round { .. } => round,
        }
    }

    /// Returns half the extents of the body's bounds.
    pub(crate) fn half_extents(&self) -> DVec3 {
        match *self {
            Self::Box { half } => half,
            Self::Round { half_axis, radius } => DVec3::new(radius, half_axis + radius, radius),
        }
    }
}
