//! `cargo xtask release --check`: everything that has to hold before a version is published, tried as its users will.
//!
//! What it makes is under `target/release-check/`: the packaged crates, the command as `cargo install` makes it, the list of
//! all that is linked (an SBOM), and the licences of it. Nothing is published.

mod api;
mod install;
mod manifests;
mod notices;
mod sbom;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::report::{self, Step};
use crate::{advisories, c_package, duplicates, licences, python, web};

#[rustfmt::skip]
const CHECK: &[Step] = &[
    Step { name: "manifests", run: manifests::check },
    Step { name: "licences", run: licences::check },
    Step { name: "duplicates", run: duplicates::check },
    Step { name: "advisories", run: advisories::check },
    Step { name: "what is linked", run: sbom::write },
    Step { name: "notices", run: notices::write },
    Step { name: "public API", run: api::check },
    Step { name: "pages", run: pages },
    Step { name: "crates", run: install::package },
    Step { name: "cargo install", run: install::install },
    Step { name: "first example", run: install::first_example },
    Step { name: "studio opens", run: install::studio_opens },
    Step { name: "C package", run: c_package },
    Step { name: "python", run: python::test },
];

/// Runs all steps, or those whose names contain one of the words after `--check`; what else is asked for is refused.
pub(crate) fn run(cargo: &Cargo, args: &[String]) -> ExitCode {
    let words = match args.split_first() {
        Some((first, words)) if first == "--check" => words,
        _ => {
            let refused = "`release` takes `--check`; nothing is published from here";
            return Outcome::Fail(refused.to_owned()).exit_code();
        }
    };
    let is_wanted = |step: &&Step| {
        words.is_empty() || words.iter().any(|word| step.name.contains(word.as_str()))
    };
    let steps: Vec<Step> = CHECK.iter().filter(is_wanted).copied().collect();
    match steps.is_empty() {
        true => Outcome::Fail(format!("no step is called {}", words.join(" or "))).exit_code(),
        false => report::run("release --check", &steps, cargo),
    }
}

/// Where everything is put that a check makes.
fn folder(cargo: &Cargo) -> PathBuf {
    cargo.root().join("target").join("release-check")
}

/// Both pages, which the command has inside.
fn pages(cargo: &Cargo) -> Outcome {
    web::build_all(cargo)
}

fn c_package(cargo: &Cargo) -> Outcome {
    let place = folder(cargo).join("c");
    c_package::run(cargo, &[place.to_string_lossy().into_owned()])
}

fn failed(what: &str, error: &io::Error) -> Outcome {
    Outcome::Fail(format!("{what}: {error}"))
}
