//! `undo` and `redo` of the last edit, no matter which process made it.

use footwork_store::Action;
use serde_json::json;

use crate::interrupted::turn_and_stop;
use crate::run::{Library, Ran, footwork, valid};

const RUN: &str = "run.bvh.tags";
const WALK: &str = "walks/walk one.bvh.tags";

/// An exit code of 2 must not suggest that no edit was undone, because a second undo would undo another edit.
#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_cannot_be_printed_says_that_the_edit_is_undone() {
    let library = Library::new();
    edit(&library, &["tag", "add", "Gait.Run", "run", "12", "36"]);
    let full = std::fs::File::options().write(true).open("/dev/full");
    let ran = std::process::Command::new(assert_cmd::cargo::cargo_bin!("footwork"))
        .args(["undo", library.path()])
        .stdout(full.unwrap())
        .output()
        .unwrap();
    let stderr = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("standard output: "), "{stderr}");
    assert!(
        stderr.contains("the command and its changes are complete"),
        "{stderr}"
    );
    assert!(!stderr.contains("nothing has changed"), "{stderr}");
    assert!(!library.has(RUN));
}

fn edit(library: &Library, arguments: &[&str]) {
    let [noun, verb, rest @ ..] = arguments else {
        panic!("{arguments:?}");
    };
    let ran = footwork(&[&[*noun, *verb, library.path()], rest].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

fn turn(library: &Library, verb: &str, more: &[&str]) -> Ran {
    footwork(&[&[verb, library.path()], more].concat())
}

#[track_caller]
fn check(library: &Library, verb: &str, stdout: &str) {
    let ran = turn(library, verb, &[]);
    let seen = (ran.code, ran.stdout.as_str(), ran.stderr.as_str());
    assert_eq!(seen, (0, stdout, ""));
}

#[test]
fn edits_of_several_processes_are_undone_and_redone_one_by_one() {
    let library = Library::new();
    edit(&library, &["tag", "add", "Gait.Run", "run", "12", "36"]);
    edit(&library, &["event", "add", "Foot.Left", "run", "13.25"]);
    edit(&library, &["tag", "remove", "Gait.Run", "run", "20", "24"]);
    let edits = [
        (
            "tag add Gait.Run run.bvh [12, 36)",
            vec!["tag Gait.Run 12 36"],
        ),
        (
            "event add Foot.Left run.bvh 13.25",
            vec!["tag Gait.Run 12 36", "event Foot.Left 13.25"],
        ),
        (
            "tag remove Gait.Run run.bvh [20, 24)",
            vec![
                "tag Gait.Run 12 20",
                "tag Gait.Run 24 36",
                "event Foot.Left 13.25",
            ],
        ),
    ];
    for _ in 0..2 {
        for at in (0..edits.len()).rev() {
            assert_eq!(library.items("run.bvh"), edits[at].1);
            check(
                &library,
                "undo",
                &format!("undone: {} ({RUN})\n", edits[at].0),
            );
        }
        // The first edit created the sidecar, so its undo removes it.
        assert!(!library.has(RUN));
        check(&library, "undo", "there is nothing to undo\n");
        for (label, items) in &edits {
            check(&library, "redo", &format!("redone: {label} ({RUN})\n"));
            assert_eq!(&library.items("run.bvh"), items);
        }
        check(&library, "redo", "there is nothing to redo\n");
    }
    // A new edit leaves no edit to redo.
    check(
        &library,
        "undo",
        &format!("undone: {} ({RUN})\n", edits[2].0),
    );
    edit(&library, &["tag", "add", "Gait.Walk", "run", "0", "2"]);
    check(&library, "redo", "there is nothing to redo\n");
}

#[test]
fn answers_are_documented_json_and_csv() {
    let library = Library::new();
    let nothing = json!({"edit": null, "files": []});
    for verb in ["undo", "redo"] {
        let ran = turn(&library, verb, &["--format", "json"]);
        assert_eq!((ran.code, valid(&ran.stdout, "turn")), (0, nothing.clone()));
        let ran = turn(&library, verb, &["--format", "csv"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, "edit,file\n"));
    }
    edit(
        &library,
        &["tag", "apply", "Gait.Run", "--where", "first(all, 5)"],
    );
    let ran = turn(&library, "undo", &["--format", "json"]);
    let expected = json!({"edit": "tag apply Gait.Run", "files": [RUN, WALK]});
    assert_eq!(valid(&ran.stdout, "turn"), expected);
    let ran = turn(&library, "redo", &["--format", "csv"]);
    let expected = format!("edit,file\ntag apply Gait.Run,{RUN}\ntag apply Gait.Run,{WALK}\n");
    assert_eq!(ran.stdout, expected);
}

#[test]
fn a_bulk_edit_is_undone_as_one() {
    let library = Library::new();
    edit(&library, &["tag", "add", "Gait.Walk", "run", "0", "2"]);
    let before = library.read(RUN);
    edit(
        &library,
        &["tag", "apply", "Gait.Run", "--where", "all - Gait.Walk"],
    );
    let after = [RUN, WALK].map(|file| library.read(file));
    check(&library, "undo", "undone: tag apply Gait.Run (2 files)\n");
    assert_eq!(library.read(RUN), before);
    assert!(!library.has(WALK));
    check(&library, "redo", "redone: tag apply Gait.Run (2 files)\n");
    assert_eq!([RUN, WALK].map(|file| library.read(file)), after);
}

#[test]
fn changes_by_hand_elsewhere_in_the_files_stay() {
    let library = Library::new();
    edit(
        &library,
        &["tag", "apply", "Gait.Run", "--where", "first(all, 20)"],
    );
    let by_hand = "note \"by hand\"\ntag Gait.Run 0 20\ntag Turn 3 9\n";
    let text = library.text(RUN).replace("tag Gait.Run 0 20\n", by_hand);
    library.write(RUN, text.as_bytes());
    check(&library, "undo", "undone: tag apply Gait.Run (2 files)\n");
    assert_eq!(
        library.items("run.bvh"),
        ["note \"by hand\"", "tag Turn 3 9"]
    );
    // The other sidecar contained only the tag, so it is gone.
    assert!(!library.has(WALK));
    let text = library.text(RUN) + "event Foot.Left 4\n";
    library.write(RUN, text.as_bytes());
    check(&library, "redo", "redone: tag apply Gait.Run (2 files)\n");
    let items = [
        "note \"by hand\"",
        "tag Gait.Run 0 20",
        "tag Turn 3 9",
        "event Foot.Left 4",
    ];
    assert_eq!(library.items("run.bvh"), items);
    assert_eq!(library.items("walks/walk one.bvh"), ["tag Gait.Run 0 20"]);
}

#[test]
fn a_span_changed_by_hand_is_not_undone() {
    let library = Library::new();
    edit(
        &library,
        &["tag", "apply", "Gait.Run", "--where", "first(all, 20)"],
    );
    let text = library.text(WALK).replace("Gait.Run 0 20", "Gait.Run 0 25");
    library.write(WALK, text.as_bytes());
    let before = library.snapshot();
    let ran = turn(&library, "undo", &["--errors", "json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let error = valid(&ran.stderr, "errors")["errors"][0].take();
    assert_eq!(error["code"], "conflict");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.starts_with(&format!("{WALK} has changed since the edit: ")),
        "{message}"
    );
    assert!(error["hint"].as_str().unwrap().contains("by hand"));
    let expected = "tag Gait.Run: the edit wrote `tag Gait.Run 0 20` in place of nothing, and the file now has \
                    `tag Gait.Run 0 25`";
    assert!(message.ends_with(expected), "{message}");
    assert!(error["hint"].as_str().unwrap().contains("--discard"));
    assert_eq!(library.snapshot(), before);
    let ran = turn(&library, "undo", &[]);
    assert!(ran.stderr.contains("error[conflict]"), "{}", ran.stderr);
    // After the user has restored the span, the undo succeeds.
    let text = library.text(WALK).replace("Gait.Run 0 25", "Gait.Run 0 20");
    library.write(WALK, text.as_bytes());
    check(&library, "undo", "undone: tag apply Gait.Run (2 files)\n");
}

#[test]
fn an_edit_undone_by_version_control_is_not_redone() {
    let library = Library::new();
    edit(&library, &["tag", "add", "Gait.Run", "run", "0", "20"]);
    let tagged = library.text(RUN);
    edit(&library, &["tag", "remove", "Gait.Run", "run", "10", "20"]);
    // Version control restores the file, which already reverts the removal.
    library.write(RUN, tagged.as_bytes());
    let gone =
        "its changes were no longer in the files, so nothing has changed, and it cannot be redone";
    check(
        &library,
        "undo",
        &format!("discarded: tag remove Gait.Run run.bvh [10, 20) ({RUN}): {gone}\n"),
    );
    assert_eq!(library.text(RUN), tagged);
    library.write(RUN, tagged.replace("0 20", "0 15").as_bytes());
    check(&library, "redo", "there is nothing to redo\n");
    assert_eq!(library.items("run.bvh"), ["tag Gait.Run 0 15"]);
}

#[test]
fn a_sidecar_that_became_unreadable_stays_unchanged() {
    let library = Library::new();
    edit(&library, &["tag", "add", "Gait.Run", "run", "0", "20"]);
    library.write(RUN, b"footwork-tags 2\n");
    let ran = turn(&library, "undo", &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("error[conflict]"), "{}", ran.stderr);
    assert_eq!(library.read(RUN), b"footwork-tags 2\n");
}

#[test]
fn a_damaged_or_missing_history_does_not_stop_edits() {
    let library = Library::new();
    edit(&library, &["tag", "add", "Gait.Run", "run", "0", "20"]);
    let mut history = library.read_own("history");
    history[20] ^= 1;
    library.write_own("history", &history);
    for verb in ["undo", "redo"] {
        let ran = turn(&library, verb, &[]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains("error[bad-history]"), "{}", ran.stderr);
        let said = "the history cannot be read: ";
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let add = ["tag", "add", library.path(), "Gait.Run", "run", "30", "31"];
    let ran = footwork(&add);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let said = "warning[bad-history]: a record is damaged";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!(library.read_own("history.damaged"), history);
    assert_eq!(
        library.items("run.bvh"),
        ["tag Gait.Run 0 20", "tag Gait.Run 30 31"]
    );
    // The warning is printed only once, and later edits can be undone.
    assert_eq!(footwork(&add).stderr, "");
    check(
        &library,
        "undo",
        &format!("undone: tag add Gait.Run run.bvh [30, 31) ({RUN})\n"),
    );
    check(&library, "undo", "there is nothing to undo\n");
    std::fs::remove_file(library.own("history")).unwrap();
    check(&library, "undo", "there is nothing to undo\n");
    edit(&library, &["tag", "add", "Gait.Run", "run", "40", "41"]);
    check(
        &library,
        "undo",
        &format!("undone: tag add Gait.Run run.bvh [40, 41) ({RUN})\n"),
    );
}

#[test]
fn an_edit_that_cannot_be_undone_is_discarded_and_earlier_ones_can_be_undone() {
    let library = Library::new();
    edit(&library, &["tag", "add", "Gait.Walk", "walk one", "1", "4"]);
    edit(&library, &["tag", "add", "Gait.Run", "run", "0", "20"]);
    let text = library.text(RUN).replace("Gait.Run 0 20", "Gait.Run 0 25");
    library.write(RUN, text.as_bytes());
    assert_eq!(turn(&library, "undo", &[]).code, 2);
    let ran = turn(&library, "undo", &["--discard"]);
    let said = format!(
        "discarded: tag add Gait.Run run.bvh [0, 20) ({RUN}): its changes stay and can no longer be undone, \
         but the edits before it can\n"
    );
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (0, said.as_str(), "")
    );
    assert_eq!(library.text(RUN), text);
    check(
        &library,
        "undo",
        &format!("undone: tag add Gait.Walk walks/walk one.bvh [1, 4) ({WALK})\n"),
    );
    let ran = turn(&library, "undo", &["--discard"]);
    assert_eq!(ran.stdout, "there is nothing to discard\n");
    edit(&library, &["tag", "add", "Gait.Run", "run", "40", "41"]);
    let ran = turn(&library, "undo", &["--discard", "--format", "json"]);
    let expected =
        json!({"edit": "tag add Gait.Run run.bvh [40, 41)", "files": [RUN], "discarded": true});
    assert_eq!(valid(&ran.stdout, "turn"), expected);
}

#[test]
fn a_saved_query_is_undone() {
    let library = Library::new();
    let toml = library.text("footwork.toml");
    let ran = footwork(&["query", library.path(), "Gait.Run", "--save", "fast"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        library
            .text("footwork.toml")
            .contains("fast = \"Gait.Run\"")
    );
    check(
        &library,
        "undo",
        "undone: query save fast (footwork.toml)\n",
    );
    assert_eq!(library.text("footwork.toml"), toml);
    check(
        &library,
        "redo",
        "redone: query save fast (footwork.toml)\n",
    );
}

#[test]
fn an_edit_too_large_for_the_history_has_a_warning() {
    let library = Library::new();
    edit(&library, &["tag", "apply", "Gait.Walk", "--where", "all"]);
    let note = format!("note \"{}\"\ntag", "x".repeat(9 << 20));
    for file in [RUN, WALK] {
        let text = library
            .text(file)
            .replacen("\ntag", &format!("\n{note}"), 1);
        library.write(file, text.as_bytes());
    }
    let apply = [
        "tag",
        "apply",
        library.path(),
        "Gait.Run",
        "--where",
        "first(all, 5)",
    ];
    let ran = footwork(&apply);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let said = ran.stderr.lines().last().unwrap();
    assert_eq!(
        said,
        "history: warning[too-large-to-undo]: the edit tag apply Gait.Run is too large to be \
         kept: 37 MiB, and the history keeps 24; it can be undone now, but perhaps not after \
         another edit"
    );
    check(&library, "undo", "undone: tag apply Gait.Run (2 files)\n");
}

/// Returns a library with three edits of one clip.
fn three_edits() -> Library {
    let library = Library::new();
    for (start, stop) in [("0", "2"), ("10", "12"), ("20", "22")] {
        edit(&library, &["tag", "add", "Gait.Run", "run", start, stop]);
    }
    library
}

const ALL: [&str; 3] = [
    "tag Gait.Run 0 2",
    "tag Gait.Run 10 12",
    "tag Gait.Run 20 22",
];
const COMPLETED: &str = ": it had been interrupted and is now complete; nothing else has changed";

/// Repeating a killed command completes it and does nothing else.
#[test]
fn a_killed_undo_is_completed_by_the_next_one_which_undoes_nothing_else() {
    for replaced in [0, 1] {
        let library = three_edits();
        turn_and_stop(&library, Action::Undo, replaced);
        let ran = turn(&library, "undo", &[]);
        let said = format!("undone: tag add Gait.Run run.bvh [20, 22) ({RUN}){COMPLETED}\n");
        assert_eq!((ran.code, ran.stdout), (0, said));
        assert_eq!(library.items("run.bvh"), ALL[..2]);
        check(
            &library,
            "undo",
            &format!("undone: tag add Gait.Run run.bvh [10, 12) ({RUN})\n"),
        );
        check(
            &library,
            "redo",
            &format!("redone: tag add Gait.Run run.bvh [10, 12) ({RUN})\n"),
        );
        check(
            &library,
            "redo",
            &format!("redone: tag add Gait.Run run.bvh [20, 22) ({RUN})\n"),
        );
        turn(&library, "undo", &[]);
        turn_and_stop(&library, Action::Redo, replaced);
        let ran = turn(&library, "redo", &["--format", "json"]);
        let expected = json!({"edit": "tag add Gait.Run run.bvh [20, 22)", "files": [RUN]});
        assert_eq!(valid(&ran.stdout, "turn"), expected);
        assert_eq!(library.items("run.bvh"), ALL);
        check(&library, "redo", "there is nothing to redo\n");
    }
}

/// A killed discard is completed and reported as a discard, whether the next command is an undo or a discard.
#[test]
fn a_killed_discard_is_completed_and_the_edit_before_it_stays() {
    for more in [&["--discard"][..], &[]] {
        let library = three_edits();
        turn_and_stop(&library, Action::Discard, 0);
        let ran = turn(&library, "undo", more);
        let said = format!("discarded: tag add Gait.Run run.bvh [20, 22) (0 files){COMPLETED}\n");
        assert_eq!((ran.code, ran.stdout), (0, said));
        assert_eq!(library.items("run.bvh"), ALL);
        let ran = turn(&library, "undo", &[]);
        assert!(ran.stdout.contains("[10, 12)"), "{}", ran.stdout);
    }
}

/// A redo after a killed undo redoes the same edit. If another command has completed the killed undo, the next undo
/// undoes the previous edit.
#[test]
fn a_killed_undo_is_completed_and_redone_or_followed_by_another() {
    let library = three_edits();
    turn_and_stop(&library, Action::Undo, 0);
    let ran = turn(&library, "redo", &[]);
    assert_eq!(
        ran.stdout,
        format!("redone: tag add Gait.Run run.bvh [20, 22) ({RUN})\n")
    );
    assert_eq!(library.items("run.bvh"), ALL);
    turn_and_stop(&library, Action::Undo, 0);
    let ran = footwork(&["info", library.path()]);
    assert!(ran.stderr.contains("recovered"), "{}", ran.stderr);
    assert_eq!(library.items("run.bvh"), ALL[..2]);
    check(
        &library,
        "undo",
        &format!("undone: tag add Gait.Run run.bvh [10, 12) ({RUN})\n"),
    );
}
