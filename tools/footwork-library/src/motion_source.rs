//! Locates and reads the motion of a clip.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footwork_base::{FbxRange, Heading, LengthUnit, UpAxis};
use footwork_clip::{
    ClipError, ClipFile, FolderFiles, JointPairs, Limits, LoadedClip, LoadedFile, Mesh,
    ReadOptions, RoleNames, read_clips, read_mesh,
};
use footwork_sidecar::{ClipHash, Settings};
use footwork_store::read_existing;

use crate::clip_entry::ClipEntry;
use crate::open_files::{OpenFiles, OpenedFile};

/// Everything needed to read the motion of a clip without its library. It reads only the content that the library had
/// when it was opened: the tags and ranges of a clip may not fit other motion.
#[derive(Clone, Debug)]
pub struct MotionSource {
    file: String,
    path: PathBuf,
    /// The hash of the clip's content.
    hash: ClipHash,
    /// The hash of its whole file.
    file_hash: ClipHash,
    /// The name of the clip's animation, if the file holds several.
    animation: Option<String>,
    unit: Option<LengthUnit>,
    up: UpAxis,
    /// The joints that `footwork.toml` assigns to roles.
    role_names: RoleNames,
    root: Arc<str>,
    heading: Heading,
    fbx_range: FbxRange,
    /// For a mirrored twin, the pairs of joints that `footwork.toml` adds to those found by name.
    mirrored: Option<BTreeMap<String, String>>,
    /// The cache of open files that hold several clips.
    open_files: Arc<OpenFiles>,
}

impl MotionSource {
    pub(crate) fn new(entry: &ClipEntry, settings: &Settings, open_files: &Arc<OpenFiles>) -> Self {
        let mirrored = entry.mirror_of.as_ref();
        Self {
            file: entry.file_name().to_owned(),
            path: entry.path.clone(),
            hash: entry.hash,
            file_hash: entry.file_hash,
            animation: entry.animation().map(str::to_owned),
            unit: entry.unit,
            up: entry.up,
            root: Arc::clone(&entry.root),
            heading: settings.heading(&entry.name),
            fbx_range: settings.fbx_range(entry.file_name()),
            role_names: settings.role_names(entry.file_name()),
            mirrored: mirrored.map(|_| settings.mirror_joints.clone()),
            open_files: Arc::clone(open_files),
        }
    }

    /// Returns the hash of the clip's content when the library was opened.
    pub(crate) fn hash(&self) -> ClipHash {
        self.hash
    }

    /// Returns the hash of the clip's whole file when the library was opened.
    pub(crate) fn file_hash(&self) -> ClipHash {
        self.file_hash
    }

    /// Reads the motion; for a twin, the mirrored motion of its original.
    ///
    /// # Errors
    /// `changed` if the content has changed since the library was opened, or if the file can no longer be read or is no
    /// longer a clip.
    pub fn read(&self) -> Result<LoadedClip, ClipError> {
        let (loaded, hash) = self.read_any()?;
        unchanged(hash == self.hash)?;
        Ok(loaded)
    }

    /// Reads the same clip from another file, and hashes the content that the motion came from.
    ///
    /// # Errors
    /// If the file cannot be read or has no such clip.
    pub fn read_in_file(&self, path: &Path) -> Result<(LoadedClip, ClipHash), ClipError> {
        let mut other = self.clone();
        if let Some(name) = path.file_name() {
            other.file = name.to_string_lossy().into_owned();
        }
        other.path = path.to_owned();
        other.read_any()
    }

    /// Reads the current motion, whatever it was when the library was opened, and hashes its content.
    fn read_any(&self) -> Result<(LoadedClip, ClipHash), ClipError> {
        let files = FolderFiles::containing(&self.path);
        let options = ReadOptions {
            role_names: Some(&self.role_names),
            root: Some(&self.root),
            heading: self.heading,
            fbx_range: self.fbx_range,
            only: self.animation.as_deref(),
            ..self.options(&files)
        };
        let (clips, whole) = self.read_clips(&options)?;
        let mut clips = clips.clips;
        let loaded = match (clips.pop(), clips.is_empty()) {
            (Some(clip), true) => clip,
            // The file held one clip when the library was opened, but now holds several.
            _ => {
                return Err(wrong("several-clips", "the file now holds several clips"));
            }
        };
        let hash = loaded.fingerprint.map_or(whole, ClipHash::from_number);
        let Some(pairs) = &self.mirrored else {
            return Ok((loaded, hash));
        };
        let pairs = joint_pairs(&loaded, pairs)?;
        let mirrored = loaded.clip.mirrored(&pairs);
        let mirrored = LoadedClip {
            clip: mirrored.map_err(|error| wrong("no-mirror", &error.to_string()))?,
            ..loaded
        };
        Ok((mirrored, hash))
    }

