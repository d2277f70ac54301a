//! Restarts: everybody takes a place, and one plays the ball from behind it, along its aim, without a walk around it.

use crate::course::Wish;
use crate::event::KickKind;
use crate::field::Field;
use crate::flat::{self, Flat};
use crate::formation;
use crate::intent::{Intent, KickWish};
use crate::legs;
use crate::mind::{keeper_place, rest_place, thinks};
use crate::options;
use crate::phase::{Restart, RestartKind};

/// A restart is played from behind the ball, and to somebody ahead, to within an angle with this cosine.
const CONE: f64 = 0.75;
/// Who takes it looks at the ball, to within an angle with this cosine.
const LOOKS_CONE: f64 = 0.6;
/// How far behind the ball its taker waits.
const RUN_UP_M: f64 = 0.8;
/// How far others stay away from a restart.
const RESPECT_M: f64 = 3.2;
/// Who is led by a stick stops this far around it, and is led out only from this far inside.
const EDGE_M: f64 = 0.4;

/// What somebody is about at a restart.
pub(crate) fn decide(field: &mut Field, who: usize, restart: &Restart) -> (Intent, Wish) {
    match restart.taker == who {
        true => take(field, who, restart),
        false => {
            let place = respectful_place(field, who, restart);
            let wish = match restart.kind {
                RestartKind::KickOff => legs::stroll_all_the_way(field, who, place),
                _ => legs::stroll(field, who, place),
            };
            (Intent::Stand, wish)
        }
    }
}

/// The place of somebody who does not take it, away from the ball if the other team does.
fn respectful_place(field: &Field, who: usize, restart: &Restart) -> Flat {
    let place = place(field, who, restart);
    let is_far = flat::distance(place, restart.spot_m) >= RESPECT_M;
    match field.team(who) == restart.team || is_far {
        true => place,
        false => away(field, who, restart, place),
    }
}

/// The place as far from it as others stay, on the side of a place that is too near.
fn away(field: &Field, who: usize, restart: &Restart, place: Flat) -> Flat {
    let way = flat::sub(place, restart.spot_m);
    let inward = flat::scale(restart.spot_m, -1.0);
    let along = flat::direction(way).or(flat::direction(inward));
    let along = along.unwrap_or([-field.sides[field.team(who)], 0.0]);
    let place = flat::add(restart.spot_m, flat::scale(along, RESPECT_M));
    field.pitch.nearest(place, 0.5)
}

/// Whether somebody is where it may not be until the ball is played: in the way of a restart of the other team, or at a
/// kick-off out of the own half.
pub(crate) fn is_out_of_place(field: &Field, who: usize, restart: &Restart) -> bool {
    let at = field.footballers[who].body.at();
    let is_theirs = field.team(who) != restart.team;
    is_theirs && flat::distance(at, restart.spot_m) < RESPECT_M - EDGE_M
        || restart.kind == RestartKind::KickOff && !may_kick_off(field, who, restart)
}

/// Whether somebody is where it may be at a kick-off: in the own half, and out of the circle unless the own team kicks off.
pub(crate) fn may_kick_off(field: &Field, who: usize, restart: &Restart) -> bool {
    let at = field.footballers[who].body.at();
    let team = field.team(who);
    let is_own_half = at[0] * field.sides[team] < 0.0;
    let is_far = flat::distance(at, restart.spot_m) > field.pitch.circle_m();
    who == restart.taker || is_own_half && (is_far || team == restart.team)
}

/// Away from it, whatever the stick says: whoever stood on the ball would keep it from being played.
pub(crate) fn leave(field: &mut Field, who: usize, restart: &Restart) -> (Intent, Wish) {
    let place = match restart.kind {
        RestartKind::KickOff => rest_place(field, who),
        _ => away(field, who, restart, field.footballers[who].body.at()),
    };
    (Intent::Stand, legs::stroll_all_the_way(field, who, place))
}

/// What is left of a wanted velocity for somebody who may not come near it.
pub(crate) fn around(field: &Field, who: usize, restart: &Restart, wanted: Flat) -> Flat {
    let way = flat::sub(restart.spot_m, field.footballers[who].body.at());
    let is_free = field.team(who) == restart.team || flat::length(way) > RESPECT_M + EDGE_M;
    let Some(towards) = flat::direction(way).filter(|_| !is_free) else {
        return wanted;
    };
    let nearing = flat::dot(wanted, towards).max(0.0);
    flat::sub(wanted, flat::scale(towards, nearing))
}

