//! The public API of the crates, listed in `docs/api/`, so that a change is noticed before it is published.

use std::fs;
use std::path::Path;

use crate::cargo::Cargo;
use crate::metadata::{self, Package};
use crate::outcome::Outcome;

/// The folder of the lists.
const LISTS: &str = "docs/api";

/// The environment variable that makes the check write the lists instead of comparing them.
const BLESS: &str = "BLESS";

/// Returns whether a crate's API is stable between releases. This holds for the crates in `crates/`, which games
/// build on.
fn is_promised(package: &Package) -> bool {
    package
        .manifest
        .components()
        .any(|part| part.as_os_str() == "crates")
}

/// Compares the lists with the current output of `cargo public-api`.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    if !cargo.has("public-api") {
        return cargo.missing("cargo-public-api");
    }
    let packages = match metadata::own(cargo) {
        Ok(packages) => packages,
        Err(failed) => return failed,
    };
    let folder = cargo.root().join(LISTS);
    let mut changed = Vec::new();
    for package in packages.iter().filter(|package| is_promised(package)) {
        let list = match list(cargo, package) {
            Ok(list) => list,
            Err(failed) => return failed,
        };
        match compare(&folder.join(format!("{}.txt", package.name)), &list) {
            Ok(true) => {}
            Ok(false) => changed.push(package.name.as_str()),
            Err(error) => return super::failed(&package.name, &error),
        }
    }
    match changed.as_slice() {
        [] => Outcome::Pass,
        changed => Outcome::Fail(format!(
            "the public API of {} differs from {LISTS}; if the change is intended, run this again with {BLESS}=1",
            changed.join(", ")
        )),
    }
}

fn list(cargo: &Cargo, package: &Package) -> Result<String, Outcome> {
    // `-sss` leaves out auto traits and blanket impls.
    let args = [
        "public-api",
        "--package",
        &package.name,
        "--all-features",
        "-sss",
    ];
    cargo.said_with(&args, &[("RUSTC_BOOTSTRAP", "1")])
}

/// Returns whether a file has this list. Prints the differences. Writes the file instead if [`BLESS`] is set.
fn compare(file: &Path, list: &str) -> std::io::Result<bool> {
    if std::env::var_os(BLESS).is_some() {
        fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
        return fs::write(file, list).map(|()| true);
    }
    let known = fs::read_to_string(file).unwrap_or_default();
    for line in list
        .lines()
        .filter(|line| !known.lines().any(|known| known == *line))
    {
        println!("+ {line}");
    }
    for line in known
        .lines()
        .filter(|line| !list.lines().any(|new| new == *line))
    {
        println!("- {line}");
    }
    Ok(known == list)
}
