//! `tag apply` and `tag rename`: edits of many clips and of `footwork.toml`.

use serde_json::json;

use crate::run::{Library, Ran, footwork, valid, words};

/// Returns a library of two clips with tags, and queries that name one of the tags.
fn tagged() -> Library {
    let library = Library::new();
    library.write("footwork.toml", CONFIG.as_bytes());
    for (tag, clip, start, stop) in [
        ("Gait.Run", "run", "12", "36"),
        ("Gait.Run.Fast", "run", "20", "24"),
        ("Gait.Run", "walk one", "0", "10"),
        ("Turn", "walk one", "8", "20"),
    ] {
        let add = ["tag", "add", library.path(), tag, clip, start, stop];
        assert_eq!(footwork(&add).code, 0);
    }
    library
}

const CONFIG: &str = r##"# What people tag.
length_unit = "m"

[tags."Gait.Run"] # both feet in the air
key = "r"

# Everything else.
[tags."Gait.Run.Fast"]
colour = "#d55e00"
[tags.Turn]

[queries]
straight = "Gait.Run - Turn"
turns = "Turn"
moving = "Gait"

[rules]
"Gait.Run" = "{ speed > 3 }"
"Straight" = "Gait.Run.Fast - Turn"
"##;

fn apply(library: &Library, tag: &str, query: &str, more: &[&str]) -> Ran {
    let apply = ["tag", "apply", library.path(), tag, "--where", query];
    footwork(&[&apply[..], more].concat())
}

fn rename(library: &Library, old: &str, new: &str, more: &[&str]) -> Ran {
    let rename = ["tag", "rename", library.path(), old, new];
    footwork(&[&rename[..], more].concat())
}

#[track_caller]
fn check_table(ran: &Ran, stdout: &str, stderr: &str) {
    let seen = (ran.code, ran.stdout.as_str(), ran.stderr.as_str());
    assert_eq!(seen, (0, stdout, stderr));
}

#[test]
fn frames_found_by_a_query_are_painted_in_all_clips() {
    let library = tagged();
    let ran = apply(&library, "Turn", "Gait.Run & first(all, 30)", &[]);
    let table = "  run.bvh             [12, 30)\n  walks/walk one.bvh  [0, 10)\n\n\
                 2 clips: Turn now holds there\n";
    check_table(&ran, table, "");
    let run = [
        "tag Gait.Run 12 36",
        "tag Gait.Run.Fast 20 24",
        "tag Turn 12 30",
    ];
    assert_eq!(library.items("run.bvh"), run);
    let walk = ["tag Gait.Run 0 10", "tag Turn 0 20"];
    assert_eq!(library.items("walks/walk one.bvh"), walk);
    // The second run has nothing to change.
    let before = library.snapshot();
    let ran = apply(&library, "Turn", "Gait.Run & first(all, 30)", &[]);
    check_table(&ran, "2 clips: nothing to change\n", "");
    assert_eq!(library.snapshot(), before);
    // All changes form one edit.
    let undone = footwork(&["undo", library.path()]);
    assert_eq!(undone.stdout, "undone: tag apply Turn (2 files)\n");
    assert_eq!(library.items("run.bvh"), run[..2]);
    assert_eq!(
        library.items("walks/walk one.bvh"),
        ["tag Gait.Run 0 10", "tag Turn 8 20"]
    );
}

#[test]
fn answers_of_apply_are_documented_json_and_csv() {
    let library = tagged();
    let ran = apply(&library, "Turn", "Gait.Run-Turn", &["--format", "json"]);
    let expected = json!({
        "changed": true,
        "tag": "Turn",
        "query": "Gait.Run - Turn",
        "clips": [
            {"clip": "run.bvh", "ranges": [[12, 36]]},
            {"clip": "walks/walk one.bvh", "ranges": [[0, 8]]},
        ],
    });
    assert_eq!(valid(&ran.stdout, "tag-apply"), expected);
    let ran = apply(
        &library,
        "Turn",
        "Turn - Gait.Run.Fast",
        &["--format", "csv"],
    );
    let expected = "tag,clip,start,stop\nTurn,run.bvh,12,20\nTurn,run.bvh,24,36\n\
                    Turn,walks/walk one.bvh,0,20\n";
    assert_eq!(ran.stdout, expected);
    let ran = apply(&library, "Turn", "Turn", &["--format", "json"]);
    assert_eq!(valid(&ran.stdout, "tag-apply")["changed"], false);
}

#[test]
fn a_query_that_finds_nothing_changes_nothing() {
    let library = tagged();
    let before = library.snapshot();
    check_table(
        &apply(&library, "Turn", "none", &[]),
        "no frame is found\n",
        "",
    );
    let ran = apply(
        &library,
        "Turn",
        "Turn & Gait.Run.Fast",
        &["--format", "json"],
    );
    let answer = valid(&ran.stdout, "tag-apply");
    assert_eq!(
        (&answer["changed"], &answer["clips"]),
        (&json!(false), &json!([]))
    );
    let ran = apply(&library, "Turn", "none", &["--format", "csv"]);
    assert_eq!(ran.stdout, "tag,clip,start,stop\n");
    assert_eq!(library.snapshot(), before);
}

