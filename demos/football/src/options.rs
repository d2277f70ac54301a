//! The options of a footballer with the ball: shots, passes with their worth, and clearances.

use footwork::flight::PlayerId;

use crate::event::KickKind;
use crate::field::Field;
use crate::flat::{self, Flat};
use crate::intent::KickWish;
use crate::strike;

/// The speed of a pass on arrival.
const ARRIVES_MPS: f64 = 3.5;
/// The speed of a shot.
const SHOT_MPS: f64 = 19.0;
/// The longest shot on a large pitch.
const MAX_RANGE_M: f64 = 24.0;
/// The longest shot on a small pitch, as a share of the length of the pitch.
const RANGE_SHARE: f64 = 0.4;
/// The minimum distance between the path of a shot and the places that the keeper can reach: for a footballer that is
/// eager to shoot, and for other footballers.
const MIN_OPEN_M: [f64; 2] = [0.2, 0.7];
/// The sideways speed of a keeper.
const KEEPER_MPS: f64 = 2.0;
/// An opponent other than the keeper blocks a shot whose path is nearer than this.
const BLOCKS_M: f64 = 0.5;
/// The reaction time of an opponent to a kick.
const REACTS_SECS: f64 = 0.2;
/// The speed at which an opponent runs to a pass after its reaction time.
const RUNS_MPS: f64 = 5.0;
/// The minimum time by which a pass must be ahead of the first opponent.
const SAFE_SECS: f64 = 0.15;
/// The cost of each radian by which the footballer must turn first.
const TURN_COST: f64 = 0.15;
/// The number of best-looking passes checked again with the whole flight.
const LOOKED_AT: usize = 2;
/// The time for which a flight is predicted beyond the arrival of the ball.
const LOOK_ON_SECS: f64 = 0.5;
/// The worth of each second, up to one, by which a pass is ahead of the first opponent.
const SAFETY_WORTH: f64 = 0.2;

/// A kick and its worth; above 0 it is worth playing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KickOption {
    pub(crate) wish: KickWish,
    pub(crate) worth: f64,
}

/// Opponents within this distance put pressure on the ball.
pub(crate) const PRESSED_M: f64 = 2.6;

/// Returns the distance of the nearest opponent.
pub(crate) fn pressure_m(field: &Field, who: PlayerId) -> f64 {
    let at = field.footballers[who].body.at();
    let others = field.of_team(1 - field.team(who));
    let far = others.map(|other| flat::distance(field.footballers[other].body.at(), at));
    far.fold(f64::INFINITY, f64::min)
}

/// Returns a shot if the goal is near enough and one of its corners is open. A footballer under pressure or near the goal
/// accepts a smaller opening.
pub(crate) fn shot(field: &mut Field, who: PlayerId) -> Option<KickWish> {
    let team = field.team(who);
    let goal = field.goal(team);
    let ball = field.ball.place();
    let far = flat::distance(goal, ball);
    let range_m = MAX_RANGE_M.min(RANGE_SHARE * field.pitch.length_m);
    let wide = (ball[1] / far.max(0.1)).abs();
    if far > range_m || wide > 0.85 {
        return None;
    }
    let corner = 0.5 * field.pitch.goal_width_m - 0.45;
    let [left, right] = [-corner, corner].map(|z| open_m(field, team, [goal[0], z]));
    let (open, side) = if left > right {
        (left, -1.0)
    } else {
        (right, 1.0)
    };
    let is_eager = far < 0.45 * range_m || pressure_m(field, who) < PRESSED_M;
    if open
        < if is_eager {
            MIN_OPEN_M[0]
        } else {
            MIN_OPEN_M[1]
        }
    {
        return None;
    }
    // The error grows with the distance.
    let z = side * corner + field.chance.error() * (0.35 + 0.05 * far);
    let rise = field.chance.part();
    let y = 0.3 + rise * (field.pitch.goal_height_m - 0.7) + 0.3 * field.chance.error();
    Some(KickWish {
        kind: KickKind::Shot,
        to: [goal[0], y.max(0.2), z],
        speed_mps: SHOT_MPS,
        receiver: None,
    })
}

/// Returns how far a shot passes from the places that the keeper can reach in time; minus infinity if another opponent
/// blocks it.
fn open_m(field: &Field, team: usize, to: Flat) -> f64 {
    let ball = field.ball.place();
    let keeper = field.keeper(1 - team);
    let mut open = f64::INFINITY;
    for other in field.of_team(1 - team) {
        let at = field.footballers[other].body.at();
        let Some((along, off)) = beside(ball, to, at) else {
            continue;
        };
        if other == keeper {
            let moves_m = KEEPER_MPS * (along / SHOT_MPS - REACTS_SECS).max(0.0);
            open = open.min(off - moves_m);
        } else if off < BLOCKS_M {
            return f64::NEG_INFINITY;
        }
    }
    open
}

