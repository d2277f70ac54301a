//! Random matches of two humans, in which every decision is checked against the laws of control switching.

pub(crate) mod kick;
mod laws;
mod pitch;
mod saved;

use std::collections::BTreeMap;

use footwork_flight::{
    Control, ControlDecision, ControlReason, ControlRules, ControlSituation, DecisionLog,
};

use crate::matches::laws::Laws;
use crate::matches::pitch::Pitch;

/// A match of 5 minutes, decided 20 times per second.
const SECS: f64 = 300.0;
const STEP_SECS: f64 = 0.05;

/// Plays a match with the decisions of `decide`, carries them out, and passes each to `see`.
fn play(
    seed: u64,
    secs: f64,
    mut decide: impl FnMut(&ControlSituation, &mut ControlDecision),
    mut see: impl FnMut(&ControlSituation, &ControlDecision),
) {
    let mut pitch = Pitch::new(seed);
    let mut situation = ControlSituation::default();
    let mut decision = ControlDecision::default();
    while pitch.now_secs < secs {
        pitch.step(STEP_SECS);
        pitch.describe(&mut situation);
        decide(&situation, &mut decision);
        see(&situation, &decision);
        pitch.carry_out(&decision);
    }
}

fn logged(seed: u64, secs: f64) -> DecisionLog {
    let mut control = Control::new(ControlRules::default()).unwrap();
    let mut log = DecisionLog::new(&control);
    play(
        seed,
        secs,
        |situation, decision| control.decide(situation, decision).unwrap(),
        |situation, decision| log.push(situation, decision),
    );
    log
}

/// Replays a log, saving and restoring the state at random points. Returns whether all decisions equal those of the
/// log.
fn restored(log: &DecisionLog, seed: u64) -> bool {
    let mut random = pitch::random(seed ^ 0x5afe);
    let mut control = Control::new(log.rules).unwrap();
    let mut decision = ControlDecision::default();
    log.entries.iter().all(|entry| {
        if random.unit() < 0.02 {
            let state = saved::load(&saved::save(control.state()));
            assert_eq!(&state, control.state());
            control = Control::resume(log.rules, state).unwrap();
        }
        control.decide(&entry.situation, &mut decision).unwrap();
        decision == entry.decision
    })
}

fn count() -> u64 {
    match std::env::var_os("FOOTWORK_SOAK") {
        Some(_) => 1000,
        None => 20,
    }
}

#[test]
fn matches_keep_the_laws_and_repeat_bit_for_bit() {
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..count() {
        let log = logged(seed, SECS);
        let mut laws = Laws::new(&log.rules);
        for (index, entry) in log.entries.iter().enumerate() {
            let lawful = laws.check(&entry.situation, &entry.decision);
            lawful.unwrap_or_else(|wrong| panic!("match {seed}, decision {index}: {wrong}"));
            for assignment in &entry.decision.assignments {
                *seen.entry(format!("{:?}", assignment.reason)).or_default() += 1;
            }
        }
        let replayed = log.replay();
        assert!(replayed.is_ok(), "match {seed}: {replayed:?}");
        assert!(restored(&log, seed), "match {seed}");
        if seed % 10 == 0 {
            // Playing the match again gives the same log.
            assert_eq!(replayed, Ok(log.hash()), "match {seed}");
            assert_eq!(logged(seed, SECS), log, "match {seed}");
        }
    }
    // Every listed reason has occurred. `NobodyFree` is not listed, because one of eleven players is always free.
    let all = [
        ControlReason::Given,
        ControlReason::Asked,
        ControlReason::Refused,
        ControlReason::CannotReach,
        ControlReason::Touched,
        ControlReason::Gain,
        ControlReason::ManualMode,
        ControlReason::Locked,
        ControlReason::BallOnGround,
        ControlReason::WouldGoBack,
        ControlReason::Best,
        ControlReason::Margin,
        ControlReason::NoTouch,
        ControlReason::Dwell,
        ControlReason::NotItsTurn,
    ];
    for reason in all {
        let times = seen.get(&format!("{reason:?}")).copied().unwrap_or(0);
        assert!(times >= count(), "{reason:?}: {times} of {seen:?}");
    }
}

/// Shows that the laws can fail: always taking the best player breaks them.
#[test]
fn always_taking_the_best_breaks_the_laws() {
    let mut wrongs: BTreeMap<&'static str, u64> = BTreeMap::new();
    for seed in 0..4 {
        let rules = ControlRules {
            margin_secs: 0.0,
            margin_fraction: 0.0,
            dwell_secs: 0.0,
            ..ControlRules::default()
        };
        let mut laws = Laws::new(&ControlRules::default());
        play(
            seed,
            60.0,
            // A new control for each decision remembers neither locks nor previous players.
            |situation, decision| {
                Control::new(rules)
                    .unwrap()
                    .decide(situation, decision)
                    .unwrap();
            },
            |situation, decision| {
                if let Err(wrong) = laws.check(situation, decision) {
                    *wrongs.entry(wrong.law).or_default() += 1;
                }
            },
        );
    }
    for law in ["margin", "dwell", "lock", "back"] {
        assert!(wrongs.contains_key(law), "{wrongs:?}");
    }
}

/// The hash is the same on every machine, in debug and in release builds.
#[test]
fn a_match_has_its_golden_hash() {
    assert_eq!(
        format!("{:016x}", logged(7, 60.0).hash()),
        "6c7ca51e5d783969"
    );
}
