//! The cases of `testdata/merge`, each also with the sides swapped.

use std::path::PathBuf;

use footwork_library::{Merged, Sidecar, merge};
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

fn items(merged: &Merged) -> Vec<String> {
    let conflicts = merged.conflicts.iter();
    conflicts
        .map(|conflict| conflict.item.to_string())
        .collect()
}

fn text(merged: &Merged) -> String {
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
    if case.conflicts.is_empty() {
        assert_eq!(merged.sidecar.to_bytes(), merged.to_bytes(), "{name}");
        if !case.one_way {
            assert_eq!(text(&swapped), text(&merged), "{name}, swapped");
        }
    }
}

#[test]
fn merges() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/merge/cases.toml");
    let cases: Cases = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(cases.case.len() > 40);
    cases.case.iter().for_each(check);
}

/// Every span and every event in dispute, so many that a search for each would be noticed.
#[test]
fn many_conflicts() {
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
    // One span that became many, and events of one time.
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
