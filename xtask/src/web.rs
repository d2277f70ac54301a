//! The studio's page in `tools/footwork-studio/web`: its packages are installed and its files are built when they are
//! missing or older than what they are made of, and only then.

mod browser;
mod node;
mod stamp;

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::program::passed;
use crate::web::node::Npm;

/// Where the page is.
const PAGE: &str = "tools/footwork-studio/web";

/// What the installed packages depend on.
const PACKAGES: &[&str] = &["package.json", "package-lock.json"];

/// What the built page depends on, without what only tests it.
const SOURCES: &[&str] = &[
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "tsconfig.json",
    "index.html",
    "public",
    "src",
];

/// Why there is no page.
pub(crate) enum Lack {
    /// Something has to be installed first; the text names it.
    Tool(String),
    /// A command failed.
    Failed(Outcome),
}

impl Lack {
    /// As the outcome of a step: a missing tool is a skip for a user, and a failure in CI.
    fn outcome(self, cargo: &Cargo) -> Outcome {
        match self {
            Lack::Tool(tool) => cargo.missing(&tool),
            Lack::Failed(outcome) => outcome,
        }
    }
}

/// The page's folder.
pub(crate) struct Web {
    folder: PathBuf,
}

impl Web {
    pub(crate) fn new(cargo: &Cargo) -> Self {
        Self {
            folder: cargo.root().join(PAGE),
        }
    }

    /// Where the built page is.
    pub(crate) fn dist(&self) -> PathBuf {
        self.folder.join("dist")
    }

    /// Builds the page where it is missing or stale. Node is asked for only then.
    pub(crate) fn built(&self) -> Result<(), Lack> {
        let stamp = self.dist().join(".built-from");
        let sources = stamp::hash(&self.folder, SOURCES).map_err(|error| failed(&error))?;
        if stamp::is_fresh(&stamp, &sources) && self.dist().join("index.html").is_file() {
            return Ok(());
        }
        // The build empties the folder first, so that one that fails leaves no stamp.
        self.npm(&["run", "--silent", "build"], &[])?;
        stamp::write(&stamp, &sources).map_err(|error| failed(&error))
    }

    /// Runs an npm command in the page's folder, with packages as the lock file has them.
    fn npm(&self, args: &[&str], env: &[(&str, &OsStr)]) -> Result<(), Lack> {
        let npm = Npm::find().map_err(Lack::Tool)?;
        let stamp = self.folder.join("node_modules").join(".installed-from");
        let packages = stamp::hash(&self.folder, PACKAGES).map_err(|error| failed(&error))?;
        // Some packages are programs of one platform: a folder that two of them share is installed again by each.
        let wanted = format!("{packages} {} {}", env::consts::OS, env::consts::ARCH);
        if !stamp::is_fresh(&stamp, &wanted) {
            // `npm ci` removes the folder first, and the stamp with it.
            let mut install = npm.command(&self.folder);
            install.args(["ci", "--no-audit", "--no-fund"]);
            passed(install).map_err(Lack::Failed)?;
            stamp::write(&stamp, &wanted).map_err(|error| failed(&error))?;
        }
        let mut command = npm.command(&self.folder);
        command.args(args).envs(env.iter().copied());
        passed(command).map_err(Lack::Failed)
    }
}

/// The step `web`: format, lints, types and unit tests of the page, and its build.
pub(crate) fn test(cargo: &Cargo) -> Outcome {
    let web = Web::new(cargo);
    let all = || {
        web.npm(&["run", "--silent", "check"], &[])?;
        web.npm(&["run", "--silent", "test"], &[])?;
        web.built()
    };
    all().map_or_else(|lack: Lack| lack.outcome(cargo), |()| Outcome::Pass)
}

/// The step `browser`: the page in Chromium, with the command of this moment as its server.
pub(crate) fn browser_tests(cargo: &Cargo) -> Outcome {
    let web = Web::new(cargo);
    in_browser(cargo, &web, &["run", "--silent", "test:browser"], &[])
        .map_or_else(|lack| lack.outcome(cargo), |()| Outcome::Pass)
}

/// Measures the page in Chromium, against a server in release, and writes the figures to `file` as JSON.
pub(crate) fn measure(cargo: &Cargo, file: &Path) -> Result<(), Lack> {
    let web = Web::new(cargo);
    let args = ["run", "--silent", "measure", "--"];
    let file = file.to_string_lossy();
    in_browser(
        cargo,
        &web,
        &[&args[..], &[file.as_ref()]].concat(),
        &["--release"],
    )
}

/// Runs an npm command that drives Chromium and starts the studio.
fn in_browser(cargo: &Cargo, web: &Web, args: &[&str], profile: &[&str]) -> Result<(), Lack> {
    Npm::find().map_err(Lack::Tool)?;
    let Some(chromium) = browser::find() else {
        return Err(Lack::Tool("Chromium (or Chrome)".to_owned()));
    };
    web.built()?;
    let footwork = cargo.footwork(profile).map_err(Lack::Failed)?;
    // The tests make libraries of 10,000 clips with it.
    let many = cargo.example("footwork-studio", "many_clips", profile);
    let many = many.map_err(Lack::Failed)?;
    let env = [
        ("CHROMIUM", chromium.as_os_str()),
        ("FOOTWORK_BIN", footwork.as_os_str()),
        ("FOOTWORK_MANY_CLIPS", many.as_os_str()),
    ];
    web.npm(args, &env)
}

fn failed(error: &std::io::Error) -> Lack {
    Lack::Failed(Outcome::Fail(format!("{PAGE}: {error}")))
}
