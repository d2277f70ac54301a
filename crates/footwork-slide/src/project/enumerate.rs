//! The sure way to the nearest point, for what rounding makes unsure: trying every few planes of a
//! set that grows by the half-space broken most.
//!
//! The set has a bound, and so have the rounds: a set that is full gives up what its point is
//! deepest inside of. Costs some microseconds; degenerate and empty sets alone come here.

use glam::DVec3;

use super::active_set::most_broken;
use super::plane::{Plane, Planes, crease, pull, vertex};
use super::{Active, DUAL, ROUNDING, tolerance};

/// How many planes the set has at most.
const MOST: usize = 16;
/// How many times it grows at most.
const ROUNDS: usize = 64;
/// The places of up to three planes in a list, and how many.
type Held = ([usize; 3], usize);

/// The nearest point to `wanted` and what holds it; none if no point is in all half-spaces.
#[cold]
pub(super) fn nearest<P: Planes + ?Sized>(
    wanted: DVec3,
    half_spaces: &P,
    scale: f64,
) -> Option<(DVec3, Active)> {
    let mut planes = [Plane::default(); MOST];
    let mut places = [usize::MAX; MOST];
    let mut count = 0;
    let mut point = wanted;
    let mut held: Held = ([0; 3], 0);
    for _ in 0..ROUNDS {
        let Some(place) = most_broken(half_spaces, point, tolerance(scale, point)) else {
            break;
        };
        if places[..count].contains(&place) {
            break;
        }
        let at = match count < MOST {
            true => count,
            false => deepest(&planes, point),
        };
        (planes[at], places[at]) = (half_spaces.plane(place), place);
        count = if at == count { count + 1 } else { count };
        (point, held) = nearest_of(wanted, &planes[..count], scale)?;
    }
    Some((
        point,
        Active::new(held.0.map(|index| places[index]), held.1),
    ))
}

/// The plane that `point` is deepest inside of.
fn deepest(planes: &[Plane; MOST], point: DVec3) -> usize {
    let depth = |index: usize| -planes[index].lack(point);
    (1..MOST).fold(0, |best, index| match depth(index) > depth(best) {
        true => index,
        false => best,
    })
}

/// The nearest point of a few half-spaces: of the nearest points on every up to three planes, the
/// one that meets the conditions of a nearest point best: inside the others, and pushed, not pulled,
/// away from `wanted`. None if it does not meet them.
fn nearest_of(wanted: DVec3, planes: &[Plane], scale: f64) -> Option<(DVec3, Held)> {
    let mut best = (f64::INFINITY, wanted, Held::default());
    let mut offer = |point: Option<DVec3>, held: &[usize]| {
        let Some(point) = point else { return };
        let (mut by, mut places) = ([Plane::default(); 3], [0; 3]);
        for ((by, place), &index) in by.iter_mut().zip(&mut places).zip(held) {
            (*by, *place) = (planes[index], index);
        }
        let rounding = tolerance(scale, point);
        let mut worst = pull(&by[..held.len()], point - wanted);
        for plane in planes {
            let lack = plane.lack(point);
            worst = if lack > worst { lack } else { worst };
        }
        // All that is rounding is equally good, and the first one holds by the fewest.
        let worst = if worst > rounding {
            worst / rounding
        } else {
            1.0
        };
        if worst < best.0 {
            best = (worst, point, (places, held.len()));
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

    use super::super::{HalfSpace, plain};
    use super::nearest;

    /// A wheel of walls around a hill: normals all around, leaning by a tenth more or less.
    fn wheel(count: u32, least: f64) -> Vec<HalfSpace> {
        let spoke = |i: u32| {
            let turn = libm::sincos(2.4 * f64::from(i));
            let lean = 0.1 * libm::sin(7.0 * f64::from(i));
            let normal = DVec3::new(turn.0, lean, turn.1);
            HalfSpace {
                normal: (normal / normal.length()).to_array(),
                least,
            }
        };
        (0..count).map(spoke).collect()
    }

    fn check(half_spaces: &[HalfSpace], wanted: DVec3) {
        let found = nearest(wanted, half_spaces, 1.0);
        let reference = plain::nearest(wanted.to_array(), half_spaces).map(DVec3::from_array);
        match (found, reference) {
            (Some((point, active)), Some(reference)) => {
                assert!(point.distance(reference) < 1e-12, "{point} for {reference}");
                for &place in active.as_slice() {
                    let HalfSpace { normal, least } = half_spaces[place];
                    assert!((DVec3::from_array(normal).dot(point) - least).abs() < 1e-12);
                }
            }
            (found, reference) => assert_eq!(found.map(|(point, _)| point), reference),
        }
    }

    #[test]
    fn trying_every_few_planes_finds_the_nearest_point() {
        for count in [0, 1, 2, 3, 5, 9, 24] {
            for least in [-0.5, -0.01, 0.0, 0.01] {
                for step in 0..20 {
                    let angles = libm::sincos(0.3 * f64::from(step));
                    check(&wheel(count, least), DVec3::new(angles.0, -0.3, angles.1));
                }
            }
        }
    }

    #[test]
    fn more_planes_than_it_keeps() {
        let wheel = wheel(500, -0.2);
        for step in 0..20 {
            let angles = libm::sincos(0.3 * f64::from(step));
            let wanted = DVec3::new(angles.0, 3.0, angles.1);
            let (point, _) = nearest(wanted, &wheel[..], 3.0).unwrap();
            let lack = |h: &HalfSpace| h.least - DVec3::from_array(h.normal).dot(point);
            assert!(wheel.iter().all(|half_space| lack(half_space) < 1e-12));
        }
    }
}
