//! A capsule walks through Avian's level of the example, and reaches the expected places.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

#[path = "../examples/avian_level.rs"]
#[allow(dead_code, reason = "an example has a main function")]
mod avian_level;

use avian_level::{LANES, app, build, spawn_walker, walk};
use avian3d::prelude::{Collider, CollisionLayers, LayerMask, Position, RigidBody, Sensor};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::message::Messages;
use bevy_footwork::{Body, Failed, Failure, SlideWorld};
use bevy_transform::components::Transform;
use footwork::slide::{MoveConfig, Shape};

/// Walks in a lane for three seconds; returns the end and the x of the platform and of the crate.
fn walk_in(lane: usize, height: f64, mps: f32) -> ([f64; 3], [f32; 2]) {
    let mut app = app();
    let moving = build(&mut app);
    let walker = spawn_walker(&mut app, [0.0, height, f64::from(LANES[lane])]).unwrap();
    let end = walk(&mut app, walker, mps, 192);
    let x = |entity: Entity| app.world().get::<Position>(entity).unwrap().0.x;
    (end, moving.map(x))
}

#[test]
fn the_capsule_climbs_stairs_without_slowing_down() {
    let ([x, y, z], _) = walk_in(0, 0.905, 2.0);
    // The first updates have no step.
    assert!(
        x > 5.8 && x < 6.01 && (y - 2.155).abs() < 1e-3 && z.abs() < 1e-3,
        "{x} {y} {z}"
    );
}

#[test]
fn the_capsule_climbs_a_scaled_and_turned_ramp() {
    let ([x, y, _], _) = walk_in(1, 0.905, 2.0);
    let (sine, cosine) = (0.35_f64.sin(), 0.35_f64.cos());
    let top = [7.0 - 0.5 * sine, 0.7 + 0.5 * cosine];
    let height = (y - 0.6 - top[1]) * cosine - (x - top[0]) * sine;
    assert!(
        (height - 0.305).abs() < 1e-3 && x > 4.4,
        "{x} {y}: {height}"
    );
}

#[test]
fn a_platform_carries_the_capsule() {
    let ([x, y, _], [platform, _]) = walk_in(2, 1.505, 0.0);
    assert!(platform > 2.8, "{platform}");
    // They differ by at most the steps before the walker stood, and the last step.
    assert!(
        (f64::from(platform) - x).abs() < 0.07 && (y - 1.505).abs() < 1e-3,
        "{x} {y} {platform}"
    );
}

#[test]
fn the_capsule_pushes_a_crate() {
    let ([x, ..], [_, load]) = walk_in(3, 0.905, 2.0);
    assert!(load > 2.8, "{load}");
    assert!(f64::from(load) - 0.4 > x + 0.28, "{x} {load}");
}

#[test]
fn obstacles_follow_layers_sensors_and_removals() {
    let mut app = app();
    build(&mut app);
    let wall = |x: f32| Transform::from_xyz(x, 1.0, -6.0);
    let cube = || (RigidBody::Static, Collider::cuboid(0.2, 2.0, 3.0));
    app.world_mut().spawn((cube(), wall(1.0), Sensor));
    let other = CollisionLayers::new(LayerMask(0b10), LayerMask::ALL);
    app.world_mut().spawn((cube(), wall(2.0), other));
    let solid = app.world_mut().spawn((cube(), wall(3.0))).id();
    let walker = spawn_walker(&mut app, [0.0, 0.905, -6.0]).unwrap();
    app.world_mut().get_mut::<Body>(walker).unwrap().layers = 0b01;
    let [x, ..] = walk(&mut app, walker, 4.0, 64);
    assert!((x - 2.595).abs() < 1e-4, "{x}");
    let body = app.world().get::<Body>(walker).unwrap();
    let slide = &app.world().resource::<SlideWorld>().0;
    let named = |contact: &footwork::slide::Contact| slide.label(contact.obstacle).unwrap().tag;
    let names: Vec<u64> = body.contacts().iter().map(named).collect();
    assert!(names.contains(&solid.to_bits()), "{names:?}");
    let count = slide.len();
    app.world_mut().despawn(solid);
    let [x, ..] = walk(&mut app, walker, 4.0, 32);
    assert!(x > 4.0, "{x}");
    assert_eq!(app.world().resource::<SlideWorld>().0.len(), count - 1);
}

#[test]
fn colliders_of_bodies_and_invalid_shapes_are_removed() {
    let mut app = app();
    build(&mut app);
    let walker = spawn_walker(&mut app, [0.0, 0.905, -6.0]).unwrap();
    walk(&mut app, walker, 0.0, 8);
    let count = |app: &bevy_app::App| app.world().resource::<SlideWorld>().0.len();
    let without = count(&app);
    // A collider below a body, without a rigid body of its own.
    let own = (Collider::sphere(0.5), Transform::default(), ChildOf(walker));
    app.world_mut().spawn(own);
    walk(&mut app, walker, 0.0, 4);
    assert_eq!(count(&app), without);
    let cube = (RigidBody::Static, Collider::cuboid(0.2, 2.0, 3.0));
    let at = Transform::from_xyz(3.0, 1.0, -6.0);
    let layers = CollisionLayers::new(LayerMask(0b10), LayerMask::ALL);
    let cube = app.world_mut().spawn((cube, at, layers)).id();
    walk(&mut app, walker, 0.0, 4);
    assert_eq!(count(&app), without + 1);
    // A collider without layers is in all layers.
    app.world_mut().entity_mut(cube).remove::<CollisionLayers>();
    walk(&mut app, walker, 0.0, 4);
    let slide = &app.world().resource::<SlideWorld>().0;
    let labels: Vec<_> = (slide.ids().map(|id| slide.label(id).unwrap())).collect();
    let label = labels.iter().find(|label| label.tag == cube.to_bits());
    assert_eq!(label.unwrap().layers, u32::MAX);
    // A valid shape replaces an invalid one, and the other way round.
    (app.world_mut().entity_mut(cube)).insert(Collider::sphere(0.0));
    walk(&mut app, walker, 0.0, 4);
    assert_eq!(count(&app), without);
    (app.world_mut().entity_mut(cube)).insert(Collider::sphere(0.4));
    walk(&mut app, walker, 0.0, 4);
    assert_eq!(count(&app), without + 1);
    // An obstacle that becomes a body is removed.
    let sphere = Shape::Sphere { radius_m: 0.4 };
    let body = Body::new(sphere, [3.0, 1.0, -6.0], MoveConfig::default()).unwrap();
    app.world_mut().entity_mut(cube).insert(body);
    walk(&mut app, walker, 0.0, 4);
    assert_eq!(count(&app), without);
}

#[test]
fn a_shape_that_cannot_be_an_obstacle_is_reported() {
    let mut app = app();
    build(&mut app);
    let at = Transform::from_xyz(30.0, 0.0, 0.0);
    let bad = app
        .world_mut()
        .spawn((RigidBody::Static, Collider::sphere(0.0), at))
        .id();
    for _ in 0..4 {
        app.update();
    }
    let mut messages = app.world_mut().resource_mut::<Messages<Failed>>();
    let said: Vec<Failed> = messages.drain().collect();
    assert!(!said.is_empty());
    assert!(
        said.iter()
            .all(|failed| failed.entity == Some(bad)
                && matches!(failed.failure, Failure::Collider(_)))
    );
}
