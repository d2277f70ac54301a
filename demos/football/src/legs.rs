//! Legs: turns the place where a footballer wants to be into a wish for its legs.

use footwork::flight::PlayerId;

use crate::course::Wish;
use crate::field::Field;
use crate::flat::{self, Flat};

/// The minimum time in which a footballer covers the remaining distance, so that it slows down before its place.
const ARRIVES_SECS: f64 = 0.45;
/// The distance from its place within which a footballer stands.
const THERE_M: f64 = 0.3;
/// The distance from its place beyond which a standing footballer starts to move to its place.
const LEAVES_M: f64 = 0.6;
/// The same distance for an unhurried footballer.
const STROLLS_OFF_M: f64 = 1.3;
/// The slowest walk: no clip has slower steps.
const SLOWEST_MPS: f64 = 0.9;
/// A standing footballer turns to the ball only beyond this angle.
const LOOKS_AWAY_RAD: f64 = 1.2;
/// The pace of an unhurried footballer 4 m from its place, as a share of the top speed.
const JOG: f64 = 0.62;

/// Returns the wish to run to a place and stop there, facing the ball. `share` is a share of the top speed.
pub(crate) fn go(field: &Field, who: PlayerId, to: Flat, share: f64) -> Wish {
    run_to(field, who, to, share, LEAVES_M)
}

fn run_to(field: &Field, who: PlayerId, to: Flat, share: f64, leaves_m: f64) -> Wish {
    let footballer = &field.footballers[who];
    let way = flat::sub(to, footballer.body.at());
    let far = flat::length(way);
    let stands = footballer.wish.velocity_mps == [0.0; 2];
    if far < if stands { leaves_m } else { THERE_M } {
        return stand(field, who);
    }
    let most = share * footballer.top_speed_mps;
    let speed = most.min(far / ARRIVES_SECS).max(SLOWEST_MPS);
    Wish {
        velocity_mps: flat::scale(way, speed / far),
        heading_rad: None,
    }
}

/// Returns the wish to stand facing the ball.
fn stand(field: &Field, who: PlayerId) -> Wish {
    let footballer = &field.footballers[who];
    let ball = flat::sub(field.ball.place(), footballer.body.at());
    let ball_rad = flat::heading(ball);
    let looks = footballer.wish.heading_rad.filter(|looks| {
        let stood = footballer.wish.velocity_mps == [0.0; 2];
        stood && flat::wrapped(ball_rad - looks).abs() < LOOKS_AWAY_RAD
    });
    Wish {
        velocity_mps: [0.0; 2],
        heading_rad: Some(looks.unwrap_or(ball_rad)),
    }
}

/// Returns the wish to walk to a place without hurry, or faster if it is far away.
pub(crate) fn stroll(field: &Field, who: PlayerId, to: Flat) -> Wish {
    run_to(field, who, to, unhurried(field, who, to), STROLLS_OFF_M)
}

/// Returns the wish to stroll all the way to a place, without the tolerance of [`stroll`]: stopping short could leave
/// the footballer in a forbidden place.
pub(crate) fn stroll_all_the_way(field: &Field, who: PlayerId, to: Flat) -> Wish {
    run_to(field, who, to, unhurried(field, who, to), THERE_M)
}

/// Returns the pace of a stroll, as a share of the top speed.
fn unhurried(field: &Field, who: PlayerId, to: Flat) -> f64 {
    let far = flat::distance(field.footballers[who].body.at(), to);
    (JOG * far / 4.0).clamp(0.3, JOG + 0.02 * far).min(0.9)
}

/// Returns the wish to run through a place at a given time.
pub(crate) fn meet(field: &Field, who: PlayerId, at: Flat, secs: f64) -> Wish {
    let footballer = &field.footballers[who];
    let way = flat::sub(at, footballer.body.at());
    let far = flat::length(way);
    let left = (secs - field.now_secs()).max(0.05);
    let top = footballer.top_speed_mps;
    let speed = (1.25 * far / left).clamp(1.0, top).min(far / 0.12);
    let ball = flat::sub(field.ball.place(), footballer.body.at());
    let heading = (far < 1.0).then(|| flat::heading(ball));
    Wish {
        velocity_mps: flat::scale(way, speed / far.max(1e-6)),
        heading_rad: heading,
    }
}

/// Returns the wish to walk to the start of a kick, facing the direction of the kick.
pub(crate) fn to_start(field: &Field, who: PlayerId, root_m: Flat, heading_rad: f64) -> Wish {
    let footballer = &field.footballers[who];
    let way = flat::sub(root_m, footballer.body.at());
    let far = flat::length(way);
    let most = 0.75 * footballer.top_speed_mps;
    let speed = if far < THERE_M {
        0.0
    } else {
        most.min(far / ARRIVES_SECS).max(SLOWEST_MPS)
    };
    Wish {
        velocity_mps: flat::scale(way, speed / far.max(1e-6)),
        heading_rad: Some(heading_rad),
    }
}

/// The distance that a footballer keeps from the ball on the way to the place behind it.
const CLEAR_M: f64 = 0.7;
/// The speed around the ball, as a share of the top speed.
const AROUND: f64 = 0.5;

/// Returns the wish to walk to a place behind a ball at rest, around the ball if necessary, and to face the ball
/// there.
pub(crate) fn wait_behind(field: &Field, who: PlayerId, to: Flat, ball: Flat) -> Wish {
    let footballer = &field.footballers[who];
    let at = footballer.body.at();
    let stands = footballer.wish.velocity_mps == [0.0; 2];
    if flat::distance(at, to) < if stands { LEAVES_M } else { THERE_M } {
        return Wish {
            velocity_mps: [0.0; 2],
            heading_rad: Some(flat::heading(flat::sub(ball, at))),
        };
    }
    match around(at, to, ball) {
        Some(side) => go(field, who, side, AROUND),
        None => go(field, who, to, 0.8),
    }
}

/// Returns the place to pass first if the straight line between two places leads over a ball.
fn around(from: Flat, to: Flat, ball: Flat) -> Option<Flat> {
    let way = flat::sub(to, from);
    let square = flat::dot(way, way);
    let along = flat::dot(flat::sub(ball, from), way);
    if along <= 0.0 || along >= square {
        return None;
    }
    let off = flat::sub(flat::lerp(from, to, along / square), ball);
    if flat::length(off) >= CLEAR_M {
        return None;
    }
    let side = flat::direction(off).or(flat::direction([way[1], -way[0]]))?;
    Some(flat::add(ball, flat::scale(side, 1.5 * CLEAR_M)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_behind_a_ball_leads_around_it() {
        let ball = [5.0, 0.0];
        // The straight line leads over the ball, passes it, or leads away from it.
        let beside =
            |side: Option<Flat>, z: f64| side.is_some_and(|at| flat::distance(at, [5.0, z]) < 1e-9);
        assert!(beside(around([0.0, 0.0], [6.0, 0.0], ball), -1.05));
        assert!(beside(around([0.0, 0.2], [6.0, 0.2], ball), 1.05));
        assert_eq!(around([0.0, 2.0], [6.0, 2.0], ball), None);
        assert_eq!(around([6.0, 0.0], [8.0, 0.0], ball), None);
        assert_eq!(around([0.0, 0.0], [4.0, 0.0], ball), None);
    }
}
