//! The add-on for Blender, tested with Blender's module `bpy` in its own environment under `target/`.

use std::process::Command;

use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::program::passed;
use crate::python;

/// The folder of the add-on.
const FOLDER: &str = "integrations/blender";

/// A Python program that succeeds only on the one version that `bpy` supports.
const FITS: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info[:2] != (3, 11))";

/// Tests the add-on with the most recently built wheel of the Python package. `filter` picks tests by name.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    match tested(cargo, filter) {
        Ok(outcome) | Err(outcome) => outcome,
    }
}

fn tested(cargo: &Cargo, filter: &[String]) -> Result<Outcome, Outcome> {
    let program = ["python3.11", "python3", "python"]
        .into_iter()
        .find(|program| python::runs(program, FITS));
    let Some(program) = program else {
        return Err(cargo.missing("Python 3.11 with venv, which Blender's module bpy needs,"));
    };
    let wheel = python::built_wheel(cargo)?;
    let venv = cargo.root().join("target/integrations-blender/venv");
    let mut make = Command::new(program);
    passed({
        make.args(["-m", "venv"]).arg(&venv);
        make
    })?;
    let pip = || {
        let mut pip = Command::new(python::inside(&venv));
        pip.current_dir(cargo.root().join(FOLDER));
        pip.args(["-m", "pip", "install", "--quiet"]);
        pip.arg("--disable-pip-version-check");
        pip
    };
    let mut needed = pip();
    needed.args(["--requirement", "requirements-test.txt"]);
    passed(needed)?;
    let mut package = pip();
    package.args(["--force-reinstall", "--no-deps"]).arg(wheel);
    passed(package)?;
    let mut pytest = Command::new(python::inside(&venv));
    pytest.current_dir(cargo.root().join(FOLDER));
    pytest.args(["-m", "pytest", "-q", "-rs"]);
    Ok(python::picked(pytest, filter))
}
