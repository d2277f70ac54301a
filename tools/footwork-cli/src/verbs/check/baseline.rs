//! `--baseline FILE`: the findings of an earlier run, read from the output of `footwork check --format json`.

use std::collections::BTreeMap;
use std::path::Path;

use footwork_pipeline::CheckFinding;
use serde::Deserialize;

use crate::failure::Failure;
use crate::input;

/// The largest file of old findings, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// The old findings: how often each [`fingerprint`] is in the file.
pub(super) struct Baseline(BTreeMap<String, usize>);

#[derive(Deserialize)]
struct Answer {
    findings: Vec<OldFinding>,
}

#[derive(Deserialize)]
struct OldFinding {
    code: String,
    clip: String,
    tag: Option<String>,
    message: String,
}

impl Baseline {
    /// Reads the old findings from a file.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let bytes = input::file(path, MAX_BYTES);
        let bytes = bytes.map_err(|error| Failure::plain("input", error))?;
        let answer: Answer = serde_json::from_slice(&bytes).map_err(|error| {
            let message = format!("{name}: it is not an answer of `footwork check`: {error}");
            let hint = "write one with `footwork check LIBRARY --format json > FILE`";
            Failure::plain("bad-baseline", message)
                .named(&name)
                .hint(hint)
        })?;
        let mut old: BTreeMap<String, usize> = BTreeMap::new();
        for finding in answer.findings {
            let tag = finding.tag.as_deref();
            let key = key(&finding.clip, &finding.code, tag, &finding.message);
            *old.entry(key).or_default() += 1;
        }
        Ok(Self(old))
    }

    /// Removes one old finding with the same [`fingerprint`]; `false` if there is none, so the finding is new.
    pub(super) fn takes(&mut self, finding: &CheckFinding) -> bool {
        match self.0.get_mut(&fingerprint(finding)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// Returns a text that identifies a finding even if the numbers in its message change.
pub(super) fn fingerprint(finding: &CheckFinding) -> String {
    let tag = finding.tag.as_ref().map(|tag| tag.as_str());
    key(&finding.clip, finding.code, tag, &finding.message)
}

fn key(clip: &str, code: &str, tag: Option<&str>, message: &str) -> String {
    let words: String = message
        .chars()
        .filter(|c| !c.is_ascii_digit() && !matches!(c, '.' | '-'))
        .collect();
    format!("{clip}\n{code}\n{}\n{words}", tag.unwrap_or_default())
}
