//! One door for every kind of clip file.
//!
//! [`read_clip`] is for files of one clip, [`read_clips`] for all.

use std::fmt;

use footwork_base::Position;

use crate::bvh::{self, BvhError};
use crate::clip::Clip;
use crate::deepmimic::{self, DeepMimicError};
use crate::finding::Finding;
use crate::gltf::{self, Alone, Beside, GltfError, Labels};
use crate::limits::Limits;
use crate::unit::{LengthUnit, UnitChoice};

/// The kinds of clip files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipFormat {
    /// Biovision hierarchy, `.bvh`.
    Bvh,
    /// DeepMimic JSON, `.txt` or `.json` with a `Frames` array.
    DeepMimic,
    /// glTF 2.0, `.glb` or `.gltf`: every animation is a clip.
    Gltf,
    /// Autodesk FBX, `.fbx`, with the feature `fbx`: every animation stack is a clip.
    Fbx,
}

/// The extensions of files of several clips.
const SEVERAL: &[&str] = match cfg!(feature = "fbx") {
    true => &["glb", "gltf", "fbx"],
    false => &["glb", "gltf"],
};

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
            "glb" | "gltf" => Some(Self::Gltf),
            "fbx" if cfg!(feature = "fbx") => Some(Self::Fbx),
            "txt" | "json" if deepmimic::is_deepmimic(bytes) => Some(Self::DeepMimic),
            _ => None,
        }
    }

    /// Whether a file of this name can be a clip; cheap, for choosing which files to open.
    pub fn may_be_clip(name: &str) -> bool {
        let extension = Self::extension(name);
        let is_known = |e: &str| matches!(e, "bvh" | "txt" | "json") || SEVERAL.contains(&e);
        extension.is_some_and(|e| is_known(&e))
    }

    /// Whether a file of this name may hold several clips.
    pub fn may_hold_several(name: &str) -> bool {
        Self::extension(name).is_some_and(|e| SEVERAL.contains(&e.as_str()))
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
    /// Which animation of a file of several it is; `None` in a file of one.
    pub animation: Option<String>,
    /// What the reader noticed and repaired.
    pub findings: Vec<Finding>,
    /// The length unit of the file and why, when it was estimated; `None` when it was given or
    /// when the format says it.
    pub estimated_unit: Option<UnitChoice>,
    /// Labels that came with the clip in its file.
    pub labels: Option<Labels>,
    /// The xxh3-64 hash of the clip's own content, where that is not all of the file and nothing
    /// but the file: in a file of several, and in one with files beside it.
    pub fingerprint: Option<u64>,
}

impl Loaded {
    /// What a format of one clip, without labels, gives.
    fn alone(clip: Clip, format: ClipFormat, findings: Vec<Finding>) -> Self {
        Self {
            clip,
            format,
            animation: None,
            findings,
            estimated_unit: None,
            labels: None,
            fingerprint: None,
        }
    }
}

/// How [`read_clips`] reads a file.
#[derive(Clone, Copy)]
pub struct ReadOptions<'a> {
    /// The length unit of formats that do not say it (BVH); `None` estimates it from the skeleton
    /// by [`LengthUnit::estimate`]. Other formats are in metres and ignore it.
    pub unit: Option<LengthUnit>,
    /// What is refused.
    pub limits: Limits,
    /// Where files that a clip file points at are; by default there are none.
    pub beside: &'a dyn Beside,
    /// The one animation to read, of a file of several; by default all are.
    pub only: Option<&'a str>,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self {
            unit: None,
            limits: Limits::default(),
            beside: &Alone,
            only: None,
        }
    }
}

impl fmt::Debug for ReadOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadOptions")
            .field("unit", &self.unit)
            .field("limits", &self.limits)
            .field("only", &self.only)
            .finish_non_exhaustive()
    }
}

/// Reads a file of one clip, of any kind.
///
/// `name` chooses the reader by its extension. `unit` is the length unit of formats that do not
/// say it (BVH); `None` estimates it from the skeleton by [`LengthUnit::estimate`]. Other formats
/// are in metres and ignore it.
///
/// # Errors
/// When the file is no clip, is one that cannot be read, or holds several, which [`read_clips`]
/// reads.
pub fn read_clip(
    name: &str,
    bytes: &[u8],
    unit: Option<LengthUnit>,
    limits: &Limits,
) -> Result<Loaded, ClipError> {
    let options = ReadOptions {
        unit,
        limits: *limits,
        ..ReadOptions::default()
    };
    let mut clips = read_clips(name, bytes, &options)?;
    match (clips.pop(), clips.len()) {
        (Some(clip), 0) => Ok(clip),
        (_, others) => Err(ClipError {
            position: None,
            code: "several-clips",
            message: format!(
                "the file holds {} clips, and one is needed here",
                others + 1
            ),
            hint: None,
        }),
    }
}

