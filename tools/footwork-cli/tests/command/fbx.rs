//! FBX files that the command writes: pieces that form a library, one file per clip or for all clips, and files for
//! engines.
#![cfg(feature = "fbx")]

use serde_json::Value;

use crate::run::{Library, footwork, root, valid};

/// Returns a library of two tagged clips.
fn tagged() -> Library {
    let library = Library::new();
    let lines = "footwork-tags 1\ntag Gait.Run 4 30\nevent Foot.Left 10.5 data {\"wet\":true}\nnot Gait.Walk 0 4\n";
    library.write("run.bvh.tags", lines.as_bytes());
    library
}

fn ok(arguments: &[&str]) -> String {
    let ran = footwork(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.stderr);
    ran.stdout
}

#[test]
fn pieces_in_fbx_are_a_library_with_the_same_tags() {
    let samples = root().join("samples");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("pieces");
    let (samples, out) = (samples.to_str().unwrap(), out.to_str().unwrap());
    let query = "Gait.Walk & clip(\"deepmimic/walk.txt\") | Action.Climb & clip(\"*climb_up*\")";
    ok(&["cut", samples, query, "-o", out, "--as", "fbx"]);
    let count = |library: &str, query: &str| {
        let answer = ok(&["query", library, query, "--format", "json"]);
        valid(&answer, "query")["frames"].as_u64().unwrap()
    };
    assert!(count(samples, query) > 50);
    assert_eq!(
        count(out, "Gait.Walk | Action.Climb"),
        count(samples, query)
    );
    // A piece has the same speeds as its source.
    let fast = |scope: &str| format!("{{ speed > 0.5 }} & ({scope})");
    assert_eq!(
        count(out, &fast("Gait.Walk | Action.Climb")),
        count(samples, &fast(query))
    );
    let checked = footwork(&["check", out]);
    assert!(!checked.stdout.contains("stale"), "{}", checked.stdout);
}

#[test]
fn all_clips_fit_into_one_file() {
    let library = tagged();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.fbx");
    ok(&[
        "export",
        library.path(),
        "--to",
        "fbx",
        "-o",
        file.to_str().unwrap(),
    ]);
    let info = ok(&["info", folder.path().to_str().unwrap(), "--format", "json"]);
    let info: Value = serde_json::from_str(&info).unwrap();
    assert!(info.to_string().contains("all.fbx#run"), "{info}");
    assert!(info.to_string().contains("all.fbx#walk one"), "{info}");
}

#[test]
fn engines_get_motion_and_events() {
    let library = tagged();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("engine");
    let path = out.to_str().unwrap();
    ok(&["export", library.path(), "--to", "unity", "-o", path]);
    let read = |name: &str| std::fs::read(out.join(name)).unwrap();
    for clip in ["run.fbx", "walks/walk one.fbx"] {
        assert!(read(clip).starts_with(b"Kaydara FBX Binary"), "{clip}");
    }
    let script = String::from_utf8(read("Editor/FootworkEvents.cs")).unwrap();
    let list: Value = serde_json::from_slice(&read("footwork_events.json")).unwrap();
    assert_eq!(list["version"], 1);
    let [run, walk] = list["clips"].as_array().unwrap().as_slice() else {
        panic!("{list}");
    };
    assert_eq!(
        (&run["file"], &walk["file"]),
        (&"run.fbx".into(), &"walks/walk one.fbx".into())
    );
    let events = run["events"].as_array().unwrap();
    let functions: Vec<&str> = events
        .iter()
        .map(|e| e["function"].as_str().unwrap())
        .collect();
    assert_eq!(
        functions,
        ["FootworkTagStart", "FootworkEvent", "FootworkTagStop"]
    );
    assert_eq!(events[1]["data"], "{\"wet\":true}");
    let [start, event, stop] = [0, 1, 2].map(|at| events[at]["time_secs"].as_f64().unwrap());
    assert!(
        (event / start - 10.5 / 4.0).abs() < 1e-6 && (stop / start - 7.5).abs() < 1e-6,
        "{run}"
    );
    // The script reads every key of the list.
    for key in [
        "time_secs",
        "function",
        "name",
        "data",
        "length_secs",
        "file",
        "events",
        "clips",
    ] {
        assert!(script.contains(&format!(" {key};")), "{key}");
    }

    let unreal = folder.path().join("unreal/");
    ok(&[
        "export",
        library.path(),
        "--to",
        "unreal",
        "-o",
        &format!("{}/", unreal.display()),
    ]);
    for name in [
        "notifies.csv",
        "footwork_notifies.py",
        "run.fbx",
        "walks/walk one.fbx",
    ] {
        assert!(unreal.join(name).is_file(), "{name}");
    }
}

#[test]
fn clips_that_would_share_a_file_are_refused() {
    let library = Library::new();
    let walk = std::fs::read(root().join("samples/deepmimic/walk.txt")).unwrap();
    library.write("run.txt", &walk);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let arguments = [
        "export",
        library.path(),
        "--to",
        "unity",
        "-o",
        out.to_str().unwrap(),
    ];
    let ran = footwork(&arguments);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("would both be"), "{}", ran.stderr);
    assert!(!out.exists());
}
