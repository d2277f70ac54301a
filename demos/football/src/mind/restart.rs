//! Restarts: all footballers take their places, and the taker plays the ball from behind it, along its aim, without
//! walking around it.

use footwork::flight::PlayerId;

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

/// The cosine of the largest angle between a taker's aim and its kick: a taker stands behind the ball and plays it
/// ahead.
const CONE: f64 = 0.75;
/// The cosine of the largest angle between the heading of the taker and the direction to the ball.
const LOOKS_CONE: f64 = 0.6;
/// The distance at which the taker waits behind the ball.
const RUN_UP_M: f64 = 0.8;
/// The minimum distance of the other team from a restart.
const RESPECT_M: f64 = 3.2;
/// The margin on both sides of that distance. A stick cannot lead a footballer closer than the distance plus the
/// margin. A footballer closer than the distance minus the margin is led away.
const EDGE_M: f64 = 0.4;

/// Decides the intent of a footballer at a restart.
pub(crate) fn decide(field: &mut Field, who: PlayerId, restart: &Restart) -> (Intent, Wish) {
    if restart.taker == who {
        take(field, who, restart)
    } else {
        let place = respectful_place(field, who, restart);
        let wish = match restart.kind {
            RestartKind::KickOff => legs::stroll_all_the_way(field, who, place),
            _ => legs::stroll(field, who, place),
        };
        (Intent::Stand, wish)
    }
}

/// Returns the place of a footballer other than the taker, outside the minimum distance if the other team takes the
/// restart.
fn respectful_place(field: &Field, who: PlayerId, restart: &Restart) -> Flat {
    let place = place(field, who, restart);
    let is_far = flat::distance(place, restart.spot_m) >= RESPECT_M;
    if field.team(who) == restart.team || is_far {
        place
    } else {
        away(field, who, restart, place)
    }
}

/// Moves a place that is too near the ball out to the minimum distance, on the same side of the ball.
fn away(field: &Field, who: PlayerId, restart: &Restart, place: Flat) -> Flat {
    let way = flat::sub(place, restart.spot_m);
    let inward = flat::scale(restart.spot_m, -1.0);
    let along = flat::direction(way).or(flat::direction(inward));
    let along = along.unwrap_or([-field.sides[field.team(who)], 0.0]);
    let place = flat::add(restart.spot_m, flat::scale(along, RESPECT_M));
    field.pitch.nearest(place, 0.5)
}

/// Returns whether a footballer must move before the ball is played: it is in the way of the other team's restart, or
/// outside its own half at a kick-off.
pub(crate) fn is_out_of_place(field: &Field, who: PlayerId, restart: &Restart) -> bool {
    let at = field.footballers[who].body.at();
    let is_theirs = field.team(who) != restart.team;
    is_theirs && flat::distance(at, restart.spot_m) < RESPECT_M - EDGE_M
        || restart.kind == RestartKind::KickOff && !may_kick_off(field, who, restart)
}

/// Returns whether a footballer is in a permitted place at a kick-off: in its own half, and outside the circle unless
/// its team kicks off.
pub(crate) fn may_kick_off(field: &Field, who: PlayerId, restart: &Restart) -> bool {
    let at = field.footballers[who].body.at();
    let team = field.team(who);
    let is_own_half = at[0] * field.sides[team] < 0.0;
    let is_far = flat::distance(at, restart.spot_m) > field.pitch.circle_m();
    who == restart.taker || is_own_half && (is_far || team == restart.team)
}

/// Leads a footballer away from a restart, regardless of the stick, because it could block the ball.
pub(crate) fn leave(field: &mut Field, who: PlayerId, restart: &Restart) -> (Intent, Wish) {
    let place = match restart.kind {
        RestartKind::KickOff => rest_place(field, who),
        _ => away(field, who, restart, field.footballers[who].body.at()),
    };
    (Intent::Stand, legs::stroll_all_the_way(field, who, place))
}

