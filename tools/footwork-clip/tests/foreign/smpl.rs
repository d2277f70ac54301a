//! Arrays of NumPy: AMASS archives and HumanML3D.
#![allow(clippy::disallowed_methods, reason = "test data")]

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use footwork_base::{FrameRange, Role, UpAxis};
use footwork_clip::{ClipFormat, Limits, Motion, ReadOptions, WorldPositions, read_clips};

use super::{codes, read};

/// Returns an array file of 8-byte floats.
fn npy(shape: &[usize], values: &[f64]) -> Vec<u8> {
    let axes: Vec<String> = shape.iter().map(|length| format!("{length},")).collect();
    let mut header = format!(
        "{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}",
        axes.join(" ")
    );
    while !(header.len() + 11).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
    bytes.extend(header.as_bytes());
    values
        .iter()
        .for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes
}

/// Returns an archive of arrays.
fn npz(arrays: &[(&str, Vec<u8>)], is_packed: bool) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in arrays {
        let name = format!("{name}.npy");
        let packed = if is_packed {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(content).unwrap();
            encoder.finish().unwrap()
        } else {
            content.clone()
        };
        let four = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
        let two = |number: usize| u16::try_from(number).unwrap().to_le_bytes();
        let method = two(if is_packed { 8 } else { 0 });
        let start = four(bytes.len());
        let sizes = [four(packed.len()), four(content.len())].concat();
        let common = [
            &[20, 0, 0, 0][..],
            &method,
            &[0; 8],
            &sizes,
            &two(name.len()),
        ]
        .concat();
        // `numpy.savez` writes an extra field to the header of each entry.
        bytes.extend(
            [
                &b"PK\x03\x04"[..],
                &common,
                &two(4),
                name.as_bytes(),
                &[1, 0, 0, 0],
                &packed,
            ]
            .concat(),
        );
        directory.extend(
            [
                &b"PK\x01\x02"[..],
                &[20, 0],
                &common,
                &[0; 12],
                &start,
                name.as_bytes(),
            ]
            .concat(),
        );
    }
    let two = |number: usize| u16::try_from(number).unwrap().to_le_bytes();
    let (count, start) = (
        two(arrays.len()),
        u32::try_from(bytes.len()).unwrap().to_le_bytes(),
    );
    let size = u32::try_from(directory.len()).unwrap().to_le_bytes();
    bytes.extend(directory);
    bytes.extend(
        [
            &b"PK\x05\x06"[..],
            &[0; 4],
            &count,
            &count,
            &size,
            &start,
            &[0, 0],
        ]
        .concat(),
    );
    bytes
}

const FRAMES: usize = 60;

/// Returns the arrays of a walk along -y with z up, as AMASS has them, for a model with this number of joints.
fn walk(joints: usize, hole: Option<FrameRange>) -> Vec<(&'static str, Vec<u8>)> {
    let mut poses = vec![0.0; FRAMES * 3 * joints];
    let mut trans = Vec::new();
    for frame in 0..FRAMES {
        let row = &mut poses[frame * 3 * joints..][..3 * joints];
        let secs = frame as f64 / 30.0;
        row[0] = std::f64::consts::FRAC_PI_2;
        let swing = 0.5 * (6.0 * secs).sin();
        (row[3], row[6]) = (swing, -swing);
        (row[12], row[15]) = (
            0.3 + 0.3 * (6.0 * secs).cos(),
            0.3 - 0.3 * (6.0 * secs).cos(),
        );
        if hole.is_some_and(|hole| hole.contains(u32::try_from(frame).unwrap())) {
            row[7] = f64::NAN;
        }
        trans.extend([0.0, -1.3 * secs, 0.9]);
    }
    vec![
        ("poses", npy(&[FRAMES, 3 * joints], &poses)),
        ("trans", npy(&[FRAMES, 3], &trans)),
        ("betas", npy(&[16], &[0.0; 16])),
        ("mocap_framerate", npy(&[], &[30.0])),
    ]
}

#[test]
fn archives_of_every_body_model_are_clips() {
    for (joints, is_packed) in [(22, false), (24, true), (52, false), (52, true), (55, true)] {
        let bytes = npz(&walk(joints, None), is_packed);
        let loaded = read("walk.npz", &bytes);
        assert_eq!(loaded.format, ClipFormat::Amass);
        assert_eq!(codes(&loaded), ["estimated-body"]);
        assert_eq!(loaded.evidence.up, UpAxis::Z);
        assert_eq!(loaded.evidence.stance.is_person, Some(true));
        let clip = &loaded.clip;
        assert_eq!(
            (clip.frame_count(), clip.rate().to_string().as_str()),
            (60, "30")
        );
        assert_eq!(clip.skeleton().joint_count(), joints + 1);
        for role in [Role::Hips, Role::Head, Role::LeftFoot, Role::RightHand] {
            assert!(
                clip.skeleton().roles().joint(role).is_some(),
                "{role} of {joints} joints"
            );
        }
        let motion = Motion::new(clip);
        let speed = motion.channel(&"speed".parse().unwrap()).unwrap();
        assert!(
            speed.iter().all(|speed| (speed - 1.3).abs() < 0.01),
            "{speed:?}"
        );
        let forwards = motion.channel(&"speed_z".parse().unwrap()).unwrap();
        assert!(forwards.iter().all(|speed| *speed > 1.2), "{forwards:?}");
        let head = motion.channel(&"head.height".parse().unwrap()).unwrap();
        assert!(
            head.iter().all(|height| (1.4..1.8).contains(height)),
            "{head:?}"
        );
    }
}

