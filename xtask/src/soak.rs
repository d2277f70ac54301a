//! `cargo xtask soak`: the tests that take too long for every day, marked `#[ignore]`.

use crate::cargo::Cargo;
use crate::report::Outcome;

/// Runs the ignored tests in release with `FOOTWORK_SOAK=1`, by which a test may choose its larger size.
///
/// `filter` picks tests by name. `--tests` leaves doc tests out: there `ignore` means that a block does not compile.
pub(crate) fn run(cargo: &Cargo, filter: &[String]) -> Outcome {
    let mut args = vec!["test", "--workspace", "--all-features", "--release"];
    args.extend(["--tests", "--", "--ignored"]);
    args.extend(filter.iter().map(String::as_str));
    cargo.run(&args, &[("FOOTWORK_SOAK", "1")])
}
