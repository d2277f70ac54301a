//! A ball on the ground. The ball slips until friction makes it roll. Then it rolls until it has lost its speed. If the
//! ground drops away, it flies off. Other touched surfaces hold it too; see [`Sides`].

use super::BallPhysics;
use super::body::{Body, SHELL, SHORT_SECS, Support};
use super::sides::Sides;
use crate::ball::field::Field;
use crate::ball::state::STEP_SECS;
use crate::ball::step::{Rest, StepEvents, TouchKind};
use crate::ball::world::{Contact, SLOP_M, StaticWorld};
use crate::vector::{DVec3, along, least, length, most, vector};

/// How far below its ballistic path the ball looks for ground, in metres.
const GAP: f64 = 1e-6;
/// A slip below this speed, in metres per second, counts as zero.
const NO_SLIP: f64 = 1e-9;
/// A ball balances on a bulging surface within this angle of its top, in radians.
const BALANCED_RAD: f64 = 1e-6;
/// The relative rounding error of an acceleration.
const ROUNDING: f64 = 1e-12;

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// Rolls until the step ends, the ball touches something or it leaves the ground. Returns the duration of this
    /// motion in seconds.
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
        let drive = sides.held(acceleration, normal);
        end.velocity = along(body.velocity, normal) + drive * left;
        let stands = self.slow_down(&mut end, support, sides, [drive, acceleration], left);
        let is_still = stands && self.is_held(body, end.spin, support, sides, events);
        if body.velocity == DVec3::ZERO && end.velocity == DVec3::ZERO {
            body.spin = end.spin;
            body.secs += left;
            events.rest = rest(is_still);
            return left;
        }

        let motion = (body.velocity + end.velocity) * (0.5 * left);
        let Some(contact) = self.sweep_lifted(body.position, sides.lift(normal), motion) else {
            body.position += motion;
            body.velocity = end.velocity;
            body.spin = end.spin;
            body.secs += left;
            let reach = 0.5 * pressing * left * left + GAP;
            let is_caught = self.follow(body, support, sides, acceleration, reach);
            let is_at_rest = if is_caught && body.velocity == DVec3::ZERO {
                self.is_held(body, body.spin, support, sides, events)
            } else {
                is_still && body.ground.is_some()
            };
            events.rest = rest(is_at_rest);
            return left;
        };
        let against = vector(contact.normal);
        let change = end.velocity - body.velocity;
        let pressing_it = if left < SHORT_SECS {
            -acceleration.dot(against)
        } else {
            most(-acceleration.dot(against), -change.dot(against) / left)
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
            Self::lean(body, sides, &contact, acceleration, left - done, events);
        } else {
            self.touch(body, &contact, pressing_it, left - done, events);
            sides.release();
        }
        done
    }

    /// Continues along the touched surface, which becomes the ground in two cases: the acceleration presses the ball
    /// against it more than against the old ground, or the ball leaves the old ground along it.
    #[inline(never)]
    fn lean(
        body: &mut Body,
        sides: &mut Sides,
        contact: &Contact,
        acceleration: DVec3,
        left: f64,
        events: &mut StepEvents,
    ) {
        let Some(support) = body.ground else { return };
        let before = body.velocity;
        let found = Support::from_contact(contact);
        let is_new = sides.touch(contact.hit, &support);
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
            sides.touch(support.hit, &found);
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

    /// Applies friction and rolling resistance, and returns whether the ball stands still without slip.
    fn slow_down(
        &self,
        body: &mut Body,
        support: Support,
        sides: &Sides,
        [drive, acceleration]: [DVec3; 2],
        secs: f64,
    ) -> bool {
        let normal = support.normal;
        let radius = self.params.radius_m;
        let pressing = -acceleration.dot(normal);
        let grip = self.grip(support, pressing);
        let rolls = body.rub(normal, radius, grip * secs);
        if !sides.is_empty() {
            body.velocity = sides.held(body.velocity, normal);
        }
        if !rolls {
            return grip == 0.0 && body.velocity == DVec3::ZERO;
        }
        let loss = self.resistance(support, sides, drive, pressing) * secs;
        let speed = length(body.velocity);
        let upright = body.spin.dot(normal);
        // A ball that spins in place loses spin at the same rate as a ball that rolls on level ground.
        let twist = least(self.params.rolling_mps2, grip) * secs / radius;
        let upright = match upright.abs() - twist {
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

    /// Returns the deceleration of a rolling ball. It is zero on a bulging surface, from which the ball rolls off,
    /// unless a side holds the ball or it lies on the top.
    fn resistance(&self, support: Support, sides: &Sides, drive: DVec3, pressing: f64) -> f64 {
        let (normal, most_drive) = (support.normal.to_array(), pressing * BALANCED_RAD);
        let holds = !sides.is_empty()
            || self.world.is_flat(support.hit, normal)
            || drive.length_squared() <= most_drive * most_drive;
        if holds {
            least(self.params.rolling_mps2, self.grip(support, pressing))
        } else {
            0.0
        }
    }

    /// Returns the largest deceleration by friction.
    fn grip(&self, support: Support, pressing: f64) -> f64 {
        self.params.sliding_friction * support.surface.friction * pressing
    }

    /// Returns whether a standing ball stays at rest now and after it has lost its remaining spin, which causes lift in
    /// wind.
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
            let drive = sides.held(acceleration, support.normal);
            let resistance = self.resistance(support, sides, drive, pressing);
            pressing > 0.0 && length(drive) <= resistance * (1.0 + SHELL) + pressing * ROUNDING
        };
        holds(body.spin) && (end_spin == DVec3::ZERO || holds(DVec3::ZERO))
    }

    /// Puts the ball down on the ground after a move along the old ground, or lets it fly if there is no ground within
    /// `reach`. Returns whether the ball is caught between the old ground and the new one.
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
        if sides.contain(found.normal) {
            // The ground has ended and a side takes over.
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

/// Returns the largest speed away from the ground at which a ball that runs up a slope is back on the ground within two
/// steps. Such a ball stays at the foot of the slope.
fn at_once(acceleration: DVec3, ground: &Support, slope: &Support) -> f64 {
    let back = -along(acceleration, slope.normal).dot(ground.normal);
    most(back * STEP_SECS, NO_SLIP)
}

/// Returns the outcome of a step for a ball on the ground. The end of the step decides whether a field may wake the
/// ball.
fn rest(is_at_rest: bool) -> Rest {
    if is_at_rest {
        Rest::Settled
    } else {
        Rest::Moving
    }
}
