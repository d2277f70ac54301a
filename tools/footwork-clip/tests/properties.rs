//! Laws of the BVH reader and writer and of the DeepMimic reader, checked on random and damaged files.
#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

use std::path::PathBuf;

use footwork_clip::{
    BvhChannel, Limits, Motion, is_deepmimic, read_bvh, read_deepmimic, write_bvh,
};
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};

/// Returns a BVH text with the given joints, each below an earlier one, and rows of the given numbers.
fn text(joints: &[(Index, Vec<BvhChannel>, bool, [f64; 3])], numbers: &[f64]) -> String {
    let mut children = vec![Vec::new(); joints.len()];
    for (index, (parent, ..)) in joints.iter().enumerate().skip(1) {
        children[parent.index(index)].push(index);
    }
    let mut body = "HIERARCHY\n".to_owned();
    let mut columns = 0;
    let mut stack = vec![(0, false)];
    while let Some((index, is_done)) = stack.pop() {
        if is_done {
            body += "}\n";
            continue;
        }
        let (_, channels, has_end, offset) = &joints[index];
        let keyword = if index == 0 { "ROOT" } else { "JOINT" };
        body += &format!("{keyword} joint {index}\n{{\nCHANNELS {}", channels.len());
        for channel in channels {
            body += &format!(" {channel}");
        }
        columns += channels.len();
        body += &format!("\nOFFSET {} {:e} {}\n", offset[0], offset[1], offset[2]);
        if *has_end {
            body += "End Site\n{\nOFFSET 0 1 0\n}\n";
        }
        stack.push((index, true));
        stack.extend(children[index].iter().rev().map(|&child| (child, false)));
    }
    body += "MOTION\nFrames: 1\nFrame Time: 0.0083333\n";
    for row in numbers.chunks_exact(columns) {
        for number in row {
            body += &format!("{number:e} ");
        }
        body += "\n";
    }
    body
}

fn joint() -> impl Strategy<Value = (Index, Vec<BvhChannel>, bool, [f64; 3])> {
    let channels = subsequence(BvhChannel::ALL.to_vec(), 1..=6).prop_shuffle();
    let offset = prop::array::uniform3(-100.0..100.0f64);
    (any::<Index>(), channels, any::<bool>(), offset)
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        -400.0..400.0f64,
        prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO,
        (-3_000_000..3_000_000i32).prop_map(|n| f64::from(n) / 10_000.0),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_written_document_reads_back_equal(
        joints in prop::collection::vec(joint(), 1..12),
        numbers in prop::collection::vec(number(), 80..300),
    ) {
        let text = text(&joints, &numbers);
        let (document, _) = read_bvh(text.as_bytes(), &Limits::default()).unwrap();
        let written = write_bvh(&document);
        let (again, findings) = read_bvh(written.as_bytes(), &Limits::default()).unwrap();
        prop_assert!(findings.is_empty(), "{:?}", findings);
        prop_assert_eq!(&again, &document);
        prop_assert_eq!(write_bvh(&again), written);
    }

    #[test]
    fn damaged_bvh_files_never_panic(
        damage in prop::collection::vec((any::<Index>(), any::<u8>(), 0..4u8), 1..12),
        metres in prop_oneof![Just(0.01), Just(1e308), Just(f64::NAN)],
    ) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bvh/small.bvh");
        let mut bytes = std::fs::read(path).unwrap();
        damaged(&mut bytes, &damage);
        if let Ok((document, _)) = read_bvh(&bytes, &Limits::default()) {
            let written = write_bvh(&document);
            prop_assert_eq!(&read_bvh(written.as_bytes(), &Limits::default()).unwrap().0, &document);
            if let Ok(clip) = document.to_clip(metres) {
                let motion = Motion::new(&clip);
                for name in ["speed", "speed_x", "turn", "accel", "Head.speed", "LeftFoot.height"] {
                    if let Ok(values) = motion.channel(&name.parse().unwrap()) {
                        prop_assert!(values.iter().all(|v| v.is_finite()), "{} {:?}", name, values);
                    }
                }
            }
        }
    }

    #[test]
    fn damaged_deepmimic_files_never_panic(
        damage in prop::collection::vec((any::<Index>(), any::<u8>(), 0..4u8), 1..6),
    ) {
        let row = "[0.1,0,0.9,0,1,0,0,0,1,0,0,0,1,0,0,0,1,0,0,0,0,1,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,1,0,0,0,0]";
        let mut bytes = format!("{{\"Loop\": \"none\", \"Frames\": [{row},\n{row},\n{row}]}}").into_bytes();
        damaged(&mut bytes, &damage);
        is_deepmimic(&bytes);
        let limits = Limits { frames: 10_000, ..Limits::default() };
        if let Ok((clip, _)) = read_deepmimic(&bytes, &limits) {
            prop_assert!(clip.frame_count() >= 1);
        }
    }
}

/// Changes, removes or duplicates bytes, or truncates the text.
fn damaged(bytes: &mut Vec<u8>, damage: &[(Index, u8, u8)]) {
    for (place, byte, kind) in damage {
        if bytes.is_empty() {
            return;
        }
        let at = place.index(bytes.len());
        match kind {
            0 => bytes[at] = *byte,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            _ if *byte < 16 => bytes.truncate(at),
            // A byte with a meaning in the format is likelier to matter.
            _ => bytes[at] = b" \n{}.-e0"[usize::from(*byte % 8)],
        }
    }
}

/// A truncated file is recognised by its beginning, wherever it ends.
#[test]
fn every_beginning_of_a_deepmimic_file_is_recognised() {
    for header in [
        "{\n\"Loop\": \"wrap\",\n\"Frames\":\n[\n[0.03, 0, 0.8",
        "\u{feff}{ \"Loop\": \"none\", \"RightJoints\": [3, 4], \"LeftJoints\": [9], \"Frames\": [",
        "{\"Frames\":[[1",
    ] {
        let start = header.find('{').unwrap() + 1;
        for length in start..=header.len() {
            assert!(
                is_deepmimic(&header.as_bytes()[..length]),
                "{:?}",
                &header[..length]
            );
        }
    }
    for other in [
        "",
        "{}",
        "{ \"Loop\": \"wrap\" }",
        "{ \"scene\": \"a",
        "{note",
        "\"Loop\"",
        "[1",
    ] {
        assert!(!is_deepmimic(other.as_bytes()), "{other}");
    }
}
