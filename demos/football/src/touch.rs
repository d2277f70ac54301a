//! Touches: dribbling, trapping, tackling, and the catches of keepers.

use footwork::flight::{BusyWith, PlayerId};

use crate::ball::BALL_RADIUS_M;
use crate::cast::Cast;
use crate::event::{KickKind, MatchEvent};
use crate::field::Field;
use crate::flat::{self, Flat};
use crate::intent::Intent;
use crate::mind;
use crate::options;
use crate::phase::Phase;
use crate::strike;
use crate::swing;

/// The largest distance of the ball from the middle between the feet for a touch.
const FEET_M: f64 = 0.55;
/// The distance of the feet ahead of the root in a touch.
const BEFORE_M: f64 = 0.25;
/// The minimum time between two touches of a footballer.
const AGAIN_SECS: f64 = 0.28;
/// The highest ball that a footballer other than the keeper can touch.
const HIGH_M: f64 = 1.25;
/// The reach of a keeper's hands, from its root.
const HANDS_M: f64 = 0.75;
/// The reach of a keeper's hands above the ground.
const HANDS_HIGH_M: f64 = 2.15;
/// The speed of the ball relative to the dribbler: with an opponent near, and with room.
const AHEAD_MPS: [f64; 2] = [0.5, 1.0];
/// The distance of the nearest opponent beyond which a dribbler has room.
const ROOM_M: f64 = 6.0;
/// The time for which a keeper holds the ball.
const HOLDS_SECS: f64 = 1.2;
/// The share of tackles that win the ball; the others miss.
const WINS: f64 = 0.4;
/// The largest distance of a foot from the surface of the ball in a kick.
const MEETS_M: f64 = 0.1;
/// The duration of the follow-through of a kick.
const FOLLOWS_SECS: f64 = 0.3;
/// The speed above which a tackled footballer may fall.
const FALLS_MPS: f64 = 2.5;
/// The probability that a tackled footballer falls above that speed.
const FALLS: f64 = 0.5;
/// The time for which a tackled footballer that does not fall is off balance.
const FALLEN_SECS: f64 = 0.5;
/// The time for which a tackler is off balance after a miss.
const MISSED_SECS: f64 = 1.2;
/// How long a tackler passes through the footballer being tackled.
const THROUGH_SECS: f64 = 0.08;

/// Lets the nearest footballer touch the ball, among those that can and want to touch it.
pub(crate) fn touch(cast: &Cast, field: &mut Field) {
    if !matches!(field.phase, Phase::Play | Phase::Restart(_)) || field.held.is_some() {
        return;
    }
    let mut nearest: Option<(PlayerId, f64)> = None;
    for who in field.footballers.ids() {
        if let Some(far) = reaches(field, who)
            && nearest.is_none_or(|(_, least)| far < least)
        {
            nearest = Some((who, far));
        }
    }
    if let Some((who, _)) = nearest {
        act(cast, field, who);
    }
}

/// Launches the ball when a swing reaches its contact frame, or records a miss.
pub(crate) fn kick(cast: &Cast, field: &mut Field) {
    for who in field.footballers.ids() {
        let footballer = &field.footballers[who];
        let body = &footballer.body;
        let Some(swing) = body.swing() else { continue };
        let clip = &cast.kicks()[swing.kick];
        let Some(late_secs) = swing.contact_secs(clip) else {
            continue;
        };
        let position = field.ball.position();
        let gap_m = swing::gap_m(
            cast.figure(),
            body.shown(),
            &body.place(),
            clip.foot,
            position,
        );
        let is_held = field.held.is_some();
        let intent = footballer.intent;
        field.footballers[who].intent = Intent::Stand;
        let until = field.now_secs() + FOLLOWS_SECS;
        field.footballers[who].keep_busy(until, BusyWith::Kick);
        match intent {
            Intent::Kick(wish) if gap_m.abs() <= MEETS_M && !is_held => {
                let (velocity, spin) = strike::launch(&field.ball, &wish);
                field.ball.kick(velocity, spin);
                field.touch(who, wish.receiver);
                let [x, y, z] = velocity;
                field.events.push(MatchEvent::Kick {
                    footballer: who,
                    kind: wish.kind,
                    position,
                    speed_mps: (x * x + y * y + z * z).sqrt(),
                    gap_m: gap_m.abs(),
                    late_secs,
                });
            }
            _ => field.events.push(MatchEvent::Whiff {
                footballer: who,
                gap_m,
            }),
        }
    }
}

/// Returns the distance of a footballer from the ball, if it can and wants to touch the ball.
fn reaches(field: &Field, who: PlayerId) -> Option<f64> {
    let footballer = &field.footballers[who];
    let now = field.now_secs();
    if let Phase::Restart(restart) = field.phase
        && (restart.taker != who || restart.ready_secs().is_none())
    {
        return None;
    }
    if footballer.is_busy(now) || now - footballer.touched_secs < AGAIN_SECS {
        return None;
    }
    let before = flat::scale(flat::ahead(footballer.body.heading_rad()), BEFORE_M);
    let feet = flat::add(footballer.body.at(), before);
    let far = flat::distance(feet, field.ball.place());
    let high = field.ball.position()[1];
    let is_reached = match footballer.intent {
        Intent::Stand | Intent::Kick(_) => false,
        Intent::Keep => far < HANDS_M && high < HANDS_HIGH_M,
        Intent::Fetch | Intent::Dribble(_) | Intent::Press => far < FEET_M && high < HIGH_M,
    };
    is_reached.then_some(far)
}

