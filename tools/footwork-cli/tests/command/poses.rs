//! Tests of `footwork compile --poses`: the written file, and a character that plays the same motion from the file as
//! from the library.

use std::fs;

use footwork::CompressedPoses;
use footwork::base::FrameRate;
use footwork::matching::{Motion, PoseSource};
use footwork::poses::{PoseFile, SkeletonId};
use footwork_pipeline::{ClipCharacter, open_library};

use crate::run::{Library, footwork, root, valid};

fn compile(library: &str, precision: &[&str]) -> (serde_json::Value, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.tagdb");
    let mut arguments = vec!["compile", library, "--poses", "--format", "json", "-o"];
    arguments.push(file.to_str().unwrap());
    for length in precision {
        arguments.extend(["--precision", length]);
    }
    let ran = footwork(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "compile");
    (answer, fs::read(file.with_extension("fwposes")).unwrap())
}

fn sample(folder: &str) -> String {
    root().join(folder).to_str().unwrap().to_owned()
}

#[test]
fn samples_keep_their_tolerance_and_size() {
    for (folder, precision, limit_mm, limit_mb) in [
        ("samples/football", "0.1mm", 0.1, 0.225),
        ("samples/football", "0.5mm", 0.5, 0.175),
        ("samples", "0.1mm", 0.1, 0.25),
    ] {
        let (answer, bytes) = compile(&sample(folder), &[precision]);
        let poses = &answer["poses"];
        assert!(
            poses["max_error_mm"].as_f64().unwrap() <= limit_mm,
            "{poses}"
        );
        assert!(
            poses["megabytes_per_minute"].as_f64().unwrap() <= limit_mb,
            "{poses}"
        );
        let file = PoseFile::open(bytes).unwrap();
        file.verify().unwrap();
        assert_eq!(
            file.clips().count() as u64,
            answer["clips"].as_u64().unwrap()
        );
    }
}

#[test]
fn queries_set_the_precision_of_their_clips() {
    let (_, bytes) = compile(&sample("samples/football"), &["1mm", "Gait.Run=0.1mm"]);
    let file = PoseFile::open(bytes).unwrap();
    let error_mm = |name: &str| {
        let clip = file.clip(file.clip_named(name).unwrap()).unwrap();
        clip.error_m() * 1e3
    };
    assert!(error_mm("run_01.glb") <= 0.1);
    assert!(error_mm("idle_01.glb") > 0.1);
    for wrong in ["0.1", "1m", "0mm", "nanmm", "Gait.Run=", "Gait.Rnu=1mm"] {
        let ran = footwork(&[
            "compile",
            &sample("samples/football"),
            "--poses",
            "--precision",
            wrong,
        ]);
        assert_ne!(ran.code, 0, "{wrong}");
    }
}

#[test]
fn an_unreadable_clip_keeps_the_old_files() {
    let library = Library::new();
    let lib = library.path();
    let file = format!("{lib}/build.tagdb");
    fs::write(format!("{lib}/broken.bvh"), "HIERARCHY").unwrap();
    let ran = footwork(&["compile", lib, "--poses", "-o", &file]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(!fs::exists(format!("{lib}/build.fwposes")).unwrap());
}

/// The tests of all language bindings play this file in `testdata`.
#[test]
fn the_file_of_the_bindings_tests_is_up_to_date() {
    let folder = root().join("testdata/characters");
    let (_, bytes) = compile(&sample("samples/football"), &[]);
    let kept = fs::read(folder.join("football.fwposes")).unwrap();
    assert!(
        bytes == kept,
        "run: footwork compile samples/football --poses -o testdata/characters/football.tagdb"
    );
}

#[test]
fn compressed_motion_plays_as_the_library_does() {
    assert_plays_as_the_library(&sample("samples/football"), 0.25);
}

/// The motion of a root on the ground becomes part of the motion of the hips, and joints outside the hips are left out.
#[test]
fn a_rig_with_joints_above_the_hips_plays_as_the_library_does() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("footwork.toml"), "length_unit = \"cmu\"").unwrap();
    for name in [
        "playground_forward_jump_01",
        "playground_climb_down_01",
        "playground_hang_swing_01",
    ] {
        let text = fs::read_to_string(sample(&format!("samples/cmu/{name}.bvh"))).unwrap();
        fs::write(folder.path().join(format!("{name}.bvh")), rigged(&text)).unwrap();
    }
    let library = folder.path().to_str().unwrap();
    let (_, bytes) = compile(library, &[]);
    let file = PoseFile::open(bytes).unwrap();
    let names: Vec<&str> = file
        .skeletons()
        .next()
        .unwrap()
        .joints()
        .map(|joint| joint.name)
        .collect();
    assert_eq!(names[0], "Hips");
    assert!(!names.contains(&"Camera"), "{names:?}");
    // Compares at the frames only. If a joint turns by more than 90° in one frame, the paths between frames may differ.
    assert_plays_as_the_library(library, 0.0);
}

