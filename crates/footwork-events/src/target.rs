//! How a network returns an event: as a pair or as a probability.

use crate::encoding::Encoding;
use crate::guards::{Guards, GuardsError};
use crate::probability::Probability;
use crate::trigger::Trigger;

/// How a network returns an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EventTarget {
    /// As a pair, the sine and cosine of the time to the event.
    Encoded(Encoding),
    /// As a probability.
    Probability(Probability),
}

impl EventTarget {
    /// Returns the trigger at the start of a stream. A probability has no guards.
    ///
    /// # Errors
    /// Returns [`GuardsError`] if a guard is out of range.
    pub fn trigger(&self, guards: Guards) -> Result<Trigger, GuardsError> {
        match self {
            Self::Encoded(encoding) => Trigger::new(*encoding, guards),
            Self::Probability(probability) => {
                guards.check()?;
                Ok(Trigger::from_probability(*probability))
            }
        }
    }
}
