//! The cases of `testdata/checks`: small libraries and their findings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use footwork_library::Edit;
use footwork_pipeline::finding_fixes;
use footwork_sidecar::{CHECK_CODES, CODES, default_severity};
use serde::Deserialize;

use crate::folder::{Folder, shown};

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// The code that the case tests.
    code: String,
    /// The text of `footwork.toml`.
    #[serde(default)]
    config: String,
    /// Clips by name, with their lengths.
    #[serde(default)]
    clips: BTreeMap<String, u32>,
    /// Clips with the same content as other clips.
    #[serde(default)]
    same: BTreeMap<String, String>,
    /// Files copied from `testdata`.
    #[serde(default)]
    copied: BTreeMap<String, PathBuf>,
    /// The sidecars of clips, without their headers.
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// Other files; `HASH(a.bvh)` stands for the hash of that clip.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// The expected findings: all, or all with the code of the case.
    #[serde(default)]
    expected: Vec<String>,
    only: Option<String>,
    /// The messages of some of the findings.
    #[serde(default)]
    messages: Vec<String>,
}

fn testdata() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

fn cases() -> Vec<Case> {
    let files = fs::read_dir(testdata().join("checks")).unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let cases = paths.iter().flat_map(|path| {
        let text = fs::read_to_string(path).unwrap();
        toml::from_str::<Cases>(&text).unwrap().case
    });
    cases.collect()
}

fn build(case: &Case) -> Folder {
    let folder = Folder::new(&case.config);
    for (name, &frames) in &case.clips {
        folder.clip(name, frames);
    }
    for (name, original) in &case.same {
        folder.file(name, fs::read(folder.path(original)).unwrap());
    }
    for (name, path) in &case.copied {
        folder.file(name, fs::read(testdata().join(path)).unwrap());
    }
    for (clip, body) in &case.tags {
        let original = case.same.get(clip).unwrap_or(clip);
        folder.tags(clip, case.clips[original], body);
    }
    for (name, content) in &case.files {
        let mut content = content.clone();
        for clip in case.clips.keys() {
            let hash = folder.hash(clip).to_string();
            content = content.replace(&format!("HASH({clip})"), &hash);
        }
        folder.file(name, content);
    }
    folder
}

fn check(case: &Case) {
    let mut findings = build(case).check();
    assert!(findings.is_sorted(), "{}: {findings:#?}", case.name);
    if let Some(code) = &case.only {
        findings.retain(|finding| finding.code == code);
    }
    let found: Vec<String> = findings.iter().map(shown).collect();
    assert_eq!(found, case.expected, "{}: {findings:#?}", case.name);
    for message in &case.messages {
        let mut said = findings.iter().map(|finding| &finding.message);
        let is_said = said.any(|said| said.contains(message));
        assert!(is_said, "{}: {message}: {findings:#?}", case.name);
    }
}

#[test]
fn every_case_has_its_expected_findings() {
    cases().iter().for_each(check);
}

/// If a finding has fixes, each of them removes the finding.
#[test]
fn each_fix_removes_its_finding() {
    let mut fixed = BTreeSet::new();
    for case in cases() {
        let library = build(&case).open();
        for finding in footwork_pipeline::check(&library) {
            let fixes = finding_fixes(&library, &finding);
            let has_choice = finding.code == "exclusive-overlap";
            assert!(fixes.len() < 2 || has_choice, "{}: {fixes:?}", case.name);
            assert!(fixes.is_empty() || !has_choice || fixes.len() > 1);
            for fix in fixes {
                let folder = build(&case);
                let mut library = folder.open();
                let clip = library.find_clip(&finding.clip).unwrap();
                let edit = Edit::new("fix").with(clip, fix.operations);
                let mut editor = library.editor();
                library.edit(&mut editor, &edit).unwrap();
                let left = footwork_pipeline::check(&library);
                let (name, what) = (&case.name, shown(&finding));
                assert!(!left.contains(&finding), "{name}: {what} is still there");
                fixed.insert(finding.code);
            }
        }
    }
    let expected = [
        "event-at-edge",
        "event-outside",
        "exclusive-overlap",
        "gap",
        "span-outside",
        "span-overlap",
        "span-short",
    ];
    assert_eq!(fixed, BTreeSet::from(expected));
}

/// Each check of the table and some findings of opening must occur in one case and be absent from
/// another.
#[test]
fn every_check_has_a_case_that_triggers_it_and_one_that_does_not() {
    let cases = cases();
    let of = |code: &str, is_found: bool| {
        let mut cases = cases.iter().filter(|case| case.code == code);
        let code = format!(" {code} ");
        cases.any(|case| case.expected.iter().any(|found| found.contains(&code)) == is_found)
    };
    let codes: BTreeSet<&str> = cases.iter().map(|case| case.code.as_str()).collect();
    for code in CHECK_CODES.iter().chain(&codes) {
        for (is_found, how) in [(true, "finds it"), (false, "does not")] {
            assert!(
                of(code, is_found),
                "testdata/checks/ lacks a case with code = \"{code}\" that {how}"
            );
        }
        assert!(CODES.contains(code), "{code}");
    }
}

/// The documentation of `check` must have a row for each check, with its default severity.
#[test]
fn the_table_of_check_lists_every_check() {
    let page = include_str!("../../src/check.rs");
    let mut listed = BTreeMap::new();
    for row in page.lines().filter_map(|line| line.strip_prefix("/// | `")) {
        let mut cells = row.split(" | ");
        let (codes, severity) = (cells.next().unwrap(), cells.next().unwrap());
        listed.extend(
            codes
                .split(", ")
                .map(|code| (code.trim_matches('`'), severity)),
        );
    }
    let expected = CHECK_CODES.iter().map(|code| {
        let severity = default_severity(code).map(|severity| severity.to_string());
        (*code, severity.unwrap_or_else(|| "off".to_owned()))
    });
    let expected: BTreeMap<&str, String> = expected.collect();
    let listed: BTreeMap<&str, String> = listed
        .into_iter()
        .map(|(code, severity)| (code, severity.to_owned()))
        .collect();
    assert_eq!(
        listed, expected,
        "the table in src/check.rs and the checks of codes.rs"
    );
}
