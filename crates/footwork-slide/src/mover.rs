//! Moves a body: as far along the wanted way as the obstacles allow, and then along the obstacles.
//!
//! A move sweeps to the first obstacle, solves for the direction nearest to the wanted one that enters no touched
//! surface ([`project`](mod@crate::project)), and continues along it. The files below have this core and the features
//! that games need for a character:
//!
//! | file | what |
//! |---|---|
//! | `config`, `state`, `error` | what goes in and what comes out |
//! | `scene` | what stays the same in one move |
//! | `among` | moves among the obstacles of another library |
//! | `hit` | a touched piece, and when it is mere roughness of a surface |
//! | `inside` | the shortest way out of a convex solid mesh |
//! | `touch` | where an obstacle is touched, and how fast it moves there |
//! | `way` | a straight way of the body, and the legs in which a long way is searched |
//! | `turns` | the order in which a sweep tries the pieces |
//! | `surroundings` | the pieces near the body, queried once and swept against as often as needed |
//! | `slide` | the core: sweep, solve, continue |
//! | `carry` | platforms carry the body, moving obstacles push it |
//! | `ground` | what the body stands on |
//! | `groove` | slopes that are each too steep, but hold the body between them |
//! | `walk` | slopes, steps, and snapping to the ground |
//! | `squeeze` | moves through places too narrow for the skin |
//! | `separate` | ways out of overlaps, and back to the whole skin |
//! | `limit` | how far a move may lead |
//!
//! A mover keeps nothing from one move to the next except allocated memory: a move is a function of its arguments, so
//! it can be replayed and predicted.
//!
//! # The skin
//!
//! If bodies rested exactly on surfaces, rounding would decide whether they are inside, and each move would begin with
//! an overlap to resolve. So a body keeps a distance, the skin, and sweeps are made against obstacles grown by the
//! skin. Only a fifth of the skin is hard, however. The normals of a rough surface differ from triangle to triangle,
//! and a body that slid along each normal in turn would lose a tenth of its speed on bumps of half a millimetre. So
//! faces may come into the soft four fifths if they have nearly the same normal as the surface along which the body
//! slides. A move ends by making room again (`separate`). `docs/design/slide-skin.md` has the alternatives and their
//! figures.

mod among;
mod carry;
mod config;
mod contacts;
mod error;
mod groove;
mod ground;
mod hit;
mod inside;
mod limit;
mod scene;
mod separate;
mod slide;
mod squeeze;
mod state;
mod surroundings;
mod touch;
mod travel;
mod turns;
mod walk;
mod way;

use footwork_base::{SimdLevel, SupportedLevel, maths};
use glam::{DVec3, Vec3};

use crate::body::Body;
use crate::bounds::first_beyond;
use crate::filter::Filter;
use crate::frame::Frame;
use crate::project::HalfSpace;
use crate::shape::{Shape, ShapeError};
use crate::world::{Copied, Nearby, Obstacles, World, visit_overlapping_in, with_selection};
pub use config::{MoveConfig, MoveConfigError, Speed};
use error::{MAX_COORDINATE_M, MAX_DISPLACEMENT_M};
pub use error::{MoveError, ResizeError};
use ground::MIN_BELOW_UP;
use hit::{Hit, least_gap};
use scene::{Rules, Scene};
use separate::Room;
use slide::{Planes, Slid};
pub use state::{Contact, Footing, MoveResult, MoverState, Outcome, Support};
use surroundings::Surroundings;
use travel::Travelled;

/// The share of the skin that sweeps keep free; the rest is soft.
const HARD_SHARE: f64 = 0.2;

/// The distance below a body, in skins, within which a surface is ground.
const GROUND_SKINS: f64 = 1.5;

/// The depth inside an obstacle, in metres, beyond which a body is crushed at the end of a move.
const CRUSHED_M: f64 = 1.0e-4;

/// The number of pieces for which a new mover reserves memory. A body in a crowd has fewer around it.
const USUAL_PIECES: usize = 24;

