//! A skinned character keeps its mesh, its weights and its colours.

use std::path::Path;

use footwork_base::Id;
use footwork_clip::{
    Clip, FbxTake, Limits, Mesh, MeshVertex, ReadOptions, WorldPositions, read_clip, read_mesh,
    write_fbx,
};
use glam::{DAffine3, DMat3, DQuat, DVec3};

use crate::back::read;

fn root(path: &str) -> Vec<u8> {
    std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(path),
    )
    .unwrap()
}

/// Returns the world transform of each joint on a frame.
fn joints(clip: &Clip, frame: u32) -> Vec<DAffine3> {
    let positions = WorldPositions::from_clip(clip);
    let places = positions.frame(frame).unwrap();
    let pose = clip.pose(frame).unwrap();
    let mut turns: Vec<DQuat> = Vec::new();
    for (index, joint) in clip.skeleton().joints().iter().enumerate() {
        let parent = joint
            .parent
            .map_or(DQuat::IDENTITY, |parent| turns[parent.index()]);
        let own = DQuat::from_array(pose.rotations[index].map(f64::from));
        turns.push(if joint.is_end { parent } else { parent * own });
    }
    let placed = turns.into_iter().zip(places);
    placed
        .map(|(turn, &at)| DAffine3::from_rotation_translation(turn, DVec3::from_array(at)))
        .collect()
}

/// Returns the world transform of each bone of the mesh on a frame.
fn bones(mesh: &Mesh, clip: &Clip, frame: u32) -> Vec<DAffine3> {
    let joints = joints(clip, frame);
    let bones = mesh.bones.iter().map(|bone| {
        let [x, y, z] = bone.joint_from_mesh.map(|row| row.map(f64::from));
        let column = |at: usize| DVec3::new(x[at], y[at], z[at]);
        let linear = DMat3::from_cols(column(0), column(1), column(2));
        joints[bone.joint.index()] * DAffine3::from_mat3_translation(linear, column(3))
    });
    bones.collect()
}

/// Returns the position and the normal of a vertex with these bones.
fn placed(vertex: &MeshVertex, bones: &[DAffine3]) -> [DVec3; 2] {
    let at = DVec3::from_array(vertex.position.map(f64::from));
    let normal = DVec3::from_array(vertex.normal.map(f64::from));
    let (mut place, mut ahead) = (DVec3::ZERO, DVec3::ZERO);
    for (&bone, weight) in vertex.bones.iter().zip(vertex.weights) {
        let (bone, weight) = (bones[usize::from(bone)], f64::from(weight));
        place += weight * bone.transform_point3(at);
        ahead += weight * bone.transform_vector3(normal);
    }
    [place, ahead.try_normalize().unwrap()]
}

/// Returns the position of every vertex on a frame.
pub(crate) fn vertices(mesh: &Mesh, clip: &Clip, frame: u32) -> Vec<DVec3> {
    let bones = bones(mesh, clip, frame);
    mesh.vertices
        .iter()
        .map(|vertex| placed(vertex, &bones)[0])
        .collect()
}

/// Returns the corners of all triangles on a frame: position, normal, colour.
fn corners(mesh: &Mesh, clip: &Clip, frame: u32) -> Vec<[DVec3; 3]> {
    let bones = bones(mesh, clip, frame);
    let corner = |&index: &u32| {
        let vertex = &mesh.vertices[index as usize];
        let [place, ahead] = placed(vertex, &bones);
        [
            place,
            ahead,
            DVec3::from_array(vertex.colour.map(f64::from)),
        ]
    };
    mesh.triangles.as_flattened().iter().map(corner).collect()
}

/// Writes the clip with the mesh, reads the clip and the mesh back, and compares every corner on some frames. Returns
/// the largest distance in metres and the size of the file.
fn check(mesh: &Mesh, clip: &Clip) -> (f64, usize) {
    let takes = [FbxTake { name: "Take", clip }];
    let bytes = write_fbx(&takes, Some(mesh)).unwrap();
    let back = read(&bytes);
    let skin = read_mesh("a.fbx", &bytes, &ReadOptions::default())
        .unwrap()
        .unwrap();
    assert_eq!(skin.triangles.len(), mesh.triangles.len());
    let sorted = |corners: Vec<[DVec3; 3]>| {
        // Readers group faces by material, so sort the faces by colour before comparing them.
        let mut faces: Vec<Vec<[DVec3; 3]>> = corners.chunks(3).map(<[_]>::to_vec).collect();
        faces.sort_by(|a, b| {
            let key = |face: &[[DVec3; 3]]| face[0][2].to_array().map(|x| (x * 1e6).round());
            key(a).partial_cmp(&key(b)).unwrap()
        });
        faces.concat()
    };
    let mut farthest = 0.0f64;
    for frame in [0, clip.frame_count() / 2, clip.frame_count() - 1] {
        let own = sorted(corners(mesh, clip, frame));
        let other = sorted(corners(&skin, &back, frame));
        for (a, b) in own.iter().zip(&other) {
            farthest = farthest.max(a[0].distance(b[0]));
            assert!(a[1].distance(b[1]) < 1e-4, "normals {} and {}", a[1], b[1]);
            assert!(a[2].distance(b[2]) < 1e-6, "colours {} and {}", a[2], b[2]);
        }
    }
    assert!(farthest < 1e-4, "{farthest} m");
    (farthest, bytes.len())
}

pub(crate) fn footballer() -> (Mesh, Clip) {
    let options = ReadOptions::default();
    let mesh = read_mesh("a.glb", &root("testdata/characters/football.glb"), &options);
    let kick = root("samples/football/kick_right_01.glb");
    let clip = read_clip("kick.glb", &kick, None, &Limits::default())
        .unwrap()
        .clip;
    (mesh.unwrap().unwrap(), clip)
}

#[test]
fn a_skinned_character_keeps_its_mesh() {
    let (mesh, clip) = footballer();
    assert!(mesh.triangles.len() > 500, "{}", mesh.triangles.len());
    let (metres, bytes) = check(&mesh, &clip);
    println!(
        "{} triangles: {metres} m, {bytes} bytes",
        mesh.triangles.len()
    );
}

#[test]
fn a_mesh_in_another_unit_with_several_colours_is_kept() {
    let (mut mesh, clip) = footballer();
    // The mesh is in inches, with one half in red.
    for vertex in &mut mesh.vertices {
        vertex.position = vertex.position.map(|x| x / 0.0254);
    }
    for bone in &mut mesh.bones {
        for row in &mut bone.joint_from_mesh {
            row[..3].iter_mut().for_each(|x| *x *= 0.0254);
        }
    }
    let half = mesh.triangles.len() / 2;
    for index in mesh.triangles[..half].as_flattened() {
        mesh.vertices[*index as usize].colour = [1.0, 0.25, 0.0];
    }
    // An FBX face has only the colour of its first corner, so remove the faces with several colours.
    for triangle in mesh.triangles.clone() {
        let first = mesh.vertices[triangle[0] as usize].colour;
        if triangle
            .iter()
            .any(|&index| mesh.vertices[index as usize].colour != first)
        {
            mesh.triangles.retain(|kept| *kept != triangle);
        }
    }
    check(&mesh, &clip);
}
