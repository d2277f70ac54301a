//! Clip file formats, recognised by the name and content of a file.

use crate::deepmimic::is_deepmimic;
use crate::smpl::{is_amass, is_humanml3d};

/// A format of clip files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipFormat {
    /// Biovision hierarchy, `.bvh`.
    Bvh,
    /// DeepMimic JSON, `.txt` or `.json` with a `Frames` array.
    DeepMimic,
    /// glTF 2.0, `.glb` or `.gltf`, and the avatars and animations of VRM, `.vrm` and `.vrma`: every animation is a
    /// clip.
    Gltf,
    /// AMASS, `.npz` with `poses` and `trans`.
    Amass,
    /// HumanML3D, `.npy` with 263 columns or 22 joints.
    HumanMl3d,
    /// Autodesk FBX, `.fbx`, with the feature `fbx`: every animation stack is a clip.
    Fbx,
}

/// The extensions of formats that hold several clips.
const SEVERAL: &[&str] = if cfg!(feature = "fbx") {
    &["glb", "gltf", "vrm", "vrma", "fbx"]
} else {
    &["glb", "gltf", "vrm", "vrma"]
};

/// The extensions of other formats that may hold motion.
const UNREAD: [&str; 25] = [
    "abc", "amc", "anim", "asf", "blend", "c3d", "dae", "fbx", "gr2", "hkx", "htr", "ma", "max",
    "mb", "npy", "npz", "pkl", "trb", "trc", "uasset", "usd", "usda", "usdc", "usdz", "vmd",
];

impl ClipFormat {
    /// Returns the format of a file, from the extension of its name (in any case) and its content.
    ///
    /// `None` for other extensions, for a `.txt` or `.json` file that is not DeepMimic, and for NumPy arrays that are
    /// neither AMASS nor HumanML3D.
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
            "glb" | "gltf" | "vrm" | "vrma" => Some(Self::Gltf),
            "fbx" if cfg!(feature = "fbx") => Some(Self::Fbx),
            "npz" if is_amass(bytes) => Some(Self::Amass),
            "npy" if is_humanml3d(bytes) => Some(Self::HumanMl3d),
            "txt" | "json" if is_deepmimic(bytes) => Some(Self::DeepMimic),
            _ => None,
        }
    }

    /// Whether a file with this name can be a clip. This is cheap, so use it to decide which files to open.
    pub fn may_be_clip(name: &str) -> bool {
        let extension = Self::extension(name);
        let is_known =
            |e: &str| matches!(e, "bvh" | "txt" | "json" | "npz" | "npy") || SEVERAL.contains(&e);
        extension.is_some_and(|e| is_known(&e))
    }

    /// Returns the extension of a file that may hold motion, for reporting a file that no reader accepts, such as a
    /// `.usda` file or an `.npz` file that is not AMASS; `None` for extensions that never hold motion.
    ///
    /// ```
    /// use footwork_clip::ClipFormat;
    ///
    /// assert_eq!(ClipFormat::unread_kind("take.USDA"), Some("usda"));
    /// assert_eq!(ClipFormat::unread_kind("take.bvh"), None);
    /// assert_eq!(ClipFormat::unread_kind("notes.md"), None);
    /// ```
    pub fn unread_kind(name: &str) -> Option<&'static str> {
        let extension = Self::extension(name)?;
        let kinds = UNREAD.iter().copied();
        kinds
            .filter(|kind| *kind != "fbx" || !cfg!(feature = "fbx"))
            .find(|kind| *kind == extension)
    }

    /// Whether the format states that +y is up.
    pub(crate) fn states_y_up(self) -> bool {
        matches!(self, Self::Gltf | Self::DeepMimic)
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
    "clips are .bvh, .glb, .gltf, .vrm, .vrma and .fbx files, and .txt or .json files with DeepMimic Frames, and .npz and .npy files of AMASS and HumanML3D"
} else {
    "clips are .bvh, .glb, .gltf, .vrm and .vrma files, and .txt or .json files with DeepMimic Frames, and .npz and .npy files of AMASS and HumanML3D"
};
