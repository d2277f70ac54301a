//! Clips that stand along another axis than +y, and the other files in `testdata/rigs`.

use footwork_base::{Role, UpAxis};
use footwork_clip::{
    BvhDocument, Clip, JointPairs, Limits, LoadedClip, ReadOptions, Stance, WorldPositions,
    read_clips, write_bvh,
};

use super::{codes, read, rig};

/// Checks that all joints of two clips have the same positions, in metres.
#[track_caller]
fn check_same(found: &Clip, expected: &Clip) {
    assert_eq!(found.frame_count(), expected.frame_count());
    let (found, expected) = (
        WorldPositions::from_clip(found),
        WorldPositions::from_clip(expected),
    );
    for (frame, (found, expected)) in found.frames().zip(expected.frames()).enumerate() {
        for (joint, (found, expected)) in found.iter().zip(expected).enumerate() {
            for axis in 0..3 {
                let off = (found[axis] - expected[axis]).abs();
                assert!(
                    off < 2e-3,
                    "frame {frame}, joint {joint}: {found:?} for {expected:?}"
                );
            }
        }
    }
}

#[test]
fn a_file_with_z_up_reads_as_the_clip_with_y_up() {
    let (lying, standing) = (
        read("z.bvh", &rig("z-up.bvh")),
        read("y.bvh", &rig("y-up.bvh")),
    );
    assert_eq!(
        (lying.evidence.up, standing.evidence.up),
        (UpAxis::Z, UpAxis::Y)
    );
    check_same(&lying.clip, &standing.clip);
    assert!(lying.evidence.stance.is_person.unwrap());
}

/// Returns the clip as a BVH file with another axis up.
fn standing_along(clip: &Clip, up: UpAxis) -> Vec<u8> {
    // Turning the opposite way undoes the turn to +y.
    let undone = match up {
        UpAxis::X => UpAxis::MinusX,
        UpAxis::MinusX => UpAxis::X,
        UpAxis::Z => UpAxis::MinusZ,
        UpAxis::MinusZ => UpAxis::Z,
        half => half,
    };
    let turned = clip.upright_from(undone);
    write_bvh(&BvhDocument::from_clip(&turned, 0.01).unwrap()).into_bytes()
}

#[test]
fn every_up_axis_is_found_and_a_given_axis_is_kept() {
    let standing = read("y.bvh", &rig("y-up.bvh")).clip;
    for up in UpAxis::ALL {
        let bytes = standing_along(&standing, up);
        let found = read("turned.bvh", &bytes);
        assert_eq!(found.evidence.up, up);
        check_same(&found.clip, &standing);
        let options = ReadOptions {
            up: Some(UpAxis::Y),
            ..ReadOptions::default()
        };
        let kept = read_clips("turned.bvh", &bytes, &options).unwrap();
        let [x, y, z] = kept.clips[0].clip.root_positions()[0];
        let [a, b, c] = found.clip.root_positions()[0];
        assert!(([x, y, z] == [a, b, c]) == (up == UpAxis::Y), "{up}");
    }
}

/// Returns a file with +y up in which a straight body lies along `up`, far from the floor, and does not travel.
fn lying_along(standing: &Clip, up: UpAxis) -> Vec<u8> {
    let text = String::from_utf8(standing_along(standing, up)).unwrap();
    let (head, rows) = text.split_once("Frame Time").unwrap();
    let rows = rows.lines().enumerate().map(|(row, line)| match row {
        0 => format!("{line}\n"),
        _ => {
            let turns: Vec<&str> = line.split_whitespace().skip(3).collect();
            format!("300 90 300 {}\n", turns.join(" "))
        }
    });
    format!("{head}Frame Time{}", rows.collect::<String>()).into_bytes()
}

#[test]
fn a_lying_body_is_not_turned() {
    let standing = read("y.bvh", &rig("y-up.bvh")).clip;
    for along in UpAxis::ALL.into_iter().filter(|along| *along != UpAxis::Y) {
        let lying = read("bed.bvh", &lying_along(&standing, along)).evidence;
        // A body that stands on its head has its lowest joint near the floor.
        assert!(lying.stance.score >= 1.0 || along == UpAxis::MinusY);
        assert_eq!(
            (lying.stance.along, lying.up),
            (Some(along), UpAxis::Y),
            "{}",
            lying.stance.score
        );
    }
}

