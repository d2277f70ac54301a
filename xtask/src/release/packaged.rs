//! The crates as a registry would receive them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use crate::cargo::Cargo;
use crate::metadata::{self, Package};
use crate::outcome::Outcome;
use crate::program::said;

/// Packages every published crate. Cargo builds each from its package, after the packages it depends on.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    let published = match published(cargo) {
        Ok(published) => published,
        Err(failed) => return failed,
    };
    let target = packages_folder(cargo);
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(env::home_dir()?.join(".cargo"))) else {
        return Outcome::Fail("cargo has no home folder to unpack crates in".to_owned());
    };
    if let Err(error) = forget_earlier(&home, &target, &published) {
        return Outcome::Fail(format!("{}: {error}", home.display()));
    }
    // The packages include the built pages, which git does not track.
    let target = target.to_string_lossy();
    let mut args = vec!["package", "--quiet", "--allow-dirty", "--locked"];
    args.extend(["--target-dir", &target]);
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

/// Removes the sources and builds that earlier packaging of the same versions left in cargo's folders. Cargo assumes that a
/// version in a registry never changes, and would build crates against the earlier contents of their dependencies.
fn forget_earlier(home: &Path, target: &Path, published: &[Package]) -> io::Result<()> {
    // The local registry that cargo makes for packaging has no host, so its folder name begins with `-`.
    for source in folders(&home.join("registry").join("src"), "-")? {
        for Package { name, version, .. } in published {
            match fs::remove_dir_all(source.join(format!("{name}-{version}"))) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    let compiled = target.join("debug").join(".fingerprint");
    let compiled = folders(&compiled, "footwork")?;
    compiled.iter().try_for_each(fs::remove_dir_all)
}

/// Returns the folders in `of` whose names start with `beginning`; none if `of` does not exist.
fn folders(of: &Path, beginning: &str) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(of) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(beginning) {
            found.push(entry.path());
        }
    }
    Ok(found)
}

/// Checks that a packaged crate has its readme and licences and, if it has a page, the built page with the licences inside it.
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
    if lacking.is_empty() {
        Ok(())
    } else {
        Err(Outcome::Fail(format!(
            "{}: lacks {}",
            archive.display(),
            lacking.join(", ")
        )))
    }
}

/// The target folder for packaging.
fn packages_folder(cargo: &Cargo) -> PathBuf {
    super::folder(cargo).join("packages")
}

/// Returns the path of a packaged crate.
pub(super) fn archive_of(cargo: &Cargo, package: &Package) -> PathBuf {
    let Package { name, version, .. } = package;
    let packages = packages_folder(cargo).join("package");
    packages.join(format!("{name}-{version}.crate"))
}

/// Returns the published crates.
pub(super) fn published(cargo: &Cargo) -> Result<Vec<Package>, Outcome> {
    let mut packages = metadata::own(cargo)?;
    packages.retain(|package| package.published);
    Ok(packages)
}
