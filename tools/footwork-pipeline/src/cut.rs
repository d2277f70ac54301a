//! Cutting: each range that a query found becomes a clip in its own file, with a sidecar.
//!
//! A piece of a BVH file keeps the file's rows: the channel order, the unit and every number. Pieces of other files
//! become GLB, in metres. On request, pieces become FBX with the mesh of their source. A folder without settings gets a `footwork.toml` with the unit and the root of the sources,
//! and with their heading if it is not the default. If the folder has settings, BVH is written in their unit. The tags
//! and events of the range are shifted so that the piece starts at frame 0, and are written to its sidecar, which is
//! authoritative. A GLB file also holds them in its extras, for other tools. The state of the clip and its notes are
//! copied, and one more note says where the piece comes from. Unknown lines are not copied, because they may refer to
//! frames.
//!
//! A piece of a mirrored twin holds the mirrored motion, and its tags and events name the other
//! side. In BVH its channels are in Footwork's own order.
//!
//! Pieces can be put on another skeleton. The whole clip is [retargeted](crate::retarget()) before it is cut, so that a
//! piece moves exactly like that part of the whole.
//!
//! [`plan_cut`] returns what a cut would write and writes no file; [`CutPlan::write`] writes the
//! files.

mod content;
mod error;
mod file_name;
mod plan;
mod rebased;
mod settings;
mod template;
mod unfinished;
mod write;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_base::{FrameRange, LengthUnit, UpAxis};
use footwork_clip::{Mesh, Skeleton};
use footwork_sidecar::Finding;
use footwork_tags::ClipId;

pub use error::CutError;
use footwork_library::{ClipEntry, Library, Whole};
pub use plan::plan_cut;
pub use template::CutTemplate;
pub use unfinished::finish_cuts;

/// The format of the files that pieces become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CutFormat {
    /// Biovision hierarchy.
    Bvh,
    /// glTF as one binary file.
    Glb,
    /// Binary FBX, with the mesh that is bound to the skeleton.
    Fbx,
}

impl CutFormat {
    /// Returns the file name extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Bvh => "bvh",
            Self::Glb => "glb",
            Self::Fbx => "fbx",
        }
    }

    /// Returns the format of a clip if Footwork can write it, else GLB.
    fn like(entry: &ClipEntry) -> Self {
        if is_bvh(entry) { Self::Bvh } else { Self::Glb }
    }
}

fn is_bvh(entry: &ClipEntry) -> bool {
    let extension = entry.file_name().rsplit_once('.').map(|(_, e)| e);
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("bvh"))
}

/// How to cut.
#[derive(Clone, Debug, Default)]
pub struct CutOptions {
    /// The file names of the pieces.
    pub name: CutTemplate,
    /// The format of the pieces; `None` for the source's format if Footwork can write it, else GLB.
    pub format: Option<CutFormat>,
    /// The skeleton on which the pieces are put; `None` to keep the skeletons of their clips.
    pub onto: Option<Arc<Skeleton>>,
    /// The mesh that is bound to that skeleton, for pieces in FBX.
    pub onto_mesh: Option<Arc<Mesh>>,
    /// Whether to replace existing files and their sidecars.
    pub force: bool,
}

/// A range that becomes a separate clip.
#[derive(Clone, Debug, PartialEq)]
pub struct CutPiece {
    /// The clip that it is cut from.
    pub clip: ClipId,
    /// The frames of that clip.
    pub range: FrameRange,
    /// Its file, as a path with `/` relative to the folder of the pieces.
    pub file: String,
    /// The file format.
    pub format: CutFormat,
    /// The length unit of its numbers.
    pub unit: LengthUnit,
    /// The axis that points up in its numbers.
    pub up: UpAxis,
    /// The number of copied spans of tags.
    pub spans: usize,
    /// The number of copied events.
    pub events: usize,
    /// Whether it replaces an existing file or sidecar.
    pub replaces: bool,
}

/// What a cut would write.
#[derive(Clone, Debug)]
pub struct CutPlan {
    folder: PathBuf,
    force: bool,
    onto: Option<Arc<Skeleton>>,
    onto_mesh: Option<Arc<Mesh>>,
    pieces: Vec<CutPiece>,
    findings: Vec<Finding>,
    settings: Option<String>,
}

impl CutPlan {
    /// Returns the folder of the pieces.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the pieces, ordered by clip name and by frame.
    pub fn pieces(&self) -> &[CutPiece] {
        &self.pieces
    }

    /// Returns the text of the `footwork.toml` to write next to the pieces, if their folder has no settings.
    pub fn settings(&self) -> Option<&str> {
        self.settings.as_deref()
    }

    /// Returns findings about lines that are not copied.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Writes all pieces and their sidecars, or nothing. Returns findings about motion that could not be transferred to
    /// another skeleton. Every file is first written and synced under a temporary name, and all are renamed at the end.
    /// If the program is killed while they are renamed, [`finish_cuts`] renames the rest. [`Whole`] proves that the
    /// query for the ranges could read the whole library, or that the caller accepts gaps.
    ///
    /// # Errors
    /// If a clip cannot be read or has changed since the library was opened, if its motion cannot be put on the chosen
    /// skeleton, if a piece does not fit its format, if a file has appeared since the plan was made, or if the disk
    /// fails. In that case, no new file remains. If the renaming fails midway, replaced files are put back.
    pub fn write(&self, library: &Library, _whole: &Whole) -> Result<Vec<Finding>, CutError> {
        write::write(self, library)
    }
}
