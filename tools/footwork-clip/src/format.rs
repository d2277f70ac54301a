//! One door for every kind of clip file.
//!
//! [`read_clip`] is for files of one clip, [`read_clips`] for all.

use std::fmt;

use footwork_base::LengthUnit;

use crate::bvh;
use crate::clip::Clip;
use crate::clip_error::ClipError;
use crate::deepmimic;
use crate::finding::Finding;
use crate::gltf::{self, Alone, Beside, Labels};
use crate::limits::Limits;
use crate::refused::Refused;
use crate::unit::UnitChoice;

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

/// What [`read_clips`] found in a file.
#[derive(Clone, Debug, Default)]
pub struct LoadedFile {
    /// The clips, in the order of the file.
    pub clips: Vec<Loaded>,
    /// The animations of a file of several that cannot be read, in the order of the file.
    pub refused: Vec<Refused<ClipError>>,
}

impl LoadedFile {
    fn of_one(clip: Loaded) -> Self {
        Self {
            clips: vec![clip],
            refused: Vec::new(),
        }
    }

    /// What is left out is all that there is, or all that was asked for: then the file is refused.
    fn or_refused(mut self, is_one: bool, only: Option<&str>) -> Result<Self, ClipError> {
        match self.refused.pop() {
            Some(refused) if is_one || only.is_some() => Err(refused.error),
            Some(refused) => {
                self.refused.push(refused);
                Ok(self)
            }
            None if self.clips.is_empty() => Err(no_animation(only)),
            None => Ok(self),
        }
    }
}

/// How [`read_clips`] reads a file.
#[derive(Clone, Copy)]
pub struct ReadOptions<'a> {
    /// The length unit of formats that do not say it (BVH); `None` estimates it from the skeleton
    /// by [`UnitChoice::estimate`]. Other formats are in metres and ignore it.
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
/// say it (BVH); `None` estimates it from the skeleton by [`UnitChoice::estimate`]. Other formats
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
    let LoadedFile { mut clips, refused } = read_clips(name, bytes, &options)?;
    let count = clips.len() + refused.len();
    match clips.pop() {
        Some(clip) if count == 1 => Ok(clip),
        _ => Err(ClipError {
            position: None,
            code: "several-clips",
            message: format!("the file holds {count} clips, and one is needed here"),
            hint: None,
        }),
    }
}

/// Reads all clips of a file of any kind, or one of them. Of a file of several animations, those that
/// cannot be read are named beside the clips; there is at least one of either.
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
/// that is asked for; also when the only animation, or the one that is asked for, cannot be read.
pub fn read_clips(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions<'_>,
) -> Result<LoadedFile, ClipError> {
    let limits = &options.limits;
    let Some(format) = ClipFormat::of(name, bytes) else {
        return Err(ClipError {
            position: None,
            code: "no-clip",
            message: "the file is no clip".into(),
            hint: Some(CLIP_FILES.into()),
        });
    };
    match format {
        ClipFormat::Bvh => Ok(LoadedFile::of_one(read_bvh(bytes, options)?)),
        ClipFormat::DeepMimic => {
            let (clip, findings) = deepmimic::read(bytes, limits)?;
            Ok(LoadedFile::of_one(Loaded::alone(clip, format, findings)))
        }
        ClipFormat::Gltf => read_gltf(bytes, options),
        #[cfg(feature = "fbx")]
        ClipFormat::Fbx => read_fbx(bytes, options),
        #[cfg(not(feature = "fbx"))]
        ClipFormat::Fbx => Err(no_animation(options.only)),
    }
}

const CLIP_FILES: &str = match cfg!(feature = "fbx") {
    true => {
        "clips are .bvh, .glb, .gltf and .fbx files, and .txt or .json files with DeepMimic Frames"
    }
    false => "clips are .bvh, .glb and .gltf files, and .txt or .json files with DeepMimic Frames",
};

fn read_gltf(bytes: &[u8], options: &ReadOptions<'_>) -> Result<LoadedFile, ClipError> {
    let document = gltf::read(bytes, options.beside, options.only, &options.limits)?;
    let several = document.animation_count > 1;
    let is_part = several || document.has_files_beside;
    let loaded = document.animations.into_iter().map(|animation| Loaded {
        animation: several.then_some(animation.name),
        labels: animation.labels,
        fingerprint: is_part.then_some(animation.fingerprint),
        ..Loaded::alone(animation.clip, ClipFormat::Gltf, animation.findings)
    });
    let file = LoadedFile {
        clips: loaded.collect(),
        refused: document.refused.into_iter().map(Refused::of_clip).collect(),
    };
    file.or_refused(!several, options.only)
}

#[cfg(feature = "fbx")]
fn read_fbx(bytes: &[u8], options: &ReadOptions<'_>) -> Result<LoadedFile, ClipError> {
    let document = crate::fbx::read(bytes, options.only, &options.limits)?;
    let several = document.animation_count > 1;
    let loaded = document.animations.into_iter().map(|animation| Loaded {
        animation: several.then_some(animation.name),
        fingerprint: several.then_some(animation.fingerprint),
        ..Loaded::alone(animation.clip, ClipFormat::Fbx, animation.findings)
    });
    let file = LoadedFile {
        clips: loaded.collect(),
        refused: document.refused.into_iter().map(Refused::of_clip).collect(),
    };
    file.or_refused(!several, options.only)
}

fn read_bvh(bytes: &[u8], options: &ReadOptions<'_>) -> Result<Loaded, ClipError> {
    let (document, findings) = bvh::read(bytes, &options.limits)?;
    let estimated_unit = match options.unit {
        Some(_) => None,
        None => Some(UnitChoice::estimate(
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

fn shape(error: impl fmt::Display) -> ClipError {
    ClipError {
        position: None,
        code: "shape",
        message: error.to_string(),
        hint: Some("check the length unit".into()),
    }
}
