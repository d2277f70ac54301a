//! Writes clips as a GLB file.

mod fix;
mod json;
mod onto;
mod tracks;

use std::collections::BTreeMap;

use glam::DMat4;
use thiserror::Error;

use super::error::GltfError;
use super::extras::{Labels, Written};
use crate::clip::Clip;
use crate::number::to_f32;
use crate::rig::JointNode;
use crate::skeleton::Skeleton;
pub use fix::{KeyFixOptions, KeyFixes, fix_glb};
use json::{Accessor, Animation, Bytes, Channel, Document, Sampler, Target};
pub use onto::{is_self_contained_glb, write_onto_gltf};

/// A clip to be written as an animation with this name.
#[derive(Clone, Copy, Debug)]
pub struct GltfTake<'a> {
    /// The name of the animation.
    pub name: &'a str,
    /// Its motion.
    pub clip: &'a Clip,
    /// The labels to store in the animation's extras, in addition to the rate and the loop flag.
    pub labels: Option<&'a Labels>,
}

/// Why clips cannot be written as one GLB file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GltfWriteError {
    /// There are no clips.
    #[error("a GLB file needs at least one clip")]
    NoClip,
    /// A clip has a different skeleton from the first.
    #[error("{name:?} has another skeleton than the first clip")]
    OtherSkeleton {
        /// The name of the clip.
        name: String,
    },
    /// A clip is so long that two frames have the same time as f32.
    #[error("{name:?} is so long that glTF cannot tell its frames apart")]
    TooLong {
        /// The name of the clip.
        name: String,
    },
    /// The file to which clips are added cannot be read.
    #[error("{0}")]
    Target(GltfError),
    /// A joint of the file to which clips are added has a matrix that is not a rotation and a scale.
    #[error("{node:?} has a sheared matrix, which glTF cannot animate")]
    Sheared {
        /// The name of the node.
        node: String,
    },
    /// The file would be larger than 4 GiB.
    #[error("the GLB file would be larger than 4 GiB")]
    TooLarge,
}

