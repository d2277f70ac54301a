//! Known faults of the crates that are used, from the RustSec database by cargo-deny.
//!
//! The database is on the network. Without it, or without the tool, the step says so and is skipped, in CI too: what it
//! finds depends on the day and not on the commit.

use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// Checks what the command, the package and the libraries link.
pub(crate) fn check(cargo: &Cargo) -> Outcome {
    if !cargo.has("deny") {
        return Outcome::Skip("cargo-deny is not installed".to_owned());
    }
    if let Outcome::Fail(reason) = cargo.run(&["deny", "fetch", "db"], &[]) {
        return Outcome::Skip(format!("the advisory database cannot be fetched: {reason}"));
    }
    let check = ["deny", "--all-features", "check", "--disable-fetch"];
    cargo.run(&[&check[..], &["advisories"]].concat(), &[])
}
