//! The pages of the studio and of the match. A page is built only if it is missing or its sources have changed, and
//! packages are installed only if they are missing or their manifest or lock file has changed. The repository contains
//! a prebuilt page of the studio.

pub(crate) mod browser;
mod node;
mod prebuilt;
mod stamp;

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use crate::cargo::{Build, Cargo};
pub(crate) use crate::lack::Lack;
use crate::licences::is_allowed;
use crate::outcome::Outcome;
use crate::program::passed;
use crate::wasm_module;
use crate::web::node::Npm;

/// A web page, built with npm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// Its folder, from the root.
    pub(crate) folder: &'static str,
    /// The folder of the lock file and of the installed packages, from the root. The pages of one workspace share it.
    packages: &'static str,
    /// The package and the program that serves the page in its tests; `None` if it needs no server.
    server: Option<Server>,
    /// The package compiled to WebAssembly for the page, and the further files it contains, as paths from the root.
    module: Option<Module>,
    /// An example that writes the library that its tests open.
    example: Option<Example>,
}

/// A program that serves a page.
#[derive(Clone, Copy, Debug)]
struct Server {
    package: &'static str,
    program: &'static str,
}

/// A WebAssembly module inside a page.
#[derive(Clone, Copy, Debug)]
struct Module {
    package: &'static str,
    /// Its file, in the folder of the page.
    file: &'static str,
    /// Further files inside the page, from the root.
    data: &'static [&'static str],
}

/// An example of a package, and the variable by which tests find it.
#[derive(Clone, Copy, Debug)]
struct Example {
    package: &'static str,
    name: &'static str,
    variable: &'static str,
}

impl Page {
    /// Returns a page with packages of its own, whose tests need no example.
    pub(crate) const fn new(folder: &'static str) -> Self {
        Self {
            folder,
            packages: folder,
            server: None,
            module: None,
            example: None,
        }
    }

    /// Returns a package of the workspace, whose tests need no example.
    const fn of_workspace(folder: &'static str) -> Self {
        Self {
            packages: WORKSPACE,
            ..Self::new(folder)
        }
    }
}

/// The npm workspace of the pages: the root.
const WORKSPACE: &str = "";

/// The code that the pages share. It is built into each of them, and has no page of its own.
const SHARED: Page = Page::of_workspace("tools/footwork-page");

/// The studio's page, whose tests open libraries of 10,000 clips.
pub(crate) const STUDIO: Page = Page {
    server: Some(Server {
        package: "footwork-cli",
        program: "footwork",
    }),
    example: Some(Example {
        package: "footwork-studio",
        name: "many_clips",
        variable: "FOOTWORK_MANY_CLIPS",
    }),
    ..Page::of_workspace("tools/footwork-studio/web")
};

/// The page of the match.
pub(crate) const MATCH: Page = Page {
    module: Some(Module {
        package: "footwork-football",
        file: "match.wasm",
        data: &[
            "testdata/characters/football.tagdb",
            "testdata/characters/football.fwposes",
        ],
    }),
    ..Page::of_workspace("demos/football/web")
};

/// All pages, in the order of their tests.
const PAGES: [Page; 2] = [STUDIO, MATCH];

/// The page inside the shipped command.
pub(crate) const SHIPPED: Page = STUDIO;

/// The files that determine the installed packages.
const PACKAGES: &[&str] = &["package.json", "package-lock.json"];

/// The files and folders that determine the built page, without its tests.
const SOURCES: &[&str] = &[
    "package.json",
    "vite.config.ts",
    "tsconfig.json",
    "index.html",
    "match.wasm",
    "public",
    "src",
];

/// The file to which the build of a page writes the licences of the packages in it.
const NOTICES: &str = "THIRD-PARTY-NOTICES.txt";

/// A page, the root of the repository and the folder of the page.
pub(crate) struct Web {
    page: Page,
    root: PathBuf,
    folder: PathBuf,
}

