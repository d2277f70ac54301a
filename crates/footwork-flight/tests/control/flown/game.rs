//! A match with 22 players who move within the limits of the full player model, and a ball with the built-in physics.

use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, BallStep, Choice, ChoiceInput, ChoiceWeights,
    ControlCandidate, ControlDecision, ControlSettings, ControlSituation, Human, HumanId,
    InterceptSearch, Pitch, Player, PlayerId, Prediction, PredictionOptions, ReachModel, Statics,
    StepEvents, TeamId,
};
use footwork_testkit::Random;

pub(crate) const DECISION_SECS: f64 = 0.05;
const STEPS: u32 = 12;
/// The number of decisions over which a prediction is spread: about as long as the default of 8 frames at 60 Hz.
const FRAMES: u32 = 3;

/// A player's current activity, and the time at which it ends.
struct Mind {
    goal: [f64; 2],
    until_secs: f64,
    chases: bool,
}

pub(crate) struct Game {
    random: Random,
    physics: BallPhysics<Statics>,
    ball: BallState,
    events: StepEvents,
    flight: Prediction<BallState>,
    path: BallPath,
    players: Vec<Player>,
    homes: Vec<[f64; 2]>,
    minds: Vec<Mind>,
    search: InterceptSearch,
    choice: Choice,
    humans: Vec<Human>,
    touched_by: Option<PlayerId>,
    kicked_secs: f64,
    last_kicker: Option<usize>,
    target: Option<PlayerId>,
}

fn number(index: usize) -> PlayerId {
    PlayerId::new(u32::try_from(index).unwrap())
}

fn team(index: usize) -> TeamId {
    TeamId::new(u32::from(index >= 11))
}

