//! [`ReadOptions`]: how the files of all formats are read.

use std::fmt;

use footwork_base::{FbxRange, Heading, LengthUnit, UpAxis};

use crate::gltf::{FileSource, NoFiles};
use crate::limits::Limits;
use crate::role::RoleNames;

/// How [`read_clips`](crate::read_clips) reads a file.
#[derive(Clone, Copy)]
pub struct ReadOptions<'a> {
    /// The length unit of the file. For a format that states its unit, this is the true length of the file's metre.
    /// With `None`, the reader trusts the stated unit, and estimates the unit of other formats (BVH) with
    /// [`UnitChoice::from_size`](crate::UnitChoice::from_size).
    pub unit: Option<LengthUnit>,
    /// The axis of the file that points up. With `None`, the reader finds the axis from the motion of the clip; see
    /// [`Stance`](crate::Stance).
    pub up: Option<UpAxis>,
    /// The name of the [travelling joint](crate::Clip::travelling_joint); if it is `None`, or the skeleton has no such
    /// joint, the reader finds the joint from the motion of the clip.
    pub root: Option<&'a str>,
    /// The source of the character's heading.
    pub heading: Heading,
    /// The frames of an FBX animation to read.
    pub fbx_range: FbxRange,
    /// The limits of the reader.
    pub limits: Limits,
    /// The source of files that a clip file refers to; by default there are none.
    pub files: &'a dyn FileSource,
    /// The joints that settings assign to roles.
    pub role_names: Option<&'a RoleNames>,
    /// The only animation to read from a file of several; `None`, the default, reads all.
    pub only: Option<&'a str>,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self {
            unit: None,
            up: None,
            root: None,
            heading: Heading::default(),
            fbx_range: FbxRange::default(),
            limits: Limits::default(),
            files: &NoFiles,
            role_names: None,
            only: None,
        }
    }
}

impl fmt::Debug for ReadOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadOptions")
            .field("unit", &self.unit)
            .field("up", &self.up)
            .field("root", &self.root)
            .field("heading", &self.heading)
            .field("fbx_range", &self.fbx_range)
            .field("limits", &self.limits)
            .field("only", &self.only)
            .finish_non_exhaustive()
    }
}
