//! Writes clips of one skeleton as a binary FBX file, version 7.4.
//!
//! Joints are limb nodes in centimetres with y up. The rest rotation of a joint is its `PreRotation`, and its animated
//! rotation is relative to that. Each clip is a stack of one layer. [`euler`] keeps angles free of jumps.

mod curve;
mod euler;
mod node;
mod objects;
mod record;
mod skin;

use footwork_base::FrameRate;
use glam::DAffine3;
use thiserror::Error;

use super::known_rate;
use crate::clip::Clip;
use crate::mesh::Mesh;
use curve::{add_stack, frame_ticks};
use node::{add_bind_pose, add_joints, rest_transforms};
use objects::{DOCUMENT, Objects, SCENE, choice, integer, number, properties, string, time};
use record::{FILE_ID, Node, TIME, VERSION};
use skin::add_mesh;

/// A clip to be written as an animation stack with this name.
#[derive(Clone, Copy, Debug)]
pub struct FbxTake<'a> {
    /// The name of the stack.
    pub name: &'a str,
    /// The motion.
    pub clip: &'a Clip,
}

/// Why clips cannot be written as one FBX file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FbxWriteError {
    /// There are no clips.
    #[error("an FBX file needs at least one clip")]
    NoClip,
    /// A clip has a different skeleton from the first.
    #[error("{name:?} has another skeleton than the first clip")]
    OtherSkeleton {
        /// The name of the clip.
        name: String,
    },
    /// A clip has a different rate from the first.
    #[error(
        "{name:?} has {rate} frames per second and the first clip {first}; an FBX file has one rate"
    )]
    OtherRate {
        /// The name of the clip.
        name: String,
        /// Its rate.
        rate: FrameRate,
        /// The rate of the first clip.
        first: FrameRate,
    },
    /// FBX readers would round the rate of a clip.
    #[error(
        "{name:?} has {rate} frames per second; FBX stores only whole rates from 1 to 1000, and these times 1000/1001"
    )]
    OddRate {
        /// The name of the clip.
        name: String,
        /// Its rate.
        rate: FrameRate,
    },
    /// The name of a joint or clip has the character that ends names in FBX.
    #[error("the name {name:?} has a character U+0000, which ends names in FBX")]
    BadName {
        /// The name.
        name: String,
    },
    /// A clip lasts longer than the times of FBX.
    #[error("{name:?} is longer than the 6 years that FBX can count")]
    TooLong {
        /// The name of the clip.
        name: String,
    },
    /// The mesh refers to joints, bones or vertices that do not exist, or the transform of a bone has no inverse.
    #[error("the mesh does not belong to the skeleton of the clips")]
    OtherMesh,
    /// The file would be larger than 4 GiB.
    #[error("the FBX file would be larger than 4 GiB")]
    TooLarge,
}

/// Writes clips of one skeleton and one rate as a binary FBX file, with `mesh` bound to the joints, if given. The same
/// input always gives the same bytes.
///
/// Every frame is a key of every joint. Keys are f32 in FBX: positions are rounded by up to 0.1 mm within 2.6 km of the
/// origin, and rotations by 0.001°. Between frames, rotations stay within 0.5° of the shortest arc. An empty name of a
/// joint reads back as `node_` and a number. The file holds neither the loop flag nor labels, because FBX cannot hold
/// them.
///
/// ```
/// use footwork_clip::{Clip, ClipParts, FbxTake, Joint, Skeleton, write_fbx};
///
/// let hips = Joint { name: "Hips".into(), parent: None, offset: [0.0; 3], is_end: false };
/// let clip = Clip::new(ClipParts {
///     skeleton: std::sync::Arc::new(Skeleton::new(vec![hips]).unwrap()),
///     rate: "30000/1001".parse().unwrap(),
///     looping: false,
///     root_positions: vec![[0.0, 1.0, 0.0], [0.0, 1.0, 0.25]],
///     rotations: vec![[0.0, 0.0, 0.0, 1.0]; 2],
///     translations: None,
/// }).unwrap();
/// let bytes = write_fbx(&[FbxTake { name: "Walk", clip: &clip }], None).unwrap();
/// assert!(bytes.starts_with(b"Kaydara FBX Binary"));
/// ```
///
/// # Errors
/// If there are no clips, if their skeletons or rates differ, if FBX cannot hold a rate, a name or a length, or if the mesh
/// belongs to another skeleton.
pub fn write_fbx(takes: &[FbxTake<'_>], mesh: Option<&Mesh>) -> Result<Vec<u8>, FbxWriteError> {
    let first = takes.first().ok_or(FbxWriteError::NoClip)?;
    let rate = check(first, takes)?;
    let skeleton = first.clip.skeleton();
    let mut objects = Objects::default();
    let joints = add_joints(skeleton, takes, &mut objects);
    let numbers = joints.iter().map(|joint| joint.number);
    let mut placed: Vec<(i64, DAffine3)> = numbers.zip(rest_transforms(skeleton)).collect();
    if let Some(mesh) = mesh {
        let (body, bound) = add_mesh(mesh, &joints, &mut objects)?;
        for (number, transform) in bound {
            let own = placed.iter_mut().filter(|(joint, _)| *joint == number);
            own.for_each(|(_, place)| *place = transform);
        }
        placed.push((body, DAffine3::IDENTITY));
    }
    add_bind_pose(&placed, &mut objects);
    let mut list = Vec::with_capacity(takes.len());
    let mut stop = 0;
    for take in takes {
        list.push(add_stack(take, &joints, &mut objects)?);
        let last = frame_ticks(take.clip.frame_count(), rate).and_then(|all| all.last().copied());
        stop = stop.max(last.unwrap_or(0));
    }
    let active = Node::new("Current").text(first.name);
    let mut nodes = header(first.name);
    nodes.push(settings(rate, stop));
    nodes.push(document(first.name));
    nodes.push(Node::new("References"));
    nodes.extend(objects.into_nodes());
    nodes.push(Node::new("Takes").with(active).with_all(list));
    record::file(&nodes).ok_or(FbxWriteError::TooLarge)
}

/// Checks the rates, skeletons and names, and returns the rate of all clips.
fn check(first: &FbxTake<'_>, takes: &[FbxTake<'_>]) -> Result<FrameRate, FbxWriteError> {
    let rate = first.clip.rate();
    if known_rate(rate.as_f64()) != Some(rate) {
        let name = first.name.to_owned();
        return Err(FbxWriteError::OddRate { name, rate });
    }
    for take in takes {
        let name = take.name.to_owned();
        if take.clip.skeleton() != first.clip.skeleton() {
            return Err(FbxWriteError::OtherSkeleton { name });
        }
        if take.clip.rate() != rate {
            return Err(FbxWriteError::OtherRate {
                name,
                rate: take.clip.rate(),
                first: rate,
            });
        }
    }
    let joints = first.clip.skeleton().joints().iter();
    let names = joints.map(|joint| joint.name.as_str());
    let mut names = names.chain(takes.iter().map(|take| take.name));
    match names.find(|name| name.contains('\0')) {
        None => Ok(rate),
        Some(name) => Err(FbxWriteError::BadName {
            name: name.to_owned(),
        }),
    }
}

