//! Several meshes and volumes that form one obstacle.

use std::error::Error;
use std::sync::Arc;

use crate::mesh::Mesh;
use crate::pose::Pose;
use crate::volume::{Volume, VolumeError};

/// The geometry of an obstacle.
#[derive(Clone, Debug)]
pub enum Solid {
    /// Triangles, which several obstacles may share.
    Mesh(Arc<Mesh>),
    /// A volume.
    Volume(Volume),
    /// Several meshes and volumes.
    Compound(Arc<Compound>),
}

impl Solid {
    /// Returns whether two solids share their geometry, or are equal volumes.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Mesh(a), Self::Mesh(b)) => Arc::ptr_eq(a, b),
            (Self::Volume(a), Self::Volume(b)) => a == b,
            (Self::Compound(a), Self::Compound(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// A part of a [`Compound`].
#[derive(Clone, Debug)]
pub struct Part {
    /// A mesh or a volume.
    pub solid: Solid,
    /// The part's pose in the compound.
    pub pose: Pose,
}

/// Meshes and volumes that form one obstacle. They move together, carry and push as one, and share a label. Volumes
/// remain exact volumes. A compound never changes, and any number of obstacles may share it.
///
/// Contacts give the index of the touched part. Parts may overlap. A query tests the bounds of every part, so use
/// at most a few dozen. Join the surfaces of hundreds of parts into one [`Mesh`].
///
/// ```
/// use std::sync::Arc;
///
/// use footwork_slide::{Compound, Filter, Label, Part, Pose, Shape, Solid, Volume, World};
///
/// let box_at = |half_m, at| Ok::<_, Box<dyn std::error::Error>>(Part {
///     solid: Solid::Volume(Volume::Box { half_m }),
///     pose: Pose::at(at)?,
/// });
/// // A table: its top, and a leg in the middle.
/// let table = Compound::new(vec![
///     box_at([0.8, 0.05, 0.5], [0.0, 0.75, 0.0])?,
///     box_at([0.1, 0.35, 0.1], [0.0, 0.35, 0.0])?,
/// ])?;
/// let mut world = World::new();
/// let id = world.add_compound(Arc::new(table), Pose::at([3.0, 0.0, 0.0])?, Label::default())?;
/// let ball = Shape::Sphere { radius_m: 0.1 };
/// let hit = world.sweep(&ball, [0.0, 0.3, 0.0], [5.0, 0.0, 0.0], &Filter::default()).unwrap();
/// assert_eq!((hit.obstacle, hit.part), (id, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Compound {
    parts: Vec<Part>,
}

impl Compound {
    /// The largest number of parts.
    pub const MAX_PARTS: usize = 1024;

    /// Makes a compound of parts. No body ever touches a compound without parts.
    ///
    /// # Errors
    ///
    /// Returns [`CompoundError::TooMany`] for more than [`Compound::MAX_PARTS`] parts. Otherwise returns the error of
    /// the first invalid part: [`CompoundError::Volume`] for an invalid volume, [`CompoundError::Nested`] for a
    /// compound.
    pub fn new(parts: Vec<Part>) -> Result<Self, CompoundError> {
        if parts.len() > Self::MAX_PARTS {
            return Err(CompoundError::TooMany { parts: parts.len() });
        }
        for (index, part) in parts.iter().enumerate() {
            match &part.solid {
                Solid::Mesh(_) => {}
                Solid::Volume(volume) => volume
                    .check()
                    .map_err(|error| CompoundError::Volume { index, error })?,
                Solid::Compound(_) => return Err(CompoundError::Nested { index }),
            }
        }
        Ok(Self { parts })
    }

    /// Returns the parts.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
}

/// Why parts cannot form a compound.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CompoundError {
    /// The volume of a part is invalid.
    Volume {
        /// The index of the part.
        index: usize,
        /// The error of the volume.
        error: VolumeError,
    },
    /// A part is a compound itself.
    Nested {
        /// The index of the part.
        index: usize,
    },
    /// There are more than [`Compound::MAX_PARTS`] parts.
    TooMany {
        /// The number of parts.
        parts: usize,
    },
}

footwork_base::display! { CompoundError:
    Self::Volume { index, .. } => "the volume of part {index} is invalid";
    Self::Nested { index } => "part {index} is a compound itself";
    Self::TooMany { parts } => "{parts} parts are more than the {} that a compound can have", Compound::MAX_PARTS;
}

impl Error for CompoundError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Volume { error, .. } => Some(error),
            _ => None,
        }
    }
}
