//! The pages of the studio and of the match: their packages are installed and their files are built when they are missing
//! or older than what they are made of, and only then.

pub(crate) mod browser;
mod node;
mod stamp;

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use crate::cargo::{Build, Cargo};
use crate::licences::is_allowed;
use crate::outcome::Outcome;
use crate::program::passed;
use crate::web::node::Npm;

/// A page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// Its folder, from the root.
    folder: &'static str,
    /// An example that makes what its tests open, and the variable by which they find it.
    example: Option<(&'static str, &'static str, &'static str)>,
}

impl Page {
    /// A page whose tests need no example.
    pub(crate) const fn new(folder: &'static str) -> Self {
        Self {
            folder,
            example: None,
        }
    }
}

/// The studio's page, whose tests open libraries of 10,000 clips.
pub(crate) const STUDIO: Page = Page {
    folder: "tools/footwork-studio/web",
    example: Some(("footwork-studio", "many_clips", "FOOTWORK_MANY_CLIPS")),
};

/// The page of the match.
pub(crate) const MATCH: Page = Page::new("demos/football/web");

/// All pages, in the order in which they are tested.
const PAGES: [Page; 2] = [STUDIO, MATCH];

/// Where the pages are, from the root.
pub(crate) fn folders() -> [&'static str; 2] {
    PAGES.map(|page| page.folder)
}

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

/// What a build calls the terms of what it takes in.
const NOTICES: &str = "THIRD-PARTY-NOTICES.txt";

/// Why there is no page.
pub(crate) enum Lack {
    /// Something has to be installed first; the text names it.
    Tool(String),
    /// A command failed.
    Failed(Outcome),
}

impl Lack {
    /// As the outcome of a step: a missing tool is a skip for a user, and a failure in CI.
    pub(crate) fn outcome(self, cargo: &Cargo) -> Outcome {
        match self {
            Lack::Tool(tool) => cargo.missing(&tool),
            Lack::Failed(outcome) => outcome,
        }
    }
}

/// A page in its folder.
pub(crate) struct Web {
    page: Page,
    folder: PathBuf,
}

impl Web {
    pub(crate) fn new(cargo: &Cargo, page: Page) -> Self {
        Self {
            page,
            folder: cargo.root().join(page.folder),
        }
    }

    fn failed(&self, error: &io::Error) -> Lack {
        Lack::Failed(Outcome::Fail(format!("{}: {error}", self.page.folder)))
    }

    /// Where the built page is.
    pub(crate) fn dist(&self) -> PathBuf {
        self.folder.join("dist")
    }

    /// Builds the page where it is missing or stale. Node is asked for only then.
    pub(crate) fn built(&self) -> Result<(), Lack> {
        let stamp = self.dist().join(".built-from");
        let sources = stamp::hash(&self.folder, SOURCES).map_err(|error| self.failed(&error))?;
        if stamp::is_fresh(&stamp, &sources) && self.dist().join("index.html").is_file() {
            return Ok(());
        }
        // The build empties the folder first, so that one that fails leaves no stamp.
        self.npm(&["run", "--silent", "build"], &[])?;
        stamp::write(&stamp, &sources).map_err(|error| self.failed(&error))
    }

    /// Runs an npm command in the page's folder, with packages as the lock file has them.
    pub(crate) fn npm(&self, args: &[&str], env: &[(&str, &OsStr)]) -> Result<(), Lack> {
        let npm = Npm::find().map_err(Lack::Tool)?;
        let stamp = self.folder.join("node_modules").join(".installed-from");
        let packages = stamp::hash(&self.folder, PACKAGES).map_err(|error| self.failed(&error))?;
        // Some packages are programs of one platform: a folder that two of them share is installed again by each.
        let wanted = format!("{packages} {} {}", env::consts::OS, env::consts::ARCH);
        if !stamp::is_fresh(&stamp, &wanted) {
            // `npm ci` removes the folder first, and the stamp with it.
            let mut install = npm.command(&self.folder);
            install.args(["ci", "--no-audit", "--no-fund"]);
            passed(install).map_err(Lack::Failed)?;
            stamp::write(&stamp, &wanted).map_err(|error| self.failed(&error))?;
        }
        let mut command = npm.command(&self.folder);
        command.args(args).envs(env.iter().copied());
        passed(command).map_err(Lack::Failed)
    }
}

