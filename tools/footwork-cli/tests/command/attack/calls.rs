//! A call of every verb, as people make it in a library that they have cloned.

use std::collections::BTreeSet;

use super::stranger::Stranger;
use crate::run::footwork;

/// The library in a call, and a folder outside it for what verbs write.
const LIB: &str = "LIB";
const OUT: &str = "OUT";

/// Calls that open a library. `LIB` and `OUT` stand for folders. Edits name clips of the library itself: one that names
/// those of the library in it is refused at once, and attacks nothing.
const CALLS: &[&[&str]] = &[
    &["info", LIB],
    &["query", LIB, "all"],
    &["query", LIB, "Gait | { speed > 1 }", "--save", "kept"],
    &["timeline", LIB],
    &["strip", LIB, "run", "-o", "OUT/run.png"],
    &["tag", "add", LIB, "Gait.Run", "run", "1", "5"],
    &["tag", "remove", LIB, "Gait.Walk", "run", "2", "3"],
    &[
        "tag",
        "apply",
        LIB,
        "Tempo.Fast",
        "--where",
        "clip(\"run*\")",
    ],
    &["tag", "rename", LIB, "Gait.Walk", "Gait.Stroll"],
    &["event", "add", LIB, "Foot.Left", "run", "3"],
    &["event", "remove", LIB, "Foot.Left", "run", "9"],
    &["events", "encode", LIB, "Foot.Left", "--window", "0.3"],
    &[
        "events",
        "decode",
        "OUT/signal.csv",
        "--library",
        LIB,
        "--window",
        "0.3",
    ],
    &[
        "events",
        "score",
        LIB,
        "--truth",
        "Foot",
        "--found",
        "Foot",
        "--tolerance",
        "1f",
    ],
    &[
        "events",
        "detect",
        LIB,
        "--of",
        "clip(\"run*\")",
        "--at",
        "starts",
        "--name",
        "A",
        "--write",
    ],
    &["rules", LIB, "--write"],
    &["check", LIB],
    &["cut", LIB, "all", "-o", "OUT/cuts", "--force"],
    &["blendspace", LIB, "all", "--axes", "speed"],
    &["undo", LIB],
    &["undo", LIB, "--discard"],
    &["redo", LIB],
    &["recover", LIB],
    &["recover", LIB, "--trust"],
    &["rebase", LIB, "run", "--write"],
    &["rebase", LIB, "run", "--keep-frames", "--write"],
    &["import", LIB, "OUT/tags.csv", "--from", "csv"],
    &["export", LIB, "--to", "csv", "-o", "OUT/tags_out.csv"],
    &["compile", LIB, "-o", "OUT/motion.tagdb"],
    &["watch", LIB, "-o", "OUT/watched.tagdb"],
    &["studio", LIB, "--no-open", "--port", "0"],
];

/// Verbs that open no library.
const WITHOUT_LIBRARY: &[&str] = &[
    "merge-driver",
    "expr",
    "sim slide",
    "sim flight",
    "completions",
];

/// The calls in a library with a folder for what they write.
pub(super) fn all(lib: &str, out: &str) -> Vec<Vec<String>> {
    let placed = |word: &&str| word.replace(LIB, lib).replace(OUT, out);
    let calls = CALLS.iter();
    calls
        .map(|call| call.iter().map(placed).collect())
        .collect()
}

/// The verbs that help lists, those of verbs among them: `tag add`.
pub(crate) fn verbs() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![String::new()];
    while let Some(verb) = left.pop() {
        let words: Vec<&str> = verb.split_whitespace().chain(["--help"]).collect();
        let help = footwork(&words).stdout;
        let listed = help.split_once("Commands:\n").map_or("", |(_, rest)| rest);
        let listed = listed.lines().take_while(|line| !line.is_empty());
        // Names are indented by two, and what goes on below them by more.
        let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names: Vec<&str> = names
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        if names.is_empty() {
            found.insert(verb);
            continue;
        }
        let below = names.into_iter().filter(|name| *name != "help");
        left.extend(below.map(|name| format!("{verb} {name}").trim_start().to_owned()));
    }
    found
}

/// A new verb is attacked too, or this fails.
#[test]
fn every_verb_is_attacked() {
    let verbs = verbs();
    assert!(
        verbs.contains("info") && verbs.contains("tag add"),
        "{verbs:?}"
    );
    let called = |verb: &str| {
        let words: Vec<&str> = verb.split_whitespace().collect();
        CALLS.iter().any(|call| call.starts_with(&words))
    };
    for verb in &verbs {
        let is_known = called(verb) || WITHOUT_LIBRARY.contains(&verb.as_str());
        assert!(is_known, "no call of `{verb}`: add one to CALLS");
    }
    for verb in WITHOUT_LIBRARY {
        assert!(verbs.contains(*verb), "{verb}");
    }
}

/// A call that fails by itself attacks nothing.
#[test]
fn every_call_does_its_work_in_a_library_of_ones_own() {
    let mut failed = Vec::new();
    for (number, verb) in CALLS.iter().map(|call| call[0]).enumerate() {
        let stranger = Stranger::new();
        let lib = stranger.lib();
        stranger.run(&["tag", "add", &lib, "Gait.Run", "run", "20", "30"]);
        if verb == "redo" {
            stranger.run(&["undo", &lib]);
        }
        let call = &all(&lib, &stranger.out())[number];
        let ran = stranger.run(call);
        if !matches!(ran.code, 0 | 1) {
            failed.push(format!("{call:?}: {}", ran.stderr));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
