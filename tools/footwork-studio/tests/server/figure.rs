//! Tests of the data for drawing a body: the mesh of a clip's file, and the rotations of its joints.

use std::fs;

use serde_json::json;

use crate::client::Studio;

/// Returns a GLB with two frames and two joints, 0.5 m apart. The upper joint, the spine, makes a quarter turn about z.
/// The `triangles` triangles are equal: one vertex follows the hips, one follows both joints, and one follows the
/// spine.
fn puppet(triangles: usize) -> Vec<u8> {
    let turn = 0.5f32.sqrt();
    let mut floats: Vec<f32> = vec![0.0, 1.0 / 30.0];
    floats.extend([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, turn, turn]);
    floats.extend([0.0, 1.0, 0.0, 0.0, 1.5, 0.0, 0.25, 1.5, 0.0]);
    floats.extend([1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    for up in [-1.0, -1.5] {
        floats.extend([1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        floats.extend([0.0, 0.0, 1.0, 0.0, 0.0, up, 0.0, 1.0]);
    }
    let mut bin: Vec<u8> = floats.iter().flat_map(|x| x.to_le_bytes()).collect();
    bin.extend([0, 1, 0, 0].repeat(3));
    bin.extend([0u8, 1, 2].repeat(triangles));
    bin.resize(bin.len().next_multiple_of(4), 0);
    let places = [
        (0, 8, 2, "SCALAR", 5126),
        (8, 32, 2, "VEC4", 5126),
        (40, 36, 3, "VEC3", 5126),
        (76, 48, 3, "VEC4", 5126),
        (124, 128, 2, "MAT4", 5126),
        (252, 12, 3, "VEC4", 5121),
        (264, 3 * triangles, 3 * triangles, "SCALAR", 5121),
    ];
    let views = places
        .map(|(from, length, ..)| json!({ "buffer": 0, "byteOffset": from, "byteLength": length }));
    let mut accessors = Vec::new();
    for (view, (_, _, count, kind, component)) in places.into_iter().enumerate() {
        accessors.push(
            json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }),
        );
    }
    let mesh =
        json!({ "attributes": { "POSITION": 2, "WEIGHTS_0": 3, "JOINTS_0": 5 }, "indices": 6 });
    let gltf = json!({
        "asset": { "version": "2.0" },
        "nodes": [
            { "name": "Hips", "translation": [0, 1, 0], "children": [1] },
            { "name": "Spine", "translation": [0, 0.5, 0] },
            { "name": "Body", "mesh": 0, "skin": 0 },
        ],
        "skins": [{ "joints": [0, 1], "inverseBindMatrices": 4 }],
        "meshes": [{ "primitives": [mesh] }],
        "animations": [{ "name": "Bow", "samplers": [{ "input": 0, "output": 1 }],
            "channels": [{ "sampler": 0, "target": { "node": 1, "path": "rotation" } }] }],
        "accessors": accessors, "bufferViews": views, "buffers": [{ "byteLength": bin.len() }],
    });
    let mut json = gltf.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut glb = b"glTF\x02\0\0\0".to_vec();
    let word = |length: usize| u32::try_from(length).unwrap().to_le_bytes();
    glb.extend(word(28 + json.len() + bin.len()));
    for (kind, part) in [(b"JSON", json), (b"BIN\0", bin)] {
        glb.extend(word(part.len()));
        glb.extend(kind);
        glb.extend(part);
    }
    glb
}

fn with_puppet(triangles: usize) -> Studio {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bow.glb"), puppet(triangles)).unwrap();
    fs::write(folder.path().join("run.bvh"), crate::client::bvh(60)).unwrap();
    Studio::new(folder)
}

#[test]
fn a_mesh_is_bound_to_the_joints_of_its_clip() {
    let studio = with_puppet(1);
    let (motion, _) = studio.get("/api/motion?clip=bow.glb").frames();
    assert_eq!(motion["mayHaveMesh"], true);
    let names: Vec<&str> = motion["joints"]
        .as_array()
        .unwrap()
        .iter()
        .map(|joint| joint.as_str().unwrap())
        .collect();
    let (header, numbers) = studio.get("/api/mesh?clip=bow.glb").frames();
    assert_eq!(
        (&header["vertices"], &header["triangles"]),
        (&json!(3), &json!(1))
    );
    let bones = header["joints"].as_array().unwrap().iter();
    let bones: Vec<&str> = bones
        .map(|joint| names[usize::try_from(joint.as_u64().unwrap()).unwrap()])
        .collect();
    assert_eq!(bones, ["Hips", "Spine"]);
    let (rows, rest) = numbers.split_at(2 * 12);
    // The mesh is in metres and in the bind pose, so the matrices only move it down to the origin of each joint.
    let down = |up: f32| [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -up, 0.0, 0.0, 1.0, 0.0];
    assert_eq!(rows, [down(1.0), down(1.5)].as_flattened());
    let (vertices, triangles) = rest.split_at(3 * 17);
    assert_eq!(triangles, [0.0, 1.0, 2.0]);
    let (vertices, _) = vertices.as_chunks::<17>();
    let of = |first: usize, count: usize| vertices.iter().map(move |v| &v[first..first + count]);
    assert!(of(0, 3).eq([[0.0, 1.0, 0.0], [0.0, 1.5, 0.0], [0.25, 1.5, 0.0]]));
    // The file has no normals. They are computed from the triangle, which faces −z.
    assert!(of(3, 3).all(|normal| normal == [0.0, 0.0, -1.0]));
    let weight_of = |vertex: &[f32; 17], bone: f32| -> f32 {
        let pairs = vertex[9..13].iter().zip(&vertex[13..]);
        pairs
            .filter(|(own, _)| **own == bone)
            .map(|(_, weight)| weight)
            .sum()
    };
    let spine: Vec<f32> = vertices
        .iter()
        .map(|vertex| weight_of(vertex, 1.0))
        .collect();
    assert_eq!(spine, [0.0, 0.5, 1.0]);
}

#[test]
fn turns_are_the_world_rotations_of_the_joints() {
    let studio = with_puppet(1);
    let (header, numbers) = studio.get("/api/turns?clip=bow.glb").frames();
    assert_eq!(header, json!({ "start": 0, "stop": 2 }));
    let (turns, left) = numbers.as_chunks::<4>();
    assert!(left.is_empty());
    let joints = turns.len() / 2;
    let (motion, _) = studio.get("/api/motion?clip=bow.glb").frames();
    assert_eq!(motion["joints"].as_array().unwrap().len(), joints);
    let spine = motion["joints"]
        .as_array()
        .unwrap()
        .iter()
        .position(|name| name == "Spine");
    let spine = spine.unwrap();
    assert_eq!(turns[spine], [0.0, 0.0, 0.0, 1.0]);
    let half = 0.5f32.sqrt();
    for (own, expected) in turns[joints + spine].iter().zip([0.0, 0.0, half, half]) {
        assert!((own - expected).abs() < 1e-6, "{turns:?}");
    }
    assert_eq!(
        turns[joints],
        [0.0, 0.0, 0.0, 1.0],
        "the hips should not turn"
    );
    // A request for a part of the frames gets no frame past the end.
    let (header, last) = studio
        .get("/api/turns?clip=bow.glb&start=1&stop=4294967295")
        .frames();
    assert_eq!(header, json!({ "start": 1, "stop": 2 }));
    assert_eq!(last, numbers[4 * joints..]);
    let (header, none) = studio
        .get("/api/turns?clip=bow.glb&start=9&stop=5")
        .frames();
    assert_eq!((header, none), (json!({ "start": 2, "stop": 2 }), vec![]));
}

#[test]
fn a_clip_without_a_mesh_has_an_empty_one() {
    let studio = with_puppet(1);
    let empty = json!({ "joints": [], "vertices": 0, "triangles": 0 });
    assert_eq!(
        studio.get("/api/mesh?clip=run.bvh").frames(),
        (empty, vec![])
    );
    // Its rotations are not needed either, so none are sent.
    let (header, turns) = studio.get("/api/turns?clip=run.bvh").frames();
    assert_eq!((header, turns), (json!({ "start": 0, "stop": 60 }), vec![]));
}

#[test]
fn invalid_requests_for_a_figure_are_refused() {
    let studio = with_puppet(1);
    let before = studio.disk();
    for route in ["/api/mesh", "/api/turns"] {
        for clip in [
            "none.glb",
            "../bow.glb",
            "%2e%2e%2fbow.glb",
            "/etc/passwd",
            "",
            "%00",
            "%ff",
        ] {
            let asked = format!("{route}?clip={clip}");
            studio.get(&asked).refused(404, "unknown-clip");
        }
        let long = format!("{route}?clip={}", "a".repeat(4000));
        studio.get(&long).refused(404, "unknown-clip");
        for asked in ["", "?clip=bow.glb&clip=run.bvh", "?clip=bow.glb&size=9"] {
            studio
                .get(&format!("{route}{asked}"))
                .refused(400, "bad-parameters");
        }
        for method in ["POST", "PUT", "DELETE"] {
            let line = format!("{method} {route}?clip=bow.glb");
            assert_eq!(
                studio.request(&line, &studio.headers(), b"").status,
                405,
                "{line}"
            );
        }
        let strange = [format!("host: {}", studio.host())];
        let line = format!("GET {route}?clip=bow.glb");
        assert_eq!(studio.request(&line, &strange, b"").status, 401);
    }
    for wrong in ["start=-1", "start=1e3", "stop=4294967296", "stop=x"] {
        let asked = format!("/api/turns?clip=bow.glb&{wrong}");
        studio.get(&asked).refused(400, "bad-parameters");
    }
    assert_eq!(studio.disk(), before);
}

#[test]
fn a_file_damaged_after_opening_is_a_problem() {
    let studio = with_puppet(1);
    // A file of the declared length, with garbage after its header.
    let mut bytes = puppet(1);
    bytes[20..].fill(0xff);
    fs::write(studio.path("bow.glb"), bytes).unwrap();
    for route in ["/api/mesh", "/api/turns"] {
        let answer = studio.get(&format!("{route}?clip=bow.glb"));
        assert_eq!(answer.status, 409, "{}", answer.json());
    }
    fs::remove_file(studio.path("bow.glb")).unwrap();
    assert_eq!(studio.get("/api/mesh?clip=bow.glb").status, 409);
    studio.get("/api/mesh?clip=run.bvh").frames();
}

#[test]
fn a_mesh_above_the_limit_is_refused() {
    let studio = with_puppet(3 << 20);
    studio
        .get("/api/mesh?clip=bow.glb")
        .refused(409, "too-many-vertices");
    // The server still sends the motion.
    studio.get("/api/turns?clip=bow.glb").frames();
}
