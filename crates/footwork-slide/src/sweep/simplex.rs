//! The distance of two convex sets, computed only from the farthest points of each along given directions.
//!
//! The distance is that of the sets' Minkowski difference from the origin. A simplex of points of the difference walks
//! towards the origin. Each step adds the point that lies farthest towards the origin, and keeps the smallest face that
//! contains the simplex's nearest point to the origin (E. Gilbert, D. Johnson, S. Keerthi, *A Fast Procedure for
//! Computing the Distance Between Complex Objects in Three-Dimensional Space*, 1988). For polytopes the walk ends at
//! the exact feature. The walk also ends when a step does not come nearer, because of rounding.

use glam::DVec3;

/// The walk ends when the next step could come nearer by at most this share of the squared distance.
const ENOUGH: f64 = 1.0e-15;

/// The maximum number of steps. Polytopes of a few dozen vertices need fewer, and round sets converge sooner.
const MAX_STEPS: usize = 64;

/// A simplex is flat if its area or volume is below this share of the largest possible.
const FLAT: f64 = 1.0e-12;

/// Up to four points of a Minkowski difference.
#[derive(Clone, Copy)]
struct Simplex {
    points: [DVec3; 4],
    len: usize,
}

/// A face of a simplex, and its point nearest to the origin.
#[derive(Clone, Copy)]
struct Nearest {
    face: Simplex,
    point: DVec3,
    square: f64,
}

/// Returns the point of a convex set nearest to the origin; zero if the origin is inside. `farthest` returns the point
/// of the set that lies farthest along a direction. `towards` is a first guess of the direction from the origin to the
/// set.
pub(super) fn nearest_to_origin(farthest: impl Fn(DVec3) -> DVec3, towards: DVec3) -> DVec3 {
    let first = farthest(-towards);
    let mut best = Simplex::of(&[first]).nearest();
    for _ in 0..MAX_STEPS {
        if best.square <= 0.0 {
            return DVec3::ZERO;
        }
        let point = farthest(-best.point);
        let gain = best.square - best.point.dot(point);
        if gain <= ENOUGH * best.square || best.face.contains(point) {
            break;
        }
        let next = best.face.with(point).nearest();
        let is_nearer = next.square < best.square;
        if !is_nearer {
            break;
        }
        best = next;
    }
    best.point
}

impl Simplex {
    #[inline]
    fn of(points: &[DVec3]) -> Self {
        let mut all = Self {
            points: [DVec3::ZERO; 4],
            len: points.len(),
        };
        all.points[..points.len()].copy_from_slice(points);
        all
    }

    #[inline]
    fn with(mut self, point: DVec3) -> Self {
        self.points[self.len] = point;
        self.len += 1;
        self
    }

    #[inline]
    fn contains(&self, point: DVec3) -> bool {
        self.points[..self.len].contains(&point)
    }

    fn nearest(&self) -> Nearest {
        let [a, b, c, d] = self.points;
        match self.len {
            1 => Nearest::new(&[a], a),
            2 => on_segment(a, b),
            3 => on_triangle(a, b, c),
            _ => on_tetrahedron([a, b, c, d]),
        }
    }
}

impl Nearest {
    #[inline]
    fn new(face: &[DVec3], point: DVec3) -> Self {
        Self {
            face: Simplex::of(face),
            point,
            square: point.length_squared(),
        }
    }

    /// Returns the nearer of the two; `self` if both are equally near.
    fn or(self, other: Self) -> Self {
        if other.square < self.square {
            other
        } else {
            self
        }
    }
}

#[inline]
fn on_segment(a: DVec3, b: DVec3) -> Nearest {
    let way = b - a;
    let (place, length) = (-a.dot(way), way.length_squared());
    if place <= 0.0 {
        Nearest::new(&[a], a)
    } else if place >= length {
        Nearest::new(&[b], b)
    } else {
        Nearest::new(&[a, b], a + way * (place / length))
    }
}

fn on_triangle(a: DVec3, b: DVec3, c: DVec3) -> Nearest {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let square = normal.length_squared();
    if square > FLAT * FLAT * ab.length_squared() * ac.length_squared() {
        let is_inside = |from: DVec3, way: DVec3| way.cross(-from).dot(normal) >= 0.0;
        if is_inside(a, ab) && is_inside(b, c - b) && is_inside(c, -ac) {
            return Nearest::new(&[a, b, c], normal * (normal.dot(a) / square));
        }
    }
    on_segment(a, b).or(on_segment(b, c)).or(on_segment(c, a))
}

/// Returns the nearest point of a tetrahedron. It is on a face whose outer side has the origin; if there is no such
/// face, the origin is inside.
fn on_tetrahedron([a, b, c, d]: [DVec3; 4]) -> Nearest {
    let mut best: Option<Nearest> = None;
    for (a, b, c, apex) in [(a, b, c, d), (a, d, b, c), (b, d, c, a), (c, d, a, b)] {
        let (ab, ac, up) = (b - a, c - a, apex - a);
        let normal = ab.cross(ac);
        let height = normal.dot(up);
        let flat = FLAT * FLAT * normal.length_squared() * up.length_squared();
        let is_outside = -normal.dot(a) * height < 0.0;
        if is_outside || height * height <= flat {
            let face = on_triangle(a, b, c);
            best = Some(best.map_or(face, |best| best.or(face)));
        }
    }
    best.unwrap_or(Nearest::new(&[a, b, c, d], DVec3::ZERO))
}
