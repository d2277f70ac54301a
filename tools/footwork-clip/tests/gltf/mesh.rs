//! Skinned meshes, and meshes attached to a single joint, below a node with scale.

use footwork_base::{Id, LengthUnit};
use footwork_clip::{
    ForwardKinematics, JointPairs, Mesh, ReadOptions, Skeleton, read_clips, read_mesh,
};
use glam::{DQuat, DVec3};

/// Builds a GLB: a skin in metres on bones in centimetres, and a hat on the upper bone. The upper bone turns by 90° in
/// one second.
fn puppet(required: &str) -> Vec<u8> {
    let mut floats: Vec<f32> = Vec::new();
    // In `floats`, the key times are at 0, and the rotations of the spine about z at 2.
    floats.extend([0.0, 1.0]);
    floats.extend([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.5f32.sqrt(), 0.5f32.sqrt()]);
    // The body is at 10, with weights at 19 and inverse bind matrices at 31.
    floats.extend([0.0, 1.0, 0.0, 0.0, 1.5, 0.0, 0.1, 1.7, 0.0]);
    floats.extend([1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    for up in [-100.0, -150.0] {
        floats.extend([100.0, 0.0, 0.0, 0.0, 0.0, 100.0, 0.0, 0.0]);
        floats.extend([0.0, 0.0, 100.0, 0.0, 0.0, up, 0.0, 1.0]);
    }
    // The hat, in centimetres, is at 63.
    floats.extend([0.0, 0.0, 0.0, 10.0, 0.0, 0.0, 0.0, 10.0, 0.0]);
    let mut bin: Vec<u8> = floats.iter().flat_map(|x| x.to_le_bytes()).collect();
    let floats_end = bin.len();
    bin.extend([0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]);
    let view = |start: usize, stop: usize| {
        format!(
            r#"{{"buffer": 0, "byteOffset": {}, "byteLength": {}}}"#,
            start * 4,
            (stop - start) * 4
        )
    };
    let accessor = |view: usize, count: usize, kind: &str, component: usize| {
        format!(
            r#"{{"bufferView": {view}, "componentType": {component}, "count": {count}, "type": "{kind}"}}"#
        )
    };
    let views = [
        view(0, 2),
        view(2, 10),
        view(10, 19),
        view(19, 31),
        view(31, 63),
        view(63, 72),
        view(floats_end / 4, bin.len() / 4),
    ];
    let accessors = [
        accessor(0, 2, "SCALAR", 5126).replace('}', r#", "min": [0], "max": [1]}"#),
        accessor(1, 2, "VEC4", 5126),
        accessor(2, 3, "VEC3", 5126),
        accessor(3, 3, "VEC4", 5126),
        accessor(4, 2, "MAT4", 5126),
        accessor(5, 3, "VEC3", 5126),
        accessor(6, 3, "VEC4", 5121),
    ];
    let json = format!(
        r#"{{"asset": {{"version": "2.0"}}, "extensionsRequired": [{required}],
        "nodes": [
          {{"name": "Armature", "scale": [0.01, 0.01, 0.01], "children": [1, 3]}},
          {{"name": "Hips", "translation": [0, 100, 0], "children": [2]}},
          {{"name": "Spine", "translation": [0, 50, 0], "children": [4]}},
          {{"name": "Body", "mesh": 0, "skin": 0, "translation": [7, 7, 7]}},
          {{"name": "Hat", "mesh": 1, "translation": [0, 10, 0]}},
          {{"name": "Floor", "mesh": 1}}
        ],
        "skins": [{{"joints": [1, 2], "inverseBindMatrices": 4}}],
        "materials": [{{"pbrMetallicRoughness": {{"baseColorFactor": [1, 0, 0.2, 1]}}}}],
        "meshes": [
          {{"primitives": [{{"attributes": {{"POSITION": 2, "JOINTS_0": 6, "WEIGHTS_0": 3}}}}]}},
          {{"primitives": [{{"attributes": {{"POSITION": 5}}, "material": 0}}]}}
        ],
        "animations": [{{"name": "Bow", "samplers": [{{"input": 0, "output": 1}}],
          "channels": [{{"sampler": 0, "target": {{"node": 2, "path": "rotation"}}}}]}}],
        "accessors": [{}], "bufferViews": [{}], "buffers": [{{"byteLength": {}}}]}}"#,
        accessors.join(", "),
        views.join(", "),
        bin.len()
    );
    let mut json = json.into_bytes();
    while json.len() % 4 != 0 {
        json.push(b' ');
    }
    let mut glb = b"glTF".to_vec();
    let word = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    glb.extend(word(2));
    glb.extend(word(28 + json.len() + bin.len()));
    glb.extend(word(json.len()));
    glb.extend(b"JSON");
    glb.extend(json);
    glb.extend(word(bin.len()));
    glb.extend(b"BIN\0");
    glb.extend(bin);
    glb
}

/// Returns the vertices of the mesh on a frame, computed as documented in `mesh`.
fn on_frame(mesh: &Mesh, skeleton: &Skeleton, pose: footwork_clip::Pose<'_>) -> Vec<[f64; 3]> {
    let mut kinematics = ForwardKinematics::new(skeleton);
    let mut positions = vec![[0.0; 3]; skeleton.joint_count()];
    kinematics.solve(pose, &mut positions);
    let rotations: Vec<DQuat> = kinematics.rotations().map(DQuat::from_array).collect();
    let place = |vertex: &footwork_clip::MeshVertex| {
        let mut sum = DVec3::ZERO;
        for (bone, weight) in vertex.bones.iter().zip(vertex.weights) {
            let bone = mesh.bones[usize::from(*bone)];
            let [x, y, z] = vertex.position.map(f64::from);
            let row = |[a, b, c, d]: [f32; 4]| {
                f64::from(a) * x + f64::from(b) * y + f64::from(c) * z + f64::from(d)
            };
            let local = DVec3::from_array(bone.joint_from_mesh.map(row));
            let joint = bone.joint.index();
            let world = rotations[joint] * local + DVec3::from_array(positions[joint]);
            sum += world * f64::from(weight);
        }
        sum.to_array()
    };
    mesh.vertices.iter().map(place).collect()
}

fn check(found: &[[f64; 3]], expected: &[[f64; 3]]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let near = (0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-5);
        assert!(near, "{found:?}, not {expected:?}");
    }
}

