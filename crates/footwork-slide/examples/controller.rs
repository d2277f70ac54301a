//! A character controller: it walks, climbs steps, jumps, crouches, rides a platform, passes a door that opens one way
//! only, and climbs a ladder. Run it with `cargo run -p footwork-slide --example controller`: it prints a trace.

#![allow(
    clippy::cast_possible_truncation,
    reason = "the corners of a scene are short"
)]

use std::error::Error;

use footwork_slide::{
    Approach, Filter, Label, MoveConfig, Mover, MoverState, ObstacleId, Pose, Shape, Volume, World,
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
/// The tag of a door that is passed in the direction of x only.
const ONE_WAY: u64 = 1;

/// What a player wants in a step.
#[derive(Clone, Copy, Default)]
struct Wish {
    /// Along x, y and z in m/s; y counts on ladders only.
    velocity: [f32; 3],
    jumps: bool,
    crouches: bool,
}

struct Character {
    mover: Mover,
    state: MoverState,
    config: MoveConfig,
    /// Upwards, in m/s.
    rising: f32,
}

impl Character {
    fn step(&mut self, world: &World, wish: Wish) -> Result<(), Box<dyn Error>> {
        // A door counts for who comes from its far side, and not for who is on the way through it.
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
            // Below a low ceiling it stays crouched.
            if let Ok(state) = self
                .mover
                .resize(world, &self.state, shape, &filter, &self.config)
            {
                self.state = state;
            }
        }
        let mut is_on_ladder = false;
        let ladders = Filter {
            layers: LADDER,
            ..Filter::default()
        };
        world.overlapping(&self.mover.shape(), self.state.position, &ladders, |_| {
            is_on_ladder = true
        });
        let footing = self.state.footing;
        self.rising = match (is_on_ladder, footing.is_supported() && self.rising <= 0.0) {
            (true, _) => wish.velocity[1],
            (_, true) if wish.jumps => {
                4.5 + footing
                    .support()
                    .map_or(0.0, |ground| ground.velocity_mps[1])
            }
            (_, true) => 0.0,
            _ => self.rising - GRAVITY * STEP_SECS,
        };
        let [x, _, z] = wish.velocity;
        let wanted = [x, self.rising, z].map(|part| part * STEP_SECS);
        let moved = self
            .mover
            .move_by(world, &self.state, wanted, &filter, &self.config)?;
        let [_, rose, _] = moved.velocity_mps;
        // A ceiling ends a jump.
        if self.rising > 0.0 && rose < 0.5 * self.rising {
            self.rising = 0.0;
        }
        self.state = moved.state;
        Ok(())
    }
}

/// Adds a box from one corner to the other.
fn add(
    world: &mut World,
    label: Label,
    min: [f64; 3],
    max: [f64; 3],
) -> Result<ObstacleId, Box<dyn Error>> {
    let half_m = [0, 1, 2].map(|axis| (0.5 * (max[axis] - min[axis])) as f32);
    let middle = [0, 1, 2].map(|axis| f64::midpoint(min[axis], max[axis]));
    Ok(world.add_volume(Volume::Box { half_m }, Pose::at(middle)?, label)?)
}

/// What a character does, and where it then is: along x, its feet, and what it stands on.
pub(crate) type Act = (&'static str, f64, f64, &'static str);

/// Plays all acts in turn.
pub(crate) fn play() -> Result<Vec<Act>, Box<dyn Error>> {
    let (solid, ladder) = (
        Label {
            layers: SOLID,
            tag: 0,
        },
        Label {
            layers: LADDER,
            tag: 0,
        },
    );
    let one_way = Label {
        layers: SOLID,
        tag: ONE_WAY,
    };
    let mut world = World::new();
    add(&mut world, solid, [-5.0, -1.0, -2.0], [12.0, 0.0, 2.0])?;
    add(&mut world, solid, [2.0, 0.0, -2.0], [3.0, 0.25, 2.0])?; // a step
    add(&mut world, solid, [4.0, 1.2, -2.0], [5.0, 3.0, 2.0])?; // a low passage
    add(&mut world, one_way, [6.0, 0.0, -2.0], [6.1, 3.0, 2.0])?;
    let platform = add(&mut world, solid, [8.0, -0.4, -1.0], [10.0, 0.1, 1.0])?;
    add(&mut world, solid, [12.0, -1.0, -2.0], [15.0, 3.0, 2.0])?; // a wall with a ladder
    add(&mut world, ladder, [11.6, 0.0, -0.5], [12.0, 3.2, 0.5])?;

    let config = MoveConfig {
        step_height_m: 0.3,
        snap_m: 0.3,
        max_slope_rad: Some(0.8),
        constant_speed: true,
        step_secs: STEP_SECS,
        ..MoveConfig::default()
    };
    let (mover, state) = (Mover::new(UPRIGHT)?, MoverState::at([0.0, 0.905, 0.0]));
    let mut character = Character {
        mover,
        state,
        config,
        rising: 0.0,
    };
    let walk = Wish {
        velocity: [3.0, 0.0, 0.0],
        ..Wish::default()
    };
    let back = Wish {
        velocity: [-3.0, 0.0, 0.0],
        ..Wish::default()
    };
    let acts = [
        ("walks over a step", 66, walk),
        (
            "crouches and goes below",
            50,
            Wish {
                crouches: true,
                ..walk
            },
        ),
        ("stands up and goes through the door", 30, walk),
        ("is not let back", 40, back),
        ("walks onto the platform", 45, walk),
        ("rides it up", 60, Wish::default()),
        (
            "jumps off",
            1,
            Wish {
                jumps: true,
                ..walk
            },
        ),
        ("falls to the ladder", 70, walk),
        (
            "climbs it",
            75,
            Wish {
                velocity: [0.5, 3.0, 0.0],
                ..Wish::default()
            },
        ),
        ("steps off above", 40, walk),
    ];
    let mut height = -0.15;
    let mut played = Vec::new();
    for (told, steps, wish) in acts {
        for _ in 0..steps {
            world.begin_step();
            if told == "rides it up" {
                height += f64::from(STEP_SECS);
                world.move_to(platform, Pose::at([9.0, height, 0.0])?)?;
            }
            character.step(&world, wish)?;
        }
        let [x, y, _] = character.state.position;
        let low = if character.mover.shape() == CROUCHED {
            0.5
        } else {
            0.9
        };
        played.push((told, x, y - low, character.state.footing.name()));
    }
    Ok(played)
}

#[allow(dead_code, reason = "a test calls `play` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    for (told, x, feet, on) in play()? {
        println!("{told:36} x {x:6.2}  feet {feet:5.2}  {on}");
    }
    Ok(())
}
