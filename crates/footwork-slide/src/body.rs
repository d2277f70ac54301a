//! The shape that moves, as the sweeps see it: two kinds instead of three, in f64.

use glam::DVec3;

use crate::shape::Shape;

/// A [`Shape`] around its centre, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Body {
    /// An axis-aligned box.
    Box {
        /// Half its extents.
        half: DVec3,
    },
    /// An upright capsule, or a sphere.
    Round {
        /// Half the length of the axis, caps not in it; zero for a sphere.
        half_axis: f64,
        /// Of the caps.
        radius: f64,
    },
}

impl Body {
    /// What `shape` is.
    pub(crate) fn of(shape: &Shape) -> Self {
        match *shape {
            Shape::Box { half } => Self::Box {
                half: DVec3::from(half.map(f64::from)),
            },
            Shape::Capsule { radius, height } => {
                let (radius, height) = (f64::from(radius), f64::from(height));
                let half_axis = 0.5 * height - radius;
                Self::Round {
                    half_axis: if half_axis > 0.0 { half_axis } else { 0.0 },
                    radius,
                }
            }
            Shape::Sphere { radius } => Self::Round {
                half_axis: 0.0,
                radius: f64::from(radius),
            },
        }
    }

    /// How far from its centre it reaches along a unit vector.
    pub(crate) fn reach(&self, direction: DVec3) -> f64 {
        match *self {
            Self::Box { half } => half.dot(direction.abs()),
            Self::Round { half_axis, radius } => radius + half_axis * direction.y.abs(),
        }
    }

    /// Half the extents of the box that holds it.
    pub(crate) fn half_extents(&self) -> DVec3 {
        match *self {
            Self::Box { half } => half,
            Self::Round { half_axis, radius } => DVec3::new(radius, half_axis + radius, radius),
        }
    }
}
