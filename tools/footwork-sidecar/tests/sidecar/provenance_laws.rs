//! Every `by` line belongs to a hand-made span, and no span has two, whatever is edited or merged.

use std::collections::BTreeSet;

use footwork_sidecar::{Line, Provenance, Sidecar, merge};
use proptest::prelude::*;

use super::random_sides::{Edit, after, apply, span_edit, start};
use super::{config, name};

/// The places of `by` lines, and those of hand-made spans.
fn places(sidecar: &Sidecar) -> [BTreeSet<String>; 2] {
    let by = sidecar.provenance();
    let by = by.map(|by| format!("{} {}", by.tag(), by.range()));
    let spans = sidecar.tags().filter(|span| !span.by_rule);
    let spans = spans.map(|span| format!("{} {}", span.name, span.range));
    [by.collect(), spans.collect()]
}

/// Returns whether each `by` line belongs to a span of its own.
fn is_sound(sidecar: &Sidecar) -> bool {
    let [by, spans] = places(sidecar);
    by.is_subset(&spans) && by.len() == sidecar.provenance().count()
}

/// Gives some of the hand-made spans `by` lines with this score.
fn with_sources(mut sidecar: Sidecar, chosen: u64, score: f64) -> Sidecar {
    let spans = sidecar.tags().filter(|span| !span.by_rule);
    let spans = (0..).zip(spans).filter(|(at, _)| chosen >> at & 1 == 1);
    let lines = spans
        .map(|(_, span)| Provenance::new("learned", score, span.name.clone(), span.range).unwrap());
    for by in lines.collect::<Vec<_>>() {
        assert!(sidecar.set_provenance(by));
    }
    sidecar
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec(prop_oneof![3 => span_edit("A"), 1 => span_edit("B")], 0..6)
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn edits_drop_the_lines_of_lost_spans_and_no_other(
        start in start(),
        chosen in any::<u64>(),
        edits in edits(),
    ) {
        let mut sidecar = with_sources(start, chosen, 0.5);
        for edit in &edits {
            let before = sidecar.clone();
            apply(&mut sidecar, edit);
            let ([by, _], [left, spans]) = (places(&before), places(&sidecar));
            let expected: BTreeSet<String> = by.intersection(&spans).cloned().collect();
            prop_assert_eq!(left, expected, "{:?}", edit);
        }
        let a = name("A");
        sidecar.rename(|tag| (*tag == a).then(|| name("B")));
        prop_assert!(is_sound(&sidecar));
    }

    #[test]
    fn merges_keep_one_line_a_span_and_none_of_a_lost_span(
        start in start(),
        chosen in any::<[u64; 3]>(),
        ours in edits(),
        theirs in edits(),
    ) {
        let base = with_sources(start, chosen[0], 0.5);
        let ours = with_sources(after(&base, &ours), chosen[1], 0.93);
        let theirs = with_sources(after(&base, &theirs), chosen[2], 0.91);
        let merged = merge(&base, &ours, &theirs);
        prop_assert!(is_sound(&merged.sidecar));
        let lines = |sidecar: &Sidecar| -> BTreeSet<String> {
            sidecar.provenance().map(Provenance::to_string).collect()
        };
        let [of_ours, of_theirs] = [&ours, &theirs].map(lines);
        let merged_lines = lines(&merged.sidecar);
        let [_, spans] = places(&merged.sidecar);
        for line in merged.sidecar.lines() {
            if let Line::By(by) = line {
                let text = by.to_string();
                prop_assert!(of_ours.contains(&text) || of_theirs.contains(&text));
            }
        }
        // Lines of both sides stay if their spans do.
        for by in ours.provenance().filter(|by| of_theirs.contains(&by.to_string())) {
            let place = format!("{} {}", by.tag(), by.range());
            prop_assert!(!spans.contains(&place) || merged_lines.contains(&by.to_string()));
        }
    }
}
