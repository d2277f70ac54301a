//! `footwork cut` onto another skeleton.

use std::fs;
use std::path::PathBuf;

use footwork_clip::ReadOptions;

use crate::run::{footwork, valid};

const JUMPER: &str = "cmu/playground_turn_right_jump_01.bvh";

fn samples() -> String {
    let samples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    samples.to_str().unwrap().to_owned()
}

#[test]
fn pieces_stand_on_the_requested_skeleton() {
    let to = tempfile::tempdir().unwrap();
    let to = to.path().join("out");
    let to = to.to_str().unwrap();
    let query = "clip(\"deepmimic/walk.txt\")";
    let onto = [
        "cut",
        &samples(),
        query,
        "-o",
        to,
        "--name",
        "walk",
        "--onto",
        JUMPER,
    ];
    for format in ["bvh", "glb"] {
        let ran = footwork(&[&onto[..], &["--as", format, "--force", "--format", "json"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(
            valid(&ran.stdout, "cut")["pieces"][0]["file"],
            format!("walk.{format}")
        );
    }
    let joints = |file: &str| {
        let ran = footwork(&["info", file, "--joints"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout
    };
    let bvh = joints(&format!("{to}/walk.bvh"));
    assert!(
        bvh.contains("RightForeArm") && !bvh.contains("right_elbow"),
        "{bvh}"
    );
    let settings = fs::read_to_string(format!("{to}/footwork.toml")).unwrap();
    assert!(settings.contains("root = \"Hips\""), "{settings}");
}

#[test]
fn copies_keep_the_mesh_of_a_character() {
    let character =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/characters/football.glb");
    let character = character.to_str().unwrap();
    let mesh = |path: &std::path::Path| {
        let bytes = fs::read(path).unwrap();
        let mesh =
            footwork_clip::read_mesh(path.to_str().unwrap(), &bytes, &ReadOptions::default());
        mesh.unwrap().expect("a mesh")
    };
    let whole = mesh(character.as_ref());
    // Copies of BVH clips become GLB by default, because BVH has no mesh.
    for (more, format) in [(&[][..], "glb"), (&["--as", "fbx"], "fbx")] {
        let to = tempfile::tempdir().unwrap();
        let query = format!("clip(\"{JUMPER}\")");
        let out = to.path().to_str().unwrap();
        let call = [
            "retarget",
            &samples(),
            &query,
            "--onto",
            character,
            "-o",
            out,
            "--name",
            "j",
        ];
        let ran = footwork(&[&call[..], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let made = mesh(&to.path().join(format!("j.{format}")));
        assert_eq!(made.triangles.len(), whole.triangles.len(), "{format}");
        // The copy has both the mesh and the skin that binds the mesh to the joints.
        assert_eq!(made.bones.len(), whole.bones.len(), "{format}");
    }
}

/// A character's own animations stay in its copies, whether the character is a file or a clip of the library.
#[test]
fn copies_keep_the_animations_of_a_character() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let character = root.join("testdata/characters/football.glb");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let retarget = |library: &str, query: &str, onto: &str, out: &str, name: &str| {
        let call = ["retarget", library, query, "--onto", onto];
        let ran = footwork(&[&call[..], &["-o", &path(out), "--name", name]].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(!ran.stderr.contains("body-lost"), "{}", ran.stderr);
    };
    let walk = "clip(\"deepmimic/walk.txt\")";
    let jump = format!("clip(\"{JUMPER}\")");
    let samples = samples();
    retarget(&samples, walk, character.to_str().unwrap(), "one", "Walk");
    let walker = path("one/Walk.glb");
    retarget(&samples, &jump, &walker, "two", "jump");
    retarget(&samples, &jump, &walker, "two", "Walk");
    // The character is a clip of the library here.
    retarget(&path("one"), "all", "Walk.glb", "two", "again");

    let read = |name: &str| {
        let path = path(name);
        let bytes = fs::read(&path).unwrap();
        let mesh = footwork_clip::read_mesh(&path, &bytes, &ReadOptions::default());
        assert!(mesh.unwrap().is_some(), "{name}");
        footwork_clip::read_clips(&path, &bytes, &ReadOptions::default())
            .unwrap()
            .clips
    };
    let own = read("one/Walk.glb").remove(0).clip;
    for (name, added) in [
        ("two/jump.glb", "jump"),
        ("two/Walk.glb", "Walk_2"),
        ("two/again.glb", "again"),
    ] {
        let clips = read(name);
        let names = clips.iter().filter_map(|clip| clip.animation.as_deref());
        assert_eq!(names.collect::<Vec<_>>(), ["Walk", added], "{name}");
        assert_eq!(clips[0].clip, own, "{name}");
    }
    // Labels belong to the added animation.
    let ran = footwork(&["info", &path("two"), "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = footwork(&["query", &path("two"), "Gait.Walk", "--format", "csv"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("again.glb#again"), "{}", ran.stdout);
    assert!(fs::exists(path("two/Walk.glb#Walk_2.tags")).unwrap());
    let ran = footwork(&["check", &path("two")]);
    assert!(!ran.stdout.contains("stale"), "{}", ran.stdout);
}

/// A mesh that a copy cannot keep is left out with a note or a warning, and the motion is still written.
#[test]
fn meshes_that_do_not_fit_are_left_out() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let whole = fs::read(root.join("testdata/characters/football.glb")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let character = folder.path().join("character.glb");
    // Make a character whose texture is in another file.
    let words = |at: usize| u32::from_le_bytes(whole[at..at + 4].try_into().unwrap());
    let json = &whole[20..20 + words(12) as usize];
    let mut json: serde_json::Value = serde_json::from_slice(json).unwrap();
    json["images"] = serde_json::json!([{"uri": "skin.png"}]);
    let mut json = json.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let rest = &whole[20 + words(12) as usize..];
    let length = |bytes: usize| u32::try_from(bytes).unwrap().to_le_bytes();
    let parts = [
        &whole[..8],
        &length(20 + json.len() + rest.len()),
        &length(json.len()),
        b"JSON",
        &json,
        rest,
    ];
    fs::write(&character, parts.concat()).unwrap();

    let query = format!("clip(\"{JUMPER}\")");
    let retarget = |character: &std::path::Path, out: &std::path::Path| {
        let out = out.to_str().unwrap();
        let onto = character.to_str().unwrap();
        let call = [
            "retarget",
            &samples(),
            &query,
            "--onto",
            onto,
            "-o",
            out,
            "--as",
            "glb",
        ];
        let ran = footwork(&[&call[..], &["--name", "j"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(ran.stderr.contains("body-lost"), "{}", ran.stderr);
        let path = format!("{out}/j.glb");
        let bytes = fs::read(&path).unwrap();
        let mesh = footwork_clip::read_mesh(&path, &bytes, &ReadOptions::default());
        assert_eq!(mesh, Ok(None));
    };
    retarget(&character, &folder.path().join("out"));

    let centimetres = tempfile::tempdir().unwrap();
    fs::write(
        centimetres.path().join("footwork.toml"),
        "length_unit = { \"*.glb\" = \"cm\" }\n",
    )
    .unwrap();
    fs::write(&character, &whole).unwrap();
    retarget(&character, centimetres.path());
}

#[test]
fn skeletons_that_do_not_fit_are_refused_and_nothing_is_written() {
    let to = tempfile::tempdir().unwrap();
    let to = to.path().join("out");
    let to = to.to_str().unwrap();
    let small = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/bvh/small.bvh");
    let small = small.to_str().unwrap();
    for (onto, wanted) in [
        (
            "cmu/nobody.bvh",
            "neither a clip of the library nor a readable file",
        ),
        (small, "has no joint for"),
    ] {
        let ran = footwork(&["cut", &samples(), "Gait.Walk", "-o", to, "--onto", onto]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains(wanted), "{}", ran.stderr);
        assert!(!fs::exists(format!("{to}/footwork.toml")).unwrap());
    }
}

#[test]
fn a_character_without_animation_is_a_target() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let character = root.join("testdata/characters/football.glb");
    let character = character.to_str().unwrap();
    let ran = footwork(&[
        "cut",
        &samples(),
        "clip(\"deepmimic/walk.txt\")",
        "-o",
        &path("out"),
        "--onto",
        character,
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = footwork(&["info", &path("out/walk_00.glb"), "--joints"]);
    assert!(ran.stdout.contains("LeftForeArm"), "{}", ran.stdout);
    let wrong = format!("{character}#Idle");
    let ran = footwork(&[
        "cut",
        &samples(),
        "Gait.Walk",
        "-o",
        &path("no"),
        "--onto",
        &wrong,
    ]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("no animation \"Idle\""),
        "{}",
        ran.stderr
    );
}
