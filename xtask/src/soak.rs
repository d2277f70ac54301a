//! `cargo xtask soak`: all tests, at the sizes that take too long for every day.

use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::python;

/// Runs all tests, the ignored ones too, in release with `FOOTWORK_SOAK=1`, by which a test chooses its larger size; then
/// those of the Python package, which train the networks of `examples/`.
///
/// `filter` picks tests by name. `--tests` leaves doc tests out: there `ignore` means that a block does not compile.
pub(crate) fn run(cargo: &Cargo, filter: &[String]) -> Outcome {
    let mut args = vec!["test", "--workspace", "--all-features", "--release"];
    args.extend(["--tests", "--", "--include-ignored"]);
    args.extend(filter.iter().map(String::as_str));
    match cargo.run(&args, &[("FOOTWORK_SOAK", "1")]) {
        Outcome::Pass => python::soak(cargo, filter),
        other => other,
    }
}
