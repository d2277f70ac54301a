//! Networks in a game, a workspace of its own, which the soak lints and tests.

use crate::bevy::checked;
use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// Lints and tests the package; `filter` picks tests by name.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    checked(cargo, "integrations/onnx/Cargo.toml", &[], filter)
}
