//! Clip file formats, recognised by the name and content of a file.

use crate::deepmimic::is_deepmimic;

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

    /// Whether a file with this name can be a clip. This is cheap, so use it to decide which files to open.
    pub fn may_be_clip(name: &str) -> bool {
        let extension = Self::extension(name);
        let is_known = |e: &str| matches!(e, "bvh" | "txt" | "json") || SEVERAL.contains(&e);
        extension.is_some_and(|e| is_known(&e))
    }

    /// Whether files of this format may have a [`Mesh`](crate::Mesh).
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

/// The kinds of clip files, for hints.
pub(crate) const CLIP_FILES: &str = if cfg!(feature = "fbx") {
    "clips are .bvh, .glb, .gltf and .fbx files, and .txt or .json files with DeepMimic Frames"
} else {
    "clips are .bvh, .glb and .gltf files, and .txt or .json files with DeepMimic Frames"
};
