//! `footwork propose`: writes nothing unless a score is given, says if there are too few labels, and is undone like any
//! edit.

use footwork::base::FrameRange;
use footwork_pipeline::{ProposedPlace, Rejection, Rejections};

use crate::run::{Library, footwork, root, valid};

/// The football library, with two clips unlabelled.
fn football() -> Library {
    let library = Library::as_it_is(tempfile::tempdir().unwrap());
    for entry in std::fs::read_dir(root().join("samples/football")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let is_left_out = ["walk_02.glb.tags", "run_02.glb.tags"].contains(&name.as_str());
        if path.is_file() && !is_left_out {
            library.write(&name, &std::fs::read(&path).unwrap());
        }
    }
    library
}

#[test]
fn proposals_are_shown_then_written_then_undone() {
    let library = football();
    let lib = library.path();
    let before = library.snapshot();
    let shown = footwork(&["propose", lib, "Gait"]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    assert!(
        shown.stdout.contains("nothing is written") && shown.stdout.contains("held out in turn"),
        "{}",
        shown.stdout
    );
    assert_eq!(library.snapshot(), before);
    let json = footwork(&[
        "propose",
        lib,
        "Gait",
        "Roll",
        "--write-above",
        "0.5",
        "--format",
        "json",
    ]);
    let answer = valid(&json.stdout, "propose");
    let rows = answer["proposals"].as_array().unwrap();
    let written: Vec<_> = rows.iter().filter(|row| row["written"] == true).collect();
    assert!(!written.is_empty());
    for row in rows {
        let is_above = row["score"].as_f64().unwrap() >= 0.5 && row["certainty"] == "likely";
        assert_eq!(row["written"], is_above, "{row}");
        assert!(["walk_02.glb", "run_02.glb"].contains(&row["clip"].as_str().unwrap()));
    }
    let text = library.text("walk_02.glb.tags");
    assert!(
        text.contains("tag Gait.Walk") && text.contains("state in-progress"),
        "{text}"
    );
    // The added spans now count as labels; the other frames still get proposals.
    let again = valid(
        &footwork(&["propose", lib, "Gait", "Roll", "--format", "json"]).stdout,
        "propose",
    );
    for row in again["proposals"].as_array().unwrap() {
        assert!(
            written
                .iter()
                .all(|one| one["span"] != row["span"] || one["clip"] != row["clip"]),
            "{row}"
        );
    }
    assert_eq!(footwork(&["undo", lib]).code, 0);
    assert!(!library.has("walk_02.glb.tags"));
}

#[test]
fn the_order_lists_clips_without_labels() {
    let library = football();
    let listed = footwork(&[
        "propose",
        library.path(),
        "Gait",
        "Roll",
        "--order",
        "--format",
        "csv",
    ]);
    let mut clips: Vec<&str> = listed
        .stdout
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').next())
        .collect();
    clips.sort_unstable();
    assert_eq!(clips, ["run_02.glb", "walk_02.glb"]);
}

#[test]
fn too_few_labels_are_reported() {
    let library = Library::new();
    let lib = library.path();
    assert_eq!(
        footwork(&["tag", "add", lib, "Gait.Run", "run", "1", "50"]).code,
        0
    );
    let shown = footwork(&["propose", lib, "Gait.Run"]);
    assert!(
        shown.stdout.contains("not enough labels yet"),
        "{}{}",
        shown.stdout,
        shown.stderr
    );
    let written = footwork(&["propose", lib, "Gait.Run", "--write-above", "0"]);
    assert!(
        written.stdout.contains("none is added"),
        "{}",
        written.stdout
    );
    assert!(!library.has("walks/walk one.bvh.tags"));
}

#[test]
fn mistakes_are_refused() {
    let library = football();
    let lib = library.path();
    let before = library.snapshot();
    let check = |arguments: &[&str], expected: &str| {
        let mut all = vec!["propose", lib];
        all.extend(arguments);
        let ran = footwork(&all);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (2, ""),
            "{arguments:?}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains(expected),
            "{arguments:?}: {}",
            ran.stderr
        );
    };
    check(&["Gat"], "did you mean Gait");
    check(&["Gait", "--write-above", "1.5"], "not a score");
    check(&["Gait", "--source", "similar"], "--like");
    check(
        &["Gait", "--source", "similar", "--like", "kick_right_01:5"],
        "CLIP:A..B",
    );
    check(
        &[
            "Gait",
            "--source",
            "similar",
            "--like",
            "kick_right_01:5..5000",
        ],
        "181 frames",
    );
    check(
        &["Gait", "--source", "similar", "--like", "unknown:5..50"],
        "unknown",
    );
    check(&["Gait", "--source", "rules", "--order"], "--order");
    check(
        &["Gait", "--source", "rules", "--write-above", "auto"],
        "--write-above auto",
    );
    check(
        &["Gait", "--like", "kick_right_01:5..50"],
        "--source similar",
    );
    check(&["Gait", "Kick", "--source", "contacts"], "exactly one TAG");
    assert_eq!(library.snapshot(), before);
}

#[test]
fn other_sources_propose_too() {
    let library = football();
    let lib = library.path();
    let like = [
        "propose",
        lib,
        "Kick.Again",
        "--source",
        "similar",
        "--like",
        "kick_right_01:42..112",
        "--count",
        "2",
    ];
    let mut like = like.to_vec();
    like.extend(["--format", "json"]);
    let answer = valid(&footwork(&like).stdout, "propose");
    let rows = answer["proposals"].as_array().unwrap();
    let mut clips: Vec<_> = rows
        .iter()
        .map(|row| row["clip"].as_str().unwrap())
        .collect();
    clips.sort_unstable();
    assert_eq!(clips, ["kick_right_02.glb", "kick_right_03.glb"]);
    let contacts = footwork(&[
        "propose", lib, "Foot", "--source", "contacts", "--format", "json",
    ]);
    let answer = valid(&contacts.stdout, "propose");
    let rows = answer["proposals"].as_array().unwrap();
    assert!(
        rows.iter()
            .any(|row| row["clip"] == "walk_02.glb" && row["span"].is_null())
    );
}

