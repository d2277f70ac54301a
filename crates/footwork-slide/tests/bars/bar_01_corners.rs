//! Bar 1: in corners of every angle, a body comes to rest in front of both walls and never moves back.

use footwork_slide::Shape;

use crate::scenes::{self, STEP};
use crate::walk::{BOX, CAPSULE, Walk, dot, gap, length, times, world_of};

/// The number of steps of a walk.
const STEPS: usize = 300;
const LAST: usize = 60;

#[test]
fn a_body_rests_in_every_corner() {
    for shape in [BOX, CAPSULE] {
        for degrees in 20..=170 {
            for heading in -4..=4 {
                walk_into(&shape, f64::from(degrees), f64::from(heading) / 4.25);
            }
        }
    }
}

/// Walks into a corner. With a heading of -1 the body walks straight at one wall, and with 1 straight at the other
/// wall.
fn walk_into(shape: &Shape, degrees: f64, heading: f64) {
    let (triangles, normals) = scenes::corner(degrees);
    let world = world_of(&triangles);
    let half = (degrees / 2.0).to_radians();
    let turn = heading * (std::f64::consts::FRAC_PI_2 - half);
    let wanted = times([libm::cos(turn), 0.0, libm::sin(turn)], STEP);
    let start = 0.5 + 0.43 / libm::sin(half);
    let mut walk = Walk::new(world, *shape, [-start, 0.0, 0.0]);
    let mut last = 0.0;
    let told = format!("{shape:?} in {degrees}°, heading {heading}");
    for step in 0..STEPS {
        let (moved, _) = walk.step(wanted);
        assert!(
            dot(moved, wanted) >= -1e-9 * STEP,
            "step {step} leads back by {moved:?}: {told}"
        );
        if step >= STEPS - LAST {
            last += length(moved);
        }
    }
    assert!(
        last < 1e-5,
        "the body moves {last} m in the last second: {told}"
    );
    for normal in normals {
        let gap = gap(shape, walk.state.position, normal);
        let skin = f64::from(walk.config.skin_m);
        assert!((0.0..=skin + 1e-3).contains(&gap), "gap {gap}: {told}");
    }
}
