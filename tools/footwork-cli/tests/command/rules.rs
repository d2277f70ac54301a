//! Rules: made on request, and never over what people did by hand.

use serde_json::json;

use crate::run::{Library, footwork, valid};

/// A library with rules: half of every clip, and its first ten frames.
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
    // One rule uses what another makes.
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
fn what_people_did_stays() {
    let library = with_rules(RULES);
    let lib = library.path();
    assert_eq!(footwork(&["rules", lib, "--write"]).code, 0);
    // Taken from a rule, and given by hand inside and outside of what the rule finds.
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
    // A rule that finds less takes back only what rules made.
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
fn wrong_rules_are_all_said() {
    let library = with_rules("[rules]\n\"A.B\" = \"Gait.Rnu &\"\n\"A.C\" = \"1\"\n");
    let ran = footwork(&["rules", library.path()]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    for said in [
        "the rule for A.B",
        "unknown tag `Gait.Rnu`",
        "the rule for A.C",
    ] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let library = with_rules("[rules]\n\"A.B\" = \"A.C\"\n\"A.C\" = \"A.D\"\n\"A.D\" = \"A.B\"\n");
    let ran = footwork(&["rules", library.path(), "--write"]);
    assert_eq!(ran.code, 2);
    let said = "these rules wait for each other: A.B needs A.C needs A.D needs A.B";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let library = with_rules("[rules]\n\"A..B\" = \"all\"\n");
    let ran = footwork(&["rules", library.path()]);
    assert!(
        ran.code == 2 && ran.stderr.contains("footwork.toml"),
        "{}",
        ran.stderr
    );
}
