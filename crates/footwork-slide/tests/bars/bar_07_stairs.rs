//! Bar 7: stairs are climbed to the step height and never above, alone and along a wall, and walked down.

use footwork_slide::{Outcome, Shape};

use crate::scenes::{self, STEP, Triangle, quad};
use crate::walk::{BOX, CAPSULE, Walk, world_of};

const COUNT: usize = 4;
const RUN: f64 = 0.4;

/// A body at the foot of a stair, on the ground.
fn at_foot(shape: &Shape, rise: f64, step_height: f32, with_wall: bool) -> Walk {
    let mut triangles: Vec<Triangle> = scenes::stairs(COUNT, rise, RUN);
    if with_wall {
        triangles.extend(quad([-10.0, -1.0, 0.5], [20.0, 0.0, 0.0], [0.0, 8.0, 0.0]));
    }
    let mut walk = Walk::new(world_of(&triangles), *shape, [-1.0, 0.95, 0.0]);
    walk.config.step_height = step_height;
    walk.config.max_slope_rad = Some(0.8);
    walk.config.snap = step_height;
    walk.step([0.0, -0.1, 0.0]);
    assert!(walk.state.ground.is_some(), "it stands: {:?}", walk.state);
    walk
}

fn feet(walk: &Walk) -> f64 {
    walk.state.position[1] - 0.9
}

#[test]
fn steps_are_climbed_to_the_step_height_and_never_above() {
    for shape in [BOX, CAPSULE] {
        for with_wall in [false, true] {
            for rise in [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4] {
                for step_height in [0.1_f32, 0.2, 0.3, 0.4] {
                    let mut walk = at_foot(&shape, rise, step_height, with_wall);
                    let aside = if with_wall { 0.35 * STEP } else { 0.0 };
                    let (mut highest, mut before) = (0.0, feet(&walk));
                    for _ in 0..60 {
                        walk.step([STEP, -0.02, aside]);
                        let rose = feet(&walk) - before;
                        highest = if rose > highest { rose } else { highest };
                        before = feet(&walk);
                    }
                    let told = format!("{shape:?}, rise {rise}, step height {step_height}");
                    let top = COUNT as f64 * rise;
                    let is_low = rise <= f64::from(step_height) + 1e-6;
                    match is_low {
                        true => assert!(
                            (feet(&walk) - top - 0.005).abs() < 0.01,
                            "at {}: {told}",
                            feet(&walk)
                        ),
                        false => assert!(feet(&walk) < 0.05, "at {}: {told}", feet(&walk)),
                    }
                    assert!(
                        highest <= f64::from(step_height) + 2e-4,
                        "up by {highest}: {told}"
                    );
                }
            }
        }
    }
}

#[test]
fn stairs_are_walked_down_without_leaving_them() {
    for shape in [BOX, CAPSULE] {
        for rise in [0.1, 0.2, 0.3] {
            let mut walk = at_foot(&shape, rise, 0.35, false);
            for _ in 0..60 {
                walk.step([STEP, -0.02, 0.0]);
            }
            assert!(feet(&walk) > rise * 3.9, "{shape:?} climbs {rise}");
            for step in 0..140 {
                let (_, outcome) = walk.step([-STEP / 2.0, 0.0, 0.0]);
                assert_ne!(
                    outcome,
                    Outcome::Blocked,
                    "{shape:?} down {rise}, step {step}"
                );
                assert!(
                    walk.state.ground.is_some(),
                    "{shape:?} down {rise}, step {step}: {:?}",
                    walk.state
                );
            }
            assert!(feet(&walk) < 0.01, "{shape:?} down {rise}: {}", feet(&walk));
        }
    }
}
