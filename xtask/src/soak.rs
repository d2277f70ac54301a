//! `cargo xtask soak`: all tests, at sizes that take too long for every day.

use crate::animsmith;
use crate::bevy;
use crate::blender;
use crate::cargo::Cargo;
use crate::onnx;
use crate::outcome::Outcome;
use crate::parry;
use crate::python;
use crate::web;

/// Runs all Rust tests in release, including the ignored ones, with `FOOTWORK_SOAK=1`, which makes tests choose their larger
/// sizes. Then runs the tests of the studio's page, of the Python package and of `integrations/`, and compares checks with
/// animsmith. The Python tests also train the networks of `examples/`.
///
/// `filter` picks tests by name. `--tests` leaves out doc tests: `--include-ignored` would also run their `ignore` blocks, which
/// do not compile.
pub(crate) fn run(cargo: &Cargo, filter: &[String]) -> Outcome {
    let mut args = vec!["test", "--workspace", "--all-features", "--release"];
    args.extend(["--no-fail-fast", "--tests", "--", "--include-ignored"]);
    args.extend(filter.iter().map(String::as_str));
    let steps: [&dyn Fn() -> Outcome; 8] = [
        &|| cargo.run(&args, &[("FOOTWORK_SOAK", "1")]),
        &|| web::soak(cargo, filter),
        &|| python::soak(cargo, filter),
        &|| blender::soak(cargo, filter),
        &|| bevy::soak(cargo, filter),
        &|| onnx::soak(cargo, filter),
        &|| parry::soak(cargo, filter),
        &|| animsmith::soak(cargo, filter),
    ];
    // A tool missing on this machine is reported at the end and does not stop the other steps.
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
