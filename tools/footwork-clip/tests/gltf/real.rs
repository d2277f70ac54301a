//! The GLB files of the extra set, found through `FOOTWORK_EXTRA_CLIPS`.

use std::path::PathBuf;

use footwork_clip::{GltfTake, Labels, Limits, NoFiles, read_gltf, write_gltf};

use super::second_reader::{compare, python};

fn files() -> Option<Vec<PathBuf>> {
    let Some(folder) = std::env::var_os("FOOTWORK_EXTRA_CLIPS") else {
        println!("skipped: FOOTWORK_EXTRA_CLIPS does not name the folder of real clips");
        return None;
    };
    let folder = PathBuf::from(folder).join("extra/kaykit");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "glb"))
        .collect();
    files.sort();
    assert_eq!(files.len(), 7);
    Some(files)
}

#[test]
fn all_110_animations_are_read() {
    let Some(files) = files() else { return };
    let (mut count, mut frames, mut scaled) = (0, 0, 0);
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let document = read_gltf(&bytes, &NoFiles, None, &Limits::default()).unwrap();
        assert!(!document.uses_other_files);
        for animation in &document.animations {
            let name = &animation.name;
            count += 1;
            let clip = &animation.clip;
            frames += clip.frame_count();
            assert_eq!(clip.rate().to_string(), "30", "{name}");
            assert!((animation.start_secs - 1.0 / 30.0).abs() < 1e-6, "{name}");
            let skeleton = clip.skeleton();
            assert_eq!(skeleton.joint_count(), 23, "{name}");
            assert_eq!(skeleton.joints()[0].name, "root");
            let codes: Vec<_> = animation.findings.iter().map(|f| f.code).collect();
            assert!(
                codes.iter().all(|code| *code == "scale"),
                "{name}: {codes:?}"
            );
            scaled += codes.len();
        }
    }
    println!("{count} animations, {frames} frames, {scaled} with a scale that moves");
    assert_eq!(count, 110);
    assert!(
        scaled < 30,
        "{scaled} animations are reported with an odd scale"
    );
}

#[test]
fn the_walk_has_the_length_that_its_keys_say() {
    let Some(files) = files() else { return };
    let file = files
        .iter()
        .find(|f| f.ends_with("Med_MovementBasic.glb"))
        .unwrap();
    let bytes = std::fs::read(file).unwrap();
    let name = "Rig_Medium|Walking_A";
    let document = read_gltf(&bytes, &NoFiles, Some(name), &Limits::default()).unwrap();
    assert_eq!(
        (document.animations.len(), document.animation_count),
        (1, 11)
    );
    let walk = &document.animations[0];
    // Its keys range from 1/30 s to 1.1 s.
    assert_eq!((walk.name.as_str(), walk.clip.frame_count()), (name, 33));
}

#[test]
fn a_second_reader_gives_the_same_positions() {
    let Some(files) = files() else { return };
    let Some(python) = python() else { return };
    for file in &files {
        let (document, worst) = compare(&python, file);
        let name = file.file_name().unwrap().to_string_lossy();
        println!(
            "{name}: {} animations, at most {worst:.2e} m apart",
            document.animations.len()
        );
    }
}

#[test]
fn animations_and_labels_read_back_as_written() {
    let Some(files) = files() else { return };
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let document = read_gltf(&bytes, &NoFiles, None, &Limits::default()).unwrap();
        let labels = Labels::new(r#"{"tags": {"Gait.Run": [[0, 2], [1, 5, "rule"]]}}"#).unwrap();
        let takes: Vec<GltfTake<'_>> = document
            .animations
            .iter()
            .map(|animation| GltfTake {
                name: &animation.name,
                clip: &animation.clip,
                labels: Some(&labels),
            })
            .collect();
        let written = write_gltf(&takes).unwrap();
        assert_eq!(
            write_gltf(&takes).unwrap(),
            written,
            "equal clips give equal bytes"
        );
        let again = read_gltf(&written, &NoFiles, None, &Limits::default()).unwrap();
        assert_eq!(again.animations.len(), document.animations.len());
        for (before, after) in document.animations.iter().zip(&again.animations) {
            assert_eq!(before.name, after.name);
            assert_eq!(after.labels.as_ref(), Some(&labels));
            assert!(after.findings.is_empty(), "{:?}", after.findings);
            super::write::assert_same(&before.clip, &after.clip);
        }
    }
}
