//! Running a scene: one move after the other, and gravity between them.

use std::error::Error;
use std::fmt;

use footwork::slide::{
    Filter, MoveConfig, MoveResult, Mover, MoverState, Outcome, Speed, Support, World, WorldError,
};

use super::scene::{Config, Scene, SpeedName};
use super::trace::{Contact, Ground, GroundState, Hit, Moved, Touched, Trace};
use super::world::world;
use footwork::base::to_f32;

/// The most contacts that a trace may have in all: a body in a heap of thousands of obstacles meets all of
/// them in each move.
const MAX_CONTACTS: usize = 5_000_000;

/// Moves the body of a scene through all its moves; `done` is called after each.
pub(crate) fn walk(scene: &Scene, mut done: impl FnMut()) -> Result<Trace, Box<dyn Error>> {
    let world = world(scene)?;
    let mut mover = Mover::new(scene.mover.shape())?;
    let mut state = MoverState::at(scene.mover.position);
    let config = scene.config.of_moves(scene.mover.skin);
    let filter = Filter {
        layers: scene.mover.layers,
        ..Filter::default()
    };
    let mut fall = Fall::new(&scene.config);
    let mut trace = Trace::default();
    for (index, &motion) in scene.moves.iter().enumerate() {
        let wrong = |what: String| Refused { index, what };
        let [x, y, z] = motion;
        let with_fall = [x, to_f32(f64::from(y) - fall.begin(&state)), z];
        let moved = mover
            .move_by(&world, &state, with_fall, &filter, &config)
            .map_err(|error| wrong(error.to_string()))?;
        for contact in moved.contacts {
            let label = world.label(contact.obstacle)?;
            trace.push_contact(Contact {
                touched: Touched {
                    hit: Hit::from_label(&label, contact.triangle),
                    point: contact.point,
                    normal: contact.normal,
                    velocity: contact.velocity_mps,
                },
                depth: contact.depth_m,
            });
        }
        if trace.contact_count() > MAX_CONTACTS {
            let what = format!("there are more than {MAX_CONTACTS} contacts up to here");
            return Err(wrong(what).into());
        }
        fall.end(state.position[1] + f64::from(y), &moved);
        state = moved.state;
        let touched = (state.footing.support()).map(|support| touched(&world, support));
        trace.push(Moved {
            position: state.position,
            outcome: moved.outcome,
            velocity: moved.velocity_mps,
            ground: Ground {
                state: GroundState::from_footing(&state.footing),
                touched: touched.transpose()?,
            },
        });
        done();
    }
    Ok(trace)
}

fn touched(world: &World, support: &Support) -> Result<Touched, WorldError> {
    let label = world.label(support.obstacle)?;
    let hit = Hit::from_label(&label, support.triangle);
    Ok(Touched::new(hit, support))
}

impl Config {
    fn of_moves(&self, skin_m: f32) -> MoveConfig {
        MoveConfig {
            skin_m,
            speed: match self.speed {
                SpeedName::Projected => Speed::Projected,
                SpeedName::Full => Speed::Full,
            },
            step_height_m: self.step,
            snap_m: self.snap,
            max_slope_rad: self.slope_deg.map(f32::to_radians),
            constant_speed: self.constant_speed,
            recovery_mps: self.recovery.unwrap_or(f32::INFINITY),
            step_secs: to_f32(1.0 / self.rate),
        }
    }
}

/// How fast a body falls. Standing on ground, it does not; in the air, gravity adds to it with every move.
struct Fall {
    gravity: f64,
    rate: f64,
    /// In m/s, downwards.
    speed: f64,
}

impl Fall {
    fn new(config: &Config) -> Self {
        Self {
            gravity: config.gravity,
            rate: config.rate,
            speed: 0.0,
        }
    }

    /// By how much a move goes down beside what it is itself.
    fn begin(&mut self, state: &MoverState) -> f64 {
        match state.footing.is_supported() {
            true => self.speed = 0.0,
            false => self.speed += self.gravity / self.rate,
        }
        self.speed / self.rate
    }

    /// After a move that without falling and obstacles would have ended at this height: what stopped the
    /// fall took its speed.
    fn end(&mut self, height: f64, moved: &MoveResult<'_>) {
        if moved.outcome != Outcome::Free {
            let fell = height - moved.state.position[1];
            self.speed = (fell * self.rate).clamp(0.0, self.speed);
        }
    }
}

/// A move that could not be made.
#[derive(Debug)]
struct Refused {
    index: usize,
    what: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`moves[{}]`: {}", self.index, self.what)
    }
}

impl Error for Refused {}
