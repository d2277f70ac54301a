//! Physics engines' colliders as obstacles, a workspace of its own, which the soak lints and tests.

use crate::bevy::checked;
use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// Lints and tests the package with Rapier; `filter` picks tests by name.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    let features = ["--features", "rapier"];
    checked(cargo, "integrations/parry/Cargo.toml", &features, filter)
}
