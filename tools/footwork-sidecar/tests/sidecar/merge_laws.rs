//! Laws that hold for every merge, and spans against a plain model with one bool per frame.

use std::collections::BTreeMap;

use footwork_sidecar::{Conflict, ConflictItem, Line, MergedSidecar, Sidecar, merge};
use proptest::prelude::*;

use super::random_sides::{after, edits, event_edit, lines, sides, sorted, span_edit, start};
use super::span_model::{boundaries, by_hand, by_hand_of, holds, is_of_one_clip, model, only_a};
use super::{FRAMES, config};

/// Returns the text with each conflict replaced by the lines of one side.
fn resolved(text: &str, takes_ours: bool) -> String {
    let (mut out, mut side) = (String::new(), None);
    for line in text.lines() {
        match line {
            "<<<<<<< ours" => side = Some(true),
            "=======" => side = Some(false),
            ">>>>>>> theirs" => side = None,
            line if side.is_none_or(|ours| ours == takes_ours) => out += &format!("{line}\n"),
            _ => {}
        }
    }
    out
}

/// Returns whether every line of `some` occurs in `all` at least as often as in `some`.
fn contains(all: &[String], some: impl Iterator<Item = String>) -> bool {
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    all.iter()
        .for_each(|line| *counts.entry(line).or_default() += 1);
    some.into_iter().all(|line| {
        let count = counts.get_mut(line.as_str());
        count.is_some_and(|count| {
            *count -= 1;
            *count >= 0
        })
    })
}

fn is_of_two_clips(merged: &MergedSidecar) -> bool {
    let mut items = merged.conflicts.iter().map(|conflict| &conflict.item);
    items.any(|item| matches!(item, ConflictItem::Content(_)))
}

fn check_text(merged: &MergedSidecar) -> Result<(), TestCaseError> {
    let text = String::from_utf8(merged.to_bytes()).unwrap();
    if merged.conflicts.is_empty() {
        prop_assert_eq!(text.as_bytes(), merged.sidecar.to_bytes());
        return Ok(());
    }
    let refused = Sidecar::read("a", text.as_bytes()).unwrap_err();
    prop_assert_eq!(refused.code, "merge-conflict");
    let markers = text.lines().filter(|line| line.starts_with("<<<<<<<"));
    prop_assert_eq!(markers.count(), merged.conflicts.len());
    for takes_ours in [true, false] {
        let resolved = resolved(&text, takes_ours);
        if is_of_two_clips(merged) {
            continue;
        }
        // An event that moved past another event is out of order until the next edit.
        let (sidecar, _) = Sidecar::read("a", resolved.as_bytes()).unwrap();
        let all = lines(&merged.sidecar);
        prop_assert!(contains(&all, lines(&sidecar).into_iter()));
    }
    let of_frames = |conflict: &&Conflict| !matches!(conflict.item, ConflictItem::Content(_));
    for conflict in merged.conflicts.iter().filter(of_frames) {
        for side in [&conflict.ours, &conflict.theirs] {
            let side = side.iter().map(Line::to_string);
            prop_assert!(contains(&lines(&merged.sidecar), side));
        }
    }
    Ok(())
}

