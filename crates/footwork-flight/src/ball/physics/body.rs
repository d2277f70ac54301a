//! A ball during a step: its state in vectors, and the effect of friction.

use crate::ball::state::{BallState, Ground, MAX_BESIDE, STEP_SECS};
use crate::ball::world::{Contact, HitId, Surface};
use crate::vector::{DVec3, along, least, length, vector};

/// Half the duration of the shortest hop, which takes a sixth of a step. A ball stays on a surface if gravity cancels
/// its departing speed within this time.
pub(super) const HOP_SECS: f64 = STEP_SECS / 12.0;
/// A shorter time, in seconds, is too short to derive an acceleration from.
pub(super) const SHORT_SECS: f64 = 1e-3 * STEP_SECS;
/// The moment of inertia as a fraction of m r²: a thin shell.
pub(super) const SHELL: f64 = 2.0 / 3.0;

/// A ball state as vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) position: DVec3,
    pub(super) velocity: DVec3,
    pub(super) spin: DVec3,
    pub(super) ground: Option<Support>,
    /// The time, in seconds.
    pub(super) secs: f64,
}

/// The end of a free flight, and the duration of the flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    pub(super) position: DVec3,
    pub(super) velocity: DVec3,
    pub(super) spin: DVec3,
    pub(super) secs: f64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    pub(super) normal: DVec3,
    pub(super) surface: Surface,
    pub(super) hit: HitId,
}

impl Body {
    pub(super) fn fly(&mut self, flight: &Flight) {
        self.position = flight.position;
        self.velocity = flight.velocity;
        self.spin = flight.spin;
        self.secs += flight.secs;
    }

    pub(super) fn new(state: &BallState) -> Self {
        Self {
            position: vector(state.position),
            velocity: vector(state.velocity),
            spin: vector(state.spin),
            ground: state.ground.map(|ground| Support {
                normal: vector(ground.normal),
                surface: ground.surface,
                hit: ground.hit,
            }),
            secs: state.secs(),
        }
    }

    /// Returns the velocity of the ball's surface at the contact, along the plane of contact.
    pub(super) fn slip(&self, normal: DVec3, radius: f64) -> DVec3 {
        along(self.velocity, normal) - self.spin.cross(normal) * radius
    }

    /// Reduces the slip by an impulse per mass of at most `limit`. Returns whether that stops the slip.
    pub(super) fn rub(&mut self, normal: DVec3, radius: f64, limit: f64) -> bool {
        let slip = self.slip(normal, radius);
        let speed = length(slip);
        let needed = speed * (SHELL / (1.0 + SHELL));
        if needed > 0.0 {
            let impulse = slip * (least(needed, limit) / speed);
            self.velocity -= impulse;
            self.spin += normal.cross(impulse) / (SHELL * radius);
        }
        needed <= limit
    }
}

impl Support {
    pub(super) fn from_contact(contact: &Contact) -> Self {
        Self {
            normal: vector(contact.normal),
            surface: contact.surface,
            hit: contact.hit,
        }
    }

    pub(super) fn ground(self, beside: [Option<HitId>; MAX_BESIDE]) -> Ground {
        Ground {
            normal: self.normal.to_array(),
            surface: self.surface,
            hit: self.hit,
            beside,
        }
    }
}
