//! The minds of scripted footballers: the footballer that the outlook chose goes for the ball, the footballer with the
//! ball looks for a kick, and all others keep their places in a formation that follows the ball.

use footwork::flight::PlayerId;

use crate::course::Wish;
use crate::field::Field;
use crate::flat::{self, Flat};
use crate::formation;
use crate::intent::{Intent, KickWish};
use crate::legs;
use crate::options::{self, PRESSED_M, pressure_m};
use crate::phase::Phase;

pub(crate) mod restart;

/// The footballer with the ball decides once in this many frames.
const THINKS_EVERY_FRAMES: u64 = 10;
/// A pass worth more than this is played even without pressure.
const GOOD_PASS: f64 = 0.3;
/// A ball arriving within this time can be shot without a touch.
const FIRST_TIME_SECS: f64 = 0.9;
/// A ball untouched for this long counts as abandoned by the footballer that should go for it.
const LEFT_SECS: f64 = 3.0;
/// The reaction time of a keeper to a shot.
const KEEPER_SEES_SECS: f64 = 0.22;
/// The distance at which a keeper stands in front of its line.
const KEEPS_OUT_M: f64 = 1.2;

/// Decides the intent of a footballer and the wish for its legs.
pub(crate) fn decide(field: &mut Field, who: PlayerId) -> (Intent, Wish) {
    match field.phase {
        Phase::Restart(restart) => restart::decide(field, who, &restart),
        Phase::Play => in_play(field, who),
        _ => (
            Intent::Stand,
            legs::stroll(field, who, rest_place(field, who)),
        ),
    }
}

/// Returns where a footballer goes while the ball is not in play.
fn rest_place(field: &Field, who: PlayerId) -> Flat {
    let footballer = &field.footballers[who];
    let side = field.sides[footballer.team];
    formation::kick_off(&field.pitch, footballer.number, field.a_side(), side)
}

fn thinks(field: &Field, who: PlayerId) -> bool {
    (field.frame + 5 * u64::from(who.number())).is_multiple_of(THINKS_EVERY_FRAMES)
}

fn in_play(field: &mut Field, who: PlayerId) -> (Intent, Wish) {
    let team = field.team(who);
    if field.holder() == Some(who) {
        return with_ball(field, who);
    }
    let is_chosen = field.outlook.chosen(team) == Some(who) || goes_too(field, who);
    let holder = field.holder();
    let is_ours = holder.is_some_and(|holder| field.team(holder) == team);
    if field.footballers[who].is_keeper() {
        return keep(field, who, is_chosen && !is_ours);
    }
    if field.held.is_some() {
        // A ball in a keeper's hands cannot be taken.
        return (Intent::Stand, support(field, who));
    }
    if is_chosen && !is_ours {
        if let Some(wish) = first_time(field, who) {
            return (Intent::Kick(wish), to_kick(field, who));
        }
        let intent = match holder {
            Some(_) => Intent::Press,
            None => Intent::Fetch,
        };
        return (intent, fetch(field, who));
    }
    // The receiver of a pass meets it, even if another footballer could.
    let is_target = field.last_touch.and_then(|touch| touch.target) == Some(who);
    if is_target && !is_ours {
        if let Some(wish) = first_time(field, who) {
            return (Intent::Kick(wish), to_kick(field, who));
        }
        return (Intent::Fetch, fetch(field, who));
    }
    (Intent::Stand, support(field, who))
}

/// Returns whether a footballer goes for a ball untouched for a while. The two nearest of each team do, because a human
/// may lead the chosen footballer away.
fn goes_too(field: &Field, who: PlayerId) -> bool {
    let touched = field.last_touch.map_or(0.0, |touch| touch.secs);
    let since_secs = field.now_secs() - touched.max(field.freed_secs);
    if since_secs < LEFT_SECS || field.footballers[who].is_keeper() {
        return false;
    }
    let ball = field.ball.place();
    let far = |who: PlayerId| flat::distance(field.footballers[who].body.at(), ball);
    let own = far(who);
    let mates = field.of_team(field.team(who)).skip(1);
    mates.filter(|mate| far(*mate) < own).count() < 2
}

