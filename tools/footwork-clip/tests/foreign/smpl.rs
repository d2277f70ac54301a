//! Arrays of NumPy: AMASS archives and HumanML3D.
#![allow(clippy::disallowed_methods, reason = "test data")]

use footwork_base::{FrameRange, Role, UpAxis};
use footwork_clip::{ClipFormat, Limits, Motion, ReadOptions, WorldPositions, read_clips};

use super::archive::{FRAMES, npy, npz, walk};
use super::{codes, read};

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
fn other_archives_and_damaged_archives_are_not_clips() {
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

/// A small file may inflate to any length, so inflating stops at the length that the file's header
/// states.
#[test]
fn data_longer_than_its_header_states_is_not_inflated() {
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
fn velocities_of_humanml3d_features_are_integrated() {
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