/// A shape that moves through a world.
///
/// A mover owns a shape and the memory that moves reuse. The caller owns the position of the body: see [`MoverState`].
/// After the first few moves, a move allocates nothing. There is one exception: among [`Obstacles`] of another library,
/// a compound that comes near or moves is copied.
///
/// ```
/// use footwork_slide::{Filter, Label, MoveConfig, Mover, MoverState, Outcome, Pose, Shape, Volume, World};
///
/// let mut world = World::new();
/// let wall = Volume::Box { half_m: [0.5, 2.0, 5.0] };
/// world.add_volume(wall, Pose::at([1.5, 0.0, 0.0])?, Label::default())?;
///
/// let mut mover = Mover::new(Shape::Box { half_m: [0.3, 0.9, 0.3] })?;
/// let start = MoverState::at([0.0; 3]);
/// let config = MoveConfig::default();
/// let moved = mover.move_by(&world, &start, [1.0, 0.0, 0.5], &Filter::default(), &config)?;
///
/// // The body moves up to its skin, 5 mm before the wall, and along the wall.
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
    /// The order of contacts.
    order: Vec<usize>,
    half_spaces: Vec<HalfSpace>,
    /// The copied obstacles of the last move, if it was not among those of a [`World`].
    copied: Copied,
}

/// A [`MoveResult`] without its contacts.
#[derive(Clone, Copy)]
struct Moved {
    state: MoverState,
    outcome: Outcome,
    velocity_mps: [f32; 3],
    is_crushed: bool,
}

impl Mover {
    /// The largest absolute value of a coordinate of a position, in metres.
    pub const MAX_COORDINATE_M: f64 = MAX_COORDINATE_M;

    /// The largest absolute value of a component of a displacement, in metres.
    pub const MAX_DISPLACEMENT_M: f32 = MAX_DISPLACEMENT_M;

    /// Creates a mover with a shape.
    ///
    /// # Errors
    ///
    /// Returns an error for an invalid shape: see [`Shape::check`].
    pub fn new(shape: Shape) -> Result<Self, ShapeError> {
        shape.check()?;
        Ok(Self {
            shape,
            body: Body::from(&shape),
            surroundings: Surroundings::with_capacity(USUAL_PIECES),
            planes: Planes::with_capacity(USUAL_PIECES),
            room: Room::with_capacity(USUAL_PIECES),
            hits: Vec::with_capacity(USUAL_PIECES),
            contacts: Vec::with_capacity(USUAL_PIECES),
            order: Vec::with_capacity(USUAL_PIECES),
            half_spaces: Vec::with_capacity(USUAL_PIECES),
            copied: Copied::default(),
        })
    }

    /// Returns the mover with the instructions of this SIMD level, for tests and comparisons; `None` if the processor
    /// lacks them. Results have the same bits at every level.
    #[must_use]
    pub fn with_level(mut self, level: SimdLevel) -> Option<Self> {
        self.surroundings.set_level(SupportedLevel::new(level)?);
        Some(self)
    }

