//! A small Rapier level in which a Footwork capsule walks, in place of Rapier's `KinematicCharacterController`.
//!
//! The level has five lanes along x: stairs, a ramp, terrain of triangles, a moving platform and crates. Everything that
//! Footwork needs is in [`Walker`]; the rest is an ordinary Rapier world.

#![allow(
    clippy::cast_possible_truncation,
    reason = "Rapier's numbers are f32, and the level is near the origin"
)]

use std::error::Error;

use footwork_parry::RapierLevel;
use footwork_slide::{Filter, MoveConfig, Mover, MoverState, Shape};
use rapier3d::prelude::*;

/// The radius and the height of the walker, in metres.
const RADIUS: f32 = 0.3;
const HEIGHT: f32 = 1.8;

/// The z of the middle of each lane, in metres.
pub const LANES: [f32; 5] = [0.0, 6.0, 12.0, 18.0, 24.0];

/// The speed of the platform, in m/s.
pub const PLATFORM_MPS: f32 = 1.0;

/// A character in a Rapier world.
pub struct Walker {
    level: RapierLevel,
    mover: Mover,
    config: MoveConfig,
    /// Its place and its footing.
    pub state: MoverState,
    fall_mps: f32,
    body: RigidBodyHandle,
}

impl Walker {
    /// Puts a character at a place.
    pub fn new(world: &mut PhysicsWorld, at: [f64; 3]) -> Result<Self, Box<dyn Error>> {
        let capsule = ColliderBuilder::capsule_y(HEIGHT / 2.0 - RADIUS, RADIUS);
        let place = Vector::from_array(at.map(|part| part as f32));
        let body = RigidBodyBuilder::kinematic_position_based().translation(place);
        let (body, _) = world.insert(body, capsule);
        Ok(Self {
            level: RapierLevel::new(),
            mover: Mover::new(Shape::Capsule {
                radius_m: RADIUS,
                height_m: HEIGHT,
            })?,
            config: MoveConfig {
                step_height_m: 0.3,
                snap_m: 0.3,
                max_slope_rad: Some(0.8),
                step_secs: world.integration_parameters.dt,
                ..MoveConfig::default()
            },
            state: MoverState::at(at),
            fall_mps: 0.0,
            body,
        })
    }

    /// Moves the character for one step at this velocity along x and z, in m/s. Call it after `world.step()`. These lines
    /// replace `move_shape`.
    pub fn walk(&mut self, world: &mut PhysicsWorld, mps: [f32; 2]) -> Result<(), Box<dyn Error>> {
        let dt = self.config.step_secs;
        let me = QueryFilter::default().exclude_rigid_body(self.body);
        let queries = world.query_pipeline_with_filter(me);
        let obstacles = self.level.obstacles(&queries, dt)?;
        if self.state.footing.is_supported() {
            self.fall_mps = 0.0;
        }
        self.fall_mps -= 9.81 * dt;
        let way = [mps[0] * dt, self.fall_mps * dt, mps[1] * dt];
        let (filter, config) = (Filter::default(), &self.config);
        let moved = (self.mover).move_by(&obstacles, &self.state, way, &filter, config)?;
        self.state = moved.state;
        let (bodies, colliders) = (&world.bodies, &world.colliders);
        let pushes = RapierLevel::impulses(bodies, colliders, moved.contacts, 80.0);
        let pushes: Vec<_> = pushes.collect();
        pushes.iter().for_each(|push| push.apply(&mut world.bodies));
        let at = self.state.position.map(|part| part as f32);
        world.bodies[self.body].set_next_kinematic_translation(Vector::from_array(at));
        Ok(())
    }
}

/// The level.
pub struct Level {
    /// Rapier's world.
    pub world: PhysicsWorld,
    /// The platform.
    pub platform: RigidBodyHandle,
    /// A crate of 30 kg, and one of 2,000 kg behind it.
    pub crates: [RigidBodyHandle; 2],
}

/// Returns the height of the terrain.
pub fn terrain_height(x: f32, z: f32) -> f32 {
    0.5 + 0.3 * (1.3 * x).sin() + 0.1 * (2.0 * z).cos()
}

