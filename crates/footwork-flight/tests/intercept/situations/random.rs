//! Random situations of each kind, with the answers of brute force.

use std::error::Error;

use footwork_flight::{
    BallPhysics, BallState, Busy, BusyWith, Heights, Player, PlayerId, Prediction,
    PredictionOptions, Statics,
};

use super::brute::{self, First, Switch, every_millisecond, firsts};
use super::kind::{Kind, rebound_secs};

/// A ball, players, and the right answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Situation {
    pub(crate) kind: Kind,
    pub(crate) ball: BallState,
    pub(crate) players: Vec<Player>,
    /// The player who can take the ball first; `None` if no player can.
    pub(crate) first: Option<First>,
    pub(crate) humans: Option<Humans>,
}

/// The players of two humans, and the human who switches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Humans {
    pub(crate) have: [PlayerId; 2],
    pub(crate) switch: Option<Switch>,
}

/// A function that returns a random number between two others.
pub(crate) type Between<'a> = &'a mut dyn FnMut(f64, f64) -> f64;

/// The maximum number of attempts per situation. An attempt may be of another kind or too close to call. This number is
/// enough for every kind.
const TRIES: u32 = 200_000;

/// Returns [`Kind::count`] situations of each kind.
pub(crate) fn situations(
    physics: &BallPhysics<Statics>,
    between: Between<'_>,
) -> Result<Vec<Situation>, Box<dyn Error>> {
    let mut all = Vec::new();
    for kind in Kind::ALL {
        for number in 0..kind.count() {
            let is_unreachable = number < kind.unreachable();
            let mut found = None;
            for _ in 0..TRIES {
                found = situation(kind, is_unreachable, physics, between)?;
                if found.is_some() {
                    break;
                }
            }
            all.push(found.ok_or_else(|| format!("no {} in {TRIES} tries", kind.name()))?);
        }
    }
    Ok(all)
}

/// Returns the whole flight of a ball, with every step.
pub(crate) fn flight(
    physics: &BallPhysics<Statics>,
    ball: &BallState,
) -> Result<Prediction<BallState>, Box<dyn Error>> {
    let options = PredictionOptions {
        dense: true,
        ..PredictionOptions::default()
    };
    let mut flight = Prediction::new(physics, ball, options)?;
    flight.finish(physics);
    Ok(flight)
}

/// Returns one situation of a kind; `None` if it is of another kind, or if less than 20 ms decide.
fn situation(
    kind: Kind,
    is_unreachable: bool,
    physics: &BallPhysics<Statics>,
    between: Between<'_>,
) -> Result<Option<Situation>, Box<dyn Error>> {
    let [position, velocity, spin] = ball(kind, between);
    let ball = BallState::new(0.0, position, velocity)?.with_spin(spin)?;
    let flight = flight(physics, &ball)?;
    let hit_secs = rebound_secs(physics, &flight);
    if kind == Kind::Rebound && hit_secs.is_none() {
        return Ok(None);
    }
    let path = every_millisecond(&flight);
    let players = people(kind, is_unreachable, &path, between);
    let firsts = firsts(kind.model(), &players, &path);
    let is_close = firsts.len() > 1 && firsts[1].secs - firsts[0].secs < 0.02;
    if is_close || !kind.is(is_unreachable, &players, &path, hit_secs) {
        return Ok(None);
    }
    let mut humans = None;
    if kind == Kind::TwoHumans {
        let [_, second, third, ..] = firsts[..] else {
            return Ok(None);
        };
        let have = [second.player, third.player];
        let Some(switch) = brute::switch(&firsts, have) else {
            return Ok(None);
        };
        humans = Some(Humans { have, switch });
    }
    Ok(Some(Situation {
        kind,
        ball,
        players,
        first: firsts.first().copied(),
        humans,
    }))
}

/// Rounds to the millimetre. So a file of situations is short and holds the exact input.
fn rounded(x: f64) -> f64 {
    libm::round(x * 1000.0) / 1000.0
}

fn vector(size: f64, between: Between<'_>) -> [f64; 3] {
    [0; 3].map(|_| between(-size, size))
}