#[test]
fn a_wrong_apply_is_reported_and_paints_nothing() {
    let library = tagged();
    let before = library.snapshot();
    for (tag, query, code) in [
        ("Turn", "Gait.Rum", "unknown-tag"),
        ("Turn", "Gait Gait", "missing-operator"),
        ("Turn", "", "missing-operand"),
        ("Turn", "{ sped > 3 }", "unknown-name"),
        ("very tired", "all", "bad-name"),
    ] {
        let ran = apply(&library, tag, query, &["--errors", "json"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{query}");
        let errors = valid(ran.stderr.lines().last().unwrap(), "errors");
        assert_eq!(errors["errors"][0]["code"], code, "{query}");
    }
    assert_eq!(library.snapshot(), before);
    // A tag outside the vocabulary is allowed, but often a typing mistake, so it is reported.
    let ran = apply(&library, "Turm", "Turn", &[]);
    let note = "footwork.toml: note[not-in-vocabulary]: Turm is not in the vocabulary; did you \
                mean Turn?\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, note));
    assert!(
        ran.stdout.ends_with("1 clip: Turm now holds there\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn apply_finds_frames_by_their_motion() {
    let library = tagged();
    let ran = apply(
        &library,
        "Turn",
        "{ speed > 0 } & first(all, 2)",
        &["--format", "csv"],
    );
    let expected = "tag,clip,start,stop\nTurn,run.bvh,0,2\nTurn,walks/walk one.bvh,0,2\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (expected, ""));
    assert_eq!(library.items("run.bvh").last().unwrap(), "tag Turn 0 2");
}

#[test]
fn mirrored_twins_follow_and_are_not_painted() {
    let library = tagged();
    library.write(
        "footwork.toml",
        format!("mirror = true\n{CONFIG}").as_bytes(),
    );
    let query = "Gait.Run.Fast | clip(\"*~mirrored\") & first(all, 5)";
    let ran = apply(&library, "Turn", query, &["--format", "json"]);
    let clips = valid(&ran.stdout, "tag-apply")["clips"].take();
    assert_eq!(clips, json!([{"clip": "run.bvh", "ranges": [[20, 24]]}]));
    assert!(!library.has("run.bvh~mirrored.tags"));
    assert_eq!(
        library.items("walks/walk one.bvh"),
        ["tag Gait.Run 0 10", "tag Turn 8 20"]
    );
    let twin = footwork(&words(&format!(
        "query {} Turn --clips run* --format csv",
        library.path()
    )));
    assert_eq!(
        twin.stdout,
        "clip,start,stop\nrun.bvh,20,24\nrun.bvh~mirrored,20,24\n"
    );
    // If the query finds only frames of mirrored twins, there is nothing to tag.
    let ran = apply(&library, "Turn", "clip(\"*~mirrored\")", &[]);
    check_table(&ran, "no frame is found\n", "");
}

#[test]
fn a_tag_is_renamed_with_the_tags_below_it_everywhere() {
    let library = tagged();
    let ran = rename(&library, "Gait.Run", "Move.Quick", &[]);
    let left = |text: &str| {
        format!("footwork.toml: note[still-named]: {text} still names Gait.Run or a tag below it\n")
    };
    let notes = left("the query straight") + &left("the rule for Straight");
    check_table(&ran, "Gait.Run is now Move.Quick in 2 clips\n", &notes);
    let run = ["tag Move.Quick 12 36", "tag Move.Quick.Fast 20 24"];
    assert_eq!(library.items("run.bvh"), run);
    let walk = ["tag Move.Quick 0 10", "tag Turn 8 20"];
    assert_eq!(library.items("walks/walk one.bvh"), walk);
    let config = library.text("footwork.toml");
    insta::assert_snapshot!(config);
    // All other lines are unchanged.
    for comment in [
        "# What people tag.",
        "# both feet in the air",
        "# Everything else.",
    ] {
        assert!(config.contains(comment), "{comment}");
    }
    let undone = footwork(&["undo", library.path()]);
    let expected = "undone: tag rename Gait.Run Move.Quick (3 files)\n";
    assert_eq!(undone.stdout, expected);
    assert_eq!(library.text("footwork.toml"), CONFIG);
    assert_eq!(
        library.items("run.bvh"),
        ["tag Gait.Run 12 36", "tag Gait.Run.Fast 20 24"]
    );
    assert_eq!(footwork(&["redo", library.path()]).code, 0);
    assert_eq!(library.text("footwork.toml"), config);
}

#[test]
fn answers_of_rename_are_documented_json_and_csv() {
    let library = tagged();
    let ran = rename(&library, "Turn", "Direction.Turn", &["--format", "json"]);
    let expected = json!({"changed": true, "old": "Turn", "new": "Direction.Turn", "clips": 1});
    assert_eq!(valid(&ran.stdout, "tag-rename"), expected);
    let ran = rename(&library, "Gait.Run", "Run", &["--format", "csv"]);
    assert_eq!(ran.stdout, "changed,old,new,clips\ntrue,Gait.Run,Run,2\n");
    let ran = rename(&library, "Gait.Run", "Run", &["--format", "json"]);
    let expected = json!({"changed": false, "old": "Gait.Run", "new": "Run", "clips": 0});
    assert_eq!(valid(&ran.stdout, "tag-rename"), expected);
}

#[test]
fn a_tag_renamed_to_an_existing_tag_is_merged_with_it() {
    let library = tagged();
    let ran = rename(
        &library,
        "Turn",
        "Gait.Run",
        &["--format", "json", "--errors", "json"],
    );
    assert_eq!(valid(&ran.stdout, "tag-rename")["clips"], 1);
    let findings = valid(&ran.stderr, "findings");
    assert_eq!(findings["findings"][0]["code"], "still-named");
    assert_eq!(library.items("walks/walk one.bvh"), ["tag Gait.Run 0 20"]);
    // The vocabulary keeps the entry of the new name and loses the entry of the old name.
    let expected = CONFIG.replace("[tags.Turn]\n", "");
    assert_eq!(library.text("footwork.toml"), expected);
}

#[test]
fn a_rename_of_an_unused_tag_changes_nothing() {
    let library = tagged();
    let before = library.snapshot();
    let ran = rename(&library, "Jump", "Hop", &[]);
    check_table(&ran, "there is no Jump: nothing to change\n", "");
    // A tag whose name only begins with the same letters is a different tag.
    let ran = rename(&library, "Gait.Ru", "Hop", &[]);
    check_table(&ran, "there is no Gait.Ru: nothing to change\n", "");
    for (old, new) in [("very tired", "Tired"), ("Turn", "very tired")] {
        let ran = rename(&library, old, new, &[]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains("error[bad-name]"), "{}", ran.stderr);
    }
    assert_eq!(library.snapshot(), before);
}

#[test]
fn a_rename_to_the_same_name_changes_nothing() {
    let library = tagged();
    let before = library.snapshot();
    let ran = rename(&library, "Turn", "Turn", &[]);
    check_table(&ran, "Turn is already called that: nothing to change\n", "");
    assert_eq!(library.snapshot(), before);
}

#[test]
fn a_tag_can_move_below_itself() {
    let library = tagged();
    let ran = rename(&library, "Gait.Run", "Gait.Run.Old", &[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let run = ["tag Gait.Run.Old 12 36", "tag Gait.Run.Old.Fast 20 24"];
    assert_eq!(library.items("run.bvh"), run);
}

#[test]
fn a_tag_found_only_in_the_vocabulary_is_renamed_there() {
    let library = Library::new();
    let ran = rename(&library, "Direction.Turn", "Turn", &[]);
    check_table(&ran, "Direction.Turn is now Turn in 0 clips\n", "");
    assert!(library.text("footwork.toml").contains("[tags.Turn]"));
    assert!(!library.has("run.bvh.tags"));
}

#[test]
fn a_rename_changes_the_names_of_mirrored_counterparts() {
    let library = Library::new();
    let config = "[tags.\"Turn.Left\"]\nmirror = \"Turn.Right\" # the other side\n\
                  [tags.\"Turn.Right\"]\nmirror = \"Turn.Left\"\n[tags.\"Steer\"]\n\
                  [rules]\n\"Turn.Left\" = \"none\"\n\"Steer\" = \"none\"\n";
    library.write("footwork.toml", config.as_bytes());
    let lib = library.path();
    let ran = footwork(&["tag", "rename", lib, "Turn.Right", "Turn.Clockwise"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let text = String::from_utf8(library.read("footwork.toml")).unwrap();
    assert!(text.contains("mirror = \"Turn.Clockwise\""), "{text}");
    assert!(text.contains("[tags.\"Turn.Clockwise\"]"), "{text}");
    // The vocabulary keeps the existing entry of the new name. Two rules cannot be merged, so the old rule is reported.
    let ran = footwork(&["tag", "rename", lib, "Turn.Left", "Steer"]);
    assert!(
        ran.stderr.contains("the rule for Turn.Left"),
        "{}",
        ran.stderr
    );
    let text = String::from_utf8(library.read("footwork.toml")).unwrap();
    assert!(!text.contains("[tags.\"Turn.Left\"]"), "{text}");
    assert!(text.contains("\"Turn.Left\" = \"none\""), "{text}");
    assert!(text.contains("mirror = \"Steer\""), "{text}");
}
