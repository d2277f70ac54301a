//! Why something cannot be built: a tool is missing, or a command failed.

use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// Why there is no page or module.
pub(crate) enum Lack {
    /// This tool must be installed first.
    Tool(String),
    /// A command failed.
    Failed(Outcome),
}

impl Lack {
    /// Converts this into the outcome of a step: a missing tool is a skip for a user and a failure in CI.
    pub(crate) fn outcome(self, cargo: &Cargo) -> Outcome {
        match self {
            Lack::Tool(tool) => cargo.missing(&tool),
            Lack::Failed(outcome) => outcome,
        }
    }
}
