//! Very short runs of frames with a tag, and very short gaps between runs.

use footwork_base::{FrameRange, Name};
use footwork_tags::Ranges;

use super::report::Report;
use super::subject::{Subject, frames};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report<'_>) {
    let checks = &report.settings.checks;
    let (min_frames, max_gap) = (checks.min_frames, checks.max_gap);
    for (&tag, ranges) in &subject.tags {
        // In a clip shorter than `min_frames`, a tag need only last for the whole clip.
        let least = min_frames.min(subject.entry.frames);
        for range in ranges.iter().filter(|range| range.frame_count() < least) {
            let message = format!(
                "{tag} holds for {} only, and min_frames is {min_frames}; lengthen it or remove it",
                frames(range.frame_count())
            );
            report.add("span-short", subject.about(Some(range), Some(tag)), message);
        }
        for gap in gaps(ranges).filter(|gap| gap.frame_count() <= max_gap) {
            if is_taken(subject, tag, gap, report) {
                continue;
            }
            let message = format!(
                "{tag} has a gap of only {}, and max_gap is {max_gap}; close the gap or widen it",
                frames(gap.frame_count())
            );
            report.add("gap", subject.about(Some(gap), Some(tag)), message);
        }
    }
}

/// Returns the gaps between ranges.
fn gaps(ranges: &Ranges) -> impl Iterator<Item = FrameRange> {
    let pairs = ranges.as_slice().windows(2);
    pairs.filter_map(|pair| match *pair {
        [before, after] => FrameRange::new(before.stop(), after.start()),
        _ => None,
    })
}

/// Returns whether a tag that excludes `tag` holds in the gap, so that the gap must not be filled.
fn is_taken(subject: &Subject<'_>, tag: &Name, gap: FrameRange, report: &Report<'_>) -> bool {
    report.settings.exclusive.iter().any(|group| {
        let Some(own) = group.member_of(tag) else {
            return false;
        };
        subject.tags.iter().any(|(other, ranges)| {
            let holds = ranges
                .as_slice()
                .partition_point(|r| r.stop() <= gap.start());
            let holds = ranges.as_slice().get(holds);
            holds.is_some_and(|range| range.overlaps(gap))
                && group.member_of(other).is_some_and(|member| member != own)
        })
    })
}
