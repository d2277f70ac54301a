//! Tags that every clip must have, and lists of tags: every frame must have at least one tag of each list.

use footwork_base::{FrameRange, Name};
use footwork_tags::{Ranges, SetAlgebra};

use super::report::Report;
use super::subject::{Subject, frames};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report<'_>) {
    // A clip with an unreadable sidecar has unknown tags.
    if subject.entry.sidecar_is_broken {
        return;
    }
    let checks = &report.settings.checks;
    for any_of in &checks.required {
        if holds(subject, any_of).is_empty() {
            let message = format!(
                "no frame has {}, and every clip should have one",
                listed(any_of)
            );
            report.add(
                "required-missing",
                subject.about(None, any_of.first()),
                message,
            );
        }
    }
    for any_of in &checks.covered {
        let all = Ranges::full(subject.entry.frames);
        for range in &all.difference(&holds(subject, any_of)) {
            let message = format!(
                "{} without {}, and every frame should have one",
                frames(range.frame_count()),
                listed(any_of)
            );
            report.add(
                "not-covered",
                subject.about(Some(range), any_of.first()),
                message,
            );
        }
    }
}

/// Returns the frames that have any of the given tags or a tag below one of them.
fn holds(subject: &Subject<'_>, any_of: &[Name]) -> Ranges {
    let is_such = |tag: &Name| any_of.iter().any(|own| own == tag || tag.is_below(own));
    let tags = subject.tags.iter().filter(|(tag, _)| is_such(tag));
    let spans: Vec<FrameRange> = tags.flat_map(|(_, ranges)| ranges).collect();
    Ranges::from_iter(spans)
}

/// Formats names as `A` or `A or B`.
fn listed(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(Name::as_str).collect();
    names.join(" or ")
}
