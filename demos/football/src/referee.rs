//! The referee: goals, the ball out of play, restarts, halves and the end.

use footwork::flight::PlayerId;

use crate::ball::BALL_RADIUS_M;
use crate::event::MatchEvent;
use crate::field::Field;
use crate::flat::{self, Flat};
use crate::mind::restart;
use crate::phase::{Phase, Restart, RestartKind, RestartStage};
use crate::setup::FRAME_RATE;

/// The time for which the old ball keeps rolling before the new one lies on the spot.
const ROLLS_OUT_SECS: f64 = 0.8;
/// The speed of an unhurried footballer.
const RUNS_MPS: f64 = 4.0;
/// A kick-off waits until all footballers are in their own halves, but no longer than a run along half the pitch plus
/// this time.
const PLACES_SECS: f64 = 4.0;
/// The shortest wait of any restart other than a kick-off.
const KICK_IN_SECS: f64 = 1.5;
/// The longest wait of any restart other than a kick-off.
const TAKER_SECS: f64 = 5.0;
/// The distance within which the taker counts as being at the spot.
const TAKER_M: f64 = 2.5;
/// A restart that is not taken within this time, from the moment it may be taken, is cancelled: both teams may play the
/// ball.
const LATE_SECS: f64 = 8.0;
/// A ball untouched for this long is brought back.
const LOST_SECS: f64 = 7.0;
/// The duration of a celebration.
const CELEBRATION_SECS: f64 = 3.0;
/// The duration of the break between the halves.
const HALF_TIME_SECS: f64 = 3.0;
/// The distance of spots from the lines, inside the pitch.
const INSIDE_M: f64 = 0.2;

/// Judges the ball and the clock, and changes the phase.
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

/// Returns whether the current half is over.
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

/// Handles a ball in play that is in the goal, out, or lost.
fn follow_ball(field: &mut Field) {
    let [x, y, z] = field.ball.position();
    let [half_x, half_z] = field.pitch.half_m().map(|half| half + BALL_RADIUS_M);
    let by = field.last_touch.map(|touch| touch.who);
    if x.abs() > half_x {
        // The team that defends this goal.
        let defends = if x * field.sides[0] < 0.0 { 0 } else { 1 };
        let is_in = z.abs() < 0.5 * field.pitch.goal_width_m && y < field.pitch.goal_height_m;
        if is_in {
            let team = 1 - defends;
            field.score[team] += 1;
            field.events.push(MatchEvent::Goal { team, by });
            field.events.push(MatchEvent::Whistle);
            field.held = None;
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
        // The restart goes to the team with the nearer footballer.
        let nearest = [0, 1].map(|team| field.nearest_of(team, [x, z], None));
        let far_m = nearest.map(|who| {
            let at = who.and_then(|who| field.footballers.get(who));
            at.map_or(f64::INFINITY, |one| flat::distance(one.body.at(), [x, z]))
        });
        let team = usize::from(far_m[1] < far_m[0]);
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
    let taker = taker(field, kind, team, spot_m);
    field.events.push(MatchEvent::Whistle);
    // A keeper releases a ball that it carried out.
    field.held = None;
    field.phase = Phase::Restart(Restart {
        kind,
        team,
        spot_m,
        taker,
        since_secs: field.now_secs(),
        stage: RestartStage::Out,
    });
}

/// Returns the keeper for a goal kick; otherwise the footballer other than the keeper that can be at the spot first. A
/// fallen footballer must first get up.
fn taker(field: &Field, kind: RestartKind, team: usize, spot_m: Flat) -> PlayerId {
    let keeper = field.keeper(team);
    if kind == RestartKind::GoalKick {
        return keeper;
    }
    let now = field.now_secs();
    let way_m = |who: &PlayerId| {
        let footballer = &field.footballers[*who];
        let busy_secs = footballer.busy.map_or(0.0, |busy| busy.until_secs - now);
        flat::distance(footballer.body.at(), spot_m) + RUNS_MPS * busy_secs.max(0.0)
    };
    let others = field.of_team(team).skip(1);
    let first = others.min_by(|a, b| way_m(a).total_cmp(&way_m(b)));
    first.unwrap_or(keeper)
}

/// Puts the ball on its spot once it has rolled out, and whistles once the restart may be taken. If the taker is late,
/// both teams may play the ball.
fn prepare(field: &mut Field, mut restart: Restart) {
    let now = field.now_secs();
    let waited = now - restart.since_secs;
    match restart.stage {
        RestartStage::Out if waited > ROLLS_OUT_SECS => {
            let [x, z] = restart.spot_m;
            field.ball.put([x, BALL_RADIUS_M, z]);
            restart.stage = RestartStage::Placed;
        }
        RestartStage::Placed if is_ready(field, &restart, waited) => {
            field.events.push(MatchEvent::Whistle);
            restart.stage = RestartStage::Ready { since_secs: now };
        }
        RestartStage::Ready { since_secs } if now - since_secs > LATE_SECS => {
            // Both teams may play it now.
            field.freed_secs = now;
            field.phase = Phase::Play;
            return;
        }
        _ => {}
    }
    field.phase = Phase::Restart(restart);
}

fn is_ready(field: &Field, restart: &Restart, waited_secs: f64) -> bool {
    let taker = field.footballers[restart.taker].body.at();
    let is_there = flat::distance(taker, restart.spot_m) < TAKER_M;
    match restart.kind {
        RestartKind::KickOff => {
            let [half_m, _] = field.pitch.half_m();
            let mut all = field.footballers.ids();
            let is_late = waited_secs > PLACES_SECS + half_m / RUNS_MPS;
            is_late || is_there && all.all(|who| restart::may_kick_off(field, who, restart))
        }
        _ => waited_secs > TAKER_SECS || waited_secs > KICK_IN_SECS && is_there,
    }
}
