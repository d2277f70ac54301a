//! `cargo xtask bindings`: runs `bindings/generate`, which writes the files that other languages need from the C crate.
//!
//! The generator is a package of its own, so that no other verb waits for its dependencies.

use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// Writes every file generated from the C crate.
pub(crate) fn run(cargo: &Cargo) -> Outcome {
    cargo.run(&["run", "--quiet", "--package", "footwork-bindings"], &[])
}