/// Returns a kick of an arriving ball without a touch before it: the intended kick, or else a shot, if one of them is
/// possible.
fn first_time(field: &mut Field, who: PlayerId) -> Option<KickWish> {
    let now = field.now_secs();
    let found = field.outlook.found(who)?.first?;
    let is_soon = found.secs - now < FIRST_TIME_SECS;
    if !is_soon || field.holder().is_some() {
        return None;
    }
    if let Some(wish) = field.footballers[who].hoped_kick(now) {
        return Some(wish);
    }
    if thinks(field, who) {
        options::shot(field, who)
    } else {
        None
    }
}

/// Returns the wish to run to the place at which the footballer can take the ball.
pub(crate) fn fetch(field: &Field, who: PlayerId) -> Wish {
    let team = field.team(who);
    let rated = (field.outlook.choice(team)).rated(who);
    let found = field.outlook.found(who).and_then(|found| found.first);
    let take = rated.map(|rated| rated.take).or(found);
    match take {
        Some(take) => legs::meet(field, who, flat::below(take.position), take.secs),
        None => legs::go(field, who, field.ball.place(), 1.0),
    }
}

/// Returns the wish to run to the ball, to kick it.
fn to_kick(field: &Field, who: PlayerId) -> Wish {
    legs::go(field, who, field.ball.place(), 0.6)
}

fn with_ball(field: &mut Field, who: PlayerId) -> (Intent, Wish) {
    if let Some(wish) = field.footballers[who].hoped_kick(field.now_secs()) {
        return (Intent::Kick(wish), to_kick(field, who));
    }
    if thinks(field, who) {
        if let Some(wish) = options::shot(field, who) {
            return (Intent::Kick(wish), to_kick(field, who));
        }
        let is_pressed = pressure_m(field, who) < PRESSED_M;
        let least = if is_pressed { 0.0 } else { GOOD_PASS };
        if let Some(option) = options::pass(field, who, least) {
            return (Intent::Kick(option.wish), to_kick(field, who));
        }
        let own = field.own_goal(field.team(who));
        let is_deep = flat::distance(own, field.ball.place()) < 0.2 * field.pitch.length_m;
        if is_pressed && is_deep {
            let wish = options::clearance(field, who);
            return (Intent::Kick(wish), to_kick(field, who));
        }
    }
    let along = dribble_direction(field, who);
    (Intent::Dribble(along), dribble(field, who, along))
}

/// Returns the wish to run after the ball, to have it in front of the feet.
pub(crate) fn dribble(field: &Field, who: PlayerId, along: Flat) -> Wish {
    let soon = field.ball.position_at(field.now_secs() + 0.2);
    let behind = flat::sub(flat::below(soon), flat::scale(along, 0.2));
    let way = flat::sub(behind, field.footballers[who].body.at());
    let far = flat::length(way);
    let top = 0.85 * field.footballers[who].top_speed_mps;
    let speed = (far / 0.25).clamp(0.0, top);
    Wish {
        velocity_mps: flat::scale(way, speed / far.max(1e-6)),
        heading_rad: Some(flat::heading(along)),
    }
}

/// Returns the direction of a dribble: to the goal, away from opponents and lines.
pub(crate) fn dribble_direction(field: &Field, who: PlayerId) -> Flat {
    let team = field.team(who);
    let at = field.footballers[who].body.at();
    let mut along = flat::direction(flat::sub(field.goal(team), at)).unwrap_or([1.0, 0.0]);
    for other in field.of_team(1 - team) {
        let away = flat::sub(at, field.footballers[other].body.at());
        let far = flat::length(away);
        if far < 4.0 {
            let push = 0.9 * (4.0 - far) / 4.0;
            along = flat::add(along, flat::scale(away, push / far.max(0.3)));
        }
    }
    let [half_x, half_z] = field.pitch.half_m();
    for (axis, half) in [(0, half_x), (1, half_z)] {
        let room = half - at[axis].abs();
        if room < 2.5 {
            along[axis] -= at[axis].signum() * (2.5 - room) / 2.5 * 1.2;
        }
    }
    flat::direction(along).unwrap_or([field.sides[team], 0.0])
}