/// Checks that each unknown line occurs as often as a three-way merge of its counts says.
fn check_unknown(sides: &[Sidecar; 3], merged: &Sidecar) -> Result<(), TestCaseError> {
    let unknown = |sidecar: &Sidecar| {
        let mut counts: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for line in sidecar.lines() {
            if let Line::Other(bytes) = line {
                *counts.entry(bytes.clone()).or_default() += 1;
            }
        }
        counts
    };
    let [base, ours, theirs] = sides.each_ref().map(unknown);
    let merged = unknown(merged);
    for line in base.keys().chain(ours.keys()).chain(theirs.keys()) {
        let count = |of: &BTreeMap<Vec<u8>, usize>| of.get(line).copied().unwrap_or(0);
        let (b, o, t) = (count(&base), count(&ours), count(&theirs));
        let expected = match (o >= b, t >= b) {
            (true, true) => o.max(t),
            (false, false) => o.min(t),
            _ => o + t - b,
        };
        prop_assert_eq!(count(&merged), expected);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn every_merge_obeys_the_laws(sides in sides()) {
        let [base, ours, theirs] = &sides;
        let merged = merge(base, ours, theirs);
        check_text(&merged)?;
        check_unknown(&sides, &merged.sidecar)?;
        let written = merged.sidecar.to_bytes();
        if !written.is_empty() {
            let (again, findings) = Sidecar::read("a", &written).unwrap();
            prop_assert_eq!(&again, &merged.sidecar);
            let overlaps = |f: &footwork_sidecar::Finding| f.message.starts_with("A [");
            prop_assert!(!merged.conflicts.is_empty() || !findings.iter().any(overlaps));
        }

        let known = sides.each_ref().map(boundaries);
        for boundary in boundaries(&merged.sidecar) {
            let is_known = known.iter().any(|known| known.contains(&boundary));
            prop_assert!(is_known, "{boundary:?} is of no side");
        }

        let swapped = merge(base, theirs, ours);
        if !is_of_two_clips(&merged) {
            prop_assert_eq!(sorted(&merged.sidecar), sorted(&swapped.sidecar));
        }
        prop_assert_eq!(merged.conflicts.len(), swapped.conflicts.len());
        for (conflict, swapped) in merged.conflicts.iter().zip(&swapped.conflicts) {
            prop_assert_eq!(conflict.item.to_string(), swapped.item.to_string());
            prop_assert_eq!((&conflict.ours, &conflict.theirs), (&swapped.theirs, &swapped.ours));
        }
        let again = merge(&merged.sidecar, &merged.sidecar, &merged.sidecar);
        prop_assert_eq!(again.sidecar, merged.sidecar);
    }

    #[test]
    fn an_unchanged_side_yields_the_other_side(sides in sides()) {
        let [base, ours, _] = &sides;
        for [b, o, t] in [[base, ours, base], [base, base, ours], [base, ours, ours]] {
            let merged = merge(b, o, t);
            prop_assert_eq!(&merged.conflicts, &[]);
            prop_assert_eq!(merged.to_bytes(), ours.to_bytes());
        }
    }

    #[test]
    fn spans_made_by_hand_follow_the_model(sides in sides()) {
        if !is_of_one_clip(&sides) {
            return Ok(());
        }
        let sides = only_a(&sides);
        let [base, ours, theirs] = &sides;
        let merged = merge(base, ours, theirs);
        let of_a = |item: &ConflictItem| matches!(item, ConflictItem::Tag(name) if name.as_str() == "A");
        let found = merged.conflicts.iter().any(|conflict| of_a(&conflict.item));
        let (expected, frames) = model(&sides);
        prop_assert_eq!(found, expected, "{:#?}", lines(&merged.sidecar));
        let spans = by_hand(&merged.sidecar);
        let has: Vec<bool> = (0..2 * FRAMES).map(|frame| holds(&spans, frame)).collect();
        if !found {
            prop_assert_eq!(has, frames);
            return Ok(());
        }
        // Spans that both sides have, or that one side added, are not lost.
        let [base, ours, theirs] = by_hand_of(&sides);
        for frame in 0..2 * FRAMES {
            let [base, ours, theirs] = [&base, &ours, &theirs].map(|spans| holds(spans, frame));
            if ours && theirs || !base && (ours || theirs) {
                prop_assert!(has[frame as usize], "{}", frame);
            }
        }
    }

    #[test]
    fn events_on_both_sides_or_added_by_one_are_kept(sides in sides()) {
        if !is_of_one_clip(&sides) {
            return Ok(());
        }
        let [base, ours, theirs] = &sides;
        let merged = lines(&merge(base, ours, theirs).sidecar);
        let [base, ours, theirs] = [base, ours, theirs].map(lines);
        let events = ours.iter().chain(&theirs).filter(|line| line.starts_with("event "));
        for event in events {
            let in_both = ours.contains(event) && theirs.contains(event);
            // If `E` was renamed to `D`, the event is now an event of `D` and may have gained data. If `D` was renamed
            // to `E`, the other side may have moved the event.
            let renamed = event.replace("event E", "event D");
            let is_new = event.starts_with("event E") && !base.contains(event) && !base.contains(&renamed);
            // One side may have moved the event, and the other may have changed its data.
            if in_both || is_new {
                let is_renamed = |line: &String| {
                    line.strip_prefix(&renamed)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                };
                let is_there = merged.contains(event) || merged.iter().any(is_renamed);
                prop_assert!(is_there, "{event} is not in {merged:#?}");
            }
        }
    }

    #[test]
    fn edits_of_different_items_are_both_kept(
        start in start(),
        first in edits(),
        ours in prop::collection::vec(prop_oneof![span_edit("A"), event_edit("E")], 0..6),
        theirs in prop::collection::vec(prop_oneof![span_edit("B"), event_edit("D")], 0..6),
    ) {
        let base = after(&start, &first);
        let merged = merge(&base, &after(&base, &ours), &after(&base, &theirs));
        prop_assert_eq!(&merged.conflicts, &[]);
        let both = after(&base, &[ours, theirs].concat());
        prop_assert_eq!(sorted(&merged.sidecar), sorted(&both));
    }

    #[test]
    fn edits_of_different_span_ends_are_both_kept(starts in (0u32..10, 0u32..10), stops in (12u32..20, 12u32..20)) {
        let sidecar = |start: u32, stop: u32| {
            let text = format!("footwork-tags 1\ntag A {start} {stop}\n");
            Sidecar::read("a", text.as_bytes()).unwrap().0
        };
        let base = sidecar(starts.0, stops.0);
        let merged = merge(&base, &sidecar(starts.1, stops.0), &sidecar(starts.0, stops.1));
        prop_assert_eq!(&merged.conflicts, &[]);
        prop_assert_eq!(merged.sidecar, sidecar(starts.1, stops.1));
    }
}
