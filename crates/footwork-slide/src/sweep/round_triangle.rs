//! An upright capsule or a sphere against a triangle.
//!
//! The distance of a segment and a triangle lies between a face and an end of the segment, or
//! between an edge and the segment (C. Ericson, *Real-Time Collision Detection*, 2005, chapter 5.1.10).

use glam::DVec3;

use super::Meeting;
use super::box_triangle::{ALL, BoxTriangle, FACES, face_normal};
use super::line::from_box;
use super::rounded::{Cores, Rounded};
use super::screen::{Axes, Outline};

/// Sweeps an upright capsule at a place; its axis is from `-half_axis` to `half_axis`.
#[inline(always)]
pub(super) fn sweep(
    [half_axis, radius]: [f64; 2],
    place: DVec3,
    motion: DVec3,
    (outline, triangle): (&Outline, &[DVec3; 3]),
    offset: f64,
) -> Meeting {
    let screen = outline.screen(place, motion, radius + offset);
    screen.meeting().map_or(Meeting::Apart, |axes| {
        let triangle = triangle.map(|vertex| vertex - place);
        exactly([half_axis, radius], motion, &triangle, offset, axes)
    })
}

/// The sweep of what the first look does not part.
#[inline(never)]
fn exactly(
    [half_axis, radius]: [f64; 2],
    motion: DVec3,
    triangle: &[DVec3; 3],
    offset: f64,
    axes: Axes,
) -> Meeting {
    let half = DVec3::new(0.0, half_axis, 0.0);
    let slabs = |axes: Axes| BoxTriangle {
        half,
        motion,
        triangle,
        axes,
    };
    let cores = AxisTriangle::new(half_axis, triangle);
    let rounded = Rounded {
        cores: &cores,
        bounds: &slabs(axes & FACES),
        slabs: &slabs(ALL),
        radius,
    };
    rounded.sweep(motion, offset)
}

/// The capsule's axis and the triangle.
struct AxisTriangle<'a> {
    half_axis: f64,
    triangle: &'a [DVec3; 3],
    edges: [DVec3; 3],
    /// Zero where there is no face.
    normal: DVec3,
}

impl Cores for AxisTriangle<'_> {
    fn apart(&self, at: DVec3) -> DVec3 {
        if self.normal != DVec3::ZERO
            && let Some(apart) = self.face_apart(at)
        {
            return apart;
        }
        let axis = [(DVec3::Y, self.half_axis)];
        let mut nearest = DVec3::INFINITY;
        for (&vertex, &edge) in self.triangle.iter().zip(&self.edges) {
            let apart = -from_box(vertex - at, edge, &axis);
            if apart.length_squared() < nearest.length_squared() {
                nearest = apart;
            }
        }
        nearest
    }
}

impl<'a> AxisTriangle<'a> {
    fn new(half_axis: f64, triangle: &'a [DVec3; 3]) -> Self {
        let [a, b, c] = *triangle;
        Self {
            half_axis,
            triangle,
            edges: [b - a, c - b, a - c],
            normal: face_normal(triangle),
        }
    }

    /// From the inside of the face to the axis, where that is the shortest way.
    fn face_apart(&self, at: DVec3) -> Option<DVec3> {
        let height = self.normal.dot(at - self.triangle[0]);
        let rise = self.half_axis * self.normal.y;
        // The end that is nearer to the plane, or where the axis goes through it.
        let (place, height) = if height.abs() > rise.abs() {
            let down = (height > 0.0) == (rise > 0.0);
            let (place, rise) = match down {
                true => (-self.half_axis, -rise),
                false => (self.half_axis, rise),
            };
            (place, height + rise)
        } else if rise == 0.0 {
            (0.0, 0.0)
        } else {
            (-self.half_axis * (height / rise), 0.0)
        };
        let point = at + DVec3::new(0.0, place, 0.0);
        let inside = (self.triangle.iter().zip(&self.edges))
            .all(|(&vertex, edge)| edge.cross(point - vertex).dot(self.normal) >= 0.0);
        inside.then(|| self.normal * (height / self.normal.length_squared()))
    }
}
