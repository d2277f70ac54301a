//! Tests of a world's obstacles: their ids, labels and poses, and the obstacles that moved in a step.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::sync::Arc;

use footwork_slide::{
    Filter, Label, Mesh, MeshError, Nearby, ObstacleMotion, Pose, PoseError, Shape, Volume,
    VolumeError, World, WorldError,
};

const BALL: Volume = Volume::Sphere { radius_m: 0.5 };

fn at(x: f64) -> Pose {
    Pose::at([x, 0.0, 0.0]).unwrap()
}

#[test]
fn the_id_of_a_removed_obstacle_is_stale() {
    let mut world = World::new();
    let first = world.add_volume(BALL, at(0.0), Label::default()).unwrap();
    world.remove(first).unwrap();
    let second = world.add_volume(BALL, at(1.0), Label::default()).unwrap();
    let stale = WorldError::Stale { id: first };
    assert_ne!(first, second);
    assert_eq!(world.move_to(first, at(2.0)), Err(stale));
    assert_eq!(world.remove(first).err(), Some(stale));
    assert_eq!(world.label(first), Err(stale));
    assert_eq!(world.pose(first), Err(stale));
    assert_eq!(world.set_label(first, Label::default()), Err(stale));
    assert_eq!(
        stale.to_string(),
        "there is no obstacle 0.0: it was removed, or belongs to another world"
    );
    assert_eq!(world.pose(second), Ok(at(1.0)));
    assert_eq!(world.ids().collect::<Vec<_>>(), [second]);
    assert_eq!((world.len(), world.is_empty()), (1, false));
}

#[test]
fn a_step_remembers_the_poses_before_it() {
    let mut world = World::new();
    let ids = [0.0, 10.0, 20.0].map(|x| {
        let added = world.add_volume(BALL, at(x), Label::default());
        added.unwrap()
    });
    let moved = |world: &World| world.moved().collect::<Vec<_>>();
    assert_eq!(moved(&world), []);
    world.move_to(ids[2], at(21.0)).unwrap();
    world.move_to(ids[0], at(1.0)).unwrap();
    world.move_to(ids[2], at(22.0)).unwrap();
    let expected = [(2, 20.0, 22.0), (0, 0.0, 1.0)].map(|(one, before, now)| ObstacleMotion {
        obstacle: ids[one],
        before: at(before),
        now: at(now),
    });
    assert_eq!(moved(&world), expected);
    world.remove(ids[0]).unwrap();
    assert_eq!(moved(&world), expected[..1]);
    world.begin_step();
    assert_eq!(moved(&world), []);
    world.move_to(ids[2], at(23.0)).unwrap();
    assert_eq!(moved(&world)[0].before, at(22.0));
}

#[test]
fn a_refused_call_changes_nothing() {
    let mut world = World::new();
    let error = world.add_volume(
        Volume::Sphere { radius_m: -1.0 },
        Pose::IDENTITY,
        Label::default(),
    );
    let volume = VolumeError::Length {
        field: "radius_m",
        metres: -1.0,
    };
    assert_eq!(error, Err(WorldError::Volume(volume)));
    assert!(world.is_empty());
    for (position, axis) in [([0.0, f64::INFINITY, 0.0], 1), ([0.0, 0.0, 1.1e9], 2)] {
        assert_eq!(Pose::at(position), Err(PoseError::Position { axis }));
    }
    for rotation in [[0.0; 4], [1.0, 1.0, 0.0, 0.0], [f32::NAN; 4]] {
        let error = Pose::new([0.0; 3], rotation);
        assert!(matches!(error, Err(PoseError::Rotation { .. })));
    }
}

#[test]
fn an_empty_box_finds_nothing() {
    let mut world = World::new();
    let triangle = [[-1.0, 0.0, -1.0], [0.0, 0.0, 1.0], [1.0, 0.0, -1.0]];
    let mesh = Arc::new(Mesh::from_triangles(&[triangle]).unwrap());
    let half = 0.5_f32.sqrt();
    let turned = Pose::new([0.0; 3], [half, 0.0, 0.0, half]).unwrap();
    let empty = Arc::new(Mesh::from_triangles(&[]).unwrap());
    let ids = [
        world.add_mesh(mesh.clone(), at(0.0), Label::default()),
        world.add_mesh(mesh, turned, Label::default()),
        world.add_volume(BALL, at(0.0), Label::default()),
        world.add_mesh(empty, at(0.0), Label::default()),
    ];
    let near = |min, max| world.pieces_near([min; 3], [max; 3], &Filter::default());
    let all: Vec<Nearby> = [(0, Some(0)), (1, Some(0)), (2, None)]
        .map(|(one, triangle)| Nearby {
            obstacle: ids[one].unwrap(),
            part: 0,
            triangle,
        })
        .to_vec();
    assert_eq!(near(f64::NEG_INFINITY, f64::INFINITY), all);
    assert_eq!(near(-0.1, 0.1), all);
    assert_eq!(near(0.0, 0.0), all);
    assert_eq!(near(0.1, -0.1), []);
    assert_eq!(near(f64::NAN, 1.0), []);
    assert_eq!(near(-1.0, f64::NAN), []);
    assert_eq!(near(3.0, f64::INFINITY), []);
}

#[test]
fn an_obstacle_in_no_layer_is_never_met() {
    let mut world = World::new();
    let nowhere = Label { layers: 0, tag: 3 };
    let id = world.add_volume(BALL, at(0.0), nowhere).unwrap();
    let near = |world: &World| world.pieces_near([-1.0; 3], [1.0; 3], &Filter::default());
    assert_eq!(near(&world), []);
    world.set_label(id, Label { layers: 2, tag: 3 }).unwrap();
    assert_eq!(world.label(id).unwrap().layers, 2);
    assert_eq!(near(&world).len(), 1);
}

#[test]
fn a_height_field_is_ground_except_at_its_holes() {
    let heights = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, f64::NAN];
    let mesh = Mesh::from_heights(&heights, 3, 1.0).unwrap();
    let mut world = World::new();
    world
        .add_mesh(Arc::new(mesh), Pose::IDENTITY, Label::default())
        .unwrap();
    let ball = Shape::Sphere { radius_m: 0.01 };
    let falls = |x: f64, z: f64| {
        let hit = world.sweep(&ball, [x, 5.0, z], [0.0, -10.0, 0.0], &Filter::default());
        hit.map(|hit| 5.0 - 10.0 * hit.time)
    };
    // At the peak, halfway up to it, and in the hole.
    assert!((falls(1.0, 1.0).unwrap() - 1.0).abs() < 0.02);
    assert!((falls(0.5, 1.0).unwrap() - 0.5).abs() < 0.02);
    assert_eq!(falls(1.8, 1.8), None);
    for (columns, cell_m) in [(0, 1.0), (2, 1.0), (3, 0.0), (3, f64::NAN)] {
        let refused = Mesh::from_heights(&heights, columns, cell_m).unwrap_err();
        assert!(matches!(refused, MeshError::Grid { .. }), "{refused}");
    }
}
