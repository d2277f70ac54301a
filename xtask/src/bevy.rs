//! The plugin for Bevy, a workspace of its own, which the soak lints and tests.

use crate::cargo::Cargo;
use crate::outcome::Outcome;

const MANIFEST: &str = "integrations/bevy/Cargo.toml";

/// Lints the plugin, its tests and its example, and runs the tests; `filter` picks tests by name.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    let of = ["--manifest-path", MANIFEST, "--locked"];
    if cargo.has("clippy") {
        let rest = ["--all-targets", "--", "-D", "warnings"];
        match cargo.run(&[&["clippy"], &of[..], &rest].concat(), &[]) {
            Outcome::Pass => {}
            other => return other,
        }
    }
    let mut args = vec!["test"];
    args.extend(of);
    args.push("--");
    args.extend(filter.iter().map(String::as_str));
    cargo.run(&args, &[])
}
