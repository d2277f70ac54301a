//! Contracts as users write them, and the reports of mistakes in them.

use super::{Bound, Expectation, RootOwner};
use crate::measure::Measure;
use crate::settings::Settings;

fn read(text: &str) -> (Vec<Expectation>, Vec<String>) {
    let (settings, findings) = Settings::parse(text).unwrap();
    let findings = findings.iter().map(ToString::to_string).collect();
    (settings.expect, findings)
}

#[test]
fn values_have_units_tolerances_and_limits() {
    let (contracts, findings) = read(
        "[[expect]]\nwhere = \"Loop\"\nloop = { position = \"1cm\" }\nrate = 30\nroot = \"in-place\"\n\
         speed = { value = \"1.5m/s\", within = \"50cm/s\" }\nduration = { min = \"400ms\" }\n\
         [[expect]]\ngroup = \"Gait\"\nphase_spread = 0.15\nduration_spread = \"50ms\"\nmissing = [\"A\"]\nbackwards = \"20%\"\nmoves = [\"left_hand\"]\n",
    );
    assert!(findings.is_empty(), "{findings:?}");
    let [alone, group] = contracts.as_slice() else {
        panic!("{contracts:?}");
    };
    assert_eq!((alone.position.line, group.position.line), (1, 8));
    assert_eq!(alone.root, Some(RootOwner::InPlace));
    let bound = |measure, min, max| Bound { measure, min, max };
    assert_eq!(
        alone.bounds,
        [
            bound(Measure::LoopPosition, None, Some(0.01)),
            bound(Measure::Speed, Some(1.0), Some(2.0)),
            bound(Measure::Duration, Some(0.4), None),
            bound(Measure::Rate, Some(30.0 - 3e-5), Some(30.0 + 3e-5)),
        ]
    );
    assert_eq!(
        group.spreads,
        [(Measure::LeftPhase, 0.15), (Measure::Duration, 0.05)]
    );
    assert_eq!(group.missing, ["A"]);
    assert_eq!(
        (group.backwards, group.moves.as_slice()),
        (Some(0.2), &["left_hand".to_owned()][..])
    );
}

#[test]
fn unknown_keys_are_reported_with_their_place_and_the_nearest_key() {
    let (_, findings) = read("[[expect]]\nwhere = \"A\"\nfoot_slid = \"1cm/s\"\n");
    assert_eq!(
        findings,
        [
            "footwork.toml:3:1: warning[unknown-key]: this version does not know the key `foot_slid`; \
             did you mean `foot_slide`?"
        ]
    );
}

#[test]
fn wrong_values_are_refused_at_their_place() {
    for (line, message) in [
        ("speed = \"1.4m/s\"", "needs a tolerance or limits"),
        ("foot_slide = \"3cm\"", "needs one of the units m/s"),
        ("foot_slide = true", "must be a number with a unit"),
        ("phase_spread = 0.1", "compare the ranges of a `group`"),
        ("backwards = 0.1", "compare the ranges of a `group`"),
        ("moves = \"spine\"", "list of names of joints"),
        ("group = \"B\"", "either `where` or `group`"),
        ("speed = { min = 2, max = 1 }", "in order"),
        ("root = \"hips\"", "\"in-place\""),
        ("message = \"short\"", "needs a limit"),
        ("loop = {}", "needs a limit"),
    ] {
        let text = format!("[[expect]]\nwhere = \"A\"\n{line}\n");
        let error = Settings::parse(&text).unwrap_err().to_string();
        assert!(error.contains(message), "{line}: {error}");
        assert!(error.starts_with("footwork.toml:"), "{error}");
    }
}
