//! The slow solver, for inputs on which rounding makes the fast solver unsure. It tries every plane, pair of planes and
//! triple of planes of a set. In each round, the set gains the most violated half-space.
//!
//! Both the set and the number of rounds are bounded. A full set drops the plane that the current point is deepest
//! inside of. A solution takes microseconds, and only degenerate and empty intersections need this solver.

use glam::DVec3;

use super::active_set::most_violated;
use super::half_space::{ActiveSet, Nearest};
use super::plane::{Plane, Planes, crease, pull, vertex};
use super::tolerance::{DUAL, ROUNDING, tolerance};

/// The maximum number of planes in the set.
const MAX_PLANES: usize = 16;

/// The maximum number of rounds.
const MAX_ROUNDS: usize = 64;

/// The indices of up to three planes in the set.
#[derive(Clone, Copy, Default)]
struct Held {
    by: [usize; 3],
    count: usize,
}

/// Returns the point of all half-spaces nearest to `wanted`; `None` if no point is in all half-spaces.
#[cold]
pub(super) fn nearest<P: Planes + ?Sized>(
    wanted: DVec3,
    half_spaces: &P,
    scale: f64,
) -> Option<Nearest> {
    let mut planes = [Plane::default(); MAX_PLANES];
    let mut indices = [usize::MAX; MAX_PLANES];
    let mut count = 0;
    let mut point = wanted;
    let mut held = Held::default();
    for _ in 0..MAX_ROUNDS {
        let Some(index) = most_violated(half_spaces, point, tolerance(scale, point)) else {
            break;
        };
        if indices[..count].contains(&index) {
            break;
        }
        let at = if count < MAX_PLANES {
            count
        } else {
            deepest(&planes, point)
        };
        (planes[at], indices[at]) = (half_spaces.plane(index), index);
        count = if at == count { count + 1 } else { count };
        (point, held) = nearest_of(wanted, &planes[..count], scale)?;
    }
    Some(Nearest {
        point,
        active: ActiveSet::new(held.by.map(|at| indices[at]), held.count),
    })
}

/// Returns the plane that `point` is deepest inside of.
fn deepest(planes: &[Plane; MAX_PLANES], point: DVec3) -> usize {
    let depth = |index: usize| -planes[index].lack(point);
    (1..MAX_PLANES).fold(0, |best, index| {
        if depth(index) > depth(best) {
            index
        } else {
            best
        }
    })
}

/// Returns the nearest point of a few half-spaces. The candidates are the nearest points on every plane, pair of planes
/// and triple of planes. The result is the candidate that best meets two conditions: the point is inside the other
/// half-spaces, and the planes push the point away from `wanted` instead of pulling it. `None` if no candidate meets
/// both.
fn nearest_of(wanted: DVec3, planes: &[Plane], scale: f64) -> Option<(DVec3, Held)> {
    let mut best = (f64::INFINITY, wanted, Held::default());
    let mut offer = |point: Option<DVec3>, holders: &[usize]| {
        let Some(point) = point else { return };
        let mut held = Held::default();
        let mut holding = [Plane::default(); 3];
        for &index in holders {
            holding[held.count] = planes[index];
            held.by[held.count] = index;
            held.count += 1;
        }
        let rounding = tolerance(scale, point);
        let mut worst = pull(&holding[..held.count], point - wanted);
        for plane in planes {
            let lack = plane.lack(point);
            worst = if lack > worst { lack } else { worst };
        }
        // Candidates that miss only by rounding are equally good. The first is held by the fewest planes.
        let worst = if worst > rounding {
            worst / rounding
        } else {
            1.0
        };
        if worst < best.0 {
            best = (worst, point, held);
        }
    };
    offer(Some(wanted), &[]);
    for (a, plane) in planes.iter().enumerate() {
        offer(Some(plane.foot(wanted)), &[a]);
    }
    for a in 0..planes.len() {
        for b in 0..a {
            offer(crease(planes[b], planes[a], wanted), &[b, a]);
        }
    }
    for a in 0..planes.len() {
        for b in 0..a {
            for c in 0..b {
                offer(vertex([planes[c], planes[b], planes[a]]), &[c, b, a]);
            }
        }
    }
    (best.0 <= DUAL / ROUNDING).then_some((best.1, best.2))
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::super::{HalfSpace, project_oracle};
    use super::{Nearest, nearest};

    /// Returns walls all around a hill. Their normals lean up or down by up to a tenth.
    fn wheel(count: u32, offset: f64) -> Vec<HalfSpace> {
        let spoke = |i: u32| {
            let turn = libm::sincos(2.4 * f64::from(i));
            let lean = 0.1 * libm::sin(7.0 * f64::from(i));
            let normal = DVec3::new(turn.0, lean, turn.1);
            HalfSpace {
                normal: (normal / normal.length()).to_array(),
                offset,
            }
        };
        (0..count).map(spoke).collect()
    }

    fn check(half_spaces: &[HalfSpace], wanted: DVec3) {
        let found = nearest(wanted, half_spaces, 1.0);
        let oracle = project_oracle(wanted.to_array(), half_spaces).map(DVec3::from_array);
        match (found, oracle) {
            (Some(Nearest { point, active }), Some(oracle)) => {
                assert!(point.distance(oracle) < 1e-12, "{point} for {oracle}");
                for &index in active.as_slice() {
                    let HalfSpace { normal, offset } = half_spaces[index];
                    assert!((DVec3::from_array(normal).dot(point) - offset).abs() < 1e-12);
                }
            }
            (found, oracle) => assert_eq!(found.map(|found| found.point), oracle),
        }
    }

    #[test]
    fn trying_every_set_of_planes_finds_the_nearest_point() {
        for count in [0, 1, 2, 3, 5, 9, 24] {
            for offset in [-0.5, -0.01, 0.0, 0.01] {
                for step in 0..20 {
                    let angles = libm::sincos(0.3 * f64::from(step));
                    check(&wheel(count, offset), DVec3::new(angles.0, -0.3, angles.1));
                }
            }
        }
    }

    #[test]
    fn more_planes_than_the_set_holds_still_find_the_nearest_point() {
        let wheel = wheel(500, -0.2);
        for step in 0..20 {
            let angles = libm::sincos(0.3 * f64::from(step));
            let wanted = DVec3::new(angles.0, 3.0, angles.1);
            let Nearest { point, .. } = nearest(wanted, &wheel[..], 3.0).unwrap();
            let lack = |h: &HalfSpace| h.offset - DVec3::from_array(h.normal).dot(point);
            assert!(wheel.iter().all(|half_space| lack(half_space) < 1e-12));
        }
    }
}
