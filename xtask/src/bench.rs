//! `cargo xtask bench`: the comparisons with peers, a workspace of their own that rewrites `bench/RESULTS.md`.

use crate::cargo::Cargo;
use crate::report::Outcome;

/// Builds and runs the bench binary in release; `extra` goes to it unchanged.
pub(crate) fn run(cargo: &Cargo, extra: &[String]) -> Outcome {
    let mut args = vec!["run", "--release", "--manifest-path", "bench/Cargo.toml"];
    if !extra.is_empty() {
        args.push("--");
        args.extend(extra.iter().map(String::as_str));
    }
    cargo.run(&args, &[])
}
