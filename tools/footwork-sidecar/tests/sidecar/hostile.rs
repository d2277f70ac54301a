//! Sidecars too large to keep as files.

use footwork_sidecar::{Line, MAX_SIDECAR_BYTES, MAX_SIDECAR_FINDINGS, Sidecar, merge};

use super::HEADER;

/// Reads a header and `line`. Checks the codes of the findings, that messages are short, and that the line is written
/// back unchanged.
#[track_caller]
fn check(line: &str, expected: &[&str]) {
    let text = format!("{HEADER}{line}\n");
    let (sidecar, findings) = Sidecar::read("a.tags", text.as_bytes()).unwrap();
    let codes: Vec<_> = findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, expected);
    for finding in &findings {
        assert!(finding.to_string().len() < 500, "{}", finding.code);
    }
    assert!(sidecar.to_bytes() == text.as_bytes());
}

#[test]
fn deeply_nested_brackets_are_data_or_an_error() {
    let deep = 100_000;
    let (open, close) = ("[".repeat(deep), "]".repeat(deep));
    check(&format!("event A 1 data {open}{close}"), &[]);
    check(&format!("event A 1 data {open}"), &["bad-json"]);
    let objects = "{\"a\":".repeat(deep);
    check(&format!("event A 1 data {objects}"), &["bad-json"]);
    let closed = format!("{objects}1{}", "}".repeat(deep));
    check(&format!("event A 1 data {closed}"), &[]);
}

#[test]
fn lines_of_a_megabyte_are_kept() {
    let long = "x".repeat(1 << 20);
    check(&long, &["unknown-line"]);
    check(&format!("note \"{long}\""), &[]);
    check(&format!("note \"{long}"), &["bad-string"]);
    check(&format!("tag {long} 0 1"), &[]);
    check(&format!("tag A 0 1 {long}"), &["trailing-text"]);
    check(&format!("tag A 0 {long}"), &["bad-frame"]);
    check(&format!("tag A{} 0 1", ".x".repeat(1 << 19)), &[]);
    check(
        &format!("tag A{} 0 1", ".\"\"".repeat(1 << 18)),
        &["bad-name"],
    );
    check(&format!("rate {}", "1".repeat(1 << 20)), &["bad-word"]);
    check(&format!("event A {}", "1".repeat(1 << 20)), &["bad-time"]);
    check(&format!("event A 1 data \"{long}\""), &[]);
    check(&format!("tag A{}0 1", " ".repeat(1 << 20)), &["bad-frame"]);
    check(&"é".repeat(1 << 19), &["unknown-line"]);
}

#[test]
fn a_first_line_of_a_megabyte_is_not_repeated_in_the_message() {
    for fill in ["x", "1", "\u{1b}"] {
        let text = format!("footwork-tags {}\n", fill.repeat(1 << 20));
        let finding = Sidecar::read("a.tags", text.as_bytes()).unwrap_err();
        assert!(finding.message.len() < 500, "{}", finding.message.len());
        assert!(!finding.message.contains('\u{1b}'));
    }
}

#[test]
fn many_overlapping_spans_are_reported_up_to_the_limit() {
    let spans: String = (0..20_000)
        .map(|i| format!("tag A {i} {}\n", i + 50_000))
        .collect();
    let text = format!("{HEADER}{spans}");
    let (sidecar, findings) = Sidecar::read("a.tags", text.as_bytes()).unwrap();
    let (last, others) = findings.split_last().unwrap();
    assert_eq!(others.len(), MAX_SIDECAR_FINDINGS);
    assert!(others.iter().all(|f| f.code == "span-overlap"));
    assert_eq!(last.code, "more-findings");
    assert_eq!(last.position.unwrap().line, 6 + 1 + MAX_SIDECAR_FINDINGS);
    assert!(sidecar.to_bytes() == text.as_bytes());
}

#[test]
fn a_sidecar_with_the_most_possible_lines_is_kept_unchanged() {
    for fill in ["\n", "x\n"] {
        let text =
            HEADER.to_owned() + &fill.repeat((MAX_SIDECAR_BYTES - HEADER.len()) / fill.len());
        let (sidecar, findings) = Sidecar::read("a.tags", text.as_bytes()).unwrap();
        assert!(findings.len() <= MAX_SIDECAR_FINDINGS + 1);
        assert!(sidecar.to_bytes() == text.as_bytes());
    }
}

#[test]
fn a_sidecar_above_the_size_limit_is_rejected() {
    let mut bytes = HEADER.as_bytes().to_vec();
    bytes.resize(MAX_SIDECAR_BYTES, b'x');
    let (sidecar, _) = Sidecar::read("a.tags", &bytes).unwrap();
    let other = |line: &&Line| matches!(line, Line::Other(_));
    assert_eq!(sidecar.lines().iter().filter(other).count(), 1);
    bytes.push(b'x');
    let finding = Sidecar::read("a.tags", &bytes).unwrap_err();
    assert_eq!(finding.code, "sidecar-too-large");
}

/// Renames are not guessed for thousands of names, which no person changes by hand: all of them become one conflict.
#[test]
fn a_merge_of_thousands_of_changed_names_is_one_conflict() {
    let with = |prefix: char| {
        let lines = (0..20_000).map(|number| format!("tag {prefix}{number} 0 9\n"));
        let text = HEADER.to_owned() + &lines.collect::<String>();
        Sidecar::read("a.tags", text.as_bytes()).unwrap().0
    };
    let (base, ours, theirs) = (with('B'), with('A'), with('C'));
    let merged = merge(&base, &ours, &theirs);
    let [conflict] = &merged.conflicts[..] else {
        panic!("{} conflicts", merged.conflicts.len());
    };
    assert_eq!(conflict.ours.len(), 20_000);
    assert_eq!(conflict.theirs.len(), 20_000);
    // If only one side changed, there is no conflict, however large the change.
    assert_eq!(merge(&base, &base, &theirs).sidecar, theirs.in_order());
}