/// Where somebody who does not take it stands.
fn place(field: &Field, who: usize, restart: &Restart) -> Flat {
    let footballer = &field.footballers[who];
    let team = footballer.team;
    if footballer.is_keeper() {
        return keeper_place(field, team);
    }
    let (side, a_side, number) = (field.sides[team], field.a_side(), footballer.number);
    match restart.kind {
        RestartKind::KickOff => rest_place(field, who),
        _ => {
            let has_ball = team == restart.team;
            formation::place(&field.pitch, number, a_side, side, restart.spot_m, has_ball)
        }
    }
}

/// The taker goes behind the ball, as seen from where it will play it, looks there, and plays it when it may.
fn take(field: &mut Field, who: usize, restart: &Restart) -> (Intent, Wish) {
    let along = aim(field, who, restart);
    if restart.ready_secs().is_some() && is_set(field, who, restart, along) {
        let hoped = field.footballers[who].hoped_restart(field.now_secs());
        let wish = match hoped {
            None if thinks(field, who) => pass(field, who, restart, along),
            hoped => hoped,
        };
        if let Some(wish) = wish {
            let along = way(restart, &wish);
            return (Intent::Kick(wish), wait(field, who, restart, along));
        }
    }
    (Intent::Stand, wait(field, who, restart, along))
}

/// Where a taker would play it.
pub(crate) fn aim(field: &Field, who: usize, restart: &Restart) -> Flat {
    let goal = field.goal(field.team(who));
    let to = mate(field, who, restart).map_or(goal, |(_, place)| place);
    flat::direction(flat::sub(to, restart.spot_m)).unwrap_or([1.0, 0.0])
}

/// To where a taker waits who is to play the ball along a direction.
pub(crate) fn wait(field: &Field, who: usize, restart: &Restart, along: Flat) -> Wish {
    legs::wait_behind(field, who, run_up(restart, along), restart.spot_m)
}

/// Where that is.
pub(crate) fn run_up(restart: &Restart, along: Flat) -> Flat {
    flat::sub(restart.spot_m, flat::scale(along, RUN_UP_M))
}

/// The direction in which a kick would play it.
pub(crate) fn way(restart: &Restart, wish: &KickWish) -> Flat {
    let way = flat::sub(flat::below(wish.to), restart.spot_m);
    flat::direction(way).unwrap_or([1.0, 0.0])
}

/// Whether somebody may begin a kick: nobody but the taker, and only when it is set. Each plan before that would be of another
/// place to begin at.
pub(crate) fn may_kick(field: &Field, who: usize, restart: &Restart, wish: &KickWish) -> bool {
    restart.taker == who
        && restart.ready_secs().is_some()
        && is_set(field, who, restart, way(restart, wish))
}

/// Whether a taker is behind the ball that is to go along a direction, and looks at it.
fn is_set(field: &Field, who: usize, restart: &Restart, along: Flat) -> bool {
    let body = &field.footballers[who].body;
    let way = flat::sub(restart.spot_m, body.at());
    let looks = flat::ahead(body.heading_rad());
    is_in_cone(way, along) && flat::dot(looks, way) > LOOKS_CONE * flat::length(way)
}

fn is_in_cone(way: Flat, along: Flat) -> bool {
    flat::dot(way, along) > CONE * flat::length(way)
}

/// Who of the team of a taker is to stand nearest, and where. Footballers are still on their ways there, so a taker that looked
/// where they are would walk around the ball.
fn mate(field: &Field, who: usize, restart: &Restart) -> Option<(usize, Flat)> {
    let mates = field.of_team(restart.team).filter(|mate| *mate != who);
    let places = mates.map(|mate| (mate, place(field, mate, restart)));
    let far = |place: Flat| flat::distance(place, restart.spot_m);
    places.min_by(|(_, a), (_, b)| far(*a).total_cmp(&far(*b)))
}

/// The best pass of those ahead, or one to whom the taker looks for, whatever comes of that.
fn pass(field: &mut Field, who: usize, restart: &Restart, along: Flat) -> Option<KickWish> {
    let option = options::pass(field, who, f64::NEG_INFINITY).map(|option| option.wish);
    let wish = option.filter(|wish| is_in_cone(way(restart, wish), along));
    wish.or_else(|| {
        let (mate, _) = mate(field, who, restart)?;
        let [x, z] = field.footballers[mate].body.at();
        Some(KickWish {
            kind: KickKind::Pass,
            to: [x, 0.11, z],
            speed_mps: 3.0,
            receiver: Some(mate),
        })
    })
}
