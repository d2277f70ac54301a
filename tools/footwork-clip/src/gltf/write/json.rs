//! The JSON of a GLB file. Structs fix the order of its keys.

use serde::Serialize;

use crate::gltf::extras::Written;
use crate::skeleton::Skeleton;
use crate::unit_quaternion::NO_ROTATION;

const FLOAT: u32 = 5126;

/// The numbers of a file, and the position of each list in them.
#[derive(Default)]
pub(super) struct Bytes {
    pub(super) content: Vec<u8>,
    pub(super) views: Vec<View>,
    pub(super) accessors: Vec<Accessor>,
    /// The place for the numbers in a file that already has others.
    pub(super) base: Base,
}

/// The contents of a file before numbers are added to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Base {
    /// The index of the buffer to which the numbers are added, and its length.
    pub(super) buffer: usize,
    pub(super) buffer_bytes: usize,
    pub(super) views: usize,
    pub(super) accessors: usize,
}

impl Bytes {
    /// Appends `count` elements and returns the index of their accessor.
    pub(super) fn push(
        &mut self,
        values: impl Iterator<Item = f32>,
        count: usize,
        accessor: Accessor,
    ) -> usize {
        let start = self.content.len();
        self.content.extend(values.flat_map(f32::to_le_bytes));
        let index = self.accessors.len();
        self.views.push(View {
            buffer: self.base.buffer,
            byte_offset: self.base.buffer_bytes + start,
            byte_length: self.content.len() - start,
        });
        self.accessors.push(Accessor {
            buffer_view: self.base.views + index,
            count,
            ..accessor
        });
        self.base.accessors + index
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    buffer: usize,
    byte_offset: usize,
    byte_length: usize,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: usize,
    pub(super) component_type: u32,
    pub(super) count: usize,
    pub(super) r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) min: Option<[f32; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max: Option<[f32; 1]>,
}

impl Accessor {
    /// Creates an accessor of this type whose position is set later.
    pub(super) fn new(r#type: &'static str) -> Self {
        Self {
            buffer_view: 0,
            component_type: FLOAT,
            count: 0,
            r#type,
            min: None,
            max: None,
        }
    }
}

#[derive(Serialize)]
pub(super) struct Animation<'a> {
    pub(super) name: &'a str,
    pub(super) samplers: Vec<Sampler>,
    pub(super) channels: Vec<Channel>,
    pub(super) extras: Written<'a>,
}

#[derive(Serialize)]
pub(super) struct Sampler {
    pub(super) input: usize,
    pub(super) interpolation: &'static str,
    pub(super) output: usize,
}

#[derive(Serialize)]
pub(super) struct Channel {
    pub(super) sampler: usize,
    pub(super) target: Target,
}

#[derive(Serialize)]
pub(super) struct Target {
    pub(super) node: usize,
    pub(super) path: &'static str,
}

#[derive(Serialize)]
pub(super) struct Document<'a> {
    asset: Asset,
    scene: usize,
    scenes: [Scene; 1],
    nodes: Vec<Node<'a>>,
    skins: [Skin; 1],
    animations: Vec<Animation<'a>>,
    accessors: &'a [Accessor],
    #[serde(rename = "bufferViews")]
    views: &'a [View],
    buffers: [Buffer; 1],
}

#[derive(Serialize)]
struct Asset {
    version: &'static str,
    generator: &'static str,
}

#[derive(Serialize)]
struct Scene {
    nodes: Vec<usize>,
}

#[derive(Serialize)]
struct Node<'a> {
    name: &'a str,
    translation: [f32; 3],
    /// The rest rotation; left out of the JSON if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extras: Option<NodeExtras>,
}

#[derive(Serialize)]
struct NodeExtras {
    footwork: NodeSaid,
}

#[derive(Serialize)]
struct NodeSaid {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    end: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    first: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Skin {
    inverse_bind_matrices: usize,
    joints: Vec<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Buffer {
    byte_length: usize,
}

impl<'a> Document<'a> {
    pub(super) fn new(
        skeleton: &'a Skeleton,
        inverse_bind_matrices: usize,
        animations: Vec<Animation<'a>>,
        bytes: &'a Bytes,
    ) -> Self {
        let joints = skeleton.joints();
        let mut children = vec![Vec::new(); joints.len()];
        let mut roots = Vec::new();
        for (index, joint) in joints.iter().enumerate() {
            match joint.parent {
                Some(parent) => children[footwork_base::Id::index(parent)].push(index),
                None => roots.push(index),
            }
        }
        let several = roots.len() > 1;
        let nodes = joints.iter().zip(children).enumerate();
        let nodes = nodes.map(|(index, (joint, children))| {
            let rotation = skeleton.rest_rotations()[index];
            let first = several && index == 0;
            let end = joint.is_end;
            Node {
                name: &joint.name,
                translation: joint.offset,
                rotation: (rotation != NO_ROTATION).then_some(rotation),
                children,
                extras: (first || end).then_some(NodeExtras {
                    footwork: NodeSaid { end, first },
                }),
            }
        });
        Self {
            asset: Asset {
                version: "2.0",
                generator: "Footwork",
            },
            scene: 0,
            scenes: [Scene { nodes: roots }],
            nodes: nodes.collect(),
            skins: [Skin {
                inverse_bind_matrices,
                joints: (0..joints.len()).collect(),
            }],
            animations,
            accessors: &bytes.accessors,
            views: &bytes.views,
            buffers: [Buffer {
                byte_length: bytes.content.len(),
            }],
        }
    }
}