#[test]
fn formats_that_state_y_up_need_clear_facts() {
    let glb = read("a.glb", &rig("scene-without-nodes.glb"));
    assert!(glb.evidence.stance.states_y);
    let bvh = read("z.bvh", &rig("z-up.bvh")).evidence.stance;
    assert!(!bvh.states_y);
    for (score, by_bvh, by_gltf) in [(1.0, false, false), (1.5, true, false), (2.0, true, true)] {
        for (states_y, is_turned) in [(false, by_bvh), (true, by_gltf)] {
            let stance = Stance {
                score,
                states_y,
                ..bvh
            };
            assert_eq!(stance.up() == UpAxis::Z, is_turned, "{stance:?}");
        }
    }
}

#[test]
fn a_root_that_moves_by_metres_along_any_axis_does_not_stay() {
    let walk = read("z.bvh", &rig("z-up.bvh")).evidence;
    for up in UpAxis::ALL {
        assert!(!walk.clone().with_up(up).stays(0), "{up}");
    }
}

#[test]
fn swapped_sides_are_noticed() {
    let text = String::from_utf8(rig("y-up.bvh")).unwrap();
    assert!(
        !read("right.bvh", text.as_bytes())
            .evidence
            .stance
            .is_mirrored
    );
    let swapped = text
        .replace("Left", "Lost")
        .replace("Right", "Left")
        .replace("Lost", "Right");
    assert!(
        read("left.bvh", swapped.as_bytes())
            .evidence
            .stance
            .is_mirrored
    );
}

#[test]
fn gltf_without_scene_nodes_or_target_nodes_is_read() {
    let moves = |loaded: &LoadedClip| loaded.clip.frame_count();
    let scene = read("a.glb", &rig("scene-without-nodes.glb"));
    assert_eq!((moves(&scene), codes(&scene)), (61, Vec::new()));
    for name in ["pointer-channel.glb", "channel-without-node.glb"] {
        let loaded = read(name, &rig(name));
        assert_eq!(
            (moves(&loaded), codes(&loaded)),
            (61, vec!["no-node"]),
            "{name}"
        );
    }
    // An avatar (`.vrm`) is a GLB file with another extension.
    assert_eq!(moves(&read("a.vrm", &rig("scene-without-nodes.glb"))), 61);
}

#[test]
fn a_duplicate_json_key_is_an_error() {
    let twice =
        br#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": []}], "scenes": [{"nodes": []}]}"#;
    let error = read_clips("twice.gltf", twice, &ReadOptions::default()).unwrap_err();
    assert_eq!(error.code, "json", "{error}");
}

