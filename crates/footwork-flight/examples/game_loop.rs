//! A whole game loop: the ball, its prediction in slices, the players who can reach the ball, the best one, the player
//! that each human controls, kicks, and a replay. `cargo run -p footwork-flight --example game_loop` prints which human
//! controls which player.

use std::error::Error;

use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, BallStep, Choice, ChoiceError, ChoiceInput,
    ChoiceWeights, Control, ControlCandidate, ControlDecision, ControlError, ControlRules,
    ControlSettings, ControlSituation, DecisionLog, Human, HumanId, InterceptCache, Pitch, Player,
    PlayerId, PlayerIntercept, Prediction, PredictionOptions, ReachModel, STEP_SECS, SearchError,
    Statics, StepEvents, TeamId,
};

const HUMAN_TEAM: TeamId = TeamId::new(0);
const FRAME_SECS: f64 = 1.0 / 60.0;
/// The kicks: frame, player, velocity and spin. The second kick lobs a rolling ball.
const KICKS: [(u32, u32, [f64; 3], [f64; 3]); 2] = [
    (30, 2, [11.0, 7.0, 3.0], [0.0, 20.0, 0.0]),
    (240, 4, [-9.0, 8.0, -2.0], [0.0; 3]),
];

/// Everything a game keeps from frame to frame. All times are on the ball's clock.
struct Game {
    physics: BallPhysics<Statics>,
    ball: BallState,
    flight: Prediction<BallState>,
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

/// Plays six seconds. Returns how many times the rules or a request moved the human to another player.
pub(crate) fn play() -> Result<usize, Box<dyn Error>> {
    let mut game = Game::new()?;
    for frame in 1..=360 {
        let kicker = game.move_ball(frame)?;
        game.predict();
        game.search()?;
        game.choose()?;
        game.decide(kicker)?;
        game.run();
    }
    // A replay of the log decides the same, bit for bit.
    assert_eq!(game.log.replay()?, game.log.hash());
    let decisions = game.log.entries.iter().map(|entry| &entry.decision);
    Ok(decisions.filter_map(ControlDecision::switched).count())
}

impl Game {
    fn new() -> Result<Self, Box<dyn Error>> {
        let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics()?)?;
        let ball = BallState::new(0.0, [0.0, 0.11, 0.0], [0.0; 3])?;
        // The horizon moves along with the ball's time, so it is always 8 to 10 s ahead.
        let options = PredictionOptions {
            keeps_ahead: true,
            ..PredictionOptions::default()
        };
        let flight = Prediction::new(&physics, &ball, options)?;
        let control = Control::new(ControlRules::default())?;
        let mut situation = ControlSituation::default();
        situation.humans.push(Human {
            id: HumanId::new(0),
            team: HUMAN_TEAM,
            player: None,
            settings: ControlSettings::default(),
        });
        Ok(Self {
            physics,
            ball,
            flight,
            path: BallPath::default(),
            players: (0..10).map(player).collect(),
            cache: InterceptCache::new(ReachModel::Full),
            found: Vec::new(),
            choice: Choice::default(),
            log: DecisionLog::new(&control),
            control,
            situation,
            decision: ControlDecision::default(),
        })
    }

    /// 1. Moves the ball up to the frame. A kick keeps the ball's clock and restarts the prediction. Returns the player
    ///    who kicked; `None` without a kick.
    fn move_ball(&mut self, frame: u32) -> Result<Option<PlayerId>, Box<dyn Error>> {
        step_up_to(&self.physics, &mut self.ball, f64::from(frame) * FRAME_SECS);
        let Some((_, by, velocity, spin)) = KICKS.iter().find(|(at, ..)| *at == frame) else {
            return Ok(None);
        };
        self.ball = self.ball.kick(*velocity, *spin)?;
        self.flight.restart(&self.physics, &self.ball)?;
        Ok(Some(PlayerId::new(*by)))
    }

    /// 2. Predicts a slice of the ball's future: after a kick, a prediction is complete in 8 frames
    ///    (`PredictionOptions::frames`).
    fn predict(&mut self) {
        self.flight.advance_frame(&self.physics, self.ball.secs());
        self.path.read(&self.flight);
    }

