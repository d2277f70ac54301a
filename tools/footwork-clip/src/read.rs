//! Reads clip files of any format: [`read_clip`] reads files with one clip, [`read_clips`] files with any number.

use footwork_base::LengthUnit;

use crate::bvh::read_bvh;
use crate::clip_error::{ClipError, shape};
use crate::deepmimic;
use crate::evidence::{Evidence, body_size, travelling_link};
use crate::finding::RejectedAnimation;
use crate::format::{CLIP_FILES, ClipFormat};
use crate::gltf::GltfFile;
use crate::limits::Limits;
use crate::loaded::{LoadedClip, LoadedFile};
use crate::mesh::Mesh;
use crate::read_options::ReadOptions;
use crate::smpl::{SmplClip, read_amass, read_humanml3d};
use crate::unit::UnitChoice;

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

/// Reads all clips of a file in any format, or only the one that [`ReadOptions`] names. If the file holds several
/// animations, unreadable animations are listed as rejected. The result has at least one clip or rejection.
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
            let (clip, findings, keys) = deepmimic::read(bytes, limits)?;
            let loaded = LoadedClip::in_metres(clip, format, findings, options)?;
            LoadedFile::single(LoadedClip {
                keys: Some(keys),
                ..loaded
            })
        }
        ClipFormat::Amass => {
            LoadedFile::single(load_smpl(read_amass(bytes, limits)?, format, options)?)
        }
        ClipFormat::HumanMl3d => {
            let clip = read_humanml3d(bytes, limits)?;
            LoadedFile::single(load_smpl(clip, format, options)?)
        }
        ClipFormat::Gltf => {
            let file = GltfFile::parse(bytes, options.files, &options.limits)?;
            load_gltf(&file, options)?
        }
        #[cfg(feature = "fbx")]
        ClipFormat::Fbx => load_fbx(bytes, options)?,
        #[cfg(not(feature = "fbx"))]
        ClipFormat::Fbx => return Err(crate::loaded::no_animation(options.only)),
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

/// A file whose clips are read one by one. A glTF file is parsed only once for all of them.
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
    /// Opens a file with this content. Only the options `files` and `limits` are used.
    ///
    /// # Errors
    /// Same as [`read_clips`].
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

    /// Reads the clips of the file, like [`read_clips`].
    ///
    /// # Errors
    /// Same as [`read_clips`].
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

    /// Whether part of the file's data is in other files.
    pub fn uses_other_files(&self) -> bool {
        match &self.content {
            Content::Gltf(file) => file.uses_other_files(),
            Content::Other(_) => false,
        }
    }
}

/// Reads the mesh that a file binds to the joints of its clips; `None` if the file has no mesh, as in formats without
/// meshes. Only the options `unit`, `files` and `limits` are used.
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

/// The beginning of a Git LFS pointer, in every version of [the
/// format](https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md). A pointer stands in for a file that is not
/// fetched yet.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// Whether the file is a Git LFS pointer, which stands in for a file that is not fetched yet.
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

fn load_gltf(file: &GltfFile, options: &ReadOptions<'_>) -> Result<LoadedFile, ClipError> {
    let document = file.document(options.only);
    let several = document.animation_count > 1;
    let is_part = several || document.uses_other_files;
    let loaded = document.animations.into_iter().map(|animation| {
        let (clip, findings) = (animation.clip, animation.findings);
        Ok(LoadedClip {
            animation: several.then_some(animation.name),
            invalid: animation.invalid,
            labels: animation.labels,
            fingerprint: is_part.then_some(animation.fingerprint),
            keys: Some(animation.keys),
            joint_scale: animation.joint_scale,
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
            keys: Some(animation.keys),
            joint_scale: animation.joint_scale,
            ..LoadedClip::in_metres(clip, ClipFormat::Fbx, findings, options)?
        })
    });
    let file = LoadedFile {
        clips: loaded.collect::<Result<_, ClipError>>()?,
        rejected: document.rejected.into_iter().map(rejected).collect(),
    };
    file.or_rejected(!several, options.only)
}

fn load_smpl(
    read: SmplClip,
    format: ClipFormat,
    options: &ReadOptions<'_>,
) -> Result<LoadedClip, ClipError> {
    let loaded = LoadedClip::in_metres(read.clip, format, read.findings, options)?;
    Ok(LoadedClip {
        invalid: read.invalid,
        ..loaded
    })
}

fn load_bvh(bytes: &[u8], options: &ReadOptions<'_>) -> Result<LoadedClip, ClipError> {
    let (document, findings) = read_bvh(bytes, &options.limits)?;
    let read = |unit: LengthUnit| -> Result<LoadedClip, ClipError> {
        let clip = document.to_clip(unit.metres()).map_err(shape)?;
        let evidence = Evidence::from_clip(&clip, unit.metres());
        let findings = findings.clone();
        let invalid = document.invalid().to_vec();
        let loaded = LoadedClip::new(clip, ClipFormat::Bvh, findings, evidence);
        Ok(LoadedClip { invalid, ..loaded }.rooted(options))
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

/// Converts the error of a rejection to [`ClipError`], which all formats share.
fn rejected<E: Into<ClipError>>(other: RejectedAnimation<E>) -> RejectedAnimation<ClipError> {
    RejectedAnimation {
        name: other.name,
        error: other.error.into(),
    }
}
