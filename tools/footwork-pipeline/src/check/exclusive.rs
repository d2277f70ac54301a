//! Tags of an exclusive group that hold on the same frames, and small gaps between them.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{ExclusiveGroup, MAX_SIDECAR_FINDINGS};
use footwork_tags::Ranges;

use super::report::Report;
use super::subject::{Subject, frames};

pub(super) fn check(subject: &Subject<'_>, report: &mut Report<'_>) {
    let settings = report.settings;
    for group in &settings.exclusive {
        let of_group = OfGroup::new(subject, group);
        of_group.check_overlaps(report);
        of_group.check_gaps(report);
    }
}

/// The tags of a clip in one group.
struct OfGroup<'a> {
    subject: &'a Subject<'a>,
    /// For each tag, the group member that it belongs to.
    members: BTreeMap<&'a Name, Name>,
    /// The frames on which each member holds.
    frames: BTreeMap<Name, Ranges>,
}

impl<'a> OfGroup<'a> {
    fn new(subject: &'a Subject<'a>, group: &ExclusiveGroup) -> Self {
        let mut members = BTreeMap::new();
        let mut spans: BTreeMap<Name, Vec<FrameRange>> = BTreeMap::new();
        for (&tag, ranges) in &subject.tags {
            if let Some(member) = group.member_of(tag) {
                spans.entry(member.clone()).or_default().extend(ranges);
                members.insert(tag, member);
            }
        }
        let spans = spans.into_iter();
        Self {
            subject,
            members,
            frames: spans
                .map(|(member, spans)| (member, Ranges::from_iter(spans)))
                .collect(),
        }
    }

    /// Returns the first tag that holds on a frame: of `member`, or of the whole group if `member`
    /// is `None`.
    fn tag_at(&self, frame: u32, member: Option<&Name>) -> Option<&'a Name> {
        self.subject.tag_at(frame, |tag| {
            let own = self.members.get(tag);
            own.is_some_and(|own| member.is_none_or(|member| own == member))
        })
    }

    /// Sweeps over the ranges of all members. Active ranges belong to different members, so each
    /// visited pair is a finding.
    fn check_overlaps(&self, report: &mut Report<'_>) {
        const CODE: &str = "exclusive-overlap";
        if report.severity(CODE).is_none() {
            return;
        }
        let ranges = self.frames.iter();
        let ranges = ranges.flat_map(|(member, ranges)| ranges.iter().map(move |r| (r, member)));
        let mut ranges: Vec<(FrameRange, &Name)> = ranges.collect();
        ranges.sort();
        let mut active: Vec<(FrameRange, &Name)> = Vec::new();
        let mut found = 0;
        for (range, member) in ranges {
            active.retain(|(before, _)| before.stop() > range.start());
            for &(before, other) in &active {
                let Some(shared) = before.intersection(range) else {
                    continue;
                };
                found += 1;
                if found > MAX_SIDECAR_FINDINGS {
                    let message = "more tags of this group overlap".to_owned();
                    report.add(
                        "more-findings",
                        self.subject.about(Some(shared), None),
                        message,
                    );
                    return;
                }
                let tag = self.tag_at(shared.start(), Some(member)).unwrap_or(member);
                let first = self.tag_at(shared.start(), Some(other)).unwrap_or(other);
                let message = format!(
                    "{tag} {range} and {first} {before} exclude each other; only one can be right on \
                     these {}",
                    frames(shared.frame_count())
                );
                report.add(CODE, self.subject.about(Some(shared), Some(tag)), message);
            }
            active.push((range, member));
        }
    }

    fn check_gaps(&self, report: &mut Report<'_>) {
        let max_gap = report.settings.checks.max_gap;
        let all = Ranges::from_iter(self.frames.values().flatten());
        for pair in all.as_slice().windows(2) {
            let [before, after] = *pair else { continue };
            let Some(gap) = FrameRange::new(before.stop(), after.start()) else {
                continue;
            };
            if gap.frame_count() > max_gap {
                continue;
            }
            let (last, first) = (gap.start() - 1, gap.stop());
            let (Some(from), Some(to)) = (self.tag_at(last, None), self.tag_at(first, None)) else {
                continue;
            };
            // A gap within a single tag is reported by another check.
            let goes_on = |tag: &Name| {
                let ranges = self.subject.tags.get(tag);
                self.members.contains_key(tag) && ranges.is_some_and(|r| r.contains(first))
            };
            if self.subject.tag_at(last, goes_on).is_some() {
                continue;
            }
            let count = gap.frame_count();
            let message = format!(
                "{} between {from} and {to} {} neither; move one of the two ends",
                frames(count),
                if count == 1 { "has" } else { "have" }
            );
            report.add(
                "group-gap",
                self.subject.about(Some(gap), Some(from)),
                message,
            );
        }
    }
}
