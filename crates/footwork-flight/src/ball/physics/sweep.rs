//! The first contact of a rolling, sliding or flying ball, even in a slot hardly wider than the ball.

use super::BallPhysics;
use super::sides::SKIN;
use crate::ball::field::Field;
use crate::ball::world::{Contact, SLOP_M, StaticWorld};
use crate::vector::{DVec3, length, most, vector};

/// A motion is along a surface if the component into the surface is below this fraction of the motion's length.
const GRAZING: f64 = 1e-8;
/// The maximum number of times that a lift is made smaller: once for the ground and once for each side.
const MAX_LIFTS: usize = 4;
/// The gap, in metres, below which a ball touches a surface.
const MIN_GAP_M: f64 = 1e-9;

impl<W: StaticWorld, F: Field> BallPhysics<W, F> {
    /// Returns the first contact of a motion; `None` if there is none. A surface does not count if the ball touches it
    /// at the start and the motion enters it only by rounding: then a slightly smaller ball is swept again.
    #[inline]
    pub(super) fn sweep(&self, from: DVec3, motion: DVec3) -> Option<Contact> {
        let radius = self.params.radius_m;
        let contact = self
            .world
            .sweep(from.to_array(), motion.to_array(), radius)?;
        if is_grazing(&contact, motion) {
            self.sweep_past(from, motion, &contact)
        } else {
            Some(contact)
        }
    }

    /// Returns the first contact of a motion along a surface that the ball touches. Sweeps a smaller ball, which is
    /// clear of both sides of a slot. If another surface still stops the smaller ball, sweeps a ball that is clear of
    /// every surface that the ball may touch.
    #[inline(never)]
    fn sweep_past(&self, from: DVec3, motion: DVec3, grazed: &Contact) -> Option<Contact> {
        let next = self.sweep_smaller(from, motion, grazed.depth + SKIN)?;
        if is_grazing(&next, motion) {
            self.sweep_smaller(from, motion, SLOP_M + SKIN)
        } else {
            Some(next)
        }
    }

    /// Returns the first contact of a motion, found by a sweep of a ball with a radius smaller by `margin`.
    ///
    /// The full-size ball touches earlier, by the time in which it comes nearer by the margin. At a plane this time is
    /// exact. At a convex shape, the contact is never too late, because the distance is convex along a line.
    pub(super) fn sweep_smaller(&self, from: DVec3, motion: DVec3, margin: f64) -> Option<Contact> {
        let radius = most(self.params.radius_m - margin, 0.0);
        let found = self
            .world
            .sweep(from.to_array(), motion.to_array(), radius)?;
        let into = -motion.dot(vector(found.normal));
        let missing = margin - found.fraction * into;
        Some(Contact {
            fraction: if missing < 0.0 {
                found.fraction - margin / into
            } else {
                0.0
            },
            depth: found.depth + most(missing, 0.0),
            ..found
        })
    }

    /// Like [`sweep`](Self::sweep), from a place moved by `lift`. A slot may be narrower than the lift. If the ball
    /// reaches a surface by the lift alone, that surface does not stop it: the sweep is repeated with a smaller lift.
    pub(super) fn sweep_lifted(&self, from: DVec3, lift: DVec3, motion: DVec3) -> Option<Contact> {
        let mut lift = lift;
        for _ in 0..MAX_LIFTS {
            let contact = self.sweep(from + lift, motion)?;
            let nearer = -lift.dot(vector(contact.normal));
            let gap = nearer - contact.depth;
            if contact.fraction > 0.0 || contact.depth == 0.0 || gap <= MIN_GAP_M {
                return Some(contact);
            }
            lift *= 0.5 * gap / nearer;
        }
        self.sweep(from + lift, motion)
    }
}

/// Returns whether a motion leads, up to rounding, along or away from the surface that the ball touches at its start.
pub(super) fn is_along(contact: &Contact, motion: DVec3) -> bool {
    let into = -motion.dot(vector(contact.normal));
    contact.fraction == 0.0 && into <= GRAZING * length(motion)
}

fn is_grazing(contact: &Contact, motion: DVec3) -> bool {
    contact.depth <= SLOP_M && is_along(contact, motion)
}
