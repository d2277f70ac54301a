//! One sweep of a box against one triangle, by Footwork and by parry.

use std::hint::black_box;

use footwork_slide::{Shape, Swept, sweep_triangle};
use glam::DVec3;
use parry3d::math::{Pose, Vector};
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape::{Cuboid, Triangle};

use super::hull::Hull;
use super::vector::{narrow, single};
use crate::figure;
use crate::measure::{Contender, in_turn, median_secs};
use crate::random::Random;
use crate::report::{Bar, Block, Outcome, Table};

const PAIRS: usize = 200_000;
const OURS: &str = "ours: `sweep_triangle`";
const PARRY: &str = "parry3d: `cast_shapes`";

/// The bar for the speed of Footwork's sweep, as a multiple of parry's.
const RATIO_BAR: Bar = Bar::at_least(10.0);
/// The bar for the largest error of Footwork's sweep, in metres.
const ERROR_BAR: Bar = Bar::at_most(2e-5).printed(microns);
/// The bar for the number of wrong answers of Footwork's sweep.
const WRONG_BAR: Bar = Bar::at_most(0.0).printed(|count| format!("{count}"));

/// A box around the origin, its motion, and a triangle that it does not touch yet; every number is an f32.
struct Pair {
    half: [f32; 3],
    motion: [f64; 3],
    triangle: [[f64; 3]; 3],
    /// The oracle's time of impact.
    meets: Option<f64>,
}

/// A pair in parry's types.
struct Cast {
    cuboid: Cuboid,
    motion: Vector,
    triangle: Triangle,
}

#[derive(Default)]
struct Errors {
    missed: usize,
    ghosts: usize,
    /// The errors in metres along the motion, sorted.
    off: Vec<f64>,
}

/// Measures Footwork and parry on random pairs.
pub(super) fn measure(losses: &mut Vec<String>) -> Outcome<Vec<Block>> {
    let pairs = pairs();
    let casts: Vec<Cast> = pairs.iter().map(Cast::new).collect();
    let ours = errors(&pairs, pairs.iter().map(|pair| Ok(pair.sweep())))?;
    let parry = errors(&pairs, casts.iter().map(Cast::cast))?;
    let timings = in_turn(vec![
        Contender::new(OURS, || {
            for pair in &pairs {
                black_box(black_box(pair).sweep());
            }
        }),
        Contender::new(PARRY, || {
            for cast in &casts {
                let _ = black_box(black_box(cast).cast());
            }
        }),
    ]);
    let head = "contender | time of a pair | missed | ghosts | off, 99.9 % of hits | off at most";
    let mut table = Table::new("A box that moves against a triangle", head);
    for (errors, timing) in [&ours, &parry].into_iter().zip(&timings) {
        table.row([
            timing.name.to_owned(),
            timing.cell(PAIRS as f64),
            errors.missed.to_string(),
            errors.ghosts.to_string(),
            microns(errors.at(999)),
            microns(errors.at(1000)),
        ]);
    }
    let ratio = median_secs(&timings, PARRY) / median_secs(&timings, OURS);
    let mut bar = |bar: &Bar, what: &str, found: f64| bar.judge(what, found, losses);
    let fast = bar(&RATIO_BAR, "time of parry3d's sweep ÷ ours", ratio);
    table.row([
        "bar, ours".to_owned(),
        format!("parry's, times this: {fast}, {}", figure::plain(ratio)),
        bar(&WRONG_BAR, "sweeps of ours that miss", ours.missed as f64),
        bar(&WRONG_BAR, "ghosts of ours", ours.ghosts as f64),
        String::new(),
        bar(&ERROR_BAR, "sweeps of ours, off", ours.at(1000)),
    ]);
    let hits = pairs.iter().filter(|pair| pair.meets.is_some()).count();
    Ok(vec![
        Block::Table(table),
        Block::Text(format!(
            "{PAIRS} random pairs that are apart at first; {hits} meet. The oracle is the tests' own, in f64: all events \
             of vertices, edges and faces. Errors are lengths along the motion. Ours computes in f64, parry in f32."
        )),
    ])
}

fn microns(metres: f64) -> String {
    match metres * 1e6 {
        um if um < 1e-3 => format!("{um:.0e} µm"),
        um => format!("{} µm", figure::plain(um)),
    }
}

fn pairs() -> Vec<Pair> {
    let mut random = Random::new(0x5bec);
    let mut pairs = Vec::with_capacity(PAIRS);
    while pairs.len() < PAIRS {
        let mut number = |size: f64| f64::from(single(random.around_zero(size)));
        let half = [0; 3].map(|_: i32| single(0.6 + 0.75 * number(0.6)));
        let mut vector = |size: f64| [number(size), number(size), number(size)];
        let middle = vector(2.5);
        let triangle = [vector(2.0), vector(2.0), vector(2.0)]
            .map(|corner| [0, 1, 2].map(|i| f64::from(single(middle[i] + corner[i]))));
        let aside = vector(2.6);
        let motion = [0, 1, 2].map(|i| f64::from(single(middle[i] + aside[i])));
        let shape = Hull::of_shape(&Shape::Box { half_m: half });
        let other = Hull::of_triangle(&triangle.map(DVec3::from));
        if shape.core_distance(&other) < 1e-4 {
            continue;
        }
        let meets = shape.first_meeting(DVec3::from(motion), &other);
        pairs.push(Pair {
            half,
            motion,
            triangle,
            meets,
        });
    }
    pairs
}

impl Pair {
    fn sweep(&self) -> Option<f64> {
        let shape = Shape::Box { half_m: self.half };
        match sweep_triangle(&shape, self.motion, &self.triangle, 0.0) {
            Swept::Apart => None,
            Swept::Meets { time, .. } => Some(time),
            Swept::Within { .. } => Some(0.0),
        }
    }
}

impl Cast {
    fn new(pair: &Pair) -> Self {
        let [a, b, c] = pair.triangle.map(narrow);
        let [x, y, z] = pair.half;
        Self {
            cuboid: Cuboid::new(Vector::new(x, y, z)),
            motion: narrow(pair.motion),
            triangle: Triangle::new(a, b, c),
        }
    }

    fn cast(&self) -> Outcome<Option<f64>> {
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let (here, still) = (Pose::IDENTITY, Vector::ZERO);
        let hit = cast_shapes(
            &here,
            self.motion,
            &self.cuboid,
            &here,
            still,
            &self.triangle,
            options,
        );
        Ok(hit?.map(|hit| f64::from(hit.time_of_impact)))
    }
}

fn errors(pairs: &[Pair], answers: impl Iterator<Item = Outcome<Option<f64>>>) -> Outcome<Errors> {
    let mut errors = Errors::default();
    for (pair, answer) in pairs.iter().zip(answers) {
        match (pair.meets, answer?) {
            (None, None) => {}
            (Some(_), None) => errors.missed += 1,
            (None, Some(_)) => errors.ghosts += 1,
            (Some(expected), Some(time)) => {
                let length = DVec3::from(pair.motion).length();
                errors.off.push((time - expected).abs() * length);
            }
        }
    }
    errors.off.sort_by(f64::total_cmp);
    Ok(errors)
}

impl Errors {
    /// Returns a quantile of the errors, in metres: `thousandths` of 1,000 hits have at most this error.
    fn at(&self, thousandths: usize) -> f64 {
        let index = self.off.len().saturating_sub(1) * thousandths / 1000;
        self.off.get(index).copied().unwrap_or(f64::NAN)
    }
}
