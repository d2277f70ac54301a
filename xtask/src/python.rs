//! The Python package: built as a wheel and tested in an environment of its own under `target/`.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::{Build, Cargo};
use crate::outcome::Outcome;
use crate::program::{line_of, passed};

/// Where the package is.
const PACKAGE: &str = "bindings/python";

/// Whether this is a Python that can make environments and that the tests' requirements are for.
const FITS: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";

/// PyTorch, which is some gigabytes on Linux: only the soak installs it. Elsewhere its tests say that it is missing.
const OF_SOAK: &str = "requirements-soak.txt";

/// An environment with what the tests need, and the package in it.
struct Environment<'a> {
    cargo: &'a Cargo,
    python: PathBuf,
    wheel: PathBuf,
    command: PathBuf,
}

/// Builds the wheel and runs the tests of the package.
pub(crate) fn test(cargo: &Cargo) -> Outcome {
    match Environment::with_package(cargo, Build::Tested) {
        Ok(environment) => environment.pytest(&[], false),
        Err(outcome) => outcome,
    }
}

/// The same in release, at the largest sizes; `filter` picks tests by name, and picking none is no failure.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    let environment = match Environment::with_package(cargo, Build::Soaked) {
        Ok(environment) => environment,
        Err(outcome) => return outcome,
    };
    let names = filter.join(" or ");
    match filter {
        [] => environment.pytest(&[], true),
        _ => environment.pytest(&["-k", &names], true),
    }
}

/// How pytest ends where no test was picked.
const PICKED_NONE: i32 = 5;

impl<'a> Environment<'a> {
    /// The environment, made or brought up to date, with the package of today.
    fn with_package(cargo: &'a Cargo, how: Build) -> Result<Self, Outcome> {
        let profile: &[&str] = match how {
            Build::Tested => &[],
            Build::Soaked | Build::Measured => &["--release"],
        };
        let program = ["python3", "python"]
            .into_iter()
            .find(|program| fits(program));
        let Some(program) = program else {
            return Err(cargo.missing("Python 3.11 or newer with venv"));
        };
        let folder = cargo.root().join("target").join("bindings-python");
        let venv = folder.join("venv");
        let python = match cfg!(windows) {
            true => venv.join("Scripts").join("python.exe"),
            false => venv.join("bin").join("python"),
        };
        let mut environment = Self {
            cargo,
            python,
            wheel: PathBuf::new(),
            command: cargo.footwork(how)?,
        };
        if !fits(&environment.python) {
            let mut make = Command::new(program);
            make.args(["-m", "venv", "--clear"]).arg(&venv);
            passed(make)?;
        }
        environment.pip(&["--requirement".as_ref(), "requirements-test.txt".as_ref()])?;
        if !profile.is_empty() {
            environment.pip(&["--requirement".as_ref(), OF_SOAK.as_ref()])?;
        }
        let inside = environment.put_command_inside()?;
        let wheel = environment.build(&folder.join("wheels"), profile);
        fs::remove_dir_all(&inside).map_err(|error| failed(&error))?;
        environment.wheel = wheel?;
        let wheel = environment.wheel.clone();
        let again = ["--force-reinstall", "--no-deps"].map(OsStr::new);
        environment.pip(&[again[0], again[1], wheel.as_os_str()])?;
        Ok(environment)
    }

    fn pip(&self, args: &[&OsStr]) -> Result<(), Outcome> {
        let mut install = self.python();
        install.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ]);
        install.args(args);
        passed(install)
    }

    /// Puts the command into the package, as `with_command.py` does for wheels that are published, and returns the folder.
    fn put_command_inside(&self) -> Result<PathBuf, Outcome> {
        let package = self.cargo.root().join(PACKAGE);
        let folder = package.join("python").join("footwork").join("_bin");
        let name = self.command.file_name().unwrap_or_default();
        let put =
            fs::create_dir_all(&folder).and_then(|()| fs::copy(&self.command, folder.join(name)));
        match put {
            Ok(_) => Ok(folder),
            Err(error) => Err(failed(&error)),
        }
    }

    /// The one wheel in the folder after a build.
    fn build(&self, wheels: &Path, profile: &[&str]) -> Result<PathBuf, Outcome> {
        match fs::remove_dir_all(wheels) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(&error)),
            _ => {}
        }
        let mut build = self.python();
        build
            .args(["-m", "maturin", "build", "--quiet", "--out"])
            .arg(wheels);
        build.args(profile).arg("--interpreter").arg(&self.python);
        passed(build)?;
        let mut built = fs::read_dir(wheels).map_err(|error| failed(&error))?;
        match built.next() {
            Some(wheel) => Ok(wheel.map_err(|error| failed(&error))?.path()),
            None => Err(Outcome::Fail("maturin built no wheel".to_owned())),
        }
    }

    fn pytest(&self, args: &[&str], is_soak: bool) -> Outcome {
        let mut run = self.python();
        run.args(["-m", "pytest", "-q", "-rs"])
            .args(args)
            .env("FOOTWORK_WHEEL", &self.wheel)
            .env("FOOTWORK_COMMAND", &self.command);
        if is_soak {
            run.env("FOOTWORK_SOAK", "1");
        }
        println!("$ {}", line_of(&run));
        match run.status() {
            Ok(status) if status.success() => Outcome::Pass,
            Ok(status) if is_soak && status.code() == Some(PICKED_NONE) => Outcome::Pass,
            Ok(status) => Outcome::Fail(format!("pytest: {status}")),
            Err(error) => failed(&error),
        }
    }

    fn python(&self) -> Command {
        let mut python = Command::new(&self.python);
        python.current_dir(self.cargo.root().join(PACKAGE));
        python
    }
}

fn fits(program: impl AsRef<OsStr>) -> bool {
    Command::new(program)
        .args(["-c", FITS])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn failed(error: &io::Error) -> Outcome {
    Outcome::Fail(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn what_is_not_there_does_not_fit() {
        assert!(!fits("no-such-python-program"));
    }
}