/// Returns the best-looking pass that is safe and worth more than `least`, if there is one.
pub(crate) fn pass(field: &mut Field, who: PlayerId, least: f64) -> Option<KickOption> {
    let mut found = passes(field, who);
    found.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    let team = field.team(who);
    for option in found.into_iter().take(LOOKED_AT) {
        if option.worth + SAFETY_WORTH <= least {
            // All later options are worth even less.
            break;
        }
        let launch = strike::sketch(&field.ball, &option.wish);
        let look_secs = strike::way_secs(&field.ball, &option.wish) + LOOK_ON_SECS;
        let margin = (field.outlook).margin_secs(&field.ball, (launch, look_secs), who, team);
        let worth = option.worth + SAFETY_WORTH * margin.min(1.0);
        if margin >= SAFE_SECS && worth > least {
            return Some(KickOption { worth, ..option });
        }
    }
    None
}

/// Returns all passes, with rough estimates of their worth.
fn passes(field: &Field, who: PlayerId) -> Vec<KickOption> {
    let team = field.team(who);
    let ball = field.ball.place();
    let goal = field.goal(team);
    let mut found = Vec::new();
    for other in field.of_team(team).filter(|other| *other != who) {
        let footballer = &field.footballers[other];
        let (at, velocity) = (footballer.body.at(), footballer.body.velocity_mps());
        let far = flat::distance(at, ball);
        if !(3.0..=32.0).contains(&far) || (footballer.is_keeper() && far < 6.0) {
            continue;
        }
        let to = flat::add(at, flat::scale(velocity, 0.06 * far));
        let to_goal = flat::direction(flat::sub(goal, to)).unwrap_or([0.0; 2]);
        let ahead = flat::add(to, flat::scale(to_goal, 3.5));
        let kinds = [(KickKind::Pass, to), (KickKind::Through, ahead)];
        for (kind, to) in kinds {
            let to = field.pitch.nearest(to, 1.0);
            let margin = margin_secs(field, team, ball, to);
            let gain = flat::distance(ball, goal) - flat::distance(to, goal);
            let keeper = if footballer.is_keeper() { 0.35 } else { 0.0 };
            let through = if kind == KickKind::Through { 0.15 } else { 0.0 };
            let turn = TURN_COST * turn_rad(field, who, to);
            let worth = 0.04 * gain + 0.6 * margin.min(0.7) - keeper - through - turn;
            let wish = KickWish {
                kind,
                to: [to[0], 0.11, to[1]],
                speed_mps: ARRIVES_MPS,
                receiver: Some(other),
            };
            if margin > -0.2 {
                found.push(KickOption { wish, worth });
            }
        }
        if far > 9.0 {
            // A lob goes over the heads of the footballers in between.
            let wish = KickWish {
                kind: KickKind::Lob,
                to: [to[0], 0.5, to[1]],
                speed_mps: (4.0 + 0.4 * far).min(14.0),
                receiver: Some(other),
            };
            let gain = flat::distance(ball, goal) - flat::distance(to, goal);
            let turn = TURN_COST * turn_rad(field, who, to);
            let worth = 0.03 * gain - 0.25 - turn + 0.1 * pressure_m(field, other).min(4.0);
            found.push(KickOption { wish, worth });
        }
    }
    found
}

/// Returns the angle by which a footballer must turn to face the target of a kick.
pub(crate) fn turn_rad(field: &Field, who: PlayerId, to: Flat) -> f64 {
    let way = flat::heading(flat::sub(to, field.ball.place()));
    flat::wrapped(way - field.footballers[who].body.heading_rad()).abs()
}

/// Estimates how far a rolling ball is ahead of the first opponent, in seconds, at most 2.
fn margin_secs(field: &Field, team: usize, from: Flat, to: Flat) -> f64 {
    let far = flat::distance(from, to);
    let mean_mps = ARRIVES_MPS + 0.1 * far;
    let mut least = f64::INFINITY;
    for other in field.of_team(1 - team) {
        let at = field.footballers[other].body.at();
        let (along, off) = match beside(from, to, at) {
            Some(beside) => beside,
            None if flat::distance(at, to) < flat::distance(at, from) => {
                (far, flat::distance(at, to))
            }
            None => continue,
        };
        let theirs = REACTS_SECS + (off - 0.6).max(0.0) / RUNS_MPS;
        least = least.min(theirs - along / mean_mps);
    }
    least.min(2.0)
}

/// Returns the distance of a place along a line, and its distance from the line; `None` before its start and after its end.
fn beside(from: Flat, to: Flat, at: Flat) -> Option<(f64, f64)> {
    let way = flat::sub(to, from);
    let far = flat::length(way);
    let along = flat::dot(flat::sub(at, from), way) / far.max(1e-6);
    let foot = flat::add(from, flat::scale(way, along / far.max(1e-6)));
    (along > 0.0 && along < far).then(|| (along, flat::distance(at, foot)))
}

/// Returns a kick away from the kicker's own goal, towards the nearer touchline.
pub(crate) fn clearance(field: &Field, who: PlayerId) -> KickWish {
    let team = field.team(who);
    let [x, z] = field.ball.place();
    let [half_x, half_z] = field.pitch.half_m();
    let forward = 0.35 * field.pitch.length_m * field.sides[team];
    let side = if z < 0.0 { -1.0 } else { 1.0 };
    let to = [
        (x + forward).clamp(-half_x + 2.0, half_x - 2.0),
        0.6 * side * half_z,
    ];
    KickWish {
        kind: KickKind::Clearance,
        to: [to[0], 0.5, to[1]],
        speed_mps: 12.0,
        receiver: None,
    }
}
