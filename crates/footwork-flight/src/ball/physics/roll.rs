//! A ball on the ground: it slips until friction has made it roll, rolls until it has lost its speed, and
//! leaves where the ground does. What it touches beside the ground holds it too, see [`Sides`].

use super::BallPhysics;
use super::body::{Body, SHELL, SHORT_SECS, Support};
use super::sides::Sides;
use crate::ball::field::Field;
use crate::ball::state::STEP_SECS;
use crate::ball::step::{StepEvents, TouchKind};
use crate::ball::world::{Contact, SLOP_M, StaticWorld};
use crate::vector::{DVec3, along, least, length, most, vector};

/// How much farther than gravity would pull it the ground may be away.
const GAP: f64 = 1e-6;
/// A slip below this in metres a second is none.
const NO_SLIP: f64 = 1e-9;
/// As much of an acceleration is rounding.
const ROUNDING: f64 = 1e-12;

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// Rolls for the rest of a step, or to a touch, or off the ground; gives how long.
    pub(super) fn roll(
        &self,
        body: &mut Body,
        support: Support,
        sides: &mut Sides,
        left: f64,
        events: &mut StepEvents,
    ) -> f64 {
        let normal = support.normal;
        let acceleration = self.acceleration(body, events);
        let pressing = -acceleration.dot(normal);
        if pressing <= 0.0 {
            body.ground = None;
            sides.release();
            return 0.0;
        }
        let mut end = *body;
        end.velocity = along(body.velocity, normal) + sides.held(acceleration, normal) * left;
        let stands = self.slow_down(&mut end, support, sides, pressing, left);
        let is_still = stands && self.is_held(body, end.spin, support, sides, events);
        if body.velocity == DVec3::ZERO && end.velocity == DVec3::ZERO {
            body.spin = end.spin;
            events.at_rest = is_still;
            return left;
        }

        let motion = (body.velocity + end.velocity) * (0.5 * left);
        let from = body.position + sides.lift(normal);
        let Some(contact) = self.sweep(from, motion) else {
            body.position += motion;
            body.velocity = end.velocity;
            body.spin = end.spin;
            body.secs += left;
            let reach = 0.5 * pressing * left * left + GAP;
            let is_caught = self.follow(body, support, sides, acceleration, reach);
            events.at_rest = match is_caught && body.velocity == DVec3::ZERO {
                true => self.is_held(body, body.spin, support, sides, events),
                false => is_still && body.ground.is_some(),
            };
            return left;
        };
        let against = vector(contact.normal);
        let change = end.velocity - body.velocity;
        let pressing_it = match left < SHORT_SECS {
            true => -acceleration.dot(against),
            false => most(-acceleration.dot(against), -change.dot(against) / left),
        };
        body.position += motion * contact.fraction;
        body.velocity += change * contact.fraction;
        body.spin += (end.spin - body.spin) * contact.fraction;
        body.secs += contact.fraction * left;
        let done = contact.fraction * left;
        if contact.depth > SLOP_M {
            body.position += against * contact.depth;
        }
        if self.is_slight(body.velocity, &contact, pressing_it) {
            self.lean(
                body,
                support,
                sides,
                &contact,
                acceleration,
                left - done,
                events,
            );
        } else {
            self.touch(body, &contact, pressing_it, left - done, events);
            sides.release();
        }
        done
    }

    /// Goes on along what it touches, and lets that carry it where it presses the ball more than the
    /// ground does, or leads away from it.
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "the parts of a moment of a step")]
    fn lean(
        &self,
        body: &mut Body,
        support: Support,
        sides: &mut Sides,
        contact: &Contact,
        acceleration: DVec3,
        left: f64,
        events: &mut StepEvents,
    ) {
        let before = body.velocity;
        let found = Support::from_contact(contact);
        let is_new = sides.meet(contact.hit, &support);
        let mut both = *sides;
        both.push(found.normal);
        body.velocity = both.held(before, support.normal);
        let lift = body.velocity.dot(support.normal);
        let leaves = lift > at_once(acceleration, &support, &found);
        if lift > 0.0 && !leaves {
            body.velocity = both.between(before, support.normal, found.normal);
        }
        let presses = acceleration.dot(found.normal) < acceleration.dot(support.normal);
        if leaves || presses {
            sides.release();
            if !leaves {
                sides.push(support.normal);
            }
            sides.meet(support.hit, &found);
            body.ground = Some(found);
        } else {
            *sides = both;
        }
        if is_new {
            events
                .touches
                .push(Self::touched(body, contact, before, TouchKind::Roll, left));
        }
    }

    /// Friction and rolling resistance; says whether the ball stands and does not slip.
    fn slow_down(
        &self,
        body: &mut Body,
        support: Support,
        sides: &Sides,
        pressing: f64,
        secs: f64,
    ) -> bool {
        let normal = support.normal;
        let radius = self.params.radius_m;
        let grip = self.grip(support, pressing);
        let rolls = body.rub(normal, radius, grip * secs);
        if !sides.is_empty() {
            body.velocity = sides.held(body.velocity, normal);
        }
        if !rolls {
            return grip == 0.0 && body.velocity == DVec3::ZERO;
        }
        let loss = least(self.params.rolling_mps2, grip) * secs;
        let speed = length(body.velocity);
        let upright = body.spin.dot(normal);
        // What turns on the spot loses its spin as what rolls does.
        let upright = match upright.abs() - loss / radius {
            rest if rest > 0.0 => upright.signum() * rest,
            _ if grip > 0.0 => 0.0,
            _ => upright,
        };
        let moves = speed > loss;
        body.velocity = if moves {
            body.velocity * (1.0 - loss / speed)
        } else {
            DVec3::ZERO
        };
        if grip > 0.0 {
            body.spin = normal.cross(body.velocity) / radius + normal * upright;
        }
        !moves && (grip == 0.0 || length(body.slip(normal, radius)) <= NO_SLIP)
    }

    /// How much friction there may be.
    fn grip(&self, support: Support, pressing: f64) -> f64 {
        self.params.friction * support.surface.friction * pressing
    }

    /// Whether nothing sets a standing ball in motion, neither now nor when the spin that it ends the step
    /// with is gone: in wind a spin pushes, the more the faster it is.
    #[inline(never)]
    fn is_held(
        &self,
        body: &Body,
        end_spin: DVec3,
        support: Support,
        sides: &Sides,
        events: &mut StepEvents,
    ) -> bool {
        let mut holds = |spin| {
            let standing = Body {
                velocity: DVec3::ZERO,
                spin,
                ..*body
            };
            let acceleration = self.acceleration(&standing, events);
            let pressing = -acceleration.dot(support.normal);
            let drive = length(sides.held(acceleration, support.normal));
            let resistance = least(self.params.rolling_mps2, self.grip(support, pressing));
            pressing > 0.0 && drive <= resistance * (1.0 + SHELL) + pressing * ROUNDING
        };
        holds(body.spin) && (end_spin == DVec3::ZERO || holds(DVec3::ZERO))
    }

    /// Puts the ball down on the ground after a move along it, or lets it fly where the ground is farther
    /// away than `reach`. Says whether it is caught between that ground and another.
    fn follow(
        &self,
        body: &mut Body,
        support: Support,
        sides: &mut Sides,
        acceleration: DVec3,
        reach: f64,
    ) -> bool {
        let normal = support.normal;
        let lift = sides.lift(normal);
        let height = lift.dot(normal);
        let down = height + reach;
        let Some(contact) = self.sweep(body.position + lift, normal * -down) else {
            body.ground = None;
            return false;
        };
        let found = Support::from_contact(&contact);
        if sides.are(found.normal) {
            // The ground has ended, a side goes on.
            body.ground = Some(found);
            return false;
        }
        body.position += normal * (height - down * contact.fraction);
        if contact.depth > SLOP_M {
            body.position += found.normal * contact.depth;
        }
        if found.normal != normal {
            let onwards = along(body.velocity, found.normal);
            let lift = onwards.dot(normal);
            let turns = !Sides::is_same(found.normal, normal);
            if turns && lift > 0.0 && lift <= at_once(acceleration, &support, &found) {
                sides.push(found.normal);
                body.velocity = sides.between(body.velocity, normal, found.normal);
                if body.velocity == DVec3::ZERO {
                    body.spin = normal * body.spin.dot(normal);
                }
                return true;
            }
            body.velocity = onwards;
        }
        body.ground = Some(found);
        false
    }
}

/// How fast a ball leaves the ground that comes back to it within two steps: up a slope no faster than this, it
/// stays at the foot.
fn at_once(acceleration: DVec3, ground: &Support, slope: &Support) -> f64 {
    let back = -along(acceleration, slope.normal).dot(ground.normal);
    most(back * STEP_SECS, NO_SLIP)
}
