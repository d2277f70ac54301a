//! Motion from other people's tools. Each file was once misread without an error.
#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

use std::path::Path;

use footwork_base::LengthUnit;
use footwork_clip::{
    Clip, Evidence, Limits, LoadedClip, ReadOptions, UnitChoice, WorldPositions, body_size,
    read_clip, read_clips, travelling_link,
};

fn testdata(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    std::fs::read(folder.join(name)).unwrap()
}

fn read(name: &str, options: &ReadOptions<'_>) -> LoadedClip {
    let file = read_clips(name, &testdata(name), options).unwrap();
    let [clip] = <[LoadedClip; 1]>::try_from(file.clips).unwrap();
    clip
}

fn load(name: &str) -> LoadedClip {
    read(name, &ReadOptions::default())
}

fn channel(clip: &Clip, name: &str) -> Vec<f32> {
    clip.channel(&name.parse().unwrap()).unwrap()
}

fn travelling(clip: &Clip) -> &str {
    let joint = clip.skeleton().joint(clip.travelling_joint());
    &joint.unwrap().name
}

#[track_caller]
fn near(values: &[f32], expected: f32, within: f32) {
    for (frame, value) in values.iter().enumerate() {
        let is_near = (value - expected).abs() <= within;
        assert!(is_near, "frame {frame}: {value} is not {expected}");
    }
}

#[test]
fn the_hips_travel_if_joint_0_stands_still() {
    let clip = load("bvh/still-root.bvh").clip;
    assert_eq!(travelling(&clip), "Hips");
    near(&channel(&clip, "speed"), 1.2, 1e-3);
    near(&channel(&clip, "speed_z"), 1.2, 1e-3);
    near(&channel(&clip, "height"), 0.9, 1e-6);
    let moved = clip.rerooted();
    let hips = WorldPositions::from_clip(&moved)
        .joint(moved.travelling_joint())
        .next();
    assert_eq!(
        hips.unwrap().map(|x| (x * 1e6).round()),
        [0.0, 900_000.0, 0.0]
    );
    assert_eq!(travelling(&moved), "Hips");
}

#[test]
fn a_requested_root_is_used() {
    let options = ReadOptions {
        root: Some("joint_Root"),
        ..ReadOptions::default()
    };
    let clip = read("bvh/still-root.bvh", &options).clip;
    assert_eq!(travelling(&clip), "joint_Root");
    near(&channel(&clip, "speed"), 0.0, 0.0);
    let options = ReadOptions {
        root: Some("Pelvis"),
        ..ReadOptions::default()
    };
    assert_eq!(
        travelling(&read("bvh/still-root.bvh", &options).clip),
        "Hips"
    );
}

/// The feet of this walk move backwards below the body at 1.2 m/s while they stand.
#[test]
fn a_walk_in_place_has_the_speed_of_its_feet() {
    let loaded = load("bvh/walk-in-place.bvh");
    assert_eq!(travelling(&loaded.clip), "Hips");
    near(&channel(&loaded.clip, "speed"), 0.0, 1e-6);
    near(&channel(&loaded.clip, "gait_speed"), 1.2, 0.1);
    let link = travelling_link(&[&loaded.evidence]);
    assert!(loaded.evidence.stays(link) && loaded.evidence.has_gait(link));
    // The feet of the same walk, on a body that travels.
    let travels = load("bvh/still-root.bvh");
    near(&channel(&travels.clip, "gait_speed"), 1.2, 0.1);
    assert!(
        !travels
            .evidence
            .stays(travelling_link(&[&travels.evidence]))
    );
    let no_feet = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Zposition\n}\nMOTION\nFrames: 1\n\
                   Frame Time: 1\n0\n";
    let limits = Limits::default();
    let clip = read_clip("a.bvh", no_feet.as_bytes(), None, &limits)
        .unwrap()
        .clip;
    let error = clip.channel(&"gait_speed".parse().unwrap()).unwrap_err();
    assert_eq!(error.name, "left_foot");
}

/// The first frame is a T-pose two metres behind the walk. From the T-pose to the next frame, the feet move at 9 m/s
/// relative to the hips.
#[test]
fn a_t_pose_at_the_start_is_not_a_stride() {
    let walk = channel(&load("bvh/still-root.bvh").clip, "gait_speed");
    let posed = channel(&load("bvh/t-pose-start.bvh").clip, "gait_speed");
    near(&posed, 1.2, 0.1);
    for (posed, walk) in posed[3..].iter().zip(&walk[2..]) {
        near(&[*posed], *walk, 1e-4);
    }
}

