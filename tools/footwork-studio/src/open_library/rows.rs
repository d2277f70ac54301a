//! Clips as pages receive them: the rows of the list, and the labels of a clip.

use std::collections::{BTreeSet, HashMap};

use footwork_base::FrameRate;
use footwork_library::ClipEntry;
use footwork_sidecar::{Finding, Line, Severity, Sidecar};
use footwork_tags::ClipId;

use super::OpenLibrary;
use crate::api::{self, ClipLabels, ClipRow, Moment, Span};

/// The numbers of errors and warnings by file.
struct Warnings<'a> {
    by_file: HashMap<&'a str, u32>,
}

impl<'a> Warnings<'a> {
    fn new(findings: &'a [Finding]) -> Self {
        let mut by_file = HashMap::new();
        for finding in findings {
            if finding.severity >= Severity::Warning {
                *by_file.entry(finding.file.as_str()).or_insert(0) += 1;
            }
        }
        Self { by_file }
    }

    fn about(&self, entry: &ClipEntry) -> u32 {
        if self.by_file.is_empty() {
            return 0;
        }
        let count = |file: &str| self.by_file.get(file).copied().unwrap_or(0);
        files_of(entry).iter().map(|file| count(file)).sum()
    }
}

/// Returns the names of files by which findings refer to a clip.
fn files_of(entry: &ClipEntry) -> BTreeSet<String> {
    let file = entry.file_name().to_owned();
    [file, entry.name.clone(), entry.sidecar_name()].into()
}

impl OpenLibrary {
    /// Returns the rows of all clips, in the order of the list.
    pub(super) fn new_rows(&self) -> Vec<ClipRow> {
        let warnings = Warnings::new(self.library.findings());
        let clips = self.library.clips().values();
        clips.map(|entry| self.row(entry, &warnings)).collect()
    }

    /// Returns the rows of some clips.
    pub(crate) fn rows(&self, clips: &[ClipId]) -> Vec<ClipRow> {
        let warnings = Warnings::new(self.library.findings());
        let row = |&clip: &ClipId| self.row(self.entry(clip), &warnings);
        clips.iter().map(row).collect()
    }

    fn row(&self, entry: &ClipEntry, warnings: &Warnings<'_>) -> ClipRow {
        let mut tags = Vec::new();
        let (mut spans, mut last) = (0, None);
        for span in entry.tags() {
            spans += 1;
            // The spans of one tag are adjacent, so count each tag at its first span.
            if last != Some(&span.name) {
                tags.extend(self.tag_place(&span.name));
                last = Some(&span.name);
            }
        }
        tags.sort_unstable();
        tags.dedup();
        ClipRow {
            name: entry.name.clone(),
            frames: entry.frames,
            rate: rate(entry.rate),
            tags,
            spans,
            events: count(entry.events()),
            warnings: warnings.about(entry),
            stale: entry.is_stale(),
            mirror_of: entry.mirror_of.clone(),
            state: entry.work_state(),
            signed: entry.labels().and_then(Sidecar::signed_state).cloned(),
            notes: entry.labels().map_or(0, |labels| count(labels.notes())),
        }
    }

    /// Returns the tags and events of a clip.
    pub(crate) fn labels(&self, clip: ClipId) -> ClipLabels {
        let entry = self.entry(clip);
        let labels = entry.labels();
        let (mut spans, mut refused, mut events) = (Vec::new(), Vec::new(), Vec::new());
        for line in labels.into_iter().flat_map(|labels| labels.lines()) {
            match line {
                Line::Tag(span) => spans.push(Span {
                    tag: span.name.to_string(),
                    start: span.range.start(),
                    stop: span.range.stop(),
                    by_rule: span.by_rule,
                }),
                Line::Not { name, range } => refused.push(Span {
                    tag: name.to_string(),
                    start: range.start(),
                    stop: range.stop(),
                    by_rule: false,
                }),
                Line::Event { name, time, data } => events.push(Moment {
                    event: name.to_string(),
                    time: *time,
                    data: data.clone(),
                }),
                _ => {}
            }
        }
        let in_order =
            |a: &Span, b: &Span| (&a.tag, a.start, a.stop).cmp(&(&b.tag, b.start, b.stop));
        spans.sort_by(in_order);
        refused.sort_by(in_order);
        events.sort_by(|a, b| a.event.cmp(&b.event).then(a.time.total_cmp(&b.time)));
        let files = files_of(entry);
        let about = |finding: &&Finding| files.contains(&finding.file);
        ClipLabels {
            clip: entry.name.clone(),
            revision: self.revision,
            frames: entry.frames,
            rate: rate(entry.rate),
            round_frames: entry.round_frames,
            read_only: read_only(entry),
            state: labels.and_then(Sidecar::signed_state).cloned(),
            reference: labels.and_then(Sidecar::reference).cloned(),
            notes: labels.map_or_else(Vec::new, |labels| {
                labels.notes().map(str::to_owned).collect()
            }),
            spans,
            refused,
            events,
            findings: findings(self.library.findings().iter().filter(about)),
        }
    }
}

fn count(all: impl Iterator) -> u32 {
    u32::try_from(all.count()).unwrap_or(u32::MAX)
}

/// Returns why a clip cannot be edited; `None` if it can be.
fn read_only(entry: &ClipEntry) -> Option<String> {
    match &entry.mirror_of {
        Some(original) => Some(format!(
            "this clip is the mirror image of {original}; edit the original"
        )),
        None if entry.sidecar_is_broken => {
            let file = entry.sidecar_name();
            Some(format!("{file} cannot be read; repair it to edit the clip"))
        }
        None if entry.is_stale() => Some(
            "the clip has changed since it was tagged; run `footwork rebase` to move its tags"
                .to_owned(),
        ),
        None => None,
    }
}

/// Converts findings for the pages.
pub(crate) fn findings<'a>(all: impl IntoIterator<Item = &'a Finding>) -> Vec<api::Finding> {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let finding = |finding: &Finding| api::Finding {
        severity: finding.severity.to_string(),
        file: finding.file.clone(),
        position: finding
            .position
            .map(|at| [number(at.line), number(at.column)]),
        code: finding.code.to_owned(),
        message: finding.message.clone(),
    };
    all.into_iter().map(finding).collect()
}

/// Returns a rate as numerator and denominator. If either does not fit into `u32`, the rate is rounded to thousandths.
fn rate(rate: FrameRate) -> [u32; 2] {
    let exact = [rate.numerator(), rate.denominator()].map(u32::try_from);
    match exact {
        [Ok(numerator), Ok(denominator)] => [numerator, denominator],
        _ => {
            let thousandths = (rate.as_f64() * 1e3).round().clamp(1.0, 4e9);
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is clamped to what fits"
            )]
            let thousandths = thousandths as u32;
            [thousandths, 1000]
        }
    }
}
