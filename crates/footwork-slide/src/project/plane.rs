//! Half-spaces inside the solver, and the nearest point on one, two or three of their planes in
//! closed form.
//!
//! A pair is treated through the sum and the difference of its normals: one of them is exact when
//! the planes are nearly parallel, so that the line where they meet keeps its precision at angles
//! of 1e-7, and exchanging the two planes gives the same bits.

use glam::DVec3;

use super::HalfSpace;

/// Planes that meet at a smaller angle than this, in radians, do not meet when they are apart.
const PARALLEL: f64 = 1e-12;

/// The points with `normal·d >= least`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub(super) normal: DVec3,
    pub(super) least: f64,
}

/// A place that no result depends on.
impl Default for Plane {
    fn default() -> Self {
        Self {
            normal: DVec3::ZERO,
            least: 0.0,
        }
    }
}

impl Plane {
    /// How far `point` is outside; below zero inside.
    #[inline]
    pub(super) fn lack(self, point: DVec3) -> f64 {
        self.least - self.normal.dot(point)
    }

    /// The point of the plane that is nearest to `wanted`.
    #[inline]
    pub(super) fn foot(self, wanted: DVec3) -> DVec3 {
        wanted + self.normal * (self.lack(wanted) / self.normal.length_squared())
    }

    /// An order of planes by their values, so that no tie is broken by places in a list.
    #[cold]
    pub(super) fn precedes(self, other: Self) -> bool {
        let key = |plane: Self| (plane.normal.to_array(), plane.least);
        key(self) < key(other)
    }
}

/// The point on both planes that is nearest to `wanted`; none if they do not meet.
#[inline]
pub(super) fn crease(a: Plane, b: Plane, wanted: DVec3) -> Option<DVec3> {
    let sum = a.normal + b.normal;
    let difference = b.normal - a.normal;
    let along = sum.cross(difference);
    let square = along.length_squared();
    let through_zero = a.least == 0.0 && b.least == 0.0;
    if through_zero {
        return (square > 0.0).then(|| along * (along.dot(wanted) / square));
    }
    if square.is_nan() || square <= 4.0 * PARALLEL * PARALLEL {
        return None;
    }
    let base =
        difference.cross(along) * (a.least + b.least) + along.cross(sum) * (b.least - a.least);
    Some((along * along.dot(wanted) + base) / square)
}

/// Three planes as one, and two by what is left of them without it, which is exact where they are
/// nearly parallel to it.
struct Trio {
    base: Plane,
    others: [Plane; 2],
    signs: [f64; 2],
    /// Crosswise products of the three normals, each of the other two.
    crosses: [DVec3; 3],
    determinant: f64,
}

impl Trio {
    #[inline]
    fn new([base, b, c]: [Plane; 3]) -> Option<Self> {
        let n = base.normal;
        let signs = [b, c].map(|plane| match n.dot(plane.normal) < 0.0 {
            true => -1.0,
            false => 1.0,
        });
        let without = |plane: Plane, sign: f64| Plane {
            normal: plane.normal - n * sign,
            least: plane.least - base.least * sign,
        };
        let others = [without(b, signs[0]), without(c, signs[1])];
        let (u, v) = (others[0].normal, others[1].normal);
        let crosses = [u.cross(v), v.cross(n), n.cross(u)];
        let determinant = n.dot(crosses[0]);
        let size = PARALLEL * PARALLEL * u.length_squared() * v.length_squared();
        let meet = determinant * determinant > size;
        meet.then_some(Self {
            base,
            others,
            signs,
            crosses,
            determinant,
        })
    }

    #[inline]
    fn solve(&self, least: f64, [u, v]: [f64; 2]) -> DVec3 {
        let [uv, vn, nu] = self.crosses;
        (uv * least + vn * u + nu * v) / self.determinant
    }

    /// The factors of the normals in `force`.
    #[inline]
    fn factors(&self, force: DVec3) -> [f64; 3] {
        let [base, b, c] = self
            .crosses
            .map(|cross| cross.dot(force) / self.determinant);
        [base - self.signs[0] * b - self.signs[1] * c, b, c]
    }
}

