//! Cutting: each range that a query found becomes a clip of its own, in a file with its sidecar.
//!
//! A piece of a BVH file is its rows as they stand, with the order of channels, the unit and every
//! number kept; pieces of other files become GLB, in metres. The tags and events of the range go
//! with it, moved to its first frame: into the sidecar beside it, which is the truth, and for other
//! tools into the extras of a GLB too. Notes go along, and one more says where the piece comes from;
//! lines that this version does not know stay behind, as nobody knows which frames they mean.
//!
//! A mirrored twin is cut as the clip it is: its piece holds the mirrored motion, with its tags and
//! events called by their other side. In BVH its channels are in the order that Footwork writes.
//!
//! [`plan_cut`] says what would be written and touches no file; [`CutPlan::write`] does it.

mod content;
mod error;
mod file_name;
mod plan;
mod rebased;
mod template;
mod write;

use std::path::{Path, PathBuf};

use footwork_base::FrameRange;
use footwork_sidecar::Finding;
use footwork_tags::ClipId;

pub use error::CutError;
use footwork_library::{ClipEntry, Library};
pub use plan::plan_cut;
pub use template::Template;

/// The kind of file that pieces become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CutFormat {
    /// Biovision hierarchy.
    Bvh,
    /// glTF as one binary file.
    Glb,
}

impl CutFormat {
    /// What its files are called behind the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Bvh => "bvh",
            Self::Glb => "glb",
        }
    }

    /// The format of a clip where it can be written, else GLB.
    fn like(entry: &ClipEntry) -> Self {
        match is_bvh(entry) {
            true => Self::Bvh,
            false => Self::Glb,
        }
    }
}

fn is_bvh(entry: &ClipEntry) -> bool {
    let extension = entry.file_name().rsplit_once('.').map(|(_, e)| e);
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("bvh"))
}

/// How to cut.
#[derive(Clone, Debug, Default)]
pub struct CutOptions {
    /// What the pieces are called.
    pub name: Template,
    /// What they become; `None` for the format of the source where it can be written, else GLB.
    pub format: Option<CutFormat>,
    /// Whether files that are there are replaced, with their sidecars.
    pub force: bool,
}

/// A range of a clip that becomes a clip of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The clip it is cut from.
    pub clip: ClipId,
    /// The frames of that clip.
    pub range: FrameRange,
    /// Its file, by the path from the folder of the pieces with `/`.
    pub file: String,
    /// What kind of file.
    pub format: CutFormat,
    /// How many spans of tags go with it.
    pub spans: usize,
    /// How many events go with it.
    pub events: usize,
    /// Whether a file or a sidecar is there, which it replaces.
    pub replaces: bool,
}

/// What a cut would write.
#[derive(Clone, Debug)]
pub struct CutPlan {
    folder: PathBuf,
    force: bool,
    pieces: Vec<Piece>,
    findings: Vec<Finding>,
}

impl CutPlan {
    /// The folder of the pieces.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The pieces, clip by clip in the order of their names, and by their frames.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// What does not go along.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Writes all pieces and their sidecars, or nothing: every file is written under another name
    /// and synced first, and when all are, they take their places.
    ///
    /// # Errors
    /// When a clip cannot be read or has changed since the library was opened, when a piece does not
    /// fit its format, when a file has appeared since the plan was made, or when the disk fails.
    /// Nothing new is left then; only where the last step fails midway can some of the files that
    /// were to be replaced be the new ones already.
    pub fn write(&self, library: &Library) -> Result<(), CutError> {
        write::write(self, library)
    }
}
