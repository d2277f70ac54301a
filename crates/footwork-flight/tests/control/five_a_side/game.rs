//! A match of five a side with a human in each team: the loop of `examples/game_loop.rs`, with players who kick.

use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, BallStep, Busy, BusyWith, Choice, ChoiceInput,
    ChoiceWeights, Control, ControlCandidate, ControlDecision, ControlRules, ControlSettings,
    ControlSituation, Human, HumanId, InterceptCache, Pitch, Player, PlayerId, PlayerIntercept,
    Prediction, PredictionOptions, ReachModel, STEP_SECS, Statics, StepEvents, TeamId,
};
use footwork_testkit::Random;

use crate::matches::kick::larger;

const PITCH: Pitch = Pitch {
    length_m: 40.0,
    width_m: 25.0,
    nets: true,
    banners_m: Some(2.0),
    ground_m: 0.0,
};
/// The home positions of the team at -x, the keeper first.
const HOMES: [[f64; 2]; 5] = [
    [-18.5, 0.0],
    [-11.0, -5.0],
    [-9.0, 6.0],
    [-2.0, -7.0],
    [-1.0, 5.0],
];

/// The situation of a human in a frame.
pub(super) struct Seen {
    /// The time in seconds by which the human's player reaches the ball after the first of its team, the keeper
    /// excluded.
    pub(super) lag_secs: f64,
    /// The same time with the keeper included.
    pub(super) with_keepers_secs: f64,
    /// Whether a teammate other than the keeper is known to reach the ball, and the human's player is not.
    pub(super) is_stranded: bool,
}

/// A predicted flight, and the players who can reach the ball. The game predicts one flight in slices; the true flight
/// is computed in one call.
struct Outlook {
    flight: Prediction<BallState>,
    path: BallPath,
    cache: InterceptCache,
    found: Vec<PlayerIntercept>,
}

impl Outlook {
    fn new(physics: &BallPhysics<Statics>, ball: &BallState) -> Self {
        let options = PredictionOptions {
            keeps_ahead: true,
            ..PredictionOptions::default()
        };
        Self {
            flight: Prediction::new(physics, ball, options).unwrap(),
            path: BallPath::default(),
            cache: InterceptCache::new(ReachModel::Full),
            found: Vec::new(),
        }
    }

    fn search(&mut self, players: &[Player], now_secs: f64) {
        self.path.read(&self.flight);
        self.cache.update(&self.path, players, now_secs).unwrap();
        let (cache, path) = (&self.cache, &self.path);
        let all = players.iter().enumerate();
        self.found.clear();
        self.found
            .extend(all.map(|(index, player)| cache.player_intercept(index, path, player)));
    }
}

pub(super) struct Game {
    random: Random,
    frame: u64,
    frame_secs: f64,
    physics: BallPhysics<Statics>,
    ball: BallState,
    outlook: Outlook,
    truth: Outlook,
    players: Vec<Player>,
    choices: [Choice; 2],
    control: Control,
    situation: ControlSituation,
    decision: ControlDecision,
    pub(super) touched_by: Option<usize>,
    kicker: Option<usize>,
    kicked_secs: f64,
    target: Option<usize>,
    /// The time after a kick during which no player takes the ball, in seconds.
    pause_secs: f64,
    /// Whether humans run to the ball's present position.
    chases: bool,
    /// The detour of each human's stick, and the time at which it ends, in seconds.
    stray: [([f64; 2], f64); 2],
}

const fn team(index: usize) -> usize {
    index / 5
}

fn id(index: usize) -> PlayerId {
    PlayerId::new(u32::try_from(index).unwrap())
}

fn team_id(team: usize) -> TeamId {
    TeamId::new(u32::try_from(team).unwrap())
}

fn home(index: usize) -> [f64; 2] {
    let [x, z] = HOMES[index % 5];
    match team(index) {
        0 => [x, z],
        _ => [-x, -z],
    }
}

/// Returns the centre of the goal that a team defends.
fn goal(team: usize) -> [f64; 3] {
    let half = 0.5 * PITCH.length_m;
    [if team == 0 { -half } else { half }, 0.0, 0.0]
}

impl Game {
    pub(super) fn new(rate: u32, seed: u64) -> Self {
        let mut random = Random::for_case("five a side", seed);
        let physics = BallPhysics::new(BallParams::default(), PITCH.statics().unwrap()).unwrap();
        let ball = BallState::new(0.0, [0.0, 0.11, 0.0], [3.0, 0.0, 1.0]).unwrap();
        let players = (0..10).map(|index| {
            let [x, z] = home(index);
            let mut player = Player::new(id(index), [x, 0.0, z]);
            player.team = team_id(team(index));
            player.top_speed_mps = random.between(6.0, 7.0);
            player
        });
        let players = players.collect();
        let humans = [0, 1].map(|team: usize| Human {
            id: HumanId::new(u32::try_from(team).unwrap()),
            team: team_id(team),
            player: None,
            settings: ControlSettings::default(),
        });
        let situation = ControlSituation {
            humans: humans.to_vec(),
            ..ControlSituation::default()
        };
        Self {
            outlook: Outlook::new(&physics, &ball),
            truth: Outlook::new(&physics, &ball),
            random,
            frame: 0,
            frame_secs: 1.0 / f64::from(rate),
            physics,
            ball,
            players,
            choices: [Choice::default(), Choice::default()],
            control: Control::new(ControlRules::default()).unwrap(),
            situation,
            decision: ControlDecision::default(),
            touched_by: None,
            kicker: None,
            kicked_secs: 0.0,
            target: None,
            pause_secs: [0.15, 0.8][usize::try_from(seed % 2).unwrap()],
            chases: seed % 3 == 2,
            stray: [([0.0; 2], 0.0); 2],
        }
    }