#[test]
fn files_with_too_many_json_values_are_not_mended() {
    let many = "[],".repeat(3 << 20);
    let json =
        format!(r#"{{"asset": {{"version": "2.0"}}, "scenes": [{{}}], "extras": [{many}0]}}"#);
    let error = read_clips("many.gltf", json.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert_eq!(error.code, "json", "{error}");
}

#[test]
fn a_gltf_1_file_is_an_error_that_names_the_version() {
    let check = |bytes: &[u8]| {
        let error = read_clips("old.gltf", bytes, &ReadOptions::default()).unwrap_err();
        assert_eq!(error.code, "version");
        assert!(error.message.contains("glTF 1.0"), "{}", error.message);
    };
    check(br#"{"asset": {"version": "1.0"}, "animations": {"walk": {}}}"#);
    check(br#"{"asset": {"version": "1.0"}}"#);
    check(b"glTF\x01\0\0\0\x14\0\0\0\0\0\0\0\0\0\0\0");
}

#[test]
fn a_shoulder_below_a_clavicle_is_the_upper_arm() {
    for (name, shoulder, arm) in [
        ("clavicle-shoulder-elbow.bvh", "Clavicle_L", "Shoulder_L"),
        ("glued-sides.bvh", "LClavicle", "LShoulder"),
    ] {
        let loaded = read(name, &rig(name));
        let skeleton = loaded.clip.skeleton();
        let joint = |role| {
            skeleton
                .joint(skeleton.roles().joint(role).unwrap())
                .unwrap()
        };
        assert_eq!(joint(Role::LeftShoulder).name, shoulder, "{name}");
        assert_eq!(joint(Role::LeftUpperArm).name, arm, "{name}");
    }
}

#[test]
fn ends_of_paired_joints_are_paired() {
    for name in ["german-ends.bvh", "mmd-ends.bvh"] {
        let loaded = read(name, &rig(name));
        let skeleton = loaded.clip.skeleton();
        let pairs = JointPairs::from_names(skeleton).unwrap();
        for (id, joint) in skeleton.iter().filter(|(_, joint)| joint.is_end) {
            let other = skeleton.joint(pairs.partner(id).unwrap()).unwrap();
            assert!(other.is_end);
            assert_eq!(other.parent, pairs.partner(joint.parent.unwrap()), "{name}");
        }
        let mirrored = loaded.clip.mirrored(&pairs).unwrap();
        assert_eq!(mirrored.frame_count(), loaded.clip.frame_count());
    }
}

#[test]
fn only_joints_that_move_get_positions() {
    let loaded = read("one.glb", &rig("one-joint-moves.glb"));
    let document = BvhDocument::from_clip(&loaded.clip, 0.01).unwrap();
    let with_positions = document
        .joints()
        .iter()
        .filter(|joint| joint.channels.len() == 6);
    assert_eq!(
        with_positions.count(),
        2,
        "the root, and one joint that moves"
    );
    let written = document.to_clip(0.01).unwrap();
    let (found, expected) = (
        WorldPositions::from_clip(&written),
        WorldPositions::from_clip(&loaded.clip),
    );
    for (id, joint) in loaded
        .clip
        .skeleton()
        .iter()
        .filter(|(_, joint)| !joint.is_end)
    {
        // Joints are written depth first.
        let other = written.skeleton().find(&joint.name).unwrap();
        for (found, expected) in found.joint(other).zip(expected.joint(id)) {
            let off = (0..3).map(|axis| (found[axis] - expected[axis]).abs());
            assert!(
                off.fold(0.0, f64::max) < 1e-4,
                "{}: {found:?} for {expected:?}",
                joint.name
            );
        }
    }
}

#[test]
fn an_implausible_rate_of_a_file_is_reported() {
    let text = String::from_utf8(rig("y-up.bvh")).unwrap();
    let with = |time: &str| {
        let lines = text.lines().map(|line| {
            if line.starts_with("Frame Time") {
                format!("Frame Time: {time}\n")
            } else {
                format!("{line}\n")
            }
        });
        read("rate.bvh", lines.collect::<String>().as_bytes())
    };
    let float = with("0.03333333507180214");
    assert_eq!(
        (float.clip.rate().to_string().as_str(), codes(&float)),
        ("30", Vec::new())
    );
    for time in ["30", "0.0000001", "0.25"] {
        let odd = with(time);
        assert_eq!(codes(&odd), ["odd-rate"], "{time}");
        let other = footwork_base::FrameRate::whole(60).unwrap();
        assert!(
            odd.clip.resampled(other, &Limits::default()).is_err(),
            "{time}"
        );
    }
    let slow = read("slow.bvh", &rig("recorded-120-declared-24.bvh"));
    assert_eq!(codes(&slow), ["slow-motion"]);
    assert!(
        slow.findings[0]
            .message
            .contains("120 frames per second recorded, 24 declared?")
    );
    // The same rows at their own rate are a walk.
    let text = String::from_utf8(rig("recorded-120-declared-24.bvh")).unwrap();
    let walk = text.replace("Frame Time: 0.041667", "Frame Time: 0.008333");
    assert_eq!(
        codes(&read("walk.bvh", walk.as_bytes())),
        Vec::<&str>::new()
    );
}
