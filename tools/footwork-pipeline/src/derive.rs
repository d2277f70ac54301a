//! Derived clips: files made from the clips of a library. Each gets a sidecar with the labels of its source.
//!
//! A cut turns each range that a query found into a clip. The other [edits](Edit) make an edited copy of a whole clip:
//! on another skeleton, at another rate, mirrored. All of them share the plan of file names, the settings of the new
//! folder, and the write, which makes all files or none.
//!
//! A piece of a BVH file keeps the file's rows: the channel order, the unit and every number. Edited copies are BVH in
//! Footwork's own channel order and in the unit of their source, or GLB in metres. On request, derived clips are FBX with
//! the mesh of their source.
//!
//! A folder without settings gets a `footwork.toml` with the unit and the root of the sources, and with their heading
//! if it is not the default. If the folder has settings, all files are written in the unit that the settings give for
//! them.
//!
//! A [`FrameMap`] maps the tags and events to the new frames. They are written to the sidecar, which is authoritative,
//! and in GLB also to the extras of the file, for other tools. The clip's state and notes are copied, and an added note
//! names the source. Unknown lines are not copied, because they may refer to frames.
//!
//! A mirrored twin is a source too: its derived clips have the mirrored motion, and tags and events of the other side.
//!
//! [`plan_derived`] checks names and folders. [`DerivePlan::write`] makes the clips and writes them;
//! [`DerivePlan::try_out`] makes the clips without writing them, and so finds every failure that a write would, except
//! those of the disk.
//!
//! | file | what |
//! |---|---|
//! | `edit` | [`Edit`]: what happens to the motion |
//! | `frame_map`, `labels` | the new places of frames, and of the sidecar's lines |
//! | `template`, `file_name`, `names` | names of files, and what prevents them |
//! | `plan`, `settings` | which clip becomes which file, read with which settings |
//! | `content` | the bytes of a clip and of its sidecar |
//! | `write`, `unfinished` | making all of them, writing all or none, and finishing a killed write |

mod content;
mod edit;
mod error;
mod file_name;
mod frame_map;
mod labels;
mod names;
mod plan;
mod settings;
mod template;
mod unfinished;
mod write;

use std::path::{Path, PathBuf};

use footwork_base::{FrameRange, FrameRate, LengthUnit, UpAxis};
use footwork_sidecar::{Finding, SIDECAR_SUFFIX};
use footwork_tags::ClipId;

pub use edit::{Edit, EditError};
pub use error::DeriveError;
use footwork_library::{ClipEntry, Library, Whole, percent_encoded};
pub use frame_map::FrameMap;
pub use plan::plan_derived;
pub use template::NameTemplate;
pub use unfinished::finish_derived;

/// The format of the files that derived clips become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DerivedFormat {
    /// Biovision hierarchy.
    Bvh,
    /// glTF as one binary file.
    Glb,
    /// Binary FBX, with the mesh that is bound to the skeleton.
    Fbx,
}

impl DerivedFormat {
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

/// How to derive clips.
#[derive(Clone, Debug, Default)]
pub struct DeriveOptions {
    /// The file names.
    pub name: NameTemplate,
    /// The format; `None` for the source's format if Footwork can write it, else GLB.
    pub format: Option<DerivedFormat>,
    /// What happens to the motion.
    pub edit: Edit,
    /// Whether to replace existing files and their sidecars.
    pub force: bool,
    /// Whether to leave out clips that cannot be made, with a warning for each. Otherwise one such clip is an error for
    /// the whole plan.
    pub partial: bool,
}

/// A clip made from a range of another clip, or planned to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivedClip {
    /// The source clip.
    pub clip: ClipId,
    /// The frames of the source. In the plan of a loop, the frames to search; once the loop is made, the frames of the
    /// cycle.
    pub range: FrameRange,
    /// The clip's file, as a path with `/` relative to the folder of the derived clips.
    pub file: String,
    /// The name of the clip's animation, if the file also holds animations of a character.
    pub animation: Option<String>,
    /// The file format.
    pub format: DerivedFormat,
    /// The length unit of its numbers.
    pub unit: LengthUnit,
    /// The axis that points up in its numbers.
    pub up: UpAxis,
    /// The name of its travelling joint.
    pub root: String,
    /// The number of its frames; 0 until it is made.
    pub frames: u32,
    /// The clip's frame rate; the source's rate until the clip is made.
    pub rate: FrameRate,
    /// The number of copied spans of tags; 0 until it is made.
    pub spans: usize,
    /// The number of copied events; 0 until it is made.
    pub events: usize,
    /// Whether it replaces an existing file or sidecar.
    pub replaces: bool,
}

impl DerivedClip {
    /// Returns the name of the clip in a library at its folder: its file, followed by `#` and the animation if the file
    /// holds several.
    pub fn name(&self) -> String {
        match &self.animation {
            Some(animation) => format!("{}#{animation}", self.file),
            None => self.file.clone(),
        }
    }

    /// Returns the name of its file without folders and extension.
    fn stem(&self) -> &str {
        let base = self.file.rsplit('/').next().unwrap_or(&self.file);
        base.rsplit_once('.').map_or(base, |(stem, _)| stem)
    }

    /// Returns the file of its sidecar, as a path with `/`.
    fn sidecar(&self) -> String {
        let animation = self.animation.iter();
        let animation = animation.map(|name| format!("#{}", percent_encoded(name)));
        let animation: String = animation.collect();
        format!("{}{animation}{SIDECAR_SUFFIX}", self.file)
    }
}

/// Which clips become which files.
#[derive(Clone, Debug)]
pub struct DerivePlan {
    folder: PathBuf,
    force: bool,
    partial: bool,
    edit: Edit,
    clips: Vec<DerivedClip>,
    findings: Vec<Finding>,
    settings: Option<String>,
}

/// The clips that were made.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// The clips, ordered by the name of their source and by frame.
    pub clips: Vec<DerivedClip>,
    /// Findings about lines that are not copied, motion that could not be transferred, and omitted clips.
    pub findings: Vec<Finding>,
}

impl DerivePlan {
    /// Returns the folder of the derived clips.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the text of the `footwork.toml` to write next to the clips, if their folder has no settings.
    pub fn settings(&self) -> Option<&str> {
        self.settings.as_deref()
    }

    /// Makes every clip without writing it.
    ///
    /// # Errors
    /// Every clip that cannot be made, unless the plan is [partial](DeriveOptions::partial): clips that cannot be read,
    /// that have changed since the library was opened, that do not suit the edit, or that do not fit the format.
    pub fn try_out(&self, library: &Library) -> Result<Derived, Vec<DeriveError>> {
        write::try_out(self, library)
    }

    /// Writes all clips and their sidecars, or nothing. Every file is first written and synced under a temporary name,
    /// and all files are renamed at the end. If the program is killed during the renames, [`finish_derived`] renames
    /// the rest. [`Whole`] proves that the query for the clips could read the whole library, or that the caller accepts
    /// gaps.
    ///
    /// # Errors
    /// Same as [`try_out`](Self::try_out), and if a file has appeared since the plan was made, or if the disk fails. No
    /// new file then remains, and files that were already replaced are restored.
    pub fn write(&self, library: &Library, _whole: &Whole) -> Result<Derived, Vec<DeriveError>> {
        write::write(self, library)
    }
}
