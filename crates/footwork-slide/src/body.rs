//! A body as the sweeps see it, in f64.

use std::sync::Arc;

use glam::{DMat3, DQuat, DVec3};

use crate::polytope::Polytope;
use crate::shape::Shape;

/// A [`Shape`] around its centre, in metres.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// An axis-aligned box.
    Box {
        /// Half the extents.
        half: DVec3,
    },
    /// A turned box.
    Turned(Turned),
    /// An upright capsule, or a sphere.
    Round {
        /// Half the length of the axis, without the caps; zero for a sphere.
        half_axis: f64,
        /// The radius of the caps.
        radius: f64,
    },
    /// An upright cylinder.
    Cylinder { half_height: f64, radius: f64 },
    /// A convex hull.
    Hull(Arc<Polytope>),
}

/// A box with axes of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    /// Half the extents along its axes.
    pub(crate) half: DVec3,
    /// From the box's axes to the frame's.
    pub(crate) turn: DMat3,
}

/// An axis of a turned box is upright if the y of its unit vector is at least this: 30° above the horizontal.
const UPRIGHT: f64 = 0.5;

/// A part of a direction counts as zero if its share of the direction's length is at most this.
const NONE: f64 = 1.0e-12;

impl From<&Shape> for Body {
    fn from(shape: &Shape) -> Self {
        match *shape {
            Shape::Box { half_m } => Self::Box {
                half: DVec3::from(half_m.map(f64::from)),
            },
            Shape::TurnedBox { half_m, rotation } => Self::Turned(Turned {
                half: DVec3::from(half_m.map(f64::from)),
                turn: DMat3::from_quat(DQuat::from_array(rotation.map(f64::from)).normalize()),
            }),
            Shape::Capsule { radius_m, height_m } => {
                let (radius, height) = (f64::from(radius_m), f64::from(height_m));
                let half_axis = 0.5 * height - radius;
                Self::Round {
                    half_axis: if half_axis > 0.0 { half_axis } else { 0.0 },
                    radius,
                }
            }
            Shape::Cylinder { radius_m, height_m } => Self::Cylinder {
                half_height: 0.5 * f64::from(height_m),
                radius: f64::from(radius_m),
            },
            Shape::Sphere { radius_m } => Self::Round {
                half_axis: 0.0,
                radius: f64::from(radius_m),
            },
            Shape::Hull(points) => Self::Hull(Arc::new(Polytope::new(&points))),
        }
    }
}

impl Shape {
    /// Returns half of each extent of the shape's bounds, in metres.
    ///
    /// ```
    /// use footwork_slide::Shape;
    ///
    /// let person = Shape::Cylinder { radius_m: 0.25, height_m: 1.5 };
    /// assert_eq!(person.half_extents_m(), [0.25, 0.75, 0.25]);
    /// ```
    #[must_use]
    pub fn half_extents_m(&self) -> [f64; 3] {
        match self {
            Self::Hull(points) => points.half_extents().to_array(),
            other => Body::from(other).half_extents().to_array(),
        }
    }
}

impl Turned {
    /// Converts a vector from the axes of the frame to those of the box.
    #[inline]
    pub(crate) fn to_own(self, vector: DVec3) -> DVec3 {
        self.turn.transpose() * vector
    }

    pub(crate) fn axes(&self) -> [DVec3; 3] {
        [self.turn.x_axis, self.turn.y_axis, self.turn.z_axis]
    }
}

impl Body {
    /// Returns whether the skin is the distance to an obstacle. For boxes, it is the distance along the contact normal.
    #[inline]
    pub(crate) fn keeps_distance(&self) -> bool {
        !matches!(self, Self::Box { .. } | Self::Turned(_))
    }

    /// Returns whether the body has corners or edges.
    #[inline]
    pub(crate) fn has_corners(&self) -> bool {
        !matches!(self, Self::Round { .. })
    }

    /// Returns how far the body reaches from its centre along a unit vector.
    pub(crate) fn reach(&self, direction: DVec3) -> f64 {
        match self {
            Self::Box { half } => half.dot(direction.abs()),
            Self::Turned(turned) => turned.half.dot(turned.to_own(direction).abs()),
            Self::Round { half_axis, radius } => radius + half_axis * direction.y.abs(),
            Self::Cylinder { .. } => self.farthest(direction).dot(direction),
            Self::Hull(hull) => hull.farthest(direction).dot(direction),
        }
    }

