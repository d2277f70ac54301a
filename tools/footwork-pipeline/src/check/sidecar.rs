//! Sidecars that contradict their clips or themselves. Opening a library reports these contradictions too, but only as
//! they were before any edits.

use footwork_sidecar::{Overlap, Sidecar};

use super::report::Report;
use super::subject::Subject;
use footwork_library::disagreements;

/// Returns whether this module recomputes findings with this code.
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
            subject.about(found.span, found.tag),
            found.message,
        );
    }
    let overlaps = subject.entry.labels().map(Sidecar::overlaps);
    for overlap in overlaps.unwrap_or_default() {
        let Overlap { span, before, .. } = &overlap;
        let shared = span.range.intersection(*before);
        let message = format!("{overlap}; one span would do");
        report.add(
            "span-overlap",
            subject.about(shared, Some(&span.name)),
            message,
        );
    }
}
