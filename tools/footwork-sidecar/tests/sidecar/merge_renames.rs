//! A tag or event renamed on one side or on both, and edited on the other, against a model with one bool per frame.

use footwork_base::FrameRange;
use footwork_sidecar::{Sidecar, merge};
use proptest::prelude::*;

use super::{FRAMES, config, name, range, text};

/// An action of a side. `A` stands for the tag under the name that this side gave it.
#[derive(Clone, Debug)]
enum Edit {
    Paint(FrameRange),
    Trim(FrameRange),
    PaintB(FrameRange),
    TrimB(FrameRange),
}

fn edit() -> impl Strategy<Value = Edit> {
    (0u8..8, range()).prop_map(|(kind, range)| match kind {
        0..3 => Edit::Paint(range),
        3..6 => Edit::Trim(range),
        6 => Edit::PaintB(range),
        _ => Edit::TrimB(range),
    })
}

/// Returns a sidecar with spans of `A` and `B` that share no frames, and with events of `E`.
fn start() -> impl Strategy<Value = Sidecar> {
    let gaps = prop::collection::vec((0u32..4, 1u32..7, 0u8..4), 1..6);
    gaps.prop_map(|gaps| {
        let (mut lines, mut at) = (Vec::new(), 0);
        for (gap, length, kind) in gaps {
            let start = at + gap;
            at = start + length;
            let tag = if kind == 0 { "B" } else { "A" };
            lines.push(format!("tag {tag} {start} {at}\n"));
        }
        // Sorts by tag, without changing the order of the lines of each tag.
        lines.sort_by_key(|line| line[..5].to_owned());
        let mut text = format!("footwork-tags 1\nclip c0\n{}", lines.concat());
        for at in (0..at).step_by(3) {
            text += &format!("event E {at}\n");
        }
        Sidecar::read("a", text.as_bytes()).unwrap().0
    })
}

fn renamed(sidecar: &Sidecar, new: &str) -> Sidecar {
    let mut sidecar = sidecar.clone();
    sidecar.rename(|old| (old.as_str() == "A" && new != "A").then(|| name(new)));
    sidecar
}

/// Renames `A` to `called`, and then applies the edits.
fn side(base: &Sidecar, called: &str, edits: &[Edit]) -> Sidecar {
    let mut sidecar = renamed(base, called);
    for edit in edits {
        _ = match edit {
            Edit::Paint(range) => sidecar.paint(&name(called), *range),
            Edit::Trim(range) => sidecar.erase(&name(called), *range),
            Edit::PaintB(range) => sidecar.paint(&name("B"), *range),
            Edit::TrimB(range) => sidecar.erase(&name("B"), *range),
        };
    }
    sidecar
}

/// Returns, for each frame, whether it has any of the tags.
fn frames(sidecar: &Sidecar, tags: &[&str]) -> Vec<bool> {
    let has = |frame| {
        let mut spans = sidecar.tags();
        spans.any(|span| tags.contains(&span.name.as_str()) && span.range.contains(frame))
    };
    (0..2 * FRAMES).map(has).collect()
}

/// Returns the sidecar with events `E` renamed.
fn with_events_called(sidecar: &Sidecar, new: &str) -> Sidecar {
    let text = text(sidecar).replace("event E ", &format!("event {new} "));
    Sidecar::read("a", text.as_bytes()).unwrap().0
}

