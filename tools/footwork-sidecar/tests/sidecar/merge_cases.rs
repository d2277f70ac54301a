//! The cases of `testdata/merge`, each also with its sides swapped.

use std::path::PathBuf;

use footwork_sidecar::{Conflict, ConflictItem, Line, MergedSidecar, Sidecar, merge};
use serde::Deserialize;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    base: Option<String>,
    ours: Option<String>,
    theirs: Option<String>,
    #[serde(default)]
    one_way: bool,
    #[serde(default)]
    conflicts: Vec<String>,
    merged: String,
}

const FIRST: &str = "footwork-tags 1\n";

fn sidecar(body: Option<&String>) -> Sidecar {
    let read = |body| {
        let text = format!("{FIRST}{body}");
        Sidecar::read("a.tags", text.as_bytes()).unwrap().0
    };
    body.map_or_else(Sidecar::default, read)
}

fn items(merged: &MergedSidecar) -> Vec<String> {
    let conflicts = merged.conflicts.iter();
    conflicts
        .map(|conflict| conflict.item.to_string())
        .collect()
}

fn text(merged: &MergedSidecar) -> String {
    String::from_utf8(merged.to_bytes()).unwrap()
}

fn check(case: &Case) {
    let name = &case.name;
    let [base, ours, theirs] =
        [&case.base, &case.ours, &case.theirs].map(|body| sidecar(body.as_ref()));
    let merged = merge(&base, &ours, &theirs);
    assert_eq!(text(&merged), format!("{FIRST}{}", case.merged), "{name}");
    assert_eq!(items(&merged), case.conflicts, "{name}");
    let swapped = merge(&base, &theirs, &ours);
    assert_eq!(items(&swapped), case.conflicts, "{name}, swapped");
    let is_content = |conflict: &Conflict| matches!(conflict.item, ConflictItem::Content(_));
    if merged.conflicts.iter().any(is_content) {
        kept_in_one_counting(&merged, [&base, &ours, &theirs]);
    }
    if case.conflicts.is_empty() {
        assert_eq!(merged.sidecar.to_bytes(), merged.to_bytes(), "{name}");
        if !case.one_way {
            assert_eq!(text(&swapped), text(&merged), "{name}, swapped");
        }
    }
}

/// Checks a merge of sidecars for two versions of a clip: the result keeps one side's lines about frames, and the other
/// side's changes as notes.
fn kept_in_one_counting(merged: &MergedSidecar, [base, ours, theirs]: [&Sidecar; 3]) {
    let of_frames = |sidecar: &Sidecar| -> Vec<String> {
        let lines = sidecar.lines().iter().map(Line::to_string);
        let starts = ["frames ", "rate ", "hash ", "tag ", "not ", "event "];
        let is_such = |line: &String| starts.iter().any(|start| line.starts_with(start));
        lines.filter(is_such).collect()
    };
    let [base, ours, theirs, kept] = [base, ours, theirs, &merged.sidecar].map(of_frames);
    assert!(kept == ours || kept == theirs, "{kept:?}");
    let text = super::text(&merged.sidecar);
    for line in ours.iter().chain(&theirs) {
        let is_said = text.contains(&Line::Note(line.clone()).to_string()[6..].replace('"', ""));
        assert!(base.contains(line) || is_said, "{line} is not in {text}");
    }
}

/// The message of a conflict tells the user how to resolve it.
#[test]
fn a_conflict_of_clip_versions_says_how_to_resolve_it() {
    let sides = [
        "frames 9\ntag A 1 2\n",
        "frames 8\ntag A 0 1\n",
        "frames 9\ntag A 1 3\n",
    ];
    let [base, ours, theirs] = sides.map(|body| sidecar(Some(&body.to_owned())));
    let said = |ours, theirs| merge(&base, ours, theirs).conflicts[0].to_string();
    let [new, old] = [said(&ours, &theirs), said(&theirs, &ours)];
    assert!(
        new.ends_with(
            "keep ours and make the edits of theirs again, or keep theirs and rebase that"
        )
    );
    assert!(old.starts_with("content: theirs was rebased to another version of the clip"));
    let merged = merge(&base, &ours, &theirs).sidecar;
    let notes = "note \"not merged, theirs has: frames 9\"\n";
    assert!(!super::text(&merged).contains(notes), "the base has it");
    assert_eq!(
        super::text(&merged),
        "footwork-tags 1\nframes 8\nnote \"not merged, theirs has: tag A 1 3\"\n\
         note \"not merged, theirs removed: tag A 1 2\"\ntag A 0 1\n"
    );
}

#[test]
fn merge_cases_give_their_results() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/merge/cases.toml");
    let cases: Cases = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(cases.case.len() > 40);
    cases.case.iter().for_each(check);
}

/// Every span and every event is in conflict, in such numbers that a linear search for each of them would be noticed.
#[test]
fn many_conflicts_merge_without_a_search_for_each() {
    let body = |length: u32, data: u32| -> String {
        let spans = (0..10_000).map(|n| format!("tag A {} {}\n", 20 * n, 20 * n + length));
        let events = (0..10_000).map(|n| format!("event E {n} data {data}\n# remark\n"));
        spans.chain(events).collect()
    };
    let [base, ours, theirs] = [(10, 0), (12, 1), (14, 2)].map(|(length, data)| {
        let body = body(length, data);
        sidecar(Some(&body))
    });
    let merged = merge(&base, &ours, &theirs);
    assert_eq!(merged.conflicts.len(), 20_000);
    assert_eq!(merged.sidecar.events().count(), 20_000);
    assert_eq!(merged.sidecar.tags().count(), 20_000);
    // A span that was split into many, and many events at the same time.
    let body = |shift: u32| -> String {
        let spans = (0..10_000).map(|n| format!("tag A {} {}\n", 9 * n + shift, 9 * n + shift + 3));
        let events = (0..10_000).map(|n| format!("event E 1 data {}\n", 3 * n + shift));
        spans.chain(events).collect()
    };
    let base = "tag A 0 90000\nevent E 1 data null\n".to_owned();
    let merged = merge(
        &sidecar(Some(&base)),
        &sidecar(Some(&body(1))),
        &sidecar(Some(&body(2))),
    );
    assert_eq!(items(&merged), ["tag A", "event E", "event E"]);
}
