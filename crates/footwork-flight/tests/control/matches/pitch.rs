//! A crude match of 22 players, a ball and two humans: everything moves in straight lines.

use footwork_flight::PlayerId;
use footwork_flight::{
    Arrival, ControlCandidate, ControlDecision, ControlMode, ControlSettings, ControlSituation,
    Human, HumanId, ManualSwitch, PlayerCondition, TeamId,
};

use crate::matches::kick::{Kick, distance, larger};
use footwork_testkit::Random;

struct Body {
    position: [f64; 2],
    home: [f64; 2],
    speed: f64,
    /// The number of the condition, and the time at which it ends.
    condition: (u8, f64),
}

pub(crate) struct Pitch {
    pub(crate) now_secs: f64,
    random: Random,
    bodies: Vec<Body>,
    kick: Kick,
    humans: Vec<Human>,
    requests: Vec<ManualSwitch>,
    is_touched: bool,
    /// Whether all humans play for the same team.
    is_shared: bool,
}

fn team(body: usize) -> usize {
    body / 11
}

fn is_keeper(body: usize) -> bool {
    body.is_multiple_of(11)
}

fn id(body: usize) -> PlayerId {
    PlayerId::new(u32::try_from(body).unwrap())
}

impl Pitch {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = random(seed);
        let mut body = |number: usize| {
            let side = if team(number) == 0 { -1.0 } else { 1.0 };
            let place = (number % 11) as f64;
            let home = [side * (50.0 - 5.0 * place), random.between(-30.0, 30.0)];
            Body {
                position: home,
                home,
                speed: random.between(6.0, 9.0),
                condition: (0, 0.0),
            }
        };
        let bodies = (0..22).map(&mut body).collect();
        let start = Kick {
            from: [0.0; 2],
            to: [0.0; 2],
            from_secs: 0.0,
            to_secs: 0.0,
            is_lob: false,
            target: None,
        };
        Self {
            now_secs: 0.0,
            is_shared: random.unit() < 0.5,
            random,
            bodies,
            kick: start,
            humans: Vec::new(),
            requests: Vec::new(),
            is_touched: false,
        }
    }

    pub(crate) fn step(&mut self, secs: f64) {
        self.now_secs += secs;
        self.is_touched = false;
        self.run(secs);
        self.touch();
        self.come_and_go(secs);
        self.ask(secs);
    }

    /// Moves the players. Players near the place where the ball will stop run to it; the others run home. A human's
    /// player runs to it in 60 % of the steps, from anywhere.
    fn run(&mut self, secs: f64) {
        let now = self.now_secs;
        for (number, body) in self.bodies.iter_mut().enumerate() {
            let is_up = body.condition.1 <= now;
            let is_human = self
                .humans
                .iter()
                .any(|human| human.player == Some(id(number)));
            let goes = distance(body.position, self.kick.to) < 15.0 && !is_keeper(number);
            let aim = match (is_human, goes) {
                (true, _) if self.random.unit() < 0.6 => self.kick.to,
                (false, true) => self.kick.to,
                _ => body.home,
            };
            let away = distance(body.position, aim);
            if is_up && away > 0.1 {
                let step = body.speed * secs / larger(away, body.speed * secs);
                for (axis, to) in aim.into_iter().enumerate() {
                    body.position[axis] += (to - body.position[axis]) * step;
                }
            }
        }
    }

    /// Lets the first player at the ball kick it somewhere, or be tackled.
    fn touch(&mut self) {
        let now = self.now_secs;
        let ball = self.kick.position_at(now);
        if self.kick.is_in_air(now) || now - self.kick.from_secs < 0.25 {
            return;
        }
        let near = |body: &usize| {
            let body = &self.bodies[*body];
            distance(body.position, ball) < 1.2 && body.condition.1 <= now
        };
        let first = self.random.below(22);
        let mut there = (first..first + 22).map(|number| number % 22).filter(near);
        let Some(kicker) = there.next() else { return };
        let tackler = there.find(|other| team(*other) != team(kicker));
        self.is_touched = true;
        let random = &mut self.random;
        if let Some(tackler) = tackler {
            self.bodies[kicker].condition = (3, now + random.between(0.5, 2.0));
            self.bodies[tackler].condition = (1, now + random.between(0.2, 0.8));
        } else if random.unit() < 0.03 {
            self.bodies[kicker].condition = (2, now + random.between(2.0, 8.0));
        }
        let mate = team(kicker) * 11 + random.below(11);
        let (to, target, speed) = match (tackler.is_some(), random.below(10)) {
            (false, 0..6) => (self.bodies[mate].position, Some(mate), 16.0),
            _ => (ball, None, 8.0),
        };
        let spread = if target.is_some() { 5.0 } else { 4.0 };
        let to = to.map(|x| (x + random.between(-spread, spread)).clamp(-52.0, 52.0));
        self.kick = Kick {
            from: ball,
            to,
            from_secs: now,
            to_secs: now + 0.2 + distance(ball, to) / speed,
            is_lob: random.unit() < 0.4,
            target,
        };
    }

    /// Lets humans leave and join. Some lose their player, who is taken off the pitch.
    fn come_and_go(&mut self, secs: f64) {
        let random = &mut self.random;
        self.humans.retain(|_| random.unit() >= secs / 60.0);
        for number in 0..2 {
            let is_there = self.humans.iter().any(|human| human.id.number() == number);
            if is_there || random.unit() >= secs / 5.0 {
                continue;
            }
            let modes = [
                ControlMode::Manual,
                ControlMode::Assisted,
                ControlMode::Automatic,
            ];
            // Most humans use the automatic mode, which has the most switches.
            let mode = modes[[0, 1, 2, 2, 2, 2][random.below(6)]];
            self.humans.push(Human {
                id: HumanId::new(number),
                team: TeamId::new(if self.is_shared { 0 } else { number }),
                player: None,
                settings: ControlSettings {
                    mode,
                    air_balls_only: random.unit() < 0.2,
                    allows_keeper: random.unit() < 0.2,
                },
            });
        }
        for human in &mut self.humans {
            if random.unit() < secs / 60.0 {
                human.player = None;
            }
        }
    }

    fn ask(&mut self, secs: f64) {
        self.requests.clear();
        for human in &self.humans {
            if self.random.unit() >= secs * 0.3 {
                continue;
            }
            let side = usize::try_from(human.team.number()).unwrap();
            let mate = id(side * 11 + self.random.below(11));
            let other = self.humans.iter().find(|other| other.id != human.id);
            let to = match self.random.below(10) {
                0..2 => Some(mate),
                2..5 => other
                    .filter(|x| x.team == human.team)
                    .and_then(|x| x.player),
                _ => None,
            };
            self.requests.push(ManualSwitch {
                human: human.id,
                to,
            });
        }
    }

    pub(crate) fn describe(&mut self, situation: &mut ControlSituation) {
        let now = self.now_secs;
        situation.now_secs = now;
        situation.is_touched = self.is_touched;
        situation.is_in_air = self.kick.is_in_air(now);
        situation.humans.clone_from(&self.humans);
        situation.requests.clone_from(&self.requests);
        situation.candidates.clear();
        for (number, body) in self.bodies.iter().enumerate() {
            let first = self.kick.first_secs(now, body.position, body.speed);
            // Adds an error, as estimates have one. It tempts the rules to switch back and forth.
            let first = first + self.random.between(-0.3, 0.3);
            let is_able = first - now < 4.0 && self.random.unit() >= 0.01;
            let delay_secs = larger(body.condition.1 - now, 0.0);
            let condition = match body.condition.0 {
                _ if delay_secs == 0.0 => PlayerCondition::Free,
                1 => PlayerCondition::Busy { delay_secs },
                2 => PlayerCondition::Injured { delay_secs },
                _ => PlayerCondition::Grounded { delay_secs },
            };
            situation.candidates.push(ControlCandidate {
                other_secs: self.random.between(-0.05, 0.1),
                condition,
                is_keeper: is_keeper(number),
                is_pass_target: self.kick.target == Some(number),
                ..ControlCandidate::new(
                    id(number),
                    TeamId::new(u32::try_from(team(number)).unwrap()),
                    if is_able {
                        Arrival::At(first)
                    } else {
                        Arrival::Never
                    },
                )
            });
        }
    }

    pub(crate) fn carry_out(&mut self, decision: &ControlDecision) {
        for human in &mut self.humans {
            human.player = decision.assignment(human.id).unwrap().player;
        }
    }
}

/// Returns the generator of a match's random numbers.
pub(crate) fn random(seed: u64) -> Random {
    Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
