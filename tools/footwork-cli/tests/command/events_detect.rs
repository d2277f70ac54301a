//! `events detect`: its events are shown, written once, scored, and undone.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::json;

use crate::run::{Library, footwork, root, valid};

/// Returns a copy of the sample library, which the test may change.
fn samples() -> Library {
    let library = Library::in_folder(tempfile::tempdir().unwrap());
    for file in ["run.bvh", "walks/walk one.bvh"] {
        std::fs::remove_file(Path::new(library.path()).join(file)).unwrap();
    }
    let samples = root().join("samples");
    for folder in ["cmu", "deepmimic"] {
        for entry in std::fs::read_dir(samples.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            library.write(&format!("{folder}/{name}"), &std::fs::read(&path).unwrap());
        }
    }
    library.write(
        "footwork.toml",
        &std::fs::read(samples.join("footwork.toml")).unwrap(),
    );
    library
}

fn events(library: &Library, clip: &str, name: &str) -> Vec<String> {
    let text = library.text(&format!("{clip}.tags"));
    let start = format!("event {name}");
    let lines = text.lines().filter(|line| line.starts_with(&start));
    lines.map(str::to_owned).collect()
}

#[test]
fn strikes_of_walks_and_runs_are_found() {
    let samples = root().join("samples");
    let detect = [
        "events",
        "detect",
        samples.to_str().unwrap(),
        "--format",
        "json",
    ];
    let ran = footwork(&detect);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let answer = valid(&ran.stdout, "events-detect");
    assert_eq!(answer["written"], false);
    let clips = answer["clips"].as_array().unwrap();
    let near = |clip: &str, event: &str, frame: f64| {
        let found = clips.iter().find(|found| found["clip"] == clip).unwrap();
        let mut times = found["events"].as_array().unwrap().iter();
        times.any(|e| e["event"] == event && (e["time"].as_f64().unwrap() - frame).abs() <= 3.0)
    };
    for (clip, event, frame) in [
        ("deepmimic/walk.txt", "Foot.Left", 19.0),
        ("deepmimic/walk.txt", "Foot.Right", 38.0),
        ("deepmimic/run.txt", "Foot.Left", 11.0),
        ("deepmimic/run.txt", "Foot.Right", 23.0),
        ("cmu/playground_hang_swing_02.bvh", "Foot.Left", 21.0),
        ("cmu/playground_hang_swing_02.bvh", "Foot.Right", 67.0),
        ("cmu/playground_hang_swing_02.bvh", "Foot.Left", 107.0),
    ] {
        assert!(
            near(clip, event, frame),
            "{clip} {event} {frame}: {}",
            ran.stdout
        );
    }
}

#[test]
fn detected_events_are_written_once_and_undone() {
    let library = samples();
    let lib = library.path();
    let before = library.text("deepmimic/run.txt.tags");
    let shown = footwork(&["events", "detect", lib, "--prefix", "Detected"]);
    assert!(
        shown.stdout.ends_with("nothing is written; add --write\n"),
        "{}",
        shown.stdout
    );
    let write = ["events", "detect", lib, "--prefix", "Detected", "--write"];
    let written = footwork(&write);
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert!(
        written.stdout.ends_with("events: written\n"),
        "{}",
        written.stdout
    );
    assert_eq!(events(&library, "deepmimic/run.txt", "Detected").len(), 2);
    let once = library.text("deepmimic/run.txt.tags");
    let again = footwork(&write);
    assert!(
        again.stdout.ends_with("nothing to add\n"),
        "{}",
        again.stdout
    );
    assert_eq!(library.text("deepmimic/run.txt.tags"), once);

    // Compare the detected events with those placed by hand, in each clip and in all clips together.
    let score = [
        "events", "score", lib, "--truth", "Foot", "--found", "Detected",
    ];
    let scored = footwork(&[&score[..], &["--tolerance", "0.1"]].concat());
    let answer = valid(&scored.stdout, "events-score");
    assert!(
        answer["total"]["f1"].as_f64().unwrap() > 0.7,
        "{}",
        scored.stdout
    );
    let clips = answer["clips"].as_array().unwrap();
    let run = clips
        .iter()
        .find(|clip| clip["clip"] == "deepmimic/run.txt")
        .unwrap();
    assert_eq!(run["matched"], 2);
    let csv = footwork(&[&score[..], &["--tolerance", "0.1", "--format", "csv"]].concat());
    assert_eq!(csv.stdout.lines().count(), clips.len() + 2);

    assert_eq!(footwork(&["undo", lib]).code, 0);
    assert_eq!(library.text("deepmimic/run.txt.tags"), before);
}