impl Web {
    pub(crate) fn new(cargo: &Cargo, page: Page) -> Self {
        Self {
            page,
            root: cargo.root().to_owned(),
            folder: cargo.root().join(page.folder),
        }
    }

    fn failed(&self, error: &io::Error) -> Lack {
        Lack::Failed(Outcome::Fail(format!("{}: {error}", self.page.folder)))
    }

    /// Returns the folder of the built page.
    pub(crate) fn dist(&self) -> PathBuf {
        self.folder.join("dist")
    }

    /// Compiles the module of the page, if it has one. Cargo knows whether anything has changed.
    pub(crate) fn module(&self, cargo: &Cargo) -> Result<(), Lack> {
        let Some(module) = self.page.module else {
            return Ok(());
        };
        let built = wasm_module::compile(cargo, module.package, &[])?;
        let copied = std::fs::copy(built, self.folder.join(module.file));
        copied.map(drop).map_err(|error| self.failed(&error))
    }

    /// Unpacks or builds the page if it is missing or stale. A prebuilt page of the same sources needs neither a build nor Node.
    pub(crate) fn built(&self) -> Result<(), Lack> {
        if self.is_fresh()? || prebuilt::unpack(&self.folder, &self.sources()?) {
            return Ok(());
        }
        self.build()
    }

    /// Builds the page if it is missing or stale, and never unpacks the prebuilt one.
    fn built_here(&self) -> Result<(), Lack> {
        if self.is_fresh()? {
            Ok(())
        } else {
            self.build()
        }
    }

    fn build(&self) -> Result<(), Lack> {
        // The build empties the folder first, so that a failed build leaves no stamp.
        self.npm(&["run", "--silent", "build"], &[])?;
        let stamp = self.dist().join(stamp::NAME);
        stamp::write(&stamp, &self.sources()?).map_err(|error| self.failed(&error))
    }

    /// Returns whether the built page has the stamp of its sources.
    fn is_fresh(&self) -> Result<bool, Lack> {
        let dist = self.dist();
        let is_fresh = stamp::is_fresh(&dist.join(stamp::NAME), &self.sources()?);
        Ok(is_fresh && dist.join("index.html").is_file())
    }

    /// Returns the stamp of the page's sources, the shared sources, and the workspace's manifest and lock file.
    fn sources(&self) -> Result<String, Lack> {
        let of = |folder: &'static str| SOURCES.iter().map(move |name| format!("{folder}/{name}"));
        let mut names: Vec<String> = of(self.page.folder).chain(of(SHARED.folder)).collect();
        let data = self.page.module.map_or(&[][..], |module| module.data);
        names.extend(PACKAGES.iter().chain(data).map(|&name| name.to_owned()));
        stamp::hash(&self.root, &names).map_err(|error| self.failed(&error))
    }

    /// Runs an npm command in the page's folder, after installing the packages in the lock file if they changed.
    pub(crate) fn npm(&self, args: &[&str], env: &[(&str, &OsStr)]) -> Result<(), Lack> {
        let npm = Npm::find().map_err(Lack::Tool)?;
        let installed = self.root.join(self.page.packages);
        let stamp = installed.join("node_modules").join(".installed-from");
        let packages = stamp::hash(&installed, PACKAGES).map_err(|error| self.failed(&error))?;
        // Some packages contain programs for one platform. In a folder shared by two platforms, each installs its own.
        let wanted = format!("{packages} {} {}", env::consts::OS, env::consts::ARCH);
        if !stamp::is_fresh(&stamp, &wanted) {
            // `npm ci` removes the folder first, and the stamp with it.
            let mut install = npm.command(&installed);
            install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
            passed(install).map_err(Lack::Failed)?;
            stamp::write(&stamp, &wanted).map_err(|error| self.failed(&error))?;
        }
        let mut command = npm.command(&self.folder);
        command.args(args).envs(env.iter().copied());
        passed(command).map_err(Lack::Failed)
    }
}