/// Writes clips of one skeleton as a GLB file; equal clips give equal bytes.
///
/// Joints become nodes. A skin without a mesh lists them all, so that Blender and three.js import them as bones. A
/// joint that moves has a LINEAR key on every frame, and a joint that does not move has one key. The keys of an
/// animation share one list of times. Rate, loop flag and labels go into `extras.footwork` of each animation, and
/// [`read_gltf`](super::read_gltf) returns them exactly, along with offsets and, up to their signs, rotations: each
/// quaternion is written on the hemisphere of the one before. Root positions are f64 in a clip and f32 in glTF, so they
/// are rounded, by up to 0.5 mm at 10 km from the origin.
///
/// ```
/// use footwork_clip::{
///     Clip, ClipParts, GltfTake, Joint, Labels, Limits, NoFiles, Skeleton, read_gltf, write_gltf,
/// };
///
/// let hips = Joint { name: "Hips".into(), parent: None, offset: [0.0; 3], is_end: false };
/// let clip = Clip::new(ClipParts {
///     skeleton: std::sync::Arc::new(Skeleton::new(vec![hips]).unwrap()),
///     rate: "30000/1001".parse().unwrap(),
///     looping: true,
///     root_positions: vec![[0.0, 1.0, 0.0], [0.0, 1.0, 0.25]],
///     rotations: vec![[0.0, 0.0, 0.0, 1.0]; 2],
///     translations: None,
/// }).unwrap();
/// let labels = Labels::new(r#"{"tags":{"Gait.Walk":[[0,2]]}}"#).unwrap();
/// let take = GltfTake { name: "Walk", clip: &clip, labels: Some(&labels) };
/// let bytes = write_gltf(&[take]).unwrap();
///
/// let document = read_gltf(&bytes, &NoFiles, None, &Limits::default()).unwrap();
/// assert_eq!(document.animations[0].clip, clip);
/// assert_eq!(document.animations[0].labels.as_ref(), Some(&labels));
/// ```
///
/// # Errors
/// If there are no clips, if their skeletons differ, or if a clip or the file is too long for glTF.
pub fn write_gltf(takes: &[GltfTake<'_>]) -> Result<Vec<u8>, GltfWriteError> {
    let first = takes.first().ok_or(GltfWriteError::NoClip)?;
    let skeleton = first.clip.skeleton();
    let mut bytes = Bytes::default();
    let bind = inverse_bind(skeleton, &mut bytes);
    let nodes: Vec<JointNode> = (0..skeleton.joint_count()).map(JointNode::same).collect();
    let mut animations = Vec::with_capacity(takes.len());
    for take in takes {
        if take.clip.skeleton() != skeleton {
            return Err(GltfWriteError::OtherSkeleton {
                name: take.name.to_owned(),
            });
        }
        animations.push(animation(take, take.name, &nodes, &mut bytes)?);
    }
    let length = bytes.content.len();
    let document = Document::new(skeleton, bind, animations, &bytes);
    let json = serde_json::to_vec(&document).map_err(|_| GltfWriteError::TooLarge)?;
    debug_assert_eq!(length % 4, 0);
    container(json, &bytes.content, &[]).ok_or(GltfWriteError::TooLarge)
}

/// Writes the inverse bind matrices, which move each joint from rest to the origin, column by column.
fn inverse_bind(skeleton: &Skeleton, bytes: &mut Bytes) -> usize {
    let (rotations, positions) = skeleton.rest_transforms();
    let count = positions.len();
    let matrices = rotations.into_iter().zip(positions).flat_map(|(turn, at)| {
        let inverse = turn.conjugate();
        let moved = DMat4::from_rotation_translation(inverse, -(inverse * at));
        moved.to_cols_array().map(to_f32)
    });
    bytes.push(matrices, count, Accessor::new("MAT4"))
}

/// Writes the keys of one clip. `nodes` are the nodes of its joints.
fn animation<'a>(
    take: &GltfTake<'a>,
    name: &'a str,
    nodes: &[JointNode],
    bytes: &mut Bytes,
) -> Result<Animation<'a>, GltfWriteError> {
    let clip = take.clip;
    let period = clip.rate().period_secs();
    let times: Vec<f32> = (0..clip.frame_count())
        .map(|frame| to_f32(f64::from(frame) * period))
        .collect();
    if !times.windows(2).all(|pair| matches!(pair, [a, b] if a < b)) {
        return Err(GltfWriteError::TooLong {
            name: take.name.to_owned(),
        });
    }
    let mut tracks = tracks::tracks(clip, nodes);
    // The last key gives the length of an animation. So a still animation keeps two keys of one track.
    if let (true, Some(first)) = (tracks.iter().all(|t| t.is_constant()), tracks.first_mut()) {
        first.keep_both_ends(times.len());
    }
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    let mut inputs: BTreeMap<usize, usize> = BTreeMap::new();
    for track in &tracks {
        let count = track.key_count();
        let times: Vec<f32> = match count {
            // These are the ends of a still clip, or all frames of a clip of two frames.
            2 => times
                .iter()
                .copied()
                .take(1)
                .chain(times.last().copied())
                .collect(),
            _ => times.iter().copied().take(count).collect(),
        };
        let input = *inputs
            .entry(count)
            .or_insert_with(|| push_times(&times, bytes));
        let output = bytes.push(
            track.values.iter().copied(),
            count,
            Accessor::new(track.kind),
        );
        let target = Target {
            node: track.node,
            path: track.path,
        };
        channels.push(Channel {
            sampler: samplers.len(),
            target,
        });
        samplers.push(Sampler {
            input,
            interpolation: "LINEAR",
            output,
        });
    }
    Ok(Animation {
        name,
        samplers,
        channels,
        extras: Written::new(clip.rate(), clip.is_looping(), take.labels),
    })
}

/// Writes key times, and returns their accessor.
fn push_times(times: &[f32], bytes: &mut Bytes) -> usize {
    bytes.push(
        times.iter().copied(),
        times.len(),
        Accessor {
            min: times.first().map(|&time| [time]),
            max: times.last().map(|&time| [time]),
            ..Accessor::new("SCALAR")
        },
    )
}

/// Wraps JSON and numbers in a GLB, followed by the chunks in `rest`; `None` if the file would be too large.
fn container(mut json: Vec<u8>, bin: &[u8], rest: &[u8]) -> Option<Vec<u8>> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let total = 12 + 8 + json.len() + 8 + bin.len() + rest.len();
    let mut out = Vec::with_capacity(total);
    out.extend_from_slice(b"glTF");
    out.extend_from_slice(&2u32.to_le_bytes());
    out.extend_from_slice(&u32::try_from(total).ok()?.to_le_bytes());
    for (kind, content) in [(b"JSON", json.as_slice()), (b"BIN\0", bin)] {
        out.extend_from_slice(&u32::try_from(content.len()).ok()?.to_le_bytes());
        out.extend_from_slice(kind);
        out.extend_from_slice(content);
    }
    out.extend_from_slice(rest);
    Some(out)
}
