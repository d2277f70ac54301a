//! glTF 2.0 and GLB files, read and written: each animation is a clip.
//!
//! **Joints.** The joints of all skins and the nodes between them. Without a skin: the nodes of every tree in which
//! something moves, from the first node that moves or branches. Transforms above a root joint are baked into its
//! position and rotation. Joint 0 is the root with the most joints. Nodes keep their own axes; their rotations at rest
//! are the rest rotations of the skeleton.
//!
//! **Scale.** Clips have no scale. Joint positions match the file exactly, including the effect of scales and shears
//! above them; joint rotations come from rotations alone. An animated or non-uniform scale is reported (`scale`),
//! because its effect on a mesh is lost.
//!
//! **Time.** A clip starts at the first key of its animation and ends with the last key, on the last frame. The rate
//! comes from the grid on which the keys of all animations lie. The smallest gap between keys suggests a period and so
//! a rate: a whole number or n·1000/1001. If this rate is at least 10 and fits all keys, it is used. Otherwise the rate
//! is the first of 30, 60, 24, 25 … that fits all keys. If no rate fits all animations, each gets its own rate. An
//! animation is sampled at 60 frames per second if its keys lie on no grid (`uneven-keys`). Files from [`write_gltf`]
//! have the exact rate and the loop flag in `extras.footwork`; other files do not state whether their clips loop.
//!
//! **Values.** LINEAR (spherical along the shorter arc for rotations), STEP and CUBICSPLINE; f32 and
//! normalized integers; sparse accessors. Morph targets are skipped (`morph-weights`).
//!
//! **Buffers.** The binary chunk, base64 `data:` URIs, and files next to this one, by relative paths that
//! stay in its folder. Nothing else is ever fetched.
//!
//! **Writing.** [`write_gltf`] writes clips alone; [`write_onto_gltf`] adds them to a copy of a character's file.

mod accessor;
mod animation;
mod buffers;
mod container;
mod content;
mod document;
mod error;
mod extras;
mod grid;
mod hygiene;
mod lenient;
mod mesh;
mod nodes;
mod sampling;
mod track;
mod write;

use std::sync::Arc;

use footwork_base::FrameRange;
use gltf_json::Root;

pub use buffers::{FileSource, FolderFiles, NoFiles};
pub use error::GltfError;
pub use extras::{Labels, LabelsError};
pub(crate) use mesh::read_mesh;
pub use write::{
    GltfTake, GltfWriteError, KeyFixOptions, KeyFixes, fix_glb, is_self_contained_glb, write_gltf,
    write_onto_gltf,
};

use crate::animation_names::unique;
use crate::clip::Clip;
use crate::finding::{Finding, RejectedAnimation};
use crate::key_faults::KeyFaults;
use crate::limits::Limits;
use crate::rig::JointScale;
use crate::rig::{Rig, RigError};
use crate::skeleton::Skeleton;
use accessor::Accessors;
use animation::Source;
use container::Container;
use sampling::{Sampling, Timing};

/// One animation of a glTF file.
#[derive(Clone, Debug)]
pub struct GltfAnimation {
    /// Its name, unique in the file. An animation without a name is called `animation_0`, after its index; a
    /// second `Walk` becomes `Walk_2`.
    pub name: String,
    /// Its motion, in metres.
    pub clip: Clip,
    /// The time of its first key, at which the clip starts, in seconds.
    pub start_secs: f64,
    /// The labels in its extras, if Footwork wrote them.
    pub labels: Option<Labels>,
    /// The xxh3-64 hash of its content: nodes and keys, but not labels or other parts of the file.
    pub fingerprint: u64,
    /// The mistakes that the reader noticed or repaired.
    pub findings: Vec<Finding>,
    /// The frames whose motion is only estimated, because keys over more than 0.1 s are not finite.
    pub invalid: Vec<FrameRange>,
    /// The faults of its keys.
    pub keys: KeyFaults,
    /// The scale of the joint that differs most from 1 on the first frame.
    pub joint_scale: Option<JointScale>,
}

/// The contents of a glTF file.
#[derive(Clone, Debug)]
pub struct GltfDocument {
    /// The requested animations, in file order.
    pub animations: Vec<GltfAnimation>,
    /// The requested animations that cannot be read, in file order.
    pub rejected: Vec<RejectedAnimation<GltfError>>,
    /// The number of animations in the file.
    pub animation_count: usize,
    /// Whether part of its data is in other files.
    pub uses_other_files: bool,
}

