//! One door for every kind of clip file.

use std::fmt;

use footwork_base::Position;

use crate::bvh::{self, BvhError};
use crate::clip::Clip;
use crate::deepmimic::{self, DeepMimicError};
use crate::finding::Finding;
use crate::limits::Limits;
use crate::unit::{LengthUnit, UnitChoice};

/// The kinds of clip files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipFormat {
    /// Biovision hierarchy, `.bvh`.
    Bvh,
    /// DeepMimic JSON, `.txt` or `.json` with a `Frames` array.
    DeepMimic,
}

impl ClipFormat {
    /// The kind of file that a name, by its extension in any case, and the content say.
    ///
    /// `None` for other extensions, and for a `.txt` or `.json` that is no DeepMimic file.
    ///
    /// ```
    /// use footwork_clip::ClipFormat;
    ///
    /// assert_eq!(ClipFormat::of("takes/Walk.BVH", b""), Some(ClipFormat::Bvh));
    /// assert_eq!(ClipFormat::of("readme.txt", b"Read me."), None);
    /// ```
    pub fn of(name: &str, bytes: &[u8]) -> Option<Self> {
        match Self::extension(name)?.as_str() {
            "bvh" => Some(Self::Bvh),
            "txt" | "json" if deepmimic::is_deepmimic(bytes) => Some(Self::DeepMimic),
            _ => None,
        }
    }

    /// Whether a file of this name can be a clip; cheap, for choosing which files to open.
    pub fn may_be_clip(name: &str) -> bool {
        Self::extension(name).is_some_and(|e| matches!(e.as_str(), "bvh" | "txt" | "json"))
    }

    /// What follows the last dot of the last part of a path, in lower case.
    fn extension(name: &str) -> Option<String> {
        let file = name.rsplit(['/', '\\']).next()?;
        Some(file.rsplit_once('.')?.1.to_ascii_lowercase())
    }
}

/// A clip and what there is to say about how it was read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The clip, in metres.
    pub clip: Clip,
    /// The kind of file it came from.
    pub format: ClipFormat,
    /// What the reader noticed and repaired.
    pub findings: Vec<Finding>,
    /// The length unit of the file and why, when it was estimated; `None` when it was given or
    /// when the format says it.
    pub estimated_unit: Option<UnitChoice>,
}

/// Reads a clip file of any kind.
///
/// `name` chooses the reader by its extension. `unit` is the length unit of formats that do not
/// say it (BVH); `None` estimates it from the skeleton by [`LengthUnit::estimate`]. DeepMimic
/// files are in metres and ignore it.
///
/// # Errors
/// When the file is no clip, or is one that cannot be read.
pub fn read_clip(
    name: &str,
    bytes: &[u8],
    unit: Option<LengthUnit>,
    limits: &Limits,
) -> Result<Loaded, ClipError> {
    let Some(format) = ClipFormat::of(name, bytes) else {
        return Err(ClipError {
            position: None,
            code: "no-clip",
            message: "the file is no clip".into(),
            hint: Some(
                "clips are .bvh files, and .txt or .json files with DeepMimic Frames".into(),
            ),
        });
    };
    match format {
        ClipFormat::Bvh => {
            let (document, findings) = bvh::read(bytes, limits)?;
            let estimated_unit = match unit {
                Some(_) => None,
                None => Some(LengthUnit::estimate(
                    &document.skeleton(1.0).map_err(shape)?,
                )),
            };
            let chosen = estimated_unit.as_ref().map(|choice| choice.unit).or(unit);
            let metres = chosen.unwrap_or(LengthUnit::Metre).metres();
            Ok(Loaded {
                clip: document.to_clip(metres).map_err(shape)?,
                format,
                findings,
                estimated_unit,
            })
        }
        ClipFormat::DeepMimic => {
            let (clip, findings) = deepmimic::read(bytes, limits)?;
            Ok(Loaded {
                clip,
                format,
                findings,
                estimated_unit: None,
            })
        }
    }
}

/// Why a file gives no clip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipError {
    /// Where in the file, when it is at one place.
    pub position: Option<Position>,
    /// A stable name of the kind of mistake, such as `not-a-number`.
    pub code: &'static str,
    /// What is wrong, in one sentence without a final full stop.
    pub message: String,
    /// What would be right, where that is known.
    pub hint: Option<String>,
}

fn shape(error: impl fmt::Display) -> ClipError {
    ClipError {
        position: None,
        code: "shape",
        message: error.to_string(),
        hint: Some("check the length unit".into()),
    }
}

impl From<BvhError> for ClipError {
    fn from(error: BvhError) -> Self {
        Self {
            position: Some(error.position),
            code: error.kind.code(),
            message: error.kind.to_string(),
            hint: error.kind.hint(),
        }
    }
}

impl From<DeepMimicError> for ClipError {
    fn from(error: DeepMimicError) -> Self {
        Self {
            position: error.position,
            code: error.kind.code(),
            message: error.kind.to_string(),
            hint: None,
        }
    }
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.position {
            write!(f, "line {}, column {}: ", at.line, at.column)?;
        }
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ClipError {}
