//! Reads clip files of any format: [`read_clip`] for files with one clip, [`read_clips`] for any.

use std::fmt;

use footwork_base::{FbxRange, Heading, LengthUnit};

use crate::bvh::read_bvh;
use crate::clip::Clip;
use crate::clip_error::ClipError;
use crate::deepmimic::{is_deepmimic, read_deepmimic};
use crate::evidence::{Evidence, body_size, travelling_link};
use crate::finding::{Finding, RejectedAnimation};
use crate::gltf::{FileSource, GltfFile, Labels, NoFiles};
use crate::limits::Limits;
use crate::mesh::Mesh;
use crate::plausible_rate::odd_rate;
use crate::role::RoleNames;
use crate::unit::UnitChoice;

/// A format of clip files.
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

/// The extensions of formats that hold several clips.
const SEVERAL: &[&str] = if cfg!(feature = "fbx") {
    &["glb", "gltf", "fbx"]
} else {
    &["glb", "gltf"]
};

impl ClipFormat {
    /// Returns the format of a file, from the extension of its name (in any case) and its content.
    ///
    /// `None` for other extensions, and for a `.txt` or `.json` file that is not DeepMimic.
    ///
    /// ```
    /// use footwork_clip::ClipFormat;
    ///
    /// assert_eq!(ClipFormat::detect("takes/Walk.BVH", b""), Some(ClipFormat::Bvh));
    /// assert_eq!(ClipFormat::detect("readme.txt", b"Read me."), None);
    /// ```
    pub fn detect(name: &str, bytes: &[u8]) -> Option<Self> {
        match Self::extension(name)?.as_str() {
            "bvh" => Some(Self::Bvh),
            "glb" | "gltf" => Some(Self::Gltf),
            "fbx" if cfg!(feature = "fbx") => Some(Self::Fbx),
            "txt" | "json" if is_deepmimic(bytes) => Some(Self::DeepMimic),
            _ => None,
        }
    }

    /// Whether a file with this name can be a clip. Cheap enough to choose which files to open.
    pub fn may_be_clip(name: &str) -> bool {
        let extension = Self::extension(name);
        let is_known = |e: &str| matches!(e, "bvh" | "txt" | "json") || SEVERAL.contains(&e);
        extension.is_some_and(|e| is_known(&e))
    }

    /// Whether files of this format may have a [`Mesh`].
    pub fn may_have_mesh(self) -> bool {
        matches!(self, Self::Gltf | Self::Fbx)
    }

    /// Whether a file with this name may hold several clips.
    pub fn may_hold_several(name: &str) -> bool {
        Self::extension(name).is_some_and(|e| SEVERAL.contains(&e.as_str()))
    }

    /// Returns the extension of a path in lower case.
    fn extension(name: &str) -> Option<String> {
        let file = name.rsplit(['/', '\\']).next()?;
        Some(file.rsplit_once('.')?.1.to_ascii_lowercase())
    }
}

/// A clip, and how it was read.
#[derive(Clone, Debug)]
pub struct LoadedClip {
    /// The clip, in metres.
    pub clip: Clip,
    /// The format of its file.
    pub format: ClipFormat,
    /// The name of its animation, if the format holds several; else `None`.
    pub animation: Option<String>,
    /// The mistakes that the reader noticed or repaired.
    pub findings: Vec<Finding>,
    /// The estimated length unit and the reason; `None` if it was given or the format defines it.
    pub estimated_unit: Option<UnitChoice>,
    /// The evidence about the size of its skeleton and the travelling joint, in the file's unit of length.
    pub evidence: Evidence,
    /// The labels stored with the clip in its file.
    pub labels: Option<Labels>,
    /// The xxh3-64 hash of the clip's own content; `None` if the content is exactly the file. The two differ if
    /// the file holds several clips or refers to other files.
    pub fingerprint: Option<u64>,
}

impl LoadedClip {
    /// Creates a clip from a format with one clip per file and no labels.
    fn new(clip: Clip, format: ClipFormat, mut findings: Vec<Finding>, evidence: Evidence) -> Self {
        findings.extend(odd_rate(&clip));
        Self {
            clip,
            format,
            animation: None,
            findings,
            estimated_unit: None,
            evidence,
            labels: None,
            fingerprint: None,
        }
    }

