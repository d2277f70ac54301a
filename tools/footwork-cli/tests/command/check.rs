//! `footwork check`: the table, the schema, the exit codes.

use serde_json::json;

use crate::run::{Library, footwork, root, valid};

/// Returns a library of two clips with an error and some warnings.
fn with_findings() -> Library {
    let library = Library::new();
    let lib = library.path();
    for [tag, clip, start, stop] in [
        ["Gait.Run", "run", "0", "20"],
        ["Gait.Walk", "run", "18", "40"],
        ["Gait.Run", "run", "42", "60"],
        ["Direction.Turn", "walk one", "12", "14"],
    ] {
        let ran = footwork(&["tag", "add", lib, tag, clip, start, stop]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    // Declare the group only now, because adding a tag removes excluded tags from its frames.
    let config = String::from_utf8(library.read("footwork.toml")).unwrap();
    let config =
        format!("exclusive = [\"Gait\"]\nchecks.min_frames = 3\nchecks.max_gap = 2\n{config}");
    library.write("footwork.toml", config.as_bytes());
    library
}

#[test]
fn findings_are_grouped_by_clip_and_counted() {
    let library = with_findings();
    let ran = footwork(&["check", library.path()]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80));
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn json_follows_the_schema() {
    let library = with_findings();
    let ran = footwork(&["check", library.path(), "--format", "json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    let answer = valid(&ran.stdout, "check");
    assert_eq!(answer["findings"].as_array().unwrap().len(), 3);
    assert_eq!(
        answer["findings"][0],
        json!({
            "code": "exclusive-overlap",
            "severity": "error",
            "clip": "run.bvh",
            "span": [18, 20],
            "tag": "Gait.Walk",
            "message": "Gait.Walk [18, 40) and Gait.Run [0, 20) exclude each other; only one can \
                        be right on these 2 frames",
        })
    );
    let csv = footwork(&["check", library.path(), "--format", "csv"]);
    let mut lines = csv.stdout.lines();
    assert_eq!(
        lines.next(),
        Some("clip,start,stop,code,severity,tag,message")
    );
    assert!(
        lines.next().unwrap().starts_with(
            "run.bvh,18,20,exclusive-overlap,error,Gait.Walk,\"Gait.Walk [18, 40) and"
        )
    );
}

#[test]
fn only_errors_fail() {
    let library = with_findings();
    let lib = library.path();
    footwork(&["tag", "remove", lib, "Gait.Run", "run", "18", "20"]);
    let ran = footwork(&["check", lib]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stdout.ends_with("2 clips: 0 errors, 2 warnings\n"),
        "{}",
        ran.stdout
    );
    let clean = Library::new();
    let ran = footwork(&["check", clean.path()]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "2 clips: nothing found\n")
    );
    let ran = footwork(&["check", clean.path(), "--format", "json"]);
    assert_eq!(valid(&ran.stdout, "check"), json!({"findings": []}));
    let ran = footwork(&["check", "/no/such/folder", "--format", "json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
}

/// Findings from opening the library are part of the answer, and are not also printed as warnings. Notes remain notes.
#[test]
fn findings_from_opening_are_in_the_answer() {
    let library = Library::new();
    library.write("broken.bvh", b"HIERARCHY\nROOT");
    library.write("run.bvh.tags", b"garbage");
    library.write("walks/walk one.bvh.tags", b"footwork-tags 1\r\n");
    let ran = footwork(&["check", library.path(), "--format", "json"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("note[crlf]"), "{}", ran.stderr);
    assert!(ran.stderr.contains("error[incomplete]"), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 2, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "check");
    let findings = answer["findings"].as_array().unwrap();
    let found: Vec<_> = findings
        .iter()
        .map(|f| (f["clip"].as_str().unwrap(), f["code"].as_str().unwrap()))
        .collect();
    assert!(found.contains(&("run.bvh", "no-sidecar")), "{found:?}");
    assert!(
        found.contains(&("walks/walk one.bvh", "missing-header")),
        "{found:?}"
    );
    assert_eq!(found.iter().filter(|f| f.0 == "broken.bvh").count(), 1);
}

#[test]
fn the_samples_have_no_errors() {
    let samples = root().join("samples");
    let ran = footwork(&["check", samples.to_str().unwrap()]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "22 clips: nothing found\n")
    );
}

#[test]
fn rules_and_saved_queries_that_cannot_be_answered_fail() {
    for (table, code, message) in [
        ("[rules]\nAuto = \"{ sped > 1 }\"", "bad-rule", "`speed`?"),
        ("[rules]\nA = \"B\"\nB = \"A\"", "bad-rule", "A needs B"),
        (
            "[rules]\nAuto = \"none & \"",
            "bad-rule",
            "the rule for Auto",
        ),
        (
            "[queries]\na = \"Gat\"",
            "bad-query",
            "@a: unknown tag `Gat`",
        ),
    ] {
        let library = Library::new();
        library.write("footwork.toml", table.as_bytes());
        let ran = footwork(&["check", library.path(), "--format", "json"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (1, ""), "{table}");
        let answer = valid(&ran.stdout, "check");
        assert_eq!(answer["findings"].as_array().unwrap().len(), 1, "{answer}");
        let found = &answer["findings"][0];
        assert_eq!(found["clip"], "footwork.toml");
        assert_eq!(
            (&found["code"], &found["severity"]),
            (&json!(code), &json!("error"))
        );
        let said = found["message"].as_str().unwrap();
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn the_footballers_have_no_new_findings() {
    let samples = root().join("samples/football");
    let ran = footwork(&["check", samples.to_str().unwrap()]);
    assert!(!ran.stdout.contains("bad-"), "{}", ran.stdout);
}
