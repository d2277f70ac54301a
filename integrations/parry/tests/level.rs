//! A capsule walks through the level of the example, and reaches the expected places.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "these are tests, near the origin"
)]

#[path = "../examples/rapier_level.rs"]
#[allow(dead_code, reason = "an example has a main function")]
mod rapier_level;

use footwork_parry::RapierLevel;
use footwork_slide::{Footing, Mover, Shape};
use rapier_level::{LANES, Level, PLATFORM_MPS, Walker, terrain_height};
use rapier3d::prelude::*;

/// Walks along x for three seconds.
fn walk(lane: usize, from: [f64; 2], mps: f32) -> (Level, Walker) {
    let mut level = Level::new().unwrap();
    let at = [from[0], from[1], f64::from(LANES[lane])];
    let mut walker = Walker::new(&mut level.world, at).unwrap();
    for _ in 0..180 {
        level.step();
        walker.walk(&mut level.world, [mps, 0.0]).unwrap();
    }
    (level, walker)
}

#[test]
fn the_capsule_climbs_stairs_without_slowing_down() {
    let (_, walker) = walk(0, [0.0, 0.905], 2.0);
    let [x, y, z] = walker.state.position;
    assert!((x - 6.0).abs() < 0.1, "{x}");
    assert!((y - 2.155).abs() < 1e-3, "{y}");
    assert!(z.abs() < 1e-3, "{z}");
    assert!(walker.state.footing.is_supported());
}

#[test]
fn the_capsule_climbs_the_ramp() {
    let (_, walker) = walk(1, [0.0, 0.905], 2.0);
    let [x, y, _] = walker.state.position;
    let Footing::Ground(ground) = walker.state.footing else {
        panic!("{:?}", walker.state.footing);
    };
    // The normal leans back by the angle of the ramp.
    assert!((f64::from(ground.normal[0]) + libm::sin(0.35)).abs() < 1e-5);
    // The lowest point of a capsule that stands on the plane of the ramp's top.
    let (sine, cosine) = libm::sincos(0.35);
    let top = [7.0 - 0.5 * sine, 0.7 + 0.5 * cosine];
    let centre = [x, y - 0.6];
    let height = (centre[1] - top[1]) * cosine - (centre[0] - top[0]) * sine;
    assert!((height - 0.305).abs() < 1e-3, "{height}");
    assert!(x > 4.5 && y > 1.2, "{x} {y}");
}

#[test]
fn the_capsule_walks_over_triangles() {
    let (_, walker) = walk(2, [2.5, 2.0], 2.0);
    let [x, y, z] = walker.state.position;
    assert!(x > 7.0 && x < 8.6, "{x}");
    let ground = terrain_height(x as f32, z as f32);
    let above = y - 0.9 - f64::from(ground);
    assert!(above > 0.0 && above < 0.06, "{above}");
    let support = *walker.state.footing.support().unwrap();
    assert!(support.triangle.is_some());
}

#[test]
fn a_platform_carries_the_capsule() {
    let (level, walker) = walk(3, [0.3, 1.505], 0.0);
    let ridden = f64::from(level.place(level.platform).x) - walker.state.position[0];
    // The platform moved twice before the walker stood.
    let before = 2.0 * f64::from(PLATFORM_MPS) / 60.0;
    assert!((ridden + 0.3 - before).abs() < 2e-3, "{ridden}");
    assert!((walker.state.position[1] - 1.505).abs() < 1e-3);
    let Footing::Ground(support) = walker.state.footing else {
        panic!("{:?}", walker.state.footing);
    };
    let collider = RapierLevel::collider(support.obstacle);
    let parent = level.world.colliders[collider].parent();
    assert_eq!(parent, Some(level.platform));
    assert!((support.velocity_mps[0] - PLATFORM_MPS).abs() < 1e-3);
}

#[test]
fn the_capsule_pushes_a_light_crate_farther_than_a_heavy_one() {
    let (level, walker) = walk(4, [0.0, 0.905], 2.0);
    let [light, heavy] = level.crates.map(|body| level.place(body));
    let x = walker.state.position[0] as f32;
    assert!(light.x > 3.0, "the light crate moved to {}", light.x);
    assert!(
        (heavy.x - 9.0).abs() < 0.05,
        "the heavy crate moved to {}",
        heavy.x
    );
    assert!(
        light.x - 0.4 > x + 0.3 - 0.01,
        "the walker at {x} is in the crate"
    );
    assert!(light.y > 0.3 && light.y < 0.5 && (light.z - LANES[4]).abs() < 0.1);
}