/// Returns the wish to keep a place in the formation. In defence, the place is between an opponent and the goal of the
/// footballer's own team.
fn support(field: &Field, who: PlayerId) -> Wish {
    let footballer = &field.footballers[who];
    let (team, side) = (footballer.team, field.sides[footballer.team]);
    let has_ball = field.team_with_ball() == Some(team);
    let ball = field.ball.place();
    let (number, a_side) = (footballer.number, field.a_side());
    let mut place = formation::place(&field.pitch, number, a_side, side, ball, has_ball);
    if has_ball {
        // Get free of the nearest opponent.
        if let Some(other) = field.nearest_of(1 - team, place, None) {
            let away = flat::sub(place, field.footballers[other].body.at());
            let far = flat::length(away);
            if far < 2.5 {
                place = flat::add(place, flat::scale(away, (2.5 - far) / far.max(0.5)));
            }
        }
    } else if let Some(other) = field.nearest_of(1 - team, place, Some(field.keeper(1 - team))) {
        // Mark the nearest opponent: stand between it and the goal of the footballer's own team.
        let at = field.footballers[other].body.at();
        let goal = field.own_goal(team);
        if flat::distance(at, place) < 6.0 {
            let back = flat::direction(flat::sub(goal, at)).unwrap_or([0.0; 2]);
            let mark = flat::add(at, flat::scale(back, 1.4));
            place = flat::lerp(place, mark, 0.6);
        }
    }
    legs::stroll(field, who, field.pitch.nearest(place, 0.8))
}

/// Returns the place of a keeper: on the line from its goal to the ball.
fn keeper_place(field: &Field, team: usize) -> Flat {
    let goal = field.own_goal(team);
    let way = flat::sub(field.ball.place(), goal);
    let along = flat::direction(way).unwrap_or([field.sides[team], 0.0]);
    let mut place = flat::add(goal, flat::scale(along, KEEPS_OUT_M));
    let post = 0.5 * field.pitch.goal_width_m;
    place[1] = place[1].clamp(-post, post);
    // Stay in front of the line.
    let out = (place[0] - goal[0]) * field.sides[team];
    place[0] = goal[0] + out.max(0.4) * field.sides[team];
    place
}

fn keep(field: &mut Field, who: PlayerId, is_chosen: bool) -> (Intent, Wish) {
    let team = field.team(who);
    let goal = field.own_goal(team);
    let [deep, wide] = field.pitch.area_m();
    let since = field.last_touch.map_or(0.0, |touch| touch.secs);
    let sees = field.now_secs() - since > KEEPER_SEES_SECS;
    if let Some(at) = crossing(field, team).filter(|_| sees) {
        // Meet the ball on its path, before the line.
        return (Intent::Keep, legs::go(field, who, at, 1.0));
    }
    let found = field.outlook.found(who).and_then(|found| found.first);
    if let Some(take) = found.filter(|_| is_chosen) {
        let [x, z] = flat::below(take.position);
        let is_in_area = (x - goal[0]).abs() < deep && z.abs() < wide;
        if is_in_area {
            return (Intent::Keep, fetch(field, who));
        }
    }
    (
        Intent::Keep,
        legs::go(field, who, keeper_place(field, team), 0.7),
    )
}

/// Returns the place at which a keeper meets a ball on its way into the goal; `None` if the ball does not fly there.
fn crossing(field: &Field, team: usize) -> Option<Flat> {
    let goal = field.own_goal(team);
    let [x, z] = field.ball.place();
    let [vx, vz] = field.ball.velocity();
    let out = KEEPS_OUT_M * 0.6 * field.sides[team];
    let secs = (goal[0] + out - x) / vx;
    let is_near = (x - goal[0]).abs() < 0.45 * field.pitch.length_m;
    if !(secs > 0.0 && secs < 1.5 && is_near && vx.abs() > 4.0) {
        return None;
    }
    let across = z + vz * secs;
    let post = 0.5 * field.pitch.goal_width_m;
    (across.abs() < post + 0.4).then_some([goal[0] + out, across.clamp(-post, post)])
}
