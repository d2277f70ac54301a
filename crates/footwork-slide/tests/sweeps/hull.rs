//! The oracle: convex bodies as vertices, edges and triangles, and every event at which two of them can meet.
//!
//! The oracle uses neither separating axes nor convex functions. A moving body first meets another with a vertex on a
//! face, a face on a vertex, or an edge on an edge.

use footwork_slide::{PlacedVolume, Shape, Volume};
use glam::{DQuat, DVec3};

pub(crate) type Triangle = [DVec3; 3];

/// A convex body, grown by a radius.
#[derive(Clone, Debug)]
pub(crate) struct Hull {
    pub(crate) vertices: Vec<DVec3>,
    edges: Vec<[DVec3; 2]>,
    faces: Vec<Triangle>,
    pub(crate) radius: f64,
}

impl Hull {
    pub(crate) fn of_triangle(triangle: &Triangle) -> Self {
        let [a, b, c] = *triangle;
        Self {
            vertices: vec![a, b, c],
            edges: vec![[a, b], [b, c], [c, a]],
            faces: vec![[a, b, c]],
            radius: 0.0,
        }
    }

    pub(crate) fn of_shape(shape: &Shape) -> Self {
        match *shape {
            Shape::Box { half_m: half } => {
                let [x, y, z] = half.map(f64::from);
                Self::of_box(DVec3::ZERO, [DVec3::X * x, DVec3::Y * y, DVec3::Z * z], 0.0)
            }
            Shape::Sphere { radius_m: radius } => {
                Self::of_box(DVec3::ZERO, [DVec3::ZERO; 3], f64::from(radius))
            }
            Shape::Capsule {
                radius_m: radius,
                height_m: height,
            } => {
                let half_axis = 0.5 * f64::from(height) - f64::from(radius);
                let axis = DVec3::Y * half_axis;
                Self::of_box(
                    DVec3::ZERO,
                    [DVec3::ZERO, axis, DVec3::ZERO],
                    f64::from(radius),
                )
            }
            _ => unreachable!("the oracle has only boxes, capsules and spheres"),
        }
    }

    pub(crate) fn of_volume(placed: &PlacedVolume) -> Self {
        let (half, radius) = match placed.volume {
            Volume::Box { half_m: half } => (half, 0.0),
            Volume::Sphere { radius_m: radius } => ([0.0; 3], radius),
            Volume::Capsule {
                radius_m: radius,
                half_axis_m: half_axis,
            } => ([0.0, half_axis, 0.0], radius),
            Volume::Cylinder { .. } => unreachable!("the oracle has no cylinders"),
        };
        let turn = DQuat::from_array(placed.rotation.map(f64::from)).normalize();
        let [x, y, z] = half.map(f64::from);
        let axes = [DVec3::X * x, DVec3::Y * y, DVec3::Z * z].map(|axis| turn * axis);
        Self::of_box(DVec3::from(placed.centre), axes, f64::from(radius))
    }

    fn of_box(centre: DVec3, [x, y, z]: [DVec3; 3], radius: f64) -> Self {
        let corner = |i: usize| {
            let sign = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
            centre + sign(1) * x + sign(2) * y + sign(4) * z
        };
        // Skips the corners, edges and faces that would be duplicates because an axis has length zero.
        let there = |bits: usize| {
            let axes = [(1, x), (2, y), (4, z)];
            (axes.iter()).all(|&(bit, axis)| bits & bit == 0 || axis != DVec3::ZERO)
        };
        let vertices = (0..8).filter(|&i| there(i)).map(corner).collect();
        let mut edges = Vec::new();
        let mut faces = Vec::new();
        for (bit, p, q) in [(1, 2, 4), (2, 1, 4), (4, 1, 2)] {
            let starts = [0, p, q, p + q].into_iter();
            let starts = starts.filter(|i| there(i + bit));
            edges.extend(starts.map(|i| [corner(i), corner(i + bit)]));
            for side in [0, bit].into_iter().filter(|side| there(side + p + q)) {
                let [a, b, c, d] = [side, side + p, side + p + q, side + q].map(corner);
                faces.extend([[a, b, c], [a, c, d]]);
            }
        }
        Self {
            vertices,
            edges,
            faces,
            radius,
        }
    }

    /// Returns how far the body reaches along `direction` from the origin.
    pub(crate) fn support(&self, direction: DVec3) -> f64 {
        let farthest = self.vertices.iter().map(|v| v.dot(direction));
        farthest.fold(f64::NEG_INFINITY, larger) + self.radius * direction.length()
    }

    pub(crate) fn moved(&self, motion: DVec3) -> Self {
        let shift = |v: &DVec3| *v + motion;
        Self {
            vertices: self.vertices.iter().map(shift).collect(),
            edges: self.edges.iter().map(|e| e.map(|v| v + motion)).collect(),
            faces: self.faces.iter().map(|f| f.map(|v| v + motion)).collect(),
            radius: self.radius,
        }
    }

    /// Returns the first time at which this body, moving by `motion`, meets `other`; `None` if it does not. Radii are
    /// ignored. The two bodies must start apart.
    pub(crate) fn first_meeting(&self, motion: DVec3, other: &Self) -> Option<f64> {
        let mut first: Option<f64> = None;
        let mut event = |time: Option<f64>| {
            if let Some(time) = time
                && first.is_none_or(|first| time < first)
            {
                first = Some(time);
            }
        };
        for face in &other.faces {
            (self.vertices.iter()).for_each(|v| event(into_face(*v, motion, face)));
        }
        for face in &self.faces {
            (other.vertices.iter()).for_each(|v| event(into_face(*v, -motion, face)));
        }
        for a in &self.edges {
            (other.edges.iter()).for_each(|b| event(edge_meets_edge(a, motion, b)));
        }
        first
    }

