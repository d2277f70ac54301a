//! Orders of humans: the stick says where to run, a button what to do with the ball.

use footwork::flight::PlayerId;

use crate::course::Wish;
use crate::event::KickKind;
use crate::field::Field;
use crate::flat::{self, Flat};
use crate::intent::{Intent, KickWish};
use crate::mind::{self, restart};
use crate::options;
use crate::phase::Restart;
use crate::setup::HumanInput;

/// The pace without sprinting, as a share of the top speed.
const RUN: f64 = 0.62;
/// The distance within which the ball is at a footballer's feet.
pub(crate) const AT_FEET_M: f64 = 1.6;
/// The length of a pass without a receiver.
const BLIND_PASS_M: f64 = 10.0;

/// Decides the intent of a footballer under human control.
pub(crate) fn decide(field: &mut Field, who: PlayerId, input: &HumanInput) -> (Intent, Wish) {
    let stick = stick(input);
    let restart = field.phase.restart().copied();
    if let Some(restart) = restart {
        if restart.taker == who {
            return take(field, who, &restart, input, stick);
        }
        if restart::is_out_of_place(field, who, &restart) {
            return restart::leave(field, who, &restart);
        }
    }
    let at = field.footballers[who].body.at();
    let is_at_feet = flat::distance(at, field.ball.place()) < AT_FEET_M;
    let asked = button(field, who, input, stick);
    let other = field.holder().filter(|holder| *holder != who);
    if let Some(other) = other {
        // A kick button makes the footballer go for the ball if an opponent has it, but not if a teammate does.
        if asked.is_some() && field.team(other) != field.team(who) {
            return (Intent::Press, approach(field, who, stick));
        }
    } else if let Some(wish) = asked {
        return (Intent::Kick(wish), approach(field, who, stick));
    }
    // A requested kick waits until the ball is at the feet.
    if let Some(wish) = field.footballers[who].hoped_kick(field.now_secs())
        && is_at_feet
        && other.is_none()
    {
        return (Intent::Kick(wish), approach(field, who, stick));
    }
    let top = field.footballers[who].top_speed_mps;
    let share = if input.sprint { 1.0 } else { RUN };
    let wanted = flat::scale(stick, top * share);
    let run = Wish {
        velocity_mps: match restart {
            Some(restart) => restart::around(field, who, &restart, wanted),
            None => wanted,
        },
        heading_rad: None,
    };
    if input.tackle {
        return (Intent::Press, run);
    }
    if field.holder() == Some(who) {
        let along = flat::direction(stick);
        let along = along.unwrap_or(flat::ahead(field.footballers[who].body.heading_rad()));
        let wish = if stick == [0.0; 2] {
            run
        } else {
            mind::dribble(field, who, along)
        };
        return (Intent::Dribble(along), wish);
    }
    if stick == [0.0; 2] && field.last_touch.and_then(|touch| touch.target) == Some(who) {
        // With the stick released, the receiver of a pass meets it.
        return (Intent::Fetch, mind::fetch(field, who));
    }
    (Intent::Fetch, run)
}

/// Takes a restart: the stick aims and a button plays, but the stick cannot lead the taker away from the ball.
fn take(
    field: &mut Field,
    who: PlayerId,
    restart: &Restart,
    input: &HumanInput,
    stick: Flat,
) -> (Intent, Wish) {
    let along = flat::direction(stick).unwrap_or(restart::aim(field, who, restart));
    // An early press plays the ball as soon as allowed.
    let asked = button(field, who, input, along);
    let wish = asked.or_else(|| field.footballers[who].hoped_restart(field.now_secs()));
    if let Some(wish) = wish {
        let along = restart::way(restart, &wish);
        return (
            Intent::Kick(wish),
            restart::wait(field, who, restart, along),
        );
    }
    (Intent::Stand, restart::wait(field, who, restart, along))
}

fn stick(input: &HumanInput) -> Flat {
    let stick = input.stick.map(f64::from);
    if stick.iter().all(|part| part.is_finite()) {
        flat::at_most(stick, 1.0)
    } else {
        [0.0; 2]
    }
}

/// Moves to the ball, facing the direction of the stick if there is one.
fn approach(field: &Field, who: PlayerId, stick: Flat) -> Wish {
    let way = flat::sub(field.ball.place(), field.footballers[who].body.at());
    let far = flat::length(way);
    let speed = (far / 0.3).min(0.6 * field.footballers[who].top_speed_mps);
    Wish {
        velocity_mps: flat::scale(way, speed / far.max(1e-6)),
        heading_rad: flat::direction(stick).map(flat::heading),
    }
}

/// Returns the kick of the pressed button; `None` if no button for a kick is pressed.
fn button(field: &mut Field, who: PlayerId, input: &HumanInput, stick: Flat) -> Option<KickWish> {
    if input.shoot {
        return Some(options::shot(field, who).unwrap_or_else(|| long_shot(field, who)));
    }
    let kind = match (input.pass, input.through, input.lob) {
        (true, _, _) => KickKind::Pass,
        (_, true, _) => KickKind::Through,
        (_, _, true) => KickKind::Lob,
        _ => return None,
    };
    let along = flat::direction(stick);
    let along = along.unwrap_or(flat::ahead(field.footballers[who].body.heading_rad()));
    Some(aimed(field, who, kind, along))
}

fn long_shot(field: &Field, who: PlayerId) -> KickWish {
    let goal = field.goal(field.team(who));
    KickWish {
        kind: KickKind::Shot,
        to: [goal[0], 0.8, goal[1]],
        speed_mps: 20.0,
        receiver: None,
    }
}

/// Returns a pass to the best receiver in a direction.
fn aimed(field: &Field, who: PlayerId, kind: KickKind, along: Flat) -> KickWish {
    let ball = field.ball.place();
    let team = field.team(who);
    let cost = |other: &PlayerId| {
        let way = flat::sub(field.footballers[*other].body.at(), ball);
        let far = flat::length(way).max(0.1);
        let off = 1.0 - flat::dot(way, along) / far;
        off * 20.0 + 0.3 * (far - 10.0).abs()
    };
    let others = field.of_team(team).filter(|other| *other != who);
    let best = others.min_by(|a, b| cost(a).total_cmp(&cost(b)));
    // At a restart all teammates may be behind the ball, and a blind pass would go to the other team.
    let is_restart = field.phase.restart().is_some();
    let best = best.filter(|best| is_restart || cost(best) < 14.0);
    let to = match best {
        Some(best) => {
            let body = &field.footballers[best].body;
            let far = flat::distance(body.at(), ball);
            let lead = flat::scale(body.velocity_mps(), 0.06 * far);
            let to = flat::add(body.at(), lead);
            match kind {
                KickKind::Through => flat::add(to, flat::scale(along, 3.5)),
                _ => to,
            }
        }
        None => flat::add(ball, flat::scale(along, BLIND_PASS_M)),
    };
    let far = flat::distance(to, ball);
    KickWish {
        kind,
        to: [to[0], if kind == KickKind::Lob { 0.5 } else { 0.11 }, to[1]],
        speed_mps: match kind {
            KickKind::Lob => (4.0 + 0.4 * far).min(14.0),
            _ => 3.5,
        },
        receiver: best,
    }
}