/// Whether a file starts with the magic number of GLB.
pub fn is_glb(bytes: &[u8]) -> bool {
    bytes.starts_with(b"glTF")
}

/// Reads the animations of a `.glb` or `.gltf` file: all of them, or only the one named `only`.
///
/// ```
/// use footwork_clip::{Limits, NoFiles, read_gltf};
///
/// let file = br#"{
///   "asset": {"version": "2.0"},
///   "nodes": [{"name": "Hips"}],
///   "buffers": [{"byteLength": 32, "uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAACAPwAAAAAAAAAAAAAAQAAAAAA="}],
///   "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
///   "accessors": [
///     {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
///     {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}
///   ],
///   "animations": [{
///     "name": "Rise",
///     "samplers": [{"input": 0, "output": 1}],
///     "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]
///   }]
/// }"#;
/// let document = read_gltf(file, &NoFiles, None, &Limits::default()).unwrap();
/// let rise = &document.animations[0];
/// assert_eq!((rise.name.as_str(), rise.clip.frame_count()), ("Rise", 31));
/// assert_eq!(rise.clip.root_positions()[15], [0.0, 1.5, 0.0]);
/// ```
///
/// # Errors
/// If the file is larger than `limits`, is not glTF 2.0, lacks a buffer, or has nodes that do not form a
/// skeleton; the error names the place in the JSON. An animation with a dangling reference or an invalid
/// number does not fail the file; it is [`rejected`](GltfDocument::rejected) on its own.
pub fn read_gltf(
    bytes: &[u8],
    files: &dyn FileSource,
    only: Option<&str>,
    limits: &Limits,
) -> Result<GltfDocument, GltfError> {
    Ok(GltfFile::parse(bytes, files, limits)?.document(only))
}

/// A parsed glTF file. Each animation becomes a clip on request, so reading all of them parses the file only once.
#[derive(Debug)]
pub struct GltfFile {
    /// The joints; `None` if the file has no animations.
    rig: Option<Rig>,
    animations: Vec<(String, Result<Timed, GltfError>)>,
    uses_other_files: bool,
}

/// The keys of an animation, and the frames that they lie on.
type Timed = (Source, Timing);

impl GltfFile {
    /// Parses a `.glb` or `.gltf` file with the keys of all animations.
    ///
    /// # Errors
    /// Same as [`read_gltf`].
    pub fn parse(bytes: &[u8], files: &dyn FileSource, limits: &Limits) -> Result<Self, GltfError> {
        if bytes.len() > limits.bytes {
            let message = format!(
                "the file is larger than the limit of {} bytes",
                limits.bytes
            );
            return Err(GltfError::new("too-many-bytes", "", message));
        }
        let container = Container::parse(bytes)?;
        let (root, without_node) = document::parse(container.json).map_err(|mut error| {
            // A line number in a GLB's JSON chunk is not a line number of the file.
            if let (true, Some(at)) = (is_glb(bytes), error.position) {
                error.position = None;
                error.place = format!("JSON chunk, line {}, column {}", at.line, at.column);
            }
            error
        })?;
        let mut file = Self {
            rig: None,
            animations: Vec::new(),
            uses_other_files: false,
        };
        if root.animations.is_empty() {
            return Ok(file);
        }
        let buffers = buffers::fetch(&root, container.bin, files, limits)?;
        file.uses_other_files = buffers.outside;
        let rig = rig(&root, limits)?;
        let mut accessors = Accessors::new(&root, &buffers.bytes, limits);
        let named = names(&root).into_iter().enumerate();
        let mut sources: Vec<(String, Result<Source, GltfError>)> = named
            .map(|(index, (name, finding))| {
                let without = without_node.get(index).copied().unwrap_or(0);
                let mut source = animation::source(&root, index, without, &mut accessors);
                if let Ok(source) = &mut source {
                    source.findings.extend(finding);
                }
                (name, source)
            })
            .collect();
        let sound = sources.iter_mut().filter_map(|(_, s)| s.as_mut().ok());
        let mut sampling = Sampling::new(&rig, sound, limits);
        let timed = sources.into_iter().enumerate();
        let timed = timed.map(|(index, (name, source))| {
            let timed = source.and_then(|mut source| {
                let timing = sampling.timing(index, &mut source)?;
                Ok((source, timing))
            });
            (name, timed)
        });
        file.animations = timed.collect();
        file.rig = Some(rig);
        Ok(file)
    }