    /// Returns the point of the body's core, which is the body without the radius of its caps, that lies farthest along
    /// a direction of any length.
    #[inline]
    pub(crate) fn farthest(&self, direction: DVec3) -> DVec3 {
        match self {
            Self::Box { half } => half.copysign(direction),
            Self::Turned(turned) => turned.turn * turned.half.copysign(turned.to_own(direction)),
            Self::Round { half_axis, .. } => DVec3::new(0.0, half_axis.copysign(direction.y), 0.0),
            Self::Cylinder {
                half_height,
                radius,
            } => {
                let level = DVec3::new(direction.x, 0.0, direction.z);
                rim(level, *radius, direction)
                    + DVec3::new(0.0, half_height.copysign(direction.y), 0.0)
            }
            Self::Hull(hull) => hull.farthest(direction),
        }
    }

    /// Returns a point inside a body at position `at`. This is `at`, except for a hull: a hull may not contain the
    /// middle of its bounds.
    #[inline]
    pub(crate) fn inside(&self, at: DVec3) -> DVec3 {
        match self {
            Self::Hull(hull) => at + hull.inner,
            _ => at,
        }
    }

    /// Returns the radius around the core: that of the caps, or 0 for a body without caps.
    #[inline]
    pub(crate) fn core_radius(&self) -> f64 {
        match self {
            Self::Round { radius, .. } => *radius,
            _ => 0.0,
        }
    }

    /// Calls `see` with the unit normals of the body's flat sides.
    pub(crate) fn visit_sides(&self, mut see: impl FnMut(DVec3)) {
        match self {
            Self::Box { .. } => DVec3::AXES.into_iter().for_each(|axis| {
                see(axis);
                see(-axis);
            }),
            Self::Turned(turned) => turned.axes().into_iter().for_each(|axis| {
                see(axis);
                see(-axis);
            }),
            Self::Round { .. } => {}
            Self::Cylinder { .. } => {
                see(DVec3::Y);
                see(DVec3::NEG_Y);
            }
            Self::Hull(hull) => hull.normals.iter().for_each(|normal| see(*normal)),
        }
    }

    /// Returns a box widened by `by` metres to each horizontal side. Any other body is returned unchanged.
    pub(crate) fn widened(&self, by: f64) -> Self {
        match self {
            Self::Box { half } => Self::Box {
                half: half + DVec3::new(by, 0.0, by),
            },
            Self::Turned(Turned { half, turn }) => {
                let upright = [turn.x_axis, turn.y_axis, turn.z_axis].map(|axis| axis.y.abs());
                let wider = upright.map(|up| if up < UPRIGHT { by } else { 0.0 });
                Self::Turned(Turned {
                    half: *half + DVec3::from_array(wider),
                    turn: *turn,
                })
            }
            other => other.clone(),
        }
    }

    /// Returns half the extents of the body's bounds.
    pub(crate) fn half_extents(&self) -> DVec3 {
        match self {
            Self::Box { half } => *half,
            Self::Turned(Turned { half, turn }) => {
                let [x, y, z] = [turn.x_axis, turn.y_axis, turn.z_axis].map(DVec3::abs);
                x * half.x + y * half.y + z * half.z
            }
            Self::Round { half_axis, radius } => DVec3::new(*radius, half_axis + radius, *radius),
            Self::Cylinder {
                half_height,
                radius,
            } => DVec3::new(*radius, *half_height, *radius),
            Self::Hull(hull) => hull.half,
        }
    }
}

/// Returns the point of a disc's rim that lies farthest along a direction, given the part of the direction in the disc's
/// plane; the centre if the direction is the disc's axis.
#[inline]
pub(crate) fn rim(across: DVec3, radius: f64, direction: DVec3) -> DVec3 {
    let square = across.length_squared();
    if square > NONE * NONE * direction.length_squared() {
        across * (radius / square.sqrt())
    } else {
        DVec3::ZERO
    }
}