    /// 3. Finds the players who can reach the ball. A player with an invalid number is reported; the search continues
    ///    with the others.
    fn search(&mut self) -> Result<(), SearchError> {
        match self
            .cache
            .update(&self.path, &self.players, self.ball.secs())
        {
            Err(SearchError::Player(error)) => eprintln!("{error}"),
            other => other?,
        }
        let (cache, path) = (&self.cache, &self.path);
        let players = self.players.iter().enumerate();
        let found = players.map(|(index, player)| cache.player_intercept(index, path, player));
        self.found.clear();
        self.found.extend(found);
        Ok(())
    }

    /// 4. Chooses the player who should go for the ball.
    fn choose(&mut self) -> Result<(), ChoiceError> {
        let input = ChoiceInput {
            now_secs: self.ball.secs(),
            path: &self.path,
            model: self.cache.model(),
            players: &self.players,
            intercepts: &self.found,
            team: Some(HUMAN_TEAM),
            goal: Some([-52.5, 0.0, 0.0]),
        };
        self.choice.choose(&input, &ChoiceWeights::default())
    }

    /// 5. Decides which player the human controls.
    fn decide(&mut self, kicker: Option<PlayerId>) -> Result<(), ControlError> {
        let situation = &mut self.situation;
        situation.now_secs = self.ball.secs();
        situation.is_touched = kicker.is_some();
        situation.touched_by = kicker;
        situation.is_in_air = self.ball.ground.is_none();
        situation.candidates.clear();
        for (player, found) in self.players.iter().zip(&self.found) {
            let candidate = ControlCandidate::from_search(player.team, found, &self.choice);
            situation.candidates.push(candidate);
        }
        self.control.decide(situation, &mut self.decision)?;
        self.log.push(situation, &self.decision);
        situation.humans[0].player = self.decision.assignments[0].player;
        if let Some(of) = self.decision.switched() {
            println!("{:?}: {}", of.player, of.reason.name());
        }
        Ok(())
    }

    /// 6. Moves the players, in this example straight to the places where they can first take the ball.
    fn run(&mut self) {
        for (player, found) in self.players.iter_mut().zip(&self.found) {
            if let Some(first) = found.first {
                run(player, first.position);
            }
        }
    }
}

/// Steps the ball to the step nearest to `secs`; a step takes 1/240 s. Comparing with a whole step would sometimes lose
/// a step to rounding.
pub(crate) fn step_up_to(physics: &BallPhysics<Statics>, ball: &mut BallState, secs: f64) {
    let mut events = StepEvents::default();
    while ball.secs() + 0.5 * STEP_SECS <= secs {
        physics.step(ball, &mut events);
    }
}

/// Returns one of ten players of two teams, who stand in two rows.
fn player(id: u32) -> Player {
    let [column, row] = [id % 5, id / 5].map(f64::from);
    let place = [column * 12.0 - 20.0, 0.0, row * 16.0 - 8.0];
    let mut player = Player::new(PlayerId::new(id), place);
    player.team = TeamId::new(id % 2);
    player
}

/// Moves a player towards a place for one frame.
fn run(player: &mut Player, to: [f64; 3]) {
    let way = [to[0] - player.position[0], to[2] - player.position[2]];
    let distance = (way[0] * way[0] + way[1] * way[1]).sqrt();
    let most = player.acceleration_mps2 * FRAME_SECS;
    for (axis, way) in [(0, way[0]), (2, way[1])] {
        let wanted = player.top_speed_mps * way / (distance + 0.1);
        player.velocity[axis] += (wanted - player.velocity[axis]).clamp(-most, most) * 0.7;
        player.position[axis] += player.velocity[axis] * FRAME_SECS;
    }
    player.facing = [way[0], 0.0, way[1]];
}

#[allow(dead_code, reason = "a test calls `play` instead")]
fn main() -> Result<(), Box<dyn Error>> {
    play().map(|switches| println!("{switches} switches"))
}
