//! The mesh of an FBX file.

use std::collections::BTreeMap;

use glam::{DAffine3, DMat3, DVec3};
use ufbx::{LoadOpts, Matrix, Node, SkinDeformer};

use super::{FbxError, fail, options, rig, scene_error};
use crate::limits::Limits;
use crate::mesh::{MAX_MESH_VERTICES, MESH_BONES_PER_VERTEX, Mesh, MeshBuilder, MeshPart};
use crate::number::finite_f32;
use crate::rig::Attachment;

/// The colour of a surface without a material.
const NO_MATERIAL: [f32; 3] = [0.8; 3];

/// Reads the mesh that is bound to the joints of the file; `None` if the file has no such mesh.
pub(crate) fn read_mesh(bytes: &[u8], limits: &Limits) -> Result<Option<Mesh>, FbxError> {
    let opts = LoadOpts {
        ignore_geometry: false,
        ignore_animation: true,
        generate_missing_normals: true,
        ..options(bytes.len(), limits)
    };
    let scene = ufbx::load_memory(bytes, opts).map_err(|error| scene_error(&error))?;
    if scene.meshes.is_empty() {
        return Ok(None);
    }
    // A mesh counts once for every node that shows it.
    let shown = scene.nodes.iter().filter(|node| node.visible);
    let meshes = shown.filter_map(|node| node.mesh.as_ref());
    let corners = meshes.fold(0_usize, |sum, mesh| sum.saturating_add(mesh.num_indices));
    if corners > MAX_MESH_VERTICES {
        let message = format!(
            "the faces of its meshes have {corners} corners, and the limit is {MAX_MESH_VERTICES}"
        );
        return Err(fail("too-many-vertices", message));
    }
    let attached = rig(&scene, limits)?.attachments(limits);
    let mut builder = MeshBuilder::default();
    for (index, node) in scene.nodes.iter().enumerate() {
        if node.mesh.is_some() && node.visible {
            add_node(node, attached[index], &attached, &mut builder);
        }
    }
    Ok(builder.finish())
}

/// Adds the mesh of a node, bound to its skin or else to the joint that carries the node.
fn add_node(
    node: &Node,
    own: Option<Attachment>,
    attached: &[Option<Attachment>],
    builder: &mut MeshBuilder,
) {
    let Some(mesh) = &node.mesh else {
        return;
    };
    let skin = mesh.skin_deformers.first();
    let bones = match skin {
        Some(skin) => bones_of(skin, attached, builder),
        None => {
            let bone = own.and_then(|own| {
                let to_node = affine(&node.geometry_to_node);
                builder.add_bone(own.joint, own.joint_from_node * to_node)
            });
            vec![bone]
        }
    };
    let of_vertex = |vertex: usize| -> Vec<(usize, f64)> {
        let Some(skin) = skin else {
            return bones.iter().flatten().map(|&bone| (bone, 1.0)).collect();
        };
        let Some(found) = skin.vertices.get(vertex) else {
            return Vec::new();
        };
        let start = found.weight_begin as usize;
        let weights = skin
            .weights
            .get(start..start.saturating_add(found.num_weights as usize));
        let known = weights.unwrap_or_default().iter().filter_map(|weight| {
            let bone = bones
                .get(weight.cluster_index as usize)
                .copied()
                .flatten()?;
            Some((bone, weight.weight))
        });
        // ufbx sorts weights in descending order.
        known.take(MESH_BONES_PER_VERTEX).collect()
    };
    let mut corners = vec![0; mesh.max_face_triangles.saturating_mul(3)];
    let mut parts: BTreeMap<u32, Part> = BTreeMap::new();
    for (index, &face) in mesh.faces.iter().enumerate() {
        let material = mesh.face_material.get(index).copied().unwrap_or(u32::MAX);
        let part = parts.entry(material).or_default();
        let count = mesh.triangulate_face(&mut corners, face) as usize;
        for triangle in corners
            .get(..count * 3)
            .unwrap_or_default()
            .as_chunks::<3>()
            .0
        {
            let placed = triangle.map(|corner| part.corner(mesh, corner as usize, of_vertex));
            if let [Some(a), Some(b), Some(c)] = placed {
                part.mesh.triangles.push([a, b, c]);
            }
        }
    }
    for (material, mut part) in parts {
        part.mesh.colour = colour(node, material);
        builder.add(&part.mesh);
    }
}

/// Returns the bones of a skin, one for each cluster.
fn bones_of(
    skin: &SkinDeformer,
    attached: &[Option<Attachment>],
    builder: &mut MeshBuilder,
) -> Vec<Option<usize>> {
    let clusters = skin.clusters.iter();
    let bones = clusters.map(|cluster| {
        let node = cluster.bone_node.as_ref()?.element.typed_id;
        let carrier = attached
            .get(usize::try_from(node).ok()?)
            .copied()
            .flatten()?;
        let to_bone = affine(&cluster.geometry_to_bone);
        builder.add_bone(carrier.joint, carrier.joint_from_node * to_bone)
    });
    bones.collect()
}

/// The faces of one material. Corners with the same vertex and normal are merged.
#[derive(Default)]
struct Part {
    mesh: MeshPart,
    places: BTreeMap<(u32, [u32; 3]), usize>,
}

impl Part {
    fn corner(
        &mut self,
        mesh: &ufbx::Mesh,
        corner: usize,
        of_vertex: impl Fn(usize) -> Vec<(usize, f64)>,
    ) -> Option<usize> {
        let vertex = *mesh.vertex_indices.get(corner)?;
        let at = mesh.vertices.get(vertex as usize)?;
        let normal = mesh.vertex_normal.indices.get(corner);
        let normal = normal.and_then(|&normal| mesh.vertex_normal.values.get(normal as usize));
        let normal = normal.map_or([0.0; 3], |n| [n.x, n.y, n.z].map(finite_f32));
        let key = (vertex, normal.map(f32::to_bits));
        if let Some(&place) = self.places.get(&key) {
            return Some(place);
        }
        let place = self.mesh.positions.len();
        self.places.insert(key, place);
        self.mesh.positions.push([at.x, at.y, at.z].map(finite_f32));
        self.mesh.normals.get_or_insert_default().push(normal);
        self.mesh.influences.push(of_vertex(vertex as usize));
        Some(place)
    }
}

/// Returns the colour of a material of a node.
fn colour(node: &Node, material: u32) -> [f32; 3] {
    let Some(material) = node.materials.get(material as usize) else {
        return NO_MATERIAL;
    };
    let (map, factor) = (&material.fbx.diffuse_color, &material.fbx.diffuse_factor);
    if !map.has_value {
        return NO_MATERIAL;
    }
    let factor = if factor.has_value {
        factor.value_vec4.x
    } else {
        1.0
    };
    let [red, green, blue] = [map.value_vec4.x, map.value_vec4.y, map.value_vec4.z];
    [red, green, blue].map(|part| finite_f32((part * factor).clamp(0.0, 1.0)))
}

fn affine(m: &Matrix) -> DAffine3 {
    let linear = DMat3::from_cols(
        DVec3::new(m.m00, m.m10, m.m20),
        DVec3::new(m.m01, m.m11, m.m21),
        DVec3::new(m.m02, m.m12, m.m22),
    );
    DAffine3::from_mat3_translation(linear, DVec3::new(m.m03, m.m13, m.m23))
}
