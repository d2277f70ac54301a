//! The files of `testdata/sidecars`: canonical sidecars, odd ones and hostile ones.

use std::path::PathBuf;

use footwork_sidecar::{Finding, Sidecar};
use serde::Deserialize;

use super::{HEADER, text};

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: Option<String>,
    body: Option<String>,
    #[serde(default)]
    latin1: bool,
    #[serde(default)]
    findings: Vec<String>,
    written: Option<String>,
    written_body: Option<String>,
    refused: Option<String>,
}

fn testdata() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sidecars")
}

fn whole(text: Option<&String>, body: Option<&String>) -> Option<String> {
    let with_header = body.map(|body| format!("{HEADER}{body}"));
    text.cloned().or(with_header)
}

fn place(finding: &Finding) -> String {
    let at = finding.position.unwrap();
    format!("{}:{}", at.line, at.column)
}

fn check(case: &Case) {
    let name = &case.name;
    let text = whole(case.text.as_ref(), case.body.as_ref()).unwrap();
    let bytes = if case.latin1 {
        text.chars().map(|c| u8::try_from(c).unwrap()).collect()
    } else {
        text.into_bytes()
    };
    let (sidecar, findings) = match Sidecar::read("a.tags", &bytes) {
        Ok(read) => read,
        Err(finding) => {
            let refused = format!("{} {}", place(&finding), finding.code);
            assert_eq!(Some(&refused), case.refused.as_ref(), "{name}: {finding}");
            return;
        }
    };
    assert_eq!(case.refused, None, "{name} is read");
    let mut found: Vec<String> = findings
        .iter()
        .map(|f| {
            let severity = format!("{:?}", f.severity).to_lowercase();
            format!("{} {severity} {}", place(f), f.code)
        })
        .collect();
    let mut expected = case.findings.clone();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{name}: {findings:#?}");
    let written = whole(case.written.as_ref(), case.written_body.as_ref());
    let written = written.map_or(bytes, String::into_bytes);
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(shown(&sidecar.to_bytes()), shown(&written), "{name}");
    assert_eq!(sidecar.to_bytes(), written, "{name}");
}

#[test]
fn odd_and_hostile_sidecars_give_the_expected_findings() {
    let cases = std::fs::read_to_string(testdata().join("cases.toml")).unwrap();
    let cases: Cases = toml::from_str(&cases).unwrap();
    assert!(cases.case.len() > 50);
    cases.case.iter().for_each(check);
}

#[test]
fn canonical_files_stay_byte_for_byte() {
    let mut seen = 0;
    for entry in std::fs::read_dir(testdata()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "tags") {
            continue;
        }
        seen += 1;
        let bytes = std::fs::read(&path).unwrap();
        let (sidecar, findings) = Sidecar::read("a.tags", &bytes).unwrap();
        let other: Vec<_> = findings
            .iter()
            .filter(|f| f.code != "unknown-line")
            .collect();
        assert!(other.is_empty(), "{}: {other:?}", path.display());
        let kept = String::from_utf8(bytes).unwrap();
        assert_eq!(text(&sidecar), kept, "{}", path.display());
    }
    assert!(seen >= 2);
}

#[test]
fn lines_are_read_into_their_values() {
    let bytes = std::fs::read(testdata().join("walk_01.bvh.tags")).unwrap();
    let (sidecar, findings) = Sidecar::read("a.tags", &bytes).unwrap();
    assert_eq!(findings, []);
    assert_eq!(sidecar.frames(), Some(344));
    assert_eq!(sidecar.rate().unwrap().to_string(), "120");
    assert_eq!(sidecar.hash().unwrap().to_string(), "xxh3:0123456789abcdef");
    let notes: Vec<_> = sidecar.notes().collect();
    assert_eq!(notes, ["second take, left shoe squeaks"]);
    let spans: Vec<_> = sidecar
        .tags()
        .map(|span| format!("{} {} {}", span.name, span.range, span.by_rule))
        .collect();
    let expected = [
        "Gait.Run [12, 36) false",
        "Gait.Run [36, 120) true",
        r#""Hand made" [0, 344) false"#,
    ];
    assert_eq!(spans, expected);
    let events: Vec<_> = sidecar
        .events()
        .map(|(name, time)| (name.as_str(), time))
        .collect();
    assert_eq!(events, [("Foot.Left", 13.25), ("Foot.Left", 45.0)]);
}
