//! `footwork compile --poses`: what it writes, and that a character plays from it as from the library.

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

/// The bindings of all languages play the file in `testdata`.
#[test]
fn the_file_of_the_bindings_tests_is_that_of_the_samples() {
    let folder = root().join("testdata/characters");
    let (_, bytes) = compile(&sample("samples/football"), &[]);
    let kept = fs::read(folder.join("football.fwposes")).unwrap();
    assert!(
        bytes == kept,
        "run: footwork compile samples/football --poses -o testdata/characters/football.tagdb"
    );
}

/// A character that plays from the file has the motion of the library, within the tolerance.
#[test]
fn compressed_motion_plays_as_the_library_does() {
    let (_, bytes) = compile(&sample("samples/football"), &[]);
    let file = PoseFile::open(bytes).unwrap();
    let poses = CompressedPoses::new(&file, SkeletonId::new(0)).unwrap();
    let library =
        open_library(sample("samples/football").as_ref(), std::sync::Arc::new(())).unwrap();
    let rate = FrameRate::whole(60).unwrap();
    let clips = library.clips().ids();
    let character = ClipCharacter::build(&library, clips, rate).unwrap();
    let mut compared = 0;
    let [mut is, mut was] = [0; 2].map(|_| Motion::new(0));
    for pose in poses.index().candidates().step_by(7) {
        let name = poses.index().clips()[pose.clip.number() as usize].name();
        if name.ends_with("~mirrored") {
            continue;
        }
        poses.motion(pose, 0.25, &mut is);
        character.motion(pose, 0.25, &mut was);
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
