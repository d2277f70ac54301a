//! When a moving shape meets one triangle or one volume, and along which normal.
//!
//! The shape's centre starts at the origin; triangles and volumes are given around it. Everything is
//! f64, exact up to rounding, allocates nothing and gives the same bits everywhere.
//!
//! **Offset.** Shapes keep a distance: they meet when they come within `offset`, zero or more metres,
//! of each other. Where both are flat-sided (a box against triangles and boxes) the offset is mitred:
//! the planes that bound the places the body cannot be in are moved out by it, each along its unit
//! normal, so that the distance along the reported normal is `offset` and corners stay sharp. Where
//! one is round it is the distance.
//!
//! **Touching.** Whoever rests at `offset`, give or take a billionth of the sizes or 1e-10 m, and does
//! not come nearer by more than a billionth of its way, is apart; if it comes nearer, the two meet
//! at time 0.

mod box_triangle;
mod line;
mod round_triangle;
mod rounded;
mod screen;
mod slab;
mod vector;
mod volumes;

use glam::{DQuat, DVec3};

use crate::body::Body;
use crate::shape::Shape;
use crate::volume::{PlacedVolume, Volume};

pub(crate) use screen::Outline;

/// Where and how a moving shape first meets something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The share of the motion that is done by then, in `[0, 1]`.
    pub time: f64,
    /// From the obstacle to the shape, at length one: the axis or feature by which they meet.
    pub normal: [f64; 3],
}

/// How a moving shape and an obstacle get on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Swept {
    /// They never come within the offset of each other.
    Apart,
    /// They come within the offset, for the first time.
    Meets(Hit),
    /// They are within the offset at the start.
    Within {
        /// The distance between them in metres; below zero they overlap, by so much.
        gap: f64,
        /// From the obstacle to the shape, at length one: where the way out is shortest.
        normal: [f64; 3],
    },
}

impl From<Meeting> for Swept {
    fn from(meeting: Meeting) -> Self {
        match meeting {
            Meeting::Apart => Self::Apart,
            Meeting::Meets { time, normal } => Self::Meets(Hit {
                time,
                normal: normal.to_array(),
            }),
            Meeting::Within { gap, normal } => Self::Within {
                gap,
                normal: normal.to_array(),
            },
        }
    }
}

/// [`Swept`] inside this crate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meeting {
    /// Never within the offset during the motion.
    Apart,
    /// First within the offset at `time` in `[0, 1]`; 0 when it rests there and moves in.
    Meets { time: f64, normal: DVec3 },
    /// Within the offset at the start, `gap` apart; below zero they overlap.
    Within { gap: f64, normal: DVec3 },
}

/// Sweeps `shape` along `motion`, both in metres, against a triangle of any winding: both its sides
/// are solid. A triangle without area is the segment or the point that is left of it.
///
/// A motion of zero asks how far apart the two are: the answer is never [`Swept::Meets`].
/// What is not finite is apart from everything. The shape is taken as it is: see [`Shape::check`].
///
/// ```
/// use footwork_slide::{Shape, Swept, sweep};
///
/// let shape = Shape::Box { half: [0.5, 1.0, 0.5] };
/// let floor = [[-9.0, -3.0, -9.0], [9.0, -3.0, -9.0], [0.0, -3.0, 9.0]];
/// let swept = sweep::triangle(&shape, [0.0, -4.0, 0.0], &floor, 0.0);
/// let Swept::Meets(hit) = swept else { panic!("{swept:?}") };
/// assert_eq!((hit.time, hit.normal), (0.5, [0.0, 1.0, 0.0]));
///
/// let gap = sweep::triangle(&shape, [0.0; 3], &floor, 5.0);
/// assert_eq!(gap, Swept::Within { gap: 2.0, normal: [0.0, 1.0, 0.0] });
/// ```
pub fn triangle(shape: &Shape, motion: [f64; 3], triangle: &[[f64; 3]; 3], offset: f64) -> Swept {
    let vertices = triangle.map(DVec3::from);
    let motion = DVec3::from(motion);
    let sum = vertices[0] + vertices[1] + vertices[2] + motion;
    if !(sum.is_finite() && offset.is_finite()) {
        return Swept::Apart;
    }
    let body = Body::of(shape);
    let outline = Outline::new(&body, &vertices);
    sweep_triangle(&body, DVec3::ZERO, motion, (&outline, &vertices), offset).into()
}

