//! A ball on the ground: it slips until friction has made it roll, rolls until it has lost its speed, and
//! leaves where the ground does.

use super::impact::SHELL;
use super::{BallPhysics, Body, SLOP, Support};
use crate::field::Field;
use crate::step::StepEvents;
use crate::vector::{DVec3, along, least, length, vector};
use crate::world::StaticWorld;

/// How far above the ground a rolling ball is swept, in metres, so that it does not touch the ground itself.
const SKIN: f64 = 1e-5;
/// How much farther than gravity would pull it the ground may be away.
const GAP: f64 = 1e-6;
/// A slip below this in metres a second is none.
const NO_SLIP: f64 = 1e-9;

/// A rolling ball goes along this many things in one step.
const MOST_WALLS: usize = 4;

/// Without what goes against the normal.
fn without(v: DVec3, normal: DVec3) -> DVec3 {
    let against = v.dot(normal);
    if against < 0.0 {
        v - normal * against
    } else {
        v
    }
}

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// Rolls for the rest of a step, or to a touch, or off the ground; gives how long.
    pub(super) fn roll(
        &self,
        body: &mut Body,
        support: Support,
        left: f64,
        events: &mut StepEvents,
    ) -> f64 {
        let normal = support.normal;
        let acceleration = self.acceleration(body, events);
        let pressing = -acceleration.dot(normal);
        if pressing <= 0.0 {
            body.ground = None;
            return 0.0;
        }
        let drive = along(acceleration, normal);
        let mut end = *body;
        end.velocity = along(body.velocity, normal) + drive * left;
        let is_still = self.slow_down(&mut end, support, length(drive), pressing, left);
        let motion = (body.velocity + end.velocity) * (0.5 * left);
        if body.velocity == DVec3::ZERO && end.velocity == DVec3::ZERO {
            body.spin = end.spin;
            events.at_rest = is_still;
            return left;
        }

        let (mut motion, start, mut done) = (motion, body.velocity, 0.0);
        for _ in 0..MOST_WALLS {
            let Some(contact) = self.sweep(body.position + normal * SKIN, motion) else {
                body.position += motion;
                break;
            };
            done += (1.0 - done) * contact.fraction;
            body.position += motion * contact.fraction;
            let against = vector(contact.normal);
            if contact.depth > SLOP {
                body.position += against * contact.depth;
            }
            let velocity = start + (end.velocity - start) * done;
            if !self.is_slight(velocity, &contact) {
                body.velocity = velocity;
                body.spin = end.spin;
                body.secs += done * left;
                let pressing = -acceleration.dot(against);
                self.touch(body, &contact, pressing, left - done * left, events);
                return done * left;
            }
            // It goes on along what it touches.
            motion = without(motion * (1.0 - contact.fraction), against);
            end.velocity = without(end.velocity, against);
        }
        body.velocity = end.velocity;
        body.spin = end.spin;
        body.secs += left;
        self.follow(body, normal, 0.5 * pressing * left * left + GAP);
        events.at_rest = is_still && body.ground.is_some();
        left
    }

    /// Friction and rolling resistance; says whether the ball stands still and nothing moves it.
    fn slow_down(
        &self,
        body: &mut Body,
        support: Support,
        drive: f64,
        pressing: f64,
        secs: f64,
    ) -> bool {
        let Support { normal, surface } = support;
        let radius = self.params.radius_m;
        let grip = self.params.friction * surface.friction * pressing;
        if !body.rub(normal, radius, grip * secs) {
            return grip == 0.0 && body.velocity == DVec3::ZERO && drive == 0.0;
        }
        let resistance = least(self.params.rolling_mps2, grip);
        let loss = resistance * secs;
        let speed = length(body.velocity);
        let upright = body.spin.dot(normal);
        // What turns on the spot loses its spin as what rolls does.
        let upright = match upright.abs() - loss / radius {
            rest if rest > 0.0 => upright.signum() * rest,
            _ if grip > 0.0 => 0.0,
            _ => upright,
        };
        if speed > loss {
            body.velocity *= 1.0 - loss / speed;
            if grip > 0.0 {
                body.spin = normal.cross(body.velocity) / radius + normal * upright;
            }
            return false;
        }
        body.velocity = DVec3::ZERO;
        if grip > 0.0 {
            body.spin = normal * upright;
        }
        let slips = length(body.slip(normal, radius)) > NO_SLIP;
        (!slips || grip == 0.0) && drive <= resistance * (1.0 + SHELL)
    }

    /// Puts the ball down on the ground after a move along it, or lets it fly where the ground is farther
    /// away than `reach`.
    fn follow(&self, body: &mut Body, normal: DVec3, reach: f64) {
        let above = body.position + normal * SKIN;
        let down = normal * -(SKIN + reach);
        let Some(contact) = self.sweep(above, down) else {
            body.ground = None;
            return;
        };
        let found = vector(contact.normal);
        body.position = above + down * contact.fraction;
        if contact.depth > SLOP {
            body.position += found * contact.depth;
        }
        if found != normal {
            body.velocity = along(body.velocity, found);
        }
        body.ground = Some(Support {
            normal: found,
            surface: contact.surface,
        });
    }
}
