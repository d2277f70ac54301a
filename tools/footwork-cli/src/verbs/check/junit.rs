//! Findings as `JUnit` XML, which CI servers read as test reports: each clip is a suite, and each finding a test in it.

use std::collections::BTreeMap;

use footwork_library::Library;
use footwork_pipeline::CheckFinding;
use footwork_sidecar::Severity;

use super::place::{place, worded};

/// Returns the report. A checked clip without findings is one passed test. A limit that could not be measured is a
/// skipped test; other warnings are passed tests.
pub(super) fn junit(
    findings: &[CheckFinding],
    library: &Library,
    is_looked_at: impl Fn(&str) -> bool,
) -> String {
    let mut by_clip: BTreeMap<&str, Vec<&CheckFinding>> = BTreeMap::new();
    for (_, entry) in library.originals() {
        if is_looked_at(&entry.name) {
            by_clip.insert(&entry.name, Vec::new());
        }
    }
    for finding in findings {
        by_clip.entry(&finding.clip).or_default().push(finding);
    }
    let mut suites = String::new();
    let (mut tests, mut failures, mut skipped) = (0usize, 0usize, 0usize);
    for (clip, findings) in by_clip {
        let mut cases = String::new();
        let mut counts = [0usize; 3];
        if findings.is_empty() {
            counts[0] += 1;
            cases += &format!(
                "    <testcase classname={} name=\"check\"/>\n",
                quoted(clip)
            );
        }
        for finding in findings {
            counts[0] += 1;
            let at = place(finding, library);
            let text = worded(finding);
            let inner = if finding.severity == Severity::Error {
                counts[1] += 1;
                format!(
                    "<failure type={} message={}>{}</failure>",
                    quoted(finding.code),
                    quoted(&text),
                    escaped(&format!("{}:{}: {text}", at.file, at.line))
                )
            } else if finding.code == "expect-not-evaluated" {
                counts[2] += 1;
                format!("<skipped message={}/>", quoted(&text))
            } else {
                format!("<system-out>{}</system-out>", escaped(&text))
            };
            let (class, name) = (quoted(clip), quoted(finding.code));
            cases += &format!("    <testcase classname={class} name={name}>{inner}</testcase>\n");
        }
        let [all, failed, left] = counts;
        tests += all;
        failures += failed;
        skipped += left;
        suites += &format!(
            "  <testsuite name={} tests=\"{all}\" failures=\"{failed}\" errors=\"0\" skipped=\"{left}\">\n\
             {cases}  </testsuite>\n",
            quoted(clip)
        );
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"footwork check\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" \
         skipped=\"{skipped}\">\n{suites}</testsuites>\n"
    )
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// Escapes a text for XML. Characters that XML 1.0 cannot hold become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' | '\r' => out += &format!("&#{};", u32::from(c)),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
