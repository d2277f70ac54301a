//! What became of each move of a scene.

use footwork::slide::Outcome;
use serde::Serialize;

/// All steps, and their contacts in one list.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    steps: Vec<Moved>,
    contacts: Vec<Contact>,
}

#[derive(Clone, Copy, Debug)]
struct Moved {
    position: [f64; 3],
    outcome: Outcome,
    /// How many contacts there are up to the end of this step.
    contacts: usize,
}

/// One step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a> {
    /// Where the body is after it.
    pub(crate) position: [f64; 3],
    /// How it went.
    pub(crate) outcome: Outcome,
    /// What the body came against.
    pub(crate) contacts: &'a [Contact],
}

/// Something a body came against.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    /// The unit normal, towards the body.
    pub(crate) normal: [f32; 3],
    /// What it was.
    pub(crate) hit: Hit,
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
    pub(crate) fn push(&mut self, position: [f64; 3], outcome: Outcome) {
        self.steps.push(Moved {
            position,
            outcome,
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
            position: step.position,
            outcome: step.outcome,
            contacts: &self.contacts[start..step.contacts],
        })
    }
}
