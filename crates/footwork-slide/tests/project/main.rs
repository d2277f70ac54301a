//! Checks nearest points in random half-spaces of every family against the Karush-Kuhn-Tucker conditions and against an
//! oracle.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a failed step is a failed test; the sign of zero does not matter"
)]

mod cases;
mod kkt;
mod laws;
mod random;

use std::fmt;

use footwork_slide::{HalfSpace, Projection, project, project_oracle, slide_direction};
use random::{FAMILIES, Family, Random, dot, plus, wanted};

/// Returns the number of cones in each family: 20,000, or a million in `cargo xtask soak`.
fn cases() -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 1_000_000,
        None => 20_000,
    }
}

/// Returns a number of normals: usually few, as in real moves, and sometimes more than any game has.
fn count(random: &mut Random) -> usize {
    match random.below(100) {
        0 => 9 + random.below(120),
        1..20 => 5 + random.below(4),
        _ => random.below(5),
    }
}

fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// A random cone.
struct Case {
    family: &'static Family,
    case: u64,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, case {}", self.family.name, self.case)
    }
}

/// Calls `check` for the cases of every family. Each case has its own random numbers.
fn of_every_family(check: impl Fn(&mut Random, &Case, Vec<[f64; 3]>)) {
    for (index, family) in FAMILIES.iter().enumerate() {
        for case in 0..cases() {
            let mut random = Random(case * 0x1_0001 + index as u64);
            let count = count(&mut random);
            let normals = (family.normals)(&mut random, count);
            check(&mut random, &Case { family, case }, normals);
        }
    }
}

#[test]
fn slides_are_the_nearest_directions() {
    of_every_family(|random, case, mut normals| {
        let m = wanted(random, &normals);
        let size = length(m);
        let slide = slide_direction(m, &normals).unwrap();
        let d = slide.direction;

        let half_spaces: Vec<HalfSpace> = normals
            .iter()
            .map(|&normal| HalfSpace {
                normal,
                offset: 0.0,
            })
            .collect();
        let residual = kkt::residual(m, &half_spaces, d, slide.active.as_slice());
        assert!(
            residual <= 1e-7,
            "{case}: residual {residual:e} of {d:?} {m:?} {normals:?} {:?}",
            slide.active
        );
        if normals.len() <= 9 {
            let reference = project_oracle(m, &half_spaces).unwrap();
            let error = length(plus(d, -1.0, reference)) / size;
            assert!(
                error <= case.family.error,
                "{case}: {error:e} off, {d:?} for {reference:?}"
            );
        }

        let along = (dot(d, m) - dot(d, d)) / (size * size);
        assert!(along.abs() <= 1e-12, "{case}: d·m − |d|² is {along:e}");
        assert!(
            length(d) <= size * (1.0 + 1e-14),
            "{case}: the result is longer than the movement"
        );
        let again = slide_direction(d, &normals).unwrap().direction;
        assert!(
            length(plus(again, -1.0, d)) <= case.family.error * size,
            "{case}: sliding {d:?} again gives {again:?}"
        );

        random.shuffle(&mut normals);
        let shuffled = slide_direction(m, &normals).unwrap().direction;
        assert_eq!(
            shuffled.map(f64::to_bits),
            d.map(f64::to_bits),
            "{case}: another order changes the bits"
        );
    });
}

/// Returns half-spaces with offsets around the size of the movement: zero, all below zero as in front of obstacles, or
/// of both signs as inside obstacles.
fn with_offsets(random: &mut Random, normals: &[[f64; 3]], size: f64) -> Vec<HalfSpace> {
    let kind = random.below(3);
    let half_spaces = normals.iter().map(|&normal| {
        let offset = match (kind, random.below(3)) {
            (_, 0) => 0.0,
            (0, _) => -size * random.signed().abs(),
            (1, _) => 0.3 * size * random.signed(),
            _ => 1e-3 * size * random.signed(),
        };
        HalfSpace { normal, offset }
    });
    half_spaces.collect()
}

/// Returns the half-spaces with offsets increased by `margin`, which is larger than rounding errors.
fn tighter(half_spaces: &[HalfSpace], margin: f64) -> Vec<HalfSpace> {
    let tighter = |&HalfSpace { normal, offset }| HalfSpace {
        normal,
        offset: offset + margin,
    };
    half_spaces.iter().map(tighter).collect()
}

#[test]
fn projections_are_the_nearest_points() {
    of_every_family(|random, case, normals| {
        let m = wanted(random, &normals);
        let mut half_spaces = with_offsets(random, &normals, length(m));
        let found = project(m, &half_spaces).unwrap();
        let reference = (normals.len() <= 9).then(|| project_oracle(m, &half_spaces));
        match found {
            Projection::Nearest { point, active } => {
                let residual = kkt::residual(m, &half_spaces, point, active.as_slice());
                assert!(
                    residual <= 1e-7,
                    "{case}: residual {residual:e} of {point:?}"
                );
                if let Some(Some(reference)) = reference {
                    let error = length(plus(point, -1.0, reference)) / (length(m) + length(point));
                    assert!(
                        error <= case.family.error,
                        "{case}: {error:e} off, {point:?} for {reference:?}"
                    );
                }
            }
            Projection::Empty => {
                assert!(
                    half_spaces.iter().any(|h| h.offset > 0.0),
                    "{case}: empty, although zero is in all half-spaces"
                );
                let inner = tighter(&half_spaces, 2e-6 * length(m));
                let inner = reference.and_then(|_| project_oracle(m, &inner));
                // The projection may return `Empty` if the nearest point is farther away than 1e7 times the length of
                // m.
                let inner = inner.filter(|&inner| length(inner) < 1e7 * length(m));
                assert_eq!(
                    inner, None,
                    "{case}: empty, although the oracle finds a point"
                );
            }
        }
        random.shuffle(&mut half_spaces);
        let shuffled = project(m, &half_spaces).unwrap();
        assert_eq!(
            bits(shuffled),
            bits(found),
            "{case}: another order changes the bits"
        );
    });
}

fn bits(projection: Projection) -> Option<[u64; 3]> {
    match projection {
        Projection::Nearest { point, .. } => Some(point.map(f64::to_bits)),
        Projection::Empty => None,
    }
}
