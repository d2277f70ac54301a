//! `footwork rules`: rules tag frames on request, and never change tags that users added or removed by hand.

use serde_json::json;

use crate::run::{Library, footwork, root, valid};

/// Returns a library with the given rules.
fn with_rules(rules: &str) -> Library {
    let library = Library::new();
    let config = String::from_utf8(library.read("footwork.toml")).unwrap();
    library.write("footwork.toml", format!("{config}\n{rules}").as_bytes());
    library
}

const RULES: &str = r#"
[rules]
"Auto.Start" = "first(Auto.Any, 10)"
"Auto.Any" = "first(all, 30)"
"#;

fn tags(library: &Library) -> Vec<String> {
    let text = String::from_utf8(library.read("run.bvh.tags")).unwrap();
    let lines = text
        .lines()
        .filter(|line| line.starts_with("tag Auto") || line.starts_with("not "));
    lines.map(str::to_owned).collect()
}

#[test]
fn rules_are_shown_then_written_then_have_nothing_to_do() {
    let library = with_rules(RULES);
    let lib = library.path();
    let shown = footwork(&["rules", lib]);
    assert_eq!((shown.code, shown.stderr.as_str()), (0, ""));
    assert!(
        shown.stdout.contains("nothing is written"),
        "{}",
        shown.stdout
    );
    let shown = valid(
        &footwork(&["rules", lib, "--format", "json"]).stdout,
        "rules",
    );
    assert_eq!(shown["written"], false);
    assert_eq!(
        shown["changes"][0],
        json!({"tag": "Auto.Any", "clip": "run.bvh", "before": [], "after": [[0, 30]]})
    );
    // One rule uses the tags of another rule.
    assert_eq!(shown["changes"][2]["tag"], "Auto.Start");
    assert_eq!(shown["changes"][2]["after"], json!([[0, 10]]));
    assert!(!std::path::Path::new(lib).join("run.bvh.tags").exists());

    let written = footwork(&["rules", lib, "--write"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert_eq!(
        tags(&library),
        ["tag Auto.Any 0 30 rule", "tag Auto.Start 0 10 rule"]
    );
    let again = footwork(&["rules", lib, "--write"]);
    assert!(
        again.stdout.ends_with("2 rules: nothing to change\n"),
        "{}",
        again.stdout
    );
    let count = footwork(&["query", lib, "Auto.Start", "--count"]).stdout;
    assert_eq!(count, "20 frames, 2 ranges, 2 clips\n");
}

#[test]
fn rules_keep_edits_by_hand() {
    let library = with_rules(RULES);
    let lib = library.path();
    assert_eq!(footwork(&["rules", lib, "--write"]).code, 0);
    // Erase frames of the rule's span by hand, and paint frames outside it.
    assert_eq!(
        footwork(&["tag", "remove", lib, "Auto.Any", "run", "20", "25"]).code,
        0
    );
    assert_eq!(
        footwork(&["tag", "add", lib, "Auto.Any", "run", "40", "50"]).code,
        0
    );
    let of_any = |library| -> Vec<String> {
        let lines = tags(library).into_iter();
        lines.filter(|line| line.contains("Auto.Any")).collect()
    };
    let by_hand = of_any(&library);
    assert_eq!(footwork(&["rules", lib, "--write"]).code, 0);
    assert_eq!(of_any(&library), by_hand);
    assert!(
        by_hand.contains(&"not Auto.Any 20 25".to_owned()),
        "{by_hand:?}"
    );
    assert!(
        by_hand.contains(&"tag Auto.Any 40 50".to_owned()),
        "{by_hand:?}"
    );
    // If a rule finds fewer frames than before, only tags that rules placed are removed.
    let library = with_rules("[rules]\n\"Auto.Any\" = \"first(all, 5)\"\n");
    library.write(
        "run.bvh.tags",
        b"footwork-tags 1\ntag Auto.Any 0 30 rule\ntag Auto.Any 50 55\n",
    );
    assert_eq!(footwork(&["rules", library.path(), "--write"]).code, 0);
    assert_eq!(
        tags(&library),
        ["tag Auto.Any 0 5 rule", "tag Auto.Any 50 55"]
    );
}

#[test]
fn all_wrong_rules_are_reported() {
    let library = with_rules("[rules]\n\"A.B\" = \"Gait.Rnu &\"\n\"A.C\" = \"1\"\n");
    let ran = footwork(&["rules", library.path()]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    for said in [
        "\"A.B\" = \"Gait.Rnu &\"",
        "unknown tag `Gait.Rnu`",
        "\"A.C\" = \"1\"",
        "--> footwork.toml:",
    ] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let library = with_rules("[rules]\n\"A.B\" = \"A.C\"\n\"A.C\" = \"A.D\"\n\"A.D\" = \"A.B\"\n");
    let ran = footwork(&["rules", library.path(), "--write"]);
    assert_eq!(ran.code, 2);
    let said = "these rules depend on each other: A.B needs A.C needs A.D needs A.B";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let library = with_rules("[rules]\n\"A..B\" = \"all\"\n");
    let ran = footwork(&["rules", library.path()]);
    assert!(
        ran.code == 2 && ran.stderr.contains("footwork.toml"),
        "{}",
        ran.stderr
    );
}

#[test]
fn mirrored_twins_follow_and_rules_reach_a_fixed_point() {
    let rules = "[rules]\n\"Spin.Left\" = \"{ turn > 1 }\"\n";
    let library = with_rules(&format!("\n{rules}"));
    let config = String::from_utf8(library.read("footwork.toml")).unwrap();
    library.write(
        "footwork.toml",
        format!("mirror = true\n{config}").as_bytes(),
    );
    for clip in ["turn_left.txt", "turn_right.txt"] {
        let sample = root().join("samples/deepmimic").join(clip);
        library.write(clip, &std::fs::read(sample).unwrap());
    }
    let lib = library.path();
    let written = footwork(&["rules", lib, "--write"]).stdout;
    assert!(
        written.contains("turn_left.txt") && !written.contains('~'),
        "{written}"
    );
    let again = footwork(&["rules", lib, "--write"]).stdout;
    assert!(again.contains("nothing to change"), "{again}");
    // Clips have the tag where the rule's query matches. Their twins have the same tags with left and right swapped.
    for wrong in [
        "(Spin.Left ^ { turn > 1 }) - clip(\"*~mirrored\")",
        "(Spin.Right ^ { turn < -1 }) & clip(\"*~mirrored\")",
        "Spin.Left & clip(\"*~mirrored\")",
    ] {
        let ran = footwork(&["query", lib, wrong, "--count"]);
        assert_eq!(
            ran.stdout, "0 frames, 0 ranges, 0 clips\n",
            "{wrong}: {}",
            ran.stderr
        );
    }
}

#[test]
fn removing_a_rule_removes_its_tags() {
    let library = with_rules(RULES);
    let lib = library.path();
    footwork(&["rules", lib, "--write"]);
    footwork(&["tag", "add", lib, "Auto.Any", "walk one", "32", "38"]);
    let config = String::from_utf8(library.read("footwork.toml")).unwrap();
    let config = config.replace("\"Auto.Start\" = \"first(Auto.Any, 10)\"\n", "");
    library.write(
        "footwork.toml",
        config.replace("\"Auto.Any\"", "#").as_bytes(),
    );
    let ran = footwork(&["rules", lib, "--write"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(tags(&library).is_empty());
    let walk = String::from_utf8(library.read("walks/walk one.bvh.tags")).unwrap();
    assert!(
        walk.contains("tag Auto.Any 32 38\n") && !walk.contains("rule"),
        "{walk}"
    );
}

#[test]
fn a_rule_for_a_misspelt_tag_or_an_event_is_reported() {
    let library = with_rules("[rules]\n\"Gait.Runn\" = \"all\"\n");
    let ran = footwork(&["rules", library.path()]);
    assert!(
        ran.stderr.contains("did you mean Gait.Run?"),
        "{}",
        ran.stderr
    );
}

/// Returns the sidecar lines of one tag.
fn of(library: &Library, tag: &str) -> Vec<String> {
    let text = String::from_utf8(library.read("run.bvh.tags")).unwrap();
    let start = format!("tag {tag} ");
    let lines = text.lines().filter(|line| line.starts_with(&start));
    lines.map(str::to_owned).collect()
}

#[test]
fn frames_not_edited_by_hand_stay_with_the_rule() {
    let library = with_rules("[rules]\n\"Auto.Any\" = \"first(all, 30)\"\n");
    let lib = library.path();
    footwork(&["rules", lib, "--write"]);
    for frames in [["10", "12"], ["30", "32"]] {
        let ran = footwork(&["tag", "add", lib, "Auto.Any", "run", frames[0], frames[1]]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
    let kept = ["tag Auto.Any 10 12", "tag Auto.Any 30 32"];
    let by_hand = |library: &Library| -> Vec<String> {
        let lines = of(library, "Auto.Any").into_iter();
        lines.filter(|line| !line.ends_with("rule")).collect()
    };
    assert_eq!(by_hand(&library), kept);

    // The rule first finds fewer frames, and then other frames. Spans that it placed follow, and spans placed by hand
    // stay.
    let config = String::from_utf8(library.read("footwork.toml")).unwrap();
    for (query, expected) in [
        ("first(all, 5)", vec!["tag Auto.Any 0 5 rule"]),
        (
            "first(all, 14) - first(all, 8)",
            vec!["tag Auto.Any 8 10 rule", "tag Auto.Any 12 14 rule"],
        ),
    ] {
        let config = config.replace("first(all, 30)", query);
        library.write("footwork.toml", config.as_bytes());
        footwork(&["rules", lib, "--write"]);
        let lines = of(&library, "Auto.Any").into_iter();
        let of_rule: Vec<String> = lines.filter(|line| line.ends_with("rule")).collect();
        assert_eq!(of_rule, expected);
        assert_eq!(by_hand(&library), kept);
    }
}

#[test]
fn rules_yield_if_tags_exclude_each_other() {
    let rules = "[rules]\n\"Pace.Slow\" = \"first(all, 20)\"\n\"Pace.Fast\" = \"all\"\n\"Pace.Any\" = \"Pace.Slow\"\n";
    let library = with_rules(rules);
    let config = String::from_utf8(library.read("footwork.toml")).unwrap();
    let config = format!("exclusive = [\"Pace\"]\n{config}");
    library.write("footwork.toml", config.as_bytes());
    let lib = library.path();
    footwork(&["tag", "add", lib, "Pace.Still", "run", "5", "8"]);
    let written = footwork(&["rules", lib, "--write"]);
    assert_eq!(written.code, 0, "{}", written.stderr);
    // Tags placed by hand come first, then those of the rules in their order. The last rule finds no frame that is
    // free.
    assert_eq!(of(&library, "Pace.Still"), ["tag Pace.Still 5 8"]);
    assert_eq!(
        of(&library, "Pace.Slow"),
        ["tag Pace.Slow 0 5 rule", "tag Pace.Slow 8 20 rule"]
    );
    assert_eq!(of(&library, "Pace.Fast"), ["tag Pace.Fast 20 60 rule"]);
    assert!(of(&library, "Pace.Any").is_empty());
    let checked = footwork(&["check", lib]);
    assert!(
        !checked.stdout.contains("exclusive-overlap"),
        "{}",
        checked.stdout
    );
    let again = footwork(&["rules", lib, "--write"]);
    assert!(
        again.stdout.ends_with("nothing to change\n"),
        "{}",
        again.stdout
    );
}
