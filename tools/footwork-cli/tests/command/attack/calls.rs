//! Calls of all verbs in a library that the user has cloned.

use std::collections::BTreeSet;

use serde_json::{Deserializer, Value};

use super::stranger::Stranger;
use crate::run::{footwork, valid, words};

/// Calls that open a library, each with the name of its JSON schema. `LIB` is the library, and `OUT` is a folder
/// outside it for files that verbs write. Edits name clips of the outer library: a call that names a clip of the nested
/// library would be refused at once, and would test nothing.
const CALLS: &[(&str, &str)] = &[
    ("info", "info LIB"),
    ("query", "query LIB all"),
    ("query", "query LIB Gait|{speed>1} --save kept"),
    ("timeline", "timeline LIB"),
    ("strip", "strip LIB run -o OUT/run.png"),
    ("edit-tag", "tag add LIB Gait.Run run 1 5"),
    ("edit-tag", "tag remove LIB Gait.Walk run 2 3"),
    (
        "tag-apply",
        "tag apply LIB Tempo.Fast --where clip(\"run*\")",
    ),
    ("tag-rename", "tag rename LIB Gait.Walk Gait.Stroll"),
    ("edit-event", "event add LIB Foot.Left run 3"),
    ("edit-event", "event remove LIB Foot.Left run 9"),
    ("events-encode", "events encode LIB Foot.Left --window 0.3"),
    (
        "events-decode",
        "events decode OUT/signal.csv --library LIB --window 0.3",
    ),
    (
        "events-score",
        "events score LIB --truth Foot --found Foot --tolerance 1f",
    ),
    (
        "events-detect",
        "events detect LIB --of clip(\"run*\") --at starts --name A --write",
    ),
    ("rules", "rules LIB --write"),
    ("propose", "propose LIB --write-above 0.5"),
    ("check", "check LIB"),
    ("state", "state LIB run --set done --by Ann"),
    ("agree", "agree LIB OUT"),
    ("cut", "cut LIB all -o OUT/cuts --force"),
    (
        "copies",
        "retarget LIB clip(\"legs/*\") --onto legs/walk.txt -o OUT/copies --force",
    ),
    ("copies", "resample LIB all --rate 60 -o OUT/copies --force"),
    ("copies", "mirror LIB all -o OUT/copies --force"),
    ("copies", "trim LIB all --frames 1..9 -o OUT/copies --force"),
    (
        "copies",
        "root in-place LIB clip(\"legs/*\") -o OUT/copies --force",
    ),
    (
        "copies",
        "root extract LIB clip(\"legs/*\") -o OUT/copies --force",
    ),
    (
        "copies",
        "root bake LIB clip(\"legs/*\") -o OUT/copies --force --partial",
    ),
    (
        "copies",
        "loop LIB clip(\"legs/*\") -o OUT/copies --force --partial",
    ),
    (
        "copies",
        "ground LIB clip(\"legs/*\") -o OUT/copies --force",
    ),
    ("blendspace", "blendspace LIB all --axes speed"),
    ("measure", "measure LIB"),
    ("expect", "expect LIB all"),
    ("diff", "diff LIB LIB"),
    ("fix", "fix LIB --write"),
    ("report", "report LIB -o OUT/report.html"),
    (
        "sim-matching",
        "sim matching LIB --seconds 1 -o OUT/played.glb",
    ),
    ("turn", "undo LIB"),
    ("turn", "undo LIB --discard"),
    ("turn", "redo LIB"),
    ("recover", "recover LIB"),
    ("rebase", "rebase LIB run --write"),
    ("rebase", "rebase LIB run --keep-frames --write"),
    ("import", "import LIB OUT/tags.csv --from csv"),
    ("export", "export LIB --to csv -o OUT/tags_out.csv"),
    ("compile", "compile LIB -o OUT/motion.tagdb"),
    ("watch", "watch LIB -o OUT/watched.tagdb"),
    ("studio", "studio LIB --no-open --port 0"),
];

/// Verbs that open no library.
const WITHOUT_LIBRARY: &[&str] = &[
    "merge-driver",
    "expr",
    "sim slide",
    "sim flight",
    "completions",
    "man",
];

/// Returns the calls with `lib` in place of `LIB`, and `out` in place of `OUT`.
pub(crate) fn all(lib: &str, out: &str) -> Vec<Vec<String>> {
    let placed = |word: &str| word.replace("LIB", lib).replace("OUT", out);
    let calls = CALLS.iter();
    calls
        .map(|(_, call)| words(call).into_iter().map(placed).collect())
        .collect()
}

/// Returns the verbs that the help lists, with subcommands such as `tag add`.
pub(crate) fn verbs() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![String::new()];
    while let Some(verb) = left.pop() {
        let help = footwork(&words(&format!("{verb} --help"))).stdout;
        let listed = help.split_once("Commands:\n").map_or("", |(_, rest)| rest);
        let listed = listed.lines().take_while(|line| !line.is_empty());
        // Names of verbs are indented by two spaces, and their descriptions by more.
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

/// A new verb needs a call here, or this test fails.
#[test]
fn every_verb_is_attacked() {
    let verbs = verbs();
    assert!(
        verbs.contains("info") && verbs.contains("tag add"),
        "{verbs:?}"
    );
    let called = |verb: &str| {
        let start = format!("{verb} ");
        CALLS.iter().any(|(_, call)| call.starts_with(&start))
    };
    for verb in &verbs {
        let is_known = called(verb) || WITHOUT_LIBRARY.contains(&verb.as_str());
        assert!(is_known, "no call of `{verb}`: add one to CALLS");
    }
    for verb in WITHOUT_LIBRARY {
        assert!(verbs.contains(*verb), "{verb}");
    }
}

/// A call that fails in an ordinary library would test nothing in a stranger's.
#[test]
fn every_call_succeeds_in_an_ordinary_library() {
    let mut failed = Vec::new();
    for (number, (schema, verb)) in CALLS.iter().enumerate() {
        let stranger = Stranger::new();
        let lib = stranger.lib();
        stranger.run(&["tag", "add", &lib, "Gait.Run", "run", "20", "30"]);
        if verb.starts_with("redo ") {
            stranger.run(&["undo", &lib]);
        }
        let mut call = all(&lib, &stranger.out()).swap_remove(number);
        call.extend(["--format", "json"].map(str::to_owned));
        let ran = stranger.run(&call);
        match ran.code {
            0 | 1 => {
                // A verb that keeps running prints one JSON value for each event.
                let mut answers = Deserializer::from_str(&ran.stdout).into_iter::<Value>();
                let answer = answers.next().unwrap().unwrap();
                valid(&answer.to_string(), schema);
            }
            _ => failed.push(format!("{call:?}: {}", ran.stderr)),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
