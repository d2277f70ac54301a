//! What became of each move of a scene.

use footwork::slide::{Footing, Outcome, Support};
use serde::Serialize;

/// All steps, and what belongs to each in lists.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    steps: Vec<Ended>,
    contacts: Vec<Contact>,
    sensors: Vec<Hit>,
    movers: Vec<Moving>,
}

/// An obstacle that moves.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Moving {
    #[serde(flatten)]
    pub(crate) hit: Hit,
    /// Of its middle, or where its position is.
    pub(crate) position: [f64; 3],
}

/// What became of a move, without its contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    /// Where the body is after it.
    pub(crate) position: [f64; 3],
    /// How it went.
    pub(crate) outcome: Outcome,
    /// How fast the body was, in m/s.
    pub(crate) velocity: [f32; 3],
    pub(crate) ground: Ground,
}

/// What a body stands on.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Ground {
    pub(crate) state: GroundState,
    /// What it touches below; nothing in the air.
    #[serde(flatten)]
    pub(crate) touched: Option<Touched>,
}

/// How a body stands.
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

/// Where an obstacle is touched.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Touched {
    pub(crate) hit: Hit,
    pub(crate) point: [f64; 3],
    /// The unit normal, towards the body.
    pub(crate) normal: [f32; 3],
    /// How fast the obstacle is there, in m/s.
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
    /// How many of each list there are up to the end of this step.
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    contacts: usize,
    sensors: usize,
    movers: usize,
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a> {
    pub(crate) moved: &'a Moved,
    /// What the body came against.
    pub(crate) contacts: &'a [Contact],
    /// The sensors that the body is in.
    pub(crate) sensors: &'a [Hit],
    /// What moves beside it, and where that is.
    pub(crate) movers: &'a [Moving],
}

/// Something a body came against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub(crate) touched: Touched,
    /// How deep the body was inside, in metres.
    pub(crate) depth: f32,
    /// How fast the body wanted to close in on it, in m/s.
    pub(crate) closing: f32,
}

/// An obstacle by its place in the scene's own list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Hit {
    pub(crate) kind: Kind,
    pub(crate) index: u32,
    /// Of a compound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) part: Option<u32>,
}

impl Hit {
    pub(crate) fn new(kind: Kind, index: u32) -> Self {
        let part = None;
        Self { kind, index, part }
    }
}

/// The lists of obstacles of a scene.
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
    /// All of them, in their order.
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
    /// Adds a step, whose contacts and so on were added before it.
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

    /// Adds a sensor that the body is in after the next step.
    pub(crate) fn push_sensor(&mut self, hit: Hit) {
        self.sensors.push(hit);
    }

    /// Adds where an obstacle is after the next step.
    pub(crate) fn push_mover(&mut self, moving: Moving) {
        self.movers.push(moving);
    }

    /// How many contacts, sensors and places of obstacles there are in all.
    pub(crate) fn len(&self) -> usize {
        self.contacts.len() + self.sensors.len() + self.movers.len()
    }

    /// Whether the body is ever in a sensor.
    pub(crate) fn has_sensors(&self) -> bool {
        !self.sensors.is_empty()
    }

    /// The steps in their order.
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
