//! Merges the spans of one tag, frame by frame.
//!
//! Each side has three layers: hand-made spans, rule-made spans, and the frames of `not` lines. Each layer is merged as
//! a set of frames, so that edits of different frames always combine; then the sets are cut into spans again at the
//! frames where spans touched. Hand-made spans and `not` lines take precedence over rules.
//!
//! Merging by frames misses three conflicts: both sides moved the same end of a span; the sides kept different parts of
//! a span, so that no frame of it is left; or one side painted frames that the other put on a `not` line. `ends.rs`
//! finds the first two, and `denied` finds the third. The disputed frames are widened to an island: the run of
//! overlapping spans, of any version, around them. An island becomes one conflict, so that the user chooses between
//! whole spans.
//!
//! Invariant: a hand-made span is either merged or part of exactly one conflict, and rules get no frame of a
//! conflicting span.
//!
//! If spans of one version overlap, frames cannot tell them apart, and the spans are merged line by line.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRange, FrameRate, Name};

use super::conflict::ConflictItem;
use super::ends::disputed;
use super::islands::{islands_of, spans_in};
use super::layers::{Layers, denied, frames, taken_up};
use super::parts::{Parts, settled_or_apart};
use super::three::{Three, merged_list};
use crate::frames::FrameSet;
use crate::sidecar::{Line, TagSpan};

/// The largest gap, in frames, between the old and the new place of a span that counts as moved. A span longer than
/// this gap may move by its own length. If the rate is known, the frames of one second replace this constant.
const REACH: u64 = 120;

/// Merges the `tag` and `not` lines of one tag.
pub(super) fn merge(
    name: &Name,
    lines: Three<Vec<&Line>>,
    rate: Option<FrameRate>,
    parts: &mut Parts,
) {
    if let Some(settled) = lines.settled() {
        parts.lines.extend(settled.iter().copied().cloned());
        return;
    }
    let layers = lines.map(|lines| Layers::from_lines(lines));
    let Three { base, ours, theirs } = &layers;
    if [base, ours, theirs].into_iter().any(Layers::overlap) {
        // Frames cannot tell the spans apart.
        if is_disputed(&lines) {
            settled_or_apart(ConflictItem::Tag(name.clone()), &lines, parts);
            return;
        }
        let merged = merged_list(&lines, |line| line.to_string());
        parts.lines.extend(merged.into_iter().cloned());
        return;
    }
    let mut by_hand = layers.map(|layers| layers.by_hand.clone());
    let taken_up = taken_up(&layers);
    by_hand.base.extend(&taken_up);
    by_hand.base.sort();
    let nots = layers.map(|layers| frames(&layers.not));
    let merged = merged_frames(&by_hand.map(|spans| frames(spans)));
    let not = merged_frames(&nots);
    let reach = rate.map_or(REACH, |rate| rate.numerator() / rate.denominator());
    let reach = u32::try_from(reach).unwrap_or(u32::MAX);
    let apart = disputed(&by_hand, &merged, reach);
    let islands = islands_of(&apart, &by_hand.map(|spans| spans.as_slice()));
    let denied = denied(&islands, &layers, &merged, &not);
    let (islands, not_in_islands) = if denied.is_empty() {
        (islands, Three::default())
    } else {
        let seeds: Vec<FrameRange> = apart.iter().copied().chain(denied.iter()).collect();
        let nots = nots.map(|nots| nots.iter().collect::<Vec<_>>());
        let both = Three {
            base: [by_hand.base.as_slice(), &nots.base].concat(),
            ours: [by_hand.ours.as_slice(), &nots.ours].concat(),
            theirs: [by_hand.theirs.as_slice(), &nots.theirs].concat(),
        };
        (
            islands_of(&seeds, &both.map(|spans| spans.as_slice())),
            nots,
        )
    };
    let mut claimed: Vec<FrameRange> = Vec::new();
    for island in &islands {
        let said = Three {
            base: (&by_hand.base, &not_in_islands.base),
            ours: (&by_hand.ours, &not_in_islands.ours),
            theirs: (&by_hand.theirs, &not_in_islands.theirs),
        };
        let lines = said.map(|(spans, nots)| {
            let (spans, nots) = (spans_in(*island, spans), spans_in(*island, nots));
            claimed.extend(spans.iter().chain(nots));
            let spans = spans
                .iter()
                .map(|range| line(name, *range, taken_up.contains(range)));
            spans
                .chain(nots.iter().map(|range| not_line(name, *range)))
                .collect()
        });
        parts.conflict(ConflictItem::Tag(name.clone()), lines);
    }
    let disputed = FrameSet::from_spans(islands);
    let merged = merged.difference(&disputed);
    let not = if denied.is_empty() {
        not
    } else {
        not.difference(&disputed)
    };
    let left_to_rules = merged_frames(&layers.map(|layers| frames(&layers.by_rule)))
        .difference(&merged)
        .difference(&FrameSet::from_spans(claimed))
        .difference(&not);
    let by_rule = layers.map(|layers| layers.by_rule.clone());
    for (frames, spans, by_rule) in [(merged, &by_hand, false), (left_to_rules, &by_rule, true)] {
        let spans = cut(&frames, &merged_cuts(spans)).into_iter();
        parts
            .lines
            .extend(spans.map(|range| line(name, range, by_rule)));
    }
    parts
        .lines
        .extend(not.iter().map(|range| not_line(name, range)));
}

