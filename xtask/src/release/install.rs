//! Installs the command with `cargo install` from the packaged crates and tries it in an empty folder, without Node.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::packaged::{archive_of, published};
use super::{failed, folder};
use crate::cargo::Cargo;
use crate::metadata::Package;
use crate::outcome::Outcome;
use crate::program::passed;

/// The largest allowed size of the shipped command, in bytes.
const MAX_COMMAND_BYTES: u64 = 16 << 20;

/// The README's first query; its result is [`FOUND`].
const QUERY: &str = "then(Phase.Takeoff, Phase.Land, 0.4s)";
const FOUND: &str = "5 clips, 9 ranges, 72 frames (1.20 s)";

/// Installs the command from the packages, in an empty folder outside of the repository, and checks its size.
pub(super) fn install(cargo: &Cargo) -> Outcome {
    let installed = published(cargo).and_then(|packages| {
        let empty = empty_folder()?;
        install_in(cargo, &packages, empty.path())
    });
    match installed {
        Ok(()) => size_fits(cargo),
        Err(outcome) => outcome,
    }
}

pub(super) fn empty_folder() -> Result<TempDir, Outcome> {
    tempfile::tempdir().map_err(|error| failed("an empty folder", &error))
}

fn install_in(cargo: &Cargo, packages: &[Package], empty: &Path) -> Result<(), Outcome> {
    let mut patches = Vec::new();
    for package in packages {
        let Package { name, version, .. } = package;
        let archive = archive_of(cargo, package);
        let mut unpack = Command::new("tar");
        unpack.arg("-xzf").arg(archive).arg("-C").arg(empty);
        passed(unpack)?;
        let place = empty.join(format!("{name}-{version}"));
        // A literal TOML string, in which the backslashes of Windows paths need no escape.
        patches.push(format!("patch.crates-io.{name}.path='{}'", place.display()));
    }
    let command = packages
        .iter()
        .find(|package| package.name == "footwork-cli");
    let Some(Package { name, version, .. }) = command else {
        return Err(Outcome::Fail("footwork-cli is not published".to_owned()));
    };
    let mut install = cargo.outside(empty);
    install.args(["install", "--quiet", "--path", &format!("{name}-{version}")]);
    install.arg("--root").arg(folder(cargo)).arg("--force");
    // The target folder is kept, so that the next check compiles only the changes.
    install.env("CARGO_TARGET_DIR", folder(cargo).join("target"));
    install.arg("--config").arg(dist_settings(cargo)?);
    for patch in &patches {
        install.args(["--config", patch]);
    }
    passed(install)
}

/// Writes a cargo configuration that gives the release profile the settings of `dist`, which packaged crates lack, and returns
/// its path.
fn dist_settings(cargo: &Cargo) -> Result<PathBuf, Outcome> {
    let manifest = fs::read_to_string(cargo.root().join("Cargo.toml"))
        .map_err(|error| failed("Cargo.toml", &error))?;
    let settings =
        dist_of(&manifest).map_err(|what| Outcome::Fail(format!("Cargo.toml: {what}")))?;
    let file = folder(cargo).join("dist.toml");
    let written = fs::create_dir_all(folder(cargo)).and_then(|()| fs::write(&file, settings));
    written.map_err(|error| failed("dist.toml", &error))?;
    Ok(file)
}

fn dist_of(manifest: &str) -> Result<String, String> {
    let mut manifest: toml::Table = toml::from_str(manifest).map_err(|error| error.to_string())?;
    let profiles = manifest
        .get_mut("profile")
        .and_then(toml::Value::as_table_mut);
    let dist = profiles.and_then(|profiles| profiles.remove("dist"));
    let Some(toml::Value::Table(mut dist)) = dist else {
        return Err("it has no profile dist".to_owned());
    };
    if dist.remove("inherits") != Some("release".into()) {
        return Err("the profile dist does not inherit from release".to_owned());
    }
    let release = toml::Table::from_iter([("release".to_owned(), dist.into())]);
    toml::to_string(&toml::Table::from_iter([(
        "profile".to_owned(),
        release.into(),
    )]))
    .map_err(|error| error.to_string())
}

/// Returns the file name of the program.
pub(super) fn command_name() -> String {
    format!("footwork{}", env::consts::EXE_SUFFIX)
}

