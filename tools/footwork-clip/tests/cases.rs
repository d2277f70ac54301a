//! Runs the cases of `testdata/bvh` and `testdata/deepmimic`, and hostile files too large to store.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use std::path::PathBuf;

use footwork_clip::{BvhErrorKind, Limits, read_bvh, read_clip, read_deepmimic, write_bvh};
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: Option<String>,
    motion: Option<String>,
    frames: Option<u32>,
    rate: Option<String>,
    looping: Option<bool>,
    #[serde(default)]
    findings: Vec<String>,
    error: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
}

const HIERARCHY: &str =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 2 Yposition Xrotation\n}\n";

fn testdata(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(path)
}

fn check_all(path: &str, file: &str) {
    let cases = std::fs::read_to_string(testdata(path)).unwrap();
    let cases: Cases = toml::from_str(&cases).unwrap();
    assert!(cases.case.len() > 10);
    for case in &cases.case {
        let text = case
            .text
            .clone()
            .unwrap_or_else(|| HIERARCHY.to_owned() + case.motion.as_deref().unwrap_or_default());
        check(case, file, &with_rows(&text));
    }
}

/// Replaces `ROW(d)` with a row of 44 numbers.
fn with_rows(text: &str) -> String {
    let mut parts = text.split("ROW(");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (duration, rest) = part.split_once(')').unwrap();
        let turned = "1,0,0,0";
        let limb = format!("{turned},0,{turned}");
        let arm = format!("{turned},0");
        filled += &format!(
            "[{duration}, 0,0.9,0, {turned}, {turned}, {turned}, {limb}, {arm}, {limb}, {arm}]"
        );
        filled += rest;
    }
    filled
}

fn check(case: &Case, file: &str, text: &str) {
    let name = &case.name;
    match (
        read_clip(file, text.as_bytes(), None, &Limits::default()),
        &case.error,
    ) {
        (Ok(loaded), None) => {
            assert_eq!(Some(loaded.clip.frame_count()), case.frames, "{name}");
            assert_eq!(Some(loaded.clip.rate().to_string()), case.rate, "{name}");
            assert_eq!(
                loaded.clip.is_looping(),
                case.looping.unwrap_or(false),
                "{name}"
            );
            let codes: Vec<&str> = loaded.findings.iter().map(|f| f.code).collect();
            assert_eq!(codes, case.findings, "{name}");
        }
        (Err(error), Some(code)) => {
            assert_eq!(error.code, code, "{name}: {error}");
            let at = error.position;
            assert_eq!(at.map(|p| p.line), case.line, "{name}: {error}");
            if case.column.is_some() {
                assert_eq!(at.map(|p| p.column), case.column, "{name}: {error}");
            }
        }
        (Ok(_), Some(code)) => panic!("{name} is read instead of refused as {code}"),
        (Err(error), None) => panic!("{name} is refused: {error}"),
    }
}

#[test]
fn odd_and_hostile_bvh_files_are_read_or_refused() {
    check_all("bvh/cases.toml", "case.bvh");
}

#[test]
fn odd_and_hostile_deepmimic_files_are_read_or_refused() {
    check_all("deepmimic/cases.toml", "case.txt");
}

fn refusal(text: &[u8], limits: &Limits) -> BvhErrorKind {
    read_bvh(text, limits).unwrap_err().kind
}

#[test]
fn a_hundred_thousand_nested_joints_are_refused() {
    let mut text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n".to_owned();
    text += &"JOINT a\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n".repeat(100_000);
    text += &"}".repeat(100_001);
    let limits = Limits::default();
    assert_eq!(
        refusal(text.as_bytes(), &limits),
        BvhErrorKind::TooDeep { limit: 512 }
    );
    // With the limits raised, the file is read and converted without a stack overflow.
    let open = Limits {
        depth: usize::MAX,
        joints: usize::MAX,
        ..limits
    };
    text += "MOTION\nFrames: 1\nFrame Time: 1\n";
    text += &"0 ".repeat(100_000);
    let (document, _) = read_bvh(text.as_bytes(), &open).unwrap();
    let clip = document.to_clip(0.001).unwrap();
    assert_eq!(clip.skeleton().joint_count(), 100_001);
    // This file is not written back, because each line would be indented by its depth.
}

#[test]
fn limits_are_kept() {
    let small = std::fs::read(testdata("bvh/small.bvh")).unwrap();
    let limits = Limits::default();
    let kind = |limits: Limits| refusal(&small, &limits);
    assert_eq!(
        kind(Limits {
            bytes: 99,
            ..limits
        }),
        BvhErrorKind::TooManyBytes { limit: 99 }
    );
    assert_eq!(
        kind(Limits {
            joints: 3,
            ..limits
        }),
        BvhErrorKind::TooManyJoints { limit: 3 }
    );
    assert_eq!(
        kind(Limits {
            frames: 3,
            ..limits
        }),
        BvhErrorKind::TooManyFrames { limit: 3 }
    );
    assert_eq!(
        kind(Limits {
            values: 95,
            ..limits
        }),
        BvhErrorKind::TooManyValues { limit: 95 }
    );
    assert_eq!(
        kind(Limits { depth: 2, ..limits }),
        BvhErrorKind::TooDeep { limit: 2 }
    );
}

#[test]
fn deeply_nested_json_is_refused() {
    let text = format!("{{\"Frames\": {}", "[".repeat(1_000_000));
    assert!(read_deepmimic(text.as_bytes(), &Limits::default()).is_err());
    let text = format!("{{\"Other\": {}", "[".repeat(1_000_000));
    assert!(read_deepmimic(text.as_bytes(), &Limits::default()).is_err());
}

#[test]
fn a_slice_keeps_order_units_and_numbers() {
    let small = std::fs::read(testdata("bvh/small.bvh")).unwrap();
    let (document, _) = read_bvh(&small, &Limits::default()).unwrap();
    let range = footwork_base::FrameRange::new(1, 3).unwrap();
    let cut = document.slice(range).unwrap();
    assert_eq!(
        cut.rows().collect::<Vec<_>>(),
        document.rows().skip(1).take(2).collect::<Vec<_>>()
    );
    assert_eq!(cut.joints(), document.joints());
    let (whole, part) = (document.to_clip(0.01).unwrap(), cut.to_clip(0.01).unwrap());
    assert_eq!(whole.slice(range).unwrap(), part);
    let past = footwork_base::FrameRange::new(3, 5).unwrap();
    assert!(document.slice(past).is_err() && whole.slice(past).is_err());
    let text = write_bvh(&cut);
    assert!(text.contains("Frames: 2\nFrame Time: .0333333\n0.100000 93.500000 3.250000 "));
    assert!(
        text.contains("CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation")
    );
}

/// Found by fuzzing: if a name ended in a non-ASCII space, writing lost that space.
#[test]
fn a_name_that_ends_in_a_no_break_space_keeps_it() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/fuzz/bvh/name-ends-in-no-break-space.bvh"
    );
    let bytes = std::fs::read(file).unwrap();
    let (document, _) = footwork_clip::read_bvh(&bytes, &footwork_clip::Limits::default()).unwrap();
    let written = footwork_clip::write_bvh(&document);
    let (again, _) =
        footwork_clip::read_bvh(written.as_bytes(), &footwork_clip::Limits::default()).unwrap();
    assert_eq!(again, document);
    assert!(
        document
            .joints()
            .iter()
            .any(|joint| joint.name.ends_with('\u{a0}'))
    );
}