fn act(cast: &Cast, field: &mut Field, who: PlayerId) {
    let intent = field.footballers[who].intent;
    match intent {
        Intent::Keep if may_use_hands(field, who) => catch(field, who),
        Intent::Press => tackle(cast, field, who),
        Intent::Dribble(along) => take_along(field, who, along),
        _ => trap(field, who),
    }
}

/// Traps an arriving ball, away from opponents and lines.
fn trap(field: &mut Field, who: PlayerId) {
    let along = mind::dribble_direction(field, who);
    take_along(field, who, along);
}

fn may_use_hands(field: &Field, who: PlayerId) -> bool {
    let goal = field.own_goal(field.team(who));
    let [deep, wide] = field.pitch.area_m();
    let [x, z] = field.ball.place();
    (x - goal[0]).abs() < deep && z.abs() < wide
}

/// Touches the ball so that it runs ahead. The faster the ball came, the less accurate the touch.
fn take_along(field: &mut Field, who: PlayerId, along: Flat) {
    let own = field.footballers[who].body.velocity_mps();
    let ahead = AHEAD_MPS[usize::from(options::pressure_m(field, who) > ROOM_M)];
    let speed = flat::dot(own, along).max(0.0) + ahead;
    let came = flat::length(flat::sub(field.ball.velocity(), own));
    let error = 0.012 * came * came.min(12.0);
    let error = [0, 1].map(|_| error * field.chance.error());
    let velocity = flat::add(flat::scale(along, speed.min(7.0)), error);
    let (velocity, spin) = strike::rolling_at(velocity);
    field.ball.kick(velocity, spin);
    let position = field.ball.position();
    field.touch(who, None);
    field.events.push(MatchEvent::Touch {
        footballer: who,
        position,
    });
}

/// Tackles the opponent with the ball, or traps a free ball.
fn tackle(cast: &Cast, field: &mut Field, who: PlayerId) {
    let on = field
        .holder()
        .filter(|on| field.team(*on) != field.team(who));
    let Some(on) = on else {
        trap(field, who);
        return;
    };
    let now = field.now_secs();
    field.footballers[who].tackles = Some((on, now + THROUGH_SECS));
    let is_won = field.chance.part() < WINS;
    if is_won {
        trap(field, who);
        let falls_secs = trip(cast, field, on).unwrap_or(FALLEN_SECS);
        field.footballers[on].keep_busy(now + falls_secs, BusyWith::Fall);
    } else {
        field.footballers[who].keep_busy(now + MISSED_SECS, BusyWith::Tackle);
    }
    field.events.push(MatchEvent::Tackle {
        footballer: who,
        on,
        is_won,
    });
}

/// Lets a running footballer fall by chance after a tackle, if there is a clip for it. Returns the duration of the
/// fall.
fn trip(cast: &Cast, field: &mut Field, on: PlayerId) -> Option<f64> {
    let speed = flat::length(field.footballers[on].body.velocity_mps());
    if speed < FALLS_MPS || field.chance.part() > FALLS {
        return None;
    }
    let which = field.chance.below(cast.falls().len())?;
    field.footballers[on].intent = Intent::Stand;
    field.footballers[on].body.falls(cast, which)
}

/// Lets a keeper catch the ball.
fn catch(field: &mut Field, who: PlayerId) {
    let until = field.now_secs() + HOLDS_SECS;
    field.touch(who, None);
    field.held = Some((who, until));
    field.events.push(MatchEvent::Save { footballer: who });
}

/// The minimum distance of a held ball from the lines, inside the pitch.
const HANDS_INSIDE_M: f64 = 0.15;

/// Carries the ball with the keeper that holds it, and throws it when the holding time is over. Returns whether a
/// keeper held it, also in the frame of the throw.
pub(crate) fn carry(field: &mut Field) -> bool {
    let Some((who, until_secs)) = field.held else {
        return false;
    };
    let footballer = &field.footballers[who];
    let before = flat::scale(flat::ahead(footballer.body.heading_rad()), 0.35);
    // A keeper that turns on its line, or is pushed over it, keeps the ball on the pitch.
    let hands = flat::add(footballer.body.at(), before);
    let [x, z] = field.pitch.nearest(hands, HANDS_INSIDE_M);
    field.ball.carry([x, 1.1, z]);
    if field.now_secs() >= until_secs {
        throw(field, who);
    }
    true
}

fn throw(field: &mut Field, who: PlayerId) {
    field.held = None;
    let [x, z] = field.ball.place();
    field.ball.put([x, BALL_RADIUS_M, z]);
    let option = options::pass(field, who, f64::NEG_INFINITY);
    let wish = match option {
        Some(option) => option.wish,
        None => options::clearance(field, who),
    };
    let (velocity, spin) = strike::launch(&field.ball, &wish);
    field.ball.kick(velocity, spin);
    field.touch(who, wish.receiver);
    field.events.push(MatchEvent::Touch {
        footballer: who,
        position: field.ball.position(),
    });
    debug_assert!(wish.kind != KickKind::Shot);
}
