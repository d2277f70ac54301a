//! A ball while it is being stepped: its state in vectors, and what friction does to it.

use crate::ball::state::{BESIDE, BallState, Ground, STEP_SECS};
use crate::ball::world::{Contact, HitId, Surface};
use crate::vector::{DVec3, along, least, length, vector};

/// A hop is over in a sixth of a step, or it is none: what leaves the ground more slowly than what presses it
/// down takes back in this time stays there.
pub(super) const HOP_SECS: f64 = STEP_SECS / 12.0;
/// Less time than this does not say what an acceleration is.
pub(super) const SHORT_SECS: f64 = 1e-3 * STEP_SECS;
/// The inertia of the ball as a share of m r²: a thin shell.
pub(super) const SHELL: f64 = 2.0 / 3.0;

/// A state in vectors, while it is being stepped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) position: DVec3,
    pub(super) velocity: DVec3,
    pub(super) spin: DVec3,
    pub(super) ground: Option<Support>,
    /// When, in seconds.
    pub(super) secs: f64,
}

/// Where a flight ends, and how long it is.
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

    /// How the ball's surface moves where it touches, along the plane of contact.
    pub(super) fn slip(&self, normal: DVec3, radius: f64) -> DVec3 {
        along(self.velocity, normal) - self.spin.cross(normal) * radius
    }

    /// Takes from the slip as much as an impulse per mass of at most `limit` can; says whether that was all.
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

    pub(super) fn ground(self, beside: [Option<HitId>; BESIDE]) -> Ground {
        Ground {
            normal: self.normal.to_array(),
            surface: self.surface,
            hit: self.hit,
            beside,
        }
    }
}
