//! The impact of a touch: restitution along the normal, Coulomb friction across it.
//!
//! The ball is a thin shell, with a moment of inertia of ⅔ m r². An impulse J at the point of contact changes the
//! velocity by J / m and the spin by (-r n × J) / (⅔ m r²). Stopping a slip s takes an impulse of 2/5 s per unit of
//! mass; friction provides that, or as much of it as its coefficient allows.

use super::BallPhysics;
use super::body::{Body, HOP_SECS, Support};
use crate::ball::field::Field;
use crate::ball::step::TouchKind;
use crate::ball::world::{Contact, StaticWorld, Surface};
use crate::vector::{DVec3, least, most, vector};

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// Applies a touch to velocity and spin, and returns the ball's next state.
    ///
    /// `pressing` is the acceleration into the touched surface, and `on_ground` the acceleration into the surface that the
    /// ball rolls on.
    pub(super) fn impact(
        &self,
        body: &mut Body,
        contact: &Contact,
        pressing: f64,
        on_ground: f64,
    ) -> TouchKind {
        let normal = vector(contact.normal);
        let restitution = self.restitution(contact.surface);
        let friction = self.params.bounce_friction * contact.surface.friction;
        let towards = -body.velocity.dot(normal);
        let into = most(towards, 0.0);
        let rebound = restitution * into;
        let settles = self.settle_limit(contact.surface, pressing);
        let stays = body.ground.is_none() && rebound < settles && -towards <= pressing * HOP_SECS;
        if stays {
            body.velocity += normal * towards;
            body.rub(normal, self.params.radius_m, friction * into);
            body.ground = Some(Support::from_contact(contact));
            return TouchKind::Roll;
        }

        body.velocity += normal * (into + rebound);
        body.rub(normal, self.params.radius_m, friction * (into + rebound));
        if let Some(ground) = body.ground {
            let lift = body.velocity.dot(ground.normal);
            let stays = lift.abs() <= self.settle_limit(ground.surface, on_ground);
            if stays && pressing <= on_ground {
                body.velocity -= ground.normal * lift;
            } else {
                body.ground = None;
            }
        }
        TouchKind::Bounce
    }

    /// Returns whether the rebound of a rolling ball is so slow that the ball stays on the touched surface.
    pub(super) fn is_slight(&self, velocity: DVec3, contact: &Contact, pressing: f64) -> bool {
        let rebound = -self.restitution(contact.surface) * velocity.dot(vector(contact.normal));
        let limit = self.settle_limit(contact.surface, pressing);
        rebound < most(limit, MIN_REBOUND_MPS)
    }

    fn restitution(&self, surface: Surface) -> f64 {
        least(self.params.restitution * surface.restitution, 1.0)
    }

    /// Returns the rebound speed below which the ball stays on the surface, in m/s. It scales with the pressing
    /// acceleration, so that hops on a slope or a wall are as short as hops on level ground.
    fn settle_limit(&self, surface: Surface, pressing: f64) -> f64 {
        if pressing <= 0.0 {
            return 0.0;
        }
        let weight = self.params.gravity_mps2;
        let share = if pressing < weight {
            pressing / weight
        } else {
            1.0
        };
        let lost = 1.0 - self.restitution(surface);
        most(
            self.params.settle_speed_mps * lost * share,
            pressing * HOP_SECS,
        )
    }
}

/// The slowest rebound of a rolling ball, in metres per second.
const MIN_REBOUND_MPS: f64 = 1e-3;