    /// Returns the shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Moves the body from `state` by `displacement`, in metres, as far as the accepted obstacles allow. The obstacles are
    /// a [`World`], or the colliders of a physics engine behind the trait [`Obstacles`].
    ///
    /// First, obstacles that moved since [`World::begin_step`] act on the body: they push it, and the obstacle below
    /// carries it. Call [`World::begin_step`] before each step, or the same motion counts again. A carried body keeps
    /// its place on the obstacle, even on a see-saw. The motion of a turning obstacle is followed in parts of at most a
    /// twentieth of a radian.
    ///
    /// A body that starts inside an obstacle leaves it by the shortest way, which may take several moves. Until then, a
    /// displacement can only lead the body further out. A body inside several obstacles is led out around them, or
    /// through them if there is no other way.
    ///
    /// A move never leads farther than the sum of the displacement, the deepest missing skin and the motion of the
    /// obstacles that carry or push the body: see [How far a move leads](crate#how-far-a-move-leads).
    ///
    /// The position has the same bits for any order in which obstacles and triangles were added. Except for the
    /// rounding of positions, it does not depend on the distance of the scene from the origin.
    ///
    /// # Errors
    ///
    /// Returns an error for an input that is not finite or out of range, and [`MoveError::Volume`] for an invalid
    /// obstacle that is not in a [`World`]. The body then does not move.
    pub fn move_by(
        &mut self,
        obstacles: &dyn Obstacles,
        state: &MoverState,
        displacement: [f32; 3],
        filter: &Filter<'_>,
        config: &MoveConfig,
    ) -> Result<MoveResult<'_>, MoveError> {
        config.check().map_err(MoveError::Config)?;
        check_position(state.position)?;
        let wanted = Vec3::from_array(displacement).as_dvec3();
        if let Some(axis) = first_beyond(wanted.to_array(), f64::from(MAX_DISPLACEMENT_M)) {
            return Err(MoveError::Displacement { axis });
        }
        let Moved {
            state,
            outcome,
            velocity_mps,
            is_crushed,
        } = match obstacles.as_world() {
            Some(world) => with_selection(obstacles, filter, |filter| {
                self.move_in(world, state, wanted, filter, config)
            }),
            None => self.move_among(obstacles, state, wanted, filter, config)?,
        };
        Ok(MoveResult {
            state,
            outcome,
            velocity_mps,
            contacts: &self.contacts,
            crushed: is_crushed,
        })
    }

    /// Moves the body in a world.
    fn move_in(
        &mut self,
        world: &World,
        state: &MoverState,
        wanted: DVec3,
        filter: &Filter<'_>,
        config: &MoveConfig,
    ) -> Moved {
        let mut scene = self.scene(world, filter, state.position, config);
        let motion = scene.frame.vector_to_local(wanted);
        scene.wanted = motion;
        let stands = state.footing.is_supported();
        scene.stands_by_skin = stands && config.step_height_m > 0.0;
        let on_ground = |metres: f32| if stands { f64::from(metres) } else { 0.0 };
        let rules = Rules {
            speed: config.speed,
            min_up: (config.max_slope_rad).map(|angle| f64::from(maths::cos(angle))),
            step_height: on_ground(config.step_height_m),
            snap: on_ground(config.snap_m),
            constant_speed: stands && config.constant_speed,
            stands,
            is_idle: stands && motion.x == 0.0 && motion.z == 0.0,
            recovery: f64::from(config.recovery_mps) * scene.step_secs,
        };
        let Travelled { slid, is_crushed } = self.travel(&scene, &rules, state, motion);
        let moved = scene.frame.vector_to_world(slid.at);
        let position = scene.frame.origin() + moved;
        let footing = self.footing(&mut scene, &rules, &slid);
        Moved {
            state: MoverState {
                position: position.to_array(),
                footing,
            },
            outcome: slid.outcome,
            velocity_mps: (moved / scene.step_secs).as_vec3().to_array(),
            is_crushed,
        }
    }

    /// Returns the footing of the body after a move. The surface that stops its fall must also carry it, or it would
    /// hang in the air.
    fn footing(&mut self, scene: &mut Scene<'_>, rules: &Rules, slid: &Slid) -> Footing {
        let mut footing = |hits: &[Hit], scene: &Scene<'_>, min_below_up| {
            ground::footing(hits, rules, scene, min_below_up, &mut self.half_spaces)
        };
        let found = footing(&self.hits, scene, MIN_BELOW_UP);
        let is_stopped = slid.outcome == Outcome::Blocked && scene.wanted.y < 0.0;
        if found != Footing::Air || !is_stopped {
            return found;
        }
        // The body may be between walls that narrow downwards, at any steepness.
        if let wedged @ Footing::Wedged(_) = footing(&self.hits, scene, 0.0) {
            return wedged;
        }
        let up = |contact: &Contact| {
            let normal = Vec3::from_array(contact.normal).as_dvec3();
            scene.frame.vector_to_local(normal).y
        };
        let is_ground = |contact: &Contact| contact.active && up(contact) >= rules.ground_up();
        if !self.contacts.iter().any(is_ground) {
            return found;
        }
        // The body stands on the edge of this ground with its skin alone.
        scene.stands_by_skin = true;
        self.surroundings.look_again();
        self.look_at_ground(scene, slid.at);
        ground::footing(
            &self.hits,
            rules,
            scene,
            MIN_BELOW_UP,
            &mut self.half_spaces,
        )
    }

    /// Gives the body another shape with the same lowest point, as for crouching and standing up. Returns the state
    /// with the new centre.
    ///
    /// # Errors
    ///
    /// Returns an error for an invalid shape, setting or position. Returns [`ResizeError::NoRoom`] if the new shape
    /// would be inside an obstacle, or nearer to an obstacle than a tenth of the skin. The body then keeps its shape.
    ///
    /// ```
    /// use footwork_slide::{Filter, Label, MoveConfig, Mover, MoverState, Pose, Shape, Volume, World};
    ///
    /// let mut world = World::new();
    /// let ceiling = Volume::Box { half_m: [5.0, 0.1, 5.0] };
    /// world.add_volume(ceiling, Pose::at([0.0, 1.5, 0.0])?, Label::default())?;
    /// let crouched = Shape::Capsule { radius_m: 0.3, height_m: 1.2 };
    /// let mut mover = Mover::new(crouched)?;
    /// let state = MoverState::at([0.0, 0.6, 0.0]);
    /// let upright = Shape::Capsule { radius_m: 0.3, height_m: 1.8 };
    /// let stood = mover.resize(&world, &state, upright, &Filter::default(), &MoveConfig::default());
    /// assert!(stood.is_err(), "the ceiling is at 1.4 m");
    /// assert_eq!(mover.shape(), crouched);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resize(
        &mut self,
        obstacles: &dyn Obstacles,
        state: &MoverState,
        shape: Shape,
        filter: &Filter<'_>,
        config: &MoveConfig,
    ) -> Result<MoverState, ResizeError> {
        shape.check().map_err(ResizeError::Shape)?;
        (config.check()).map_err(|error| ResizeError::Move(MoveError::Config(error)))?;
        check_position(state.position).map_err(ResizeError::Move)?;
        match obstacles.as_world() {
            Some(world) => with_selection(obstacles, filter, |filter| {
                self.resize_in(world, state, shape, filter, config)
            }),
            None => self.resize_among(obstacles, state, shape, filter, config),
        }
    }

    fn resize_in(
        &mut self,
        world: &World,
        state: &MoverState,
        shape: Shape,
        filter: &Filter<'_>,
        config: &MoveConfig,
    ) -> Result<MoverState, ResizeError> {
        let body = Body::from(&shape);
        let up = body.half_extents().y - self.body.half_extents().y;
        let frame = Frame::standing(DVec3::from_array(state.position), config.up);
        let position = frame.to_world(DVec3::new(0.0, up, 0.0));
        let scene = Scene {
            body,
            ..self.scene(world, filter, position.to_array(), config)
        };
        self.surroundings.begin(&scene, DVec3::ZERO, 0.0);
        // The new shape may touch surfaces that the present shape touches, so it needs only a part of the skin.
        let reach = scene.hard * 0.5;
        self.surroundings
            .near(&scene, DVec3::ZERO, reach, &mut self.hits);
        let worst = self.hits.iter().min_by(|a, b| a.value.total_cmp(&b.value));
        if let Some(&Hit { obstacle, .. }) = worst {
            return Err(ResizeError::NoRoom { obstacle });
        }
        self.shape = shape;
        self.body = scene.body;
        Ok(MoverState {
            position: position.to_array(),
            ..*state
        })
    }

    /// Calls `found` with each accepted triangle or volume that the body overlaps. The body stands along
    /// [`MoveConfig::up`], unlike in [`World::overlapping`]. Nothing is allocated.
    ///
    /// # Errors
    ///
    /// Returns an error for a setting or a position that is not finite or out of range. Returns [`MoveError::Volume`]
    /// for an invalid obstacle that is not in a [`World`], after calls of `found` for the valid obstacles.
    pub fn overlapping(
        &self,
        obstacles: &dyn Obstacles,
        state: &MoverState,
        filter: &Filter<'_>,
        config: &MoveConfig,
        found: impl FnMut(Nearby),
    ) -> Result<(), MoveError> {
        config.check().map_err(MoveError::Config)?;
        check_position(state.position)?;
        let frame = Frame::standing(DVec3::from_array(state.position), config.up);
        match obstacles.as_world() {
            Some(world) => with_selection(obstacles, filter, |filter| {
                world.visit_overlapping(&self.body, &frame, filter, found);
            }),
            None => visit_overlapping_in(obstacles, &self.body, &frame, filter, found)
                .map_err(|(obstacle, error)| MoveError::Volume { obstacle, error })?,
        }
        Ok(())
    }

    /// Fills `hits` with the pieces that are near enough to be ground for a body at `at`. Returns the smallest gap.
    fn look_at_ground(&mut self, scene: &Scene<'_>, at: DVec3) -> f64 {
        let reach = GROUND_SKINS * scene.skin;
        self.surroundings.near(scene, at, reach, &mut self.hits);
        least_gap(&self.hits)
    }

    fn scene<'a>(
        &self,
        world: &'a World,
        filter: &'a Filter<'a>,
        position: [f64; 3],
        config: &MoveConfig,
    ) -> Scene<'a> {
        let skin = f64::from(config.skin_m);
        Scene {
            world,
            filter,
            frame: Frame::standing(DVec3::from_array(position), config.up),
            body: self.body.clone(),
            skin,
            hard: HARD_SHARE * skin,
            step_secs: f64::from(config.step_secs),
            wanted: DVec3::ZERO,
            stands_by_skin: false,
        }
    }
}

fn check_position(position: [f64; 3]) -> Result<(), MoveError> {
    match first_beyond(position, MAX_COORDINATE_M) {
        Some(axis) => Err(MoveError::Position { axis }),
        None => Ok(()),
    }
}
