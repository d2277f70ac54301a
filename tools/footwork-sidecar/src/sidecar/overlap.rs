//! Spans of one tag that share frames.

use std::fmt;

use footwork_base::FrameRange;

use super::{Line, TagSpan};

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
