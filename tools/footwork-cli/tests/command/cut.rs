//! `footwork cut`: plans, written files and refusals.

use std::fs;

use serde_json::json;

use crate::run::{Library, footwork, valid, words};

/// Returns a library with two walks and a run, and a strike.
fn tagged() -> Library {
    let library = Library::new();
    library.write(
        "run.bvh.tags",
        b"footwork-tags 1\ntag Gait.Run 40 60\ntag Gait.Walk 0 20\nevent Foot.Left 13.1\n",
    );
    library.write(
        "walks/walk one.bvh.tags",
        b"footwork-tags 1\ntag Gait.Walk 5 40\n",
    );
    library
}

fn cut(library: &Library, more: &[&str]) -> crate::run::Ran {
    let out = format!("{}/out", library.path());
    let mut arguments = vec!["cut", library.path(), "Gait", "-o", &out];
    arguments.extend(more);
    footwork(&arguments)
}

#[test]
fn a_cut_is_planned_then_written_then_forced() {
    let library = tagged();
    let by_gait = ["--name", "{tag:Gait}/{clip}_{index:02}", "--format", "json"];
    let planned = cut(&library, &[&by_gait[..], &["--dry-run"]].concat());
    let planned = valid(&planned.stdout, "cut");
    assert!(!library.has("out"));
    assert_eq!(
        (&planned["written"], &planned["query"]),
        (&json!(false), &json!("Gait"))
    );
    let expected = json!({
        "file": "Run/run_01.bvh", "clip": "run.bvh", "start": 40, "stop": 60, "format": "bvh",
        "spans": 1, "events": 0, "replaces": false,
    });
    assert_eq!(planned["pieces"][1], expected);
    assert_eq!(planned["pieces"][2]["file"], "Walk/walk one_00.bvh");

    let written = cut(&library, &by_gait);
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert_eq!(valid(&written.stdout, "cut")["written"], true);
    let sidecar = String::from_utf8(library.read("out/Walk/run_00.bvh.tags")).unwrap();
    assert!(
        sidecar.contains("tag Gait.Walk 0 20\nevent Foot.Left 13.1\n"),
        "{sidecar}"
    );

    // An existing file, or its sidecar alone, is not replaced.
    fs::remove_file(format!("{}/out/Run/run_01.bvh", library.path())).unwrap();
    let before = library.read("out/Run/run_01.bvh.tags");
    let refused = cut(&library, &by_gait);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(
        refused.stderr.contains("Run/run_01.bvh already exists"),
        "{}",
        refused.stderr
    );
    assert!(!library.has("out/Run/run_01.bvh"));
    let elsewhere = tempfile::tempdir().unwrap();
    let to = elsewhere.path().to_str().unwrap();
    let run = [
        "cut",
        library.path(),
        "Gait.Run - clip(\"out/*\")",
        "-o",
        to,
    ];
    assert_eq!(footwork(&run).code, 0);
    assert_eq!(footwork(&run).code, 2);
    let forced = footwork(&[&run[..], &["--force", "--format", "csv"]].concat());
    let expected = "file,clip,start,stop,format,spans,events,replaces\n\
                    run_00.bvh,run.bvh,40,60,bvh,1,0,true\n";
    assert_eq!(forced.stdout.replace("\r\n", "\n"), expected);
    assert_eq!(library.read("out/Run/run_01.bvh.tags"), before);
}

#[test]
fn a_refused_cut_writes_nothing() {
    let library = tagged();
    for (name, said) in [
        ("../{clip}{index}", "`..` cannot be a part of it"),
        ("/{clip}{index}", "absolute path"),
        ("{clip}//{index}", "is empty"),
        ("aux.{index}", "device"),
        ("{clip}:{index}", "refuse"),
        ("{clip}\\{index}", "refuse"),
        ("{clop}", "did you mean {clip}?"),
        ("{tag:Giat}", "did you mean {tag:Gait}?"),
        (
            "{clip}",
            "run.bvh [0, 20) and run.bvh [40, 60) would both be run.bvh",
        ),
        ("COM{index}", "device"),
    ] {
        for dry in [&["--dry-run"][..], &["--force"]] {
            let ran = cut(&library, &[&["--name", name][..], dry].concat());
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{name}");
            assert!(ran.stderr.contains(said), "{name}: {}", ran.stderr);
            assert!(!library.has("out"), "{name}");
        }
    }
    let nothing = footwork(&words(&format!(
        "cut {} none -o /nowhere/x --format json",
        library.path()
    )));
    assert_eq!(nothing.code, 0);
    assert_eq!(valid(&nothing.stdout, "cut")["pieces"], json!([]));
}
