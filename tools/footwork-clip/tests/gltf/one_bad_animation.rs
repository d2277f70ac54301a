//! An animation that cannot be read does not affect the others in its file.

use footwork_clip::{Limits, LoadedFile, NoFiles, ReadOptions, read_clips, read_gltf};
use serde_json::{Value, json};

use super::testdata;

/// Returns the base file, with `Bad` before its animation `Nod`.
fn file(bad: Value, accessors: &[Value]) -> Vec<u8> {
    let mut json: Value =
        serde_json::from_slice(&std::fs::read(testdata("base.gltf")).unwrap()).unwrap();
    let of_file = json["accessors"].as_array_mut().unwrap();
    of_file.extend_from_slice(accessors);
    let animations = json["animations"].as_array_mut().unwrap();
    animations.insert(0, bad);
    animations[0]["name"] = "Bad".into();
    json.to_string().into_bytes()
}

/// Returns an animation that moves the hips with two accessors.
fn moving(input: u32, output: u32) -> Value {
    json!({
        "samplers": [{"input": input, "output": output}],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]
    })
}

fn read(bytes: &[u8], only: Option<&str>) -> Result<LoadedFile, footwork_clip::ClipError> {
    let options = ReadOptions {
        only,
        limits: Limits {
            frames: 20,
            ..Limits::default()
        },
        ..ReadOptions::default()
    };
    read_clips("case.gltf", bytes, &options)
}

#[test]
fn the_other_animations_are_read() {
    let base = std::fs::read(testdata("base.gltf")).unwrap();
    let base = read_gltf(&base, &NoFiles, None, &Limits::default()).unwrap();
    let alone = &base.animations[0];
    let check = |bad: Value, accessors: &[Value], code: &str, says: &str| {
        let bytes = file(bad, accessors);
        let loaded = read(&bytes, None).unwrap();
        let [good] = loaded.clips.as_slice() else {
            panic!("{code}: {} clips", loaded.clips.len());
        };
        assert_eq!(good.animation.as_deref(), Some("Nod"), "{code}");
        assert_eq!(good.clip, alone.clip, "{code}");
        assert_eq!(good.fingerprint, Some(alone.fingerprint), "{code}");
        let [refused] = loaded.rejected.as_slice() else {
            panic!("{code}: {} refused", loaded.rejected.len());
        };
        assert_eq!(
            (refused.name.as_str(), refused.error.code),
            ("Bad", code),
            "{}",
            refused.error
        );
        assert!(
            refused.error.to_string().contains(says),
            "{}",
            refused.error
        );
        // Requesting the bad animation by name is an error; requesting the other one is not.
        assert_eq!(read(&bytes, Some("Bad")).unwrap_err(), refused.error);
        let asked = read(&bytes, Some("Nod")).unwrap();
        assert_eq!((asked.clips.len(), asked.rejected.len()), (1, 0));
    };
    let of_view = |view: u32, count: u64, kind: &str| json!({"bufferView": view, "componentType": 5126, "count": count, "type": kind});

    let mut no_sampler = moving(0, 1);
    no_sampler["channels"][0]["sampler"] = 7.into();
    let says = "animations[0].channels[0]: samplers[7] is not there; an index counts from 0";
    check(no_sampler, &[], "no-such-index", says);
    let mut no_node = moving(0, 1);
    no_node["channels"][0]["target"]["node"] = 9.into();
    check(no_node, &[], "no-such-index", "nodes[9] is not there");
    check(moving(0, 99), &[], "no-such-index", "accessors[99]");
    check(moving(1, 1), &[], "wrong-type", "expected Scalar");
    let short = [of_view(1, 2, "VEC3")];
    check(
        moving(0, 3),
        &short,
        "key-count",
        "3 keys need 3 values, and it has 2",
    );
    let long = [of_view(0, 4, "SCALAR")];
    check(moving(3, 1), &long, "outside-buffer", "bufferViews[0]");
    let endless = [of_view(0, u64::MAX, "SCALAR")];
    check(moving(3, 1), &endless, "too-many-values", "the limit of");
    // The positions of the hips are 0, 1, 0 …; used as times, the first three decrease, and the first two span one second.
    let back = [of_view(1, 3, "SCALAR")];
    let says = "keys stand in the order of their times";
    check(moving(3, 1), &back, "decreasing-times", says);
    let slow = [of_view(1, 2, "SCALAR"), of_view(1, 2, "VEC3")];
    check(moving(3, 4), &slow, "too-many-frames", "it lasts 1 s");
}

#[test]
fn a_file_whose_only_animation_is_bad_is_refused() {
    let mut json: Value =
        serde_json::from_slice(&std::fs::read(testdata("base.gltf")).unwrap()).unwrap();
    json["animations"] = json!([moving(0, 99)]);
    let error = read(json.to_string().as_bytes(), None).unwrap_err();
    assert_eq!(error.code, "no-such-index");
}

#[test]
fn mistakes_in_shared_parts_refuse_the_file() {
    let mut json: Value = serde_json::from_slice(&file(moving(0, 1), &[])).unwrap();
    json["buffers"][0]["byteLength"] = 4000.into();
    let error = read(json.to_string().as_bytes(), None).unwrap_err();
    assert_eq!(error.code, "short-buffer");
}
