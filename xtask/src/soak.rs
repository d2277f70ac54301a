//! `cargo xtask soak`: all tests, at the sizes that take too long for every day.

use crate::bevy;
use crate::blender;
use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::python;
use crate::web;

/// Runs all tests, the ignored ones too, in release with `FOOTWORK_SOAK=1`, by which a test chooses its larger size; then
/// those of the studio's page, those of the Python package, which train the networks of `examples/`, and those of `integrations/`.
///
/// `filter` picks tests by name. `--tests` leaves doc tests out: there `ignore` means that a block does not compile.
pub(crate) fn run(cargo: &Cargo, filter: &[String]) -> Outcome {
    let mut args = vec!["test", "--workspace", "--all-features", "--release"];
    args.extend(["--no-fail-fast", "--tests", "--", "--include-ignored"]);
    args.extend(filter.iter().map(String::as_str));
    let steps: [&dyn Fn() -> Outcome; 5] = [
        &|| cargo.run(&args, &[("FOOTWORK_SOAK", "1")]),
        &|| web::soak(cargo, filter),
        &|| python::soak(cargo, filter),
        &|| blender::soak(cargo, filter),
        &|| bevy::soak(cargo, filter),
    ];
    // What is missing on this machine is said at the end, and does not keep the rest from running.
    let mut missing = Vec::new();
    for step in steps {
        match step() {
            Outcome::Pass => {}
            Outcome::Skip(reason) => missing.push(reason),
            failed @ Outcome::Fail(_) => return failed,
        }
    }
    match missing.as_slice() {
        [] => Outcome::Pass,
        some => Outcome::Skip(some.join("; ")),
    }
}
