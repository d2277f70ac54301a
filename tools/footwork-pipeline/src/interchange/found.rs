//! What a file was found to say, before it is known which clips and frames it means.

use footwork_base::{FrameRate, Name, Position, Seconds};
use footwork_sidecar::{Finding, Severity};

use super::SpanKind;

/// The most findings of one file; one more says that there would be others.
pub const MAX_FINDINGS: usize = 1000;

/// The rows of a file, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What could be read.
    pub rows: Vec<FoundRow>,
    /// What is wrong; each row that could not be read is an error.
    pub findings: Vec<Finding>,
    /// How many errors there are, also those beyond [`MAX_FINDINGS`].
    pub errors: usize,
    /// Whether nothing of the file can be read, so that there are no rows to choose from.
    pub is_refused: bool,
    /// Whether it is of a whole dataset, of which a library may have a part: then a clip that is
    /// not there is no error.
    pub is_dataset: bool,
}

/// One row of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundRow {
    /// The clip, by whatever name the file has for it.
    pub clip: String,
    /// The frame rate that the file has for the clip.
    pub rate: Option<FrameRate>,
    /// What it says.
    pub what: What,
    /// The step of its times in seconds; 0 where they are exact.
    pub step_secs: f64,
    /// Where it stands.
    pub position: Position,
}

/// What a row says.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Frames with a tag.
    Span {
        /// What the frames are.
        kind: SpanKind,
        /// The tag.
        name: Name,
        /// Where they begin.
        start: Moment,
        /// Where they end.
        stop: Moment,
    },
    /// A moment.
    Event {
        /// The kind of event.
        name: Name,
        /// When.
        time: Moment,
        /// JSON that is carried through.
        data: Option<String>,
    },
}

/// A time of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// In frames, finite and not negative.
    Frames(f64),
    /// In seconds.
    Secs(Seconds),
    /// The clip's end.
    End,
}

impl Found {
    /// Whether everything could be read.
    pub fn is_sound(&self) -> bool {
        !has_errors(&self.findings)
    }

    pub(super) fn report(&mut self, finding: Finding) {
        self.errors += usize::from(finding.severity == Severity::Error);
        report(&mut self.findings, finding);
    }
}

/// Whether a row could not be read.
pub(super) fn has_errors(findings: &[Finding]) -> bool {
    findings.iter().any(|f| f.severity == Severity::Error)
}

/// Longer messages are cut, in characters.
const MAX_MESSAGE_CHARS: usize = 400;

/// Keeps a finding, if there are not too many. One more says that others are left out, and is as
/// severe as the worst of them.
pub(super) fn report(findings: &mut Vec<Finding>, mut finding: Finding) {
    if let Some((end, _)) = finding.message.char_indices().nth(MAX_MESSAGE_CHARS) {
        finding.message.truncate(end);
        finding.message.push('…');
    }
    if findings.len() < MAX_FINDINGS {
        findings.push(finding);
    } else if findings.len() == MAX_FINDINGS {
        findings.push(Finding {
            code: "more-findings",
            message: "more is wrong with this file, here and elsewhere".to_owned(),
            ..finding
        });
    } else if let Some(last) = findings.last_mut() {
        last.severity = last.severity.max(finding.severity);
    }
}