    /// Returns all animations as clips, or only the one named `only`.
    pub fn document(&self, only: Option<&str>) -> GltfDocument {
        let mut document = GltfDocument {
            animations: Vec::new(),
            rejected: Vec::new(),
            animation_count: self.animations.len(),
            uses_other_files: self.uses_other_files,
        };
        let Some(rig) = &self.rig else {
            return document;
        };
        let asked = self.animations.iter().enumerate();
        for (index, (name, timed)) in asked.filter(|(_, (name, _))| only.is_none_or(|o| o == name))
        {
            let name = name.clone();
            match timed
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|timed| baked(rig, index, timed))
            {
                Ok(animation) => document
                    .animations
                    .push(GltfAnimation { name, ..animation }),
                Err(error) => document.rejected.push(RejectedAnimation { name, error }),
            }
        }
        document
    }

    /// Whether part of its data is in other files.
    pub fn uses_other_files(&self) -> bool {
        self.uses_other_files
    }
}

/// Reads the skeleton alone; no buffers are fetched.
pub(crate) fn read_skeleton(bytes: &[u8], limits: &Limits) -> Result<Arc<Skeleton>, GltfError> {
    let container = Container::parse(bytes)?;
    let (root, _) = document::parse(container.json)?;
    Ok(Arc::clone(rig(&root, limits)?.skeleton()))
}

/// Returns the unique names of all animations of a glTF file.
///
/// # Errors
/// If the file is not glTF.
pub fn animation_names(bytes: &[u8]) -> Result<Vec<String>, GltfError> {
    let container = Container::parse(bytes)?;
    let (root, _) = document::parse(container.json)?;
    Ok(names(&root).into_iter().map(|(name, _)| name).collect())
}

/// Returns the animation at this index as a clip, without its name.
fn baked(rig: &Rig, index: usize, (source, timing): &Timed) -> Result<GltfAnimation, GltfError> {
    let baked = sampling::clip(rig, source, timing).map_err(|error| {
        GltfError::new("shape", format!("animations[{index}]"), error.to_string())
    })?;
    Ok(GltfAnimation {
        name: String::new(),
        clip: baked.clip,
        joint_scale: baked.scale,
        start_secs: timing.start_secs,
        labels: source.said.labels.clone(),
        fingerprint: content::fingerprint(rig, source),
        findings: source
            .findings
            .iter()
            .cloned()
            .chain(baked.finding)
            .collect(),
        invalid: sampling::invalid(source, timing),
        keys: hygiene::key_faults(rig, source, timing.start_secs, timing.rate.as_f64()),
    })
}

/// Finds the joints. Every animation counts, so that repairing a broken one does not change the joints.
fn rig(root: &Root, limits: &Limits) -> Result<Rig, GltfError> {
    let nodes = nodes::nodes(root, &animation::moved_nodes(root))?;
    Rig::new(nodes, limits).map_err(|error| match error {
        RigError::Empty => GltfError::new("no-joints", "nodes", "there is no node to animate"),
        RigError::Cycle { node } => GltfError::new(
            "cycle",
            format!("nodes[{node}]"),
            "the nodes above it lead back to themselves",
        ),
        RigError::TooDeep { node, limit } => GltfError::new(
            "too-deep",
            format!("nodes[{node}]"),
            format!("it hangs deeper than the limit of {limit}"),
        ),
        RigError::TooManyJoints { limit } => GltfError::new(
            "too-many-joints",
            "nodes",
            format!("there are more joints than the limit of {limit}"),
        ),
        RigError::OutOfRange => GltfError::new(
            "shape",
            "nodes",
            "a joint at rest is not at a place within a million kilometres",
        ),
    })
}

/// Returns a unique name for every animation, and a finding for each changed name.
fn names(root: &Root) -> Vec<(String, Option<Finding>)> {
    let given = root.animations.iter().map(|a| a.name.as_deref());
    unique(&given.collect::<Vec<_>>())
}
