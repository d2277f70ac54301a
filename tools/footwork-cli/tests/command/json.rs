//! Answers for programs: documented JSON, CSV, counts and exit codes.

use serde_json::json;

use crate::run::{Library, footwork, footwork_reading, valid};

/// Returns a library of two clips with a run that turns.
fn tagged() -> Library {
    let library = Library::new();
    let lib = library.path();
    for (tag, clip, start, stop) in [
        ("Gait.Run", "run", "12", "36"),
        ("Gait.Run", "run", "40", "60"),
        ("Direction.Turn", "run", "30", "50"),
        ("Gait.Walk", "walk one", "0", "40"),
    ] {
        assert_eq!(
            footwork(&["tag", "add", lib, tag, clip, start, stop]).code,
            0
        );
    }
    assert_eq!(
        footwork(&["event", "add", lib, "Foot.Left", "run", "13.25"]).code,
        0
    );
    library
}

#[test]
fn query_prints_the_documented_json() {
    let library = tagged();
    let query = [
        "query",
        library.path(),
        "Gait.Run-Direction.Turn",
        "--format",
        "json",
    ];
    let answer = valid(&footwork(&query).stdout, "query");
    assert_eq!(
        answer,
        json!({
            "query": "Gait.Run - Direction.Turn",
            "frames": 28,
            "clips": [{"clip": "run.bvh", "frames": 60, "rate": "30", "ranges": [[12, 30], [50, 60]]}]
        })
    );
    let nothing = ["query", library.path(), "none", "--format", "json"];
    let answer = valid(&footwork(&nothing).stdout, "query");
    assert_eq!(answer, json!({"query": "none", "frames": 0, "clips": []}));
}

#[test]
fn count_prints_numbers_and_require_sets_the_exit_code() {
    let library = tagged();
    let lib = library.path();
    let count = footwork(&["query", lib, "Gait", "--count", "--format", "json"]);
    let answer = valid(&count.stdout, "query-count");
    assert_eq!(
        answer,
        json!({"query": "Gait", "frames": 84, "ranges": 3, "clips": 2})
    );
    assert_eq!(footwork(&["query", lib, "none"]).code, 0);
    assert_eq!(footwork(&["query", lib, "none", "--require"]).code, 1);
    assert_eq!(
        footwork(&["query", lib, "Gait", "--require", "--clips", "walks/*"]).code,
        0
    );
    assert_eq!(
        footwork(&["query", lib, "Gait.Run", "--require", "--clips", "walks/*"]).code,
        1
    );
}

#[test]
fn queries_come_from_arguments_standard_input_or_the_library() {
    let library = tagged();
    let lib = library.path();
    let expected = footwork(&["query", lib, "Gait", "--format", "csv"]).stdout;
    assert_eq!(
        expected,
        "clip,start,stop\nrun.bvh,12,36\nrun.bvh,40,60\nwalks/walk one.bvh,0,40\n"
    );
    assert_eq!(
        footwork(&["query", lib, "@moving", "--format", "csv"]).stdout,
        expected
    );
    let piped = footwork_reading(&["query", "--format", "csv", lib, "-"], b"Gait\n");
    assert_eq!(piped.stdout, expected);
    for (query, hint) in [
        ("@movign", "did you mean @moving?"),
        (
            "@moving & Gait",
            "@moving cannot be part of a longer query; write",
        ),
    ] {
        let unknown = footwork(&["query", lib, query]);
        assert_eq!(unknown.code, 2);
        assert!(unknown.stderr.contains(hint), "{}", unknown.stderr);
    }
}

#[test]
fn the_other_verbs_follow_their_schemas() {
    let library = tagged();
    let lib = library.path();
    let info = valid(&footwork(&["info", lib, "--format", "json"]).stdout, "info");
    assert_eq!(
        (&info["library"], &info["frames"]),
        (&json!("Two clips"), &json!(100))
    );
    let timeline = footwork(&["timeline", lib, "Gait.Run", "--format", "json"]);
    let timeline = valid(&timeline.stdout, "timeline");
    assert_eq!(timeline["clips"][0]["found"], json!([[12, 36], [40, 60]]));
    assert_eq!(timeline["clips"][0]["events"][0]["times"], json!([13.25]));
    let out = format!("{lib}/run.png");
    let strip = footwork(&["strip", lib, "run", "-o", &out, "--format", "json"]);
    valid(&strip.stdout, "strip");
    assert!(library.read("run.png").starts_with(b"\x89PNG"));
}

#[test]
fn tables_show_bars() {
    let library = tagged();
    let lib = library.path();
    insta::assert_snapshot!(footwork(&["query", lib, "Gait - Direction.Turn"]).stdout);
    insta::assert_snapshot!(footwork(&["timeline", lib, "Gait.Run", "--tags", "*Foot*"]).stdout);
    insta::assert_snapshot!(footwork(&["info", lib]).stdout);
}

#[test]
fn an_explanation_counts_every_part() {
    let library = tagged();
    let lib = library.path();
    let query = "Gait - Direction.Turn & first(all, 1s)";
    let explained = footwork(&["query", lib, query, "--explain", "--format", "json"]);
    let answer = valid(&explained.stdout, "query");
    let plan = &answer["plan"];
    assert_eq!(plan["node"], query);
    assert_eq!(plan["frames"], answer["frames"]);
    assert_eq!(plan["children"][0]["node"], "Gait - Direction.Turn");
    assert_eq!(plan["children"][0]["children"][1]["frames"], 20);
    insta::assert_snapshot!(footwork(&["query", lib, query, "--explain"]).stdout);
    assert_eq!(
        footwork(&["query", lib, query, "--explain", "--format", "csv"]).code,
        2
    );
}

#[test]
fn saving_a_query_keeps_the_rest_of_the_settings() {
    let library = tagged();
    let lib = library.path();
    let before = String::from_utf8(library.read("footwork.toml")).unwrap();
    let save = |query, name| footwork(&["query", lib, query, "--save", name, "--count"]);
    assert_eq!(save("Gait.Run - Direction.Turn", "straight").code, 0);
    let after = String::from_utf8(library.read("footwork.toml")).unwrap();
    assert_eq!(
        after,
        format!("{before}straight = \"Gait.Run - Direction.Turn\"\n")
    );
    let asked = footwork(&["query", lib, "@straight", "--count"]);
    assert_eq!(asked.stdout, "28 frames, 2 ranges, 1 clip\n");
    assert_eq!(save("Gait", "straight").code, 2);
    assert_eq!(save("Gait Gait", "other").code, 2);
    assert_eq!(
        String::from_utf8(library.read("footwork.toml")).unwrap(),
        after
    );
}
