//! The Python package, built as a wheel and tested in its own environment under `target/`.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::{Build, Cargo};
use crate::notices;
use crate::outcome::Outcome;
use crate::program::{line_of, passed};

/// The folder of the package.
const PACKAGE: &str = "bindings/python";

/// A Python program that succeeds if the interpreter can create virtual environments and is new enough for the tests.
const FITS: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";

/// The requirements that only the soak installs: rerun, and PyTorch, which takes several gigabytes on Linux. Tests that need a
/// missing package are skipped with the reason.
const OF_SOAK: &str = "requirements-soak.txt";

/// The folder of the wheels, relative to the environment's folder.
const WHEELS: &str = "wheels";

/// A Python environment with the tests' requirements and the package.
struct Environment<'a> {
    cargo: &'a Cargo,
    python: PathBuf,
    wheel: PathBuf,
    command: PathBuf,
}

/// Builds the wheel and runs the tests of the package.
pub(crate) fn test(cargo: &Cargo) -> Outcome {
    match Environment::with_package(cargo, Build::Tested) {
        Ok(environment) => {
            let mut pytest = environment.pytest();
            // Two processes, because one spends half its time waiting for other programs. `loadfile` runs the tests of a file,
            // which share their fixtures, in one process.
            pytest.args(["-n", "2", "--dist", "loadfile"]);
            picked(pytest, &[])
        }
        Err(outcome) => outcome,
    }
}

/// Runs the tests of the package in release, at the largest sizes. `filter` picks tests by name; a filter that matches none
/// passes.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    match Environment::with_package(cargo, Build::Soaked) {
        Ok(environment) => {
            let mut pytest = environment.pytest();
            pytest.env("FOOTWORK_SOAK", "1");
            picked(pytest, filter)
        }
        Err(outcome) => outcome,
    }
}

/// Builds the published wheel, with `command` inside, and the source distribution, and tries each in a new environment.
/// `folder` holds the environment that builds them. No other check uses that environment.
pub(crate) fn packages(cargo: &Cargo, folder: &Path, command: PathBuf) -> Outcome {
    let environment = match Environment::of_packages(cargo, folder, command) {
        Ok(environment) => environment,
        Err(outcome) => return outcome,
    };
    let mut pytest = environment.pytest();
    pytest.arg("tests/test_wheel.py").env("FOOTWORK_SOAK", "1");
    picked(pytest, &[])
}

/// The requirements for building and trying the packages, with the same versions as in the tests.
const TOOLS: [&str; 3] = ["maturin", "numpy", "pytest"];

/// The exit code of pytest if no test was selected.
const PICKED_NONE: i32 = 5;

impl<'a> Environment<'a> {
    /// Creates or updates the environment of all tests, with the current package.
    fn with_package(cargo: &'a Cargo, how: Build) -> Result<Self, Outcome> {
        let profile: &[&str] = match how {
            Build::Tested => &[],
            Build::Soaked | Build::Measured => &["--release"],
        };
        let folder = folder(cargo);
        let mut environment = Self::new(cargo, &folder, cargo.footwork(how)?)?;
        environment.pip(&["--requirement".as_ref(), "requirements-test.txt".as_ref()])?;
        if !profile.is_empty() {
            environment.pip(&["--requirement".as_ref(), OF_SOAK.as_ref()])?;
        }
        environment.put_package(&folder.join(WHEELS), profile)?;
        Ok(environment)
    }

    /// Creates a small environment that only builds and tries the packages.
    fn of_packages(cargo: &'a Cargo, folder: &Path, command: PathBuf) -> Result<Self, Outcome> {
        let mut environment = Self::new(cargo, folder, command)?;
        let list = cargo.root().join(PACKAGE).join("requirements-test.txt");
        let list = fs::read_to_string(list).map_err(|error| failed(&error))?;
        let is_tool = |line: &&str| TOOLS.iter().any(|tool| is_pin_of(line, tool));
        let pins: Vec<&OsStr> = list.lines().filter(is_tool).map(OsStr::new).collect();
        environment.pip(&pins)?;
        environment.put_package(&folder.join(WHEELS), &["--release"])?;
        Ok(environment)
    }