/// Returns the place, velocity and spin of a ball.
fn ball(kind: Kind, between: Between<'_>) -> [[f64; 3]; 3] {
    let spin = vector(20.0, between);
    let turn = between(0.0, std::f64::consts::TAU);
    let (speed, rise) = match kind {
        Kind::LobOverTheFirst => (between(14.0, 22.0), between(0.6, 1.0)),
        Kind::BusyNearest => (between(6.0, 16.0), 0.0),
        _ => (between(22.0, 33.0), between(0.0, 0.15)),
    };
    let flat = speed * libm::cos(rise);
    let away = [
        flat * libm::cos(turn),
        speed * libm::sin(rise),
        flat * libm::sin(turn),
    ];
    let start = [between(-30.0, 30.0), 0.11, between(-20.0, 20.0)];
    let (start, velocity) = match kind {
        Kind::Rebound | Kind::Keeper => at_goal(kind, between),
        _ => (start, away),
    };
    [start, velocity, spin].map(|xyz| xyz.map(rounded))
}

/// Returns the place and velocity of a ball aimed at the bar or, for other kinds, at the keeper.
fn at_goal(kind: Kind, between: Between<'_>) -> ([f64; 3], [f64; 3]) {
    let start = [between(25.0, 45.0), 0.11, between(-12.0, 12.0)];
    let (secs, aim) = if kind == Kind::Rebound {
        let secs = between(0.6, 1.0);
        (secs, [52.5, between(2.4, 2.6), between(-3.6, 3.6)])
    } else {
        let secs = between(1.1, 1.8);
        let x = between(48.0, 51.5);
        (secs, [x, between(1.5, 2.5), between(-4.0, 4.0)])
    };
    let [x, y, z] = [0, 1, 2].map(|axis| (aim[axis] - start[axis]) / secs);
    (start, [x, y + 0.5 * 9.81 * secs, z])
}

/// Returns players on, under and beyond the path of the ball, and some at random places.
fn people(kind: Kind, is_slow: bool, path: &[[f64; 3]], between: Between<'_>) -> Vec<Player> {
    (0..8)
        .map(|id| person(id, kind, is_slow, path, between))
        .collect()
}

fn person(id: u32, kind: Kind, is_slow: bool, path: &[[f64; 3]], between: Between<'_>) -> Player {
    let late = match id {
        0 => between(0.2, 0.6),
        1 => between(1.5, 3.0),
        _ => between(0.5, 6.0),
    };
    let passed = (0_u32..)
        .zip(path)
        .take_while(|(milli, _)| f64::from(*milli) < late * 1000.0);
    let near = passed.last().map_or(path[0], |(_, place)| *place);
    let off = vector(if id < 2 { 3.0 } else { 18.0 }, between);
    let mut place = [near[0] + off[0], 0.0, near[2] + off[2]];
    let mut height = between(1.7, 2.1);
    if kind == Kind::Keeper && id == 0 {
        place = [between(49.0, 52.0), 0.0, between(-2.0, 2.0)];
        height = 2.6;
    }
    let busy = match kind {
        Kind::BusyNearest if id == 0 => between(1.0, 3.0),
        _ => 0.0,
    };
    let speed = if is_slow {
        between(0.2, 0.8)
    } else {
        between(6.0, 9.0)
    };
    let mut player = Player::new(PlayerId::new(id), place.map(rounded));
    player.top_speed_mps = rounded(speed);
    player.reaction_end_secs = rounded(between(0.1, 0.4));
    player.reach_m = rounded(between(0.6, 1.0));
    player.heights = Heights::same(rounded(height));
    player.busy = Some(Busy {
        until_secs: rounded(busy),
        with: BusyWith::Fall,
    });
    if kind == Kind::FullModel {
        let [x, _, z] = vector(6.0, between);
        player.velocity = [rounded(x), 0.0, rounded(z)];
        let [x, _, z] = vector(1.0, between);
        player.facing = [rounded(x), 0.0, rounded(z)];
        player.acceleration_mps2 = rounded(between(3.0, 8.0));
        player.turn_secs = rounded(between(0.0, 1.0));
    }
    player
}
