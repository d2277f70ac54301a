//! A whole game loop: the ball, its prediction in slices, who can reach it, who should, whom the human controls, kicks,
//! and a replay. `cargo run -p footwork-flight --example game_loop` prints who controls whom.

use std::error::Error;

use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, BallStep, Choice, ChoiceInput, ChoiceWeights,
    Control, ControlCandidate, ControlDecision, ControlRules, ControlSettings, ControlSituation,
    DecisionLog, Human, HumanId, InterceptCache, Pitch, Player, PlayerId, Prediction,
    PredictionOptions, ReachModel, SearchError, StepEvents, TeamId,
};

const FRAME_SECS: f64 = 1.0 / 60.0;
/// Steps of 1/240 s in a frame.
const STEPS: u32 = 4;
/// A new prediction is spread over this many frames.
const SLICES: u32 = 8;
/// In which frame who kicks the ball how: velocity and spin. The second kick lobs a ball that rolls.
const KICKS: [(u32, u32, [f64; 3], [f64; 3]); 2] = [
    (30, 2, [11.0, 7.0, 3.0], [0.0, 20.0, 0.0]),
    (240, 4, [-9.0, 8.0, -2.0], [0.0; 3]),
];

/// Plays six seconds and returns how often the human was switched. All times are on one clock, that of the ball.
pub(crate) fn play() -> Result<usize, Box<dyn Error>> {
    let mut players: Vec<Player> = (0..10).map(player).collect();
    let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics()?)?;
    let mut ball = BallState::new(0.0, [0.0, 0.11, 0.0], [0.0; 3])?;
    let mut events = StepEvents::default();
    // The horizon moves along, so that it is always 8 to 10 s ahead.
    let options = PredictionOptions {
        keeps_ahead: true,
        ..PredictionOptions::default()
    };
    let mut flight = Prediction::new(&physics, &ball, options)?;
    let slice = flight.steps_per_frame(SLICES);
    let mut path = BallPath::default();
    let mut cache = InterceptCache::new(ReachModel::Full);
    let (mut found, mut choice) = (Vec::new(), Choice::default());
    let mut control = Control::new(ControlRules::default())?;
    let mut situation = ControlSituation::default();
    situation.humans.push(Human {
        id: HumanId::new(0),
        team: TeamId::new(0),
        player: None,
        settings: ControlSettings::default(),
    });
    let mut decision = ControlDecision::default();
    let mut log = DecisionLog::new(&control);

    for frame in 0..360 {
        // 1. The ball moves. A kick keeps its clock, and its flight is predicted anew.
        for _ in 0..STEPS {
            physics.step(&mut ball, &mut events);
        }
        let kick = KICKS.iter().find(|(at, ..)| *at == frame);
        if let Some((_, _, velocity, spin)) = kick {
            ball = ball.kick(*velocity, *spin)?;
            flight.restart(&physics, &ball)?;
        }

        // 2. A slice of its future.
        let now_secs = ball.secs();
        flight.advance(now_secs);
        flight.advance_steps(&physics, slice);
        path.read(&flight);

        // 3. Who can reach it? A player with a bad number is reported; the others are searched.
        match cache.update(&path, &players, now_secs) {
            Err(SearchError::Player(error)) => eprintln!("{error}"),
            other => other?,
        }
        found.clear();
        for (index, player) in players.iter().enumerate() {
            found.push(cache.player_intercept(index, &path, player));
        }

        // 4. Who should go for it?
        let input = ChoiceInput {
            now_secs,
            path: &path,
            model: cache.model(),
            players: &players,
            intercepts: &found,
            team: Some(TeamId::new(0)),
            goal: Some([-52.5, 0.0, 0.0]),
        };
        choice.choose(&input, &ChoiceWeights::default())?;

        // 5. Whom does the human control?
        situation.now_secs = now_secs;
        situation.is_touched = kick.is_some();
        situation.touched_by = kick.map(|(_, by, ..)| PlayerId::new(*by));
        situation.is_in_air = ball.ground.is_none();
        situation.candidates.clear();
        for (player, found) in players.iter().zip(&found) {
            let candidate = ControlCandidate::from_search(player.team, found, &choice);
            situation.candidates.push(candidate);
        }
        control.decide(&situation, &mut decision)?;
        log.push(&situation, &decision);
        situation.humans[0].player = decision.assignments[0].player;
        if let Some(of) = decision.switched() {
            println!("{now_secs:.2} s: {:?}, {}", of.player, of.reason.name());
        }

        // 6. Players run: here straight to where they can take the ball.
        for (player, found) in players.iter_mut().zip(&found) {
            if let Some(first) = found.first {
                run(player, first.position);
            }
        }
    }
    // A replay of the log decides the same, bit for bit.
    assert_eq!(log.replay()?, log.hash());
    let decisions = log.entries.iter().map(|entry| &entry.decision);
    Ok(decisions.filter_map(ControlDecision::switched).count())
}

/// Ten players of two teams in two rows.
fn player(id: u32) -> Player {
    let [column, row] = [id % 5, id / 5].map(f64::from);
    let place = [column * 12.0 - 20.0, 0.0, row * 16.0 - 8.0];
    let mut player = Player::new(PlayerId::new(id), place);
    player.team = TeamId::new(id % 2);
    player
}

/// Runs towards a place for a frame.
fn run(player: &mut Player, to: [f64; 3]) {
    let way = [to[0] - player.position[0], to[2] - player.position[2]];
    let distance = (way[0] * way[0] + way[1] * way[1]).sqrt();
    if distance < 0.1 {
        return;
    }
    let most = player.acceleration_mps2 * FRAME_SECS;
    for (axis, way) in [(0, way[0]), (2, way[1])] {
        let wanted = player.top_speed_mps * way / distance;
        player.velocity[axis] += (wanted - player.velocity[axis]).clamp(-most, most) * 0.7;
        player.position[axis] += player.velocity[axis] * FRAME_SECS;
    }
    player.facing = [way[0], 0.0, way[1]];
}

#[allow(dead_code, reason = "a test calls `play` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    play().map(|switches| println!("{switches} switches"))
}
