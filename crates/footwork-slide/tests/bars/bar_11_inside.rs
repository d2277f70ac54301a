//! Bar 11: a body that starts deep inside an obstacle comes out of it. Numbers that are not finite are rejected.

use footwork_slide::{
    Filter, Label, MoveConfig, MoveConfigError, MoveError, Mover, MoverState, Pose, Volume, World,
};

use crate::scenes::{Random, cuboid};
use crate::walk::{BOX, CAPSULE, Walk, add_box, world_of};

#[test]
fn a_body_comes_out_of_an_obstacle_that_it_starts_in() {
    let volumes = [
        Volume::Box {
            half_m: [2.0, 3.0, 1.5],
        },
        Volume::Sphere { radius_m: 1.0 },
        Volume::Capsule {
            radius_m: 0.8,
            half_axis_m: 2.0,
        },
    ];
    let mut worlds: Vec<(String, World)> = volumes
        .into_iter()
        .map(|volume| {
            let mut world = World::new();
            let turned = Pose::new([0.0; 3], [0.0, 0.3826834, 0.0, 0.9238795]).unwrap();
            world.add_volume(volume, turned, Label::default()).unwrap();
            (format!("{volume:?}"), world)
        })
        .collect();
    let cube = cuboid([-0.5; 3], [0.5; 3]);
    worlds.push(("a mesh".to_owned(), world_of(&cube)));
    for (told, world) in worlds {
        for shape in [BOX, CAPSULE] {
            for start in [
                [0.0; 3],
                [0.3, 0.4, -0.2],
                [-0.05, 0.9, 0.4],
                [0.7, 0.0, 0.0],
            ] {
                let mut walk = Walk::new(world.clone(), shape, start);
                let out = (0..10).any(|_| {
                    walk.step([0.0; 3]);
                    !walk.crushed
                });
                assert!(
                    out,
                    "{shape:?} is still in {told} after 10 moves from {start:?}"
                );
                // The body makes room for its whole skin in one more move.
                walk.step([0.0; 3]);
                let (free, _) = walk.step([0.0; 3]);
                assert!(
                    free.iter().all(|part| part.abs() < 1e-6),
                    "the body still moves out: {free:?}"
                );
            }
        }
    }
}

/// A body comes out of overlapping or abutting solids, although the way out of one leads into another. No move is longer than
/// the depth of the body in one solid, so this takes many moves.
#[test]
fn a_body_comes_out_of_several_solids() {
    let mut random = Random(11);
    let mut worlds = Vec::new();
    let mut pieces = World::new();
    for x in [-2.0, 2.0] {
        add_box(&mut pieces, [2.0, 3.0, 0.5], [x, 0.0, 0.0]);
    }
    worlds.push((pieces, [0.1, 0.0, 0.2]));
    for count in 2..5 {
        for _ in 0..60 {
            let mut world = World::new();
            for _ in 0..count {
                let half = [0, 1, 2].map(|_| random.between(0.2, 1.5) as f32);
                let at = [0, 1, 2].map(|_| random.between(-1.0, 1.0));
                add_box(&mut world, half, at);
            }
            worlds.push((world, [0, 1, 2].map(|_| random.between(-0.5, 0.5))));
        }
    }
    for (index, (world, start)) in worlds.into_iter().enumerate() {
        for shape in [BOX, CAPSULE] {
            let mut walk = Walk::new(world.clone(), shape, start);
            let (allocated, ()) = footwork_testkit::allocations(|| {
                for _ in 0..40 {
                    walk.step([0.0; 3]);
                }
            });
            assert_eq!(allocated.count, 0, "{shape:?} in scene {index}");
            assert!(
                !walk.crushed,
                "{shape:?} is still inside in scene {index} from {start:?}: {:?}",
                walk.state
            );
        }
    }
}

#[test]
fn numbers_that_are_not_finite_are_rejected() {
    let world = World::new();
    let mut mover = Mover::new(BOX).unwrap();
    let filter = Filter::default();
    let config = MoveConfig::default();
    let state = MoverState::at([0.0; 3]);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 2e6] {
        let refused = mover.move_by(&world, &state, [0.0, bad, 0.0], &filter, &config);
        assert_eq!(refused.unwrap_err(), MoveError::Displacement { axis: 1 });
    }
    for bad in [f64::NAN, f64::INFINITY, -1e10] {
        let lost = MoverState::at([0.0, 0.0, bad]);
        let refused = mover.move_by(&world, &lost, [0.0; 3], &filter, &config);
        assert_eq!(refused.unwrap_err(), MoveError::Position { axis: 2 });
    }
    let skinless = MoveConfig {
        skin_m: f32::NAN,
        ..config
    };
    let refused = mover.move_by(&world, &state, [0.0; 3], &filter, &skinless);
    let Err(MoveError::Config(MoveConfigError::Length { field, .. })) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(field, "skin_m");
}