/// The figure is 1.24 m high, has arms of 0.7 m, and holds swords of 0.9 m. A helper joint is next to it.
#[test]
fn arms_and_held_objects_do_not_count_as_height() {
    let loaded = load("bvh/long-arms.bvh");
    let evidence = [&loaded.evidence];
    let size = body_size(&evidence, travelling_link(&evidence));
    assert!((1.2..1.3).contains(&size), "{size}");
    assert_eq!(loaded.estimated_unit.unwrap().unit, LengthUnit::Metre);
}

/// The body moves to the left at 0.9 m/s. Its hips are turned 60° to the left, and its shoulders 15° to the right.
#[test]
fn a_strafe_with_turned_hips_is_read_as_sideways() {
    use footwork_base::Heading;

    let of = |heading: Heading| {
        let options = ReadOptions {
            heading,
            ..ReadOptions::default()
        };
        let clip = read("bvh/strafe.bvh", &options).clip;
        assert_eq!(clip.heading(), heading);
        let mid = |name: &str| channel(&clip, name)[20];
        [mid("speed_x"), mid("speed_z"), mid("turn")]
    };
    let check = |heading, degrees: f32, expected: [f32; 2]| {
        let [x, z, turn] = of(heading);
        let (sin, cos) = libm::sincosf(degrees.to_radians());
        near(&[x, z, turn], 0.0, 1.0);
        near(&[x - 0.9 * cos, z - 0.9 * sin, turn], 0.0, 1e-3);
        near(&[x - expected[0], z - expected[1]], 0.0, 0.01);
    };
    // By the heading of the hips alone, the body moves faster forwards than sideways.
    check(Heading::Hips, 60.0, [0.45, 0.78]);
    check(Heading::Body, 22.5, [0.83, 0.34]);
    assert_eq!(ReadOptions::default().heading, Heading::Body);
    check(Heading::Travel, 90.0, [0.0, 0.9]);
    // Re-rooting does not change speeds, and mirroring negates the speed to the side.
    for heading in [Heading::Body, Heading::Hips, Heading::Travel] {
        let options = ReadOptions {
            heading,
            ..ReadOptions::default()
        };
        let clip = read("bvh/strafe.bvh", &options).clip;
        let moved = clip.rerooted();
        assert_eq!(moved.heading(), heading);
        near(&[channel(&moved, "speed_x")[20]], of(heading)[0], 1e-3);
        let pairs = footwork_clip::JointPairs::from_names(clip.skeleton()).unwrap();
        let mirrored = clip.mirrored(&pairs).unwrap();
        assert_eq!(mirrored.heading(), heading);
        near(&[channel(&mirrored, "speed_x")[20]], -of(heading)[0], 1e-3);
        near(&[channel(&mirrored, "speed_z")[20]], of(heading)[1], 1e-3);
    }
    // A clip that does not travel has the heading of its body.
    let still = load("bvh/walk-in-place.bvh").clip;
    let travel = still.clone().with_heading(Heading::Travel);
    assert_eq!(channel(&travel, "turn"), channel(&still, "turn"));
}

/// In most of the clips the root stands still, so its motion in the other clips is ignored.
#[test]
fn clips_of_one_skeleton_agree_on_the_joint() {
    let [walks, stays] =
        ["still-root", "walk-in-place"].map(|name| load(&format!("bvh/{name}.bvh")).evidence);
    assert_eq!(walks.family, stays.family);
    let mut extracted = walks.clone();
    // Make the root travel instead of the hips.
    let travel = extracted.links[1].travel(extracted.up);
    extracted.links[0].sides = extracted.links[1].sides;
    extracted.links[0].own_travel = travel;
    extracted.links[0].reach = travel;
    extracted.links[1].own_travel = 0.0;
    assert_eq!(travelling_link(&[&extracted]), 0);
    assert_eq!(
        travelling_link(&[&extracted, &extracted, &extracted, &walks]),
        1
    );
    assert_eq!(travelling_link(&[&extracted, &stays, &stays]), 1);
    let mut all = vec![&extracted; 19];
    all.push(&walks);
    assert_eq!(travelling_link(&all), 0, "one in twenty is an exception");
}