    /// Creates an environment without installing anything, or reuses the one in the folder.
    fn new(cargo: &'a Cargo, folder: &Path, command: PathBuf) -> Result<Self, Outcome> {
        let program = ["python3", "python"]
            .into_iter()
            .find(|program| fits(program));
        let Some(program) = program else {
            return Err(cargo.missing("Python 3.11 or newer with venv"));
        };
        let venv = folder.join("venv");
        let python = inside(&venv);
        if !fits(&python) {
            let mut make = Command::new(program);
            make.args(["-m", "venv", "--clear"]).arg(&venv);
            passed(make)?;
        }
        Ok(Self {
            cargo,
            python,
            wheel: PathBuf::new(),
            command,
        })
    }

    /// Builds the wheel, with the command and the notices inside, and installs it.
    fn put_package(&mut self, wheels: &Path, profile: &[&str]) -> Result<(), Outcome> {
        let notices = self.cargo.root().join(PACKAGE).join(notices::NAME);
        notices::write(self.cargo, notices::PYTHON, &notices)?;
        let inside = self.put_command_inside()?;
        let wheel = self.build(wheels, profile);
        fs::remove_dir_all(&inside).map_err(|error| failed(&error))?;
        self.wheel = wheel?;
        let again = ["--force-reinstall", "--no-deps"].map(OsStr::new);
        self.pip(&[again[0], again[1], self.wheel.as_os_str()])
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

    /// Copies the command into the package, as `with_command.py` does for published wheels, and returns its folder.
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

    /// Builds the wheel into an empty folder and returns its path.
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

    fn pytest(&self) -> Command {
        let mut run = self.python();
        run.args(["-m", "pytest", "-q", "-rs"])
            .env("FOOTWORK_WHEEL", &self.wheel)
            .env("FOOTWORK_COMMAND", &self.command);
        run
    }

    fn python(&self) -> Command {
        let mut python = Command::new(&self.python);
        python.current_dir(self.cargo.root().join(PACKAGE));
        python
    }
}

/// Returns whether a line of requirements pins the version of `package`.
fn is_pin_of(line: &str, package: &str) -> bool {
    line.split_once("==")
        .is_some_and(|(name, _)| name == package)
}

fn folder(cargo: &Cargo) -> PathBuf {
    cargo.root().join("target").join("bindings-python")
}

/// Returns the path of an environment's Python.
pub(crate) fn inside(venv: &Path) -> PathBuf {
    if cfg!(windows) {
        venv.join("Scripts").join("python.exe")
    } else {
        venv.join("bin").join("python")
    }
}

/// Returns the wheel that the tests built last.
pub(crate) fn built_wheel(cargo: &Cargo) -> Result<PathBuf, Outcome> {
    let wheels = folder(cargo).join(WHEELS);
    let first = fs::read_dir(&wheels).ok().and_then(|mut of| of.next());
    match first {
        Some(wheel) => Ok(wheel.map_err(|error| failed(&error))?.path()),
        None => Err(Outcome::Fail(format!("no wheel in {}", wheels.display()))),
    }
}

/// Runs pytest on the tests whose names contain one of the words, or on all tests if there are no words. Words that
/// match no test pass.
pub(crate) fn picked(mut pytest: Command, words: &[String]) -> Outcome {
    if !words.is_empty() {
        pytest.args(["-k", &words.join(" or ")]);
    }
    println!("$ {}", line_of(&pytest));
    match pytest.status() {
        Ok(status) if status.success() => Outcome::Pass,
        Ok(status) if !words.is_empty() && status.code() == Some(PICKED_NONE) => Outcome::Pass,
        Ok(status) => Outcome::Fail(format!("pytest: {status}")),
        Err(error) => failed(&error),
    }
}

fn fits(program: impl AsRef<OsStr>) -> bool {
    runs(program, FITS)
}

/// Returns whether a Python is installed and runs a program successfully.
pub(crate) fn runs(python: impl AsRef<OsStr>, program: &str) -> bool {
    Command::new(python)
        .args(["-c", program])
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
    use super::{fits, is_pin_of};

    #[test]
    fn a_pin_is_only_of_the_package_with_exactly_its_name() {
        assert!(is_pin_of("pytest==9.2.0", "pytest"));
        assert!(!is_pin_of("pytest-xdist==3.0", "pytest") && !is_pin_of("# pytest", "pytest"));
    }

    #[test]
    fn a_missing_python_does_not_fit() {
        assert!(!fits("no-such-python-program"));
    }
}
