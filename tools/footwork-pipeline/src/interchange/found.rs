//! The content of an imported file, before its clips and frames are resolved against a library.

use footwork_base::{FrameRate, Name, Position, Seconds};
use footwork_sidecar::{Finding, Severity};

use super::SpanKind;

/// The maximum number of findings per file, not counting a final finding that reports omitted ones.
pub const MAX_IMPORT_FINDINGS: usize = 1000;

/// The rows of a file, and its problems.
#[derive(Clone, Debug, Default)]
pub struct ImportedRows {
    /// The rows that could be read.
    pub rows: Vec<ImportedRow>,
    /// The problems; each unreadable row is an error.
    pub findings: Vec<Finding>,
    /// The number of errors, including those beyond [`MAX_IMPORT_FINDINGS`].
    pub errors: usize,
    /// Whether the file as a whole could not be read, so that it has no rows.
    pub is_refused: bool,
    /// Whether the file covers a whole dataset. A library may hold only a part of it, so a missing clip is not an
    /// error.
    pub is_dataset: bool,
}

/// One row of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedRow {
    /// The clip's name in the file.
    pub clip: String,
    /// The clip's frame rate in the file.
    pub rate: Option<FrameRate>,
    /// The content of the row.
    pub what: RowContent,
    /// The resolution of the row's times, in seconds; 0 if they are exact.
    pub step_secs: f64,
    /// The position of the row.
    pub position: Position,
}

/// The content of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum RowContent {
    /// Frames with a tag.
    Span {
        /// The kind of span.
        kind: SpanKind,
        /// The tag.
        name: Name,
        /// The start.
        start: RowTime,
        /// The end.
        stop: RowTime,
    },
    /// A moment.
    Event {
        /// The name of the event.
        name: Name,
        /// The time.
        time: RowTime,
        /// JSON, kept exactly as written.
        data: Option<String>,
    },
}

/// A time in a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowTime {
    /// In frames, finite and not negative.
    Frames(f64),
    /// In seconds.
    Secs(Seconds),
    /// The clip's end.
    End,
}

impl ImportedRows {
    /// Returns whether every row could be read.
    pub fn is_sound(&self) -> bool {
        !has_errors(&self.findings)
    }

    pub(super) fn report(&mut self, finding: Finding) {
        self.errors += usize::from(finding.severity == Severity::Error);
        report(&mut self.findings, finding);
    }
}

/// Returns whether any finding is an error.
pub(super) fn has_errors(findings: &[Finding]) -> bool {
    findings.iter().any(|f| f.severity == Severity::Error)
}

/// The maximum length of a message in characters; longer messages are truncated.
const MAX_MESSAGE_CHARS: usize = 400;

/// Adds a finding unless there are too many. If there are too many, a final finding says that others were left out,
/// with the highest severity among them.
pub(super) fn report(findings: &mut Vec<Finding>, mut finding: Finding) {
    if let Some((end, _)) = finding.message.char_indices().nth(MAX_MESSAGE_CHARS) {
        finding.message.truncate(end);
        finding.message.push('…');
    }
    if findings.len() < MAX_IMPORT_FINDINGS {
        findings.push(finding);
    } else if findings.len() == MAX_IMPORT_FINDINGS {
        findings.push(Finding {
            code: "more-findings",
            message: "this file has more mistakes, here and elsewhere".to_owned(),
            ..finding
        });
    } else if let Some(last) = findings.last_mut() {
        last.severity = last.severity.max(finding.severity);
    }
}
