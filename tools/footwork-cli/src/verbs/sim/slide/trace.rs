//! What became of each move of a scene.

use footwork::slide::{Footing, Outcome, Support};
use serde::Serialize;

/// All steps, and their contacts in one list.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    steps: Vec<Ended>,
    contacts: Vec<Contact>,
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
    /// How many contacts there are up to the end of this step.
    contacts: usize,
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a> {
    pub(crate) moved: &'a Moved,
    /// What the body came against.
    pub(crate) contacts: &'a [Contact],
}

/// Something a body came against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub(crate) touched: Touched,
    /// How deep the body was inside, in metres.
    pub(crate) depth: f32,
}

/// An obstacle by its place in the scene's own list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Hit {
    pub(crate) kind: Kind,
    pub(crate) index: u32,
}

/// The lists of obstacles of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Triangle,
    Box,
    Sphere,
    Capsule,
}

impl Trace {
    /// Adds a step, whose contacts were added before it.
    pub(crate) fn push(&mut self, moved: Moved) {
        self.steps.push(Ended {
            moved,
            contacts: self.contacts.len(),
        });
    }

    /// Adds a contact of the next step.
    pub(crate) fn push_contact(&mut self, contact: Contact) {
        self.contacts.push(contact);
    }

    /// How many contacts there are in all.
    pub(crate) fn contact_count(&self) -> usize {
        self.contacts.len()
    }

    /// The steps in their order.
    pub(crate) fn steps(&self) -> impl ExactSizeIterator<Item = Step<'_>> {
        let starts = (0..self.steps.len()).map(|index| match index {
            0 => 0,
            _ => self.steps[index - 1].contacts,
        });
        self.steps.iter().zip(starts).map(|(step, start)| Step {
            moved: &step.moved,
            contacts: &self.contacts[start..step.contacts],
        })
    }
}
