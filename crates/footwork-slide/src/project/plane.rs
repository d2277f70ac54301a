//! Half-spaces inside the solvers, and the nearest point on one, two or three of their planes in closed form.
//!
//! A pair of planes is solved through the sum and the difference of its normals. If the planes are nearly parallel, the
//! sum or the difference is exact, so the line at which the planes meet keeps its precision down to angles of 1e-7.
//! Swapping the planes gives the same bits. Three planes are solved in the same way, relative to the first plane.

use glam::DVec3;

use super::half_space::HalfSpace;

/// Planes at a smaller angle are parallel. They do not meet, unless both pass through zero.
const PARALLEL_RAD: f64 = 1e-12;

/// The half-space of the points d with `normal·d >= offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

/// Makes a filler that no result depends on.
impl Default for Plane {
    fn default() -> Self {
        Self {
            normal: DVec3::ZERO,
            offset: 0.0,
        }
    }
}

impl Plane {
    /// Returns the distance of `point` outside the half-space; negative inside.
    #[inline]
    pub(super) fn lack(self, point: DVec3) -> f64 {
        self.offset - self.normal.dot(point)
    }

    /// Returns the point of the plane nearest to `wanted`.
    #[inline]
    pub(super) fn foot(self, wanted: DVec3) -> DVec3 {
        wanted + self.normal * (self.lack(wanted) / self.normal.length_squared())
    }

    /// Orders planes by their numbers, so that the order of a list breaks no tie.
    #[cold]
    pub(super) fn precedes(self, other: Self) -> bool {
        let key = |plane: Self| (plane.normal.to_array(), plane.offset);
        key(self) < key(other)
    }
}

/// Returns the point nearest to `wanted` on both planes; `None` if the planes do not meet.
// Inlined, because a call passes planes through memory, which takes a tenth of the time of a solve.
#[inline(always)]
pub(super) fn crease(a: Plane, b: Plane, wanted: DVec3) -> Option<DVec3> {
    let sum = a.normal + b.normal;
    let difference = b.normal - a.normal;
    let along = sum.cross(difference);
    let square = along.length_squared();
    let through_zero = a.offset == 0.0 && b.offset == 0.0;
    if through_zero {
        return (square > 0.0).then(|| along * (along.dot(wanted) / square));
    }
    if square.is_nan() || square <= 4.0 * PARALLEL_RAD * PARALLEL_RAD {
        return None;
    }
    let base =
        difference.cross(along) * (a.offset + b.offset) + along.cross(sum) * (b.offset - a.offset);
    Some((along * along.dot(wanted) + base) / square)
}

/// Three planes, as one base plane and the components of the other two relative to it. The components are exact even if
/// the planes are nearly parallel.
struct Trio {
    base: Plane,
    others: [Plane; 2],
    signs: [f64; 2],
    /// For each of the three normals, the cross product of the other two.
    crosses: [DVec3; 3],
    determinant: f64,
}

impl Trio {
    #[inline]
    fn new([base, b, c]: [Plane; 3]) -> Option<Self> {
        let n = base.normal;
        let signs = [b, c].map(|plane| if n.dot(plane.normal) < 0.0 { -1.0 } else { 1.0 });
        let without = |plane: Plane, sign: f64| Plane {
            normal: plane.normal - n * sign,
            offset: plane.offset - base.offset * sign,
        };
        let others = [without(b, signs[0]), without(c, signs[1])];
        let (u, v) = (others[0].normal, others[1].normal);
        let crosses = [u.cross(v), v.cross(n), n.cross(u)];
        let determinant = n.dot(crosses[0]);
        let size = PARALLEL_RAD * PARALLEL_RAD * u.length_squared() * v.length_squared();
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
    fn solve(&self, offset: f64, [u, v]: [f64; 2]) -> DVec3 {
        let [uv, vn, nu] = self.crosses;
        (uv * offset + vn * u + nu * v) / self.determinant
    }

    /// Returns the factors of the three normals whose sum is `force`.
    #[inline]
    fn factors(&self, force: DVec3) -> [f64; 3] {
        let [base, b, c] = self
            .crosses
            .map(|cross| cross.dot(force) / self.determinant);
        [base - self.signs[0] * b - self.signs[1] * c, b, c]
    }
}

/// Returns the point on all three planes; `None` if there is no such point or more than one.
#[inline]
pub(super) fn vertex(planes: [Plane; 3]) -> Option<DVec3> {
    if planes.iter().all(|plane| plane.offset == 0.0) {
        return Some(DVec3::ZERO);
    }
    let trio = Trio::new(planes)?;
    let first = trio.solve(trio.base.offset, trio.others.map(|other| other.offset));
    // After one step of refinement only the rounding of the residuals remains.
    let rest = trio.solve(
        trio.base.lack(first),
        trio.others.map(|other| other.lack(first)),
    );
    Some(first + rest)
}

/// Returns by how much the normals of up to three planes must pull instead of push to give `force`: the sum of the
/// absolute values of the negative factors. Infinite if the factors are not determined.
#[inline]
pub(super) fn pull(planes: &[Plane], force: DVec3) -> f64 {
    let below = |factor: f64| if factor >= 0.0 { 0.0 } else { -factor };
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

/// Half-spaces as the solvers read them.
pub(super) trait Planes {
    fn count(&self) -> usize;
    fn planes(&self) -> impl Iterator<Item = Plane>;
    /// Returns the plane at an index, which must exist.
    fn plane(&self, index: usize) -> Plane;
    /// Returns the largest absolute value of an offset.
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
            offset: 0.0,
        })
    }

    #[inline]
    fn plane(&self, index: usize) -> Plane {
        Plane {
            normal: DVec3::from_array(self[index]),
            offset: 0.0,
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
            offset: half_space.offset,
        })
    }

    #[inline]
    fn plane(&self, index: usize) -> Plane {
        Plane {
            normal: DVec3::from_array(self[index].normal),
            offset: self[index].offset,
        }
    }

    #[inline]
    fn reach(&self) -> f64 {
        self.iter().fold(0.0, |most: f64, half_space| {
            let offset = half_space.offset.abs();
            if offset > most { offset } else { most }
        })
    }
}

/// Half-spaces whose offsets are multiplied by a factor.
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
            offset: plane.offset * self.factor,
            ..plane
        })
    }

    fn plane(&self, index: usize) -> Plane {
        let plane = self.half_spaces.plane(index);
        Plane {
            offset: plane.offset * self.factor,
            ..plane
        }
    }

    fn reach(&self) -> f64 {
        self.half_spaces.reach() * self.factor
    }
}
