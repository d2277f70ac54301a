//! Bar 6: when a body walks into a rough floor at 45°, no step is cut short, and the body hardly drifts sideways.

use crate::scenes::{Random, STEP, Sheet, as_floor};
use crate::walk::{BOX, CAPSULE, Walk, world_of};

/// The permitted sideways drift, in metres. With the same sweeps, a body drifts this far if its velocity is clipped by
/// one plane after the other.
const SIDEWAYS_M: f64 = 0.028;

/// On one floor, 14 steps used to cover less than 0.8 of their length, and the body drifted 89 mm sideways.
#[test]
fn a_rough_floor_at_45_degrees_shortens_no_step_and_hardly_deflects_a_body() {
    let ideal = STEP * std::f64::consts::FRAC_1_SQRT_2;
    let start = [-5.5, 0.905, 0.3];
    for seed in 0..100 {
        let sheet = Sheet {
            noise: 2e-3,
            ..Sheet::BAR
        };
        let floor = sheet.triangles(&mut Random(seed), as_floor);
        for shape in [BOX, CAPSULE] {
            let mut walk = Walk::new(world_of(&floor), shape, start);
            for step in 0..168 {
                let (moved, _) = walk.step([ideal, -ideal, 0.0]);
                let sideways = (walk.state.position[2] - start[2]).abs();
                assert!(
                    moved[0] >= 0.8 * ideal && sideways <= SIDEWAYS_M,
                    "{shape:?}, floor {seed}, step {step}: {moved:?}, {sideways} m sideways"
                );
            }
        }
    }
}
