//! What is left of a step once its impacts are used up: the ball slides along what it touched, or rests there.
//!
//! Of its velocity it keeps what leads into nothing it touched in this step, the latest four contacts, and moves on by that
//! for the rest of the time, pulled by the same forces and without friction. Where it meets something else it stays. It
//! never gains energy: forces may not have done more work than the way it went.

use super::body::Body;
use super::sides::Sides;
use super::{BallPhysics, is_along};
use crate::ball::field::Field;
use crate::ball::step::StepEvents;
use crate::ball::world::StaticWorld;
use crate::vector::{length, most, vector};

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// Slides for the rest of a step, all of which it takes.
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
        let from = body.position + sides.lift(ground);
        // A ball that starts shut in deeply overlaps what it slides along.
        let met = self.sweep(from, motion);
        if let Some(contact) = met.filter(|contact| !is_along(contact, motion)) {
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