#[test]
fn rejections_are_listed_and_forgotten() {
    let library = football();
    let lib = library.path();
    let span = |clip: &str, name: &str, start, stop| Rejection {
        clip: clip.to_owned(),
        name: name.parse().unwrap(),
        place: ProposedPlace::Span(FrameRange::new(start, stop).unwrap()),
    };
    let all = [
        span("gone.glb", "Kick", 3, 9),
        span("walk_02.glb", "Gait.Run", 0, 20),
        span("walk_02.glb", "Gait.Run", 40, 60),
        span("walk_02.glb", "Kick.Left", 40, 60),
    ];
    let root = std::path::Path::new(lib);
    Rejections::record_all(root, &all, false).unwrap();
    let before = library.snapshot();
    let rows = |arguments: &[&str]| {
        let ran = footwork(&[&["propose", lib, "--format", "csv"], arguments].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let rows = ran.stdout.lines().skip(1);
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rows(&["--rejected"]).len(), 4);
    assert_eq!(rows(&["Gait", "--rejected"]).len(), 2);
    let forgotten = rows(&["Gait", "--forget", "walk_02:10..40"]);
    assert_eq!(forgotten, ["walk_02.glb,Gait.Run,0,20,"]);
    let again = footwork(&["propose", lib, "Gait", "--forget", "walk_02:10..40"]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("--rejected"), "{}", again.stderr);
    // The library no longer has this clip.
    assert_eq!(rows(&["--forget", "gone.glb"]).len(), 1);
    let json = footwork(&["propose", lib, "--forget", "all", "--format", "json"]);
    let answer = valid(&json.stdout, "propose");
    assert_eq!(
        (
            answer["rejected"].as_array().unwrap().len(),
            &answer["forgotten"]
        ),
        (2, &true.into())
    );
    assert!(rows(&["--rejected"]).is_empty());
    assert_eq!(library.snapshot(), before);
}

#[test]
fn sidecars_keep_the_source_and_the_score_if_the_settings_say_so() {
    let library = football();
    let lib = library.path();
    let settings = library.text("footwork.toml") + "\n[studio]\nprovenance = true\n";
    library.write("footwork.toml", settings.as_bytes());
    let write = [
        "propose",
        lib,
        "Gait",
        "--write-above",
        "0.5",
        "--format",
        "json",
    ];
    let answer = valid(&footwork(&write).stdout, "propose");
    let written = answer["proposals"].as_array().unwrap().iter();
    let written: Vec<_> = written.filter(|row| row["written"] == true).collect();
    assert!(!written.is_empty());
    let mut kept = 0;
    for clip in ["walk_02.glb", "run_02.glb"] {
        let mut expected: Vec<String> = Vec::new();
        for row in written.iter().filter(|row| row["clip"] == clip) {
            let (score, name) = (
                row["score"].as_f64().unwrap(),
                row["name"].as_str().unwrap(),
            );
            let (start, stop) = (&row["span"][0], &row["span"][1]);
            expected.push(format!("by learned {score:.2} {name} {start} {stop}"));
        }
        expected.sort();
        let items = library.items(clip);
        let mut found: Vec<_> = items
            .iter()
            .filter(|line| line.starts_with("by "))
            .collect();
        found.sort();
        assert_eq!(found, expected.iter().collect::<Vec<_>>());
        kept += found.len();
    }
    assert_eq!(kept, written.len());

    // Queries and compiled files do not see the lines.
    let place = library.path().to_owned() + ".tagdb";
    let compiled = || {
        let ran = footwork(&["compile", lib, "-o", &place]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let bytes = std::fs::read(&place).unwrap();
        std::fs::remove_file(&place).unwrap();
        (
            bytes,
            footwork(&["query", lib, "Gait", "--format", "csv"]).stdout,
        )
    };
    let with = compiled();
    let sidecar = library.text("walk_02.glb.tags");
    let without = sidecar.lines().filter(|line| !line.starts_with("by "));
    let without: String = without.map(|line| format!("{line}\n")).collect();
    library.write("walk_02.glb.tags", without.as_bytes());
    assert_eq!(compiled(), with);
    library.write("walk_02.glb.tags", sidecar.as_bytes());

    // A changed span loses its line, and an undo brings it back.
    let row = written.iter().find(|row| row["clip"] == "walk_02.glb");
    let row = row.unwrap();
    let (name, start) = (row["name"].as_str().unwrap(), row["span"][0].to_string());
    let stop = (row["span"][0].as_u64().unwrap() + 1).to_string();
    let trim = footwork(&["tag", "remove", lib, name, "walk_02", &start, &stop]);
    assert_eq!(trim.code, 0, "{}", trim.stderr);
    let score = row["score"].as_f64().unwrap();
    let line = format!("by learned {score:.2} {name} {start} {}", row["span"][1]);
    assert!(!library.text("walk_02.glb.tags").contains(&line));
    assert_eq!(footwork(&["undo", lib]).code, 0);
    assert_eq!(library.text("walk_02.glb.tags"), sidecar);
    assert_eq!(footwork(&["undo", lib]).code, 0);
    assert!(!library.has("walk_02.glb.tags"));
}
