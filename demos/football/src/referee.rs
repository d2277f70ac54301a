//! The referee: goals, the ball out of play and how it comes back, halves and the end.

use crate::ball::BALL_RADIUS_M;
use crate::event::MatchEvent;
use crate::field::Field;
use crate::flat::{self, Flat};
use crate::formation;
use crate::phase::{Phase, Restart, RestartKind};
use crate::setup::FRAME_RATE;

/// A ball that went out rolls on for a moment before another lies on the spot.
const ROLLS_OUT_SECS: f64 = 0.8;
/// How long a team has to take its places.
const PLACES_SECS: f64 = 7.0;
const KICK_IN_SECS: f64 = 1.5;
/// A restart that nobody took within this time is over: the ball is free for all.
const LATE_SECS: f64 = 5.0;
/// A ball that nobody touched for so long is brought back.
const LOST_SECS: f64 = 7.0;
const CELEBRATION_SECS: f64 = 3.0;
const HALF_TIME_SECS: f64 = 3.0;
/// How far inside the lines spots are.
const INSIDE_M: f64 = 0.2;

/// Looks at the ball and at the clock, and says what comes next.
pub(crate) fn judge(field: &mut Field) {
    let now = field.now_secs();
    match field.phase {
        Phase::Play => {
            field.played_frames += 1;
            if is_half_over(field) {
                end_half(field);
            } else {
                follow_ball(field);
            }
        }
        Phase::Restart(restart) => prepare(field, restart),
        Phase::Celebration { team, until_secs } if now >= until_secs => {
            kick_off(field, 1 - team);
        }
        Phase::HalfTime { until_secs } if now >= until_secs => {
            field.sides = field.sides.map(|side| -side);
            kick_off(field, 1);
        }
        _ => {}
    }
}

/// How long a half is played.
fn is_half_over(field: &Field) -> bool {
    let half = u64::from(field.setup.half_secs * FRAME_RATE);
    field.played_frames >= half * u64::from(field.half)
}

fn end_half(field: &mut Field) {
    field.events.push(MatchEvent::Whistle);
    field.phase = match field.half {
        1 => Phase::HalfTime {
            until_secs: field.now_secs() + HALF_TIME_SECS,
        },
        _ => Phase::Over,
    };
    field.half += 1;
}

/// The ball in play: in the goal, out, or lost.
fn follow_ball(field: &mut Field) {
    let [x, y, z] = field.ball.position();
    let [half_x, half_z] = field.pitch.half_m().map(|half| half + BALL_RADIUS_M);
    let by = field.last_touch.map(|touch| touch.who);
    if x.abs() > half_x {
        // The team whose goal this is.
        let defends = if x * field.sides[0] < 0.0 { 0 } else { 1 };
        let is_in = z.abs() < 0.5 * field.pitch.goal_width_m && y < field.pitch.goal_height_m;
        if is_in {
            let team = 1 - defends;
            field.score[team] += 1;
            field.events.push(MatchEvent::Goal { team, by });
            field.events.push(MatchEvent::Whistle);
            field.phase = Phase::Celebration {
                team,
                until_secs: field.now_secs() + CELEBRATION_SECS,
            };
            return;
        }
        let is_own = by.is_some_and(|by| field.team(by) == defends);
        let [goal_x, _] = field.own_goal(defends);
        if is_own {
            let spot = [goal_x, 0.5 * field.pitch.width_m * z.signum()];
            restart(field, RestartKind::Corner, 1 - defends, spot);
        } else {
            let spot = [goal_x + 3.0 * field.sides[defends], 0.0];
            restart(field, RestartKind::GoalKick, defends, spot);
        }
    } else if z.abs() > half_z {
        let team = by.map_or(0, |by| 1 - field.team(by));
        restart(field, RestartKind::KickIn, team, [x, z]);
    } else if is_lost(field) {
        let team = by.map_or(0, |by| 1 - field.team(by));
        restart(field, RestartKind::DropBall, team, [x, z]);
    }
}

fn is_lost(field: &Field) -> bool {
    let touched = field.last_touch.map_or(0.0, |touch| touch.secs);
    field.now_secs() - touched.max(field.freed_secs) > LOST_SECS
}

pub(crate) fn kick_off(field: &mut Field, team: usize) {
    restart(field, RestartKind::KickOff, team, [0.0, 0.0]);
}

fn restart(field: &mut Field, kind: RestartKind, team: usize, spot: Flat) {
    let spot_m = match kind {
        RestartKind::KickOff => [0.0, 0.0],
        _ => field.pitch.nearest(spot, INSIDE_M),
    };
    let keeper = field.of_team(team).start;
    let taker = match kind {
        RestartKind::GoalKick => keeper,
        _ => (field.nearest_of(team, spot_m, Some(keeper))).unwrap_or(keeper),
    };
    field.events.push(MatchEvent::Whistle);
    field.phase = Phase::Restart(Restart {
        kind,
        team,
        spot_m,
        taker,
        since_secs: field.now_secs(),
        is_placed: false,
        is_ready: false,
    });
}

/// Puts the ball on its spot, and waits for everybody to take their places.
fn prepare(field: &mut Field, mut restart: Restart) {
    let now = field.now_secs();
    let waited = now - restart.since_secs;
    if !restart.is_placed && waited > ROLLS_OUT_SECS {
        let [x, z] = restart.spot_m;
        field.ball.put([x, BALL_RADIUS_M, z]);
        restart.is_placed = true;
    }
    if restart.is_placed && !restart.is_ready {
        restart.is_ready = match restart.kind {
            RestartKind::KickOff => waited > PLACES_SECS || in_places(field),
            _ => waited > KICK_IN_SECS,
        };
        if restart.is_ready {
            field.events.push(MatchEvent::Whistle);
        }
    }
    let ready_secs = match restart.kind {
        RestartKind::KickOff => PLACES_SECS,
        _ => KICK_IN_SECS,
    };
    if waited > LATE_SECS + ready_secs {
        // Anybody may play it now, the other team too.
        field.freed_secs = now;
        field.phase = Phase::Play;
        return;
    }
    field.phase = Phase::Restart(restart);
}

/// Whether everybody is in the own half.
fn in_places(field: &Field) -> bool {
    let a_side = field.a_side();
    let taker = field.phase.restart().map(|restart| restart.taker);
    field.footballers.iter().enumerate().all(|(who, each)| {
        let side = field.sides[each.team];
        let home = formation::kick_off(&field.pitch, each.number, a_side, side);
        Some(who) == taker || flat::distance(each.body.at(), home) < 1.5
    })
}