const AT_REST: [[f64; 3]; 6] = [
    [0.0, 1.0, 0.0],
    [0.0, 1.5, 0.0],
    [0.1, 1.7, 0.0],
    [0.0, 1.6, 0.0],
    [0.1, 1.6, 0.0],
    [0.0, 1.7, 0.0],
];
const BOWED: [[f64; 3]; 6] = [
    [0.0, 1.0, 0.0],
    [0.0, 1.5, 0.0],
    [-0.2, 1.6, 0.0],
    [-0.1, 1.5, 0.0],
    [-0.1, 1.6, 0.0],
    [-0.2, 1.5, 0.0],
];

#[test]
fn a_mesh_moves_with_its_joints() {
    let file = puppet("");
    let options = ReadOptions::default();
    let clip = &read_clips("puppet.glb", &file, &options).unwrap().clips[0].clip;
    let mesh = read_mesh("puppet.glb", &file, &options).unwrap().unwrap();
    // The floor is left out, because no joint moves it.
    assert_eq!(mesh.triangles, [[0, 1, 2], [3, 4, 5]]);
    let last = clip.frame_count() - 1;
    check(
        &on_frame(&mesh, clip.skeleton(), clip.pose(0).unwrap()),
        &AT_REST,
    );
    check(
        &on_frame(&mesh, clip.skeleton(), clip.pose(last).unwrap()),
        &BOWED,
    );
    assert_eq!(mesh.vertices[0].colour, [1.0; 3]);
    let [red, green, blue] = mesh.vertices[3].colour;
    assert_eq!([red, green], [1.0, 0.0]);
    assert!((blue - 0.481).abs() < 1e-3, "{blue}");
}

#[test]
fn a_mesh_has_the_unit_of_its_clip() {
    let file = puppet("");
    let options = ReadOptions {
        unit: Some(LengthUnit::Custom(2.0)),
        ..ReadOptions::default()
    };
    let clip = &read_clips("puppet.glb", &file, &options).unwrap().clips[0].clip;
    let mesh = read_mesh("puppet.glb", &file, &options).unwrap().unwrap();
    let last = clip.frame_count() - 1;
    let twice = BOWED.map(|place| place.map(|x| 2.0 * x));
    check(
        &on_frame(&mesh, clip.skeleton(), clip.pose(last).unwrap()),
        &twice,
    );
}

#[test]
fn the_mesh_of_a_mirrored_clip_is_the_reflected_mesh() {
    let file = puppet("");
    let options = ReadOptions::default();
    let clip = &read_clips("puppet.glb", &file, &options).unwrap().clips[0].clip;
    let mesh = read_mesh("puppet.glb", &file, &options).unwrap().unwrap();
    let pairs = JointPairs::from_names(clip.skeleton()).unwrap();
    let image = clip.mirrored(&pairs).unwrap();
    let mesh = mesh.mirrored(&pairs);
    let last = clip.frame_count() - 1;
    let reflected = BOWED.map(|[x, y, z]| [-x, y, z]);
    check(
        &on_frame(&mesh, image.skeleton(), image.pose(last).unwrap()),
        &reflected,
    );
    assert_eq!(mesh.triangles, [[0, 2, 1], [3, 5, 4]]);
}

#[test]
fn compressed_and_missing_meshes_are_distinguished() {
    let options = ReadOptions::default();
    let packed = puppet(r#""KHR_draco_mesh_compression""#);
    let error = read_mesh("puppet.glb", &packed, &options).unwrap_err();
    assert_eq!(error.code, "packed-mesh");
    assert!(read_clips("puppet.glb", &packed, &options).is_ok());
    let bare = std::fs::read(super::testdata("base.gltf")).unwrap();
    assert_eq!(read_mesh("base.gltf", &bare, &options), Ok(None));
}

/// A small file can declare large counts without holding the data.
#[test]
fn a_mesh_that_declares_too_many_vertices_is_refused() {
    let check = |vertices: usize, indices: &str, code: Option<&str>| {
        let json = format!(
            r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{"name": "Hips", "mesh": 0}}],
            "skins": [{{"joints": [0]}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}{indices}}}]}}],
            "accessors": [{{"componentType": 5126, "count": {vertices}, "type": "VEC3"}},
              {{"componentType": 5125, "count": 6291459, "type": "SCALAR"}}]}}"#
        );
        let mesh = read_mesh("a.gltf", json.as_bytes(), &ReadOptions::default());
        assert_eq!(mesh.err().map(|error| error.code), code);
    };
    check(3, "", None);
    check(44_739_242, "", Some("too-many-vertices"));
    check(3, r#", "indices": 1"#, Some("too-many-vertices"));
}