/// A volume in the way of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// What it is.
    pub volume: Volume,
    /// From the shape's centre to the volume's, in metres.
    pub centre: [f64; 3],
    /// How it is turned: a quaternion `[x, y, z, w]` of length 1, which is made exact; one without
    /// a length turns nothing.
    pub rotation: [f32; 4],
}

impl Placed {
    fn generators(&self) -> PlacedVolume {
        let (half, radius) = match self.volume {
            Volume::Box { half } => (half, 0.0),
            Volume::Sphere { radius } => ([0.0; 3], radius),
            Volume::Capsule { radius, half_axis } => ([0.0, half_axis, 0.0], radius),
        };
        let turn = DQuat::from_array(self.rotation.map(f64::from));
        let length = turn.length_squared().sqrt();
        let turn = match length > 0.0 {
            true => turn * (1.0 / length),
            false => DQuat::IDENTITY,
        };
        let [x, y, z] = half.map(f64::from);
        PlacedVolume {
            centre: DVec3::from(self.centre),
            generators: [DVec3::X * x, DVec3::Y * y, DVec3::Z * z].map(|half| turn * half),
            radius: f64::from(radius),
        }
    }
}

/// Sweeps `shape` along `motion`, in metres, against a volume.
///
/// A motion of zero asks how far apart the two are: the answer is never [`Swept::Meets`].
/// What is not finite is apart from everything.
///
/// ```
/// use footwork_slide::{Shape, Swept, Volume, sweep};
///
/// let shape = Shape::Sphere { radius: 0.5 };
/// let other = sweep::Placed {
///     volume: Volume::Capsule { radius: 0.5, half_axis: 1.0 },
///     centre: [3.0, 0.0, 0.0],
///     rotation: [0.0, 0.0, 0.0, 1.0],
/// };
/// let swept = sweep::volume(&shape, [4.0, 0.0, 0.0], &other, 0.0);
/// let Swept::Meets(hit) = swept else { panic!("{swept:?}") };
/// assert_eq!((hit.time, hit.normal), (0.5, [-1.0, 0.0, 0.0]));
/// ```
pub fn volume(shape: &Shape, motion: [f64; 3], placed: &Placed, offset: f64) -> Swept {
    let motion = DVec3::from(motion);
    let volume = placed.generators();
    let [a, b, c] = volume.generators;
    let sum = volume.centre + motion + a + b + c;
    if !(sum.is_finite() && volume.radius.is_finite() && offset.is_finite()) {
        return Swept::Apart;
    }
    sweep_volume(&Body::of(shape), motion, &volume, offset).into()
}

/// Sweeps a body at a place against a triangle, of which the body has the outline. Inlined, so that what a caller
/// has just worked out need not be read back from memory in other pieces than it was written.
#[inline(always)]
pub(crate) fn sweep_triangle(
    body: &Body,
    place: DVec3,
    motion: DVec3,
    triangle: (&Outline, &[DVec3; 3]),
    offset: f64,
) -> Meeting {
    match *body {
        Body::Box { half } => box_triangle::sweep(half, place, motion, triangle, offset),
        Body::Round { half_axis, radius } => {
            round_triangle::sweep([half_axis, radius], place, motion, triangle, offset)
        }
    }
}

/// Sweeps a body around the origin against a volume, whose generators are at right angles.
pub(crate) fn sweep_volume(
    body: &Body,
    motion: DVec3,
    volume: &PlacedVolume,
    offset: f64,
) -> Meeting {
    volumes::sweep(body, motion, volume, offset)
}
