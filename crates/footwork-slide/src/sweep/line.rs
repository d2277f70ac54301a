//! The nearest point of a segment to a box of any turn: the distance of all round pairs comes down
//! to it.

use glam::DVec3;

use super::vector::{larger, smaller};

/// One axis of a box around the origin: its unit vector, and half the box's extent along it.
pub(super) type Extent = (DVec3, f64);

/// From the box of `extents` (at right angles to each other) to the nearest point of the segment
/// from `start` to `start + way`; zero where they cross.
///
/// The squared distance is a convex function of the place on the segment; its slope is linear
/// between the places where the segment crosses the planes of the box's sides. Halving at each of
/// them leaves one piece without a bend, on which the slope's zero is exact.
#[inline(always)]
pub(super) fn from_box<const N: usize>(start: DVec3, way: DVec3, extents: &[Extent; N]) -> DVec3 {
    let slope = |place: f64| way.dot(outside(start + place * way, extents));
    let (mut low, mut high) = (0.0, 1.0);
    let (mut falling, mut rising) = (slope(low), slope(high));
    if falling >= 0.0 {
        return outside(start, extents);
    }
    if rising <= 0.0 {
        return outside(start + way, extents);
    }
    for &(axis, half) in extents {
        let (at, along) = (axis.dot(start), axis.dot(way));
        for side in [half, -half] {
            let place = (side - at) / along;
            if place > low && place < high {
                match slope(place) {
                    slope if slope < 0.0 => (low, falling) = (place, slope),
                    slope => (high, rising) = (place, slope),
                }
            }
        }
    }
    let place = low + (high - low) * (falling / (falling - rising));
    outside(start + place * way, extents)
}

/// From the box to a point.
#[inline(always)]
fn outside<const N: usize>(point: DVec3, extents: &[Extent; N]) -> DVec3 {
    let mut rest = point;
    for &(axis, half) in extents {
        rest -= larger(smaller(axis.dot(point), half), -half) * axis;
    }
    rest
}
