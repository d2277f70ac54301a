//! In one long move, a wall that the body has slid past no longer holds it.

use footwork_slide::{Outcome, World};

use crate::walk::{BOX, CAPSULE, Walk, add_box, add_triangles, world_of};

/// The body slides along a wall to the wall's end, and then along a slanted wall. It gets to a place that would be inside the
/// first wall if that wall were longer.
#[test]
fn a_wall_that_a_body_has_passed_no_longer_holds_it() {
    let mut volumes = World::new();
    add_box(&mut volumes, [3.0, 2.0, 0.5], [1.0, 0.0, 0.82]);
    let slanted = [
        [[8.0, -2.0, -4.0], [8.0, 2.0, -4.0], [18.0, -2.0, 6.0]],
        [[8.0, 2.0, -4.0], [18.0, 2.0, 6.0], [18.0, -2.0, 6.0]],
    ];
    let sheet = [
        [[-2.0, -2.0, 0.32], [4.0, -2.0, 0.32], [4.0, 2.0, 0.32]],
        [[-2.0, -2.0, 0.32], [4.0, 2.0, 0.32], [-2.0, 2.0, 0.32]],
    ];
    let triangles = world_of(&[sheet, slanted].concat());
    add_triangles(&mut volumes, &slanted);
    for world in [triangles, volumes] {
        for shape in [BOX, CAPSULE] {
            let mut walk = Walk::new(world.clone(), shape, [0.0; 3]);
            let ([x, _, z], outcome) = walk.step([20.0, 0.0, 0.5]);
            assert_eq!(outcome, Outcome::Slid, "{shape:?} to {x}, {z}");
            // The body moves on to the slanted wall, and along it for the rest of the way.
            assert!(x > 14.0 && z > 2.5, "{shape:?} to {x}, {z}");
        }
    }
}
