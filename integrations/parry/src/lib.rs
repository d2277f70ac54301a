//! Footwork's mover in the worlds of parry, Rapier and Avian, whose colliders become obstacles.
//!
//! [`Converted::from_shape`] turns any shape of parry into a [`Solid`](footwork_slide::Solid). With the feature `rapier`,
//! [`RapierLevel`] lets a mover walk through a Rapier world, in place of Rapier's `KinematicCharacterController`: it
//! searches Rapier's own broad phase, knows which colliders move and how fast, and turns contacts into impulses. Avian's
//! colliders are read by the plugin in `integrations/bevy/`, which uses the same conversion.
//!
//! # Shapes
//!
//! | shape | becomes | error |
//! |---|---|---|
//! | ball, capsule, cuboid, cylinder | a volume | none |
//! | segment, polyline | boxes without thickness | none |
//! | triangle, trimesh, heightfield, voxels | a mesh | none |
//! | convex polyhedron | a mesh, solid throughout | none |
//! | half-space | a box that reaches 1,000 km | none nearer |
//! | round cuboid, round triangle, round convex polyhedron | a compound of volumes and hulls | none |
//! | cone, round cone, round cylinder | a convex mesh around the shape | at most 1 mm, or 1/5000 of the radius; see below |
//! | compound | a compound | as its parts |
//! | custom | [`ConvertError::Custom`] | |
//!
//! The error of a curved shape is outwards: a body may stop this far before the true surface and never enters it. A mesh has
//! at most [`Mesh::MAX_HULL_POINTS`](footwork_slide::Mesh::MAX_HULL_POINTS) corners, so that a large border can double the
//! error up to three times: to 2 mm for a round cylinder with a radius of 2 m and a border of 0.5 m, to 4.4 mm for 10 m and
//! 1 m, and to 1/625 of the radius, with the border, at most.
//! Scaled shapes need no care, because parry scales by making new shapes.
//!
//! | file in `integrations/parry/src/` | contents |
//! |---|---|
//! | `convert`, `error` | shapes as solids, and shapes that cannot be obstacles |
//! | `pieces` | the meshes and volumes that shapes are made of |
//! | `round` | shapes with round edges, as exact compounds |
//! | `revolved` | cones, round cones and round cylinders, as meshes around them |
//! | `solids` | a solid for each shape in use, made once |
//! | `rapier` | Rapier's colliders as obstacles, and impulses on its bodies |

mod convert;
mod error;
mod pieces;
#[cfg(feature = "rapier")]
mod rapier;
mod revolved;
mod round;
mod solids;

pub use convert::Converted;
pub use error::ConvertError;
#[cfg(feature = "rapier")]
pub use rapier::{ColliderError, Impulse, RapierLevel, RapierObstacles};
pub use solids::Solids;

/// The largest distance between a curved shape and the mesh around it, in metres, for small shapes. It may double: see [Shapes](crate#shapes).
pub const CURVE_ERROR_M: f64 = 1.0e-3;

/// The largest distance between a curved shape and the mesh around it, as a share of its radius, for large shapes. It may double:
/// see [Shapes](crate#shapes).
pub const CURVE_ERROR_SHARE: f64 = 1.0 / 5000.0;

#[cfg(all(doctest, feature = "rapier"))]
#[doc = include_str!("../../../docs/guides/your-physics.md")]
struct GuideOfYourPhysics;
