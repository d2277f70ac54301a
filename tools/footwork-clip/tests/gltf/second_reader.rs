//! The second reader: a Python script with pygltflib and numpy.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use footwork_clip::{FolderFiles, GltfDocument, Limits, WorldPositions, read_gltf};
use serde_json::{Value, json};

/// The largest difference between the two readers in a joint's position, in metres.
const TOLERANCE: f64 = 1e-4;

/// Returns the interpreter, or `None` after printing why it cannot be used. If `CI` is set, a missing
/// interpreter is a failure: `.ci/run` installs it.
pub(crate) fn python() -> Option<PathBuf> {
    let python = std::env::var_os("FOOTWORK_PYTHON").unwrap_or_else(|| "python3".into());
    let tried = Command::new(&python)
        .args(["-c", "import numpy, pygltflib"])
        .output();
    if tried.is_ok_and(|output| output.status.success()) {
        return Some(PathBuf::from(python));
    }
    let message = "the second reader needs Python with tests/second_reader/requirements.txt";
    assert!(std::env::var_os("CI").is_none(), "{message}");
    println!("skipped: {message}; FOOTWORK_PYTHON names the interpreter");
    None
}

/// Reads a file with both readers and compares all joints on all frames. Returns the document and the largest
/// distance.
pub(crate) fn compare(python: &Path, file: &Path) -> (GltfDocument, f64) {
    let bytes = std::fs::read(file).unwrap();
    let document = read_gltf(
        &bytes,
        &FolderFiles::containing(file),
        None,
        &Limits::default(),
    )
    .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let asked: Vec<Value> = document
        .animations
        .iter()
        .enumerate()
        .map(|(index, animation)| {
            let clip = &animation.clip;
            let time = |frame| animation.start_secs + f64::from(frame) * clip.rate().period_secs();
            json!({
                "index": index,
                "times": (0..clip.frame_count()).map(time).collect::<Vec<f64>>(),
                "nodes": clip.skeleton().joints().iter().map(|j| &j.name).collect::<Vec<_>>(),
            })
        })
        .collect();
    let request = json!({ "file": file, "animations": asked });
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/second_reader/positions.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(request.to_string().as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", file.display());
    let answer: Vec<Vec<Vec<[f64; 3]>>> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer.len(), document.animations.len());
    let mut worst = 0.0f64;
    for (animation, theirs) in document.animations.iter().zip(answer) {
        let ours = WorldPositions::from_clip(&animation.clip);
        assert_eq!(ours.frames().len(), theirs.len());
        for (frame, (ours, theirs)) in ours.frames().zip(theirs).enumerate() {
            assert_eq!(ours.len(), theirs.len());
            for ((ours, theirs), joint) in ours.iter().zip(theirs).zip(0..) {
                let distance = (0..3).map(|axis| (ours[axis] - theirs[axis]).abs());
                let distance = distance.fold(0.0, f64::max);
                assert!(
                    distance <= TOLERANCE,
                    "{} {} frame {frame} joint {joint}: {ours:?} and {theirs:?}",
                    file.display(),
                    animation.name
                );
                worst = worst.max(distance);
            }
        }
    }
    (document, worst)
}

#[test]
fn both_readers_agree_on_every_interpolation_and_number_type() {
    let Some(python) = python() else { return };
    let (document, worst) = compare(&python, &super::testdata("every-kind.gltf"));
    println!("{worst:.2e} m apart");
    assert_eq!(document.animations.len(), 2);
    assert!(document.animations[0].clip.frame_count() > 20);
}
