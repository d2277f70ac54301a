//! State saved by a game is restored unchanged, with the feature `serde`.

#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_flight::{
    Arrival, BallParams, BallPhysics, BallState, BallStep, Control, ControlCandidate,
    ControlDecision, ControlRules, ControlSituation, DecisionLog, Human, HumanId, Pitch, Player,
    PlayerId, StepEvents, TeamId,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn saved<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

#[test]
fn states_parameters_players_and_logs_are_restored_unchanged() {
    let params = BallParams::default();
    assert_eq!(saved(&params), params);
    let physics = BallPhysics::new(params, Pitch::default().statics().unwrap()).unwrap();
    let mut ball = BallState::new(3.0, [0.0, 0.11, 0.0], [9.3, 0.0, 1.7]).unwrap();
    for _ in 0..100 {
        physics.step(&mut ball, &mut StepEvents::default());
    }
    assert!(ball.ground.is_some());
    assert_eq!(saved(&ball), ball);
    let player = Player::new(PlayerId::new(7), [1.0, 0.0, 0.1]);
    assert_eq!(saved(&player), player);

    let mut control = Control::new(ControlRules::default()).unwrap();
    let mut log = DecisionLog::new(&control);
    let home = TeamId::new(0);
    let unknown = Arrival::Unknown {
        not_before_secs: 1.75,
    };
    let candidates = [Arrival::At(2.25), Arrival::Never, unknown];
    let candidates = (0..).zip(candidates);
    let situation = ControlSituation {
        now_secs: 1.0,
        candidates: candidates
            .map(|(id, arrival)| ControlCandidate::new(PlayerId::new(id), home, arrival))
            .collect(),
        humans: vec![Human {
            id: HumanId::new(0),
            team: home,
            player: Some(PlayerId::new(1)),
            settings: footwork_flight::ControlSettings::default(),
        }],
        ..ControlSituation::default()
    };
    let mut decision = ControlDecision::default();
    control.decide(&situation, &mut decision).unwrap();
    log.push(&situation, &decision);
    let again: DecisionLog = saved(&log);
    assert_eq!((again.hash(), again.replay()), (log.hash(), Ok(log.hash())));
    let resumed = Control::resume(log.rules, saved(control.state())).unwrap();
    assert_eq!(resumed.state(), control.state());
}