#[test]
fn sensors_groups_and_filters_work_as_in_rapier() {
    let mut world = PhysicsWorld::new();
    let wall =
        |x: f32| ColliderBuilder::cuboid(0.1, 2.0, 2.0).translation(Vector::new(x, 0.9, 0.0));
    let (one, two) = (Group::GROUP_1, Group::GROUP_2);
    let of = |group| InteractionGroups::new(group, Group::ALL, InteractionTestMode::And);
    let water = world.insert_collider(wall(1.0).sensor(true), None);
    let ghost = world.insert_collider(wall(2.0).collision_groups(of(two)), None);
    let disabled = world.insert_collider(wall(3.0).enabled(false), None);
    let solid = world.insert_collider(wall(4.0).collision_groups(of(one)).user_data(77), None);
    world.step();
    assert!(world.colliders.contains(ghost) && world.colliders.contains(disabled));
    let filter = QueryFilter::default().groups(of(one));
    let shape = Shape::Sphere { radius_m: 0.3 };
    let mut mover = Mover::new(shape).unwrap();
    let mut level = RapierLevel::new();
    let queries = world.query_pipeline_with_filter(filter);
    // The ghost is not in the group that the filter accepts.
    let other = InteractionGroups::new(one, one, InteractionTestMode::And);
    let queries = queries.with_filter(QueryFilter::default().groups(other));
    let obstacles = level.obstacles(&queries, 1.0 / 60.0).unwrap();
    let state = footwork_slide::MoverState::at([0.0, 0.9, 0.0]);
    let (accept, config) = (
        footwork_slide::Filter::default(),
        footwork_slide::MoveConfig::default(),
    );
    let moved = (mover.move_by(&obstacles, &state, [5.0, 0.0, 0.0], &accept, &config)).unwrap();
    assert!(
        (moved.state.position[0] - 3.595).abs() < 1e-5,
        "{:?}",
        moved.state
    );
    let contact = moved.contacts[0];
    assert_eq!(RapierLevel::collider(contact.obstacle), solid);
    // Labels have the user data.
    let tagged = |_, label: &footwork_slide::Label| label.tag != 77;
    let accept = footwork_slide::Filter {
        accept: Some(&tagged),
        ..accept
    };
    let moved = (mover.move_by(&obstacles, &state, [5.0, 0.0, 0.0], &accept, &config)).unwrap();
    assert!((moved.state.position[0] - 5.0).abs() < 1e-5);
    let wet = footwork_slide::MoverState::at([1.0, 0.9, 0.0]);
    let mut found = Vec::new();
    let accept = footwork_slide::Filter::default();
    mover
        .overlapping(&obstacles.sensors(), &wet, &accept, &config, |near| {
            found.push(near.obstacle)
        })
        .unwrap();
    assert_eq!(found, [RapierLevel::obstacle(water)]);
}

#[test]
fn a_turntable_carries_the_capsule() {
    let mut world = PhysicsWorld::new();
    let table = RigidBodyBuilder::kinematic_velocity_based().angvel(Vector::new(0.0, 0.5, 0.0));
    world.insert(table, ColliderBuilder::cuboid(3.0, 0.1, 3.0));
    world.step();
    let mut walker = Walker::new(&mut world, [2.0, 1.005, 0.0]).unwrap();
    for _ in 0..120 {
        world.step();
        walker.walk(&mut world, [0.0, 0.0]).unwrap();
    }
    let [x, y, z] = walker.state.position;
    let turned = libm::atan2(-z, x);
    assert!((turned - 1.0).abs() < 0.02, "{turned}");
    assert!(
        ((x * x + z * z).sqrt() - 2.0).abs() < 0.01 && (y - 1.005).abs() < 1e-3,
        "{x} {y} {z}"
    );
}

#[test]
fn a_shape_that_cannot_be_an_obstacle_is_an_error_that_names_the_collider() {
    let mut world = PhysicsWorld::new();
    world.insert_collider(ColliderBuilder::ball(0.5), None);
    let bad = world.insert_collider(ColliderBuilder::ball(0.0), None);
    world.step();
    let mut level = RapierLevel::new();
    let error = level
        .obstacles(&world.query_pipeline(), 1.0 / 60.0)
        .err()
        .unwrap();
    assert_eq!(error.handle, bad);
    assert_eq!(error.to_string(), "collider 1.0 cannot be an obstacle");
    // Once the shape is changed, the collider is an obstacle.
    world.colliders[bad].set_shape(SharedShape::ball(0.5));
    assert!(level.obstacles(&world.query_pipeline(), 1.0 / 60.0).is_ok());
}
