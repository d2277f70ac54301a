//! Bar 10: for steps from a micrometre to a hundred metres, no step goes through a slab, and no step is lost.

use footwork_slide::{Outcome, World};

use crate::scenes::{Random, Sheet, as_wall, cuboid};
use crate::walk::{BOX, CAPSULE, Walk, add_box, world_of};

/// Returns a slab of 2 mm at x = 0, as triangles and as a volume.
fn slabs() -> [World; 2] {
    let mut solid = World::new();
    add_box(&mut solid, [0.001, 50.0, 50.0], [0.0; 3]);
    [
        world_of(&cuboid([-0.001, -50.0, -50.0], [0.001, 50.0, 50.0])),
        solid,
    ]
}

#[test]
fn no_step_goes_through_a_thin_slab() {
    for size in [1e-6, 1e-4, 1e-2, 0.5, 3.0, 100.0] {
        for shape in [BOX, CAPSULE] {
            for world in slabs() {
                for (turn, x) in [(0.0_f64, 0.3062), (1.2, 0.3062), (0.5, 2.0), (-1.5, 0.31)] {
                    let mut walk = Walk::new(world.clone(), shape, [-x, 0.0, 0.0]);
                    for _ in 0..40 {
                        walk.step([size * libm::cos(turn), 0.0, size * libm::sin(turn)]);
                        let [x, _, z] = walk.state.position;
                        assert!(
                            x <= -0.301 || z.abs() > 50.3,
                            "{shape:?}, {size} m: {:?}",
                            walk.state
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn small_steps_are_not_lost() {
    let mut random = Random(10);
    let wall = Sheet::BAR.triangles(&mut random, as_wall);
    for size in [1e-6, 1e-5, 1e-3] {
        for shape in [BOX, CAPSULE] {
            let mut walk = Walk::new(world_of(&wall), shape, [-0.305, 0.0, 0.0]);
            for _ in 0..200 {
                walk.step([size, 0.0, size]);
            }
            let share = walk.state.position[2] / (200.0 * f64::from(size as f32));
            assert!(
                (0.999..1.001).contains(&share),
                "{shape:?}, {size} m: {share}"
            );
            let mut free = Walk::new(World::new(), shape, [0.0; 3]);
            for _ in 0..200 {
                assert_eq!(free.step([size, 0.0, 0.0]).1, Outcome::Free);
            }
            let share = free.state.position[0] / (200.0 * f64::from(size as f32));
            assert!(
                (share - 1.0).abs() < 1e-9,
                "in free space, {size} m: {share}"
            );
        }
    }
}
