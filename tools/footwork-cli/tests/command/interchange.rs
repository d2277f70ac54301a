//! Tags and events out of a library and into one.

use serde_json::json;

use crate::run::{Library, footwork, valid};

const TAGS: &str = "footwork-tags 1\nclip run.bvh\nframes 60\nrate 30\n\
                    tag Gait.Run 3 9\ntag Gait.Run 9 12 rule\ntag \"Hand made\" 0 60\n\
                    event Foot.Left 13.25 data {\"wet\":true}\n";

/// A library with tags and one of the same clips without.
fn two() -> (Library, Library) {
    let full = Library::new();
    full.write("run.bvh.tags", TAGS.as_bytes());
    (full, Library::new())
}

fn items(library: &Library) -> Vec<String> {
    let text = String::from_utf8(library.read("run.bvh.tags")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("hash"));
    lines.skip(4).map(str::to_owned).collect()
}

#[test]
fn what_goes_out_comes_in_and_can_be_undone() {
    for (format, out) in [
        ("csv", "t.csv"),
        ("bids", "t.tsv"),
        ("eaf", "t.eaf"),
        ("glb", "t.glb"),
        ("unreal", "t/n.csv"),
    ] {
        let (full, empty) = two();
        let file = format!("{}/{out}", full.path());
        let [lib, other] = [full.path(), empty.path()];
        let to = [
            "--to", format, "-o", &file, "--clips", "run*", "--format", "json",
        ];
        let ran = footwork(&[&["export", lib], to.as_slice()].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let answer = valid(&ran.stdout, "export");
        assert_eq!(answer["files"][0]["spans"], 3);
        assert_eq!(answer["files"][0]["events"], 1);

        let clip = if format == "glb" { "run" } else { "" };
        let from = ["import", other, &file, "--from", format, "--format", "json"];
        let from = match clip {
            "" => from.to_vec(),
            clip => [from.as_slice(), &["--clip", clip]].concat(),
        };
        let ran = footwork(&[from.as_slice(), &["--dry-run"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(valid(&ran.stdout, "import")["written"], false);
        assert!(!empty.has("run.bvh.tags"));
        let ran = footwork(&from);
        assert_eq!((ran.code, &*ran.stderr), (0, ""));
        let answer = valid(&ran.stdout, "import");
        let clips = json!([{"clip": "run.bvh", "spans": 3, "events": 1, "already": 0}]);
        assert_eq!(
            (&answer["clips"], &answer["written"]),
            (&clips, &json!(true))
        );
        let found = items(&empty);
        assert_eq!(found[..3], items(&full)[..3], "{format}");
        assert!(found[3].ends_with(" data {\"wet\":true}"), "{found:?}");
        if format == "csv" || format == "glb" {
            assert_eq!(found[3], items(&full)[3]);
        }

        let ran = footwork(&from);
        assert_eq!(valid(&ran.stdout, "import")["clips"][0]["already"], 4);
        assert_eq!(footwork(&["undo", other]).code, 0);
        assert!(!empty.has("run.bvh.tags"), "{format}");
    }
}

#[test]
fn csv_goes_to_standard_output() {
    let (full, _) = two();
    let ran = footwork(&["export", full.path(), "--to", "csv"]);
    let expected = "clip,start,stop,tag,kind,data\n\
                    run.bvh,3,9,Gait.Run,tag,\n\
                    run.bvh,9,12,Gait.Run,rule,\n\
                    run.bvh,0,60,\"\"\"Hand made\"\"\",tag,\n\
                    run.bvh,13.25,,Foot.Left,event,\"{\"\"wet\"\":true}\"\n";
    assert_eq!((ran.code, &*ran.stdout), (0, expected));
}

#[test]
fn a_file_a_clip_goes_into_a_folder() {
    let (full, empty) = two();
    let ran = footwork(&["export", full.path(), "--to", "eaf"]);
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("several-files"), "{}", ran.stderr);
    let folder = format!("{}/elan", empty.path());
    let ran = footwork(&["export", full.path(), "--to", "eaf", "-o", &folder]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(empty.has("elan/run.bvh.eaf") && empty.has("elan/walks/walk one.bvh.eaf"));
}

#[test]
fn a_bad_row_changes_nothing_unless_it_is_skipped() {
    let (_, empty) = two();
    let rows = "clip,start,stop,tag\nrun,3,9,Gait.Run\nrnu,3,9,Gait.Run\nrun,3,99,Gait.Run\n";
    empty.write("t.csv", rows.as_bytes());
    let file = format!("{}/t.csv", empty.path());
    let import = ["import", empty.path(), &file, "--from", "csv"];
    let ran = footwork(&import);
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    for said in ["t.csv:3:1", "no clip named rnu", "t.csv:4:1", "--skip-bad"] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    assert!(!empty.has("run.bvh.tags"));
    let ran = footwork(&[import.as_slice(), &["--errors", "json"]].concat());
    let errors = valid(&ran.stderr, "errors");
    assert_eq!(errors["errors"][0]["code"], "unknown-clip");
    let ran = footwork(&[import.as_slice(), &["--skip-bad", "--format", "json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(valid(&ran.stdout, "import")["skipped"], 2);
    assert_eq!(items(&empty), ["tag Gait.Run 3 9"]);
}

#[test]
fn files_of_others_are_of_the_clip_they_are_named_after() {
    let (_, empty) = two();
    let rows = "onset\tduration\ttrial_type\n0.1\t0.2\tGait.Run\n";
    for name in ["run_events.tsv", "other.tsv"] {
        empty.write(name, rows.as_bytes());
    }
    let [named, other] = ["run_events.tsv", "other.tsv"].map(|n| format!("{}/{n}", empty.path()));
    let ran = footwork(&["import", empty.path(), &other, "--from", "bids"]);
    assert!(
        ran.code == 2 && ran.stderr.contains("missing-clip"),
        "{}",
        ran.stderr
    );
    let ran = footwork(&["import", empty.path(), &named, "--from", "bids"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(items(&empty), ["tag Gait.Run 3 9"]);
    let ran = footwork(&[
        "import",
        empty.path(),
        &other,
        "--from",
        "bids",
        "--clip",
        "walk one",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(empty.has("walks/walk one.bvh.tags"));
}
