//! A character controller: it walks, climbs steps, jumps, crouches, rides a platform, passes a one-way door, climbs a
//! ladder, pushes a crate, and walks on a wall. `cargo run -p footwork-slide --example controller` runs it and prints a
//! trace.

#![allow(
    clippy::cast_possible_truncation,
    reason = "the corners of a scene are short"
)]

use std::error::Error;
use std::sync::Arc;

use footwork_slide::{
    Approach, Compound, Filter, Label, Mesh, MoveConfig, Mover, MoverState, ObstacleId, Part, Pose,
    Shape, Solid, Volume, World,
};

const STEP_SECS: f32 = 1.0 / 60.0;
const GRAVITY: f32 = 9.81;
const UPRIGHT: Shape = Shape::Capsule {
    radius_m: 0.3,
    height_m: 1.8,
};
const CROUCHED: Shape = Shape::Capsule {
    radius_m: 0.3,
    height_m: 1.0,
};
const SOLID: u32 = 0b01;
const LADDER: u32 = 0b10;
/// The tag of a door that opens in the direction of x only.
const ONE_WAY: u64 = 1;
/// The masses of the character and of the crate, in kg.
const PUSH_KG: f32 = 80.0;
const CRATE_KG: f32 = 40.0;

/// A player's input for one step.
#[derive(Clone, Copy, Default)]
struct Wish {
    /// In m/s, along the ground.
    velocity: [f32; 3],
    /// In m/s; used on ladders only.
    climb: f32,
    jumps: bool,
    crouches: bool,
}

struct Character {
    mover: Mover,
    state: MoverState,
    config: MoveConfig,
    /// The speed along the config's up, in m/s.
    rising: f32,
    /// The impulses that the character exerted on obstacles in the last step, in kg m/s.
    pushes: Vec<(ObstacleId, [f32; 3])>,
}

impl Character {
    fn step(&mut self, world: &World, wish: Wish) -> Result<(), Box<dyn Error>> {
        // A door is solid for a body that comes from its far side, but not for a body inside the doorway.
        let counts = |approach: &Approach| {
            let is_from_behind = approach.normal[0] > 0.5 && approach.gap_m > -0.02;
            approach.label.tag != ONE_WAY || is_from_behind
        };
        let filter = Filter {
            layers: SOLID,
            contact: Some(&counts),
            ..Filter::default()
        };
        let shape = if wish.crouches { CROUCHED } else { UPRIGHT };
        if shape != self.mover.shape() {
            // Below a low ceiling the character stays crouched.
            let (state, config) = (&self.state, &self.config);
            if let Ok(state) = self.mover.resize(world, state, shape, &filter, config) {
                self.state = state;
            }
        }
        let mut is_on_ladder = false;
        let ladders = Filter {
            layers: LADDER,
            ..Filter::default()
        };
        let see = |_| is_on_ladder = true;
        (self.mover).overlapping(world, &self.state, &ladders, &self.config, see)?;
        let (up, footing) = (self.config.up, self.state.footing);
        self.rising = match (is_on_ladder, footing.is_supported() && self.rising <= 0.0) {
            (true, _) => wish.climb,
            // A jump from a lift gains the speed of the lift.
            (_, true) if wish.jumps => {
                4.5 + (footing.support()).map_or(0.0, |ground| dot(ground.velocity_mps, up))
            }
            (_, true) => 0.0,
            _ => self.rising - GRAVITY * STEP_SECS,
        };
        let wanted =
            [0, 1, 2].map(|axis| (wish.velocity[axis] + up[axis] * self.rising) * STEP_SECS);
        let (state, config) = (&self.state, &self.config);
        let moved = (self.mover).move_by(world, state, wanted, &filter, config)?;
        // A ceiling ends a jump.
        if self.rising > 0.0 && dot(moved.velocity_mps, up) < 0.5 * self.rising {
            self.rising = 0.0;
        }
        self.pushes.clear();
        (self.pushes).extend(moved.contacts.iter().map(|contact| {
            let speed = contact.closing_mps * PUSH_KG;
            (contact.obstacle, contact.normal.map(|part| -part * speed))
        }));
        self.state = moved.state;
        Ok(())
    }

