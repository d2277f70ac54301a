//! Tests of the kinds of intercepts, choices and passes.

use footwork_flight::{
    Arrival, BallPath, Busy, BusyWith, Choice, ChoiceInput, ChoiceWeights, Heights, Intercept,
    InterceptCache, InterceptKind, InterceptSearch, Player, PlayerId, PlayerIntercept,
    PredictionOptions, ReachModel, SearchError, TakenBy, TeamId, first_intercept, first_there,
    pass_outlook,
};

use crate::flights::{ball, finished, on_pitch};
use crate::kicks::count;
use crate::people::scene;

fn path(velocity: [f64; 3]) -> BallPath {
    let kick = ball([0.0, 0.11, 0.0], velocity);
    let flight = finished(&on_pitch(), &kick, PredictionOptions::default());
    BallPath::from_prediction(&flight)
}

fn at(id: u32, x: f64, z: f64) -> Player {
    Player::new(PlayerId::new(id), [x, 0.0, z])
}

fn first(path: &BallPath, player: &Player) -> Option<Intercept> {
    first_intercept(path, player, ReachModel::Simple, 0.0).unwrap()
}

fn found(path: &BallPath, players: &[Player]) -> Vec<PlayerIntercept> {
    let of = |player: &Player| PlayerIntercept {
        player: player.id,
        first: first(path, player),
        not_before_secs: None,
    };
    players.iter().map(of).collect()
}

#[test]
fn a_player_who_meets_a_moving_ball_is_on_the_run() {
    let intercept = first(&path([12.0, 0.0, 0.0]), &at(0, 12.0, 8.0)).unwrap();
    assert_eq!(intercept.kind, InterceptKind::OnTheRun);
    assert_eq!(intercept.wait_secs, 0.0);
    assert!((intercept.pace - 1.0).abs() < 1e-9);
    assert!((intercept.run_m - 6.5 * intercept.secs).abs() < 1e-9);
}

#[test]
fn a_player_under_a_lob_waits_until_it_is_low_enough() {
    let path = path([9.0, 11.0, 0.0]);
    let landing = (0..1000)
        .map(|index| f64::from(index) * 0.01)
        .find(|&secs| secs > 1.0 && path.position_at(secs).unwrap()[1] < 1.5);
    let place = path.position_at(landing.unwrap()).unwrap();
    let mut player = at(0, place[0], 0.0);
    player.top_speed_mps = 2.0;
    player.heights = Heights::field(1.7, 2.3);
    let intercept = first(&path, &player).unwrap();
    assert_eq!(intercept.kind, InterceptKind::PlayerWaits);
    assert!(intercept.wait_secs > 0.5);
    assert_eq!(intercept.taken_by, TakenBy::Jump);
    assert!((intercept.height_m - 2.3).abs() < 1e-9);
    player.heights = Heights {
        standing_m: 1.7,
        jumping_m: 2.3,
        hands_m: 2.7,
    };
    let keeper = first(&path, &player).unwrap();
    assert!(keeper.taken_by == TakenBy::Hands && keeper.secs < intercept.secs);
}

#[test]
fn windows_at_a_resting_ball_run_on_to_the_horizon() {
    let path = path([3.0, 0.0, 0.0]);
    let rest = path.rest_secs();
    assert!(rest < 8.0);
    let mut player = at(0, 40.0, 10.0);
    player.top_speed_mps = 4.0;
    let mut search = InterceptSearch::new(ReachModel::Simple);
    search.run(&path, &[player], 0.0).unwrap();
    let found = search.intercepts()[0];
    let intercept = found.first.unwrap();
    assert_eq!(intercept.kind, InterceptKind::BallWaits);
    assert!((intercept.wait_secs - (intercept.secs - rest)).abs() < 1e-12);
    assert_eq!(search.windows(0).last().unwrap().to_secs, 10.0);
}

#[test]
fn a_busy_or_slow_player_has_a_later_window_or_none() {
    let path = path([30.0, 0.5, 0.0]);
    let mut player = at(0, 10.0, 1.0);
    let free = first(&path, &player).unwrap();
    player.busy = Some(Busy {
        until_secs: 2.0,
        with: BusyWith::Fall,
    });
    assert!(first(&path, &player).is_none_or(|busy| busy.secs >= 2.0 && busy.secs > free.secs));
    player.top_speed_mps = 0.0;
    assert_eq!(first(&path, &player), None);
}

