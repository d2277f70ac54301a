//! A whole game loop: the ball, its prediction in slices, who can reach it, who should, whom the human controls, a kick,
//! and a replay. `cargo run -p footwork-flight --example game_loop` prints who controls whom.

use std::error::Error;

use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, BallStep, Choice, ChoiceInput, ChoiceWeights,
    Control, ControlCandidate, ControlDecision, ControlRules, ControlSettings, ControlSituation,
    DecisionLog, Human, HumanId, InterceptCache, Pitch, Player, PlayerId, PlayerIntercept,
    Prediction, PredictionOptions, ReachModel, SearchError, Statics, StepEvents, TeamId,
};

const FRAME_SECS: f64 = 1.0 / 60.0;
/// Steps of 1/240 s in a frame.
const STEPS: u32 = 4;
/// A new prediction is spread over this many frames.
const SLICES: u32 = 8;

/// The game. All times are on one clock, that of the ball.
struct Game {
    physics: BallPhysics<Statics>,
    ball: BallState,
    events: StepEvents,
    flight: Prediction<BallState>,
    slice: u32,
    path: BallPath,
    players: Vec<Player>,
    cache: InterceptCache,
    found: Vec<PlayerIntercept>,
    choice: Choice,
    control: Control,
    situation: ControlSituation,
    decision: ControlDecision,
    log: DecisionLog,
}

impl Game {
    fn new(players: Vec<Player>) -> Result<Self, Box<dyn Error>> {
        let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics()?)?;
        let ball = BallState::new(0.0, [0.0, 0.11, 0.0], [0.0; 3])?;
        // The horizon moves along, so that it is always 8 to 10 s ahead.
        let options = PredictionOptions {
            keeps_ahead: true,
            ..PredictionOptions::default()
        };
        let flight = Prediction::new(&physics, &ball, options)?;
        let control = Control::new(ControlRules::default())?;
        let human = Human {
            id: HumanId::new(0),
            team: TeamId::new(0),
            player: None,
            settings: ControlSettings::default(),
        };
        Ok(Self {
            slice: flight.steps_per_frame(SLICES),
            log: DecisionLog::new(&control),
            situation: ControlSituation {
                humans: vec![human],
                ..ControlSituation::default()
            },
            decision: ControlDecision::default(),
            events: StepEvents::default(),
            path: BallPath::default(),
            cache: InterceptCache::new(ReachModel::Full),
            found: Vec::new(),
            choice: Choice::default(),
            physics,
            ball,
            flight,
            players,
            control,
        })
    }

    /// A player kicks the ball: its clock goes on, its flight is predicted anew.
    fn kick(
        &mut self,
        by: PlayerId,
        velocity: [f64; 3],
        spin: [f64; 3],
    ) -> Result<(), Box<dyn Error>> {
        self.ball = self.ball.kick(velocity, spin)?;
        self.flight.restart(&self.physics, &self.ball)?;
        (self.situation.is_touched, self.situation.touched_by) = (true, Some(by));
        Ok(())
    }

    fn frame(&mut self) -> Result<(), Box<dyn Error>> {
        // 1. The ball moves, and a slice of its future is predicted.
        for _ in 0..STEPS {
            self.physics.step(&mut self.ball, &mut self.events);
        }
        let now_secs = self.ball.secs();
        self.flight.advance(now_secs);
        self.flight.advance_steps(&self.physics, self.slice);
        self.path.read(&self.flight);

        // 2. Who can reach it? A player with a bad number is reported; the others are searched.
        match self.cache.update(&self.path, &self.players, now_secs) {
            Err(SearchError::Player(error)) => eprintln!("{error}"),
            other => other?,
        }
        let (cache, path) = (&self.cache, &self.path);
        let players = self.players.iter().enumerate();
        self.found.clear();
        self.found
            .extend(players.map(|(index, player)| cache.player_intercept(index, path, player)));

        // 3. Who should go for it?
        let input = ChoiceInput {
            now_secs,
            path,
            model: cache.model(),
            players: &self.players,
            intercepts: &self.found,
            team: Some(TeamId::new(0)),
            goal: Some([-52.5, 0.0, 0.0]),
        };
        self.choice.choose(&input, &ChoiceWeights::default())?;

        // 4. Whom does the human control?
        self.situation.now_secs = now_secs;
        self.situation.is_in_air = self.ball.ground.is_none();
        let both = self.players.iter().zip(&self.found);
        self.situation.candidates.clear();
        self.situation
            .candidates
            .extend(both.map(|(player, found)| {
                ControlCandidate::from_search(player.team, found, &self.choice)
            }));
        self.control.decide(&self.situation, &mut self.decision)?;
        self.log.push(&self.situation, &self.decision);
        self.situation.is_touched = false;
        self.situation.humans[0].player = self.decision.assignments[0].player;

        // 5. Players run: here straight to where they can take the ball.
        for (player, found) in self.players.iter_mut().zip(&self.found) {
            if let Some(first) = found.first {
                run(player, first.position);
            }
        }
        Ok(())
    }
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

/// Plays six seconds and returns how often the human was switched.
pub(crate) fn play() -> Result<usize, Box<dyn Error>> {
    let players = (0..10).map(|id| {
        let place = [
            f64::from(id % 5) * 12.0 - 20.0,
            0.0,
            f64::from(id / 5) * 16.0 - 8.0,
        ];
        let mut player = Player::new(PlayerId::new(id), place);
        player.team = TeamId::new(id % 2);
        player
    });
    let mut game = Game::new(players.collect())?;
    for frame in 0..360 {
        match frame {
            30 => game.kick(PlayerId::new(2), [11.0, 7.0, 3.0], [0.0, 20.0, 0.0])?,
            // The ball rolls by now, and is lobbed back.
            240 => game.kick(PlayerId::new(4), [-9.0, 8.0, -2.0], [0.0; 3])?,
            _ => {}
        }
        game.frame()?;
    }
    // A replay of the log decides the same, bit for bit.
    assert_eq!(game.log.replay()?, game.log.hash());
    let switches = game
        .log
        .entries
        .iter()
        .filter_map(|entry| entry.decision.switched());
    let switches =
        switches.inspect(|of| println!("{:?}: {:?}, {}", of.human, of.player, of.reason.name()));
    Ok(switches.count())
}

#[allow(dead_code, reason = "a test calls `play` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    play().map(|switches| println!("{switches} switches"))
}