    /// Does the same for a format that states its unit.
    fn in_metres(
        clip: Clip,
        format: ClipFormat,
        findings: Vec<Finding>,
        options: &ReadOptions<'_>,
    ) -> Result<Self, ClipError> {
        let evidence = Evidence::from_clip(&clip, 1.0);
        let clip = match options.unit {
            None | Some(LengthUnit::Metre) => clip,
            Some(unit) => clip.scaled(unit.metres()).map_err(shape)?,
        };
        Ok(Self::new(clip, format, findings, evidence).rooted(options))
    }

    /// Sets the travelling joint and the source of the heading.
    fn rooted(self, options: &ReadOptions<'_>) -> Self {
        let named = options
            .root
            .and_then(|root| self.clip.skeleton().resolve(root));
        let found = || self.evidence.joint(travelling_link(&[&self.evidence]));
        let joint = named.unwrap_or_else(found);
        Self {
            clip: self
                .clip
                .with_travelling_joint(joint)
                .with_heading(options.heading),
            ..self
        }
    }
}

/// The clips of a file.
#[derive(Clone, Debug, Default)]
pub struct LoadedFile {
    /// The clips, in file order.
    pub clips: Vec<LoadedClip>,
    /// The animations that cannot be read, in file order.
    pub rejected: Vec<RejectedAnimation<ClipError>>,
}

impl LoadedFile {
    fn single(clip: LoadedClip) -> Self {
        Self {
            clips: vec![clip],
            rejected: Vec::new(),
        }
    }