    pub(super) fn secs(&self) -> f64 {
        self.ball.secs()
    }

    /// Returns the player that a human controls.
    pub(super) fn controlled(&self, seat: usize) -> usize {
        let player = self.situation.humans[seat].player.unwrap();
        usize::try_from(player.number()).unwrap()
    }

    /// Returns whether a human got another player in this frame.
    pub(super) fn has_switched(&self, seat: usize) -> bool {
        self.decision.assignments[seat].is_switch()
    }

    pub(super) fn frame(&mut self) {
        self.frame += 1;
        self.move_ball();
        self.take();
        let now = self.ball.secs();
        self.outlook.flight.advance_frame(&self.physics, now);
        self.outlook.search(&self.players, now);
        self.truth.flight.advance(now);
        self.truth.flight.finish(&self.physics);
        self.truth.search(&self.players, now);
        self.decide();
        self.run();
    }

    /// Steps the ball up to the present frame, and puts it back on the pitch if it is out.
    fn move_ball(&mut self) {
        let mut events = StepEvents::default();
        let until = self.frame as f64 * self.frame_secs;
        while self.ball.secs() + STEP_SECS <= until + 1e-9 {
            self.physics.step(&mut self.ball, &mut events);
        }
        let [x, _, z] = self.ball.position;
        let (half, side) = (0.5 * PITCH.length_m, 0.5 * PITCH.width_m);
        if x.abs() > half + 1.9 || z.abs() > side + 1.9 {
            let at = [
                x.clamp(1.0 - half, half - 1.0),
                0.11,
                z.clamp(1.0 - side, side - 1.0),
            ];
            let ball = BallState::new(self.ball.secs(), at, [0.0; 3]).unwrap();
            self.restart(ball);
        }
    }

    fn restart(&mut self, ball: BallState) {
        self.ball = ball;
        for outlook in [&mut self.outlook, &mut self.truth] {
            outlook.flight.restart(&self.physics, &self.ball).unwrap();
        }
    }

    /// Lets a player who can reach the ball take it. If there are several such players, a random one takes it. The
    /// player of the last kick must wait longer than the others.
    fn take(&mut self) {
        self.touched_by = None;
        let now = self.ball.secs();
        let first = self.random.below(10);
        let can = |index: usize| {
            let found = self.outlook.found.get(index).and_then(|found| found.first);
            let own = if self.kicker == Some(index) { 0.5 } else { 0.0 };
            let wait = self.pause_secs + own;
            found.is_some_and(|first| first.secs <= now)
                && self.players[index].busy.is_none()
                && now - self.kicked_secs > wait
        };
        let Some(kicker) = (first..first + 10)
            .map(|index| index % 10)
            .find(|index| can(*index))
        else {
            return;
        };
        self.touched_by = Some(kicker);
        (self.kicker, self.kicked_secs) = (Some(kicker), now);
        self.target = None;
        self.players[kicker].busy = Some(Busy {
            until_secs: now + 0.25,
            with: BusyWith::Kick,
        });
        let ball = self.ball.position;
        let (own, random) = (team(kicker), &mut self.random);
        let [gx, _, gz] = goal(1 - own);
        let away = |to: [f64; 2]| length([to[0] - ball[0], to[1] - ball[2]]);
        let (to, speed, rise) = match random.below(10) {
            0..3 => {
                let ahead = [
                    ball[0] + 2.5 * (gx - ball[0]).signum(),
                    ball[2] + random.between(-1.5, 1.5),
                ];
                (ahead, 5.0, 0.0)
            }
            3..8 => {
                let mate = own * 5 + (kicker % 5 + 1 + random.below(4)) % 5;
                self.target = Some(mate);
                let [x, _, z] = self.players[mate].position;
                let to = [x + random.between(-2.0, 2.0), z + random.between(-2.0, 2.0)];
                (to, 6.0 + 0.6 * away(to), [0.0, 0.0, 4.5][random.below(3)])
            }
            8 => (
                [gx, gz + random.between(-4.0, 4.0)],
                20.0,
                random.between(0.0, 3.0),
            ),
            _ => (
                [random.between(-18.0, 18.0), random.between(-11.0, 11.0)],
                11.0,
                6.0,
            ),
        };
        let share = speed / (away(to) + 0.1);
        let velocity = [(to[0] - ball[0]) * share, rise, (to[1] - ball[2]) * share];
        let spin = random.vector(15.0);
        let kicked = self.ball.kick(velocity, spin).unwrap();
        self.restart(kicked);
    }