    /// Returns the distance of the cores, without the radii; zero if the cores overlap.
    pub(crate) fn core_distance(&self, other: &Self) -> f64 {
        let mut least = (self.vertices[0] - other.vertices[0]).length();
        for a in &self.edges {
            (other.edges.iter()).for_each(|b| least = smaller(least, edge_distance(a, b)));
            (other.vertices.iter())
                .for_each(|v| least = smaller(least, edge_distance(a, &[*v; 2])));
        }
        for b in &other.edges {
            (self.vertices.iter()).for_each(|v| least = smaller(least, edge_distance(b, &[*v; 2])));
        }
        let cut = (other.edges.iter()).any(|b| self.faces.iter().any(|face| cuts(b, face)))
            || (self.edges.iter()).any(|a| other.faces.iter().any(|face| cuts(a, face)));
        if cut || self.holds(other.vertices[0]) || other.holds(self.vertices[0]) {
            return 0.0;
        }
        for face in &other.faces {
            (self.vertices.iter()).for_each(|v| least = smaller(least, face_distance(*v, face)));
        }
        for face in &self.faces {
            (other.vertices.iter()).for_each(|v| least = smaller(least, face_distance(*v, face)));
        }
        least
    }

    /// Returns whether a point is on the inner side of every face.
    fn holds(&self, point: DVec3) -> bool {
        let sum: DVec3 = self.vertices.iter().sum();
        let middle = sum / 8.0;
        self.vertices.len() == 8
            && self.faces.iter().all(|face| {
                let normal = (face[1] - face[0]).cross(face[2] - face[0]);
                normal.dot(point - face[0]) * normal.dot(middle - face[0]) > 0.0
            })
    }

    /// Returns the distance of two hulls whose cores are apart; negative if the hulls overlap.
    pub(crate) fn distance(&self, other: &Self) -> f64 {
        self.core_distance(other) - self.radius - other.radius
    }
}

fn into_face(point: DVec3, motion: DVec3, face: &Triangle) -> Option<f64> {
    let normal = (face[1] - face[0]).cross(face[2] - face[0]);
    let speed = normal.dot(motion);
    let time = normal.dot(face[0] - point) / speed;
    let valid = (0.0..=1.0).contains(&time) && is_over(point + time * motion, face, normal);
    valid.then_some(time)
}

fn is_over(point: DVec3, face: &Triangle, normal: DVec3) -> bool {
    let [a, b, c] = *face;
    normal.length_squared() > 0.0
        && [(a, b), (b, c), (c, a)]
            .iter()
            .all(|&(from, to)| (to - from).cross(point - from).dot(normal) >= 0.0)
}

/// Returns the time at which two edges meet; `None` if they do not. Two lines meet when the vector between them lies in
/// the plane of their directions.
fn edge_meets_edge(a: &[DVec3; 2], motion: DVec3, b: &[DVec3; 2]) -> Option<f64> {
    let (along_a, along_b) = (a[1] - a[0], b[1] - b[0]);
    let normal = along_a.cross(along_b);
    let time = normal.dot(b[0] - a[0]) / normal.dot(motion);
    let between = b[0] - a[0] - time * motion;
    let squared = normal.length_squared();
    let on_a = between.cross(along_b).dot(normal) / squared;
    let on_b = between.cross(along_a).dot(normal) / squared;
    [time, on_a, on_b]
        .iter()
        .all(|share| (0.0..=1.0).contains(share))
        .then_some(time)
}

fn cuts(edge: &[DVec3; 2], face: &Triangle) -> bool {
    into_face(edge[0], edge[1] - edge[0], face).is_some()
}

fn face_distance(point: DVec3, face: &Triangle) -> f64 {
    let normal = (face[1] - face[0]).cross(face[2] - face[0]);
    if is_over(point, face, normal) {
        (normal.dot(point - face[0]) / normal.length()).abs()
    } else {
        f64::INFINITY
    }
}

/// Returns the distance of two edges: between inner points of both edges, or from an end of one edge to the other edge.
fn edge_distance(a: &[DVec3; 2], b: &[DVec3; 2]) -> f64 {
    let mut least = f64::INFINITY;
    for (ends, edge) in [(a, b), (b, a)] {
        for end in ends {
            let along = edge[1] - edge[0];
            let share = along.dot(*end - edge[0]) / larger(along.length_squared(), 1.0e-300);
            let nearest = edge[0] + share.clamp(0.0, 1.0) * along;
            least = smaller(least, (*end - nearest).length());
        }
    }
    let (along_a, along_b) = (a[1] - a[0], b[1] - b[0]);
    let normal = along_a.cross(along_b);
    let squared = normal.length_squared();
    let between = b[0] - a[0];
    let on_a = between.cross(along_b).dot(normal) / squared;
    let on_b = between.cross(along_a).dot(normal) / squared;
    if (0.0..=1.0).contains(&on_a) && (0.0..=1.0).contains(&on_b) {
        smaller(
            least,
            (a[0] + on_a * along_a - b[0] - on_b * along_b).length(),
        )
    } else {
        least
    }
}

pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

pub(crate) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
