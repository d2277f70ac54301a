//! The mesh of a character, bound to its joints.

use glam::{DAffine3, DMat3, DVec3};

use super::FbxWriteError;
use super::node::{CENTIMETRES, JointNode, matrix, model};
use super::objects::{Objects, SCENE, choice, colour, local, properties};
use super::record::Node;
use crate::mesh::{Mesh, MeshBone};
use footwork_base::Id;

/// Adds the mesh. Returns its model, and the transform that each of its bones had when it was bound, in centimetres.
///
/// The vertices of a [`Mesh`] are in any unit, and its bones convert them to metres. The scale of the first bone gives
/// the mesh's unit. Vertices are written in centimetres, so that usually no bone has a scale.
pub(super) fn add_mesh(
    mesh: &Mesh,
    joints: &[JointNode],
    objects: &mut Objects,
) -> Result<(i64, Vec<(i64, DAffine3)>), FbxWriteError> {
    check(mesh, joints.len())?;
    let first = mesh.bones.first().ok_or(FbxWriteError::OtherMesh)?;
    let scale = libm::cbrt(affine(first).matrix3.determinant().abs()) * CENTIMETRES;
    let bones: Vec<DAffine3> = mesh
        .bones
        .iter()
        .map(|bone| {
            let DAffine3 {
                matrix3,
                translation,
            } = affine(bone);
            DAffine3 {
                matrix3: matrix3 * (CENTIMETRES / scale),
                translation: translation * CENTIMETRES,
            }
        })
        .collect();
    if !bones.iter().all(|bone| bone.inverse().is_finite()) {
        return Err(FbxWriteError::OtherMesh);
    }
    let transform = properties([
        choice("InheritType", 1),
        local("Lcl Translation", [0.0; 3]),
        local("Lcl Rotation", [0.0; 3]),
        local("Lcl Scaling", [1.0; 3]),
    ]);
    let body = objects.add("Model", "Body", "Mesh", model(transform));
    objects.connect(body, SCENE);
    let colours = colours(mesh);
    let geometry = objects.add("Geometry", "Body", "Mesh", geometry(mesh, scale, &colours));
    objects.connect(geometry, body);
    for (index, [red, green, blue]) in colours.iter().enumerate() {
        let diffuse = [red, green, blue].map(|bits| f64::from(f32::from_bits(*bits)));
        let name = format!("Material {}", index + 1);
        let inside = [
            Node::new("Version").i32(102),
            Node::new("ShadingModel").text("lambert"),
            Node::new("MultiLayer").i32(0),
            properties([colour("DiffuseColor", diffuse)]),
        ];
        let material = objects.add("Material", &name, "", inside);
        objects.connect(material, body);
    }
    let accuracy = [
        Node::new("Version").i32(101),
        Node::new("Link_DeformAcuracy").f64(50.0),
    ];
    let skin = objects.add("Deformer", "Skin", "Skin", accuracy);
    objects.connect(skin, geometry);
    let mut placed = Vec::with_capacity(bones.len());
    for (index, (bone, &to_joint)) in mesh.bones.iter().zip(&bones).enumerate() {
        let joint = joints[bone.joint.index()].number;
        let bound = to_joint.inverse();
        let (vertices, weights) = weights(mesh, index);
        let inside = [
            Node::new("Version").i32(100),
            Node::new("UserData").text("").text(""),
            Node::new("Indexes").i32s(&vertices),
            Node::new("Weights").f64s(&weights),
            Node::new("Transform").f64s(&matrix(to_joint)),
            Node::new("TransformLink").f64s(&matrix(bound)),
        ];
        let cluster = objects.add("Deformer", "", "Cluster", inside);
        objects.connect(cluster, skin);
        objects.connect(joint, cluster);
        placed.push((joint, bound));
    }
    Ok((body, placed))
}

