//! A truncated sidecar, as left by a crash or an interrupted copy, is never read as if it were whole. A cut at the end
//! of a line cannot be detected.
//!
//! A cut at the end of a line cannot be seen.

use footwork_sidecar::{Line, Severity, Sidecar};
use proptest::prelude::*;

use super::{HEADER, config};

/// Cuts a whole sidecar before byte `at`, and checks that a cut inside a line is reported in that line. If the
/// remaining part of the line can be read, the finding may be a warning; otherwise it must be an error.
fn check(whole: &[u8], at: usize) -> Result<(), TestCaseError> {
    let cut = &whole[..at];
    // If the first line is cut off, the file is not read as a sidecar.
    let Ok((sidecar, findings)) = Sidecar::read("a", cut) else {
        return Ok(());
    };
    let shown = String::from_utf8_lossy(cut);
    let of_end: Vec<_> = findings
        .iter()
        .filter(|finding| finding.code == "no-final-newline")
        .collect();
    if cut.ends_with(b"\n") {
        prop_assert!(of_end.is_empty(), "{}", shown);
        return Ok(());
    }
    let number = sidecar.lines().len();
    let [finding] = &of_end[..] else {
        return Err(TestCaseError::fail(format!("{shown}: {findings:?}")));
    };
    prop_assert_eq!(finding.position.unwrap().line, number);
    prop_assert!(finding.severity >= Severity::Warning, "{}", shown);
    if let Some(Line::Other(_)) = sidecar.lines().last() {
        let is_error = findings.iter().any(|finding| {
            let line = finding.position.unwrap().line;
            finding.severity == Severity::Error && line == number
        });
        prop_assert!(is_error, "{}: {:?}", shown, findings);
    }
    Ok(())
}

/// Cuts at every byte. The file has lines of all kinds that this version knows.
#[test]
fn every_cut_of_every_kind_of_line() {
    let everything = include_bytes!("../../../../testdata/sidecars/everything.tags");
    let lines = everything.split_inclusive(|&byte| byte == b'\n');
    let known: Vec<u8> = lines
        .filter(|line| {
            let text = [HEADER.as_bytes(), line].concat();
            let (sidecar, _) = Sidecar::read("a", &text).unwrap();
            !matches!(sidecar.lines().last(), Some(Line::Other(_)))
        })
        .flatten()
        .copied()
        .collect();
    for at in 1..known.len() {
        check(&known, at).unwrap();
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn any_cut_of_spans_and_events(
        spans in prop::collection::vec((any::<bool>(), 0u32..2000, 1u32..2000, any::<bool>()), 0..8),
        times in prop::collection::vec(0.0f64..2000.0, 0..8),
        at in any::<prop::sample::Index>(),
    ) {
        let mut whole = HEADER.to_owned();
        for (is_not, start, length, by_rule) in spans {
            let rule = if by_rule && !is_not { " rule" } else { "" };
            let kind = if is_not { "not" } else { "tag" };
            whole += &format!("{kind} Gait.Run {start} {}{rule}\n", start + length);
        }
        for time in times {
            whole += &format!("event Foot.Left {time} data {{\"surface\":\"grass\"}}\n");
        }
        let cut = 1 + at.index(whole.len() - 1);
        check(whole.as_bytes(), cut)?;
    }
}
