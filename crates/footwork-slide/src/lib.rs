//! Bodies that slide along triangles and volumes without sticking to them, jittering in corners or entering them.
//!
//! A [`Mover`] moves a body, such as an upright box, capsule or sphere, through a [`World`] of meshes and volumes. The
//! body moves along the wanted displacement until an obstacle stops it, and then slides along that obstacle. Platforms
//! carry it, doors push it, and it climbs steps. A move is a pure function of the world, the body's state, the
//! displacement, the filter and the settings. It has the same bits on every machine. Lengths are in metres, positions
//! are f64, and y is up unless [`MoveConfig::up`] sets another direction.
//!
//! ```
//! use footwork_slide::{
//!     Filter, Label, MoveConfig, Mover, MoverState, Outcome, Pose, Shape, Volume, World,
//! };
//!
//! let mut world = World::new();
//! let wall = Volume::Box { half_m: [0.5, 2.0, 5.0] };
//! world.add_volume(wall, Pose::at([1.5, 1.0, 0.0])?, Label::default())?;
//!
//! let mut mover = Mover::new(Shape::Capsule { radius_m: 0.3, height_m: 1.8 })?;
//! let mut state = MoverState::at([0.0, 0.9, 0.0]);
//! let (filter, config) = (Filter::default(), MoveConfig::default());
//! for _ in 0..60 {
//!     let moved = mover.move_by(&world, &state, [0.05, 0.0, 0.02], &filter, &config)?;
//!     assert_ne!(moved.outcome, Outcome::Blocked);
//!     state = moved.state;
//! }
//! // The body stays away from the wall by the skin of 5 mm, and goes the whole way along the wall.
//! let [x, _, z] = state.position;
//! assert!((x - 0.695).abs() < 1e-6 && (z - 1.2).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How far a move leads
//!
//! Bodies keep a small distance from obstacles, the *skin* ([`MoveConfig::skin_m`]). One move displaces a body by at
//! most the sum of three lengths:
//!
//! - the length of the wanted displacement;
//! - the deepest missing skin before obstacles move: the skin less the gap to the nearest obstacle or, inside an
//!   obstacle, the skin plus the depth;
//! - the distance moved in this step by the obstacles that carry or push the body.
//!
//! A walking body may also go up by [`MoveConfig::step_height_m`] for each step that it climbs, and down by
//! [`MoveConfig::snap_m`]. If a body is outside of every obstacle after the obstacles have moved, the move takes it at
//! most a micrometre into an obstacle, unless a [`Filter::contact`] lets it in. A body that would need to go farther
//! than these limits does not jump: the outcome is [`Outcome::Blocked`], or the result is [`MoveResult::crushed`].
//!
//! In a gap wide enough for a body but not for its skin, the body keeps a thinner skin and passes at about the wanted
//! speed.
//!
//! The stages of a move can also be called on their own. [`slide_direction`] and [`project`] solve for the direction.
//! [`sweep_triangle`], [`sweep_volume`] and [`World::sweep`] find the time of impact. [`World::pieces_near`] finds the
//! triangles and volumes nearby.
//!
//! # What games also need
//!
//! `examples/controller.rs` is a character that uses most features of this table.
//!
//! | what | how |
//! |---|---|
//! | stairs, climbed at the level speed | [`MoveConfig::step_height_m`], [`MoveConfig::snap_m`] |
//! | platforms that carry, jumps from them | [`World::move_to`]; [`Support::velocity_mps`] of the footing |
//! | one-way doors and platforms | [`Filter::contact`] sees the normal |
//! | ladders, water, triggers | [`Mover::overlapping`], without allocation |
//! | crouching | [`Mover::resize`] |
//! | pushed crates | [`Contact::closing_mps`] times a mass is the impulse, against the normal |
//! | height fields, hulls, several solids as one | [`Mesh::from_height_samples`], [`Mesh::from_hull`], [`Compound`] |
//! | slopes | [`MoveConfig::max_slope_rad`], [`MoveConfig::constant_speed`]; a standing body does not creep |
//! | a start inside something | [`MoveConfig::recovery_mps`], [`Contact::depth_m`], [`MoveResult::crushed`] |
//! | crowds at narrow doors | [`Yielding`] |
//! | walls to walk on, planets | [`MoveConfig::up`] |
//! | the world of a physics engine | [`Obstacles`] |
//! | narrow corridors, low passages | no setting needed |
//!
//! # Source files, in the order of the data flow
//!
//! | file | what |
//! |---|---|
//! | `shape`, `polytope`, `body` | what moves, as a game describes it and as sweeps use it |
//! | `volume`, `mesh` | what stands in the way: volumes, and triangles with the normals that their neighbours allow |
//! | `tree`, `bounds` | the tree that finds triangles and obstacles |
//! | `compound` | several volumes and meshes as one obstacle |
//! | `pose`, `frame`, `filter`, `obstacle_id`, `world` | obstacles at their poses, and queries for those near a body |
//! | `sweep` | when a moving shape meets one triangle or volume, and along which normal |
//! | `project` | the direction nearest to the wanted one that enters nothing: quadratic programming |
//! | `yielding` | how people in a jam give way to each other |
//! | `mover` | one move: carry, slide, step, snap, make room; and the footing at its end |
//!
//! Source: the WOF blog, *Smoothing Character Collision Response using Quadratic Equations* (2008). The page
//! `docs/design/slide-skin.md` in the repository explains why a move works as it does, and which alternatives were
//! dropped.

mod body;
mod bounds;
mod compound;
mod filter;
mod frame;
mod mesh;
mod mover;
mod obstacle_id;
mod polytope;
mod pose;
mod project;
mod shape;
mod sweep;
mod tree;
mod vector;
mod volume;
mod world;
mod yielding;

pub use compound::{Compound, CompoundError, Part, Solid};
pub use filter::{Accept, AcceptContact, Approach, Filter, Label};
pub use mesh::{HeightSamples, Mesh, MeshError};
pub use mover::{
    Contact, Footing, MoveConfig, MoveConfigError, MoveError, MoveResult, Mover, MoverState,
    Outcome, ResizeError, Speed, Support,
};
pub use obstacle_id::ObstacleId;
pub use pose::{Pose, PoseError};
pub use project::{
    ActiveSet, HalfSpace, Projection, Slide, SlideError, project, project_oracle, slide_direction,
};
pub use shape::{HullPoints, Shape, ShapeError};
pub use sweep::{Swept, sweep_triangle, sweep_volume};
pub use volume::{PlacedVolume, Volume, VolumeError};
pub use world::{Nearby, ObstacleMotion, Obstacles, PlacedSolid, World, WorldError, WorldHit};
pub use yielding::{Intent, YieldState, Yielding};
