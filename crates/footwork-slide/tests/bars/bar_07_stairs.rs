//! Bar 7: a body climbs stairs with rises up to the step height and no higher, in the open and along a wall, and walks
//! down them.

use footwork_slide::{Outcome, Shape, World};

use crate::scenes::{self, STEP, Triangle, quad};
use crate::walk::{BOX, CAPSULE, Walk, add_box, world_of};

const COUNT: usize = 4;
const RUN: f64 = 0.4;

/// Returns a body at the foot of a stair, on the ground.
fn at_foot(shape: &Shape, rise: f64, step_height: f32, with_wall: bool) -> Walk {
    let mut triangles: Vec<Triangle> = scenes::stairs(COUNT, rise, RUN);
    if with_wall {
        triangles.extend(quad([-10.0, -1.0, 0.5], [20.0, 0.0, 0.0], [0.0, 8.0, 0.0]));
    }
    let mut walk = Walk::new(world_of(&triangles), *shape, [-1.0, 0.95, 0.0]);
    walk.config.step_height_m = step_height;
    walk.config.max_slope_rad = Some(0.8);
    walk.config.snap_m = step_height;
    walk.step([0.0, -0.1, 0.0]);
    assert!(
        walk.state.footing.is_supported(),
        "the body does not stand: {:?}",
        walk.state
    );
    walk
}

fn feet(walk: &Walk) -> f64 {
    walk.state.position[1] - 0.9
}

#[test]
fn a_body_climbs_rises_up_to_the_step_height_and_never_higher_ones() {
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
                    let at = feet(&walk);
                    if rise <= f64::from(step_height) + 1e-6 {
                        assert!((at - top - 0.005).abs() < 0.01, "at {at}: {told}")
                    } else {
                        assert!(at < 0.05, "at {at}: {told}")
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
fn a_body_walks_down_stairs_without_leaving_them() {
    for shape in [BOX, CAPSULE] {
        for with_wall in [false, true] {
            for rise in [0.1, 0.2, 0.3, 0.4] {
                let mut walk = at_foot(&shape, rise, 0.45, with_wall);
                let aside = if with_wall { 0.35 * STEP } else { 0.0 };
                for _ in 0..60 {
                    walk.step([STEP, -0.02, aside]);
                }
                let told = format!("{shape:?}, rise {rise}, wall: {with_wall}");
                assert!(feet(&walk) > rise * 3.9, "at {}: {told}", feet(&walk));
                for step in 0..140 {
                    let (_, outcome) = walk.step([-STEP / 2.0, 0.0, aside / 2.0]);
                    assert_ne!(
                        outcome,
                        Outcome::Blocked,
                        "step {step} down is blocked: {told}"
                    );
                    assert!(
                        walk.state.footing.is_supported(),
                        "no ground after step {step} down, {:?}: {told}",
                        walk.state
                    );
                }
                assert!(feet(&walk) < 0.01, "at {}: {told}", feet(&walk));
            }
        }
    }
}

/// A body climbs steps of triangles and of volumes, with and without a slope limit. At the two slowest speeds it needs
/// the limit.
#[test]
fn a_body_climbs_a_step_at_every_speed() {
    let step = [[0.0, -1.0, -2.0], [6.0, 0.2, 2.0]];
    let ground = [[-4.0, -1.0, -2.0], [0.0, 0.0, 2.0]];
    let mut triangles = scenes::cuboid(step[0], step[1]);
    triangles.extend(scenes::cuboid(ground[0], ground[1]));
    let mut volumes = World::new();
    for [min, max] in [step, ground] {
        let half = [0, 1, 2].map(|axis| ((max[axis] - min[axis]) / 2.0) as f32);
        let middle = [0, 1, 2].map(|axis| f64::midpoint(min[axis], max[axis]));
        add_box(&mut volumes, half, middle);
    }
    for (told, world) in [("triangles", world_of(&triangles)), ("volumes", volumes)] {
        for shape in [BOX, CAPSULE] {
            for max_slope_rad in [None, Some(0.8)] {
                // Without a slope limit, a body slides back down the edge of the step unless it moves ahead at a higher
                // speed than it falls.
                let slow = [0.001, 0.004]
                    .into_iter()
                    .filter(|_| max_slope_rad.is_some());
                for ahead in slow.chain([0.01, 0.03, 0.06, 0.1]) {
                    let mut walk = Walk::new(world.clone(), shape, [-0.5, 0.905, 0.0]);
                    walk.config.step_height_m = 0.3;
                    walk.config.snap_m = 0.3;
                    walk.config.max_slope_rad = max_slope_rad;
                    walk.step([0.0, -0.01, 0.0]);
                    for _ in 0..2000 {
                        if walk.state.position[0] > 1.0 {
                            break;
                        }
                        walk.step([ahead, -0.005, 0.0]);
                    }
                    assert!(
                        (feet(&walk) - 0.205).abs() < 0.01,
                        "{shape:?} over {told}, slope {max_slope_rad:?}, {ahead} m per step: {:?}",
                        walk.state
                    );
                }
            }
        }
    }
}

#[test]
fn a_jump_climbs_no_step() {
    for shape in [BOX, CAPSULE] {
        let mut walk = at_foot(&shape, 0.2, 0.3, false);
        walk.state.position[0] = -0.31;
        walk.step([0.0, -0.01, 0.0]);
        let (moved, _) = walk.step([0.08, 1.0, 0.0]);
        assert!(moved[1] > 0.99, "{shape:?} jumps by {moved:?}");
    }
}