#[test]
fn an_error_names_the_field_of_the_player() {
    let fine = at(9, 0.0, 0.0);
    type Edit = (&'static str, fn(&mut Player));
    let edits: [Edit; 7] = [
        ("position", |p| p.position[1] = f64::NAN),
        ("velocity", |p| p.velocity[2] = f64::INFINITY),
        ("facing", |p| p.facing[0] = f64::NAN),
        ("reaction_end_secs", |p| p.reaction_end_secs = f64::NAN),
        ("top_speed_mps", |p| p.top_speed_mps = -1.0),
        ("heights.jumping_m", |p| p.heights.jumping_m = 1.0),
        ("acceleration_mps2", |p| p.acceleration_mps2 = 0.0),
    ];
    let path = path([3.0, 0.0, 0.0]);
    for (field, edit) in edits {
        let mut player = fine;
        edit(&mut player);
        let mut search = InterceptSearch::new(ReachModel::Full);
        let Err(SearchError::Player(error)) = search.run(&path, &[player, fine], 0.0) else {
            panic!("{field} was accepted");
        };
        assert_eq!((error.player.number(), error.name), (9, field));
        // The other player is still searched.
        let [wrong, other] = search.intercepts() else {
            panic!("{field}");
        };
        let unknown = Arrival::Unknown {
            not_before_secs: 0.0,
        };
        assert_eq!(wrong.arrival(), unknown);
        assert!(other.first.is_some() && !search.windows(1).is_empty());
        let mut cache = InterceptCache::new(ReachModel::Full);
        cache.update(&path, &[fine, fine], 0.0).unwrap();
        assert!(cache.update(&path, &[player, fine], 0.0).is_err());
        assert_eq!(cache.player_intercept(0, &path, &player).arrival(), unknown);
        assert_eq!(
            cache.moment(1).map(|moment| moment.secs),
            other.arrival().secs()
        );
    }
}

/// Replaying a logged choice gives the same choice bit for bit.
#[test]
fn a_logged_choice_replays_to_the_same_choice_and_hash() {
    let mut choice = Choice::default();
    let mut chosen = 0;
    for number in 0..count(200, 5000) {
        let (path, players) = scene(number, 22);
        let found = found(&path, &players);
        let goal = [[-52.5, 0.0, 0.0], [52.5, 0.0, 0.0]][(number % 2) as usize];
        let input = ChoiceInput {
            now_secs: 0.0,
            path: &path,
            model: ReachModel::Simple,
            players: &players,
            intercepts: &found,
            team: Some(TeamId::new((number % 2) as u32)),
            goal: Some(goal),
        };
        choice.choose(&input, &ChoiceWeights::default()).unwrap();
        let again = choice.replayed();
        assert_eq!((again.hash(), &again), (choice.hash(), &choice));
        // The order of the players does not change the choice.
        let mut turned = Choice::default();
        let (mut others, mut theirs) = (players.clone(), found.clone());
        others.reverse();
        theirs.reverse();
        let input = ChoiceInput {
            players: &others,
            intercepts: &theirs,
            ..input
        };
        turned.choose(&input, &ChoiceWeights::default()).unwrap();
        assert_eq!(turned.hash(), choice.hash());
        chosen += u32::from(choice.chosen.is_some());
    }
    assert!(chosen > 150);
}

#[test]
fn a_lead_above_half_a_second_wins_and_each_criterion_counts() {
    let path = path([12.0, 0.0, 0.0]);
    let mut players = [at(1, 14.0, 6.0), at(2, 14.0, -6.0), at(3, 30.0, 9.0)];
    players[2].team = TeamId::new(1);
    let choose = |players: &[Player], goal, weights: &ChoiceWeights| {
        let found = found(&path, players);
        let mut choice = Choice::default();
        let input = ChoiceInput {
            now_secs: 0.0,
            path: &path,
            model: ReachModel::Simple,
            players,
            intercepts: &found,
            team: Some(TeamId::new(0)),
            goal,
        };
        choice.choose(&input, weights).unwrap();
        choice.chosen.map(PlayerId::number)
    };
    let weights = ChoiceWeights::default();
    // Between two equal players, the lower id is chosen. With a goal, the player on the goal's side is chosen.
    assert_eq!(choose(&players, None, &weights), Some(1));
    assert_eq!(
        choose(&players, Some([14.0, 0.0, -50.0]), &weights),
        Some(2)
    );
    // A lead of at least half a second wins, whatever the weight of the goal side.
    players[1].reaction_end_secs = 3.0;
    let much = ChoiceWeights {
        weights: footwork_flight::Criteria {
            goal_side: 100.0,
            ..weights.weights
        },
        ..weights
    };
    assert_eq!(choose(&players, Some([14.0, 0.0, -50.0]), &much), Some(1));
    assert_eq!(choose(&players[2..], None, &weights), None);
}

/// A player under a lob may wait until the ball is low. An earlier version rated only the first moment of each window,
/// so it let the player jump in every case.
#[test]
fn a_player_under_a_lob_may_wait_instead_of_jumping() {
    let path = path([9.0, 9.0, 0.0]);
    let place = path.position_at(1.7).unwrap();
    let players = [at(1, place[0], 0.0)];
    for model in [ReachModel::Simple, ReachModel::Full] {
        let mut search = InterceptSearch::new(model);
        search.run(&path, &players, 0.0).unwrap();
        let first = search.intercepts()[0].first.unwrap();
        assert_eq!(first.taken_by, TakenBy::Jump);
        let take = |difficulty: f64| {
            let input = ChoiceInput {
                now_secs: 0.0,
                path: &path,
                model,
                players: &players,
                intercepts: search.intercepts(),
                team: None,
                goal: None,
            };
            let defaults = ChoiceWeights::default();
            let weights = ChoiceWeights {
                weights: footwork_flight::Criteria {
                    difficulty,
                    ..defaults.weights
                },
                ..defaults
            };
            let mut choice = Choice::default();
            choice.choose(&input, &weights).unwrap();
            assert_eq!(choice.replayed(), choice);
            let rated = choice.candidates[0];
            assert_eq!(rated.first_secs, first.secs);
            // The chosen moment is in a window, and it is rated no worse than the first moment.
            let windows = search.windows(0);
            assert!(
                windows
                    .iter()
                    .any(|window| window.contains(rated.take.secs))
            );
            rated.take
        };
        // If only the time counts, the first moment wins, and the player jumps.
        assert_eq!(take(0.0).secs, first.secs);
        let easy = take(3.0);
        assert_eq!(easy.taken_by, TakenBy::Standing);
        assert!(easy.secs > first.secs + 0.1 && easy.difficulty < first.difficulty - 0.1);
    }
}

#[test]
fn the_margin_of_a_pass_is_the_lead_of_the_receiver() {
    let path = path([12.0, 0.0, 0.0]);
    let mut players = [at(1, 0.0, 0.0), at(2, 18.0, 2.0), at(3, 9.0, 12.0)];
    players[2].team = TeamId::new(1);
    let mut search = InterceptSearch::new(ReachModel::Simple);
    search.run(&path, &players, 0.0).unwrap();
    let outlook = pass_outlook(
        &players,
        search.intercepts(),
        PlayerId::new(1),
        TeamId::new(0),
    )
    .unwrap();
    assert_eq!(outlook.receiver.unwrap().player.number(), 2);
    assert_eq!(outlook.opponent.unwrap().player.number(), 3);
    let margin = outlook.opponent.unwrap().secs - outlook.receiver.unwrap().secs;
    assert_eq!(outlook.margin_secs, margin);
    assert_eq!(outlook.is_safe(0.0), margin >= 0.0);
    let first = first_there(search.intercepts()).unwrap();
    assert_eq!(first.intercept.player.number(), 1);
    assert!(first.lead_secs > 0.0);
}

#[test]
fn a_search_at_nan_is_refused() {
    let path = path([12.0, 0.0, 0.0]);
    for now in [f64::NAN, f64::INFINITY] {
        for model in [ReachModel::Simple, ReachModel::Full] {
            let found = first_intercept(&path, &at(0, 5.0, 1.0), model, now);
            assert!(matches!(found, Err(SearchError::Clock { .. })));
        }
    }
}