/// The step `web`: checks the format, lints, types and unit tests of the pages, and builds them.
pub(crate) fn test(cargo: &Cargo) -> Outcome {
    let shared = Web::new(cargo, SHARED);
    for script in ["check", "test"] {
        if let Err(lack) = shared.npm(&["run", "--silent", script], &[]) {
            return lack.outcome(cargo);
        }
    }
    each(cargo, |web| {
        web.npm(&["run", "--silent", "check"], &[])?;
        web.npm(&["run", "--silent", "test"], &[])?;
        web.module(cargo)?;
        web.built_here()
    })
}

/// Runs the unit tests of the studio's page at the larger sizes that `FOOTWORK_SOAK` selects. `filter` picks them by
/// name.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    let mut args = vec!["run", "--silent", "test", "--", "--passWithNoTests"];
    args.extend(filter.iter().flat_map(|name| ["-t", name]));
    match Web::new(cargo, STUDIO).npm(&args, &[("FOOTWORK_SOAK", OsStr::new("1"))]) {
        Ok(()) => Outcome::Pass,
        Err(lack) => lack.outcome(cargo),
    }
}

/// Fails if the stamp of the prebuilt page differs from that of its sources. Builds nothing.
pub(crate) fn is_packed(cargo: &Cargo) -> Outcome {
    let web = Web::new(cargo, SHIPPED);
    match web.sources() {
        Ok(sources) if prebuilt::is_of(&web.folder, &sources) => Outcome::Pass,
        Ok(_) => Outcome::Fail(format!(
            "{}/{} was built from other sources: run `cargo xtask page` and commit it",
            SHIPPED.folder,
            prebuilt::NAME
        )),
        Err(lack) => lack.outcome(cargo),
    }
}

/// The verb `page`: builds and packs the page of the studio.
pub(crate) fn pack(cargo: &Cargo) -> Outcome {
    let web = Web::new(cargo, SHIPPED);
    let packed = web
        .built_here()
        .and_then(|()| prebuilt::pack(&web.folder).map_err(Lack::Failed));
    packed.map_or_else(|lack| lack.outcome(cargo), |()| Outcome::Pass)
}

/// Builds the shipped page from its sources.
pub(crate) fn build_shipped(cargo: &Cargo) -> Outcome {
    let built = Web::new(cargo, SHIPPED).build();
    built.map_or_else(|lack| lack.outcome(cargo), |()| Outcome::Pass)
}

/// Returns the licences of the packages in the page, as its build writes them. `None` if the page is not built, since it is then
/// not shipped. Fails on a licence that is not allowed.
pub(crate) fn notices(cargo: &Cargo) -> Result<Option<String>, Outcome> {
    let dist = Web::new(cargo, SHIPPED).dist();
    if !dist.join("index.html").is_file() {
        return Ok(None);
    }
    let place = dist.join(NOTICES);
    let text = std::fs::read_to_string(&place).map_err(|error| {
        let what = "build the page again: `cargo xtask release --check page`";
        Outcome::Fail(format!("{}: {error}; {what}", place.display()))
    })?;
    let refused = text.lines().filter_map(licence_of);
    let refused: Vec<&str> = refused.filter(|licence| !is_allowed(licence)).collect();
    if !refused.is_empty() {
        return Err(Outcome::Fail(format!(
            "{}: licences that are not allowed: {}",
            place.display(),
            refused.join(", ")
        )));
    }
    Ok(Some(format!(
        "The page of {}\n\n{}",
        SHIPPED.folder,
        text.trim()
    )))
}

/// Returns the licence in a heading of [`NOTICES`], such as `## three - 0.187.0 (MIT)`.
fn licence_of(line: &str) -> Option<&str> {
    let (_, licence) = line.strip_prefix("## ")?.rsplit_once(" (")?;
    licence.strip_suffix(')')
}

