//! `footwork fix` with options that change the motion: ends of loops, and keys next to frames.

use std::fs;
use std::sync::Arc;

use footwork_base::{FrameRate, maths};
use footwork_clip::{Clip, ClipParts, GltfTake, Joint, JointId, Skeleton, write_gltf};
use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Ran, footwork, valid};

/// Returns a GLB file with a chain of joints that bend by these angles, in radians, at 30 frames per second.
fn chain(angles: impl Iterator<Item = f32>) -> Vec<u8> {
    let joints = ["Hips", "Spine", "Neck", "Head"].iter().enumerate();
    let joints = joints.map(|(at, name)| Joint {
        name: (*name).to_owned(),
        parent: at
            .checked_sub(1)
            .and_then(|up| u32::try_from(up).ok())
            .map(JointId::new),
        offset: [0.0, 0.4, 0.0],
        is_end: false,
    });
    let mut rotations = Vec::new();
    let mut frames = 0;
    for angle in angles {
        frames += 1;
        for share in [0.0, 1.0, 0.5, -0.7] {
            let half = 0.5 * share * angle;
            let (sin, cos) = (maths::sin(half), maths::cos(half));
            rotations.push([sin, 0.0, 0.0, cos]);
        }
    }
    let clip = Clip::new(ClipParts {
        skeleton: Arc::new(Skeleton::new(joints.collect()).unwrap()),
        rate: FrameRate::whole(30).unwrap(),
        looping: false,
        root_positions: vec![[0.0, 0.4, 0.0]; frames],
        rotations,
        translations: None,
    });
    let take = GltfTake {
        name: "bend",
        clip: &clip.unwrap(),
        labels: None,
    };
    write_gltf(&[take]).unwrap()
}