#[test]
fn the_size_is_that_of_the_posed_body_and_not_of_the_rest_pose() {
    let loaded = load("bvh/unfolded-rest.bvh");
    let choice = loaded.estimated_unit.unwrap();
    assert_eq!(
        choice.unit,
        LengthUnit::Centimetre,
        "{}",
        choice.explanation
    );
    near(&channel(&loaded.clip, "height"), 0.92, 1e-6);
    let rest = loaded.clip.skeleton().rest_positions();
    let right = rest.iter().map(|p| p[0]).fold(f64::NEG_INFINITY, f64::max);
    let left = rest.iter().map(|p| p[0]).fold(f64::INFINITY, f64::min);
    assert!(right - left > 2.2, "the rest pose is no person's size");
}

/// A crawling take does not affect the size if another take stands.
#[test]
fn a_crouching_take_has_the_unit_of_its_skeletons_other_takes() {
    let stands = load("bvh/still-root.bvh").evidence;
    let mut crouches = stands.clone();
    crouches.links[1].size *= 0.4;
    let alone = UnitChoice::from_size(body_size(&[&crouches], 1)).unit;
    assert_ne!(alone, LengthUnit::Centimetre);
    let together = UnitChoice::from_size(body_size(&[&crouches, &stands], 1)).unit;
    assert_eq!(together, LengthUnit::Centimetre);
}

#[test]
fn evidence_does_not_depend_on_the_unit_that_is_given() {
    let evidence = |unit: Option<LengthUnit>| {
        let options = ReadOptions {
            unit,
            ..ReadOptions::default()
        };
        read("bvh/still-root.bvh", &options).evidence
    };
    let estimated = evidence(None);
    for unit in LengthUnit::NAMED {
        let Evidence { family, links, .. } = evidence(Some(unit));
        assert_eq!(family, estimated.family, "{unit}");
        for (a, b) in links.iter().zip(&estimated.links) {
            assert!((a.size - b.size).abs() < 1e-4 * b.size, "{unit}");
        }
    }
}

#[cfg(feature = "fbx")]
mod fbx {
    use footwork_base::FbxRange;

    use super::*;

    fn frames(range: FbxRange) -> (u32, Vec<String>) {
        let options = ReadOptions {
            fbx_range: range,
            ..ReadOptions::default()
        };
        let loaded = read("fbx/short-stack.fbx", &options);
        let findings = loaded.findings.iter();
        let shown = findings.map(|finding| format!("{}: {}", finding.code, finding.message));
        (loaded.clip.frame_count(), shown.collect())
    }

    #[test]
    fn keys_outside_the_stacks_range_are_read() {
        let (count, findings) = frames(FbxRange::default());
        assert_eq!(count, 31);
        assert_eq!(
            findings,
            [
                "fbx-range: its stack declares 0.000 to 0.200 s and its keys go from 0.000 to 1.000 s; \
              0.000 to 1.000 s are read (`fbx_range` in footwork.toml chooses)"
            ]
        );
        assert_eq!(frames(FbxRange::Stack).0, 7);
        assert_eq!(frames(FbxRange::Keys).0, 31);
    }

    /// A file may be wrong about its unit.
    #[test]
    fn a_given_unit_replaces_the_unit_that_the_file_states() {
        let options = ReadOptions {
            unit: Some(LengthUnit::Cmu),
            ..ReadOptions::default()
        };
        let [stated, given] = [ReadOptions::default(), options]
            .map(|options| channel(&read("fbx/nod.fbx", &options).clip, "Spine.height")[0]);
        assert!(
            (given / stated - 0.056_444).abs() < 1e-5,
            "{given} {stated}"
        );
    }
}

#[test]
fn a_git_lfs_pointer_is_an_error_of_its_own() {
    for name in ["walk.bvh", "walk.glb", "walk.fbx", "walk.txt"] {
        let error = read_clips(
            name,
            &testdata("bvh/lfs-pointer.bvh"),
            &ReadOptions::default(),
        );
        let error = error.unwrap_err();
        assert_eq!(error.code, "lfs-pointer", "{name}");
        assert_eq!(
            error.to_string(),
            "the file is a Git LFS pointer, not the clip itself; run `git lfs pull`"
        );
    }
}
