//! The fast way to the nearest point: a dual active set for three dimensions.
//!
//! Goldfarb & Idnani, *A numerically stable dual method for solving strictly convex quadratic
//! programs* (1983): start at the wanted point; while a half-space is broken, take the one broken
//! most, and go to the nearest point of it together with those that hold the point now. In three
//! dimensions at most three hold a point, so that nearest point needs no matrices: the new plane is
//! part of the answer, and on it a problem in two dimensions with at most three lines is left.
//! The distance to the wanted point grows with every round, which ends the rounds.

use glam::DVec3;

use super::plane::{Planes, crease, pull, vertex};
use super::{Active, DUAL, tolerance};

/// What the fast way found.
pub(super) enum Found {
    /// The nearest point, checked, and what holds it.
    Nearest(DVec3, Active),
    /// Nothing sure: no point is in all half-spaces, or rounding got in the way.
    Unsure,
}

/// A point, and the places of the half-spaces that hold it there.
struct Held {
    point: DVec3,
    by: [usize; 3],
    count: usize,
}

/// What a round needs to know.
struct Round<'a, P: ?Sized> {
    half_spaces: &'a P,
    wanted: DVec3,
    scale: f64,
}

/// The place of the half-space that `point` is furthest outside of; none if it is in all of them.
#[inline]
pub(super) fn most_broken<P: Planes + ?Sized>(
    half_spaces: &P,
    point: DVec3,
    allowed: f64,
) -> Option<usize> {
    let mut worst = None;
    let mut most = allowed;
    for (place, plane) in half_spaces.planes().enumerate() {
        let lack = plane.lack(point);
        if lack >= most {
            let first = || match worst {
                Some(worst) => plane.precedes(half_spaces.plane(worst)),
                None => false,
            };
            if lack > most || first() {
                (worst, most) = (Some(place), lack);
            }
        }
    }
    worst
}

/// The nearest point of all half-spaces to `wanted`.
#[inline]
pub(super) fn nearest<P: Planes + ?Sized>(wanted: DVec3, half_spaces: &P, scale: f64) -> Found {
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
        let Some(new) = most_broken(half_spaces, held.point, allowed) else {
            return round.checked(&held);
        };
        if held.by().contains(&new) {
            return Found::Unsure;
        }
        match round.next(&held, new) {
            Some(next) => held = next,
            None => return Found::Unsure,
        }
    }
    Found::Unsure
}

impl Held {
    #[inline]
    fn by(&self) -> &[usize] {
        &self.by[..self.count]
    }
}

impl<P: Planes + ?Sized> Round<'_, P> {
    #[inline]
    fn breaks(&self, place: usize, point: DVec3) -> bool {
        self.half_spaces.plane(place).lack(point) > tolerance(self.scale, point)
    }

    /// The nearest point of the broken half-space `new` and those that hold the point now.
    #[inline]
    fn next(&self, held: &Held, new: usize) -> Option<Held> {
        let plane = self.half_spaces.plane(new);
        let foot = plane.foot(self.wanted);
        if !held.by().iter().any(|&place| self.breaks(place, foot)) {
            return Some(Held {
                point: foot,
                by: [new, 0, 0],
                count: 1,
            });
        }
        // On the plane of `new`, a line whose outside has the foot in it holds the answer if its
        // nearest point is inside the others.
        for &place in held.by() {
            if held.count > 1 && !self.breaks(place, foot) {
                continue;
            }
            let Some(point) = crease(self.half_spaces.plane(place), plane, self.wanted) else {
                continue;
            };
            let breaks = |&other: &usize| other != place && self.breaks(other, point);
            if !held.by().iter().any(breaks) {
                return Some(Held {
                    point,
                    by: [place, new, 0],
                    count: 2,
                });
            }
        }
        self.next_vertex(held, new)
    }

    /// Where the planes of `new` and two held half-spaces meet, inside the third.
    #[inline]
    fn next_vertex(&self, held: &Held, new: usize) -> Option<Held> {
        let mut best: Option<(f64, Held)> = None;
        for (one, other, last) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
            if other >= held.count {
                break;
            }
            let by = [held.by[one], held.by[other], new];
            let Some(point) = vertex(by.map(|place| self.half_spaces.plane(place))) else {
                continue;
            };
            if last < held.count && self.breaks(held.by[last], point) {
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

    /// The answer, if what holds the point pushes it away from the wanted one.
    #[inline]
    fn checked(&self, held: &Held) -> Found {
        let force = held.point - self.wanted;
        let plane = |index: usize| self.half_spaces.plane(held.by[index]);
        let (point, pull) = match held.count {
            0 => (held.point, 0.0),
            // The first foot is as precise as the wanted point, this one as precise as itself.
            1 => {
                let again = held.point + plane(0).normal * plane(0).lack(held.point);
                (again, pull(&[plane(0)], force))
            }
            2 => (held.point, pull(&[plane(0), plane(1)], force)),
            _ => (held.point, pull(&[plane(0), plane(1), plane(2)], force)),
        };
        match pull <= DUAL * self.scale {
            true => Found::Nearest(point, Active::new(held.by, held.count)),
            false => Found::Unsure,
        }
    }
}
