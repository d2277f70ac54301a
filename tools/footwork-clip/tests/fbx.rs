//! FBX files, with the feature `fbx`: a small handwritten one, and hostile ones derived from it.
#![cfg(feature = "fbx")]
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use std::path::Path;

use footwork_base::{FbxRange, Id};
use footwork_clip::{
    ClipFormat, FbxDocument, KeyFaults, Limits, ReadOptions, WorldPositions, read_clip, read_fbx,
    read_mesh,
};

fn testdata(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/fbx");
    std::fs::read(folder.join(name)).unwrap()
}

fn nod() -> String {
    String::from_utf8(testdata("nod.fbx")).unwrap()
}

fn document(bytes: &[u8]) -> FbxDocument {
    read_fbx(bytes, None, FbxRange::default(), &Limits::default()).unwrap()
}

fn code(text: &[u8], limits: &Limits) -> Option<&'static str> {
    let read = read_fbx(text, None, FbxRange::default(), limits);
    let refused = |document: FbxDocument| document.rejected.into_iter().next();
    let error = read.map_or_else(Some, |document| Some(refused(document)?.error))?;
    assert!(!error.to_string().is_empty());
    Some(error.code)
}

#[test]
fn a_nod_is_read_in_metres() {
    let loaded = read_clip("nod.fbx", nod().as_bytes(), None, &Limits::default()).unwrap();
    assert_eq!(loaded.format, ClipFormat::Fbx);
    assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
    let clip = &loaded.clip;
    assert_eq!(
        (clip.frame_count(), clip.rate().to_string().as_str()),
        (31, "30")
    );
    let names: Vec<&str> = clip
        .skeleton()
        .joints()
        .iter()
        .map(|j| j.name.as_str())
        .collect();
    assert_eq!(names, ["Hips", "Spine", "Head"]);
    let positions = WorldPositions::from_clip(clip);
    let check = |frame: u32, joint: usize, expected: [f64; 3]| {
        let found = positions.frame(frame).unwrap()[joint];
        let near = (0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-6);
        assert!(near, "frame {frame}: {found:?}, not {expected:?}");
    };
    check(0, 0, [0.0, 1.0, 0.0]);
    check(0, 2, [0.0, 1.7, 0.0]);
    let half = 0.5f64.sqrt() * 0.2;
    check(15, 1, [0.0, 1.5, 0.0]);
    check(15, 2, [0.0, 1.5 + half, half]);
    check(30, 2, [0.0, 1.5, 0.2]);
}

#[test]
fn a_binary_file_gives_the_same_clip() {
    let (text, binary) = (
        document(nod().as_bytes()),
        document(&testdata("nod-binary.fbx")),
    );
    let (text, binary) = (&text.animations[0], &binary.animations[0]);
    assert_eq!(text.name, binary.name);
    assert_eq!(text.clip, binary.clip);
    assert_eq!(text.fingerprint, binary.fingerprint);
}

#[test]
fn the_fingerprint_depends_on_nodes_and_keys() {
    let fingerprint = |text: &str| {
        let document = document(text.as_bytes());
        document.animations[0].fingerprint
    };
    let own = fingerprint(&nod());
    assert_eq!(
        fingerprint(&nod().replace("; Three limbs", "; Other words")),
        own
    );
    assert_ne!(fingerprint(&nod().replace("a: 0,90", "a: 0,91")), own);
    assert_ne!(fingerprint(&nod().replace("0,50,0", "0,51,0")), own);
}

#[test]
fn hostile_files_are_refused_with_a_message() {
    let limits = Limits::default();
    let check = |text: &str, expected: Option<&str>| {
        assert_eq!(code(text.as_bytes(), &limits), expected);
    };
    check("", Some("fbx"));
    check("; FBX 7.4.0", Some("fbx"));
    check("Kaydara FBX Binary  ", Some("fbx"));
    check(&nod()[..900], Some("fbx"));
    check(
        &nod().replace("46186158000", "4618615800000000"),
        Some("too-many-frames"),
    );
    check(
        &nod().replace("A\",0,100,0", "A\",0,1e300,0"),
        Some("shape"),
    );
    // Makes Hips a child of Spine, which is a child of Hips.
    check(
        &nod().replace("C: \"OO\",1,0", "C: \"OO\",1,2"),
        Some("fbx"),
    );
    let error = read_clip("a.fbx", b"walk", None, &limits).unwrap_err();
    assert!(
        error.to_string().contains("Unrecognized file format"),
        "{error}"
    );
    let nodes = |limits| code(nod().as_bytes(), &limits);
    assert_eq!(
        nodes(Limits {
            bytes: 99,
            ..limits
        }),
        Some("too-many-bytes")
    );
    assert_eq!(
        nodes(Limits {
            joints: 2,
            ..limits
        }),
        Some("too-many-joints")
    );
    assert_eq!(
        nodes(Limits {
            frames: 30,
            ..limits
        }),
        Some("too-many-frames")
    );
}

