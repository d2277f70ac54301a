//! A library in a repository of git: no verb leaves anything there but what edits of tags change.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::run::{Library, bvh, footwork, words};

/// Runs git in a library, and returns what it prints.
#[track_caller]
fn git(library: &Library, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@b"])
        .args(arguments)
        .current_dir(library.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A new clone, with tags, events and a rule, large enough for an index.
fn cloned() -> (Library, TempDir) {
    let library = Library::new();
    library.write("notes/large.bvh", bvh(200_000).as_bytes());
    let rule = "\n[rules]\n\"Direction.Turn\" = 'clip(\"run*\")'\n";
    let settings = library.text("footwork.toml") + rule;
    library.write("footwork.toml", settings.as_bytes());
    library.write(
        "run.bvh.tags",
        b"footwork-tags 1\ntag Gait.Walk 0 9\nevent Foot.Left 9\n",
    );
    git(&library, &["init", "--quiet"]);
    git(&library, &["add", "--all"]);
    git(&library, &["commit", "--quiet", "--message", "a"]);
    (library, tempfile::tempdir().unwrap())
}

/// What git says of files that are new, changed or ignored.
fn status(library: &Library) -> String {
    git(
        library,
        &[
            "status",
            "--porcelain",
            "--ignored",
            "--untracked-files=all",
        ],
    )
}

/// Whether a call edits tags.
const EDITS: &[&str] = &[
    "query LIB all --save kept",
    "tag add LIB Gait.Run run 1 5",
    "tag remove LIB Gait.Walk run 2 3",
    "tag apply LIB Gait.Run --where all",
    "tag rename LIB Gait.Walk Gait.Stroll",
    "event add LIB Foot.Left run 3",
    "event remove LIB Foot.Left run 9",
    "events detect LIB --of clip(\"run*\") --at starts --name A --write",
    "rules LIB --write",
    "state LIB run --set done --by Ann",
];

const OTHERS: &[&str] = &[
    "info LIB",
    "query LIB all",
    "query LIB {speed>1}",
    "timeline LIB",
    "strip LIB run -o OUT/run.png",
    "events encode LIB Foot.Left --window 0.3",
    "events score LIB --truth Foot --found Foot --tolerance 1f",
    "rules LIB",
    "check LIB",
    "state LIB",
    "agree LIB LIB",
    "cut LIB Gait.Walk -o OUT/cuts",
    "blendspace LIB clip(\"run*\") --axes speed",
    "undo LIB",
    "redo LIB",
    "recover LIB",
    "rebase LIB run",
    "export LIB --to csv -o OUT/tags.csv",
    "compile LIB -o OUT/motion.tagdb",
    "watch LIB -o OUT/watched.tagdb",
    "studio LIB --no-open --port 0",
];

fn call(library: &Library, out: &TempDir, call: &str) -> i32 {
    let out = out.path().to_str().unwrap();
    let placed = |word: &str| word.replace("LIB", library.path()).replace("OUT", out);
    let words: Vec<String> = words(call).into_iter().map(placed).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ran = footwork(&words);
    assert!((0..=1).contains(&ran.code), "{call}: {}", ran.stderr);
    ran.code
}

#[test]
fn a_library_stays_clean_after_every_verb_that_does_not_edit_tags() {
    let (library, out) = cloned();
    for other in OTHERS {
        call(&library, &out, other);
        assert_eq!(status(&library), "", "{other}");
    }
}

#[test]
fn an_edit_changes_sidecars_and_settings_and_leaves_nothing_else() {
    let (library, out) = cloned();
    for edit in EDITS {
        call(&library, &out, edit);
        let changed = status(&library);
        assert_ne!(changed, "", "{edit}");
        for line in changed.lines() {
            let file = Path::new(line.split_at(3).1.trim_matches('"'));
            let is_sidecar = file.extension().is_some_and(|end| end == "tags");
            assert!(
                is_sidecar || file == Path::new("footwork.toml"),
                "{edit}: {line}"
            );
        }
        call(&library, &out, "undo LIB");
        assert_eq!(status(&library), "", "{edit}: undone");
    }
}

/// Every verb that opens a library is among the calls.
#[cfg(unix)]
#[test]
fn every_verb_is_called() {
    let without = [
        "merge-driver",
        "expr",
        "sim",
        "completions",
        "man",
        "match",
        "import",
        "events decode",
    ];
    for verb in crate::attack::calls::verbs() {
        let is_called = |call: &&&str| call.starts_with(&format!("{verb} "));
        let is_without = without.iter().any(|other| verb.starts_with(other));
        let mut all = EDITS.iter().chain(OTHERS);
        assert!(
            is_without || all.any(|call| is_called(&call)),
            "no call of `{verb}`"
        );
    }
}
