//! Findings as SARIF 2.1.0 (OASIS, *Static Analysis Results Interchange Format*, 2020), which code scanning reads.

use std::collections::BTreeSet;

use footwork_library::Library;
use footwork_pipeline::CheckFinding;
use footwork_sidecar::Severity;
use serde_json::{Value, json};

use super::baseline::fingerprint;
use super::place::{place, worded};

/// Returns the log of one run.
pub(super) fn sarif(findings: &[CheckFinding], library: &Library) -> Value {
    let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.code).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let rules: Vec<Value> = codes.iter().map(|code| json!({ "id": code })).collect();
    let results = findings.iter().map(|finding| {
        let at = place(finding, library);
        let rule = codes.iter().position(|code| *code == finding.code);
        let level = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let hash = twox_hash::XxHash3_64::oneshot(fingerprint(finding).as_bytes());
        json!({
            "ruleId": finding.code,
            "ruleIndex": rule.unwrap_or_default(),
            "level": level,
            "message": { "text": worded(finding) },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": uri(&at.file) },
                    "region": { "startLine": at.line },
                },
                "logicalLocations": [{ "fullyQualifiedName": finding.clip, "kind": "resource" }],
            }],
            "partialFingerprints": { "footwork/v1": format!("{hash:016x}") },
            "properties": {
                "clip": finding.clip,
                "span": finding.span.map(|span| [span.start(), span.stop()]),
                "tag": finding.tag.as_ref().map(|tag| tag.as_str()),
            },
        })
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Footwork",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

/// Returns a path as an RFC 3986 reference; an absolute path becomes a `file` URI.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
        if is_plain {
            uri.push(char::from(byte));
        } else {
            uri += &format!("%{byte:02X}");
        }
    }
    uri
}
