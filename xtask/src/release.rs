//! `cargo xtask release --check` runs every check that a version must pass before it is published. The checks use the version as
//! its users will. `cargo xtask release --archive NAME` builds the archive for this machine that users download.
//!
//! Both write to `target/release-check/`: the command from `cargo install`, the SBOM of all linked crates, their licences, and
//! the archive. Neither publishes anything.

mod api;
mod archive;
mod install;
mod manifests;
mod oldest_rust;
mod opens;
mod packaged;
mod sbom;
mod tag;
mod versions;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::report::{self, Step};
use crate::{advisories, c_package, duplicates, licences, notices, python, wasm, web};

#[rustfmt::skip]
const CHECK: &[Step] = &[
    Step { name: "manifests", run: manifests::check },
    Step { name: "versions", run: versions::check },
    Step { name: "tag", run: tag::check },
    Step { name: "oldest Rust", run: oldest_rust::check },
    Step { name: "licences", run: licences::check },
    Step { name: "duplicates", run: duplicates::check },
    Step { name: "advisories", run: advisories::check },
    Step { name: "npm advisories", run: advisories::check_pages },
    Step { name: "what is linked", run: sbom::write },
    Step { name: "public API", run: api::check },
    Step { name: "page", run: web::build_shipped },
    Step { name: "notices", run: all_notices },
    Step { name: "crates", run: packaged::check },
    Step { name: "cargo install", run: install::install },
    Step { name: "first example", run: install::first_example },
    Step { name: "page opens", run: opens::check },
    Step { name: "C package", run: c_package::test },
    Step { name: "archive", run: archive::check },
    Step { name: "python", run: python },
    Step { name: "npm package", run: wasm::pack },
];

/// Runs the steps that match the words after `--check`, or all steps if there are no words, or builds the archive. Fails on
/// other arguments.
pub(crate) fn run(cargo: &Cargo, args: &[String]) -> ExitCode {
    let words = match args.split_first() {
        Some((first, words)) if first == "--check" => words,
        Some((first, [name])) if first == "--archive" => {
            return archive::build(cargo, name).exit_code();
        }
        _ => {
            let refused = "`release` takes `--check` or `--archive <name>`, and publishes nothing";
            return Outcome::Fail(refused.to_owned()).exit_code();
        }
    };
    let is_wanted =
        |step: &&Step| words.is_empty() || words.iter().any(|word| is_meant(step.name, word));
    let steps: Vec<Step> = CHECK.iter().filter(is_wanted).copied().collect();
    if steps.is_empty() {
        Outcome::Fail(format!("no step is called {}", words.join(" or "))).exit_code()
    } else {
        report::run("release --check", &steps, cargo)
    }
}

/// Returns whether a word selects a step. It selects the step of that name or, if there is none, every step
/// whose name contains it.
fn is_meant(name: &str, word: &str) -> bool {
    let is_a_name = CHECK.iter().any(|step| step.name == word);
    name == word || !is_a_name && name.contains(word)
}

/// The folder for everything a check makes.
fn folder(cargo: &Cargo) -> PathBuf {
    cargo.root().join("target").join("release-check")
}

/// Writes the licence notices of the archive and the Python package.
fn all_notices(cargo: &Cargo) -> Outcome {
    for shipped in [notices::ARCHIVE, notices::PYTHON] {
        let file = folder(cargo).join(format!("{}-{}", shipped.name, notices::NAME));
        if let Err(outcome) = notices::write(cargo, shipped, &file) {
            return outcome;
        }
    }
    Outcome::Pass
}

/// Checks the wheel, with the installed command inside, and the source distribution.
fn python(cargo: &Cargo) -> Outcome {
    match install::installed(cargo) {
        Ok(command) => python::packages(cargo, &folder(cargo).join("python"), command),
        Err(outcome) => outcome,
    }
}

fn failed(what: &str, error: &io::Error) -> Outcome {
    Outcome::Fail(format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{CHECK, is_meant};

    #[test]
    fn a_name_means_its_step_alone() {
        let check = |word: &str, expected: &[&str]| {
            let names = CHECK.iter().map(|step| step.name);
            let meant: Vec<&str> = names.filter(|name| is_meant(name, word)).collect();
            assert_eq!(meant, expected, "{word}");
        };
        check("page", &["page"]);
        check("open", &["page opens"]);
        check("advisories", &["advisories"]);
        check("package", &["C package", "npm package"]);
        check("nothing", &[]);
    }
}
