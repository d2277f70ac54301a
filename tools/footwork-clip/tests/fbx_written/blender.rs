//! Blender imports the files with the same joints, positions and vertices. Needs Blender's module `bpy`, which `cargo xtask soak`
//! installs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use footwork_clip::{Clip, FbxTake, Limits, Mesh, WorldPositions, read_clip, write_fbx};
use serde_json::{Value, json};

use crate::skinned::{footballer, vertices};

/// The largest accepted distance, in metres. Blender computes with f32 and rebuilds bones.
const MAX_M: f64 = 5e-4;

/// Returns a Python interpreter that has `bpy`.
fn python() -> Option<PathBuf> {
    let venv = "../../target/integrations-blender/venv/bin/python";
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(venv);
    let named = std::env::var_os("FOOTWORK_BPY_PYTHON").map(PathBuf::from);
    named.into_iter().chain([own]).find(|program| {
        let ran = Command::new(program).args(["-c", "import bpy"]).output();
        ran.is_ok_and(|ran| ran.status.success())
    })
}

/// Writes a clip, and returns what Blender must find on some of its frames.
fn expected(clip: &Clip, mesh: Option<&Mesh>) -> Value {
    let joints = clip.skeleton().joints();
    let name = |index: usize| joints[index].name.as_str();
    let parents = joints.iter().map(|joint| {
        let parent = joint
            .parent
            .map(|parent| name(footwork_base::Id::index(parent)));
        (joint.name.clone(), json!(parent))
    });
    let positions = WorldPositions::from_clip(clip);
    let last = clip.frame_count() - 1;
    let frames = [0, last / 3, last / 2, last];
    let places = frames.map(|frame| {
        let places = positions.frame(frame).unwrap().iter().enumerate();
        let places = places.map(|(index, place)| (name(index).to_owned(), json!(place)));
        places.collect::<serde_json::Map<_, _>>()
    });
    let vertices = frames.map(|frame| {
        mesh.map(|mesh| {
            vertices(mesh, clip, frame)
                .into_iter()
                .map(|at| at.to_array())
                .collect::<Vec<_>>()
        })
    });
    json!({
        "parents": parents.collect::<serde_json::Map<_, _>>(),
        "frames": frames,
        "joints": places,
        "vertices": vertices,
    })
}

fn check(python: &Path, name: &str, clip: &Clip, mesh: Option<&Mesh>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (file, list) = (
        folder.join(format!("{name}.fbx")),
        folder.join(format!("{name}.json")),
    );
    let takes = [FbxTake { name, clip }];
    fs::write(&file, write_fbx(&takes, mesh).unwrap()).unwrap();
    fs::write(&list, expected(clip, mesh).to_string()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fbx_written/blender.py");
    let ran = Command::new(python)
        .arg(script)
        .arg(&file)
        .arg(&list)
        .output()
        .unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&ran.stdout),
        String::from_utf8_lossy(&ran.stderr),
    );
    assert!(ran.status.success(), "{name}: {out}{err}");
    let mut importers = 0;
    for line in out.lines().filter(|line| line.contains("fbx")) {
        let words: Vec<&str> = line.split(' ').collect();
        let [importer, joint, vertex, rate] = words[..] else {
            continue;
        };
        let number = |text: &str| text.parse::<f64>().unwrap();
        println!("{name}: {line}");
        assert!(
            number(joint) <= MAX_M && number(vertex) <= MAX_M,
            "{name}: {line}"
        );
        let own = clip.rate().as_f64();
        assert!(
            (number(rate) - own).abs() < 1e-3 * own,
            "{name}, {importer}: {rate}"
        );
        importers += 1;
    }
    assert!(importers > 0, "{name}: {out}{err}");
}

#[test]
#[ignore = "soak: needs Blender's module bpy"]
fn blender_finds_the_same_joints_and_vertices() {
    let Some(python) = python() else {
        println!("skipped: no Python with Blender's module bpy; `cargo xtask soak` installs one");
        return;
    };
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    for name in [
        "cmu/playground_turn_right_jump_01.bvh",
        "cmu/playground_climb_down_01.bvh",
        "deepmimic/backflip.txt",
        "football/walk_curve_right.glb",
    ] {
        let bytes = fs::read(samples.join(name)).unwrap();
        let clip = read_clip(name, &bytes, None, &Limits::default())
            .unwrap()
            .clip;
        check(&python, &name.replace(['/', '.'], "_"), &clip, None);
    }
    let (mesh, clip) = footballer();
    check(&python, "footballer", &clip, Some(&mesh));
}