/// Reads all clips of a file of any kind, or one of them; at least one.
///
/// ```
/// use footwork_clip::{ReadOptions, read_clips};
///
/// let empty = br#"{"asset": {"version": "2.0"}}"#;
/// let error = read_clips("house.gltf", empty, &ReadOptions::default()).unwrap_err();
/// assert_eq!(error.code, "no-animation");
/// ```
///
/// # Errors
/// When the file is no clip or cannot be read, and when there is no animation in it, or not the one
/// that is asked for.
pub fn read_clips(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions<'_>,
) -> Result<Vec<Loaded>, ClipError> {
    let limits = &options.limits;
    let Some(format) = ClipFormat::of(name, bytes) else {
        return Err(ClipError {
            position: None,
            code: "no-clip",
            message: "the file is no clip".into(),
            hint: Some(
                "clips are .bvh, .glb and .gltf files, and .txt or .json files with DeepMimic \
                 Frames"
                    .into(),
            ),
        });
    };
    match format {
        ClipFormat::Bvh => Ok(vec![read_bvh(bytes, options)?]),
        ClipFormat::DeepMimic => {
            let (clip, findings) = deepmimic::read(bytes, limits)?;
            Ok(vec![Loaded::alone(clip, format, findings)])
        }
        ClipFormat::Gltf => {
            let document = gltf::read(bytes, options.beside, options.only, limits)?;
            if document.animations.is_empty() {
                return Err(no_animation(options.only));
            }
            let several = document.animation_count > 1;
            let is_part = several || document.has_files_beside;
            let loaded = document.animations.into_iter().map(|animation| Loaded {
                animation: several.then_some(animation.name),
                labels: animation.labels,
                fingerprint: is_part.then_some(animation.fingerprint),
                ..Loaded::alone(animation.clip, format, animation.findings)
            });
            Ok(loaded.collect())
        }
        #[cfg(feature = "fbx")]
        ClipFormat::Fbx => read_fbx(bytes, options),
        #[cfg(not(feature = "fbx"))]
        ClipFormat::Fbx => Err(no_animation(options.only)),
    }
}

#[cfg(feature = "fbx")]
fn read_fbx(bytes: &[u8], options: &ReadOptions<'_>) -> Result<Vec<Loaded>, ClipError> {
    let document = crate::fbx::read(bytes, options.only, &options.limits)?;
    if document.animations.is_empty() {
        return Err(no_animation(options.only));
    }
    let several = document.animation_count > 1;
    let loaded = document.animations.into_iter().map(|animation| Loaded {
        animation: several.then_some(animation.name),
        fingerprint: several.then_some(animation.fingerprint),
        ..Loaded::alone(animation.clip, ClipFormat::Fbx, animation.findings)
    });
    Ok(loaded.collect())
}

fn read_bvh(bytes: &[u8], options: &ReadOptions<'_>) -> Result<Loaded, ClipError> {
    let (document, findings) = bvh::read(bytes, &options.limits)?;
    let estimated_unit = match options.unit {
        Some(_) => None,
        None => Some(LengthUnit::estimate(
            &document.skeleton(1.0).map_err(shape)?,
        )),
    };
    let chosen = estimated_unit.as_ref().map(|choice| choice.unit);
    let metres = chosen
        .or(options.unit)
        .unwrap_or(LengthUnit::Metre)
        .metres();
    let clip = document.to_clip(metres).map_err(shape)?;
    Ok(Loaded {
        estimated_unit,
        ..Loaded::alone(clip, ClipFormat::Bvh, findings)
    })
}

fn no_animation(only: Option<&str>) -> ClipError {
    ClipError {
        position: None,
        code: "no-animation",
        message: match only {
            Some(name) => format!("there is no animation {name:?} in the file"),
            None => "there is no animation in the file".into(),
        },
        hint: None,
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

impl From<GltfError> for ClipError {
    fn from(error: GltfError) -> Self {
        Self {
            position: error.position,
            code: error.code,
            message: match error.place.as_str() {
                "" => error.message,
                place => format!("{place}: {}", error.message),
            },
            hint: None,
        }
    }
}

#[cfg(feature = "fbx")]
impl From<crate::fbx::FbxError> for ClipError {
    fn from(error: crate::fbx::FbxError) -> Self {
        Self {
            position: None,
            code: error.code,
            message: error.message,
            hint: None,
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
