//! Export and import of tags and events.

use serde_json::json;

use crate::run::{Library, footwork, footwork_reading, valid, words};

const TAGS: &str = "footwork-tags 1\nclip run.bvh\nframes 60\nrate 30\n\
                    tag Gait.Run 3 9\ntag Gait.Run 9 12 rule\ntag \"Hand made\" 0 60\n\
                    event Foot.Left 13.25 data {\"wet\":true}\n";

/// Returns a library with tags, and another with the same clips and no tags.
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
fn an_export_is_imported_and_the_import_undone() {
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
fn one_file_for_each_clip_goes_into_a_folder() {
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
    assert_eq!(valid(&ran.stdout, "import")["skipped"], 1);
    assert_eq!(items(&empty), ["tag Gait.Run 3 9", "tag Gait.Run 3 60"]);
    let trimmed = "t.csv:4:1: warning[trimmed-span]: the span Gait.Run [3, 99) ends outside the clip, which has 60 \
                   frames, and is trimmed to [3, 60)";
    assert!(ran.stderr.contains(trimmed), "{}", ran.stderr);
    // A span that also starts at or after the end of the clip is dropped.
    let rows = "clip,start,stop,tag\nrun,60,99,Gait.Run\nrun,0,60,Gait.Run\n";
    empty.write("t.csv", rows.as_bytes());
    let ran = footwork(&[import.as_slice(), &["--skip-bad", "--format", "json"]].concat());
    let answer = valid(&ran.stdout, "import");
    assert_eq!(
        (&answer["skipped"], &answer["clips"][0]["spans"]),
        (&1.into(), &1.into())
    );
}

#[test]
fn a_file_belongs_to_the_clip_that_it_is_named_after() {
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

#[test]
fn an_export_never_replaces_a_file_of_the_library() {
    let (full, _) = two();
    let lib = full.path();
    assert_eq!(
        footwork(&["tag", "add", lib, "Gait.Run", "run", "20", "30"]).code,
        0
    );
    let before = full.snapshot();
    for name in [
        "run.bvh",
        "run.bvh.tags",
        "walks/walk one.bvh.tags",
        "footwork.toml",
        "walks/../run.bvh",
    ] {
        let file = format!("{lib}/{name}");
        for to in ["csv", "glb", "cut-list"] {
            let ran = footwork(&["export", lib, "--to", to, "-o", &file, "--clips", "run*"]);
            assert_eq!((ran.code, &*ran.stdout), (2, ""), "{name} {to}");
            assert!(ran.stderr.contains("file-is-source"), "{}", ran.stderr);
        }
    }
    assert!(before == full.snapshot());
    // The first export to the library's folder writes new files, which are then clips of the library.
    let folder = ["export", lib, "--to", "glb", "-o", lib];
    let ran = footwork(&folder);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let before = full.snapshot();
    let ran = footwork(&folder);
    assert!(ran.stderr.contains("file-is-source"), "{}", ran.stderr);
    assert!(ran.code == 2 && before == full.snapshot());
    // An existing file in the folder that is not part of the library is replaced.
    full.write("t.csv", b"old");
    let file = format!("{lib}/t.csv");
    assert_eq!(
        footwork(&["export", lib, "--to", "csv", "-o", &file]).code,
        0
    );
    assert!(full.text("t.csv").starts_with("clip,"));
}

#[cfg(unix)]
#[test]
fn an_export_follows_links_to_files_of_the_library() {
    let (full, empty) = two();
    let link = format!("{}/link.csv", empty.path());
    std::os::unix::fs::symlink(format!("{}/run.bvh.tags", full.path()), &link).unwrap();
    let ran = footwork(&["export", full.path(), "--to", "csv", "-o", &link]);
    assert!(
        ran.code == 2 && ran.stderr.contains("file-is-source"),
        "{}",
        ran.stderr
    );
    assert_eq!(full.text("run.bvh.tags"), TAGS);
}

#[test]
fn the_import_of_a_cut_list_counts_its_rows() {
    let library = Library::new();
    for clip in ["Old_FW.bvh", "Old_BR.bvh"] {
        library.write(clip, &library.read("run.bvh"));
    }
    let tags =
        b"footwork-tags 1\nnote \"x\"\ntag Style.Old 3 9\ntag Gait.Run 3 9\nevent Foot.Left 3\n";
    library.write("Old_FW.bvh.tags", tags);
    let file = format!("{}/cuts.csv", library.path());
    let ran = footwork(&words(&format!(
        "export {} --to cut-list -o {file} --format json",
        library.path()
    )));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "export");
    let written = &answer["files"][0];
    assert_eq!(
        [&written["clips"], &written["spans"], &written["events"]],
        [&json!(1), &json!(1), &json!(0)]
    );
    assert!(ran.stderr.contains("2 spans and events"), "{}", ran.stderr);
}

#[test]
fn items_left_out_of_an_export_are_one_line() {
    let library = Library::new();
    let tags = b"footwork-tags 1\nnote \"x\"\nsomething new\n";
    library.write("run.bvh.tags", tags);
    library.write("walks/walk one.bvh.tags", b"footwork-tags 1\nnote \"x\"\n");
    let said = |clips| {
        let ran = footwork(&["export", library.path(), "--to", "csv", "--clips", clips]);
        let lines = ran
            .stderr
            .lines()
            .filter(|line| line.contains("not-exported"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let all = said("*");
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(
        all[0].contains("3 sidecar lines in 2 clips, starting with this one, are not exported"),
        "{all:?}"
    );
    assert!(
        said("walks/*")[0].contains("1 sidecar line is not exported"),
        "{:?}",
        said("walks/*")
    );
}

#[test]
fn a_dash_is_standard_output() {
    let (full, _) = two();
    let plain = footwork(&["export", full.path(), "--to", "csv"]);
    let dash = footwork(&["export", full.path(), "--to", "csv", "-o", "-"]);
    assert_eq!((dash.code, dash.stdout), (0, plain.stdout));
    assert!(!std::path::Path::new("-").exists());
    let ran = footwork(&["export", full.path(), "--to", "eaf", "-o", "-"]);
    assert!(
        ran.code == 2 && ran.stderr.contains("several-files"),
        "{}",
        ran.stderr
    );
}

#[cfg(unix)]
#[test]
fn an_endless_input_is_not_read() {
    let (_, empty) = two();
    let fifo = format!("{}/pipe", empty.path());
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.unwrap().success());
    for file in [&*fifo, "/dev/zero", empty.path()] {
        let ran = footwork(&["import", empty.path(), file, "--from", "csv"]);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{file}");
        assert!(ran.stderr.contains("not a file"), "{}", ran.stderr);
    }
}

#[test]
fn a_dash_is_standard_input() {
    let (_, empty) = two();
    let import = ["import", empty.path(), "-", "--from", "csv"];
    let ran = footwork_reading(&import, b"clip,start,stop,tag\nrun,3,9,Gait.Run\n");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(items(&empty), ["tag Gait.Run 3 9"]);
    let ran = footwork_reading(&import, b"clip,start,stop,tag\nrnu,3,9,Gait.Run\n");
    for said in ["standard input:2:1", "rnu,3,9", "^^^"] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

#[test]
fn mistakes_in_files_have_spans() {
    let (_, empty) = two();
    let text = "clip,start,stop,tag\r\nrun,3,9,A\r\nrnu,3,9,A\r\n";
    empty.write("t.csv", format!("\u{feff}{text}").as_bytes());
    let file = format!("{}/t.csv", empty.path());
    let ran = footwork(&words(&format!(
        "import {} {file} --from csv --errors json",
        empty.path()
    )));
    let errors = valid(&ran.stderr, "errors");
    let start = 3 + text.find("rnu").unwrap();
    assert_eq!(
        errors["errors"][0]["span"],
        json!([start, start + "rnu,3,9,A".len()])
    );
}

#[test]
fn a_flood_of_mistakes_is_counted() {
    let (_, empty) = two();
    let rows = "run,60,99,Gait.Run\n".repeat(5000);
    empty.write(
        "t.csv",
        format!("clip,start,stop,tag\nrun,3,9,Gait.Run\n{rows}").as_bytes(),
    );
    let file = format!("{}/t.csv", empty.path());
    let import = ["import", empty.path(), &file, "--from", "csv"];
    let ran = footwork(&import);
    assert!(ran.stderr.contains("5000 rows of"), "{}", ran.stderr);
    let ran = footwork(&[import.as_slice(), &["--skip-bad", "--format", "json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(valid(&ran.stdout, "import")["skipped"], 5000);
    assert!(ran.stderr.lines().count() < 30, "{}", ran.stderr);
    // A file with a bad header is refused without reading its rows.
    empty.write("t.csv", b"clip;start;stop;tag\nrun;3;9;Gait.Run\n");
    for skip in [&[][..], &["--skip-bad"]] {
        let ran = footwork(&[import.as_slice(), skip].concat());
        assert_eq!(ran.code, 2);
        assert!(
            ran.stderr.contains("semicolons") && !ran.stderr.contains("skip-bad"),
            "{}",
            ran.stderr
        );
    }
}
