//! A body that moves: as far along the wanted way as the obstacles let it, and along them.
//!
//! One move sweeps to what is met first, solves for the direction nearest to the wanted one that enters
//! nothing of what is touched ([`project`](mod@crate::project)), and goes on along it; then it makes room for the skin.
//! Around that stand what games want of a character: platforms that carry, walls that push, steps,
//! slopes, and ground that holds. All of it is a function of the world, the state and the displacement.

mod carry;
mod config;
mod ground;
mod hit;
mod resize;
mod separate;
mod slide;
mod state;
mod surroundings;

use std::error::Error;
use std::fmt;

use footwork_base::maths;
use glam::{DVec3, Vec3};

pub use config::{ConfigError, MoveConfig, Speed};
pub use resize::ResizeError;
pub use state::{Ground, MoverState};

use crate::body::Body;
use crate::filter::Filter;
use crate::shape::{Shape, ShapeError};
use crate::world::{ObstacleId, World};
use hit::Hit;
use separate::Room;
use slide::{Planes, Rules, Slid};
use surroundings::{Scene, Surroundings};

/// The part of the skin that sweeps keep; the rest is soft.
const HARD_SHARE: f64 = 0.2;

/// Ground is what is below within this many skins.
const GROUND_SKINS: f64 = 1.5;

/// Deeper than this in something after a move, a body is crushed.
const CRUSHED_M: f64 = 1.0e-4;

/// Moves have memory for so many pieces in the way from the beginning: more than somebody in a crowd has around.
const USUAL: usize = 24;

/// How a move went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was in the way.
    Free,
    /// Something was in the way, and the body went along it.
    Slid,
    /// Something was in the way that no direction leads along: the body stopped before it.
    Blocked,
}

/// Something a body came against in a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// Of a mesh, the triangle.
    pub triangle: Option<u32>,
    /// The unit normal, from the obstacle to the body.
    pub normal: [f32; 3],
    /// Whether its normal is in the active set of the direction that the body took last on its way, or was left
    /// without: it takes part of that way, or all. Of a move that is blocked, these are who blocks; of one that
    /// slid, what the body slides along in the end. Of several contacts with one normal it is so of all, and
    /// never of what only carried the body, pushed it, was stepped over or led it out.
    pub active: bool,
}

/// What a move came to.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveResult<'a> {
    /// Where the body is now, and what it stands on: the start of the next move.
    pub state: MoverState,
    /// How it went.
    pub outcome: Outcome,
    /// What it came against, in the order of the way; no triangle or volume twice with one normal.
    pub contacts: &'a [Contact],
    /// Whether it is still inside of something after the move, by more than a tenth of a millimetre: doors that
    /// closed on it, or a way out that takes another move.
    pub crushed: bool,
}

/// Why a body does not move: its state is as before.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum MoveError {
    /// A coordinate of the position is not finite or farther than [`Mover::FARTHEST`] from zero.
    Position {
        /// Which coordinate: 0, 1 or 2.
        axis: usize,
    },
    /// A component of the displacement is not finite or longer than [`Mover::LONGEST`].
    Displacement {
        /// Which component: 0, 1 or 2.
        axis: usize,
    },
    /// A setting is out of its range.
    Config(ConfigError),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position { axis } => write!(
                f,
                "coordinate {axis} of the position is not finite or farther than {:e} m from zero",
                Mover::FARTHEST
            ),
            Self::Displacement { axis } => write!(
                f,
                "component {axis} of the displacement is not finite or longer than {:e} m",
                Mover::LONGEST
            ),
            Self::Config(error) => error.fmt(f),
        }
    }
}

impl Error for MoveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Config(error) => Some(error),
            _ => None,
        }
    }
}

/// A body that moves.
///
/// It owns its shape and memory that moves use again: after the first few, a move allocates nothing.
/// Where it is belongs to the caller ([`MoverState`]).
///
/// ```
/// use footwork_slide::{Filter, Label, MoveConfig, Mover, MoverState, Outcome, Pose, Shape, Volume, World};
///
/// let mut world = World::new();
/// let wall = Volume::Box { half: [0.5, 2.0, 5.0] };
/// world.add_volume(wall, Pose::at([1.5, 0.0, 0.0])?, Label::default())?;
///
/// let mut mover = Mover::new(Shape::Box { half: [0.3, 0.9, 0.3] })?;
/// let start = MoverState::at([0.0; 3]);
/// let config = MoveConfig::default();
/// let moved = mover.move_by(&world, &start, [1.0, 0.0, 0.5], &Filter::default(), &config)?;
///
/// // Up to the skin of 5 mm before the wall, and along it.
/// assert_eq!(moved.outcome, Outcome::Slid);
/// assert_eq!(moved.contacts[0].normal, [-1.0, 0.0, 0.0]);
/// let [x, _, z] = moved.state.position;
/// assert!((x - 0.695).abs() < 1e-6 && (z - 0.5).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Mover {
    shape: Shape,
    body: Body,
    surroundings: Surroundings,
    planes: Planes,
    room: Room,
    hits: Vec<Hit>,
    contacts: Vec<Contact>,
    places: Vec<usize>,
}

impl Mover {
    /// The farthest a coordinate of a position may be from zero, in metres.
    pub const FARTHEST: f64 = 1.0e9;

    /// The longest component of a displacement, in metres.
    pub const LONGEST: f32 = 1.0e6;

