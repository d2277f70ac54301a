//! The answers by brute force: every millisecond of every step, by code that shares nothing with the search.

use footwork_flight::{BallState, Player, PlayerId, Prediction, ReachModel};

/// A player who can take the ball, and the first time at which it can.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct First {
    pub(crate) secs: f64,
    pub(crate) player: PlayerId,
}

/// A human who switches, and the new player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Switch {
    pub(crate) human: u32,
    pub(crate) to: PlayerId,
}

/// Returns the position of the ball at every millisecond, on the lines between steps.
pub(crate) fn every_millisecond(flight: &Prediction<BallState>) -> Vec<[f64; 3]> {
    let steps: Vec<_> = flight.dense().collect();
    let (mut at, mut places) = (0, Vec::new());
    for milli in 0..10_000_u32 {
        let secs = f64::from(milli) / 1000.0;
        while at + 2 < steps.len() && steps[at + 1].secs <= secs {
            at += 1;
        }
        let (from, to) = (&steps[at], &steps[at + 1]);
        let share = (secs - from.secs) / (to.secs - from.secs);
        places.push(
            [0, 1, 2].map(|axis| from.position[axis] * (1.0 - share) + to.position[axis] * share),
        );
    }
    places
}

/// Returns the time at which each player can first take the ball, the earliest first.
pub(crate) fn firsts(model: ReachModel, players: &[Player], path: &[[f64; 3]]) -> Vec<First> {
    let mut firsts = Vec::new();
    for player in players {
        let ready = ready_secs(player);
        let slack = match model {
            ReachModel::Full => full_slack,
            ReachModel::Simple => simple_slack,
        };
        let first = (0_u32..).zip(path).find_map(|(milli, ball)| {
            let secs = f64::from(milli) / 1000.0;
            let may = secs >= ready && ball[1] <= player.heights.hands_m;
            (may && slack(player, secs, *ball) >= 0.0).then_some(secs)
        });
        firsts.extend(first.map(|secs| First {
            secs,
            player: player.id,
        }));
    }
    firsts.sort_by(|a, b| a.secs.total_cmp(&b.secs));
    firsts
}

fn ready_secs(player: &Player) -> f64 {
    let busy = player.busy.map_or(0.0, |busy| busy.until_secs);
    if busy > player.reaction_end_secs {
        busy
    } else {
        player.reaction_end_secs
    }
}

/// Returns the slack of a player at a place by the definition of the simple model: the distance of the place inside the
/// edge of the player's reach.
fn simple_slack(player: &Player, secs: f64, ball: [f64; 3]) -> f64 {
    let home = player.position;
    let away = libm::hypot(ball[0] - home[0], ball[2] - home[2]);
    player.reach_m + player.top_speed_mps * (secs - ready_secs(player)) - away
}

/// Returns the slack of a player at a place by the definition of the full model. In this model, a point brakes, waits
/// for the turn and accelerates along each of 16 directions.
fn full_slack(player: &Player, secs: f64, ball: [f64; 3]) -> f64 {
    use std::f64::consts::PI;
    let (home, v, facing) = (player.position, player.velocity, player.facing);
    let ready = ready_secs(player);
    let (a, time) = (player.acceleration_mps2, secs - ready);
    let top = most(player.top_speed_mps, libm::hypot(v[0], v[2]));
    let from = [home[0] + v[0] * ready, home[2] + v[2] * ready];
    let away = [ball[0] - from[0], ball[2] - from[1]];
    let mut inside = player.reach_m + top * time - libm::hypot(away[0], away[1]);
    for turn in 0..16 {
        let angle = f64::from(turn) * PI / 8.0;
        let n = [libm::cos(angle), libm::sin(angle)];
        let off = (libm::atan2(facing[2], facing[0]) - angle).rem_euclid(2.0 * PI);
        let off = if off > PI { 2.0 * PI - off } else { off };
        let turned = most(off - 0.5 * PI, 0.0) / PI * player.turn_secs;
        let (mut at, mut speed, mut left) = (0.0, v[0] * n[0] + v[2] * n[1], time);
        if speed < 0.0 {
            let brakes = least(-speed / a, left);
            at += (speed + 0.5 * a * brakes) * brakes;
            speed = if brakes < left { 0.0 } else { speed };
            left -= brakes;
        }
        let waits = (turned - (time - left)).clamp(0.0, left);
        at += most(speed, 0.0) * waits;
        left -= waits;
        let speeds_up = ((top - speed) / a).clamp(0.0, left);
        at += (most(speed, 0.0) + 0.5 * a * speeds_up) * speeds_up + top * (left - speeds_up);
        let along = away[0] * n[0] + away[1] * n[1];
        inside = least(inside, player.reach_m + at - along);
    }
    inside
}

/// Returns the human who switches right after a touch, and the new player: the pair with the largest gain, of at least
/// 0.15 s and 20 %. The inner `None` means that no human switches; the outer `None` means that less than 30 ms decide.
pub(crate) fn switch(firsts: &[First], humans: [PlayerId; 2]) -> Option<Option<Switch>> {
    let need = |id: PlayerId| {
        firsts
            .iter()
            .find(|first| first.player == id)
            .map(|first| first.secs)
    };
    let mut gains: Vec<(f64, Switch)> = Vec::new();
    for (human, has) in (0..).zip(humans) {
        for other in firsts
            .iter()
            .filter(|first| !humans.contains(&first.player))
        {
            let present = need(has).unwrap_or(1e6);
            let more = present - other.secs - most(0.2 * present, 0.15);
            if more.abs() < 0.03 {
                return None;
            }
            if more > 0.0 {
                let to = other.player;
                gains.push((present - other.secs, Switch { human, to }));
            }
        }
    }
    gains.sort_by(|a, b| b.0.total_cmp(&a.0));
    let is_close = gains.len() > 1 && gains[0].0 - gains[1].0 < 0.03;
    (!is_close).then(|| gains.first().map(|gain| gain.1))
}

fn most(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}
