//! Collects findings, with the severities that `footwork.toml` sets.

use std::collections::BTreeSet;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::{CODES, Finding, Settings, Severity, default_severity};

/// The name of this task in progress reports.
pub(super) const CHECKING: &str = "checking";

/// Something wrong with the tags, the events or the motion of a library. Findings are ordered by clip, span and
/// code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckFinding {
    /// The clip or, if the finding is not about a clip of the library, the file: `footwork.toml`, a sidecar without a
    /// clip, or an unreadable file.
    pub clip: String,
    /// The frames, if the finding is about particular frames.
    pub span: Option<FrameRange>,
    /// A stable name for the kind of finding, such as `exclusive-overlap`.
    pub code: &'static str,
    /// The tag or event, if the finding is about one.
    pub tag: Option<Name>,
    /// The severity: an error or a warning.
    pub severity: Severity,
    /// The problem and its fix, without a final full stop.
    pub message: String,
    /// The joint, if the finding is about one.
    pub joint: Option<String>,
}

/// The subject of a finding.
pub(super) struct About<'a> {
    /// The clip or, if the finding is not about a clip, the file.
    pub(super) clip: &'a str,
    pub(super) span: Option<FrameRange>,
    pub(super) tag: Option<&'a Name>,
    pub(super) joint: Option<&'a str>,
}

pub(super) struct Report<'a> {
    pub(super) settings: &'a Settings,
    findings: Vec<CheckFinding>,
    /// The clips and codes whose findings are left out.
    removed: BTreeSet<(String, &'static str)>,
}

impl<'a> Report<'a> {
    pub(super) fn new(settings: &'a Settings) -> Self {
        Self {
            settings,
            findings: Vec::new(),
            removed: BTreeSet::new(),
        }
    }

    /// Returns the severity of findings with this code; `None` if they are turned off.
    pub(super) fn severity(&self, code: &str) -> Option<Severity> {
        match self.settings.checks.severity.get(code) {
            Some(&own) => own,
            None => default_severity(code),
        }
    }

    pub(super) fn add(&mut self, code: &'static str, about: About<'_>, message: String) {
        debug_assert!(CODES.contains(&code), "{code} is not in CODES");
        if let Some(severity) = self.severity(code) {
            self.push(severity, code, about, message);
        }
    }

    /// Adds a finding whose severity a contract may set, unless the settings turn its code off.
    pub(super) fn add_with(
        &mut self,
        own: Option<Severity>,
        code: &'static str,
        about: About<'_>,
        message: String,
    ) {
        if let Some(severity) = self.severity(code) {
            self.push(own.unwrap_or(severity), code, about, message);
        }
    }

    /// Adds a finding that is an error whatever the settings say.
    pub(super) fn add_error(&mut self, code: &'static str, about: About<'_>, message: String) {
        self.push(Severity::Error, code, about, message);
    }

    fn push(&mut self, severity: Severity, code: &'static str, about: About<'_>, message: String) {
        self.findings.push(CheckFinding {
            clip: about.clip.to_owned(),
            span: about.span,
            code,
            tag: about.tag.cloned(),
            severity,
            message,
            joint: about.joint.map(str::to_owned),
        });
    }

    /// Adds a finding from opening the library. Notes are added only if the settings give their code a severity.
    pub(super) fn include(&mut self, clip: &str, finding: &Finding) {
        let own = self.settings.checks.severity.get(finding.code).copied();
        let as_found = Some(finding.severity).filter(|found| *found != Severity::Note);
        let Some(severity) = own.unwrap_or(as_found) else {
            return;
        };
        let message = match finding.position {
            Some(at) => format!("line {}: {}", at.line, finding.message),
            None => finding.message.clone(),
        };
        self.findings.push(CheckFinding {
            clip: clip.to_owned(),
            span: None,
            code: finding.code,
            tag: None,
            severity,
            message,
            joint: None,
        });
    }

    /// Removes the findings with this code about a clip, unless the settings give the code its own severity.
    pub(super) fn remove(&mut self, clip: &str, code: &'static str) {
        if !self.settings.checks.severity.contains_key(code) {
            self.removed.insert((clip.to_owned(), code));
        }
    }

    /// Returns whether a clip or file has a finding with this code.
    pub(super) fn has(&self, clip: &str, code: &str) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.clip == clip && finding.code == code)
    }

    /// Returns all findings in order.
    pub(super) fn into_findings(mut self) -> Vec<CheckFinding> {
        let Self {
            findings, removed, ..
        } = &mut self;
        if !removed.is_empty() {
            findings.retain(|found| !removed.contains(&(found.clip.clone(), found.code)));
        }
        self.findings.sort();
        self.findings
    }
}
