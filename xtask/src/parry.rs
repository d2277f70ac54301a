//! The workspace that turns colliders of physics engines into obstacles. The soak lints and tests
//! it.

use crate::bevy::checked;
use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// Lints and tests the package with Rapier; `filter` picks tests by name.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    let features = ["--features", "rapier"];
    checked(cargo, "integrations/parry/Cargo.toml", &features, filter)
}
