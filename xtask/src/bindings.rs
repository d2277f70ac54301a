//! `cargo xtask bindings`: what other languages have of the C crate, by `bindings/generate`.
//!
//! The generator is a package of its own, so that no other verb waits for what it is built of.

use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// Writes every file that is generated from the C crate.
pub(crate) fn run(cargo: &Cargo) -> Outcome {
    cargo.run(&["run", "--quiet", "--package", "footwork-bindings"], &[])
}
