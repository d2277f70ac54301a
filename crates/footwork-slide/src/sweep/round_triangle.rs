//! An upright capsule or a sphere against a triangle.
//!
//! The distance of a segment and a triangle lies between the face and an end of the segment, or between an edge and
//! the segment (C. Ericson, *Real-Time Collision Detection*, 2005, chapter 5.1.10).

use glam::DVec3;

use super::box_triangle::{ALL, BoxTriangle, FaceSlabs, face_normal};
use super::line::from_upright;
use super::meeting::{Meeting, Sweep};
use super::rounded::{Cores, Rounded};
use super::screen::Outline;

/// An upright capsule; its axis is from `-half_axis` to `half_axis`, zero for a sphere.
#[derive(Clone, Copy)]
pub(super) struct Capsule {
    pub(super) half_axis: f64,
    pub(super) radius: f64,
}

impl Capsule {
    #[inline(always)]
    pub(super) fn meet(self, sweep: &Sweep, outline: &Outline, triangle: &[DVec3; 3]) -> Meeting {
        let Sweep {
            at,
            motion,
            offset,
            until,
        } = *sweep;
        let screen = outline.screen(at, motion * until, self.radius + offset);
        match screen.meeting() {
            Some(_) => self.meet_exactly(sweep, triangle),
            None => Meeting::Apart,
        }
    }

    /// The sweep of what no first look separates.
    #[inline(never)]
    pub(super) fn meet_exactly(self, sweep: &Sweep, triangle: &[DVec3; 3]) -> Meeting {
        let motion = sweep.motion;
        let triangle = &triangle.map(|vertex| vertex - sweep.at);
        let slabs = BoxTriangle {
            half: DVec3::new(0.0, self.half_axis, 0.0),
            motion,
            triangle,
            axes: ALL,
        };
        let cores = AxisTriangle::new(self.half_axis, triangle);
        let rounded = Rounded {
            cores: &cores,
            bounds: &FaceSlabs(&slabs),
            slabs: &slabs,
            radius: self.radius,
        };
        rounded.meet(motion, sweep.offset, sweep.until)
    }
}

/// The capsule's axis and the triangle.
struct AxisTriangle<'a> {
    half_axis: f64,
    triangle: &'a [DVec3; 3],
    edges: [DVec3; 3],
    /// Zero if there is no face.
    normal: DVec3,
}

impl Cores for AxisTriangle<'_> {
    fn apart(&self, at: DVec3) -> DVec3 {
        if self.normal != DVec3::ZERO
            && let Some(apart) = self.face_apart(at)
        {
            return apart;
        }
        let (mut nearest, mut square) = (DVec3::INFINITY, f64::INFINITY);
        for (&vertex, &edge) in self.triangle.iter().zip(&self.edges) {
            let apart = -from_upright(vertex - at, edge, self.half_axis);
            if apart.length_squared() < square {
                (nearest, square) = (apart, apart.length_squared());
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

    /// Returns the vector from the face to the axis, if that is the shortest.
    fn face_apart(&self, at: DVec3) -> Option<DVec3> {
        let height = self.normal.dot(at - self.triangle[0]);
        let rise = self.half_axis * self.normal.y;
        // The end nearer to the plane, or the place where the axis passes through it.
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
