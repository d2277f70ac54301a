//! The end of a step that has used up its impacts: the ball slides along its latest contacts, or rests there.
//!
//! The ball keeps the part of its velocity that leads into none of its latest four contacts. It moves on with this
//! velocity for the rest of the step, under the same forces and without friction, and stops at the next obstacle.
//! Sliding adds no energy: the kinetic energy grows by at most the work of the forces along the way, and the ball goes
//! no farther than its energy carries it.

use super::BallPhysics;
use super::body::Body;
use super::sides::{SKIN, Sides};
use super::sweep::is_along;
use crate::ball::field::Field;
use crate::ball::step::StepEvents;
use crate::ball::world::StaticWorld;
use crate::vector::{length, most, vector};

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// Slides for the last `left` seconds of the step.
    #[inline(never)]
    pub(super) fn slide(
        &self,
        body: &mut Body,
        sides: &mut Sides,
        left: f64,
        events: &mut StepEvents,
    ) {
        body.secs += left;
        let mut touched = events
            .touches
            .iter()
            .rev()
            .map(|touch| vector(touch.normal));
        let ground = body.ground.map(|support| support.normal);
        let Some(ground) = ground.or_else(|| touched.next()) else {
            return;
        };
        for normal in touched {
            if !Sides::is_same(normal, ground) && !sides.is_full() {
                sides.push(normal);
            }
        }
        let acceleration = self.acceleration(body, events);
        let before = sides.held(body.velocity, ground);
        let mut after = sides.held(before + acceleration * left, ground);
        let mut motion = (before + after) * (0.5 * left);
        let lift = sides.lift(ground);
        let mut met = self.sweep_lifted(body.position, lift, motion);
        if let Some(along) = met.filter(|contact| is_along(contact, motion)) {
            // A ball that starts shut in on all sides may deeply overlap the surface along which it slides.
            met = self.sweep_smaller(body.position + lift, motion, along.depth + SKIN);
        }
        if let Some(contact) = met {
            motion *= contact.fraction;
            let normal = vector(contact.normal);
            if !Sides::is_same(normal, ground) {
                sides.push(normal);
            }
            after = sides.held(after, ground);
        }
        let kinetic = 0.5 * before.length_squared();
        let work = acceleration.dot(motion);
        if kinetic + work < 0.0 {
            motion *= -kinetic / work;
        }
        let speed = (2.0 * most(kinetic + work, 0.0)).sqrt();
        if after.length_squared() > speed * speed {
            after *= speed / length(after);
        }
        body.position += motion;
        body.velocity = after;
    }
}
