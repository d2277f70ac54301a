//! The workspace of networks in a game. The soak lints and tests it, and checks that tract, ONNX Runtime
//! and onnxruntime-web return the same outputs and fire the same events.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bevy::checked;
use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::program::{passed, said};
use crate::python;
use crate::web::{Lack, Page, Web};

const MANIFEST: &str = "integrations/onnx/Cargo.toml";
const MODELS: &str = "integrations/onnx/models";
const MODEL: &str = "integrations/onnx/models/foot_strikes.onnx";
const WEB: Page = Page::new("integrations/onnx/web");

/// A Python program that succeeds if this Python can make environments and ONNX Runtime has wheels for it.
const FITS: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";

/// A Python program that prints the path of ONNX Runtime's library in its package.
const LIBRARY: &str = "import glob, os, onnxruntime; print(*glob.glob(os.path.join(os.path.dirname(onnxruntime.__file__), 'capi', 'libonnxruntime.so.*'))[:1])";

/// Lints and tests the package; `filter` picks tests by name. Without a filter, compares the libraries that run networks.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    match checked(cargo, MANIFEST, &[], filter) {
        Outcome::Pass if filter.is_empty() => agreement(cargo),
        other => other,
    }
}

/// The tables that tract's run leaves for the other libraries.
struct Tables {
    model: PathBuf,
    frames: PathBuf,
    events: PathBuf,
}

/// Plays ten minutes of motion with tract, and runs the same inputs with the others. A library that is missing is a skip with
/// its name.
fn agreement(cargo: &Cargo) -> Outcome {
    let folder = cargo.target().join("onnx-agreement");
    if let Err(error) = fs::create_dir_all(&folder) {
        return Outcome::Fail(format!("{}: {error}", folder.display()));
    }
    let tables = Tables {
        model: cargo.root().join(MODEL),
        frames: folder.join("frames.csv"),
        events: folder.join("events.csv"),
    };
    let python = environment(cargo, &folder);
    let played = play(cargo, &tables, python.as_ref().ok());
    if played != Outcome::Pass {
        return played;
    }
    let compared = [
        python.and_then(|python| {
            let mut compare = Command::new(python);
            compare.current_dir(cargo.root().join(MODELS));
            compare.arg("agreement.py").args(tables.paths());
            passed(compare)
        }),
        of_web(cargo, &tables).map_err(|lack| lack.outcome(cargo)),
    ];
    let mut missing = Vec::new();
    for result in compared {
        match result {
            Ok(()) | Err(Outcome::Pass) => {}
            Err(Outcome::Skip(reason)) => missing.push(reason),
            Err(failed) => return failed,
        }
    }
    match missing.as_slice() {
        [] => Outcome::Pass,
        some => Outcome::Skip(some.join("; ")),
    }
}

/// Runs the example, which writes the tables; with the library of ONNX Runtime in a Python environment, if there is one, the
/// example compares with the feature `ort` too.
fn play(cargo: &Cargo, tables: &Tables, python: Option<&PathBuf>) -> Outcome {
    let library = python.and_then(|python| said(Command::new(python).args(["-c", LIBRARY])));
    let features = library.as_ref().map_or(&[][..], |_| &["--features", "ort"]);
    let run = ["run", "--locked", "--manifest-path", MANIFEST];
    let paths = tables.paths().map(|path| path.display().to_string());
    let mut args = [&run[..], features, &["--example", "agreement", "--"]].concat();
    args.extend(paths.iter().map(String::as_str));
    let library = library.as_deref().map(|path| ("ORT_DYLIB_PATH", path));
    cargo.run(&args, library.as_slice())
}

impl Tables {
    fn paths(&self) -> [&Path; 3] {
        [&self.model, &self.frames, &self.events]
    }
}

/// Returns the Python of an environment with ONNX Runtime and the newest wheel of the Python package.
fn environment(cargo: &Cargo, folder: &Path) -> Result<PathBuf, Outcome> {
    let program = ["python3", "python"]
        .into_iter()
        .find(|program| python::runs(program, FITS));
    let program = program.ok_or_else(|| cargo.missing("Python 3.11 or newer with venv"))?;
    let wheel = python::built_wheel(cargo);
    let wheel = wheel.map_err(|_| cargo.missing("the wheel of `cargo xtask test python`"))?;
    let venv = folder.join("venv");
    let mut make = Command::new(program);
    make.args(["-m", "venv"]).arg(&venv);
    passed(make)?;
    let pip = |args: &[&str]| {
        let mut pip = Command::new(python::inside(&venv));
        pip.current_dir(cargo.root().join(MODELS));
        pip.args(["-m", "pip", "install", "--quiet"]);
        pip.arg("--disable-pip-version-check").args(args);
        pip
    };
    passed(pip(&["--requirement", "requirements-agreement.txt"]))?;
    let wheel = wheel.display().to_string();
    passed(pip(&["--force-reinstall", "--no-deps", &wheel]))?;
    Ok(python::inside(&venv))
}

/// Compares with onnxruntime-web and the npm package, and plays the example.
fn of_web(cargo: &Cargo, tables: &Tables) -> Result<(), Lack> {
    let package = cargo.root().join("bindings/wasm/dist/footwork.wasm");
    if !package.is_file() {
        return Err(Lack::Tool(
            "the npm package of `cargo xtask wasm`".to_owned(),
        ));
    }
    let web = Web::new(cargo, WEB);
    let paths = tables.paths().map(|path| path.display().to_string());
    let mut args = vec!["run", "--silent", "agreement", "--"];
    args.extend(paths.iter().map(String::as_str));
    web.npm(&args, &[])?;
    web.npm(&["run", "--silent", "strikes"], &[])
}
