//! An opponent dribbles with a touch in every frame or every few frames. Each touch interrupts the prediction, but the
//! human still gets the player who can reach the ball.

use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, BallStep, Choice, ChoiceInput, ChoiceWeights,
    Control, ControlCandidate, ControlDecision, ControlRules, ControlSettings, ControlSituation,
    Human, HumanId, InterceptCache, Pitch, Player, PlayerId, Prediction, PredictionOptions,
    ReachModel, StepEvents, TeamId,
};

const SPEED_MPS: f64 = 4.2;
const TEAMS: [TeamId; 2] = [TeamId::new(0), TeamId::new(1)];

fn player(id: u32, team: usize, position: [f64; 3]) -> Player {
    Player {
        team: TEAMS[team],
        ..Player::new(PlayerId::new(id), position)
    }
}

/// Returns the time at which the human gets the teammate next to the ball; `None` if this never happens. The human's
/// own player is 48 m away. An opponent touches the ball every `every` frames.
fn switched_secs(rate: u32, every: u32, beside_m: f64) -> Option<f64> {
    let physics =
        BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
    let mut ball = BallState::new(0.0, [0.0, 0.11, 0.0], [SPEED_MPS, 0.0, 0.0]).unwrap();
    let options = PredictionOptions {
        keeps_ahead: true,
        ..PredictionOptions::default()
    };
    let mut flight = Prediction::new(&physics, &ball, options).unwrap();
    let (mut path, mut cache) = (BallPath::default(), InterceptCache::new(ReachModel::Full));
    let mut players = [
        player(0, 0, [-48.0, 0.0, 0.0]),
        player(1, 0, [0.0, 0.0, beside_m]),
        player(2, 1, [0.0; 3]),
    ];
    for player in &mut players[1..] {
        player.velocity = [SPEED_MPS, 0.0, 0.0];
    }
    let mut control = Control::new(ControlRules::default()).unwrap();
    let (mut choices, mut decision) = (
        [Choice::default(), Choice::default()],
        ControlDecision::default(),
    );
    let mut situation = ControlSituation {
        humans: vec![Human {
            id: HumanId::new(0),
            team: TEAMS[0],
            player: Some(PlayerId::new(0)),
            settings: ControlSettings::default(),
        }],
        ..ControlSituation::default()
    };
    let mut events = StepEvents::default();
    for frame in 1..=rate * 6 {
        for _ in 0..240 / rate {
            physics.step(&mut ball, &mut events);
        }
        let now_secs = ball.secs();
        let is_touched = frame % every == 0;
        if is_touched {
            ball = ball.kick([SPEED_MPS, 0.0, 0.0], [0.0; 3]).unwrap();
            flight.restart(&physics, &ball).unwrap();
        }
        players[1].position[0] = ball.position[0];
        players[2].position[0] = ball.position[0] - 0.3;
        flight.advance_frame(&physics, now_secs);
        path.read(&flight);
        cache.update(&path, &players, now_secs).unwrap();
        let found = [0, 1, 2].map(|index| cache.player_intercept(index, &path, &players[index]));
        for (team, choice) in choices.iter_mut().enumerate() {
            let input = ChoiceInput {
                now_secs,
                path: &path,
                model: cache.model(),
                players: &players,
                intercepts: &found,
                team: Some(TEAMS[team]),
                goal: Some([[-52.5, 52.5][team], 0.0, 0.0]),
            };
            choice.choose(&input, &ChoiceWeights::default()).unwrap();
        }
        situation.now_secs = now_secs;
        situation.is_touched = is_touched;
        situation.touched_by = is_touched.then_some(PlayerId::new(2));
        situation.is_in_air = ball.ground.is_none();
        situation.candidates.clear();
        for (player, found) in players.iter().zip(&found) {
            let choice = &choices[usize::from(player.team == TEAMS[1])];
            situation
                .candidates
                .push(ControlCandidate::from_search(player.team, found, choice));
        }
        control.decide(&situation, &mut decision).unwrap();
        situation.humans[0].player = decision.assignments[0].player;
        if decision.assignments[0].player == Some(PlayerId::new(1)) {
            return Some(now_secs);
        }
    }
    None
}

#[test]
fn frequent_touches_do_not_keep_a_human_from_the_player_at_the_ball() {
    for rate in [20, 60] {
        for every in [1, 2, 3, rate / 10, rate / 5] {
            for beside_m in [6.0, 10.0, 15.0, 25.0] {
                let secs = switched_secs(rate, every, beside_m);
                assert!(
                    secs.is_some_and(|secs| secs <= 0.8),
                    "{rate} Hz, a touch every {every} frames, {beside_m} m: {secs:?}"
                );
            }
        }
    }
}

/// A restart of an incomplete prediction continues its work. A restart of a complete prediction begins a new one in
/// slices.
#[test]
fn a_prediction_is_complete_in_time_whatever_interrupts_it() {
    let physics =
        BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
    let kick = BallState::new(0.0, [0.0, 0.11, 0.0], [0.0, 40.0, 0.0]).unwrap();
    let options = PredictionOptions {
        horizon_secs: 5.0,
        ..PredictionOptions::default()
    };
    let mut flight = Prediction::new(&physics, &kick, options).unwrap();
    for frame in 1..=options.frames {
        flight.restart(&physics, &kick).unwrap();
        let is_complete = flight.advance_frame(&physics, 0.0);
        assert_eq!(flight.steps_done(), 150 * frame);
        assert_eq!(is_complete, frame == options.frames);
    }
    let whole = flight.samples().to_vec();
    flight.restart(&physics, &kick).unwrap();
    assert_eq!(flight.steps_done(), 0);
    flight.finish(&physics);
    assert_eq!(flight.samples(), whole);
}