    /// Returns the x of the character and the y of its lowest point.
    fn feet(&self) -> [f64; 2] {
        let low = if self.mover.shape() == CROUCHED {
            0.5
        } else {
            0.9
        };
        [0, 1].map(|axis| self.state.position[axis] - f64::from(self.config.up[axis]) * low)
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Returns a box between two corners, and the pose of its centre.
fn block(min: [f64; 3], max: [f64; 3]) -> Result<(Volume, Pose), Box<dyn Error>> {
    let half_m = [0, 1, 2].map(|axis| (0.5 * (max[axis] - min[axis])) as f32);
    let middle = [0, 1, 2].map(|axis| f64::midpoint(min[axis], max[axis]));
    Ok((Volume::Box { half_m }, Pose::at(middle)?))
}

/// Adds a box between two corners to the world.
fn add(
    world: &mut World,
    (layers, tag): (u32, u64),
    min: [f64; 3],
    max: [f64; 3],
) -> Result<ObstacleId, Box<dyn Error>> {
    let (volume, pose) = block(min, max)?;
    Ok(world.add_volume(volume, pose, Label { layers, tag })?)
}

/// The world and its moving obstacles.
struct Scene {
    world: World,
    platform: ObstacleId,
    crate_id: ObstacleId,
    /// The position and speed of the crate along x, in m and m/s. In a game the physics engine keeps these.
    crate_at: f64,
    crate_mps: f32,
}

impl Scene {
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut world = World::new();
        let solid = (SOLID, 0);
        let label = Label {
            layers: SOLID,
            tag: 0,
        };
        add(&mut world, solid, [-5.0, -1.0, -2.0], [12.0, 0.0, 2.0])?;
        // A step, as a compound of two boxes.
        let part = |(volume, pose)| Part {
            solid: Solid::Volume(volume),
            pose,
        };
        let steps = Compound::new(vec![
            part(block([0.0, 0.0, -2.0], [1.0, 0.25, 0.0])?),
            part(block([0.0, 0.0, 0.0], [1.0, 0.25, 2.0])?),
        ])?;
        world.add_compound(Arc::new(steps), Pose::at([2.0, 0.0, 0.0])?, label)?;
        add(&mut world, solid, [4.0, 1.2, -2.0], [5.0, 3.0, 2.0])?; // a low passage
        let one_way = (SOLID, ONE_WAY);
        add(&mut world, one_way, [6.0, 0.0, -2.0], [6.1, 3.0, 2.0])?;
        let platform = add(&mut world, solid, [8.0, -0.4, -1.0], [10.0, 0.1, 1.0])?;
        add(&mut world, solid, [12.0, -1.0, -2.0], [30.0, 3.0, 2.0])?; // a wall with a ladder
        add(&mut world, (LADDER, 0), [11.6, 0.0, -0.5], [12.0, 3.2, 0.5])?;
        let crate_id = add(&mut world, solid, [15.0, 3.0, -0.4], [15.8, 3.8, 0.4])?;
        // A rock is the hull of a few points; a hill is a height field.
        let rock = [
            [-0.9, 0.0, -1.5],
            [0.9, 0.0, -1.5],
            [-0.9, 0.0, 1.5],
            [0.9, 0.0, 1.5],
            [0.0, 0.5, 0.0],
        ];
        let rock = Arc::new(Mesh::from_hull(&rock)?);
        world.add_mesh(rock, Pose::at([20.0, 3.0, 0.0])?, label)?;
        let hill = [0.0, 0.0, 0.5, 0.5, 0.0, 0.0].repeat(5);
        let hill = Arc::new(Mesh::from_heights(&hill, 6, 0.8)?);
        world.add_mesh(hill, Pose::at([21.4, 3.0, -1.6])?, label)?;
        // A wall at the end, leaning by five degrees.
        let half_m = [0.5, 8.0, 3.0];
        let leaning = Pose::new([28.5, 8.0, 0.0], [0.0, 0.0, -0.0436, 0.999])?;
        world.add_volume(Volume::Box { half_m }, leaning, label)?;
        Ok(Self {
            world,
            platform,
            crate_id,
            crate_at: 15.4,
            crate_mps: 0.0,
        })
    }

    /// Moves the platform and the crate. If the character ran into the crate, the crate gains its share of the
    /// momentum. Friction slows the crate down.
    fn step(
        &mut self,
        height: f64,
        pushes: &[(ObstacleId, [f32; 3])],
    ) -> Result<(), Box<dyn Error>> {
        self.world.begin_step();
        self.world
            .move_to(self.platform, Pose::at([9.0, height, 0.0])?)?;
        for (_, impulse) in pushes.iter().filter(|(id, _)| *id == self.crate_id) {
            self.crate_mps += impulse[0] / (PUSH_KG + CRATE_KG);
        }
        self.crate_at += f64::from(self.crate_mps * STEP_SECS);
        let slower = self.crate_mps - 3.0 * STEP_SECS;
        self.crate_mps = if slower > 0.0 { slower } else { 0.0 };
        self.world
            .move_to(self.crate_id, Pose::at([self.crate_at, 3.4, 0.0])?)?;
        Ok(())
    }
}

/// An action of the character and its result: the x and y of its lowest point, and its footing.
pub(crate) type Act = (&'static str, f64, f64, &'static str);

/// Plays all acts in turn. Returns the acts and the final x of the crate.
pub(crate) fn play() -> Result<(Vec<Act>, f64), Box<dyn Error>> {
    let mut scene = Scene::new()?;
    let mut character = Character {
        mover: Mover::new(UPRIGHT)?,
        state: MoverState::at([0.0, 0.905, 0.0]),
        config: MoveConfig {
            step_height_m: 0.3,
            snap_m: 0.3,
            max_slope_rad: Some(0.8),
            constant_speed: true,
            recovery_mps: 5.0,
            step_secs: STEP_SECS,
            ..MoveConfig::default()
        },
        rising: 0.0,
        pushes: Vec::new(),
    };
    let (rest, walk) = (Wish::default(), along([3.0, 0.0, 0.0]));
    let (crouch, jump) = (
        Wish {
            crouches: true,
            ..walk
        },
        Wish {
            jumps: true,
            ..walk
        },
    );
    let climb = Wish {
        climb: 3.0,
        ..along([0.5, 0.0, 0.0])
    };
    let acts = [
        ("walks over a step", 65, walk),
        ("crouches in a low passage", 50, crouch),
        ("stands up and goes through the door", 30, walk),
        ("cannot walk back", 40, along([-3.0, 0.0, 0.0])),
        ("walks onto the platform", 44, walk),
        ("rides it up", 60, rest),
        ("jumps off", 1, jump),
        ("falls to the ladder", 70, walk),
        ("climbs it", 75, climb),
        ("steps off above", 40, walk),
        ("pushes a crate", 60, walk),
        ("walks around it", 20, along([2.0, 0.0, 2.5])),
        ("walks over a rock", 65, walk),
        ("walks up a hill", 38, walk),
        ("stands on its slope", 60, rest),
        ("walks to the wall", 110, walk),
        ("up turns, and it stands on the wall", 40, rest),
        ("walks up there", 60, along([0.0, 3.0, 0.0])),
    ];
    let mut height = -0.15;
    let mut played = Vec::new();
    for (told, steps, wish) in acts {
        if told.starts_with("up turns") {
            // The normal of the wall, which leans by five degrees.
            character.config.up = [-0.9962, 0.0872, 0.0];
        }
        for _ in 0..steps {
            if told == "rides it up" {
                height += f64::from(STEP_SECS);
            }
            scene.step(height, &character.pushes)?;
            character.step(&scene.world, wish)?;
        }
        let [x, y] = character.feet();
        played.push((told, x, y, character.state.footing.name()));
    }
    Ok((played, scene.crate_at))
}

fn along(velocity: [f32; 3]) -> Wish {
    Wish {
        velocity,
        ..Wish::default()
    }
}

#[allow(dead_code, reason = "a test calls `play` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    let (played, crate_at) = play()?;
    for (told, x, y, on) in played {
        println!("{told:36} x {x:6.2}  y {y:5.2}  {on}");
    }
    println!("the crate is at {crate_at:.2}");
    Ok(())
}
