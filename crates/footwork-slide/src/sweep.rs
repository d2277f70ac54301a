//! Finds when a moving shape meets one triangle or one volume, and along which normal.
//!
//! Sweeps are f64, exact up to rounding, allocate nothing and give the same bits on every machine. There are two
//! methods. If both the body and the obstacle have flat sides, a point moves through the slabs of a Minkowski
//! difference (`slab`). A first test in f32 finds the slabs that matter (`screen`). If either is round, each is a core
//! grown by a radius. Newton's method then finds the time at which the distance of the two cores falls to the sum of
//! the radii, with leaps to edges (`rounded`). Turned boxes are swept along their own axes. For cylinders and hulls,
//! Newton's method gets the distance from a walking simplex (`convex`, `simplex`).
//!
//! **Offset.** A body and an obstacle meet when they come within `offset` of each other. Between flat sides (a box
//! against triangles and boxes) the offset is mitred: each plane around the region closed to the body is moved out by
//! the offset along its unit normal. So the distance along the reported normal is `offset`, and corners stay sharp. If
//! the body or the obstacle is round, the offset is the distance itself.
//!
//! **Touching.** A shape that rests at `offset`, within a billionth of the sizes or 1e-10 m, is apart unless its motion
//! brings it nearer by more than a billionth of the motion's length. If it does, the two meet at time 0. Without this
//! rule, rounding would stop a body that moves along a wall that it rests against.

mod batch;
mod batches;
mod box_triangle;
mod convex;
mod line;
mod meeting;
mod round_triangle;
mod rounded;
mod screen;
mod simplex;
mod slab;
mod volumes;

use glam::DVec3;

use crate::body::{Body, Turned};
use crate::shape::Shape;
use crate::volume::{PlacedVolume, RoundZonotope};

pub(crate) use batch::{Glance, Inner, look};
pub(crate) use batches::{Batches, Row};
pub use meeting::Swept;
pub(crate) use meeting::{Meeting, Sweep};
pub(crate) use screen::Outline;

/// Sweeps a shape around the origin by `motion`, in metres, against a triangle. Both sides of the triangle are solid,
/// whatever its winding.
///
/// Shape and triangle meet when they are `offset` metres apart. For a round shape this is the distance. For a box it is the
/// distance along the contact normal, so that corners stay sharp. With a motion of zero, the result is never
/// [`Swept::Meets`]. A triangle without area counts as the segment or the point to which it shrinks. If the motion, the
/// triangle or the offset is not finite, the result is [`Swept::Apart`]. The shape is not checked: see [`Shape::check`].
///
/// ```
/// use footwork_slide::{Shape, Swept, sweep_triangle};
///
/// let shape = Shape::Box { half_m: [0.5, 1.0, 0.5] };
/// let floor = [[-9.0, -3.0, -9.0], [9.0, -3.0, -9.0], [0.0, -3.0, 9.0]];
/// let normal = [0.0, 1.0, 0.0];
/// let swept = sweep_triangle(&shape, [0.0, -4.0, 0.0], &floor, 0.0);
/// assert_eq!(swept, Swept::Meets { time: 0.5, normal });
///
/// let resting = sweep_triangle(&shape, [0.0; 3], &floor, 5.0);
/// assert_eq!(resting, Swept::Within { gap: 2.0, normal });
/// ```
pub fn sweep_triangle(
    shape: &Shape,
    motion: [f64; 3],
    triangle: &[[f64; 3]; 3],
    offset: f64,
) -> Swept {
    let vertices = triangle.map(DVec3::from);
    let motion = DVec3::from(motion);
    let sum = vertices[0] + vertices[1] + vertices[2] + motion;
    if !(sum.is_finite() && offset.is_finite()) {
        return Swept::Apart;
    }
    let body = Body::from(shape);
    let outline = Outline::new(&body, &vertices);
    let sweep = Sweep::new(DVec3::ZERO, motion, offset);
    meet_triangle(&body, &sweep, &outline, &vertices).into()
}