/// Returns the FBX code of a rate; `None` for a rate without a code.
fn time_mode(rate: FrameRate) -> Option<i32> {
    let mode = match (rate.numerator(), rate.denominator()) {
        (120, 1) => 1,
        (100, 1) => 2,
        (60, 1) => 3,
        (50, 1) => 4,
        (48, 1) => 5,
        (30, 1) => 6,
        (30000, 1001) => 9,
        (25, 1) => 10,
        (24, 1) => 11,
        (24000, 1001) => 13,
        _ => return None,
    };
    Some(mode)
}

/// The code for a rate given by `CustomFrameRate`.
const CUSTOM: i32 = 14;

fn header(name: &str) -> Vec<Node> {
    let parts = [
        ("Version", 1000),
        ("Year", 1970),
        ("Month", 1),
        ("Day", 1),
        ("Hour", 10),
        ("Minute", 0),
        ("Second", 0),
        ("Millisecond", 0),
    ];
    let stamp = parts.map(|(name, value)| Node::new(name).i32(value));
    let about = properties([string("Original|ApplicationName", "Footwork")]);
    let info = Node::new("SceneInfo")
        .object_name("GlobalInfo", "SceneInfo")
        .text("UserData")
        .with(Node::new("Type").text("UserData"))
        .with(Node::new("Version").i32(100))
        .with(
            Node::new("MetaData")
                .with_all([Node::new("Version").i32(100), Node::new("Title").text(name)]),
        )
        .with(about);
    vec![
        Node::new("FBXHeaderExtension")
            .with(Node::new("FBXHeaderVersion").i32(1003))
            .with(Node::new("FBXVersion").i32(i32::from(VERSION)))
            .with(Node::new("EncryptionType").i32(0))
            .with(Node::new("CreationTimeStamp").with_all(stamp))
            .with(Node::new("Creator").text("Footwork"))
            .with(info),
        Node::new("FileId").raw(&FILE_ID),
        Node::new("CreationTime").text(TIME),
        Node::new("Creator").text("Footwork"),
    ]
}

/// Returns the axes, the unit and the rate of the file.
fn settings(rate: FrameRate, stop: i64) -> Node {
    let mode = time_mode(rate);
    let custom = match mode {
        Some(_) => -1.0,
        None => rate.as_f64(),
    };
    Node::new("GlobalSettings")
        .with(Node::new("Version").i32(1000))
        .with(properties([
            integer("UpAxis", 1),
            integer("UpAxisSign", 1),
            integer("FrontAxis", 2),
            integer("FrontAxisSign", 1),
            integer("CoordAxis", 0),
            integer("CoordAxisSign", 1),
            integer("OriginalUpAxis", 1),
            integer("OriginalUpAxisSign", 1),
            number("UnitScaleFactor", 1.0),
            number("OriginalUnitScaleFactor", 1.0),
            choice("TimeMode", mode.unwrap_or(CUSTOM)),
            time("TimeSpanStart", 0),
            time("TimeSpanStop", stop),
            number("CustomFrameRate", custom),
        ]))
}

fn document(active: &str) -> Node {
    let scene = Node::new("Document")
        .i64(DOCUMENT)
        .text("Scene")
        .text("Scene")
        .with(properties([string("ActiveAnimStackName", active)]))
        .with(Node::new("RootNode").i64(SCENE));
    Node::new("Documents")
        .with(Node::new("Count").i32(1))
        .with(scene)
}
