//! Bodies slide along walls as the plain mover does, and obstacles follow their entities.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_footwork::{Body, Failed, Failure, Obstacle, SlideWorld, WantedMove};
use bevy_math::{DVec3, Quat, Vec3};
use bevy_transform::components::Transform;
use footwork::slide::{
    Filter, Label, MoveConfig, Mover, MoverState, Outcome, Pose, Shape, Solid, Volume, World,
};

use super::{app, said};

const CAPSULE: Shape = Shape::Capsule {
    radius_m: 0.3,
    height_m: 1.8,
};
const STEP_M: [f32; 3] = [0.05, 0.0, 0.03];

fn wall() -> Solid {
    Solid::Volume(Volume::Box {
        half_m: [0.5, 2.0, 50.0],
    })
}

fn body(app: &mut App) -> Entity {
    let body = Body::new(CAPSULE, [0.0, 0.9, 0.0], MoveConfig::default()).unwrap();
    app.world_mut().spawn(body).id()
}

fn step(app: &mut App, body: Entity) {
    app.world_mut().get_mut::<WantedMove>(body).unwrap().0 += Vec3::from(STEP_M);
    app.update();
}

fn place(app: &App, body: Entity) -> Vec3 {
    app.world().get::<Transform>(body).unwrap().translation
}

#[test]
fn a_body_slides_along_a_wall_as_the_plain_mover_does() {
    let mut app = app();
    let turned = Quat::from_rotation_y(0.2);
    let transform = Transform::from_xyz(2.0, 0.0, 0.0).with_rotation(turned);
    app.world_mut().spawn((Obstacle::new(wall()), transform));
    let walker = body(&mut app);

    let mut world = World::new();
    let pose = Pose::new([2.0, 0.0, 0.0], turned.to_array()).unwrap();
    world.add(wall(), pose, Label::default()).unwrap();
    let mut mover = Mover::new(CAPSULE).unwrap();
    let mut state = MoverState::at([0.0, 0.9, 0.0]);
    let config = MoveConfig {
        step_secs: 1.0 / 64.0,
        ..MoveConfig::default()
    };
    let mut slid = 0;
    for _ in 0..120 {
        step(&mut app, walker);
        let moved = mover
            .move_by(&world, &state, STEP_M, &Filter::default(), &config)
            .unwrap();
        state = moved.state;
        let there = app.world().get::<Body>(walker).unwrap();
        let bits = |of: [f64; 3]| of.map(f64::to_bits);
        assert_eq!(bits(there.state.position), bits(state.position));
        assert_eq!(there.outcome(), moved.outcome);
        assert_eq!(there.contacts().len(), moved.contacts.len());
        slid += usize::from(moved.outcome == Outcome::Slid);
    }
    let [x, y, z] = state.position;
    // Without the wall, the body would have reached x = 6 m.
    assert!(slid > 60 && x < 2.5 && z > 3.6, "{slid}: {x}, {z}");
    let shown = place(&app, walker).as_dvec3();
    assert!((shown - DVec3::new(x, y, z)).length() < 1e-6);
    assert_eq!(
        app.world().get::<WantedMove>(walker),
        Some(&WantedMove::default())
    );
    assert!(said::<Failed>(&mut app).is_empty());
}

#[test]
fn contacts_name_the_entity() {
    let mut app = app();
    let obstacle = Obstacle::new(wall());
    let wall = app
        .world_mut()
        .spawn((obstacle, Transform::from_xyz(1.0, 0.0, 0.0)))
        .id();
    let walker = body(&mut app);
    for _ in 0..10 {
        step(&mut app, walker);
    }
    let contact = app.world().get::<Body>(walker).unwrap().contacts()[0];
    let world = &app.world().resource::<SlideWorld>().0;
    let tag = world.label(contact.obstacle).unwrap().tag;
    assert_eq!(Entity::from_bits(tag), wall);
}

#[test]
fn obstacles_move_and_are_removed_with_their_entities() {
    let mut app = app();
    let place_of = |x| Transform::from_xyz(x, 0.0, 0.0);
    let door = app
        .world_mut()
        .spawn((Obstacle::new(wall()), place_of(1.5)))
        .id();
    let walker = body(&mut app);
    let blocked = |app: &mut App| {
        let before = place(app, walker).x;
        step(app, walker);
        place(app, walker).x - before < 0.04
    };
    for _ in 0..20 {
        step(&mut app, walker);
    }
    assert!(blocked(&mut app), "the door is shut");
    *app.world_mut().get_mut::<Transform>(door).unwrap() = place_of(9.0);
    assert!(!blocked(&mut app), "the door is elsewhere");
    let x = place(&app, walker).x;
    *app.world_mut().get_mut::<Transform>(door).unwrap() = place_of(x + 0.9);
    for _ in 0..4 {
        step(&mut app, walker);
    }
    assert!(blocked(&mut app), "the door is back");
    // Replace the shape of the door: it is still one obstacle.
    let thin = Solid::Volume(Volume::Box {
        half_m: [0.01, 2.0, 50.0],
    });
    app.world_mut().entity_mut(door).insert(Obstacle::new(thin));
    assert!(!blocked(&mut app), "the door is thinner");
    assert_eq!(app.world().resource::<SlideWorld>().0.len(), 1);
    app.world_mut().entity_mut(door).remove::<Obstacle>();
    app.update();
    assert_eq!(app.world().resource::<SlideWorld>().0.len(), 0);
    app.world_mut()
        .entity_mut(door)
        .insert(Obstacle::new(wall()));
    app.update();
    assert_eq!(app.world().resource::<SlideWorld>().0.len(), 1);
    app.world_mut().despawn(door);
    assert_eq!(app.world().resource::<SlideWorld>().0.len(), 0);
}

#[test]
fn layers_filter_obstacles_and_invalid_values_are_reported() {
    let mut app = app();
    let other = Obstacle {
        layers: 0b10,
        ..Obstacle::new(wall())
    };
    app.world_mut()
        .spawn((other, Transform::from_xyz(1.0, 0.0, 0.0)));
    let walker = body(&mut app);
    app.world_mut().get_mut::<Body>(walker).unwrap().layers = 0b01;
    for _ in 0..40 {
        step(&mut app, walker);
    }
    assert!((place(&app, walker).x - 2.0).abs() < 1e-5);
    let before = place(&app, walker);
    app.world_mut().get_mut::<WantedMove>(walker).unwrap().0.x = f32::NAN;
    app.update();
    let failed = said::<Failed>(&mut app);
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].entity, Some(walker));
    assert!(matches!(failed[0].failure, Failure::Move(_)));
    assert_eq!(place(&app, walker), before);
    let nowhere = Transform::from_xyz(f32::NAN, 0.0, 0.0);
    app.world_mut().spawn((Obstacle::new(wall()), nowhere));
    app.update();
    assert!(matches!(
        said::<Failed>(&mut app)[0].failure,
        Failure::Place(_)
    ));
}

#[test]
fn an_entity_without_a_body_moves_by_its_whole_wanted_move() {
    let mut app = app();
    app.world_mut()
        .spawn((Obstacle::new(wall()), Transform::default()));
    let ghost = app
        .world_mut()
        .spawn((WantedMove::default(), Transform::default()))
        .id();
    for _ in 0..4 {
        step(&mut app, ghost);
    }
    assert!((place(&app, ghost) - 4.0 * Vec3::from(STEP_M)).length() < 1e-6);
}
