//! The fast solver: a dual active set for three dimensions.
//!
//! D. Goldfarb and A. Idnani, *A numerically stable dual method for solving strictly convex quadratic programs*, 1983.
//! The method starts at the wanted point. In each round it takes the most violated half-space, and goes to the nearest
//! point inside that half-space and inside the half-spaces that hold the point so far. In three dimensions at most
//! three half-spaces hold a point, so no matrices are needed. The new plane is surely active. On this plane, a problem
//! in two dimensions with at most three lines remains, which is solved in closed form.
//!
//! Invariant: the distance to the wanted point grows with every round, so no set of holders comes twice and the rounds
//! end. Rounding can break this if planes are nearly parallel. Then a half-space that already holds the point is
//! violated again, or the rounds run out, and the solver gives up instead of guessing. The solver also checks its
//! result: each holder must push the point away from the wanted point, not pull it.

use glam::DVec3;

use super::half_space::{ActiveSet, Nearest};
use super::plane::{Planes, crease, pull, vertex};
use super::tolerance::{DUAL, tolerance};

/// A point, and the indices of the half-spaces that hold it there.
struct Held {
    point: DVec3,
    by: [usize; 3],
    count: usize,
}

/// The values that are the same in all rounds.
struct Round<'a, P: ?Sized> {
    half_spaces: &'a P,
    wanted: DVec3,
    scale: f64,
}

/// Returns the index of the half-space that `point` is farthest outside of; `None` if the point is in all half-spaces.
#[inline]
pub(super) fn most_violated<P: Planes + ?Sized>(
    half_spaces: &P,
    point: DVec3,
    allowed: f64,
) -> Option<usize> {
    let mut worst = None;
    let mut most = allowed;
    for (index, plane) in half_spaces.planes().enumerate() {
        let lack = plane.lack(point);
        if lack >= most {
            let first = || match worst {
                Some(worst) => plane.precedes(half_spaces.plane(worst)),
                None => false,
            };
            if lack > most || first() {
                (worst, most) = (Some(index), lack);
            }
        }
    }
    worst
}

/// Returns the point nearest to `wanted`, after a check; `None` if the solver is not sure, or if there is no such
/// point.
#[inline]
pub(super) fn nearest<P: Planes + ?Sized>(
    wanted: DVec3,
    half_spaces: &P,
    scale: f64,
) -> Option<Nearest> {
    let round = Round {
        half_spaces,
        wanted,
        scale,
    };
    let mut held = Held {
        point: wanted,
        by: [0; 3],
        count: 0,
    };
    for _ in 0..8 + 2 * half_spaces.count() {
        let allowed = tolerance(scale, held.point);
        let Some(new) = most_violated(half_spaces, held.point, allowed) else {
            return round.checked(&held);
        };
        if held.by().contains(&new) {
            return None;
        }
        held = round.next(&held, new)?;
    }
    None
}

impl Held {
    #[inline]
    fn by(&self) -> &[usize] {
        &self.by[..self.count]
    }
}

impl<P: Planes + ?Sized> Round<'_, P> {
    #[inline]
    fn violates(&self, index: usize, point: DVec3) -> bool {
        self.half_spaces.plane(index).lack(point) > tolerance(self.scale, point)
    }

    /// Returns the nearest point that is in the violated half-space `new` and in the half-spaces that hold the point so
    /// far; `None` if it is not found.
    #[inline]
    fn next(&self, held: &Held, new: usize) -> Option<Held> {
        let plane = self.half_spaces.plane(new);
        let foot = plane.foot(self.wanted);
        if !held.by().iter().any(|&index| self.violates(index, foot)) {
            return Some(Held {
                point: foot,
                by: [new, 0, 0],
                count: 1,
            });
        }
        // The other planes cut the plane of `new` in lines, and the foot is outside some of the lines. Such a line
        // holds the point if its point nearest to the wanted point is inside all other lines.
        for &index in held.by() {
            if held.count > 1 && !self.violates(index, foot) {
                continue;
            }
            let Some(point) = crease(self.half_spaces.plane(index), plane, self.wanted) else {
                continue;
            };
            let violates = |&other: &usize| other != index && self.violates(other, point);
            if !held.by().iter().any(violates) {
                return Some(Held {
                    point,
                    by: [index, new, 0],
                    count: 2,
                });
            }
        }
        self.next_vertex(held, new)
    }

    /// Returns the nearest point at which the plane of `new` meets the planes of two holders, if the third holder
    /// contains the point; `None` if there is no such point.
    #[inline]
    fn next_vertex(&self, held: &Held, new: usize) -> Option<Held> {
        let mut best: Option<(f64, Held)> = None;
        for (one, other, last) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
            if other >= held.count {
                break;
            }
            let by = [held.by[one], held.by[other], new];
            let Some(point) = vertex(by.map(|index| self.half_spaces.plane(index))) else {
                continue;
            };
            if last < held.count && self.violates(held.by[last], point) {
                continue;
            }
            let distance = point.distance_squared(self.wanted);
            if best.as_ref().is_none_or(|best| distance < best.0) {
                let count = 3;
                best = Some((distance, Held { point, by, count }));
            }
        }
        best.map(|(_, held)| held)
    }

    /// Returns the point; `None` unless all half-spaces that hold it push it away from the wanted point.
    #[inline]
    fn checked(&self, held: &Held) -> Option<Nearest> {
        let force = held.point - self.wanted;
        let plane = |index: usize| self.half_spaces.plane(held.by[index]);
        let (point, pull) = match held.count {
            0 => (held.point, 0.0),
            // The first foot is only as precise as the wanted point, which may be far away. Projecting the foot once
            // more makes it as precise as its own coordinates allow.
            1 => {
                let again = held.point + plane(0).normal * plane(0).lack(held.point);
                (again, pull(&[plane(0)], force))
            }
            2 => (held.point, pull(&[plane(0), plane(1)], force)),
            _ => (held.point, pull(&[plane(0), plane(1), plane(2)], force)),
        };
        (pull <= DUAL * self.scale).then(|| Nearest {
            point,
            active: ActiveSet::new(held.by, held.count),
        })
    }
}