/// Returns a library with one clip, `bend.glb`.
fn library(bytes: &[u8], tags: &[[&str; 3]]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bend.glb"), bytes).unwrap();
    for [tag, start, stop] in tags {
        let ran = footwork(&["tag", "add", lib(&folder), tag, "bend", start, stop]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    folder
}

fn lib(folder: &TempDir) -> &str {
    folder.path().to_str().unwrap()
}

fn fix(folder: &TempDir, more: &[&str]) -> (Ran, Value) {
    let call = [&["fix", lib(folder), "--format", "json"][..], more].concat();
    let ran = footwork(&call);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "fix");
    (ran, answer)
}

/// Returns the tags and events of the clip.
fn labels(folder: &TempDir) -> Vec<String> {
    let text = fs::read_to_string(folder.path().join("bend.glb.tags")).unwrap();
    let labels = text
        .lines()
        .filter(|line| line.starts_with("tag") || line.starts_with("event"));
    labels.map(str::to_owned).collect()
}

fn measured(folder: &TempDir, only: &str) -> String {
    let ran = footwork(&["measure", lib(folder), "--only", only, "--format", "csv"]);
    ran.stdout.lines().nth(1).unwrap().to_owned()
}

/// A bend of one second that ends with three copies of its first pose.
fn held_loop() -> TempDir {
    let angle = |frame: u16| match frame {
        0..=30 => 0.5 + 0.4 * maths::sin(std::f32::consts::TAU * f32::from(frame % 30) / 30.0),
        _ => 0.5,
    };
    let tags = [
        ["Loop", "0", "33"],
        ["Late", "31", "33"],
        ["Early", "3", "9"],
    ];
    let folder = library(&chain((0..33).map(angle)), &tags);
    for time in ["4.5", "32"] {
        let ran = footwork(&["event", "add", lib(&folder), "Nod", "bend", time]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    folder
}

#[test]
fn copies_at_the_end_of_a_loop_are_dropped_and_tags_stay() {
    for (copies, frames) in [("1", 31), ("0", 30)] {
        let folder = held_loop();
        assert_eq!(measured(&folder, "end_copies"), "bend.glb,0,33,3");
        let file = folder.path().join("bend.glb");
        let before = fs::read(&file).unwrap();
        let (_, shown) = fix(&folder, &["Loop", "--loop-ends", copies]);
        assert_eq!(shown["files"][0]["ends_dropped"], 33 - frames);
        assert_eq!(fs::read(&file).unwrap(), before, "a dry run writes nothing");
        fix(&folder, &["Loop", "--loop-ends", copies, "--write"]);
        let expected = format!("bend.glb,0,{frames},{copies}");
        assert_eq!(measured(&folder, "end_copies"), expected);
        let whole = format!("tag Loop 0 {frames}");
        let labels = labels(&folder);
        assert_eq!(labels, ["tag Early 3 9", &whole, "event Nod 4.5"]);
        let after = fs::read(&file).unwrap();
        assert_eq!(binary(&after), binary(&before), "keys keep their bytes");
        let (_, again) = fix(&folder, &["Loop", "--loop-ends", copies]);
        assert_eq!(again["files"], serde_json::json!([]));
    }
}

/// Only clips that the query finds are treated as loops.
#[test]
fn other_clips_keep_their_ends() {
    let folder = held_loop();
    fs::copy(
        folder.path().join("bend.glb"),
        folder.path().join("other.glb"),
    )
    .unwrap();
    let (_, shown) = fix(&folder, &["Loop", "--loop-ends", "1"]);
    let files = shown["files"].as_array().unwrap();
    let files: Vec<&str> = files
        .iter()
        .map(|file| file["file"].as_str().unwrap())
        .collect();
    assert_eq!(files, ["bend.glb"]);
    let ran = footwork(&["fix", lib(&folder), "--loop-ends", "2"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
}

/// Returns the binary chunk of a GLB.
fn binary(bytes: &[u8]) -> &[u8] {
    let json = u32::from_le_bytes(bytes[12..16].try_into().unwrap());
    &bytes[20 + usize::try_from(json).unwrap() + 8..]
}

/// Returns a bend whose key for frame 9 lies 0.18 frames later. The frame rate then cannot be recognised.
fn uneven() -> Vec<u8> {
    let angle = |frame: u16| 0.03 * f32::from(frame) + 0.001 * f32::from(frame * frame);
    let mut bytes = chain((0..31).map(angle));
    let pair: Vec<u8> = [8.0f32, 9.0]
        .iter()
        .flat_map(|frame| (frame / 30.0).to_le_bytes())
        .collect();
    let at = bytes.windows(8).position(|eight| eight == pair).unwrap();
    bytes[at + 4..at + 8].copy_from_slice(&0.306f32.to_le_bytes());
    bytes
}

/// While a key lay next to its frame, the clip was sampled at 60 frames per second. Moving the key changes the rate to
/// 30, so the tags get other frame numbers.
#[test]
fn keys_next_to_a_frame_move_onto_it_and_tags_follow() {
    let folder = library(&uneven(), &[["Bend", "10", "40"]]);
    // Three joints turn, so three keys are off the grid.
    let only = "keys_off_grid,rate";
    assert_eq!(measured(&folder, only), "bend.glb,0,61,3,60");
    let (_, shown) = fix(&folder, &["--snap", "30"]);
    let file = &shown["files"][0];
    assert_eq!(
        (&file["snapped"], &file["left_off_grid"]),
        (&1.into(), &0.into())
    );
    let moved = file["moved_m"].as_f64().unwrap();
    assert!((1e-4..0.02).contains(&moved), "{moved}");
    assert_eq!(labels(&folder), ["tag Bend 10 40"]);
    fix(&folder, &["--snap", "30", "--write"]);
    assert_eq!(measured(&folder, only), "bend.glb,0,31,0,30");
    assert_eq!(labels(&folder), ["tag Bend 5 20"]);
    let (_, again) = fix(&folder, &["--snap", "30"]);
    assert_eq!(again["files"], serde_json::json!([]));
}

#[test]
fn keys_far_from_a_frame_stay() {
    let mut bytes = uneven();
    let at = bytes
        .windows(4)
        .position(|four| four == 0.306f32.to_le_bytes());
    let at = at.unwrap();
    bytes[at..at + 4].copy_from_slice(&0.315f32.to_le_bytes());
    let folder = library(&bytes, &[]);
    let (_, shown) = fix(&folder, &["--snap", "30"]);
    assert_eq!(shown["files"], serde_json::json!([]));
}

/// Keys that other programs read wrongly are a finding, which `fix` settles.
#[test]
fn faulty_keys_are_a_finding_until_they_are_mended() {
    let bytes = chain((0..30).map(|frame| 0.05 * f32::from(u8::try_from(frame).unwrap())));
    let folder = library(&bytes, &[]);
    let faults = || {
        let ran = footwork(&["check", lib(&folder), "--format", "json"]);
        let answer = valid(&ran.stdout, "check");
        let findings = answer["findings"].as_array().unwrap().clone();
        let mut findings = findings.into_iter();
        findings.find(|finding| finding["code"] == "faulty-keys")
    };
    assert_eq!(faults(), None);
    // The last rotation of the spine, which follows no other, as a quaternion of twice the length and the other sign.
    let half = 0.5 * (0.05_f32 * 29.0);
    let last = [maths::sin(half), 0.0, 0.0, maths::cos(half)];
    let stored = |times: f32| -> Vec<u8> {
        let numbers = last.iter().map(|part| part * times);
        numbers.flat_map(f32::to_le_bytes).collect()
    };
    let (key, longer) = (stored(1.0), stored(-2.0));
    let is_key = |window: &[u8]| window == key;
    let at = bytes.windows(key.len()).position(is_key).unwrap();
    let mut changed = bytes;
    changed[at..at + key.len()].copy_from_slice(&longer);
    fs::write(folder.path().join("bend.glb"), changed).unwrap();
    let found = faults().unwrap();
    assert_eq!(
        (&found["severity"], &found["clip"]),
        (&"warning".into(), &"bend.glb".into())
    );
    let message = found["message"].as_str().unwrap();
    assert!(message.contains("`footwork fix` mends them"), "{message}");
    assert!(message.contains(
        "1 rotation key is not of unit length, and 1 rotation key changes its sign, first "
    ));
    fix(&folder, &["--write"]);
    assert_eq!(faults(), None);
}
