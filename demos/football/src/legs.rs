//! From where somebody wants to be to what it asks of its legs.

use crate::course::Wish;
use crate::field::Field;
use crate::flat::{self, Flat};

/// Nearer to its goal than this somebody slows down: as fast as would take it there in this number of seconds.
const ARRIVES_SECS: f64 = 0.45;
/// Who is this near stands.
const THERE_M: f64 = 0.25;
/// The pace of somebody who has time.
const JOG: f64 = 0.62;

/// Runs to a place and stops there, looking at the ball once it is there. `share` is of the top speed.
pub(crate) fn go(field: &Field, who: usize, to: Flat, share: f64) -> Wish {
    let footballer = &field.footballers[who];
    let way = flat::sub(to, footballer.body.at());
    let far = flat::length(way);
    let ball = flat::sub(field.ball.place(), footballer.body.at());
    if far < THERE_M {
        return Wish {
            velocity_mps: [0.0; 2],
            heading_rad: Some(flat::heading(ball)),
        };
    }
    let most = share * footballer.top_speed_mps;
    let speed = most.min(far / ARRIVES_SECS);
    Wish {
        velocity_mps: flat::scale(way, speed / far),
        heading_rad: None,
    }
}

/// Takes a place without hurry: faster when it is far away.
pub(crate) fn stroll(field: &Field, who: usize, to: Flat) -> Wish {
    let far = flat::distance(field.footballers[who].body.at(), to);
    let share = (JOG * far / 4.0).clamp(0.3, JOG + 0.02 * far).min(0.9);
    go(field, who, to, share)
}

/// Runs through a place, to be there at a time.
pub(crate) fn meet(field: &Field, who: usize, at: Flat, secs: f64) -> Wish {
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

/// Goes to where a kick can begin, looking where it will go.
pub(crate) fn to_start(field: &Field, who: usize, root_m: Flat, heading_rad: f64) -> Wish {
    let footballer = &field.footballers[who];
    let way = flat::sub(root_m, footballer.body.at());
    let far = flat::length(way);
    let most = 0.75 * footballer.top_speed_mps;
    let speed = most.min(far / 0.3);
    Wish {
        velocity_mps: flat::scale(way, speed / far.max(1e-6)),
        heading_rad: Some(heading_rad),
    }
}