    /// A body of a shape.
    ///
    /// # Errors
    ///
    /// A shape that no body can have.
    pub fn new(shape: Shape) -> Result<Self, ShapeError> {
        shape.check()?;
        Ok(Self {
            shape,
            body: Body::of(&shape),
            surroundings: Surroundings::with_capacity(USUAL),
            planes: Planes::with_capacity(USUAL),
            room: Room::with_capacity(USUAL),
            hits: Vec::with_capacity(USUAL),
            contacts: Vec::with_capacity(USUAL),
            places: Vec::with_capacity(USUAL),
        })
    }

    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Moves the body from a state by a displacement in metres, as far as the obstacles that the filter
    /// lets count allow.
    ///
    /// Obstacles that were moved since [`World::begin_step`] first carry the body, if it stands on one,
    /// and push it. A body that starts inside of something comes out of it by the shortest way, which
    /// may take some moves; until then its displacement can only lead it further out.
    ///
    /// An obstacle that turns is followed in steps of a twentieth of a radian. Of obstacles that moved without
    /// [`World::begin_step`] before, the whole way since then counts again.
    ///
    /// The position is the same bits whatever the order in which obstacles and triangles were added, and
    /// does not depend on how far from the origin the scene is, but for the rounding of the positions.
    ///
    /// # Errors
    ///
    /// What is not finite or out of range, before anything is done.
    pub fn move_by(
        &mut self,
        world: &World,
        state: &MoverState,
        displacement: [f32; 3],
        filter: &Filter<'_>,
        config: &MoveConfig,
    ) -> Result<MoveResult<'_>, MoveError> {
        config.check().map_err(MoveError::Config)?;
        check_position(state.position)?;
        if let Some(axis) = displacement.iter().position(|part| !within(*part)) {
            return Err(MoveError::Displacement { axis });
        }
        let scene = self.scene(world, filter, state.position, config);
        let rules = Rules {
            speed: config.speed,
            least_up: config
                .max_slope_rad
                .map(|angle| f64::from(maths::cos(angle))),
        };
        let motion = Vec3::from_array(displacement).as_dvec3();
        let slid = self.travel(&scene, &rules, config, state, motion);
        let (at, crushed) = (slid.at, self.is_in_something(&scene, slid.at));
        let position = scene.origin + at;
        let ground = ground::ground_among(&self.hits, &rules).map(ground::ground_of);
        Ok(MoveResult {
            state: MoverState {
                position: position.to_array(),
                ground,
            },
            outcome: slid.outcome,
            contacts: &self.contacts,
            crushed,
        })
    }

    /// The whole way of one move, in the local frame.
    fn travel(
        &mut self,
        scene: &Scene<'_>,
        rules: &Rules,
        config: &MoveConfig,
        state: &MoverState,
        motion: DVec3,
    ) -> Slid {
        let Self {
            surroundings,
            planes,
            room,
            hits,
            ..
        } = self;
        surroundings.begin(scene, motion);
        hits.clear();
        let at = carry::carry(scene, (surroundings, planes), state, hits);
        let step_height = match state.ground {
            Some(_) => f64::from(config.step_height),
            None => 0.0,
        };
        let walking = (rules, step_height);
        let mut slid = ground::walk(scene, walking, (surroundings, planes), at, motion, hits);
        if state.ground.is_some() && motion.y <= 0.0 && config.snap > 0.0 {
            let depth = f64::from(config.snap);
            slid.at = ground::snap(scene, rules, (surroundings, planes), slid.at, depth);
        }
        let led_out = hits.len();
        slid.at = room.make((scene, rules), surroundings, (slid.at, motion), hits);
        if led_out < hits.len() && slid.outcome == Outcome::Free {
            slid.outcome = Outcome::Slid;
        }
        self.tell_contacts();
        slid
    }

    /// What the hits of a move are to the caller.
    fn tell_contacts(&mut self) {
        self.contacts.clear();
        for hit in &self.hits {
            self.contacts.push(Contact {
                obstacle: hit.obstacle,
                triangle: hit.triangle,
                normal: hit.normal.as_vec3().to_array(),
                active: hit.active,
            });
        }
        // The first of each, by sorting places: a heap of obstacles must not make this slow.
        let contacts = &mut self.contacts;
        let key = |contact: &Contact| {
            let normal = contact.normal.map(f32::to_bits);
            (contact.obstacle, contact.triangle, normal)
        };
        self.places.clear();
        self.places.extend(0..contacts.len());
        self.places
            .sort_unstable_by_key(|place| (key(&contacts[*place]), *place));
        self.places.dedup_by(|again, first| {
            let is_again = key(&contacts[*again]) == key(&contacts[*first]);
            contacts[*first].active |= is_again && contacts[*again].active;
            is_again
        });
        self.places.sort_unstable();
        for (to, from) in self.places.iter().enumerate() {
            contacts[to] = contacts[*from];
        }
        contacts.truncate(self.places.len());
    }

    /// Whether a body is still inside of something; leaves what is below it within reach in `hits`.
    fn is_in_something(&mut self, scene: &Scene<'_>, at: DVec3) -> bool {
        let reach = GROUND_SKINS * scene.skin;
        self.surroundings.near(scene, at, reach, &mut self.hits);
        self.hits.iter().any(|hit| hit.value < -CRUSHED_M)
    }

    fn scene<'a>(
        &self,
        world: &'a World,
        filter: &'a Filter<'a>,
        position: [f64; 3],
        config: &MoveConfig,
    ) -> Scene<'a> {
        let skin = f64::from(config.skin);
        Scene {
            world,
            filter,
            origin: DVec3::from_array(position),
            body: self.body,
            skin,
            hard: HARD_SHARE * skin,
        }
    }
}

fn check_position(position: [f64; 3]) -> Result<(), MoveError> {
    let far = |metres: &f64| {
        let is_near = metres.abs() <= Mover::FARTHEST;
        !is_near
    };
    match position.iter().position(far) {
        Some(axis) => Err(MoveError::Position { axis }),
        None => Ok(()),
    }
}

fn within(metres: f32) -> bool {
    metres.abs() <= Mover::LONGEST
}
