//! One line of a sidecar, its place in canonical order, and spans that share frames.

use std::cmp::Ordering;
use std::fmt;

use footwork_base::{FrameRange, FrameRate, Name};

use super::kept::KeptLabels;
use super::provenance::Provenance;
use super::reference::Reference;
use super::state::SignedState;
use crate::hash::ClipHash;

/// A span of frames with a tag, placed by a person or a rule. Spans may touch or overlap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TagSpan {
    /// The tag.
    pub name: Name,
    /// The frames.
    pub range: FrameRange,
    /// Whether a rule placed the span.
    pub by_rule: bool,
}

/// One line of a sidecar.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// `footwork-tags 1`: the format and its version.
    Version,
    /// `clip walk_01.bvh`: the file name of the clip.
    Clip(String),
    /// `frames 344`: the length of the clip when it was tagged.
    Frames(u32),
    /// `rate 120`: the frame rate of the clip when it was tagged.
    Rate(FrameRate),
    /// `hash xxh3:…`: the content hash of the clip when it was tagged.
    Hash(ClipHash),
    /// `state done by "Ann" on 2026-11-26`: the work state of the clip.
    State(SignedState),
    /// `reference videos/kick.mp4 offset 1.5 rate 0.5`: a video or sound that accompanies the clip.
    Reference(Reference),
    /// `note "…"`: a comment for people.
    Note(String),
    /// `tag Gait.Run 12 36`, followed by `rule` if a rule placed it.
    Tag(TagSpan),
    /// `not Gait.Walk 200 230`: frames that no rule may tag with this tag.
    Not {
        /// The tag.
        name: Name,
        /// The frames.
        range: FrameRange,
    },
    /// `event Foot.Left 13.25`, optionally followed by `data` and a JSON value.
    Event {
        /// The kind of event.
        name: Name,
        /// The time in frames, finite and not negative.
        time: f64,
        /// JSON, kept exactly as it was written.
        data: Option<String>,
    },
    /// `kept Gait.Run ours 0 25 theirs 0 10`: the decision to keep our frames although a second labeller has other
    /// frames.
    Kept(KeptLabels),
    /// `by learned 0.93 Gait.Run 12 36`: the program that proposed a span, and its score.
    By(Provenance),
    /// An unknown or unreadable line, without its line ending.
    Other(Vec<u8>),
}

/// The place of a line in canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LineKey<'a> {
    rank: u8,
    name: Option<ByParts<'a>>,
    start: u64,
    stop: u32,
}

/// A name that sorts part by part, whether the parts are quoted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ByParts<'a>(&'a Name);

impl Ord for ByParts<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (self.0.as_str(), other.0.as_str());
        if a.contains('"') || b.contains('"') {
            self.0.parts().cmp(other.0.parts())
        } else {
            // Every character of an identifier sorts after the dot, so plain names can be compared as text.
            a.cmp(b)
        }
    }
}

impl PartialOrd for ByParts<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Line {
    /// Returns the line's place in canonical order; `None` for an unknown line, which stays after the line before it.
    pub(crate) fn key(&self) -> Option<LineKey<'_>> {
        let (rank, name, start, stop) = match self {
            Self::Version => (0, None, 0, 0),
            Self::Clip(_) => (1, None, 0, 0),
            Self::Frames(_) => (2, None, 0, 0),
            Self::Rate(_) => (3, None, 0, 0),
            Self::Hash(_) => (4, None, 0, 0),
            Self::State(_) => (5, None, 0, 0),
            Self::Reference(_) => (6, None, 0, 0),
            Self::Note(_) => (7, None, 0, 0),
            Self::Tag(TagSpan { name, range, .. }) => {
                (8, Some(name), u64::from(range.start()), range.stop())
            }
            Self::Not { name, range } => (9, Some(name), u64::from(range.start()), range.stop()),
            // The bits of non-negative floats sort as the floats do.
            Self::Event { name, time, .. } => (10, Some(name), time.to_bits(), 0),
            Self::Kept(kept) => {
                let range = kept.range();
                let (start, stop) = (u64::from(range.start()), range.stop());
                (11, Some(kept.tag()), start, stop)
            }
            Self::By(by) => {
                let range = by.range();
                let (start, stop) = (u64::from(range.start()), range.stop());
                (12, Some(by.tag()), start, stop)
            }
            Self::Other(_) => return None,
        };
        Some(LineKey {
            rank,
            name: name.map(ByParts),
            start,
            stop,
        })
    }
}

/// A span that shares frames with an earlier span of the same tag.
pub struct Overlap<'a> {
    /// The span.
    pub span: &'a TagSpan,
    /// The frames of the earlier span.
    pub before: FrameRange,
    /// The line of `span` in the sidecar, from 1.
    pub line: usize,
}

impl fmt::Display for Overlap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TagSpan { name, range, .. } = self.span;
        write!(f, "{name} {range} overlaps {} of the same tag", self.before)
    }
}

/// Returns the spans that overlap an earlier one, sorted by name and start.
pub(super) fn overlaps(lines: &[Line]) -> Vec<Overlap<'_>> {
    let mut spans: Vec<(&TagSpan, usize)> = Vec::new();
    for (number, line) in (1..).zip(lines) {
        if let Line::Tag(span) = line {
            spans.push((span, number));
        }
    }
    spans.sort();
    let mut overlaps = Vec::new();
    // The span of this tag with the largest stop so far.
    let mut furthest: Option<&TagSpan> = None;
    for (span, line) in spans {
        match furthest.filter(|before| before.name == span.name) {
            Some(before) if before.range.overlaps(span.range) => {
                overlaps.push(Overlap {
                    span,
                    before: before.range,
                    line,
                });
                if span.range.stop() > before.range.stop() {
                    furthest = Some(span);
                }
            }
            _ => furthest = Some(span),
        }
    }
    overlaps
}