/// A strike within 0.1 s of an existing event with the same name counts as that event. This holds in every clip.
#[test]
fn an_existing_event_is_not_added_again() {
    let library = samples();
    let lib = library.path();
    let ran = footwork(&["events", "detect", lib, "--format", "json"]);
    let answer = valid(&ran.stdout, "events-detect");
    let opened = footwork_library::Library::open(Path::new(lib)).unwrap();
    let (mut same, mut new) = (0, 0);
    for clip in answer["clips"].as_array().unwrap() {
        let id = opened.find_clip(clip["clip"].as_str().unwrap()).unwrap();
        let entry = &opened.clips()[id];
        for found in clip["events"].as_array().unwrap() {
            let time = found["time"].as_f64().unwrap();
            let apart = |frame: f64| {
                let apart = (frame - time).abs();
                let round = entry.round_frames.map_or(f64::INFINITY, f64::from);
                apart.min((round - apart).abs()) * entry.rate.period_secs()
            };
            let there = entry.events();
            let there = there.filter(|(name, _)| found["event"] == name.as_str());
            let nearest = there
                .map(|(_, frame)| apart(frame))
                .fold(f64::INFINITY, f64::min);
            assert_eq!(found["same_as"].is_null(), nearest > 0.1 + 1e-9, "{clip}");
            match found["same_as"].as_f64() {
                Some(frame) => assert!(apart(frame) <= nearest, "{clip}: not the nearest event"),
                None => new += 1,
            }
            same += usize::from(found["same_as"].is_number());
        }
    }
    assert!(same > 50 && new > 0, "{same} {new}");
    let run = "deepmimic/run.txt";
    let before = events(&library, run, "Foot");
    footwork(&["events", "detect", lib, "--write"]);
    assert_eq!(events(&library, run, "Foot"), before);
    let csv = footwork(&["events", "detect", lib, "--format", "csv"]).stdout;
    assert!(csv.starts_with("clip,event,time,secs,same_as\n"), "{csv}");
    assert!(
        csv.lines().skip(1).all(|line| !line.ends_with(',')),
        "all events exist already: {csv}"
    );
}

#[test]
fn names_without_a_comparable_pair_are_reported() {
    let samples = root().join("samples");
    let score = |truth, found| {
        let score = [
            "events",
            "score",
            samples.to_str().unwrap(),
            "--truth",
            truth,
        ];
        footwork(&[&score[..], &["--found", found, "--tolerance", "3f"]].concat())
    };
    let odd = score("Foot", "Foot.Left");
    assert!(
        odd.stderr.contains("warning[no-pairs]: nothing can match"),
        "{}",
        odd.stderr
    );
    assert_eq!(valid(&odd.stdout, "events-score")["total"]["matched"], 0);
    let even = score("Foot.Left", "Foot.Left");
    assert_eq!(even.stderr, "");
    assert_eq!(valid(&even.stdout, "events-score")["total"]["f1"], 1.0);
}

