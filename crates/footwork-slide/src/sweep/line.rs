//! The vector from a turned box to the nearest point of a segment. All distances of round pairs reduce to this, except
//! the distance to the face of a triangle.

use glam::DVec3;

use crate::vector::{larger, smaller};

/// One axis of a box around the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The unit vector.
    pub(super) axis: DVec3,
    /// Half the box's extent along the axis.
    pub(super) half: f64,
}

/// Returns the vector from the box of `extents`, which are at right angles, to the nearest point of the segment from
/// `start` to `start + way`; zero if they cross.
///
/// The squared distance is a convex function of the position on the segment, and its slope is linear between the
/// positions at which the segment crosses the planes of the box's sides. Bisecting at each such position leaves one
/// linear piece, on which the zero of the slope is exact.
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
    for &Extent { axis, half } in extents {
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

/// Like [`from_box`], for the upright segment from `-half` to `half` instead of a box. Most edges pass the segment
/// above or below and cost one division.
#[inline(always)]
pub(super) fn from_upright(start: DVec3, way: DVec3, half: f64) -> DVec3 {
    let outside = |point: DVec3| {
        let y = point.y - larger(smaller(point.y, half), -half);
        DVec3::new(point.x, y, point.z)
    };
    let slope = |place: f64| way.dot(outside(start + place * way));
    let (mut low, mut high) = (0.0, 1.0);
    let mut falling = way.dot(outside(start));
    if falling >= 0.0 {
        return outside(start);
    }
    let mut rising = way.dot(outside(start + way));
    if rising <= 0.0 {
        return outside(start + way);
    }
    for side in [half, -half] {
        let rise = side - start.y;
        // Whether the quotient is between 0 and 1.
        let is_crossed = rise.abs() < way.y.abs() && (rise > 0.0) == (way.y > 0.0);
        if is_crossed {
            let place = rise / way.y;
            if place > low && place < high {
                match slope(place) {
                    slope if slope < 0.0 => (low, falling) = (place, slope),
                    slope => (high, rising) = (place, slope),
                }
            }
        }
    }
    let place = low + (high - low) * (falling / (falling - rising));
    outside(start + place * way)
}

/// Like [`from_upright`], with the same bits, for a segment from `start` that is below `-half` all along. Returns the
/// position on that segment, from 0 to 1, before the vector.
#[inline(always)]
pub(super) fn from_lower_end(start: DVec3, way: DVec3, half: f64) -> (f64, DVec3) {
    let outside = |point: DVec3| DVec3::new(point.x, point.y + half, point.z);
    let falling = way.dot(outside(start));
    if falling >= 0.0 {
        return (0.0, outside(start));
    }
    let end = outside(start + way);
    let rising = way.dot(end);
    if rising <= 0.0 {
        return (1.0, end);
    }
    let place = falling / (falling - rising);
    (place, outside(start + place * way))
}

/// Returns the vector from the box to a point; zero inside.
#[inline(always)]
fn outside<const N: usize>(point: DVec3, extents: &[Extent; N]) -> DVec3 {
    let mut rest = point;
    for &Extent { axis, half } in extents {
        rest -= larger(smaller(axis.dot(point), half), -half) * axis;
    }
    rest
}