    fn decide(&mut self) {
        let now = self.ball.secs();
        let Outlook {
            path, cache, found, ..
        } = &self.outlook;
        for (team, choice) in self.choices.iter_mut().enumerate() {
            let input = ChoiceInput {
                now_secs: now,
                path,
                model: cache.model(),
                players: &self.players,
                intercepts: found,
                team: Some(team_id(team)),
                goal: Some(goal(team)),
            };
            choice.choose(&input, &ChoiceWeights::default()).unwrap();
        }
        let situation = &mut self.situation;
        situation.now_secs = now;
        situation.is_touched = self.touched_by.is_some();
        situation.touched_by = self.touched_by.map(id);
        situation.is_in_air = self.ball.ground.is_none();
        situation.candidates.clear();
        for (index, (player, found)) in self.players.iter().zip(found).enumerate() {
            let choice = &self.choices[team(index)];
            situation.candidates.push(ControlCandidate {
                is_keeper: index % 5 == 0,
                is_pass_target: self.target == Some(index),
                ..ControlCandidate::from_search(player.team, found, choice)
            });
        }
        self.control.decide(situation, &mut self.decision).unwrap();
        for human in &mut situation.humans {
            human.player = self.decision.assignment(human.id).unwrap().player;
        }
    }

    /// Moves the players. A human's player mostly runs to the ball. So does the player that the choice picks among the
    /// rest. All other players keep their positions.
    fn run(&mut self) {
        let (now, ball) = (self.ball.secs(), self.ball.position);
        let controlled = [0, 1].map(|seat| self.controlled(seat));
        for index in 0..self.players.len() {
            let first = self.outlook.found[index]
                .first
                .map(|first| [first.position[0], first.position[2]]);
            let (own, [hx, hz]) = (team(index), home(index));
            let mut to = [hx + 0.35 * ball[0], hz + 0.25 * ball[2]];
            if index % 5 == 0 {
                to = [hx, (0.3 * ball[2]).clamp(-3.0, 3.0)];
            }
            if controlled[own] == index {
                to = first.filter(|_| !self.chases).unwrap_or([ball[0], ball[2]]);
                let (stray, until) = &mut self.stray[own];
                if now > *until + 1.0 && self.random.one_in(40) {
                    let way = [
                        self.random.between(-8.0, 8.0),
                        self.random.between(-8.0, 8.0),
                    ];
                    (*stray, *until) = (way, now + 0.5);
                }
                if now < *until {
                    to = [to[0] + stray[0], to[1] + stray[1]];
                }
            } else if self.choices[own].chosen == Some(id(index)) {
                to = first.unwrap_or(to);
            }
            let player = &mut self.players[index];
            player.busy = player.busy.filter(|busy| busy.until_secs > now);
            run(player, to, self.frame_secs);
        }
    }

    /// Judges the situation of a human by the true flight of the ball.
    pub(super) fn see(&self, seat: usize) -> Seen {
        let own = self.controlled(seat);
        let end = self.truth.flight.horizon_secs();
        let secs = |index: usize| {
            self.truth.found[index]
                .first
                .map_or(end, |first| first.secs)
        };
        let mates = || (seat * 5..seat * 5 + 5).filter(|mate| *mate != own);
        let soonest =
            |all: &mut dyn Iterator<Item = usize>| all.map(secs).fold(f64::INFINITY, smaller);
        let outfield = soonest(&mut mates().filter(|mate| mate % 5 > 0));
        let known = |index: usize| self.outlook.found[index].first.is_some();
        Seen {
            lag_secs: larger(secs(own) - outfield, 0.0),
            with_keepers_secs: larger(secs(own) - soonest(&mut mates()), 0.0),
            is_stranded: !known(own) && mates().any(|mate| mate % 5 > 0 && known(mate)),
        }
    }
}

fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

fn length([x, z]: [f64; 2]) -> f64 {
    (x * x + z * z).sqrt()
}

/// Turns a player towards a place and runs there, within the player's acceleration and speed.
fn run(player: &mut Player, to: [f64; 2], secs: f64) {
    let way = [to[0] - player.position[0], to[1] - player.position[2]];
    let away = length(way);
    let pace = smaller(away / 0.3, player.top_speed_mps) / (away + 1e-6);
    let change = [
        way[0] * pace - player.velocity[0],
        way[1] * pace - player.velocity[2],
    ];
    let most = player.acceleration_mps2 * secs;
    let part = smaller(most / (length(change) + 1e-9), 1.0);
    for (axis, change) in [(0, change[0]), (2, change[1])] {
        player.position[axis] += (player.velocity[axis] + 0.5 * change * part) * secs;
        player.velocity[axis] += change * part;
    }
    if away > 0.2 {
        player.facing = [way[0], 0.0, way[1]];
    }
}