    /// Returns an error if the only animation, or the requested one, was rejected or is missing.
    fn or_rejected(mut self, is_one: bool, only: Option<&str>) -> Result<Self, ClipError> {
        match self.rejected.pop() {
            Some(rejected) if is_one || only.is_some() => Err(rejected.error),
            Some(rejected) => {
                self.rejected.push(rejected);
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
    /// The length unit of the file. For a format that states its unit, this is the real length of a stated metre.
    /// `None` accepts a stated unit, and estimates the unit of other files (BVH) with [`UnitChoice::from_size`].
    pub unit: Option<LengthUnit>,
    /// The name of the [travelling joint](Clip::travelling_joint); if it is `None`, or the skeleton has no such joint, it
    /// is found from the motion of the clip.
    pub root: Option<&'a str>,
    /// The source of the character's heading.
    pub heading: Heading,
    /// Which frames of an FBX animation count.
    pub fbx_range: FbxRange,
    /// The limits of the reader.
    pub limits: Limits,
    /// Where to find files that a clip file refers to; by default nowhere.
    pub files: &'a dyn FileSource,
    /// The joints that settings give to roles.
    pub role_names: Option<&'a RoleNames>,
    /// The only animation to read from a file of several; all by default.
    pub only: Option<&'a str>,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self {
            unit: None,
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
            .field("root", &self.root)
            .field("heading", &self.heading)
            .field("fbx_range", &self.fbx_range)
            .field("limits", &self.limits)
            .field("only", &self.only)
            .finish_non_exhaustive()
    }
}

/// Reads a file that holds one clip, in any format.
///
/// The extension of `name` selects the reader. `unit` is the length unit, as in [`ReadOptions`].
///
/// # Errors
/// If the file is not a clip, cannot be read, or holds several clips, which [`read_clips`] reads.
pub fn read_clip(
    name: &str,
    bytes: &[u8],
    unit: Option<LengthUnit>,
    limits: &Limits,
) -> Result<LoadedClip, ClipError> {
    let options = ReadOptions {
        unit,
        limits: *limits,
        ..ReadOptions::default()
    };
    let LoadedFile {
        mut clips,
        rejected,
    } = read_clips(name, bytes, &options)?;
    let count = clips.len() + rejected.len();
    match clips.pop() {
        Some(clip) if count == 1 => Ok(clip),
        _ => Err(ClipError {
            position: None,
            code: "several-clips",
            message: format!("the file holds {count} clips, but one is needed here"),
            hint: None,
        }),
    }
}

/// Reads all clips of a file in any format, or one of them. If the file holds several animations, those that
/// cannot be read are listed as rejected. The result has at least one clip or rejection.
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
/// If the file is not a clip, cannot be read, has no animation or lacks the requested one, or if its only animation or
/// the requested one cannot be read.
pub fn read_clips(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions<'_>,
) -> Result<LoadedFile, ClipError> {
    let limits = &options.limits;
    if is_lfs_pointer(bytes) {
        return Err(lfs_pointer());
    }
    let Some(format) = ClipFormat::detect(name, bytes) else {
        return Err(ClipError {
            position: None,
            code: "no-clip",
            message: "the file is not a clip".into(),
            hint: Some(CLIP_FILES.into()),
        });
    };
    let mut file = match format {
        ClipFormat::Bvh => LoadedFile::single(load_bvh(bytes, options)?),
        ClipFormat::DeepMimic => {
            let (clip, findings) = read_deepmimic(bytes, limits)?;
            let loaded = LoadedClip::in_metres(clip, format, findings, options)?;
            LoadedFile::single(loaded)
        }
        ClipFormat::Gltf => {
            let file = GltfFile::parse(bytes, options.files, &options.limits)?;
            load_gltf(&file, options)?
        }
        #[cfg(feature = "fbx")]
        ClipFormat::Fbx => load_fbx(bytes, options)?,
        #[cfg(not(feature = "fbx"))]
        ClipFormat::Fbx => return Err(no_animation(options.only)),
    };
    set_roles(&mut file, options);
    Ok(file)
}

fn set_roles(file: &mut LoadedFile, options: &ReadOptions<'_>) {
    if let Some(names) = options.role_names.filter(|names| !names.is_empty()) {
        for loaded in &mut file.clips {
            loaded.clip.set_role_names(names);
        }
    }
}

/// A file whose clips are read one after another. A glTF file is parsed only once for all of them.
#[derive(Debug)]
pub struct ClipFile {
    name: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Gltf(GltfFile),
    Other(Vec<u8>),
}

impl ClipFile {
    /// Opens a file with this content. Of the options, only `files` and `limits` are used.
    ///
    /// # Errors
    /// As [`read_clips`].
    pub fn open(name: &str, bytes: Vec<u8>, options: &ReadOptions<'_>) -> Result<Self, ClipError> {
        let is_gltf = ClipFormat::detect(name, &bytes) == Some(ClipFormat::Gltf);
        let content = if is_gltf && !is_lfs_pointer(&bytes) {
            Content::Gltf(GltfFile::parse(&bytes, options.files, &options.limits)?)
        } else {
            Content::Other(bytes)
        };
        let name = name.to_owned();
        Ok(Self { name, content })
    }

    /// Reads its clips, as [`read_clips`] does.
    ///
    /// # Errors
    /// As [`read_clips`].
    pub fn read(&self, options: &ReadOptions<'_>) -> Result<LoadedFile, ClipError> {
        match &self.content {
            Content::Gltf(file) => {
                let mut file = load_gltf(file, options)?;
                set_roles(&mut file, options);
                Ok(file)
            }
            Content::Other(bytes) => read_clips(&self.name, bytes, options),
        }
    }

    /// Whether part of its data is in other files.
    pub fn uses_other_files(&self) -> bool {
        match &self.content {
            Content::Gltf(file) => file.uses_other_files(),
            Content::Other(_) => false,
        }
    }
}

/// Reads the mesh that a file binds to the joints of its clips; `None` if it has none, as in formats without meshes. Of
/// the options, only `unit`, `files` and `limits` are used.
///
/// ```
/// use footwork_clip::{ReadOptions, read_mesh};
///
/// let empty = br#"{"asset": {"version": "2.0"}}"#;
/// assert_eq!(read_mesh("house.gltf", empty, &ReadOptions::default()), Ok(None));
/// ```
///
/// # Errors
/// If the file cannot be read, compresses its mesh in an unsupported way (`packed-mesh`), or has a mesh with more than
/// 2^21 vertices (`too-many-vertices`).
pub fn read_mesh(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions<'_>,
) -> Result<Option<Mesh>, ClipError> {
    let limits = &options.limits;
    let mesh = match ClipFormat::detect(name, bytes) {
        Some(ClipFormat::Gltf) => crate::gltf::read_mesh(bytes, options.files, limits)?,
        #[cfg(feature = "fbx")]
        Some(ClipFormat::Fbx) => crate::fbx::read_mesh(bytes, limits)?,
        _ => None,
    };
    Ok(match options.unit {
        Some(unit) => mesh.map(|mesh| mesh.scaled(unit.metres())),
        None => mesh,
    })
}

/// The start of the text that Git LFS leaves in place of a file that it has not fetched, in every version of [its
/// format](https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md).
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// Whether a file is only the pointer that Git LFS leaves in its place until it is fetched.
pub fn is_lfs_pointer(bytes: &[u8]) -> bool {
    bytes.starts_with(LFS_POINTER)
}

fn lfs_pointer() -> ClipError {
    ClipError {
        position: None,
        code: "lfs-pointer",
        message: "the file is a Git LFS pointer, not the clip itself".into(),
        hint: Some("run `git lfs pull`".into()),
    }
}

const CLIP_FILES: &str = if cfg!(feature = "fbx") {
    "clips are .bvh, .glb, .gltf and .fbx files, and .txt or .json files with DeepMimic Frames"
} else {
    "clips are .bvh, .glb and .gltf files, and .txt or .json files with DeepMimic Frames"
};

fn load_gltf(file: &GltfFile, options: &ReadOptions<'_>) -> Result<LoadedFile, ClipError> {
    let document = file.document(options.only);
    let several = document.animation_count > 1;
    let is_part = several || document.uses_other_files;
    let loaded = document.animations.into_iter().map(|animation| {
        let (clip, findings) = (animation.clip, animation.findings);
        Ok(LoadedClip {
            animation: several.then_some(animation.name),
            labels: animation.labels,
            fingerprint: is_part.then_some(animation.fingerprint),
            ..LoadedClip::in_metres(clip, ClipFormat::Gltf, findings, options)?
        })
    });
    let file = LoadedFile {
        clips: loaded.collect::<Result<_, ClipError>>()?,
        rejected: document.rejected.into_iter().map(rejected).collect(),
    };
    file.or_rejected(!several, options.only)
}

#[cfg(feature = "fbx")]
fn load_fbx(bytes: &[u8], options: &ReadOptions<'_>) -> Result<LoadedFile, ClipError> {
    let document = crate::fbx::read_fbx(bytes, options.only, options.fbx_range, &options.limits)?;
    let several = document.animation_count > 1;
    let loaded = document.animations.into_iter().map(|animation| {
        let (clip, findings) = (animation.clip, animation.findings);
        Ok(LoadedClip {
            animation: several.then_some(animation.name),
            fingerprint: several.then_some(animation.fingerprint),
            ..LoadedClip::in_metres(clip, ClipFormat::Fbx, findings, options)?
        })
    });
    let file = LoadedFile {
        clips: loaded.collect::<Result<_, ClipError>>()?,
        rejected: document.rejected.into_iter().map(rejected).collect(),
    };
    file.or_rejected(!several, options.only)
}

fn load_bvh(bytes: &[u8], options: &ReadOptions<'_>) -> Result<LoadedClip, ClipError> {
    let (document, findings) = read_bvh(bytes, &options.limits)?;
    let read = |unit: LengthUnit| -> Result<LoadedClip, ClipError> {
        let clip = document.to_clip(unit.metres()).map_err(shape)?;
        let evidence = Evidence::from_clip(&clip, unit.metres());
        let findings = findings.clone();
        Ok(LoadedClip::new(clip, ClipFormat::Bvh, findings, evidence).rooted(options))
    };
    if let Some(unit) = options.unit {
        return read(unit);
    }
    let unscaled = read(LengthUnit::Metre)?;
    let evidence = [&unscaled.evidence];
    let choice = UnitChoice::from_size(body_size(&evidence, travelling_link(&evidence)));
    let scaled = match choice.unit {
        LengthUnit::Metre => unscaled,
        unit => LoadedClip {
            evidence: unscaled.evidence,
            ..read(unit)?
        },
    };
    Ok(LoadedClip {
        estimated_unit: Some(choice),
        ..scaled
    })
}

/// Converts the error of a rejection to the one that all formats share.
fn rejected<E: Into<ClipError>>(other: RejectedAnimation<E>) -> RejectedAnimation<ClipError> {
    RejectedAnimation {
        name: other.name,
        error: other.error.into(),
    }
}

fn no_animation(only: Option<&str>) -> ClipError {
    ClipError {
        position: None,
        code: "no-animation",
        message: match only {
            Some(name) => format!("the file has no animation {name:?}"),
            None => "the file has no animation".into(),
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