/// Checks that all indices are inside their lists.
fn check(mesh: &Mesh, joints: usize) -> Result<(), FbxWriteError> {
    let is_known = |bone: &u16| usize::from(*bone) < mesh.bones.len();
    let fits = mesh.bones.iter().all(|bone| bone.joint.index() < joints)
        && mesh
            .vertices
            .iter()
            .all(|vertex| vertex.bones.iter().all(is_known))
        && mesh.triangles.as_flattened().iter().all(|&vertex| {
            usize::try_from(vertex).is_ok_and(|vertex| vertex < mesh.vertices.len())
        })
        && i32::try_from(mesh.vertices.len()).is_ok();
    if fits {
        Ok(())
    } else {
        Err(FbxWriteError::OtherMesh)
    }
}

fn affine(bone: &MeshBone) -> DAffine3 {
    let [x, y, z] = bone.joint_from_mesh.map(|row| row.map(f64::from));
    let column = |at: usize| DVec3::new(x[at], y[at], z[at]);
    let linear = DMat3::from_cols(column(0), column(1), column(2));
    DAffine3::from_mat3_translation(linear, column(3))
}

/// Returns the distinct colours of the vertices, by their bits.
fn colours(mesh: &Mesh) -> Vec<[u32; 3]> {
    let colours = mesh.vertices.iter().map(|vertex| vertex.colour);
    let mut colours: Vec<[u32; 3]> = colours.map(|colour| colour.map(f32::to_bits)).collect();
    colours.sort_unstable();
    colours.dedup();
    colours
}

fn geometry(mesh: &Mesh, scale: f64, colours: &[[u32; 3]]) -> Vec<Node> {
    let positions = mesh.vertices.iter().flat_map(|vertex| vertex.position);
    let positions: Vec<f64> = positions.map(|x| f64::from(x) * scale).collect();
    let (mut corners, mut normals, mut materials) = (Vec::new(), Vec::new(), Vec::new());
    for triangle in &mesh.triangles {
        // The last corner of a face is stored as its complement.
        let indices = triangle.map(|index| i32::try_from(index).unwrap_or(0));
        corners.extend([indices[0], indices[1], !indices[2]]);
        let vertices = triangle.map(|index| &mesh.vertices[index as usize]);
        normals.extend(vertices.iter().flat_map(|v| v.normal.map(f64::from)));
        let colour = vertices[0].colour.map(f32::to_bits);
        let material = colours.binary_search(&colour).unwrap_or(0);
        materials.push(i32::try_from(material).unwrap_or(0));
    }
    let layer_element = |kind: &'static str| {
        Node::new("LayerElement")
            .with(Node::new("Type").text(kind))
            .with(Node::new("TypedIndex").i32(0))
    };
    let element = |kind: &'static str, mapping: &str, reference: &str| {
        Node::new(kind)
            .i32(0)
            .with(Node::new("Version").i32(101))
            .with(Node::new("Name").text(""))
            .with(Node::new("MappingInformationType").text(mapping))
            .with(Node::new("ReferenceInformationType").text(reference))
    };
    vec![
        Node::new("GeometryVersion").i32(124),
        Node::new("Vertices").f64s(&positions),
        Node::new("PolygonVertexIndex").i32s(&corners),
        element("LayerElementNormal", "ByPolygonVertex", "Direct")
            .with(Node::new("Normals").f64s(&normals)),
        element("LayerElementMaterial", "ByPolygon", "IndexToDirect")
            .with(Node::new("Materials").i32s(&materials)),
        Node::new("Layer")
            .i32(0)
            .with(Node::new("Version").i32(100))
            .with(layer_element("LayerElementNormal"))
            .with(layer_element("LayerElementMaterial")),
    ]
}

/// Returns the vertices that a bone moves, and their weights.
fn weights(mesh: &Mesh, bone: usize) -> (Vec<i32>, Vec<f64>) {
    let moved = mesh
        .vertices
        .iter()
        .enumerate()
        .filter_map(|(index, vertex)| {
            let influences = vertex.bones.iter().zip(vertex.weights);
            let own = influences.filter(|(of, _)| usize::from(**of) == bone);
            let weight: f64 = own.map(|(_, weight)| f64::from(weight)).sum();
            (weight > 0.0).then(|| Some((i32::try_from(index).ok()?, weight)))?
        });
    moved.unzip()
}
