//! Runs a scene: its moves in order, with gravity between them.

use std::error::Error;
use std::fmt;

use footwork::base::to_f32;
use footwork::slide::{
    AcceptContact, Approach, Contact, Filter, MoveConfig, MoveResult, Mover, MoverState, Outcome,
    Speed, Support, World, WorldError,
};

use super::scene::{Config, Scene, SpeedName};
use super::trace::{self, Ground, GroundState, Hit, Moved, Moving, Touched, Trace};
use super::vector::{dot, unit};
use super::world::Stage;

/// The largest total number of contacts, entered sensors and positions of moving obstacles in a trace. Traces can grow
/// large: in a heap of thousands of obstacles, a body touches all of them in each move.
const MAX_CONTACTS: usize = 5_000_000;

/// Moves the body of a scene through all its moves; `done` is called after each.
pub(crate) fn walk(scene: &Scene, mut done: impl FnMut()) -> Result<Trace, Box<dyn Error>> {
    let mut stage = Stage::new(scene)?;
    let one_ways = stage.one_ways.clone();
    let counts = |approach: &Approach| one_ways.counts(approach);
    let counts: AcceptContact<'_> = &counts;
    let mut mover = Mover::new(scene.mover.shape()?)?;
    let mut state = MoverState::at(scene.mover.position);
    let config = scene.config.of_moves(scene.mover.skin);
    let filter = Filter {
        layers: scene.mover.layers,
        contact: (!one_ways.is_empty()).then_some(counts),
        ..Filter::default()
    };
    let sensing = Filter {
        layers: scene.mover.layers,
        ..Filter::default()
    };
    let mut fall = Fall::new(&scene.config);
    let up = fall.up;
    let mut trace = Trace::default();
    let mut steps = 0.0;
    for (index, &motion) in scene.moves.iter().enumerate() {
        let wrong = |what: String| Refused { index, what };
        steps += 1.0;
        stage
            .begin_step(steps / scene.config.rate, scene.config.rate)
            .map_err(|error| wrong(error.to_string()))?;
        let world = &stage.world;
        let motion = motion.map(f64::from);
        let fell = fall.begin(&state);
        let with_fall = [0, 1, 2].map(|axis| to_f32(motion[axis] - up[axis] * fell));
        let moved = mover
            .move_by(world, &state, with_fall, &filter, &config)
            .map_err(|error| wrong(error.to_string()))?;
        for contact in moved.contacts {
            trace.push_contact(traced(world, contact)?);
        }
        fall.end(dot(state.position, up) + dot(motion, up), &moved);
        state = moved.state;
        let touched = (state.footing.support()).map(|support| touched(world, support));
        let (outcome, velocity) = (moved.outcome, moved.velocity_mps);
        stage.push(moved.contacts, scene.mover.mass, up);
        for actor in &stage.actors {
            let position = actor.pose.position();
            trace.push_mover(Moving {
                hit: actor.hit,
                position,
            });
        }
        for hit in entered(&stage.sensors, &mover, &state, &sensing, &config)
            .map_err(|error| wrong(error.to_string()))?
        {
            trace.push_sensor(hit);
        }
        if trace.len() > MAX_CONTACTS {
            let what = format!(
                "the moves up to here have more than {MAX_CONTACTS} contacts, sensors and positions of obstacles"
            );
            return Err(wrong(what).into());
        }
        trace.push(Moved {
            position: state.position,
            outcome,
            velocity,
            ground: Ground {
                state: GroundState::from_footing(&state.footing),
                touched: touched.transpose()?,
            },
        });
        done();
    }
    Ok(trace)
}

/// Returns the sensors that contain a body.
fn entered(
    sensors: &World,
    mover: &Mover,
    state: &MoverState,
    filter: &Filter<'_>,
    config: &MoveConfig,
) -> Result<Vec<Hit>, Box<dyn Error>> {
    let mut entered = Vec::new();
    if !sensors.is_empty() {
        mover.overlapping(sensors, state, filter, config, |near| entered.push(near))?;
    }
    entered.sort_unstable();
    entered.dedup_by_key(|near| near.obstacle);
    let hits = entered.iter().map(|near| {
        let label = sensors.label(near.obstacle)?;
        let hit = Hit::from_label(&label, near.part, near.triangle);
        Ok(Hit { part: None, ..hit })
    });
    hits.collect()
}

fn traced(world: &World, contact: &Contact) -> Result<trace::Contact, WorldError> {
    let label = world.label(contact.obstacle)?;
    Ok(trace::Contact {
        touched: Touched {
            hit: Hit::from_label(&label, contact.part, contact.triangle),
            point: contact.point,
            normal: contact.normal,
            velocity: contact.velocity_mps,
        },
        depth: contact.depth_m,
        closing: contact.closing_mps,
    })
}

fn touched(world: &World, support: &Support) -> Result<Touched, WorldError> {
    let label = world.label(support.obstacle)?;
    let hit = Hit::from_label(&label, support.part, support.triangle);
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
            up: unit(self.up).map(to_f32),
            step_secs: to_f32(1.0 / self.rate),
        }
    }
}

/// The falling speed of a body. It is 0 on the ground; in the air, gravity increases it with every move.
struct Fall {
    gravity: f64,
    rate: f64,
    /// The up direction, with length 1.
    up: [f64; 3],
    /// The downward speed, in m/s.
    speed: f64,
}

impl Fall {
    fn new(config: &Config) -> Self {
        Self {
            gravity: config.gravity,
            rate: config.rate,
            up: unit(config.up),
            speed: 0.0,
        }
    }

    /// Starts a move. Returns how far gravity moves the body down during the move, in metres.
    fn begin(&mut self, state: &MoverState) -> f64 {
        if state.footing.is_supported() {
            self.speed = 0.0
        } else {
            self.speed += self.gravity / self.rate
        }
        self.speed / self.rate
    }

    /// Ends a move. `height` is where the body would be without gravity and obstacles. If an obstacle stopped or slowed
    /// the fall, the speed becomes that of the actual fall.
    fn end(&mut self, height: f64, moved: &MoveResult<'_>) {
        if moved.outcome != Outcome::Free {
            let fell = height - dot(moved.state.position, self.up);
            self.speed = (fell * self.rate).clamp(0.0, self.speed);
        }
    }
}

/// The error of a move that could not be made.
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
