//! The mesh that a file binds to the joints of its clips, for drawing the character.
//!
//! A clip's joints have no scale, but a file's bones may have one. The part of a bone's transform beyond the joint's
//! rotation and position is therefore in [`MeshBone::joint_from_mesh`]. The position of a vertex on a frame is the sum
//! over its bones of `weight · world_from_joint · joint_from_mesh · position`. Here `world_from_joint` is the joint's
//! rotation and position on that frame. If no scale is animated, this is exactly the position in the file.

mod builder;

use footwork_base::Id;

pub(crate) use builder::{MeshBuilder, MeshPart};

use crate::mirror::JointPairs;
use crate::skeleton::JointId;

/// The maximum number of bones that move a vertex. If a file has more for a vertex, the bones with the largest weights
/// are kept.
pub const MESH_BONES_PER_VERTEX: usize = 4;

/// The maximum number of vertices that a file may declare, counting a mesh once for each node that uses it. In FBX, the
/// corners of faces are counted instead.
pub(crate) const MAX_MESH_VERTICES: usize = 1 << 21;

/// A bone of a mesh: a joint, and the transform from the mesh to the joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshBone {
    /// The joint.
    pub joint: JointId,
    /// The rows of the affine map from the mesh to the frame of the joint, in metres.
    pub joint_from_mesh: [[f32; 4]; 3],
}

/// A vertex of the mesh, which several triangles may share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshVertex {
    /// Its position, in the unit of the mesh.
    pub position: [f32; 3],
    /// The normal of the surface, of unit length.
    pub normal: [f32; 3],
    /// The colour of its material: red, green and blue in sRGB, from 0 to 1.
    pub colour: [f32; 3],
    /// Indices into [`Mesh::bones`].
    pub bones: [u16; MESH_BONES_PER_VERTEX],
    /// The weight of each bone; the weights sum to 1, and unused weights are 0.
    pub weights: [f32; MESH_BONES_PER_VERTEX],
}

/// All meshes of a file that are bound to its joints, merged into one. Parts that no joint moves are left out. Textures
/// are not read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The bones that carry the vertices.
    pub bones: Vec<MeshBone>,
    /// The vertices.
    pub vertices: Vec<MeshVertex>,
    /// Indices of vertices, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Returns the mesh for the clip's [mirror image](crate::Clip::mirrored). `pairs` must be the pairs that mirrored
    /// the clip.
    ///
    /// Let M be the reflection. If a joint has the transform T, its partner in the mirror image has M T M; one M
    /// cancels, and the other becomes part of the bone.
    #[must_use]
    pub fn mirrored(mut self, pairs: &JointPairs) -> Self {
        for bone in &mut self.bones {
            let partner = u32::try_from(pairs.index(bone.joint.index()));
            bone.joint = partner.map_or(bone.joint, JointId::new);
            bone.joint_from_mesh[0] = bone.joint_from_mesh[0].map(|x| -x);
        }
        for triangle in &mut self.triangles {
            triangle.swap(1, 2);
        }
        self
    }

    /// Returns the mesh with all lengths multiplied by `factor`.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        let numbers = self
            .bones
            .iter_mut()
            .flat_map(|bone| bone.joint_from_mesh.as_flattened_mut());
        for number in numbers {
            *number = crate::number::to_f32(f64::from(*number) * factor);
        }
        self
    }
}
