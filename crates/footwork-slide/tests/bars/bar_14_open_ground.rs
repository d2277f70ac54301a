//! Bar 14: a body walks a kilometre over open ground, clean or scanned, and no step is shortened to almost nothing.

use footwork_slide::{Outcome, Shape};

use crate::is_soak;
use crate::scenes::{Random, STEP, Sheet, Triangle, terrain};
use crate::walk::{BOX, CAPSULE, Walk, length, world_of};

/// The number of steps in a kilometre.
const KILOMETRE: usize = 12_000;

/// Returns rolling ground with bumps. Each cell is `cell` metres wide.
fn scanned(cells: usize, cell: f64, noise: f64, random: &mut Random) -> Vec<Triangle> {
    let sheet = Sheet {
        cells: [cells; 2],
        size: [cells as f64 * cell; 2],
        jitter: 0.3,
        noise,
    };
    let height = |x: f64, z: f64| {
        0.8 * libm::sin(x * 0.35) * libm::cos(z * 0.3)
            + 0.25 * libm::sin(x * 1.3 + 0.7) * libm::sin(z * 1.1)
    };
    sheet.triangles(random, |[u, v, out]| [u, height(u, v) + out, v])
}

/// Walks in a circle around the middle. The level part of every step must be at least 2 % of the wanted length.
fn check_circle(told: &str, ground: &[Triangle], shape: Shape, steps: usize, walks: bool) {
    let radius = 12.0;
    let near = |at: &&[f64; 3]| (at[0] - radius).abs() < 1.0 && at[2].abs() < 1.0;
    let above = ground.iter().flatten().filter(near);
    let high = above.fold(-1.0, |high, at| if at[1] > high { at[1] } else { high });
    let mut walk = Walk::new(world_of(ground), shape, [radius, high + 0.91, 0.0]);
    if walks {
        walk.config.step_height_m = 0.3;
        walk.config.snap_m = 0.3;
        walk.config.max_slope_rad = Some(0.8);
    }
    let mut way = 0.0;
    for step in 0..steps {
        let (sine, cosine) = libm::sincos(step as f64 * STEP / radius);
        // Steers back onto the circle, because projected moves drift off it.
        let [x, _, z] = walk.state.position;
        let out = (x * x + z * z).sqrt() / radius - 1.0;
        let [ahead_x, ahead_z] = [-sine - out * cosine, cosine - out * sine];
        let (moved, outcome) = walk.step([ahead_x * STEP, -0.05, ahead_z * STEP]);
        let level = length([moved[0], 0.0, moved[2]]);
        assert!(
            level > 0.02 * STEP && outcome != Outcome::Blocked,
            "{told}, {shape:?}, walking: {walks}, step {step}: {moved:?}, {outcome:?}"
        );
        way += level;
    }
    let share = way / (steps as f64 * STEP);
    assert!(share > 0.9, "{told}, {shape:?}, walking: {walks}: {share}");
}

#[test]
fn a_kilometre_of_open_ground_has_no_step_that_hardly_moves() {
    let seeds = if is_soak() { 12 } else { 1 };
    for seed in 0..seeds {
        let clean = terrain(71, &mut Random(seed));
        // Noise of this kind froze a body most often: in 512 of 2,262 steps.
        let scan = scanned(224, 0.2, 5e-3, &mut Random(seed));
        for shape in [BOX, CAPSULE] {
            for walks in [false, true] {
                check_circle("clean", &clean, shape, KILOMETRE, walks);
                check_circle("scanned", &scan, shape, KILOMETRE, walks);
            }
        }
    }
}
