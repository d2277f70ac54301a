//! A path that starts at 0 s was searched at the time of the game, and control treated all its arrivals as now.

use footwork_flight::{
    BallPath, BallState, Choice, ChoiceError, ChoiceInput, ChoiceWeights, InterceptCache,
    InterceptSearch, Player, PlayerId, PredictionOptions, ReachModel, SearchError, first_intercept,
};

use crate::flights::{finished, on_pitch};

fn path(from_secs: f64) -> BallPath {
    let kick = BallState::new(from_secs, [0.0, 0.11, 0.0], [9.0, 3.0, 0.0]).unwrap();
    BallPath::from_prediction(&finished(&on_pitch(), &kick, PredictionOptions::default()))
}

#[test]
fn a_search_at_a_time_off_its_path_is_refused() {
    let player = Player::new(PlayerId::new(3), [20.0, 0.0, 4.0]);
    for (from_secs, now_secs) in [(0.0, 63.0), (63.0, 2.0), (0.0, f64::NAN)] {
        let path = path(from_secs);
        let refused = |error: SearchError| matches!(error, SearchError::Clock { .. });
        for model in [ReachModel::Simple, ReachModel::Full] {
            let mut search = InterceptSearch::new(model);
            assert!(refused(search.run(&path, &[player], now_secs).unwrap_err()));
            let mut cache = InterceptCache::new(model);
            assert!(refused(
                cache.update(&path, &[player], now_secs).unwrap_err()
            ));
            let first = first_intercept(&path, &player, model, now_secs);
            assert!(refused(first.unwrap_err()));
        }
    }
    let error = first_intercept(&path(0.0), &player, ReachModel::Full, 63.0).unwrap_err();
    let text = "now_secs: 63 is not on the path of the ball, from 0 to 10 s";
    assert_eq!(error.to_string(), text);
    // With the game's clock for the path too, the intercept is the same, but later.
    let mut reacts = player;
    reacts.reaction_end_secs = 60.0;
    let [early, late] = [(player, 0.0), (reacts, 60.0)].map(|(player, now)| {
        let first = first_intercept(&path(now), &player, ReachModel::Full, now);
        first.unwrap().unwrap().secs - now
    });
    assert!((early - late).abs() < 1e-9);
}

/// A choice used to accept any time, and rated every player as if they were an hour early or late.
#[test]
fn a_choice_at_a_time_off_its_path_is_refused() {
    let (path, players) = (path(0.0), [Player::new(PlayerId::new(3), [20.0, 0.0, 4.0])]);
    let mut search = InterceptSearch::new(ReachModel::Full);
    search.run(&path, &players, 0.0).unwrap();
    let mut choice = Choice::default();
    let mut choose = |now_secs: f64| {
        let input = ChoiceInput {
            now_secs,
            path: &path,
            model: search.model(),
            players: &players,
            intercepts: search.intercepts(),
            team: None,
            goal: None,
        };
        choice.choose(&input, &ChoiceWeights::default())
    };
    choose(0.0).unwrap();
    for now_secs in [63.0, -5.0] {
        let error = choose(now_secs).unwrap_err();
        assert!(matches!(error, ChoiceError::Clock { .. }), "{error}");
        let text = format!("now_secs: {now_secs} is not on the path of the ball, from 0 to 10 s");
        assert_eq!(error.to_string(), text);
    }
    // The refused choice has changed nothing.
    assert_eq!(
        (choice.now_secs, choice.chosen),
        (0.0, Some(PlayerId::new(3)))
    );
}