/// Returns npm's report of known vulnerabilities in the packages of the pages, as JSON. The error is why npm cannot run.
pub(crate) fn audit(cargo: &Cargo) -> Result<String, String> {
    let mut audit = Npm::find()?.command(&cargo.root().join(WORKSPACE));
    audit.args(["audit", "--omit=dev", "--package-lock-only", "--json"]);
    // With findings, npm prints its report and exits with an error.
    let output = audit.output().map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the lock file of the packages in the pages.
pub(crate) fn lock(cargo: &Cargo) -> PathBuf {
    cargo.root().join(WORKSPACE).join("package-lock.json")
}

/// The step `browser`: tests the pages in Chromium, with freshly built servers and modules.
pub(crate) fn browser_tests(cargo: &Cargo) -> Outcome {
    let args = ["run", "--silent", "test:browser"];
    each(cargo, |web| in_browser(cargo, web, &args, Build::Tested))
}

/// Calls `test` with each page, even after a failure. The outcome is the first one that is not a pass.
fn each(cargo: &Cargo, test: impl Fn(&Web) -> Result<(), Lack>) -> Outcome {
    let outcomes = PAGES.map(|page| {
        let done = test(&Web::new(cargo, page));
        done.map_or_else(|lack| lack.outcome(cargo), |()| Outcome::Pass)
    });
    let mut worst = outcomes
        .into_iter()
        .filter(|outcome| *outcome != Outcome::Pass);
    worst.next().unwrap_or(Outcome::Pass)
}

/// Measures the studio's page in Chromium, against a server in release, and writes the figures to `file` as JSON.
pub(crate) fn measure(cargo: &Cargo, file: &Path) -> Result<(), Lack> {
    let web = Web::new(cargo, STUDIO);
    let args = ["run", "--silent", "measure", "--"];
    let file = file.to_string_lossy();
    in_browser(
        cargo,
        &web,
        &[&args[..], &[file.as_ref()]].concat(),
        Build::Measured,
    )
}

/// Runs an npm command that drives Chromium, and starts the server of the page if it has one.
fn in_browser(cargo: &Cargo, web: &Web, args: &[&str], how: Build) -> Result<(), Lack> {
    Npm::find().map_err(Lack::Tool)?;
    let chromium = match how {
        Build::Measured => browser::of_people(),
        Build::Tested | Build::Soaked => browser::for_tests(),
    };
    let Some(chromium) = chromium else {
        return Err(Lack::Tool("Chromium (or Chrome)".to_owned()));
    };
    println!("in {}", chromium.display());
    web.module(cargo)?;
    web.built()?;
    let server = web.page.server.map(|Server { package, program }| {
        let built = cargo.program(package, program, how);
        built.map_err(Lack::Failed)
    });
    let server = server.transpose()?;
    let example = web.page.example.map(|example| {
        let built = cargo.example(example.package, example.name, how);
        built
            .map(|built| (example.variable, built))
            .map_err(Lack::Failed)
    });
    let example = example.transpose()?;
    let mut env = vec![("CHROMIUM", chromium.as_os_str())];
    env.extend(
        server
            .iter()
            .map(|server| ("FOOTWORK_BIN", server.as_os_str())),
    );
    env.extend(
        example
            .iter()
            .map(|(variable, built)| (*variable, built.as_os_str())),
    );
    web.npm(args, &env)
}

#[cfg(test)]
mod tests {
    use super::licence_of;

    #[test]
    fn licences_are_read_from_headings_only() {
        assert_eq!(licence_of("## three - 0.187.0 (MIT)"), Some("MIT"));
        assert_eq!(
            licence_of("## a (b) - 1.0.0 (MIT OR ISC)"),
            Some("MIT OR ISC")
        );
        assert_eq!(licence_of("Copyright (c) (MIT)"), None);
    }
}