impl Level {
    /// Builds the level.
    pub fn new() -> Result<Self, Box<dyn Error>> {
        let mut world = PhysicsWorld::new();
        let floor = ColliderBuilder::cuboid(30.0, 0.5, 30.0);
        fixed(&mut world, floor.translation(Vector::new(0.0, -0.5, 12.0)));
        // One compound of five stairs, each 0.25 m high and 0.3 m deep.
        let stair = |index: u8| {
            let (from, height) = (3.0 + 0.3 * f32::from(index), 0.25 * f32::from(index + 1));
            let at = Vector::new((from + 10.0) / 2.0, height / 2.0, LANES[0]);
            let half = [(10.0 - from) / 2.0, height / 2.0, 1.5];
            let [x, y, z] = half;
            (Pose::from_translation(at), SharedShape::cuboid(x, y, z))
        };
        let stairs = (0..5).map(stair).collect();
        fixed(&mut world, ColliderBuilder::compound(stairs));
        let ramp = ColliderBuilder::cuboid(5.0, 0.5, 1.5).rotation(Vector::new(0.0, 0.0, 0.35));
        let ramp = ramp.translation(Vector::new(7.0, 0.7, LANES[1]));
        fixed(&mut world, ramp);
        fixed(&mut world, terrain()?);
        let platform = RigidBodyBuilder::kinematic_position_based();
        let platform = platform.translation(Vector::new(0.0, 0.5, LANES[3]));
        let (platform, _) = world.insert(platform, ColliderBuilder::cuboid(1.5, 0.1, 1.5));
        let [light, heavy] = [(2.0, 30.0), (9.0, 2000.0)].map(|(x, mass)| {
            let at = Vector::new(x, 0.4, LANES[4]);
            let body = RigidBodyBuilder::dynamic().translation(at);
            let cube = ColliderBuilder::cuboid(0.4, 0.4, 0.4)
                .mass(mass)
                .friction(0.2);
            world.insert(body, cube).0
        });
        let mut level = Self {
            world,
            platform,
            crates: [light, heavy],
        };
        // Rapier's queries find nothing before the first step.
        level.step();
        Ok(level)
    }

    /// Moves the platform and everything that Rapier moves.
    pub fn step(&mut self) {
        let dt = self.world.integration_parameters.dt;
        let platform = &mut self.world.bodies[self.platform];
        let next = platform.translation() + Vector::new(PLATFORM_MPS * dt, 0.0, 0.0);
        platform.set_next_kinematic_translation(next);
        self.world.step();
    }

    /// Returns the place of a body of Rapier.
    pub fn place(&self, body: RigidBodyHandle) -> Vector {
        self.world.bodies[body].translation()
    }
}

fn fixed(world: &mut PhysicsWorld, collider: ColliderBuilder) {
    world.insert_collider(collider, None);
}

fn terrain() -> Result<ColliderBuilder, Box<dyn Error>> {
    let (columns, rows) = (81_u16, 25_u16);
    let mut vertices = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let x = 2.0 + 0.125 * f32::from(column);
            let z = LANES[2] - 1.5 + 0.125 * f32::from(row);
            vertices.push(Vector::new(x, terrain_height(x, z), z));
        }
    }
    let mut triangles = Vec::new();
    for row in 1..rows {
        for column in 1..columns {
            let at =
                |row: u16, column: u16| u32::from(row) * u32::from(columns) + u32::from(column);
            let [a, b] = [at(row - 1, column - 1), at(row - 1, column)];
            let [c, d] = [at(row, column - 1), at(row, column)];
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    Ok(ColliderBuilder::trimesh(vertices, triangles)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let names = ["stairs", "ramp", "terrain", "platform", "crates"];
    let starts = [0.0, 0.0, 2.3, 0.0, 0.0];
    for (lane, name) in names.into_iter().enumerate() {
        let mut level = Level::new()?;
        let height = if name == "platform" || name == "terrain" {
            2.0
        } else {
            0.905
        };
        let at = [starts[lane], height, f64::from(LANES[lane])];
        let mut walker = Walker::new(&mut level.world, at)?;
        let speed = if name == "platform" { 0.0 } else { 2.0 };
        for _ in 0..180 {
            level.step();
            walker.walk(&mut level.world, [speed, 0.0])?;
        }
        let [x, y, z] = walker.state.position;
        println!(
            "{name:8}  {x:7.3} {y:7.3} {z:7.3}  {}",
            walker.state.footing.name()
        );
    }
    Ok(())
}