/// Returns whether both sides changed a line of the base, in different ways.
fn is_disputed(lines: &Three<Vec<&Line>>) -> bool {
    let texts = lines.map(|lines| lines.iter().map(|line| (line.to_string(), *line)));
    let [base, ours, theirs] = [texts.base, texts.ours, texts.theirs]
        .map(|side| side.collect::<BTreeMap<String, &Line>>());
    let gone = base
        .iter()
        .filter(|(text, _)| !ours.contains_key(*text) && !theirs.contains_key(*text));
    let gone = frames(
        &gone
            .filter_map(|(_, line)| range_of(line))
            .collect::<Vec<_>>(),
    );
    let became = |side: &BTreeMap<String, &Line>| -> BTreeSet<String> {
        let new = side.iter().filter(|(text, _)| !base.contains_key(*text));
        let new = new.filter(|(_, line)| {
            let range = FrameSet::from_spans(range_of(line));
            !range.intersection(&gone).is_empty()
        });
        new.map(|(text, _)| text.clone()).collect()
    };
    became(&ours) != became(&theirs)
}

fn line(name: &Name, range: FrameRange, by_rule: bool) -> Line {
    Line::Tag(TagSpan {
        name: name.clone(),
        range,
        by_rule,
    })
}

fn not_line(name: &Name, range: FrameRange) -> Line {
    Line::Not {
        name: name.clone(),
        range,
    }
}

fn range_of(line: &Line) -> Option<FrameRange> {
    match line {
        Line::Tag(TagSpan { range, .. }) | Line::Not { range, .. } => Some(*range),
        _ => None,
    }
}

/// Merges frame by frame. If the sides differ about a frame, the result has the value of the side that changed it.
fn merged_frames(sides: &Three<FrameSet>) -> FrameSet {
    let Three { base, ours, theirs } = sides;
    let changed_by_one = ours.symmetric_difference(theirs).difference(base);
    ours.intersection(theirs).union(&changed_by_one)
}

/// Merges the cuts of the sides: the frames at which one span stops and the next starts.
fn merged_cuts(sides: &Three<Vec<FrameRange>>) -> BTreeSet<u32> {
    let cuts = sides.map(|spans| {
        let pairs = spans.windows(2);
        let touching = pairs.filter(|pair| pair[0].stop() == pair[1].start());
        touching
            .map(|pair| pair[1].start())
            .collect::<BTreeSet<u32>>()
    });
    let changed_by_one = &(&cuts.ours ^ &cuts.theirs) - &cuts.base;
    &(&cuts.ours & &cuts.theirs) | &changed_by_one
}

/// Returns the frames as spans, cut at these frames.
fn cut(frames: &FrameSet, cuts: &BTreeSet<u32>) -> Vec<FrameRange> {
    let mut spans = Vec::new();
    for run in frames.iter() {
        let mut start = run.start();
        let inside = cuts.range(run.start() + 1..run.stop()).copied();
        for stop in inside.chain([run.stop()]) {
            spans.extend(FrameRange::new(start, stop));
            start = stop;
        }
    }
    spans
}
