//! glTF 2.0 and GLB files: each animation is a clip. They are read and written.
//!
//! **Joints.** The joints of all skins and the nodes between them; without a skin, the nodes of
//! every tree in which something moves, from the first node that moves or branches on. Nodes above
//! a root joint are worked into its place and rotation. Joint 0 is the root with the most joints.
//! Nodes keep their own axes: a rest rotation is not part of a [`Skeleton`](crate::skeleton::Skeleton), and
//! every pose has all rotations anyway.
//!
//! **Scale.** Clips have none. Joints are where the file has them, whatever scales and shears stand
//! above; their rotations are the product of rotations. A scale that is animated or differs by
//! axis is reported (`scale`), as what it does to a mesh is lost.
//!
//! **Time.** A clip starts at the first key of its animation and ends with the last one, on the
//! last frame. The rate is that of the grid on which the keys of all animations lie: the whole
//! number or n·1000/1001 that the smallest gap means, from 10 up, else the first of 30, 60, 24, 25
//! … that fits all keys. Where none fits all animations each has its own, and an animation whose
//! keys lie on no grid is sampled at 60 frames a second (`uneven-keys`). What [`write_gltf`] wrote has
//! its exact rate and loop flag in `extras.footwork`; other files do not say whether they loop.
//!
//! **Values.** LINEAR (spherical along the shorter way for rotations), STEP and CUBICSPLINE; f32
//! and normalized integers; sparse accessors. Morph targets are passed over (`morph-weights`).
//!
//! **Buffers.** The binary chunk, base64 `data:` URIs, and files beside this one by relative paths
//! that stay in its folder. Nothing else is ever fetched.

mod accessor;
mod animation;
mod buffers;
mod container;
mod content;
mod document;
mod error;
mod extras;
mod grid;
mod nodes;
mod sampling;
mod track;
mod write;

use gltf::json::Root;

pub use buffers::{FileSource, FolderFiles, NoFiles};
pub use error::GltfError;
pub use extras::{Labels, LabelsError};
pub use write::{GltfTake, GltfWriteError, write_gltf};

use crate::animation_names::unique;
use crate::clip::Clip;
use crate::finding::{Finding, RejectedAnimation};
use crate::limits::Limits;
use crate::rig::{Rig, RigError};
use accessor::Accessors;
use animation::Source;
use container::Container;
use sampling::Sampling;

/// One animation of a glTF file.
#[derive(Clone, Debug)]
pub struct GltfAnimation {
    /// Its name, unlike those of all others in the file: one without a name is `animation_0` by its
    /// place, and a second `Walk` is `Walk_2`.
    pub name: String,
    /// Its motion, in metres.
    pub clip: Clip,
    /// When its first key is, in seconds; the clip starts there.
    pub start_secs: f64,
    /// The labels in its extras, if Footwork wrote them.
    pub labels: Option<Labels>,
    /// The xxh3-64 hash of its content: nodes and keys, but not labels or anything else in the file.
    pub fingerprint: u64,
    /// What the reader noticed and repaired.
    pub findings: Vec<Finding>,
}

/// What a glTF file holds.
#[derive(Clone, Debug)]
pub struct GltfDocument {
    /// The animations that were asked for, in the order of the file.
    pub animations: Vec<GltfAnimation>,
    /// Those of them that cannot be read, in the order of the file.
    pub rejected: Vec<RejectedAnimation<GltfError>>,
    /// How many animations the file has.
    pub animation_count: usize,
    /// Whether some of it stands in files beside it.
    pub uses_other_files: bool,
}

/// Whether these are the first bytes of a GLB file.
pub fn is_glb(bytes: &[u8]) -> bool {
    bytes.starts_with(b"glTF")
}

/// Reads the animations of a `.glb` or `.gltf` file, all or `only` the one of this name.
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
/// When the file is larger than `limits`, is no glTF 2.0, lacks a buffer, or has nodes that are no
/// skeleton; the error names the place in the JSON. An animation that points at what is not there
/// or has a number that no motion has is [`rejected`](GltfDocument::rejected) alone.
pub fn read_gltf(
    bytes: &[u8],
    files: &dyn FileSource,
    only: Option<&str>,
    limits: &Limits,
) -> Result<GltfDocument, GltfError> {
    if bytes.len() > limits.bytes {
        let message = format!(
            "the file is larger than the limit of {} bytes",
            limits.bytes
        );
        return Err(GltfError::new("too-many-bytes", "", message));
    }
    let container = Container::parse(bytes)?;
    let root = document::parse(container.json).map_err(|mut error| {
        // Lines of a GLB are no lines of a text.
        if let (true, Some(at)) = (is_glb(bytes), error.position) {
            error.position = None;
            error.place = format!("JSON chunk, line {}, column {}", at.line, at.column);
        }
        error
    })?;
    let mut document = GltfDocument {
        animations: Vec::new(),
        rejected: Vec::new(),
        animation_count: root.animations.len(),
        uses_other_files: false,
    };
    if root.animations.is_empty() {
        return Ok(document);
    }
    let buffers = buffers::fetch(&root, container.bin, files, limits)?;
    document.uses_other_files = buffers.outside;
    let rig = rig(&root, limits)?;
    let mut accessors = Accessors::new(&root, &buffers.bytes, limits);
    let named = names(&root).into_iter().enumerate();
    let mut sources: Vec<(String, Result<Source, GltfError>)> = named
        .map(|(index, (name, finding))| {
            let mut source = animation::source(&root, index, &mut accessors);
            if let Ok(source) = &mut source {
                source.findings.extend(finding);
            }
            (name, source)
        })
        .collect();
    let sound = sources.iter_mut().filter_map(|(_, s)| s.as_mut().ok());
    let mut sampling = Sampling::new(&rig, sound, limits);
    for (index, (name, source)) in sources.into_iter().enumerate() {
        let timed = source.and_then(|mut source| {
            let timing = sampling.timing(index, &mut source)?;
            Ok((source, timing))
        });
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let place = || format!("animations[{index}]");
        let baked = timed.and_then(|(source, timing)| {
            let clip = sampling::clip(&rig, &source, &timing)
                .map_err(|error| GltfError::new("shape", place(), error.to_string()))?;
            Ok((source, timing, clip))
        });
        match baked {
            Ok((source, timing, clip)) => document.animations.push(GltfAnimation {
                clip,
                start_secs: timing.start_secs,
                labels: source.said.labels.clone(),
                fingerprint: content::fingerprint(&rig, &source),
                findings: source.findings,
                name,
            }),
            Err(error) => document.rejected.push(RejectedAnimation { name, error }),
        }
    }
    Ok(document)
}

/// The joints, given what any animation moves: they do not change when one is repaired.
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

/// A name for every animation, each once, and what there is to say about it.
fn names(root: &Root) -> Vec<(String, Option<Finding>)> {
    let given = root.animations.iter().map(|a| a.name.as_deref());
    unique(&given.collect::<Vec<_>>())
}
