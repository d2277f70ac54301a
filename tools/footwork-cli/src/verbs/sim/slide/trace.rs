//! The result of each move of a scene.

use footwork::slide::{Footing, Outcome, Support};
use serde::Serialize;

/// All steps of a scene. Three lists hold the contacts, sensors and moving obstacles of all steps.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    steps: Vec<Ended>,
    contacts: Vec<Contact>,
    sensors: Vec<Hit>,
    movers: Vec<Moving>,
}

/// A moving obstacle and its position after a step.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Moving {
    #[serde(flatten)]
    pub(crate) hit: Hit,
    /// The obstacle's `position` key after the step, or its centre if it has no such key.
    pub(crate) position: [f64; 3],
}

/// The result of a move, without its contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    /// The position of the body after the move.
    pub(crate) position: [f64; 3],
    /// Whether the body moved freely, slid or was blocked.
    pub(crate) outcome: Outcome,
    /// The velocity of the body, in m/s.
    pub(crate) velocity: [f32; 3],
    pub(crate) ground: Ground,
}

/// The footing of a body, and the obstacle below it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Ground {
    pub(crate) state: GroundState,
    /// The place that the body touches below it; `None` in the air.
    #[serde(flatten)]
    pub(crate) touched: Option<Touched>,
}

/// The kind of footing of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GroundState {
    Ground,
    Wedged,
    Steep,
    Air,
}

impl GroundState {
    pub(crate) fn from_footing(footing: &Footing) -> Self {
        match footing {
            Footing::Ground(_) => Self::Ground,
            Footing::Wedged(_) => Self::Wedged,
            Footing::Steep(_) => Self::Steep,
            Footing::Air => Self::Air,
        }
    }
}

/// A place at which the body touches an obstacle.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Touched {
    pub(crate) hit: Hit,
    pub(crate) point: [f64; 3],
    /// The unit normal, which points to the body.
    pub(crate) normal: [f32; 3],
    /// The velocity of the obstacle at that place, in m/s.
    pub(crate) velocity: [f32; 3],
}

impl Touched {
    pub(crate) fn new(hit: Hit, support: &Support) -> Self {
        Self {
            hit,
            point: support.point,
            normal: support.normal,
            velocity: support.velocity_mps,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Ended {
    moved: Moved,
    /// The lengths of the lists at the end of this step.
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    contacts: usize,
    sensors: usize,
    movers: usize,
}

/// A step with its contacts, sensors and moving obstacles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a> {
    pub(crate) moved: &'a Moved,
    /// The obstacles that the body met.
    pub(crate) contacts: &'a [Contact],
    /// The sensors that contain the body.
    pub(crate) sensors: &'a [Hit],
    /// The moving obstacles and their positions.
    pub(crate) movers: &'a [Moving],
}

/// An obstacle that a body met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub(crate) touched: Touched,
    /// The depth of the body in the obstacle, in metres.
    pub(crate) depth: f32,
    /// The speed at which the body approached the obstacle, in m/s.
    pub(crate) closing: f32,
}

/// An obstacle, identified by its list in the scene and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Hit {
    pub(crate) kind: Kind,
    pub(crate) index: u32,
    /// The index of the part of a compound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<u32>,
}

impl Hit {
    pub(crate) fn new(kind: Kind, index: u32) -> Self {
        let part = None;
        Self { kind, index, part }
    }
}

/// A list of obstacles in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Triangle,
    Box,
    Sphere,
    Capsule,
    Hull,
    Heights,
    Compound,
}

impl Kind {
    /// All lists, in order.
    pub(crate) const ALL: [Self; 7] = [
        Self::Triangle,
        Self::Box,
        Self::Sphere,
        Self::Capsule,
        Self::Hull,
        Self::Heights,
        Self::Compound,
    ];
}

impl Trace {
    /// Adds a step. Add its contacts, sensors and moving obstacles first.
    pub(crate) fn push(&mut self, moved: Moved) {
        let counts = Counts {
            contacts: self.contacts.len(),
            sensors: self.sensors.len(),
            movers: self.movers.len(),
        };
        self.steps.push(Ended { moved, counts });
    }

    /// Adds a contact of the next step.
    pub(crate) fn push_contact(&mut self, contact: Contact) {
        self.contacts.push(contact);
    }

    /// Adds a sensor that contains the body after the next step.
    pub(crate) fn push_sensor(&mut self, hit: Hit) {
        self.sensors.push(hit);
    }

    /// Adds the position of an obstacle after the next step.
    pub(crate) fn push_mover(&mut self, moving: Moving) {
        self.movers.push(moving);
    }

    /// Returns the total number of contacts, sensors and positions of obstacles.
    pub(crate) fn len(&self) -> usize {
        self.contacts.len() + self.sensors.len() + self.movers.len()
    }

    /// Returns whether the body is in a sensor after any step.
    pub(crate) fn has_sensors(&self) -> bool {
        !self.sensors.is_empty()
    }

    /// Returns the steps in order.
    pub(crate) fn steps(&self) -> impl ExactSizeIterator<Item = Step<'_>> + Clone {
        let starts = (0..self.steps.len()).map(|index| match index {
            0 => Counts::default(),
            _ => self.steps[index - 1].counts,
        });
        self.steps.iter().zip(starts).map(|(step, start)| Step {
            moved: &step.moved,
            contacts: &self.contacts[start.contacts..step.counts.contacts],
            sensors: &self.sensors[start.sensors..step.counts.sensors],
            movers: &self.movers[start.movers..step.counts.movers],
        })
    }
}