/// Returns the path of the command that an earlier step installed.
pub(super) fn installed(cargo: &Cargo) -> Result<PathBuf, Outcome> {
    let command = folder(cargo).join("bin").join(command_name());
    if command.is_file() {
        Ok(command)
    } else {
        Err(Outcome::Fail(
            "no command is installed: run the step `cargo install` of `cargo xtask release --check` first".to_owned(),
        ))
    }
}

fn size_fits(cargo: &Cargo) -> Outcome {
    let command = match installed(cargo) {
        Ok(command) => command,
        Err(outcome) => return outcome,
    };
    match fs::metadata(command) {
        Ok(found) if found.len() <= MAX_COMMAND_BYTES => {
            println!("footwork: {} bytes", found.len());
            Outcome::Pass
        }
        Ok(found) => Outcome::Fail(format!(
            "footwork has {} bytes; the limit is {MAX_COMMAND_BYTES}",
            found.len()
        )),
        Err(error) => failed("footwork", &error),
    }
}

/// Checks the README's first example with the installed command.
pub(super) fn first_example(cargo: &Cargo) -> Outcome {
    match installed(cargo).and_then(|command| finds_first_example(cargo, &command)) {
        Ok(()) => Outcome::Pass,
        Err(outcome) => outcome,
    }
}

/// Checks that a command finds the README's result in a copy of the samples.
pub(super) fn finds_first_example(cargo: &Cargo, command: &Path) -> Result<(), Outcome> {
    let said = in_empty_folder(cargo, command, |command| {
        command.args(["query", "samples", QUERY]);
        let output = command
            .output()
            .map_err(|error| failed("footwork query", &error))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    })?;
    if said.contains(FOUND) {
        Ok(())
    } else {
        Err(Outcome::Fail(format!(
            "footwork query does not find {FOUND:?}; it printed:\n{said}"
        )))
    }
}

/// Calls `run` with a command in a folder that has only the samples, with an empty `PATH`.
pub(super) fn in_empty_folder<T>(
    cargo: &Cargo,
    command: &Path,
    run: impl FnOnce(&mut Command) -> Result<T, Outcome>,
) -> Result<T, Outcome> {
    let empty = empty_folder()?;
    let copied = copy(&cargo.root().join("samples"), &empty.path().join("samples"));
    copied.map_err(|error| failed("samples", &error))?;
    let mut command = Command::new(command);
    command
        .current_dir(&empty)
        .env("PATH", "")
        .env_remove("FOOTWORK_STUDIO_PAGE");
    command.env("FOOTWORK_STATE_DIR", empty.path().join("state"));
    run(&mut command)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?
        } else {
            fs::copy(entry.path(), to).map(drop)?
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::dist_of;

    #[test]
    fn a_release_gets_the_settings_of_dist() {
        let manifest = "[profile.dist]\ninherits = \"release\"\nlto = \"fat\"\n\n[profile.dist.package]\nclap.opt-level = \"s\"\n";
        let settings: toml::Table = toml::from_str(&dist_of(manifest).unwrap()).unwrap();
        let release = &settings["profile"]["release"];
        assert_eq!(release["lto"].as_str(), Some("fat"));
        assert_eq!(release["package"]["clap"]["opt-level"].as_str(), Some("s"));
        assert!(release.get("inherits").is_none());
        assert!(dist_of("[profile.dist]\ninherits = \"dev\"\n").is_err());
        assert!(dist_of("[profile.release]\n").is_err());
    }

    /// In `cargo install` our crates are not workspace members, so without a setting of its own, each would get the
    /// optimisation level of other people's crates.
    #[test]
    fn crates_that_games_link_are_fast_and_each_crate_has_its_own_level() {
        let manifest = include_str!("../../../Cargo.toml");
        let settings: toml::Table = toml::from_str(&dist_of(manifest).unwrap()).unwrap();
        let packages = &settings["profile"]["release"]["package"];
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        for (parent, is_linked) in [("crates", true), ("tools", false)] {
            let folders = std::fs::read_dir(format!("{root}/{parent}")).unwrap();
            let folders = folders
                .map(Result::unwrap)
                .filter(|entry| entry.path().join("Cargo.toml").is_file());
            for folder in folders.filter(|entry| entry.file_name() != "footwork-cli") {
                let name = folder.file_name().into_string().unwrap();
                let level = packages.get(&name).map(|package| &package["opt-level"]);
                assert!(level.is_some(), "{name}");
                if is_linked {
                    assert_eq!(level.and_then(toml::Value::as_integer), Some(3), "{name}");
                }
            }
        }
    }
}