/// The step `web`: format, lints, types and unit tests of the pages, and their build.
pub(crate) fn test(cargo: &Cargo) -> Outcome {
    each(cargo, |web| {
        web.npm(&["run", "--silent", "check"], &[])?;
        web.npm(&["run", "--silent", "test"], &[])?;
        web.built()
    })
}

/// The unit tests of the studio's page at the sizes of the soak; `filter` picks them by name.
pub(crate) fn soak(cargo: &Cargo, filter: &[String]) -> Outcome {
    let mut args = vec!["run", "--silent", "test", "--", "--passWithNoTests"];
    args.extend(filter.iter().flat_map(|name| ["-t", name]));
    match Web::new(cargo, STUDIO).npm(&args, &[("FOOTWORK_SOAK", OsStr::new("1"))]) {
        Ok(()) => Outcome::Pass,
        Err(lack) => lack.outcome(cargo),
    }
}

/// The pages, built where they are stale.
pub(crate) fn build_all(cargo: &Cargo) -> Outcome {
    each(cargo, Web::built)
}

/// The terms of what is in the pages, as their builds write them; a page that is not built is in nothing that is shipped.
pub(crate) fn notices(cargo: &Cargo) -> Result<Vec<String>, Outcome> {
    let mut texts = Vec::new();
    for page in PAGES {
        let dist = Web::new(cargo, page).dist();
        if !dist.join("index.html").is_file() {
            continue;
        }
        let place = dist.join(NOTICES);
        let text = std::fs::read_to_string(&place).map_err(|error| {
            let what = "build the page again: `cargo xtask release --check pages`";
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
        texts.push(format!("The page of {}\n\n{}", page.folder, text.trim()));
    }
    Ok(texts)
}

/// The licence in a head of that file, `## three - 0.187.0 (MIT)`.
fn licence_of(line: &str) -> Option<&str> {
    let (_, licence) = line.strip_prefix("## ")?.rsplit_once(" (")?;
    licence.strip_suffix(')')
}

/// What npm says of known faults in what each page takes in, as JSON; the error says why it is not asked.
pub(crate) fn audits(cargo: &Cargo) -> Result<Vec<(&'static str, String)>, String> {
    let npm = Npm::find()?;
    let ask = |page: Page| {
        let mut audit = npm.command(&cargo.root().join(page.folder));
        audit.args(["audit", "--omit=dev", "--package-lock-only", "--json"]);
        // It fails where it finds something, and prints it all the same.
        let output = audit.output().map_err(|error| error.to_string())?;
        Ok((
            page.folder,
            String::from_utf8_lossy(&output.stdout).into_owned(),
        ))
    };
    PAGES.into_iter().map(ask).collect()
}

/// The step `browser`: the pages in Chromium, with the command of this moment as their server.
pub(crate) fn browser_tests(cargo: &Cargo) -> Outcome {
    let args = ["run", "--silent", "test:browser"];
    each(cargo, |web| in_browser(cargo, web, &args, Build::Tested))
}

/// Does something with each page; a page that fails does not keep the others from it. The first failure is the outcome.
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

/// Runs an npm command that drives Chromium and starts a server.
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
    web.built()?;
    let footwork = cargo.footwork(how).map_err(Lack::Failed)?;
    let example = web.page.example.map(|(package, name, variable)| {
        let built = cargo.example(package, name, how);
        built.map(|built| (variable, built)).map_err(Lack::Failed)
    });
    let example = example.transpose()?;
    let mut env = vec![
        ("CHROMIUM", chromium.as_os_str()),
        ("FOOTWORK_BIN", footwork.as_os_str()),
    ];
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
    fn licences_are_in_heads_alone() {
        assert_eq!(licence_of("## three - 0.187.0 (MIT)"), Some("MIT"));
        assert_eq!(
            licence_of("## a (b) - 1.0.0 (MIT OR ISC)"),
            Some("MIT OR ISC")
        );
        assert_eq!(licence_of("Copyright (c) (MIT)"), None);
    }
}
