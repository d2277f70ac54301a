//! For a player who cannot move or is at the edge of its reach, rounding errors decided whether it waits or runs.

use footwork_flight::{
    BallPath, InterceptKind, Player, PlayerId, PredictionOptions, ReachModel, first_intercept,
};

use footwork_testkit::Random;

use crate::flights::{ball, finished, on_pitch};

fn path() -> BallPath {
    let physics = on_pitch();
    let kick = ball([0.0, 0.11, 0.0], [10.0, 0.0, 3.0]);
    let flight = finished(&physics, &kick, PredictionOptions::default());
    BallPath::from_prediction(&flight)
}

#[test]
fn a_player_who_cannot_move_waits_from_when_it_is_ready() {
    let path = path();
    let mut met = 0;
    for model in [ReachModel::Simple, ReachModel::Full] {
        for step in 0..200 {
            let mut player =
                Player::new(PlayerId::new(1), [5.0 + f64::from(step) * 0.01, 0.0, 2.0]);
            player.top_speed_mps = 0.0;
            player.reaction_end_secs = 0.1;
            let Some(first) = first_intercept(&path, &player, model, 0.0).unwrap() else {
                continue;
            };
            met += 1;
            assert_eq!(first.kind, InterceptKind::PlayerWaits, "{first:?}");
            assert!((first.wait_secs - (first.secs - 0.1)).abs() < 1e-12);
            assert_eq!((first.run_m, first.pace), (0.0, 0.0));
        }
    }
    assert!(met > 300, "{met}");
}

/// A player who arrives at the same time as the ball is on the run, regardless of rounding.
#[test]
fn a_player_just_in_time_is_on_the_run() {
    let path = path();
    let mut random = Random::new(6);
    let mut met = 0;
    for _ in 0..3000 {
        let mut player = Player::new(PlayerId::new(1), [random.between(2.0, 20.0), 0.0, 9.0]);
        player.top_speed_mps = libm::exp(random.between(-14.0, 2.0));
        player.reach_m = random.between(0.0, 3.0);
        for model in [ReachModel::Simple, ReachModel::Full] {
            let first = first_intercept(&path, &player, model, 0.0).unwrap();
            let Some(first) = first.filter(|first| first.secs < path.rest_secs()) else {
                continue;
            };
            let slack = model.slack(&player, 0.0, first.secs, first.position);
            let is_at_the_edge = slack.unwrap().unwrap().abs() < 1e-7;
            if first.secs > 0.0 && is_at_the_edge {
                met += 1;
                assert_eq!(first.kind, InterceptKind::OnTheRun, "{first:?} {player:?}");
                assert_eq!(first.wait_secs, 0.0);
            }
        }
    }
    assert!(met > 500, "{met}");
}