proptest! {
    #![proptest_config(config(3_000))]

    #[test]
    fn edits_of_a_tag_follow_its_rename(
        base in start(),
        called in prop_oneof![
            Just(("A", "D")), Just(("D", "A")), Just(("D", "D")), Just(("D", "F")),
            Just(("A", "B")), Just(("B", "A")), Just(("B", "B")), Just(("A", "A")),
        ],
        ours in prop::collection::vec(edit(), 0..4),
        theirs in prop::collection::vec(edit(), 0..4),
    ) {
        let (ours, theirs) = (side(&base, called.0, &ours), side(&base, called.1, &theirs));
        // If a side no longer has a name, and another name has some of its frames, the side may have renamed it.
        let [was_a, was_b] = ["A", "B"].map(|tag| frames(&base, &[tag]));
        let share = |a: &[bool], b: &[bool]| a.iter().zip(b).any(|(a, b)| *a && *b);
        let may_be_swapped = |side: &Sidecar, called: &str| {
            let (a, b) = (frames(side, &[called]), frames(side, &["B"]));
            let a_is_gone = called != "A" && share(&was_a, &b);
            let b_is_gone = !b.contains(&true) && share(&was_b, &a);
            called != "B" && (a_is_gone || b_is_gone)
        };
        if may_be_swapped(&ours, called.0) || may_be_swapped(&theirs, called.1) {
            return Ok(());
        }
        let merged = merge(&base, &ours, &theirs);
        if !merged.conflicts.is_empty() {
            // No frame of either side is lost.
            for side in [&ours, &theirs] {
                let other = if side == &ours { &theirs } else { &ours };
                for span in side.tags() {
                    let is_known = merged.sidecar.tags().any(|s| s.range.overlaps(span.range));
                    let was = base.tags().any(|s| s.range.overlaps(span.range));
                    prop_assert!(is_known || was && other.tags().all(|s| s != span));
                }
            }
            return Ok(());
        }
        let new = if called.0 == "A" { called.1 } else { called.0 };
        let classes: [&[&str]; 2] = match new {
            "A" => [&["A"], &["B"]],
            "B" => [&["A", "B"], &[]],
            _ => [&["A", "D", "F"], &["B"]],
        };
        for class in classes {
            let sides = [&base, &ours, &theirs].map(|side| frames(side, class));
            let a = [&ours, &theirs].map(|side| frames(side, &["A"]));
            let b = [&ours, &theirs].map(|side| frames(side, &["B"]));
            let merged_frames = frames(&merged.sidecar, class);
            for at in 0..2 * FRAMES as usize {
                // A frame that had both names may keep only one of them.
                if new == "B" && (0..2).any(|side| a[side][at] && b[side][at]) {
                    continue;
                }
                let [base, ours, theirs] = sides.each_ref().map(|frames| frames[at]);
                let expected = if ours == theirs { ours } else { !base };
                prop_assert_eq!(merged_frames[at], expected, "{} in {:?}", at, merged.sidecar);
            }
        }
    }

    /// Merging a rename by one side with edits by the other gives the same result as renaming after those edits.
    #[test]
    fn a_rename_merges_with_any_edits_of_the_other_side(base in start(), edits in prop::collection::vec(edit(), 0..5)) {
        let theirs = side(&base, "A", &edits);
        // If the other side removes all of `A`, or also edits `B`, there may be a conflict.
        let has = |side: &Sidecar| side.tags().any(|span| span.name.as_str() == "A");
        let is_of_a = |edit: &Edit| matches!(edit, Edit::Paint(_) | Edit::Trim(_));
        if has(&base) && !has(&theirs) || !edits.iter().all(is_of_a) {
            return Ok(());
        }
        let ours = renamed(&base, "D");
        let expected = if has(&base) { renamed(&theirs, "D") } else { theirs.clone() };
        for merged in [merge(&base, &ours, &theirs), merge(&base, &theirs, &ours)] {
            prop_assert_eq!(&merged.conflicts, &[]);
            prop_assert_eq!(&merged.sidecar, &expected);
        }
    }

    #[test]
    fn edits_of_events_follow_their_rename(
        base in start(),
        removed in prop::collection::vec(0u32..30, 0..20),
        added in prop::collection::vec(0u32..30, 0..3),
    ) {
        let mut theirs = base.clone();
        removed.iter().for_each(|at| _ = theirs.remove_event(&name("E"), f64::from(*at)));
        added.iter().for_each(|at| _ = theirs.add_event(&name("E"), f64::from(*at)));
        let ours = with_events_called(&base, "G");
        for merged in [merge(&base, &ours, &theirs), merge(&base, &theirs, &ours)] {
            let is_gone = theirs.events().next().is_none();
            prop_assert_eq!(merged.conflicts.len(), usize::from(is_gone));
            if !is_gone {
                prop_assert_eq!(merged.sidecar, with_events_called(&theirs, "G"));
            }
        }
    }
}

#[test]
fn an_event_renamed_by_one_side_and_moved_by_the_other_gets_both_changes() {
    let sidecar = |event: &str| {
        let text = format!("footwork-tags 1\nclip c0\nevent {event}\n");
        Sidecar::read("a", text.as_bytes()).unwrap().0
    };
    let merged = merge(&sidecar("D 0"), &sidecar("E 0"), &sidecar("D 1"));
    assert!(merged.conflicts.is_empty());
    assert_eq!(text(&merged.sidecar), text(&sidecar("E 1")));
}
