//! Bodies that slide along anything: swept shapes against triangles and volumes, and quadratic
//! programming to find the direction that enters nothing and is nearest to the wanted one.
//!
//! | module | what |
//! |---|---|
//! | [`shape`] | what moves: an upright box, an upright capsule, a sphere |
//! | [`volume`] | what may stand in the way, beside triangles: boxes, turned boxes, spheres, capsules |
//! | [`mesh`] | triangles in the way, from any soup of them |
//! | [`world`] | obstacles at their poses, with labels to filter them by |
//! | [`sweep`] | when a moving shape meets one triangle or volume, and along which normal |
//! | [`project`](mod@project) | the rule of sliding: the direction nearest to the wanted one that enters nothing |
//! | [`mover`] | a body that moves: all of the above, and platforms, steps, slopes and ground |
//!
//! Source: the WOF blog, *Smoothing Character Collision Response using Quadratic Equations* (2008).

mod body;
mod bounds;
pub mod filter;
pub mod mesh;
pub mod mover;
pub mod pose;
pub mod project;
pub mod shape;
pub mod sweep;
mod tree;
pub mod volume;
pub mod world;

pub use filter::{Accept, Filter, Label};
pub use mesh::{Mesh, MeshError};
pub use mover::{
    ConfigError, Contact, Ground, MoveConfig, MoveError, MoveResult, Mover, MoverState, Outcome,
    ResizeError, Speed,
};
pub use pose::{Pose, PoseError};
pub use project::{HalfSpace, Projection, Slide, SlideError, project, slide_direction};
pub use shape::{Shape, ShapeError};
pub use sweep::{Hit, Swept};
pub use volume::{Volume, VolumeError};
pub use world::{Moved, Nearby, ObstacleId, Solid, World, WorldError, WorldHit};
