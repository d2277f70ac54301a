//! Where a sidecar disagrees with its clip or with itself: what opening says too, as it is now.

use super::report::Report;
use super::subject::Subject;
use crate::Sidecar;
use crate::library::disagreements;
use crate::sidecar::{Overlap, overlaps};

/// Whether findings of this code are found again here.
pub(super) fn is_looked_at(code: &str) -> bool {
    matches!(
        code,
        "other-clip"
            | "stale-frames"
            | "stale-rate"
            | "stale-hash"
            | "span-outside"
            | "event-outside"
            | "span-overlap"
    )
}

pub(super) fn check(subject: &Subject<'_>, report: &mut Report<'_>) {
    for found in disagreements(subject.entry) {
        report.add(
            found.code,
            subject.name(),
            (found.span, found.tag),
            found.message,
        );
    }
    let lines = subject.entry.labels().map_or(&[][..], Sidecar::lines);
    for overlap in overlaps(lines) {
        let Overlap { span, before, .. } = &overlap;
        let shared = span.range.intersection(*before);
        let message = format!("{overlap}; one span would do");
        let place = (shared, Some(&span.name));
        report.add("span-overlap", subject.name(), place, message);
    }
}
