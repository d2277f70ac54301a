//! Tests each criterion of a choice: its value, computed by hand, and a choice that its weight flips.

use footwork_flight::{
    BallParams, BallPath, BallPhysics, Choice, ChoiceInput, ChoiceWeights, Criteria, Heights,
    Intercept, InterceptKind, Player, PlayerId, PlayerIntercept, PredictionOptions, ReachModel,
    TakenBy, TeamId, first_intercept,
};

use crate::flights::{ball, finished};

fn near(ours: f64, by_hand: f64) {
    assert!((ours - by_hand).abs() < 1e-9, "{ours}, by hand {by_hand}");
}

/// Returns the intercept of a ball that flies forever along x at 10 m/s, from (0, 1.2, 0).
fn found(player: &Player) -> Intercept {
    let params = BallParams {
        gravity_mps2: 0.0,
        drag: footwork_flight::Drag::Constant(0.0),
        ..BallParams::default()
    };
    let physics = BallPhysics::new(params, ()).unwrap();
    let ball = ball([0.0, 1.2, 0.0], [10.0, 0.0, 0.0]);
    let flight = finished(&physics, &ball, PredictionOptions::default());
    let path = BallPath::from_prediction(&flight);
    first_intercept(&path, player, ReachModel::Simple, 0.0)
        .unwrap()
        .unwrap()
}

/// The player is 3 m ahead of the ball, 4 m to the side of its path and ready at 0.1 s. Player and ball meet at 0.6 s,
/// because 5 m = 1 m + 8 m/s · 0.5 s.
#[test]
fn effort_and_difficulty_follow_their_formulas() {
    let mut player = Player::new(PlayerId::new(1), [3.0, 0.0, 4.0]);
    player.top_speed_mps = 8.0;
    player.reach_m = 1.0;
    player.reaction_end_secs = 0.1;
    player.heights = Heights::field(1.0, 1.8);
    let first = found(&player);
    near(first.secs, 0.6);
    assert_eq!(first.kind, InterceptKind::OnTheRun);
    assert_eq!(first.taken_by, TakenBy::Jump);
    near(first.run_m, 4.0);
    near(first.pace, 1.0);
    near(first.effort, 0.5);
    // The player runs at 8 m/s along (3, -4) / 5, and the ball flies at 10 m/s along x. The difference is 5.2 and 6.4
    // m/s.
    let v = libm::hypot(5.2, 6.4) / 40.0;
    let h = (1.2 - 0.6) / (1.8 - 0.6);
    near(first.difficulty, 1.0 - (1.0 - 0.5 * h) * (1.0 - v));
    // A player who is already at the ball makes no run.
    player.position = [1.0, 0.0, 0.5];
    near(found(&player).effort, 0.0);
}

fn intercept(player: u32) -> Intercept {
    Intercept {
        player: PlayerId::new(player),
        secs: 2.0,
        position: [0.0, 0.5, 0.0],
        height_m: 0.5,
        taken_by: TakenBy::Standing,
        kind: InterceptKind::OnTheRun,
        wait_secs: 0.0,
        run_m: 0.0,
        pace: 0.0,
        effort: 0.0,
        difficulty: 0.0,
    }
}

fn choose(players: &[Player], found: &[PlayerIntercept], weights: Criteria) -> Choice {
    let mut choice = Choice::default();
    let input = ChoiceInput {
        now_secs: 0.5,
        path: &BallPath::default(),
        model: ReachModel::Simple,
        players,
        intercepts: found,
        team: Some(TeamId::new(0)),
        goal: Some([-50.0, 0.0, 0.0]),
    };
    let weights = ChoiceWeights {
        weights,
        lead_secs: f64::INFINITY,
    };
    choice.choose(&input, &weights).unwrap();
    choice
}

