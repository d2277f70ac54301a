//! The decision log.

use footwork_flight::{Arrival, Control, DecisionLog, ReplayError};

use crate::scene::Scene;

fn logged() -> DecisionLog {
    let mut scene = Scene::new(
        &[1, 2],
        &[(1, None), (2, Some(3.0)), (3, Some(1.0)), (4, None)],
    );
    let mut log = DecisionLog::new(&scene.control);
    for frame in 0..120 {
        scene.wait(1.0 / 60.0);
        scene.situation.is_touched = frame % 50 == 7;
        scene.need(&[
            (4, (frame > 30).then_some(0.4)),
            (3, (frame < 60).then_some(1.0)),
        ]);
        if frame == 90 {
            scene.ask(0, None);
        }
        let situation = scene.situation.clone();
        scene.decide();
        log.push(&situation, &scene.decision);
    }
    log
}

#[test]
fn a_log_replays_to_its_hash_which_is_the_same_everywhere() {
    let log = logged();
    assert_eq!(log.replay(), Ok(log.hash()));
    assert_eq!(format!("{:016x}", log.hash()), "859d30fcea916977");
    let switches = log
        .entries
        .iter()
        .filter_map(|entry| entry.decision.switched());
    assert!(switches.count() >= 4);
}

#[test]
fn a_log_may_start_in_the_middle_of_a_match() {
    let log = logged();
    let mut control = Control::new(log.rules).unwrap();
    let mut decision = footwork_flight::ControlDecision::default();
    for entry in &log.entries[..50] {
        control.decide(&entry.situation, &mut decision).unwrap();
    }
    let mut rest = DecisionLog::new(&control);
    rest.entries = log.entries[50..].to_vec();
    assert_eq!(rest.replay(), Ok(rest.hash()));
    // From an empty state, the rest of the match replays differently.
    rest.start = log.start.clone();
    assert!(matches!(rest.replay(), Err(ReplayError::Differs { .. })));
}

#[test]
fn a_changed_log_is_detected() {
    let log = logged();
    let mut other = log.clone();
    other.entries[40].situation.candidates[3].arrival = Arrival::Never;
    assert_ne!(other.hash(), log.hash());
    assert!(matches!(other.replay(), Err(ReplayError::Differs { index }) if index >= 40));
    let mut other = log.clone();
    other.entries[3].situation.now_secs = f64::NAN;
    let error = other.replay().unwrap_err();
    assert_eq!(error.to_string(), "situation 3 was rejected");
    let cause = std::error::Error::source(&error).unwrap();
    assert_eq!(cause.to_string(), "now_secs: NaN is not within ±10000000 s");
    let mut other = log;
    other.rules.dwell_secs = -1.0;
    assert!(matches!(other.replay(), Err(ReplayError::Rules(_))));
}