/// Puts the hips of a BVH file below a root on the ground, which moves and turns, and adds a camera to that root.
fn rigged(bvh: &str) -> String {
    let (joints, motion) = bvh.split_once("MOTION").unwrap();
    let hips = joints.trim_start().strip_prefix("HIERARCHY").unwrap();
    let hips = hips.trim().replacen("ROOT", "JOINT", 1);
    let camera = "JOINT Camera { OFFSET 0 20 -30 CHANNELS 3 Zrotation Yrotation Xrotation End Site { OFFSET 0 0 1 } }";
    let root = "ROOT Rig { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation";
    let mut lines = motion.trim().lines();
    let [count, time] = [(); 2].map(|()| lines.next().unwrap());
    let rows: String = lines
        .enumerate()
        .map(|(frame, row)| format!("{frame} 0 5 0 {} 0 {row} 0 0 0\n", 30 + frame / 4))
        .collect();
    format!("HIERARCHY\n{root}\n{hips}\n{camera}\n}}\nMOTION\n{count}\n{time}\n{rows}")
}

/// Checks that a character plays the same motion from the file as from the library, within a tolerance. `part` is the
/// compared place between each frame and the next, from 0 to 1.
fn assert_plays_as_the_library(folder: &str, part: f64) {
    let (_, bytes) = compile(folder, &[]);
    let file = PoseFile::open(bytes).unwrap();
    let poses = CompressedPoses::new(&file, SkeletonId::new(0)).unwrap();
    let library = open_library(folder.as_ref(), std::sync::Arc::new(())).unwrap();
    let rate = FrameRate::whole(60).unwrap();
    let clips = library.clips().ids();
    let character = ClipCharacter::build(&library, clips, rate).unwrap();
    let mut compared = 0;
    let [mut is, mut was] = [0; 2].map(|_| Motion::new(0));
    for pose in poses.index().candidates().step_by(3) {
        let name = poses.index().clips()[pose.clip.number() as usize].name();
        if name.ends_with("~mirrored") {
            continue;
        }
        poses.motion(pose, part, &mut is);
        character.motion(pose, part, &mut was);
        for axis in 0..3 {
            assert!(
                (is.hips_m[axis] - was.hips_m[axis]).abs() < 1e-3,
                "{name}: {is:?} {was:?}"
            );
            assert!(
                (is.root_velocity[axis] - was.root_velocity[axis]).abs() < 0.05,
                "{name}"
            );
            assert!(
                (is.hips_mps[axis] - was.hips_mps[axis]).abs() < 0.05,
                "{name}"
            );
        }
        assert_eq!(is.rotations.len(), was.rotations.len());
        for (is, was) in is.rotations.iter().zip(&was.rotations) {
            let dot = |a: &[f32; 4], b: &[f32; 4]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
            // The library blends two frames without scaling the result to length 1.
            let cosine = dot(is, was) / (dot(is, is) * dot(was, was)).sqrt();
            assert!(cosine.abs() > 0.9999, "{name}: {is:?} {was:?}");
        }
        assert_eq!(poses.standing(pose), character.standing(pose), "{name}");
        compared += 1;
    }
    assert!(compared > 100);
}
