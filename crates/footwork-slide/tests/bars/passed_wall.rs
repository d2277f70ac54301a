//! In one long move, a wall that the body has slid past no longer holds it.

use footwork_slide::{Label, Outcome, Pose, Volume, World};

use crate::walk::{BOX, CAPSULE, Walk, world_of};

/// Along a wall that ends, then along a slanted one to where the first wall would be entered if it went on.
#[test]
fn a_passed_wall_no_longer_holds() {
    let first = [[3.0, 2.0, 0.5], [1.0, 0.0, 0.82]];
    let half = first[0].map(|half| half as f32);
    let mut volumes = World::new();
    let pose = Pose::at(first[1]).unwrap();
    let wall = Volume::Box { half_m: half };
    (volumes.add_volume(wall, pose, Label::default())).unwrap();
    let slanted = [
        [[8.0, -2.0, -4.0], [8.0, 2.0, -4.0], [18.0, -2.0, 6.0]],
        [[8.0, 2.0, -4.0], [18.0, 2.0, 6.0], [18.0, -2.0, 6.0]],
    ];
    let sheet = [
        [[-2.0, -2.0, 0.32], [4.0, -2.0, 0.32], [4.0, 2.0, 0.32]],
        [[-2.0, -2.0, 0.32], [4.0, 2.0, 0.32], [-2.0, 2.0, 0.32]],
    ];
    let triangles = world_of(&[sheet, slanted].concat());
    let volumes = with_triangles(volumes, &slanted);
    for world in [triangles, volumes] {
        for shape in [BOX, CAPSULE] {
            let mut walk = Walk::new(world.clone(), shape, [0.0; 3]);
            let ([x, _, z], outcome) = walk.step([20.0, 0.0, 0.5]);
            assert_eq!(outcome, Outcome::Slid, "{shape:?} to {x}, {z}");
            // Down to the slanted wall, and along it for the rest of the way.
            assert!(x > 14.0 && z > 2.5, "{shape:?} to {x}, {z}");
        }
    }
}

fn with_triangles(mut world: World, triangles: &[[[f64; 3]; 3]]) -> World {
    let mesh = footwork_slide::Mesh::from_triangles(triangles).unwrap();
    world
        .add_mesh(mesh.into(), Pose::IDENTITY, Label::default())
        .unwrap();
    world
}