/// The point on all three planes; none if there is no single one.
#[inline]
pub(super) fn vertex(planes: [Plane; 3]) -> Option<DVec3> {
    if planes.iter().all(|plane| plane.least == 0.0) {
        return Some(DVec3::ZERO);
    }
    let trio = Trio::new(planes)?;
    let first = trio.solve(trio.base.least, trio.others.map(|other| other.least));
    // One step of refinement: what is left is the rounding of the residuals.
    let rest = trio.solve(
        trio.base.lack(first),
        trio.others.map(|other| other.lack(first)),
    );
    Some(first + rest)
}

/// How much of `force` the normals of up to three planes would have to pull instead of push: the
/// sum of what is below zero in its factors. Infinite if the factors are not known.
#[inline]
pub(super) fn pull(planes: &[Plane], force: DVec3) -> f64 {
    let below = |factor: f64| match factor >= 0.0 {
        true => 0.0,
        false => -factor,
    };
    let pull = match *planes {
        [] => 0.0,
        [a] => below(a.normal.dot(force)),
        [a, b] => {
            let along = (a.normal + b.normal).cross(b.normal - a.normal);
            let factor = 2.0 / along.length_squared();
            let factor_a = factor * force.cross(b.normal).dot(along);
            let factor_b = factor * a.normal.cross(force).dot(along);
            below(factor_a) + below(factor_b)
        }
        [a, b, c, ..] => {
            let trio = Trio::new([a, b, c]);
            trio.map_or(f64::INFINITY, |trio| {
                trio.factors(force).map(below).iter().sum()
            })
        }
    };
    if pull.is_nan() { f64::INFINITY } else { pull }
}

/// Half-spaces as the solver reads them.
pub(super) trait Planes {
    fn count(&self) -> usize;
    fn planes(&self) -> impl Iterator<Item = Plane>;
    /// The one at a place that is there.
    fn plane(&self, place: usize) -> Plane;
    /// The largest `least`, its sign dropped.
    fn reach(&self) -> f64;
}

impl Planes for [[f64; 3]] {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn planes(&self) -> impl Iterator<Item = Plane> {
        self.iter().map(|&normal| Plane {
            normal: DVec3::from_array(normal),
            least: 0.0,
        })
    }

    #[inline]
    fn plane(&self, place: usize) -> Plane {
        Plane {
            normal: DVec3::from_array(self[place]),
            least: 0.0,
        }
    }

    #[inline]
    fn reach(&self) -> f64 {
        0.0
    }
}

impl Planes for [HalfSpace] {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn planes(&self) -> impl Iterator<Item = Plane> {
        self.iter().map(|half_space| Plane {
            normal: DVec3::from_array(half_space.normal),
            least: half_space.least,
        })
    }

    #[inline]
    fn plane(&self, place: usize) -> Plane {
        Plane {
            normal: DVec3::from_array(self[place].normal),
            least: self[place].least,
        }
    }

    #[inline]
    fn reach(&self) -> f64 {
        self.iter().fold(0.0, |most: f64, half_space| {
            let least = half_space.least.abs();
            if least > most { least } else { most }
        })
    }
}

/// Half-spaces with every `least` times a factor.
pub(super) struct Scaled<'a, P: ?Sized> {
    pub(super) half_spaces: &'a P,
    pub(super) factor: f64,
}

impl<P: Planes + ?Sized> Planes for Scaled<'_, P> {
    fn count(&self) -> usize {
        self.half_spaces.count()
    }

    fn planes(&self) -> impl Iterator<Item = Plane> {
        self.half_spaces.planes().map(|plane| Plane {
            least: plane.least * self.factor,
            ..plane
        })
    }

    fn plane(&self, place: usize) -> Plane {
        let plane = self.half_spaces.plane(place);
        Plane {
            least: plane.least * self.factor,
            ..plane
        }
    }

    fn reach(&self) -> f64 {
        self.half_spaces.reach() * self.factor
    }
}
