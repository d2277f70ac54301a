//! The layers of a side: hand-made spans of a tag, rule-made spans, and the frames of `not` lines.

use footwork_base::FrameRange;

use super::islands::spans_in;
use super::three::Three;
use crate::frames::FrameSet;
use crate::sidecar::Line;

/// The lines of one side about a tag; the spans are sorted.
#[derive(Default)]
pub(super) struct Layers {
    pub(super) by_hand: Vec<FrameRange>,
    pub(super) by_rule: Vec<FrameRange>,
    pub(super) not: Vec<FrameRange>,
}

impl Layers {
    pub(super) fn from_lines(lines: &[&Line]) -> Self {
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

    /// Returns whether spans of the tag share frames.
    pub(super) fn overlap(&self) -> bool {
        let mut spans = [self.by_hand.as_slice(), &self.by_rule].concat();
        spans.sort();
        spans.windows(2).any(|pair| pair[0].overlaps(pair[1]))
    }
}

/// Returns the spans that are rule-made in the base and hand-made on both sides. They are merged as hand-made spans,
/// whose ends are compared.
pub(super) fn taken_up(layers: &Three<Layers>) -> Vec<FrameRange> {
    let is_taken_up = |range: &&FrameRange| {
        [&layers.ours, &layers.theirs].into_iter().all(|side| {
            let has = |spans| !spans_in(**range, spans).is_empty();
            has(&side.by_hand) && !has(&side.by_rule)
        })
    };
    let spans = layers.base.by_rule.iter();
    spans.filter(is_taken_up).copied().collect()
}

/// Returns the frames that one side tagged by hand and the other put on a `not` line.
pub(super) fn denied(
    islands: &[FrameRange],
    layers: &Three<Layers>,
    merged: &FrameSet,
    not: &FrameSet,
) -> FrameSet {
    let sides = [&layers.ours, &layers.theirs];
    let in_dispute = islands.iter().flat_map(|island| {
        let spans = sides
            .into_iter()
            .map(|side| spans_in(*island, &side.by_hand));
        spans.flatten().copied()
    });
    let given = merged.union(&FrameSet::from_spans(in_dispute));
    let said_by_one = sides.map(|side| frames(&side.by_hand).intersection(&frames(&side.not)));
    let denied = given.intersection(not);
    said_by_one
        .iter()
        .fold(denied, |denied, by_one| denied.difference(by_one))
}

pub(super) fn frames(spans: &[FrameRange]) -> FrameSet {
    FrameSet::from_spans(spans.iter().copied())
}
