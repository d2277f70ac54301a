//! Tests of turned boxes, cylinders and hulls as bodies.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "these are tests"
)]

mod obstacles;
mod pairs;
mod walking;

use std::f64::consts::TAU;

use footwork_slide::{HullPoints, Shape};
use footwork_testkit::Random;

/// Returns the number of random cases: `daily`, or a hundred times as many in the soak.
fn cases(daily: u64) -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 100 * daily,
        None => daily,
    }
}

/// Returns an upright prism with a regular base. Its corners are `radius` metres from its axis.
fn prism(sides: usize, radius: f64, height: f64) -> Shape {
    let points: Vec<[f32; 3]> = (0..2 * sides)
        .map(|at| {
            let (sine, cosine) = libm::sincos(TAU * (at / 2) as f64 / sides as f64);
            let y = if at % 2 == 0 {
                -height / 2.0
            } else {
                height / 2.0
            };
            [radius * cosine, y, radius * sine].map(|part| part as f32)
        })
        .collect();
    Shape::Hull(HullPoints::new(&points).unwrap())
}

/// Returns the hull of the corners of a box.
fn box_as_hull(half: [f32; 3]) -> Shape {
    let points: Vec<[f32; 3]> = (0..8)
        .map(|at| {
            [0, 1, 2].map(|axis| {
                if at >> axis & 1 == 0 {
                    -half[axis]
                } else {
                    half[axis]
                }
            })
        })
        .collect();
    Shape::Hull(HullPoints::new(&points).unwrap())
}

/// Returns a random unit quaternion.
fn any_rotation(random: &mut Random) -> [f32; 4] {
    loop {
        let parts = [0; 4].map(|_| random.signed());
        let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
        if (0.1..1.0).contains(&length) {
            return parts.map(|part| (part / length) as f32);
        }
    }
}

fn any_vector(random: &mut Random, size: f64) -> [f64; 3] {
    [0; 3].map(|_| random.between(-size, size))
}