type Change = fn(&mut Player, &mut Intercept);
type Weigh = fn(&mut Criteria);
type Value = fn(&Criteria) -> f64;
type Case = (&'static str, Change, f64, f64, Weigh, Value);

/// Player 1 is worse by one criterion. Without a weight for the criterion, player 1 is chosen for its lower number.
/// With the weight, the other player is chosen.
#[test]
fn each_criterion_has_its_value_and_each_weight_flips_a_choice() {
    let cases: [Case; 5] = [
        (
            "first",
            |_, i| i.secs = 2.25,
            1.75,
            1.5,
            |w| w.first = 1.0,
            |c| c.first,
        ),
        (
            "wait",
            |_, i| (i.kind, i.wait_secs) = (InterceptKind::PlayerWaits, 0.7),
            0.7,
            0.0,
            |w| w.wait = 1.0,
            |c| c.wait,
        ),
        (
            "effort",
            |_, i| i.effort = 1.1,
            1.1,
            0.0,
            |w| w.effort = 1.0,
            |c| c.effort,
        ),
        (
            "difficulty",
            |_, i| i.difficulty = 0.4,
            0.4,
            0.0,
            |w| w.difficulty = 1.0,
            |c| c.difficulty,
        ),
        // Player 1 stands on the far side of the ball from the goal, at an angle of 180°. The angle of player 2 is 0°.
        (
            "goal side",
            |p, _| p.position = [9.0, 0.0, 0.0],
            1.0,
            0.0,
            |w| w.goal_side = 1.0,
            |c| c.goal_side,
        ),
    ];
    for (name, change, worse, better, weigh, value) in cases {
        let mut players = [1, 2].map(|id| Player::new(PlayerId::new(id), [-9.0, 0.0, 0.0]));
        let mut intercepts = [1, 2].map(intercept);
        change(&mut players[0], &mut intercepts[0]);
        let found = intercepts.map(|first| PlayerIntercept {
            player: first.player,
            first: Some(first),
            not_before_secs: None,
        });
        let none = choose(&players, &found, Criteria::default());
        assert_eq!(none.chosen, Some(PlayerId::new(1)), "{name}");
        near(value(&none.candidates[0].criteria), worse);
        near(value(&none.candidates[1].criteria), better);
        let mut weights = Criteria::default();
        weigh(&mut weights);
        let weighed = choose(&players, &found, weights);
        assert_eq!(weighed.chosen, Some(PlayerId::new(2)), "{name}");
        near(weighed.candidates[0].score, worse);
    }
}

/// Pressure comes from the first opponent: 0.6 if the opponent is 0.4 s later, 0 if it is a second later, and 1 if it
/// is earlier.
#[test]
fn pressure_has_its_value_and_its_weight_flips_a_choice() {
    let mut players = [1, 2, 3].map(|id| Player::new(PlayerId::new(id), [-9.0, 0.0, 0.0]));
    players[2].team = TeamId::new(1);
    let pressure = |secs: [f64; 3], weight: f64| {
        let mut intercepts = [1, 2, 3].map(intercept);
        for (intercept, secs) in intercepts.iter_mut().zip(secs) {
            intercept.secs = secs;
        }
        let found = intercepts.map(|first| PlayerIntercept {
            player: first.player,
            first: Some(first),
            not_before_secs: None,
        });
        let weights = Criteria {
            first: -0.1,
            pressure: weight,
            ..Criteria::default()
        };
        let choice = choose(&players, &found, weights);
        let of = |place: usize| choice.candidates[place].criteria.pressure;
        (of(0), of(1), choice.chosen.map(PlayerId::number))
    };
    // A later player is rewarded a little here, so without pressure that player is chosen.
    let (later, sooner, chosen) = pressure([2.0, 1.9, 2.4], 0.0);
    near(later, 0.6);
    near(sooner, 0.5);
    assert_eq!(chosen, Some(1));
    assert_eq!(pressure([2.0, 1.9, 2.4], 1.0).2, Some(2));
    near(pressure([2.0, 1.3, 2.4], 0.0).1, 0.0);
    near(pressure([2.0, 2.6, 2.4], 0.0).1, 1.0);
}