    /// Reads the parts of the file that the options request, and hashes the file.
    fn read_clips(&self, options: &ReadOptions<'_>) -> Result<(LoadedFile, ClipHash), ClipError> {
        if self.animation.is_none() {
            let bytes = read_clip(&self.path)?;
            let clips = read_clips(&self.file, &bytes, options)?;
            return Ok((clips, ClipHash::from_bytes(&bytes)));
        }
        let open = || {
            let bytes = read_clip(&self.path)?;
            let hash = ClipHash::from_bytes(&bytes);
            let file = ClipFile::open(&self.file, bytes, options)?;
            Ok(OpenedFile { file, hash })
        };
        let opened = self.open_files.get(&self.path, open)?;
        Ok((opened.file.read(options)?, opened.hash))
    }

    /// Returns a hash of the parameters for reading this clip that may differ between clips under the same settings,
    /// such as the unit and the up axis.
    pub(crate) fn reading(&self) -> u64 {
        let unit = self.unit.map_or(0.0, LengthUnit::metres);
        let (axis, sign) = self.up.index_and_sign();
        let mut bytes = unit.to_le_bytes().to_vec();
        bytes.extend(axis.to_le_bytes());
        bytes.extend(sign.to_le_bytes());
        bytes.push(u8::from(self.mirrored.is_some()));
        let of_file = (self.heading, self.fbx_range, &self.role_names);
        bytes.extend(format!("{of_file:?} {}", self.root).bytes());
        ClipHash::from_bytes(&bytes).number()
    }

    /// Reads the bytes of the clip's file.
    ///
    /// # Errors
    /// `changed` if the file has changed since the library was opened, or if it can no longer be read.
    pub fn read_bytes(&self) -> Result<Vec<u8>, ClipError> {
        let bytes = read_clip(&self.path)?;
        unchanged(ClipHash::from_bytes(&bytes) == self.file_hash)?;
        Ok(bytes)
    }

    /// Reads the mesh that is bound to the joints of the clip, mirrored for a twin; `None` if the file has no mesh.
    ///
    /// # Errors
    /// Same as [`read`](Self::read), and if the file compresses its mesh in an unsupported way.
    pub fn read_mesh(&self) -> Result<Option<Mesh>, ClipError> {
        let bytes = self.read_bytes()?;
        let files = FolderFiles::containing(&self.path);
        let mesh = read_mesh(&self.file, &bytes, &self.options(&files))?;
        let (Some(mesh), Some(pairs)) = (&mesh, &self.mirrored) else {
            return Ok(mesh);
        };
        let original = Self {
            mirrored: None,
            ..self.clone()
        };
        let pairs = joint_pairs(&original.read()?, pairs)?;
        Ok(Some(mesh.clone().mirrored(&pairs)))
    }

    /// Returns the options that apply to all clips of the file.
    fn options<'a>(&self, files: &'a FolderFiles) -> ReadOptions<'a> {
        ReadOptions {
            unit: self.unit,
            up: Some(self.up),
            files,
            ..ReadOptions::default()
        }
    }
}

/// Returns the pairs of joints that mirror each other.
fn joint_pairs(
    loaded: &LoadedClip,
    named: &BTreeMap<String, String>,
) -> Result<JointPairs, ClipError> {
    JointPairs::from_names_with(loaded.clip.skeleton(), named)
        .map_err(|error| wrong("no-mirror", &error.to_string()))
}

/// Reads the bytes of a clip's file.
pub(crate) fn read_clip(path: &Path) -> Result<Vec<u8>, ClipError> {
    let bytes = read_existing(path, Limits::default().bytes);
    bytes.map_err(|error| unreadable(&error))
}

pub(crate) fn unreadable(error: &io::Error) -> ClipError {
    ClipError {
        position: None,
        code: "unreadable",
        message: format!("cannot be read: {error}"),
        hint: None,
    }
}

/// Returns the error about changed content unless it is unchanged.
fn unchanged(is_unchanged: bool) -> Result<(), ClipError> {
    if is_unchanged {
        return Ok(());
    }
    Err(ClipError {
        hint: Some("open the library again".to_owned()),
        ..wrong(
            "changed",
            "the clip has changed since the library was opened",
        )
    })
}

fn wrong(code: &'static str, message: &str) -> ClipError {
    ClipError {
        position: None,
        code,
        message: message.to_owned(),
        hint: None,
    }
}