/// Removes from a wanted velocity the part that leads too near to a restart of the other team.
pub(crate) fn around(field: &Field, who: PlayerId, restart: &Restart, wanted: Flat) -> Flat {
    let way = flat::sub(restart.spot_m, field.footballers[who].body.at());
    let is_free = field.team(who) == restart.team || flat::length(way) > RESPECT_M + EDGE_M;
    let Some(towards) = flat::direction(way).filter(|_| !is_free) else {
        return wanted;
    };
    let nearing = flat::dot(wanted, towards).max(0.0);
    flat::sub(wanted, flat::scale(towards, nearing))
}

/// Returns the place of a footballer other than the taker.
fn place(field: &Field, who: PlayerId, restart: &Restart) -> Flat {
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

/// Moves the taker behind the ball, facing its aim, and plays the ball as soon as the taker may.
fn take(field: &mut Field, who: PlayerId, restart: &Restart) -> (Intent, Wish) {
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

/// Returns the direction in which a taker would play the ball.
pub(crate) fn aim(field: &Field, who: PlayerId, restart: &Restart) -> Flat {
    let goal = field.goal(field.team(who));
    let to = mate(field, who, restart).map_or(goal, |(_, place)| place);
    flat::direction(flat::sub(to, restart.spot_m)).unwrap_or([1.0, 0.0])
}

/// Returns the wish of a taker to walk to its waiting place before a kick in a direction.
pub(crate) fn wait(field: &Field, who: PlayerId, restart: &Restart, along: Flat) -> Wish {
    legs::wait_behind(field, who, run_up(restart, along), restart.spot_m)
}

/// Returns the place at which a taker waits.
pub(crate) fn run_up(restart: &Restart, along: Flat) -> Flat {
    flat::sub(restart.spot_m, flat::scale(along, RUN_UP_M))
}

/// Returns the direction of the ball for a kick.
pub(crate) fn way(restart: &Restart, wish: &KickWish) -> Flat {
    let way = flat::sub(flat::below(wish.to), restart.spot_m);
    flat::direction(way).unwrap_or([1.0, 0.0])
}

/// Returns whether a footballer may begin a kick: only the taker may, and only once it faces the ball from behind. A
/// kick planned before the taker is set would start from the wrong place.
pub(crate) fn may_kick(field: &Field, who: PlayerId, restart: &Restart, wish: &KickWish) -> bool {
    restart.taker == who
        && restart.ready_secs().is_some()
        && is_set(field, who, restart, way(restart, wish))
}

/// Returns whether a taker faces the ball from behind it, for a kick in a direction.
fn is_set(field: &Field, who: PlayerId, restart: &Restart, along: Flat) -> bool {
    let body = &field.footballers[who].body;
    let way = flat::sub(restart.spot_m, body.at());
    let looks = flat::ahead(body.heading_rad());
    is_in_cone(way, along) && flat::dot(looks, way) > LOOKS_CONE * flat::length(way)
}

fn is_in_cone(way: Flat, along: Flat) -> bool {
    flat::dot(way, along) > CONE * flat::length(way)
}

/// Returns the teammate that will stand nearest to the spot, and its place. Uses places and not current positions:
/// teammates are still on their way, and a taker that followed them would walk around the ball.
fn mate(field: &Field, who: PlayerId, restart: &Restart) -> Option<(PlayerId, Flat)> {
    let mates = field.of_team(restart.team).filter(|mate| *mate != who);
    let places = mates.map(|mate| (mate, place(field, mate, restart)));
    let far = |place: Flat| flat::distance(place, restart.spot_m);
    places.min_by(|(_, a), (_, b)| far(*a).total_cmp(&far(*b)))
}

/// Returns the best pass in the cone ahead, or a slow one to the teammate that the taker faces.
fn pass(field: &mut Field, who: PlayerId, restart: &Restart, along: Flat) -> Option<KickWish> {
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
