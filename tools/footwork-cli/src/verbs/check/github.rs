//! Findings as workflow commands of GitHub Actions, which annotate the files of a pull request.

use footwork_library::Library;
use footwork_pipeline::CheckFinding;
use footwork_sidecar::Severity;

use super::place::{place, worded};

/// Returns one command per finding.
pub(super) fn github(findings: &[CheckFinding], library: &Library) -> String {
    let command = |finding: &CheckFinding| {
        let level = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let at = place(finding, library);
        format!(
            "::{level} file={},line={},title={}::{}\n",
            property(&at.file),
            at.line,
            property(finding.code),
            data(&worded(finding))
        )
    };
    findings.iter().map(command).collect()
}

fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