#[test]
fn a_stack_that_is_too_long_is_rejected_and_the_others_are_read() {
    let second = r#"	AnimationStack: 30, "AnimStack::Wait", "" {
		Properties70:  {
			P: "LocalStart", "KTime", "Time", "",0
			P: "LocalStop", "KTime", "Time", "",4618615800000000
		}
	}
	AnimationLayer: 21"#;
    let text = nod().replace("\tAnimationLayer: 21", second);
    let document = document(text.as_bytes());
    assert_eq!(document.animation_count, 2);
    let read: Vec<&str> = document
        .animations
        .iter()
        .map(|a| a.name.as_str())
        .collect();
    assert_eq!(read, ["Nod"]);
    let [refused] = document.rejected.as_slice() else {
        panic!("{:?}", document.rejected);
    };
    assert_eq!(
        (refused.name.as_str(), refused.error.code),
        ("Wait", "too-many-frames")
    );
}

/// Every truncated or altered file is read or refused, without a panic.
#[test]
fn broken_files_do_not_panic() {
    let limits = Limits {
        frames: 1000,
        ..Limits::default()
    };
    for bytes in [testdata("nod.fbx"), testdata("nod-binary.fbx")] {
        for at in (0..bytes.len()).step_by(3) {
            code(&bytes[..at], &limits);
            let mut changed = bytes.clone();
            changed[at] = changed[at].wrapping_add(1);
            code(&changed, &limits);
        }
    }
}

#[test]
fn a_joint_below_a_scaled_joint_is_reported() {
    let loaded = read_clip(
        "scaled.fbx",
        &testdata("scaled.fbx"),
        None,
        &Limits::default(),
    )
    .unwrap();
    let findings: Vec<_> = loaded.findings.iter().map(|f| f.to_string()).collect();
    assert!(
        matches!(&findings[..], [one] if one.starts_with("the scale of \"Spine\" is not 1 on frames 0 to ")),
        "{findings:?}"
    );
}

/// The nod with a triangle skinned to `Hips` and `Head`, and a square on `Spine`.
fn nod_with_mesh() -> String {
    let matrix = |up: i32| format!("*16 {{\n\t\t\ta: 1,0,0,0,0,1,0,0,0,0,1,0,0,{up},0,1\n\t\t}}");
    let cluster = |id: u32, vertices: &str, count: u32, height: i32| {
        format!(
            "\tDeformer: {id}, \"SubDeformer::\", \"Cluster\" {{\n\t\tIndexes: *{count} {{\n\t\t\ta: {vertices}\n\t\t}}\n\
             \t\tWeights: *{count} {{\n\t\t\ta: {}\n\t\t}}\n\t\tTransform: {}\n\t\tTransformLink: {}\n\t}}\n",
            ["1"; 3][..count as usize].join(","),
            matrix(-height),
            matrix(height),
        )
    };
    let geometry = |id: u32, vertices: &str, corners: &str| {
        let count = |list: &str| list.split(',').count();
        format!(
            "\tGeometry: {id}, \"Geometry::\", \"Mesh\" {{\n\t\tVertices: *{} {{\n\t\t\ta: {vertices}\n\t\t}}\n\
             \t\tPolygonVertexIndex: *{} {{\n\t\t\ta: {corners}\n\t\t}}\n\t}}\n",
            count(vertices),
            count(corners),
        )
    };
    let objects = [
        geometry(40, "0,100,0,0,170,0,10,180,0", "0,1,-3"),
        geometry(41, "0,0,0,10,0,0,10,10,0,0,10,0", "0,1,2,-4"),
        "\tModel: 42, \"Model::Body\", \"Mesh\" {\n\t\tVersion: 232\n\t}\n".to_owned(),
        "\tModel: 43, \"Model::Badge\", \"Mesh\" {\n\t\tVersion: 232\n\t}\n".to_owned(),
        "\tDeformer: 44, \"Deformer::\", \"Skin\" {\n\t\tVersion: 101\n\t}\n".to_owned(),
        cluster(45, "0", 1, 100),
        cluster(46, "1,2", 2, 170),
    ];
    let links = [
        (42, 0),
        (40, 42),
        (43, 2),
        (41, 43),
        (44, 40),
        (45, 44),
        (46, 44),
        (1, 45),
        (3, 46),
    ];
    let links = links.map(|(from, to)| format!("\tC: \"OO\",{from},{to}\n"));
    nod()
        .replace(
            "Objects:  {\n",
            &format!("Objects:  {{\n{}", objects.concat()),
        )
        .replace(
            "Connections:  {\n",
            &format!("Connections:  {{\n{}", links.concat()),
        )
}

