//! The spans of one tag: frame by frame, those that people made apart from those of rules.

use std::collections::BTreeSet;

use footwork_base::{FrameRange, Name};
use footwork_tags::{Ranges, SetAlgebra};

use super::ends::disputed;
use super::lists::merged_list;
use super::{Item, Parts, Three};
use crate::{Line, TagSpan};

/// Merges the `tag` and `not` lines of one tag.
pub(super) fn merge(name: &Name, lines: Three<Vec<&Line>>, parts: &mut Parts) {
    if let Some(settled) = lines.settled() {
        parts.lines.extend(settled.iter().copied().cloned());
        return;
    }
    let layers = lines.map(|lines| Layers::of(lines));
    let Three { base, ours, theirs } = &layers;
    if [base, ours, theirs].into_iter().any(Layers::overlap) {
        // Frames do not say which span is which.
        let merged = merged_list(&lines, |line| line.to_string());
        parts.lines.extend(merged.into_iter().cloned());
        return;
    }
    let by_hand = layers.map(|layers| layers.by_hand.clone());
    let by_rule = layers.map(|layers| layers.by_rule.clone());
    let merged = merged_frames(&by_hand.map(|spans| frames(spans)));
    let disputed = islands_of(&disputed(&by_hand, &merged), &by_hand);
    for island in &disputed {
        let lines = by_hand.map(|spans| {
            let inside = spans_in(*island, spans).iter();
            inside.map(|range| line(name, *range, false)).collect()
        });
        parts.conflict(Item::Tag(name.clone()), lines);
    }
    let disputed = Ranges::union_of(disputed);
    let merged = merged.difference(&disputed);
    let not = merged_frames(&layers.map(|layers| frames(&layers.not)));
    let left_to_rules = merged_frames(&by_rule.map(|spans| frames(spans)))
        .difference(&merged)
        .difference(&disputed)
        .difference(&not);
    for (frames, spans, by_rule) in [(merged, &by_hand, false), (left_to_rules, &by_rule, true)] {
        let spans = cut(&frames, &merged_cuts(spans)).into_iter();
        parts
            .lines
            .extend(spans.map(|range| line(name, range, by_rule)));
    }
    parts.lines.extend(not.iter().map(|range| Line::Not {
        name: name.clone(),
        range,
    }));
}

/// What one side says of a tag; spans in order.
#[derive(Default)]
struct Layers {
    by_hand: Vec<FrameRange>,
    by_rule: Vec<FrameRange>,
    not: Vec<FrameRange>,
}

impl Layers {
    fn of(lines: &[&Line]) -> Self {
        let mut layers = Self::default();
        for line in lines {
            match line {
                Line::Tag(span) if span.by_rule => layers.by_rule.push(span.range),
                Line::Tag(span) => layers.by_hand.push(span.range),
                Line::Not { range, .. } => layers.not.push(*range),
                _ => {}
            }
        }
        layers
    }

    /// Whether spans of the tag share frames.
    fn overlap(&self) -> bool {
        let mut spans = [self.by_hand.as_slice(), &self.by_rule].concat();
        spans.sort();
        spans.windows(2).any(|pair| pair[0].overlaps(pair[1]))
    }
}

fn line(name: &Name, range: FrameRange, by_rule: bool) -> Line {
    Line::Tag(TagSpan {
        name: name.clone(),
        range,
        by_rule,
    })
}

fn frames(spans: &[FrameRange]) -> Ranges {
    Ranges::union_of(spans.iter().copied())
}

/// Each frame as the sides agree, or as the side that changed it says.
fn merged_frames(sides: &Three<Ranges>) -> Ranges {
    let Three { base, ours, theirs } = sides;
    let changed_by_one = &(ours ^ theirs) - base;
    &(ours & theirs) | &changed_by_one
}

/// The frames at which a span starts where another one stops, merged likewise.
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

/// The frames as spans that are cut at these places.
fn cut(frames: &Ranges, cuts: &BTreeSet<u32>) -> Vec<FrameRange> {
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

/// The largest runs of spans of any side that share frames with one another, around these spans.
fn islands_of(spans: &[FrameRange], sides: &Three<Vec<FrameRange>>) -> Vec<FrameRange> {
    if spans.is_empty() {
        return Vec::new();
    }
    let mut all = [sides.base.as_slice(), &sides.ours, &sides.theirs].concat();
    all.sort();
    let mut islands: Vec<FrameRange> = Vec::new();
    for span in all {
        match islands.last_mut() {
            Some(island) if island.overlaps(span) => *island = island.hull(span),
            _ => islands.push(span),
        }
    }
    let is_around = |island: &FrameRange| !spans_in(*island, spans).is_empty();
    islands.retain(is_around);
    islands
}

/// Those of the spans, which are in order and do not overlap, that have frames of this range.
fn spans_in(range: FrameRange, spans: &[FrameRange]) -> &[FrameRange] {
    let start = spans.partition_point(|span| span.stop() <= range.start());
    let stop = spans.partition_point(|span| span.start() < range.stop());
    &spans[start..stop]
}
