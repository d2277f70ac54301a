//! `footwork measure`: the schema, the table, and mistakes.

use crate::run::{footwork, root, valid};

fn samples() -> String {
    root().join("samples").to_str().unwrap().to_owned()
}

#[test]
fn json_has_every_measure_or_the_reason_why_not() {
    let ran = footwork(&["measure", &samples(), "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let answer = valid(&ran.stdout, "measure");
    let measures = answer["measures"].as_array().unwrap().len();
    let ranges = answer["ranges"].as_array().unwrap();
    assert_eq!(ranges.len(), 22);
    for range in ranges {
        let values = range["values"].as_object().unwrap().len();
        let without = range["not_evaluated"].as_object().unwrap().len();
        assert_eq!(values + without, measures, "{range}");
    }
}

#[test]
fn chosen_measures_are_columns_with_units() {
    let samples = samples();
    let query = "clip(\"deepmimic/walk.txt\")";
    let only = "speed,duty,constant_tracks";
    let ran = footwork(&["measure", &samples, query, "--only", only]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    insta::assert_snapshot!(ran.stdout);
    let ran = footwork(&[
        "measure", &samples, query, "--only", only, "--format", "csv",
    ]);
    let mut lines = ran.stdout.lines();
    assert_eq!(
        lines.next(),
        Some("clip,start,stop,speed,duty,constant_tracks")
    );
    let row = lines.next().unwrap();
    assert!(row.starts_with("deepmimic/walk.txt,0,39,0.98"), "{row}");
    assert!(
        row.ends_with(','),
        "the unknown value should be empty: {row}"
    );
}

#[test]
fn whole_clips_are_blocks_of_lines() {
    let query = "clip(\"deepmimic/walk.txt\")";
    let ran = footwork(&["measure", &samples(), query]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("  left_phase "), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("\n1 range\n"), "{}", ran.stdout);
}

#[test]
fn unknown_measures_and_tags_are_refused_with_a_hint() {
    let ran = footwork(&["measure", &samples(), "--only", "foot_slid"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(
        ran.stderr.contains("did you mean `foot_slide`?"),
        "{}",
        ran.stderr
    );
    let ran = footwork(&["measure", &samples(), "Gait.Wakl"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("Gait.Walk"), "{}", ran.stderr);
}