/// Sweeps a shape around the origin by `motion`, in metres, against a volume, as [`sweep_triangle`] does against a
/// triangle. If the motion, the volume or the offset is not finite, the result is [`Swept::Apart`].
///
/// ```
/// use footwork_slide::{PlacedVolume, Shape, Swept, Volume, sweep_volume};
///
/// let shape = Shape::Sphere { radius_m: 0.5 };
/// let post = PlacedVolume {
///     volume: Volume::Capsule { radius_m: 0.5, half_axis_m: 1.0 },
///     centre: [3.0, 0.0, 0.0],
///     rotation: [0.0, 0.0, 0.0, 1.0],
/// };
/// let swept = sweep_volume(&shape, [4.0, 0.0, 0.0], &post, 0.0);
/// assert_eq!(swept, Swept::Meets { time: 0.5, normal: [-1.0, 0.0, 0.0] });
/// ```
pub fn sweep_volume(shape: &Shape, motion: [f64; 3], volume: &PlacedVolume, offset: f64) -> Swept {
    let motion = DVec3::from(motion);
    let volume = volume.zonotope();
    let [a, b, c] = volume.generators;
    let sum = volume.centre + motion + a + b + c;
    if !(sum.is_finite()
        && volume.radius.is_finite()
        && volume.disc.is_finite()
        && offset.is_finite())
    {
        return Swept::Apart;
    }
    meet_volume(&Body::from(shape), motion, &volume, offset).into()
}

/// Sweeps a body against a triangle with its outline for this body. Inlined, because reading values that the caller has
/// just written to memory in other sizes is slow.
#[inline(always)]
pub(crate) fn meet_triangle(
    body: &Body,
    sweep: &Sweep,
    outline: &Outline,
    triangle: &[DVec3; 3],
) -> Meeting {
    match body {
        Body::Box { half } => box_triangle::meet(*half, sweep, outline, triangle),
        &Body::Round { half_axis, radius } => {
            round_triangle::Capsule { half_axis, radius }.meet(sweep, outline, triangle)
        }
        _ => meet_other(body, sweep, outline, triangle),
    }
}

/// Sweeps a turned box, a cylinder or a hull against a triangle.
#[inline(never)]
fn meet_other(body: &Body, sweep: &Sweep, outline: &Outline, triangle: &[DVec3; 3]) -> Meeting {
    if let Body::Turned(turned) = body {
        let own = Sweep {
            at: turned.to_own(sweep.at),
            motion: turned.to_own(sweep.motion),
            ..*sweep
        };
        let triangle = triangle.map(|vertex| turned.to_own(vertex));
        let meeting = box_triangle::meet(turned.half, &own, outline, &triangle);
        return meeting.turned(turned.turn);
    }
    let screen = outline.screen(sweep.at, sweep.motion * sweep.until, sweep.offset);
    if screen.meeting().is_none() {
        return Meeting::Apart;
    }
    let pair = convex::Pair {
        body,
        obstacle: convex::Obstacle::Triangle(&triangle.map(|vertex| vertex - sweep.at)),
    };
    pair.meet(sweep.motion, sweep.offset, [sweep.from, sweep.until])
}

/// Like [`meet_triangle`], for a round body and a triangle that [`look`] has kept. Skips the first test.
#[inline]
pub(crate) fn meet_seen_triangle(
    [half_axis, radius]: [f64; 2],
    sweep: &Sweep,
    triangle: &[DVec3; 3],
) -> Meeting {
    round_triangle::Capsule { half_axis, radius }.meet_exactly(sweep, triangle)
}

/// Sweeps a body around the origin against a volume. The volume's generators are at right angles, or its disc is at
/// right angles to the second generator.
pub(crate) fn meet_volume(
    body: &Body,
    motion: DVec3,
    volume: &RoundZonotope,
    offset: f64,
) -> Meeting {
    match body {
        Body::Box { .. } | Body::Round { .. } if volume.disc <= 0.0 => {
            volumes::meet(body, motion, volume, offset)
        }
        Body::Turned(Turned { half, turn }) if volume.disc <= 0.0 => {
            let own = turn.transpose();
            let volume = RoundZonotope {
                centre: own * volume.centre,
                generators: volume.generators.map(|half| own * half),
                ..*volume
            };
            let body = Body::Box { half: *half };
            volumes::meet(&body, own * motion, &volume, offset).turned(*turn)
        }
        _ => {
            let obstacle = convex::Obstacle::Volume(volume);
            convex::Pair { body, obstacle }.meet(motion, offset, [0.0, 1.0])
        }
    }
}
