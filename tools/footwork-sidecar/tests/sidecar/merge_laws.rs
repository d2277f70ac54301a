//! Laws that hold for every merge, and spans against a plain model with one bool per frame.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::FrameRange;
use footwork_sidecar::{Conflict, ConflictItem, Line, MergedSidecar, Sidecar, TagSpan, merge};
use proptest::prelude::*;

use super::{FRAMES, config, name, range, text};

/// A change of a sidecar.
#[derive(Clone, Debug)]
enum Edit {
    Paint(&'static str, FrameRange),
    Trim(&'static str, FrameRange),
    AddEvent(&'static str, u32),
    RemoveEvent(&'static str, u32),
    /// Inserts a line anywhere, as with a text editor.
    Write(usize, String),
    /// Removes the line at this place, except the first one.
    Erase(usize),
}

fn apply(sidecar: &mut Sidecar, edit: &Edit) {
    match edit {
        Edit::Paint(tag, range) => _ = sidecar.paint(&name(tag), *range),
        Edit::Trim(tag, range) => _ = sidecar.erase(&name(tag), *range),
        Edit::AddEvent(event, time) => _ = sidecar.add_event(&name(event), f64::from(*time)),
        Edit::RemoveEvent(event, time) => _ = sidecar.remove_event(&name(event), f64::from(*time)),
        Edit::Write(place, line) => {
            rewrite(sidecar, |lines| {
                let place = 1 + place % lines.len();
                lines.insert(place, line.clone());
            });
        }
        Edit::Erase(place) => rewrite(sidecar, |lines| {
            if lines.len() > 1 {
                lines.remove(1 + place % (lines.len() - 1));
            }
        }),
    }
}

fn rewrite(sidecar: &mut Sidecar, change: impl FnOnce(&mut Vec<String>)) {
    let mut lines = lines(sidecar);
    change(&mut lines);
    let text = lines.join("\n") + "\n";
    *sidecar = Sidecar::read("a", text.as_bytes()).unwrap().0;
}

fn lines(sidecar: &Sidecar) -> Vec<String> {
    text(sidecar).lines().map(str::to_owned).collect()
}

fn sorted(sidecar: &Sidecar) -> Vec<String> {
    let mut lines = lines(sidecar);
    lines.sort();
    lines
}

fn after(start: &Sidecar, edits: &[Edit]) -> Sidecar {
    let mut sidecar = start.clone();
    edits.iter().for_each(|edit| apply(&mut sidecar, edit));
    sidecar
}

/// Paints and erases `tag`.
fn span_edit(tag: &'static str) -> impl Strategy<Value = Edit> {
    (any::<bool>(), range()).prop_map(move |(paints, range)| {
        if paints {
            Edit::Paint(tag, range)
        } else {
            Edit::Trim(tag, range)
        }
    })
}

fn event_edit(event: &'static str) -> impl Strategy<Value = Edit> {
    (any::<bool>(), 0u32..12).prop_map(move |(adds, time)| {
        if adds {
            Edit::AddEvent(event, time)
        } else {
            Edit::RemoveEvent(event, time)
        }
    })
}

/// An arbitrary line; spans of tag `O` may overlap.
fn written() -> impl Strategy<Value = String> {
    (range(), 0u8..13).prop_map(|(range, kind)| {
        let (start, stop) = (range.start(), range.stop());
        match kind {
            0 => format!("clip c{}", start % 3),
            1 if start % 2 == 0 => format!("state done on 2026-11-0{}", 1 + stop % 3),
            1 => format!("frames {start}"),
            2 if start % 2 == 0 => format!("reference v{}.mp4 offset {stop}", start % 3),
            2 => format!("note \"{}\"", start % 4),
            3 => String::new(),
            4 | 5 => format!("# remark {}", start % 4),
            6 | 7 => format!("tag O {start} {stop}"),
            8 => format!("tag O {start} {stop} rule"),
            9 => format!("not O {start} {stop}"),
            10 => format!("not A {start} {stop}"),
            11 => format!("kept A ours {start} {stop} theirs none"),
            _ => format!("event D {} data {}", start % 5, stop % 5),
        }
    })
}

fn any_edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => span_edit("A"),
        1 => span_edit("O"),
        2 => event_edit("E"),
        1 => event_edit("D"),
        3 => (any::<usize>(), written()).prop_map(|(place, line)| Edit::Write(place, line)),
        2 => any::<usize>().prop_map(Edit::Erase),
    ]
}

/// Spans of `A` by rules and by hand that do not overlap, as rules leave them.
fn start() -> impl Strategy<Value = Sidecar> {
    let gaps = prop::collection::vec((0u32..4, 1u32..7, 0u8..3), 0..6);
    gaps.prop_map(|gaps| {
        let mut text = "footwork-tags 1\nclip c0\n".to_owned();
        let mut at = 0;
        for (gap, length, kind) in gaps {
            let start = at + gap;
            at = start + length;
            let rule = if kind == 0 { " rule" } else { "" };
            text += &format!("tag A {start} {at}{rule}\n");
        }
        Sidecar::read("a", text.as_bytes()).unwrap().0
    })
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec(any_edit(), 0..8)
}

/// A sidecar and two edited versions of it; sometimes one side has none.
fn sides() -> impl Strategy<Value = [Sidecar; 3]> {
    let absent = prop_oneof![8 => Just(3usize), 1 => 0usize..3];
    let parts = (start(), edits(), edits(), edits(), absent);
    parts.prop_map(|(start, first, ours, theirs, absent)| {
        let base = after(&start, &first);
        let mut sides = [base.clone(), after(&base, &ours), after(&base, &theirs)];
        if let Some(side) = sides.get_mut(absent) {
            *side = Sidecar::default();
        }
        sides
    })
}

/// Returns whether all sidecars with a length have the same, so that they number the same frames.
fn is_of_one_clip(sides: &[Sidecar; 3]) -> bool {
    let lengths = sides.each_ref().map(|side| {
        let mut lines = lines(side);
        lines.retain(|line| line.starts_with("frames "));
        lines
    });
    let mut said = lengths.iter().filter(|lines| !lines.is_empty());
    let first = said.next();
    said.all(|lines| Some(lines) == first)
}

/// Returns the starts and stops of spans of any tag, since those of a renamed tag move to another.
fn boundaries(sidecar: &Sidecar) -> BTreeSet<u32> {
    let lines = sidecar.lines().iter().filter_map(|line| match line {
        Line::Tag(TagSpan { range, .. }) | Line::Not { range, .. } => {
            Some([range.start(), range.stop()])
        }
        _ => None,
    });
    lines.flatten().collect()
}

/// Removes the other tags, so that no frames of theirs look as if `A` had been renamed.
fn only_a(sides: &[Sidecar; 3]) -> [Sidecar; 3] {
    sides.each_ref().map(|side| {
        let mut side = side.clone();
        if side != Sidecar::default() {
            rewrite(&mut side, |lines| {
                lines.retain(|line| !line.starts_with("tag O ") && !line.starts_with("not O "));
            });
        }
        side
    })
}

/// Returns the spans of `A` made by hand.
fn by_hand(sidecar: &Sidecar) -> Vec<FrameRange> {
    let tags = sidecar.tags();
    let of_a = tags.filter(|span| span.name.as_str() == "A" && !span.by_rule);
    let mut spans: Vec<_> = of_a.map(|span| span.range).collect();
    spans.sort();
    spans
}

fn holds(spans: &[FrameRange], frame: u32) -> bool {
    spans.iter().any(|span| span.contains(frame))
}

/// Returns where a side has the stop of `span`; `None` if it is gone.
fn stop_on(side: &[FrameRange], span: FrameRange) -> Option<u32> {
    let stop = span.stop();
    match side.iter().find(|other| other.contains(stop - 1)) {
        Some(run) => Some(run.stop()),
        None => {
            let inside = side.iter().map(|other| other.stop());
            inside.filter(|&at| span.start() < at && at < stop).max()
        }
    }
}

fn start_on(side: &[FrameRange], span: FrameRange) -> Option<u32> {
    match side.iter().find(|other| other.contains(span.start())) {
        Some(run) => Some(run.start()),
        None => {
            let inside = side.iter().map(|other| other.start());
            let inside = inside.filter(|&at| span.start() < at && at < span.stop());
            inside.min()
        }
    }
}

/// Returns, for each span without frames on a side, the new span that replaces it, at the reach without a frame rate.
fn far_on(base: &[FrameRange], side: &[FrameRange]) -> Vec<Option<FrameRange>> {
    let none_of = |span: &FrameRange, of: &[FrameRange]| !of.iter().any(|o| o.overlaps(*span));
    let mut free: Vec<FrameRange> = side.iter().copied().filter(|s| none_of(s, base)).collect();
    let kept: Vec<_> = base.iter().copied().filter(|s| !none_of(s, side)).collect();
    let distance = |a: FrameRange, b: FrameRange| {
        a.start().saturating_sub(b.stop()) + b.start().saturating_sub(a.stop())
    };
    let far = base.iter().map(|&span| {
        if !none_of(&span, side) {
            return None;
        }
        let kept_before = |of: FrameRange| kept.iter().filter(|k| k.start() < of.start()).count();
        let same_room = |s: &FrameRange| kept_before(*s) == kept_before(span);
        // If two are equally near, the later one.
        let rooms = free.iter().copied().filter(same_room);
        let nearest = rooms.min_by_key(|s| (distance(*s, span), u32::MAX - s.start()))?;
        // Earlier ones are skipped, so that the order stays.
        free.retain(|s| s.start() > nearest.start());
        Some(nearest)
    });
    far.collect()
}

/// Returns the spans of `A` made by hand; for the base also the rule spans that both sides made their own.
fn by_hand_of(sides: &[Sidecar; 3]) -> [Vec<FrameRange>; 3] {
    let mut spans = sides.each_ref().map(by_hand);
    let of_rules = sides.each_ref().map(|side| {
        let of_a = |span: &&footwork_sidecar::TagSpan| span.name.as_str() == "A" && span.by_rule;
        side.tags()
            .filter(of_a)
            .map(|span| span.range)
            .collect::<Vec<_>>()
    });
    let touch = |range: FrameRange, of: &[FrameRange]| of.iter().any(|o| o.overlaps(range));
    for &range in &of_rules[0] {
        let is_taken_up =
            |side: usize| touch(range, &spans[side]) && !touch(range, &of_rules[side]);
        if is_taken_up(1) && is_taken_up(2) {
            spans[0].push(range);
        }
    }
    spans[0].sort();
    spans
}

fn nots(sidecar: &Sidecar) -> Vec<FrameRange> {
    let lines = sidecar.lines().iter();
    let of_a = lines.filter_map(|line| match line {
        Line::Not { name, range } if name.as_str() == "A" => Some(*range),
        _ => None,
    });
    of_a.collect()
}

/// Returns whether the sides conflict about `A`, and its frames if they do not.
fn model(sides: &[Sidecar; 3]) -> (bool, Vec<bool>) {
    let [base, ours, theirs] = by_hand_of(sides);
    let merge = |sides: [&[FrameRange]; 3]| -> Vec<bool> {
        let frames = (0..2 * FRAMES).map(|frame| {
            let [base, ours, theirs] = sides.map(|spans| holds(spans, frame));
            if ours == theirs { ours } else { !base }
        });
        frames.collect()
    };
    let merged = merge([&base, &ours, &theirs]);
    let (our_far, their_far) = (far_on(&base, &ours), far_on(&base, &theirs));
    let conflicts = base.iter().enumerate().any(|(number, &span)| {
        let apart = |was: u32, ours: Option<u32>, theirs: Option<u32>| {
            ours != Some(was) && theirs != Some(was) && ours != theirs
        };
        let keeps = |side: &[FrameRange]| side.iter().any(|other| other.overlaps(span));
        let left = (span.start()..span.stop()).any(|frame| merged[frame as usize]);
        let start = |side, far: &[Option<FrameRange>]| {
            start_on(side, span).or(far[number].map(FrameRange::start))
        };
        let stop = |side, far: &[Option<FrameRange>]| {
            stop_on(side, span).or(far[number].map(FrameRange::stop))
        };
        let (our_start, their_start) = (start(&ours, &our_far), start(&theirs, &their_far));
        let (our_stop, their_stop) = (stop(&ours, &our_far), stop(&theirs, &their_far));
        apart(span.start(), our_start, their_start)
            || apart(span.stop(), our_stop, their_stop)
            || keeps(&ours) && keeps(&theirs) && !left
    });
    // One side gives the tag to a frame and the other denies it.
    let [base_not, our_not, their_not] = sides.each_ref().map(nots);
    let not = merge([&base_not, &our_not, &their_not]);
    let denied = (0..2 * FRAMES).any(|frame| {
        let said_by_one = holds(&ours, frame) && holds(&our_not, frame)
            || holds(&theirs, frame) && holds(&their_not, frame);
        merged[frame as usize] && not[frame as usize] && !said_by_one
    });
    (conflicts || denied, merged)
}

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

/// Returns whether every line of `some` occurs in `all` at least as often.
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
        // An event that moved past another is out of order until the next edit.
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

/// Checks that each unknown line occurs as often as three-way counting says.
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
    fn every_merge(sides in sides()) {
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
    fn a_side_that_changed_nothing_gives_way(sides in sides()) {
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
    fn events_are_not_lost(sides in sides()) {
        if !is_of_one_clip(&sides) {
            return Ok(());
        }
        let [base, ours, theirs] = &sides;
        let merged = lines(&merge(base, ours, theirs).sidecar);
        let [base, ours, theirs] = [base, ours, theirs].map(lines);
        let events = ours.iter().chain(&theirs).filter(|line| line.starts_with("event "));
        for event in events {
            let in_both = ours.contains(event) && theirs.contains(event);
            // If `E` was renamed, it is an event of `D`, which may have got data; and an event of `D` renamed to
            // `E` may have been moved by the other side.
            let renamed = event.replace("event E", "event D");
            let is_new = event.starts_with("event E") && !base.contains(event) && !base.contains(&renamed);
            // One side may have moved it, and the other changed its data.
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
    fn edits_of_different_things_go_together(
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
    fn different_ends_of_a_span_go_together(starts in (0u32..10, 0u32..10), stops in (12u32..20, 12u32..20)) {
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
