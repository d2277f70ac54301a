//! A small Avian level in which a Footwork capsule walks, without a window.
//!
//! Footwork needs two plugins and the components of the character; the rest is an ordinary Avian level.

use std::error::Error;

use avian3d::prelude::{Collider, LinearVelocity, Mass, PhysicsPlugins, RigidBody};
use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_ecs::entity::Entity;
use bevy_footwork::{AvianObstaclesPlugin, Body, FootworkPlugin, PushesBodies, WantedMove};
use bevy_math::{Quat, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use footwork::slide::{MoveConfig, Shape};

/// The z of the lanes: stairs, a ramp, a platform and a crate.
pub const LANES: [f32; 4] = [0.0, 6.0, 12.0, 18.0];

/// An app with Avian and Footwork, without a window; each update is a fixed step of 1/64 s.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin));
    app.add_plugins((AssetPlugin::default(), PhysicsPlugins::default()));
    app.add_plugins((FootworkPlugin::default(), AvianObstaclesPlugin));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app
}

/// Puts a character at a place.
pub fn spawn_walker(app: &mut App, at: [f64; 3]) -> Result<Entity, Box<dyn Error>> {
    let capsule = Shape::Capsule {
        radius_m: 0.3,
        height_m: 1.8,
    };
    let config = MoveConfig {
        step_height_m: 0.3,
        snap_m: 0.3,
        max_slope_rad: Some(0.8),
        ..MoveConfig::default()
    };
    let body = Body::new(capsule, at, config)?;
    let pushes = PushesBodies { mass_kg: 80.0 };
    Ok(app.world_mut().spawn((body, pushes)).id())
}

/// Builds the level; returns the platform and the crate.
pub fn build(app: &mut App) -> [Entity; 2] {
    let world = app.world_mut();
    let mut fixed = |collider: Collider, at: Transform| {
        world.spawn((RigidBody::Static, collider, at));
    };
    fixed(
        Collider::cuboid(60.0, 1.0, 60.0),
        Transform::from_xyz(0.0, -0.5, 9.0),
    );
    for stair in 0..5_u8 {
        let (from, height) = (3.0 + 0.3 * f32::from(stair), 0.25 * f32::from(stair + 1));
        let at = Transform::from_xyz((from + 10.0) / 2.0, height / 2.0, LANES[0]);
        fixed(Collider::cuboid(10.0 - from, height, 3.0), at);
    }
    // Scaled by its transform to 10 by 1 by 3 m.
    let ramp = Transform::from_xyz(7.0, 0.7, LANES[1]).with_rotation(Quat::from_rotation_z(0.35));
    let ramp = ramp.with_scale(Vec3::new(10.0, 1.0, 3.0));
    fixed(Collider::cuboid(1.0, 1.0, 1.0), ramp);
    let platform = (
        RigidBody::Kinematic,
        Collider::cuboid(3.0, 0.2, 3.0),
        Transform::from_xyz(0.0, 0.5, LANES[2]),
        LinearVelocity(Vec3::X),
    );
    let platform = world.spawn(platform).id();
    let load = (
        RigidBody::Dynamic,
        Collider::cuboid(0.8, 0.8, 0.8),
        Mass(30.0),
        Transform::from_xyz(2.0, 0.41, LANES[3]),
    );
    [platform, world.spawn(load).id()]
}

/// Makes steps in which a character walks along x and falls; returns where it ends.
pub fn walk(app: &mut App, walker: Entity, mps: f32, steps: u32) -> [f64; 3] {
    let mut fall = 0.0;
    for _ in 0..steps {
        let supported =
            (app.world().get::<Body>(walker)).is_some_and(|body| body.state.footing.is_supported());
        fall = if supported { 0.0 } else { fall } - 9.81 / 64.0;
        if let Some(mut wanted) = app.world_mut().get_mut::<WantedMove>(walker) {
            wanted.0 += Vec3::new(mps, fall, 0.0) / 64.0;
        }
        app.update();
    }
    (app.world().get::<Body>(walker)).map_or([f64::NAN; 3], |body| body.state.position)
}

fn main() -> Result<(), Box<dyn Error>> {
    for (name, lane, height, mps) in [
        ("stairs", LANES[0], 0.905, 2.0),
        ("ramp", LANES[1], 0.905, 2.0),
        ("platform", LANES[2], 1.505, 0.0),
        ("crate", LANES[3], 0.905, 2.0),
    ] {
        let mut app = app();
        build(&mut app);
        let walker = spawn_walker(&mut app, [0.0, height, f64::from(lane)])?;
        let [x, y, z] = walk(&mut app, walker, mps, 192);
        println!("{name:8}  {x:7.3} {y:7.3} {z:7.3}");
    }
    Ok(())
}