#[test]
fn ends_of_ranges_become_events() {
    let library = Library::new();
    let lib = library.path();
    for (start, stop) in [("4", "9"), ("20", "60")] {
        footwork(&["tag", "add", lib, "Gait.Run", "run", start, stop]);
    }
    let detect = |more: &[&str]| {
        let detect = [
            "events", "detect", lib, "--of", "Gait.Run", "--name", "Edge",
        ];
        footwork(&[&detect[..], more].concat())
    };
    let starts = valid(
        &detect(&["--at", "starts", "--format", "json"]).stdout,
        "events-detect",
    );
    let times: Vec<_> = starts["clips"][0]["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["time"].clone())
        .collect();
    assert_eq!(times, [json!(4.0), json!(20.0)]);
    // A range that reaches the end of its clip has no event at its stop.
    let stops = detect(&["--at", "stops", "--write"]);
    assert!(
        stops.stdout.ends_with("1 clip, 1 event: written\n"),
        "{}",
        stops.stdout
    );
    assert_eq!(events(&library, "run.bvh", "Edge"), ["event Edge 9"]);
    // An existing event within two frames prevents a new one; an event farther away does not.
    footwork(&["tag", "add", lib, "Gait.Walk", "run", "11", "12"]);
    footwork(&["tag", "add", lib, "Gait.Walk", "run", "14", "16"]);
    let of_walk = [
        "events",
        "detect",
        lib,
        "--of",
        "Gait.Walk",
        "--name",
        "Edge",
        "--at",
        "starts",
    ];
    let walk = footwork(&[&of_walk[..], &["--write"]].concat());
    assert!(walk.stdout.contains("(11) 14"), "{}", walk.stdout);
    assert_eq!(
        events(&library, "run.bvh", "Edge"),
        ["event Edge 9", "event Edge 14"]
    );

    for (wrong, said) in [
        (vec!["--at", "starts", "--prefix", "Foot"], "--prefix"),
        (vec![], "--at"),
    ] {
        let ran = detect(&wrong);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let query = [
        "events", "detect", lib, "--of", "Gait.Rnu", "--at", "starts", "--name", "Edge",
    ];
    let ran = footwork(&query);
    assert!(
        ran.code == 2 && ran.stderr.contains("did you mean `Gait.Run`"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_clip_without_feet_is_reported_and_a_wrong_name_refused() {
    let library = Library::new();
    let lib = library.path();
    let ran = footwork(&["events", "detect", lib]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.contains("run.bvh: note[no-feet]"),
        "{}",
        ran.stderr
    );
    let ran = footwork(&["events", "detect", lib, "--prefix", "a..b"]);
    assert!(
        ran.code == 2 && ran.stderr.contains("bad-name"),
        "{}",
        ran.stderr
    );
}

/// Removes a clip after the library was opened and before the clip's motion is read.
#[test]
fn a_clip_that_becomes_unreadable_stops_the_writing() {
    let ends = ["--of", "-", "--at", "starts", "--name", "Up"];
    for write in [false, true] {
        let library = Library::new();
        // The finding about this clip is printed once the library is open.
        let odd = library.text("run.bvh").replace("Frames: 60", "Frames: 59");
        library.write("odd.bvh", odd.as_bytes());
        let mut child = Command::new(cargo_bin!("footwork"))
            .args(["events", "detect", library.path()])
            .args(ends)
            .args(write.then_some("--write"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        stderr.read_line(&mut said).unwrap();
        assert!(said.contains("odd.bvh"), "{said}");
        std::fs::remove_file(Path::new(library.path()).join("run.bvh")).unwrap();
        // The command now waits for the query on standard input.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"{ frame >= 0 }").unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        stderr.read_to_string(&mut said).unwrap();
        assert!(said.contains("run.bvh: error"), "{said}");
        let shown = String::from_utf8(output.stdout).unwrap();
        if write {
            assert_eq!((output.status.code(), shown.as_str()), (Some(1), ""));
            assert!(said.contains("nothing is written"), "{said}");
        } else {
            assert!(
                shown.contains("walk one") && output.status.code() == Some(1),
                "{shown}"
            )
        }
        assert!(!library.has("walks/walk one.bvh.tags"));
    }
}
