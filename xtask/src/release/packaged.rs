//! The crates as a registry would have them.

use std::path::PathBuf;
use std::process::Command;

use crate::cargo::Cargo;
use crate::metadata::{self, Package};
use crate::outcome::Outcome;
use crate::program::said;

/// Packages every crate that is published; cargo builds each from its package, after those that it needs.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    let published = match published(cargo) {
        Ok(published) => published,
        Err(failed) => return failed,
    };
    // The built pages are among what is packaged, and git does not know them.
    let mut args = vec!["package", "--quiet", "--allow-dirty", "--locked"];
    for package in &published {
        args.extend(["--package", &package.name]);
    }
    match cargo.run(&args, &[]) {
        Outcome::Pass => {}
        other => return other,
    }
    let complete = published
        .iter()
        .try_for_each(|package| is_complete(cargo, package));
    complete.map_or_else(|failed| failed, |()| Outcome::Pass)
}

/// Whether a packaged crate has what its readers and its users need: a page where it has one, built, with the terms of what is in it.
fn is_complete(cargo: &Cargo, package: &Package) -> Result<(), Outcome> {
    let archive = archive_of(cargo, package);
    let Package { name, version, .. } = package;
    let listed = said(Command::new("tar").arg("-tzf").arg(&archive)).unwrap_or_default();
    let mut wanted = vec!["README.md", "LICENSE-APACHE", "LICENSE-MIT"];
    if package.manifest.with_file_name("web").is_dir() {
        wanted.extend(["web/dist/index.html", "web/dist/THIRD-PARTY-NOTICES.txt"]);
    }
    let is_lacking = |file: &&&str| {
        let file = format!("{name}-{version}/{file}");
        !listed.lines().any(|line| line == file)
    };
    let lacking: Vec<&str> = wanted.iter().filter(is_lacking).copied().collect();
    match lacking.is_empty() {
        true => Ok(()),
        false => Err(Outcome::Fail(format!(
            "{}: lacks {}",
            archive.display(),
            lacking.join(", ")
        ))),
    }
}

/// Where cargo puts a packaged crate.
pub(super) fn archive_of(cargo: &Cargo, package: &Package) -> PathBuf {
    let Package { name, version, .. } = package;
    cargo
        .target()
        .join("package")
        .join(format!("{name}-{version}.crate"))
}

/// The crates that are published.
pub(super) fn published(cargo: &Cargo) -> Result<Vec<Package>, Outcome> {
    let mut packages = metadata::own(cargo)?;
    packages.retain(|package| package.published);
    Ok(packages)
}
