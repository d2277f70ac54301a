//! Compares the checks of `footwork` with those of the program animsmith, installed from crates.io under `target/`.

use std::process::Command;

use crate::cargo::{Build, Cargo};
use crate::outcome::Outcome;
use crate::program::passed;
use crate::python;

/// The version that `docs/guides/contracts.md` compares.
const VERSION: &str = "=0.14.0";

/// A Python program that succeeds if this Python can run the comparison.
const FITS: &str = "import sys; sys.exit(sys.version_info < (3, 10))";

/// Runs both programs on small files, one that triggers each check and one that does not. It has no tests to pick by name,
/// so a `filter` leaves it out.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    if !filter.is_empty() {
        return Outcome::Pass;
    }
    compared(cargo).map_or_else(|outcome| outcome, |()| Outcome::Pass)
}

fn compared(cargo: &Cargo) -> Result<(), Outcome> {
    let program = ["python3", "python"]
        .into_iter()
        .find(|program| python::runs(program, FITS));
    let program = program.ok_or_else(|| cargo.missing("Python 3.10 or newer"))?;
    let root = cargo.target().join("animsmith");
    let folder = root.display().to_string();
    let install = [
        "install",
        "animsmith",
        "--version",
        VERSION,
        "--locked",
        "--quiet",
        "--root",
        &folder,
    ];
    match cargo.run(&install, &[]) {
        Outcome::Pass => {}
        other => return Err(other),
    }
    let footwork = cargo.footwork(Build::Soaked)?;
    let mut compare = Command::new(program);
    compare.current_dir(cargo.root());
    compare.arg("integrations/animsmith/compare.py");
    compare
        .arg(root.join("bin").join("animsmith"))
        .arg(footwork);
    passed(compare)
}