#[test]
fn numbers_that_are_not_finite_cost_their_frames() {
    let hole = FrameRange::new(20, 30).unwrap();
    let loaded = read("walk.npz", &npz(&walk(24, Some(hole)), false));
    assert_eq!(codes(&loaded), ["estimated-body", "invalid-frames"]);
    assert_eq!(loaded.invalid, [hole]);
}

#[test]
fn other_archives_and_damaged_ones_are_no_clips() {
    assert_eq!(
        ClipFormat::detect(
            "shape.npz",
            &npz(&[("betas", npy(&[2], &[1.0, 2.0]))], false)
        ),
        None
    );
    assert_eq!(
        ClipFormat::detect("mean.npy", &npy(&[263], &[0.0; 263])),
        None
    );
    let bytes = npz(&walk(24, None), true);
    // The last two bytes are the length of a comment.
    let named = 30 + "poses.npy".len();
    for length in 0..bytes.len() - 2 {
        let cut = &bytes[..length];
        let format = ClipFormat::detect("cut.npz", cut);
        assert_eq!(format.is_some(), length >= named, "{length} bytes");
        let error = read_clips("cut.npz", cut, &ReadOptions::default()).unwrap_err();
        let code = if length >= named {
            "truncated"
        } else {
            "no-clip"
        };
        assert_eq!(error.code, code, "{length} bytes");
    }
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        // Reading must not panic, and must stay within the limits.
        let options = ReadOptions {
            limits: Limits::default(),
            ..ReadOptions::default()
        };
        _ = read_clips("damaged.npz", &damaged, &options);
    }
    let empty = npz(
        &[
            ("poses", npy(&[0, 1 << 40, 1 << 40], &[])),
            ("trans", npy(&[0, 3], &[])),
        ],
        false,
    );
    let error = read_clips("empty.npz", &empty, &ReadOptions::default()).unwrap_err();
    assert_eq!(error.code, "shape");
    let few = npz(
        &[
            ("poses", npy(&[2, 30], &[0.0; 60])),
            ("trans", npy(&[2, 3], &[0.0; 6])),
        ],
        false,
    );
    let error = read_clips("few.npz", &few, &ReadOptions::default()).unwrap_err();
    assert!(error.message.contains("30 columns"), "{error}");
}

/// A small file may inflate to any length, so no more of it is inflated than its header says.
#[test]
fn what_does_not_fit_is_not_inflated() {
    let mut arrays = walk(24, None);
    arrays[3].1 = npy(&[1 << 20], &vec![30.0; 1 << 20]);
    let error = read_clips("rate.npz", &npz(&arrays, true), &ReadOptions::default()).unwrap_err();
    assert_eq!(error.code, "too-many-values");
    // The bytes after the numbers are not read, so they may be damaged.
    let mut arrays = walk(24, None);
    arrays.swap(0, 3);
    arrays[3].1.resize(4 << 20, 0x55);
    let mut bytes = npz(&arrays, true);
    let end = bytes
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .unwrap();
    bytes[end - 1000..end].fill(0xff);
    assert_eq!(read("walk.npz", &bytes).clip.frame_count(), 60);
}

#[test]
fn positions_of_humanml3d_are_kept() {
    let amass = read("walk.npz", &npz(&walk(22, None), false)).clip;
    let places = WorldPositions::from_clip(&amass);
    let values: Vec<f64> = places.frames().flat_map(|row| row[..22].concat()).collect();
    let loaded = read("joints.npy", &npy(&[FRAMES, 22, 3], &values));
    assert_eq!(
        (loaded.format, codes(&loaded)),
        (ClipFormat::HumanMl3d, vec!["from-positions"])
    );
    assert_eq!(loaded.clip.rate().to_string(), "20");
    let found = WorldPositions::from_clip(&loaded.clip);
    for (frame, (found, expected)) in found.frames().zip(places.frames()).enumerate() {
        for (joint, (found, expected)) in found[..22].iter().zip(expected).enumerate() {
            let off: f64 = (0..3)
                .map(|axis| (found[axis] - expected[axis]).abs())
                .fold(0.0, f64::max);
            assert!(
                off < 1e-3,
                "frame {frame}, joint {joint}: {found:?} for {expected:?}"
            );
        }
    }
}

#[test]
fn features_of_humanml3d_are_summed_up() {
    let amass = read("walk.npz", &npz(&walk(22, None), false)).clip;
    let places = WorldPositions::from_clip(&amass);
    let rows: Vec<&[[f64; 3]]> = places.frames().collect();
    let mut values = Vec::new();
    for (frame, row) in rows.iter().enumerate() {
        let next = rows.get(frame + 1).unwrap_or(row);
        let mut features = vec![
            0.0,
            next[0][0] - row[0][0],
            next[0][2] - row[0][2],
            row[0][1],
        ];
        for at in &row[1..22] {
            features.extend([at[0] - row[0][0], at[1], at[2] - row[0][2]]);
        }
        features.resize(263, 0.0);
        values.extend(features);
    }
    let loaded = read("features.npy", &npy(&[FRAMES, 263], &values));
    let found = WorldPositions::from_clip(&loaded.clip);
    for (frame, (found, expected)) in found.frames().zip(places.frames()).enumerate() {
        let start = rows[0][0];
        for (joint, (found, expected)) in found[..22].iter().zip(expected).enumerate() {
            let expected = [expected[0] - start[0], expected[1], expected[2] - start[2]];
            let off: f64 = (0..3)
                .map(|axis| (found[axis] - expected[axis]).abs())
                .fold(0.0, f64::max);
            assert!(
                off < 1e-3,
                "frame {frame}, joint {joint}: {found:?} for {expected:?}"
            );
        }
    }
}