impl Game {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xf10);
        let pitch = Pitch::default().statics().unwrap();
        let physics = BallPhysics::new(BallParams::default(), pitch).unwrap();
        let ball = BallState::new(0.0, [0.0, 0.11, 0.0], [3.0, 0.0, 1.0]).unwrap();
        let options = PredictionOptions {
            frames: FRAMES,
            ..PredictionOptions::default()
        };
        let flight = Prediction::new(&physics, &ball, options).unwrap();
        let homes: Vec<[f64; 2]> = (0..22)
            .map(|index| {
                let side = if index < 11 { -1.0 } else { 1.0 };
                let line = (index % 11) as f64;
                [side * (48.0 - 5.0 * line), random.between(-28.0, 28.0)]
            })
            .collect();
        let players = homes.iter().enumerate().map(|(index, home)| {
            let mut player = Player::new(number(index), [home[0], 0.0, home[1]]);
            player.team = team(index);
            player.top_speed_mps = random.between(6.0, 7.5);
            player.facing = [1.0, 0.0, 0.0];
            player
        });
        let players = players.collect();
        let minds = homes.iter().map(|home| Mind {
            goal: *home,
            until_secs: 0.0,
            chases: false,
        });
        let humans = [0, 11].map(|first: usize| Human {
            id: HumanId::new(u32::from(first > 0)),
            team: team(first),
            player: Some(number(first + 5)),
            settings: ControlSettings::default(),
        });
        Self {
            minds: minds.collect(),
            path: BallPath::default(),
            search: InterceptSearch::new(ReachModel::Full),
            choice: Choice::default(),
            humans: humans.to_vec(),
            touched_by: None,
            kicked_secs: 0.0,
            last_kicker: None,
            target: None,
            events: StepEvents::default(),
            random,
            physics,
            ball,
            flight,
            players,
            homes,
        }
    }

    pub(crate) fn secs(&self) -> f64 {
        self.ball.secs()
    }

    /// Lets players and ball move until the next decision.
    pub(crate) fn play(&mut self, secs: f64) {
        self.touched_by = None;
        self.think();
        for (player, mind) in self.players.iter_mut().zip(&self.minds) {
            run(player, mind.goal, secs);
        }
        for _ in 0..STEPS {
            self.physics.step(&mut self.ball, &mut self.events);
        }
        self.touch();
        let now = self.ball.secs();
        self.flight.advance_frame(&self.physics, now);
        if self.flight.end().is_some() && self.flight.horizon_secs() - now < 8.0 {
            self.flight.extend(2.0).unwrap();
        }
        self.path.read(&self.flight);
        self.search.run(&self.path, &self.players, now).unwrap();
    }

    /// Gives each player a new activity about once per second: chasing the ball or wandering.
    fn think(&mut self) {
        let now = self.ball.secs();
        let ball = self.ball.position;
        for (index, mind) in self.minds.iter_mut().enumerate() {
            let player = &self.players[index];
            if now >= mind.until_secs {
                mind.until_secs = now + self.random.between(0.3, 1.5);
                let away = distance([player.position[0], player.position[2]], [ball[0], ball[2]]);
                let is_human = self.humans.iter().any(|x| x.player == Some(player.id));
                let keen = match (is_human, away) {
                    (true, _) => 0.6,
                    (false, away) if away < 15.0 => 0.7,
                    _ => 0.1,
                };
                mind.chases = self.random.unit() < keen && index % 11 != 0;
                mind.goal = [0, 1].map(|axis| {
                    self.homes[index][axis] * 0.6
                        + ball[2 * axis] * 0.4
                        + self.random.between(-12.0, 12.0)
                });
            }
            let found = self.search.intercepts().get(index);
            if let Some(first) = found.and_then(|found| found.first)
                && mind.chases
            {
                mind.goal = [first.position[0], first.position[2]];
            }
        }
    }

    /// Lets a player with the ball in reach kick it: a pass, a lob or a dribble.
    fn touch(&mut self) {
        let (now, ball) = (self.ball.secs(), self.ball.position);
        let has = |index: usize| {
            let player = &self.players[index];
            let place = [player.position[0], player.position[2]];
            let wait = if self.last_kicker == Some(index) {
                0.6
            } else {
                0.2
            };
            distance(place, [ball[0], ball[2]]) < 1.0
                && ball[1] < 2.2
                && now - self.kicked_secs > wait
        };
        let first = self.random.below(22);
        let Some(kicker) = (first..first + 22)
            .map(|index| index % 22)
            .find(|index| has(*index))
        else {
            return;
        };
        self.touched_by = Some(number(kicker));
        (self.kicked_secs, self.last_kicker) = (now, Some(kicker));
        let random = &mut self.random;
        let mate = kicker / 11 * 11 + random.below(11);
        let (to, secs, rise) = match random.below(10) {
            // This kick is a dribble.
            0..3 => {
                let [vx, _, vz] = self.players[kicker].velocity;
                ([ball[0] + 0.8 * vx, ball[2] + 0.8 * vz], 0.8, 0.0)
            }
            kind => {
                let mate = &self.players[mate];
                let to = [0, 2].map(|axis| mate.position[axis] + random.between(-4.0, 4.0));
                let away = distance(to, [ball[0], ball[2]]);
                self.target = Some(mate.id);
                let lob = kind >= 7;
                let speed = if lob { 14.0 } else { 13.0 };
                (to, 0.3 + away / speed, if lob { 4.9 } else { 0.0 })
            }
        };
        let velocity = [
            (to[0] - ball[0]) / secs,
            rise * secs,
            (to[1] - ball[2]) / secs,
        ];
        let spin = random.vector(20.0);
        self.ball = self.ball.kick(velocity, spin).unwrap();
        self.flight.restart(&self.physics, &self.ball).unwrap();
    }

    pub(crate) fn describe(&mut self, situation: &mut ControlSituation) {
        let now = self.ball.secs();
        situation.now_secs = now;
        situation.is_touched = self.touched_by.is_some();
        situation.touched_by = self.touched_by;
        situation.is_in_air = self.ball.ground.is_none();
        situation.humans.clone_from(&self.humans);
        situation.candidates.clear();
        let input = ChoiceInput {
            now_secs: now,
            path: &self.path,
            model: ReachModel::Full,
            players: &self.players,
            intercepts: self.search.intercepts(),
            team: None,
            goal: None,
        };
        let weights = ChoiceWeights::default();
        self.choice.choose(&input, &weights).unwrap();
        let both = self.players.iter().zip(self.search.intercepts());
        situation
            .candidates
            .extend(
                both.enumerate()
                    .map(|(index, (player, found))| ControlCandidate {
                        is_keeper: index % 11 == 0,
                        is_pass_target: self.target == Some(player.id),
                        ..ControlCandidate::from_search(player.team, found, &self.choice)
                    }),
            );
    }

    pub(crate) fn carry_out(&mut self, decision: &ControlDecision) {
        for human in &mut self.humans {
            human.player = decision.assignment(human.id).unwrap().player;
        }
    }
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, z] = [a[0] - b[0], a[1] - b[1]];
    (x * x + z * z).sqrt()
}

/// Turns a player towards a goal and runs there, within the player's acceleration and speed.
fn run(player: &mut Player, goal: [f64; 2], secs: f64) {
    let place = [player.position[0], player.position[2]];
    let away = distance(goal, place);
    let pace = (away / 0.5).clamp(0.0, player.top_speed_mps);
    let share = if away > 0.1 { pace / away } else { 0.0 };
    let wanted = [0, 1].map(|axis| (goal[axis] - place[axis]) * share);
    let before = [player.velocity[0], player.velocity[2]];
    let change = distance(wanted, before);
    let most = player.acceleration_mps2 * secs;
    let part = if change > most { most / change } else { 1.0 };
    let after = [0, 1].map(|axis| before[axis] + (wanted[axis] - before[axis]) * part);
    for axis in [0, 1] {
        player.position[2 * axis] += 0.5 * (before[axis] + after[axis]) * secs;
        player.velocity[2 * axis] = after[axis];
    }
    if distance(after, [0.0; 2]) > 0.5 {
        player.facing = [after[0], 0.0, after[1]];
    }
}
