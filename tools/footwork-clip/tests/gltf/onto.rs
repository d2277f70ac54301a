//! Animations added to the files of characters.

use std::path::PathBuf;

use footwork_clip::{
    GltfTake, GltfWriteError, Labels, Limits, NoFiles, ReadOptions, RetargetOptions,
    RetargetTarget, TargetFile, WorldPositions, read_clip, read_gltf, read_mesh, read_target,
    write_onto_gltf,
};

use crate::second_reader::{compare, python};

fn project(name: &str) -> Vec<u8> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read(root.join(name)).unwrap()
}

fn target(bytes: &[u8], only: Option<&str>) -> TargetFile {
    let options = ReadOptions {
        only,
        ..ReadOptions::default()
    };
    read_target("character.glb", bytes, &options).unwrap()
}

/// Returns a walk on the skeleton of a file.
fn walk(target: &RetargetTarget) -> footwork_clip::Clip {
    let bytes = project("samples/deepmimic/walk.txt");
    let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap();
    walk.clip
        .retargeted(target, &RetargetOptions::default())
        .unwrap()
        .clip
}

fn add(bytes: &[u8], name: &str, clip: &footwork_clip::Clip) -> Vec<u8> {
    let labels = Labels::new(r#"{"tags":{"Gait.Walk":[[0,2]]}}"#).unwrap();
    let take = GltfTake {
        name,
        clip,
        labels: Some(&labels),
    };
    write_onto_gltf(bytes, &[take]).unwrap()
}

#[test]
fn a_character_keeps_its_mesh_and_gets_an_animation() {
    let character = project("testdata/characters/football.glb");
    let file = target(&character, None);
    assert!(file.animations.is_empty());
    let clip = walk(&file.target);
    let written = add(&character, "Walk", &clip);
    let mesh = |bytes: &[u8]| {
        read_mesh("a.glb", bytes, &ReadOptions::default())
            .unwrap()
            .unwrap()
    };
    assert_eq!(mesh(&written), mesh(&character));
    let document = read_gltf(&written, &NoFiles, None, &Limits::default()).unwrap();
    let [walk] = &document.animations[..] else {
        panic!("{document:?}");
    };
    assert!(walk.labels.is_some() && walk.name == "Walk");
    let [ours, theirs] = [&clip, &walk.clip].map(WorldPositions::from_clip);
    for (ours, theirs) in ours.frames().zip(theirs.frames()) {
        for (a, b) in ours.iter().zip(theirs) {
            assert!((0..3).all(|axis| (a[axis] - b[axis]).abs() < 1e-6));
        }
    }
    // Materials and the binary chunk keep their bytes.
    let json = |bytes: &[u8]| -> serde_json::Value {
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        serde_json::from_slice(&bytes[20..20 + length]).unwrap()
    };
    let (was, is) = (json(&character), json(&written));
    for part in ["materials", "meshes", "skins", "nodes", "scenes", "asset"] {
        assert_eq!(was[part], is[part], "{part}");
    }
    let bin = |bytes: &[u8]| 28 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let old = &character[bin(&character)..];
    assert_eq!(&written[bin(&written)..][..old.len()], old);
    if let Some(python) = python() {
        let path = std::env::temp_dir().join(format!("footwork-onto-{}.glb", std::process::id()));
        std::fs::write(&path, &written).unwrap();
        compare(&python, &path);
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_second_animation_of_one_name_gets_a_number_and_the_first_stays() {
    let character = project("testdata/characters/football.glb");
    let clip = walk(&target(&character, None).target);
    let once = add(&character, "Walk", &clip);
    let file = target(&once, Some("Walk"));
    let twice = add(&once, "Walk", &walk(&file.target));
    let read = |bytes: &[u8]| read_gltf(bytes, &NoFiles, None, &Limits::default()).unwrap();
    let (one, two) = (read(&once), read(&twice));
    let names: Vec<&str> = two.animations.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["Walk", "Walk_2"]);
    assert_eq!(one.animations[0].clip, two.animations[0].clip);
    assert_eq!(one.animations[0].fingerprint, two.animations[0].fingerprint);
    let options = ReadOptions {
        only: Some("Run"),
        ..ReadOptions::default()
    };
    let error = read_target("character.glb", &twice, &options).unwrap_err();
    assert_eq!(error.code, "no-animation");
    assert_eq!(error.hint.as_deref(), Some("it has \"Walk\", \"Walk_2\""));
}

#[test]
fn transforms_above_the_skeleton_are_undone() {
    let character = project("testdata/characters/football.glb");
    let length = u32::from_le_bytes(character[12..16].try_into().unwrap()) as usize;
    let mut json: serde_json::Value = serde_json::from_slice(&character[20..20 + length]).unwrap();
    // An armature in centimetres with Z up, as exporters write, and hips with a matrix.
    let nodes = json["nodes"].as_array_mut().unwrap();
    let armature = nodes.len();
    nodes.push(serde_json::json!({
        "name": "Armature", "children": [0], "scale": [0.01, 0.01, 0.01],
        "rotation": [-std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2],
    }));
    let hips = nodes[0].as_object_mut().unwrap();
    hips.remove("translation");
    // The inverse of the armature's transform.
    let matrix = [
        100.0, 0.0, 0.0, 0.0, 0.0, 0.0, 100.0, 0.0, 0.0, -100.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ];
    hips.insert("matrix".into(), serde_json::json!(matrix));
    json["scenes"][0]["nodes"] = serde_json::json!([armature, 28]);
    let bin = character[28 + length..].to_vec();
    let mut text = serde_json::to_vec(&json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF".to_vec();
    let word = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    bytes.extend(2u32.to_le_bytes());
    bytes.extend(word(28 + text.len() + bin.len()));
    bytes.extend(word(text.len()));
    bytes.extend(b"JSON");
    bytes.extend(&text);
    bytes.extend(word(bin.len()));
    bytes.extend(b"BIN\0");
    bytes.extend(&bin);
    let clip = walk(&target(&bytes, None).target);
    let document = read_gltf(
        &add(&bytes, "Walk", &clip),
        &NoFiles,
        None,
        &Limits::default(),
    );
    let read = &document.unwrap().animations[0].clip;
    assert_eq!(
        read.skeleton().joints().len(),
        clip.skeleton().joints().len()
    );
    let [ours, theirs] = [&clip, read].map(WorldPositions::from_clip);
    for (ours, theirs) in ours.frames().zip(theirs.frames()) {
        for (a, b) in ours.iter().zip(theirs) {
            assert!(
                (0..3).all(|axis| (a[axis] - b[axis]).abs() < 1e-5),
                "{a:?} {b:?}"
            );
        }
    }
}

#[test]
fn a_clip_of_another_skeleton_is_refused() {
    let character = project("testdata/characters/football.glb");
    let bytes = project("samples/deepmimic/walk.txt");
    let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap();
    let take = GltfTake {
        name: "Walk",
        clip: &walk.clip,
        labels: None,
    };
    let error = write_onto_gltf(&character, &[take]).unwrap_err();
    assert!(
        matches!(error, GltfWriteError::OtherSkeleton { .. }),
        "{error}"
    );
    let error = write_onto_gltf(b"no", &[take]).unwrap_err();
    assert!(matches!(error, GltfWriteError::Target(_)), "{error}");
}