#[test]
fn a_mesh_is_read_with_its_bones() {
    let file = nod_with_mesh();
    let mesh = read_mesh("nod.fbx", file.as_bytes(), &ReadOptions::default()).unwrap();
    let mesh = mesh.unwrap();
    assert_eq!(mesh.triangles.len(), 3);
    let joints: Vec<usize> = mesh.bones.iter().map(|bone| bone.joint.index()).collect();
    // Hips and Head for the skin, Spine for the badge.
    assert_eq!(joints, [0, 2, 1]);
    let clip = &document(file.as_bytes()).animations[0].clip;
    let positions = WorldPositions::from_clip(clip);
    // At rest, every joint is aligned with the world axes.
    let places: Vec<[f64; 3]> = mesh
        .vertices
        .iter()
        .map(|vertex| {
            let bone = mesh.bones[usize::from(vertex.bones[0])];
            let [x, y, z] = vertex.position.map(f64::from);
            let joint = positions.frame(0).unwrap()[bone.joint.index()];
            let row = |axis: usize| {
                let [a, b, c, d] = bone.joint_from_mesh[axis].map(f64::from);
                a * x + b * y + c * z + d + joint[axis]
            };
            [row(0), row(1), row(2)]
        })
        .collect();
    let expected = [
        [0.0, 1.0, 0.0],
        [0.0, 1.7, 0.0],
        [0.1, 1.8, 0.0],
        [0.0, 1.5, 0.0],
        [0.1, 1.5, 0.0],
        [0.1, 1.6, 0.0],
        [0.0, 1.6, 0.0],
    ];
    for expected in expected {
        let near =
            |found: &&[f64; 3]| (0..3).all(|axis| (found[axis] - expected[axis]).abs() < 1e-5);
        assert!(
            places.iter().any(|found| near(&found)),
            "{places:?} lack {expected:?}"
        );
    }
    assert_eq!(places.len(), expected.len());
    // The triangle turns to the right, the badge to the left.
    let ahead: Vec<f32> = mesh
        .vertices
        .iter()
        .map(|vertex| vertex.normal[2])
        .collect();
    assert_eq!(ahead, [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0]);
    let bare = read_mesh("nod.fbx", nod().as_bytes(), &ReadOptions::default());
    assert_eq!(bare, Ok(None));
}

/// A mesh counts once for every node that shows it, because each node copies its vertices.
#[test]
fn a_mesh_that_many_nodes_show_is_bounded() {
    let corners = ["0,1,2,-4"; 1100].join(",");
    let file = nod_with_mesh().replace(
        "*4 {\n\t\t\ta: 0,1,2,-4",
        &format!("*4400 {{\n\t\t\ta: {corners}"),
    );
    let nodes = 1000..1500;
    let models = nodes.clone().map(|id| {
        format!("\tModel: {id}, \"Model::Badge{id}\", \"Mesh\" {{\n\t\tVersion: 232\n\t}}\n")
    });
    let links = nodes.map(|id| format!("\tC: \"OO\",{id},2\n\tC: \"OO\",41,{id}\n"));
    let many = file
        .replace(
            "Objects:  {\n",
            &format!("Objects:  {{\n{}", models.collect::<String>()),
        )
        .replace(
            "Connections:  {\n",
            &format!("Connections:  {{\n{}", links.collect::<String>()),
        );
    assert!(read_mesh("nod.fbx", file.as_bytes(), &ReadOptions::default()).is_ok());
    let error = read_mesh("nod.fbx", many.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!(error.code, "too-many-vertices", "{error}");
}

#[test]
fn faults_of_keys_and_scale_are_counted() {
    let read = |text: &str| document(text.as_bytes()).animations.remove(0);
    let own = read(&nod());
    assert_eq!(own.keys, KeyFaults::default());
    // The unit of the file, centimetres, does not count as the scale of a joint.
    let scale = own.joint_scale.unwrap();
    assert!((scale.value - 1.0).abs() < 1e-9, "{scale:?}");
    let still = read(&nod().replace("a: 0,90", "a: 90,90"));
    assert_eq!(still.keys.constant_tracks, 1);
    let off = nod().replace("a: 0,46186158000", "a: 0,45416388700");
    assert_eq!(read(&off).keys.off_grid, 1);
    let place = "P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,50,0";
    let scaled = format!("{place}\n\t\t\tP: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",2,2,2");
    let scale = read(&nod().replace(place, &scaled)).joint_scale.unwrap();
    assert_eq!(scale.joint, "Spine");
    assert!((scale.value - 2.0).abs() < 1e-9, "{scale:?}");
    let growing = nod()
        .replace("\"Lcl Rotation\"", "\"Lcl Scaling\"")
        .replace("a: 0,90", "a: 1,2");
    assert_eq!(read(&growing).keys.scaled, 1);
    let broken = nod().replace("a: 0,90", "a: 0,nan");
    assert_eq!(
        code(broken.as_bytes(), &Limits::default()),
        Some("not-finite")
    );
}
