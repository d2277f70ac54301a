//! The archive to download: the command, the library for C, completions, a manual page and all licences.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::install::{command_name, empty_folder, finds_first_example, installed};
use super::{failed, folder};
use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::program::passed;
use crate::{c_package, notices};

/// The files copied unchanged from the root.
const PAPERS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The shells that the command supports, each with the file name it looks for.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "footwork"),
    ("elvish", "footwork.elv"),
    ("fish", "footwork.fish"),
    ("powershell", "_footwork.ps1"),
    ("zsh", "_footwork"),
];
const COMPLETIONS_FOLDER: &str = "share/completions";

const MANUAL: &str = "share/man/man1/footwork.1";

/// The folder of the library for C.
const LIBRARY: &str = "c";

/// Builds the command with the profile `dist`, packs everything into `<name>.tar.gz`, unpacks it and tries the result.
pub(super) fn build(cargo: &Cargo, name: &str) -> Outcome {
    let args = ["build", "--profile", "dist", "--locked", "--package"];
    match cargo.run(&[&args[..], &["footwork-cli"]].concat(), &[]) {
        Outcome::Pass => {}
        other => return other,
    }
    let command = cargo.target().join("dist").join(command_name());
    match try_packed(cargo, &command, name) {
        Ok(()) => Outcome::Pass,
        Err(outcome) => outcome,
    }
}

/// Packs the command made by `cargo install`, unpacks the archive and tries the result.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    match installed(cargo).and_then(|command| try_packed(cargo, &command, "footwork")) {
        Ok(()) => Outcome::Pass,
        Err(outcome) => outcome,
    }
}

fn try_packed(cargo: &Cargo, command: &Path, name: &str) -> Result<(), Outcome> {
    let archive = pack(cargo, command, name)?;
    println!("{}", archive.display());
    let empty = empty_folder()?;
    let mut unpack = Command::new("tar");
    unpack.arg("-xzf").arg(archive).arg("-C").arg(empty.path());
    passed(unpack)?;
    let unpacked = empty.path().join(name);
    lacks(&unpacked)?;
    finds_first_example(cargo, &unpacked.join(command_name()))
}

/// Checks that an unpacked archive has every file, none of them shorter than 500 bytes.
fn lacks(unpacked: &Path) -> Result<(), Outcome> {
    let licences = "share/licenses/footwork";
    let library = |name| format!("{LIBRARY}/{licences}/{name}");
    let mut wanted: Vec<String> = PAPERS.map(str::to_owned).to_vec();
    wanted.extend([
        MANUAL.to_owned(),
        notices::NAME.to_owned(),
        library(notices::NAME),
    ]);
    wanted.extend(COMPLETIONS.map(|(_, file)| format!("{COMPLETIONS_FOLDER}/{file}")));
    let is_lacking =
        |file: &&String| fs::metadata(unpacked.join(file)).map_or(0, |found| found.len()) < 500;
    let lacking: Vec<&str> = wanted
        .iter()
        .filter(is_lacking)
        .map(String::as_str)
        .collect();
    if lacking.is_empty() {
        Ok(())
    } else {
        Err(Outcome::Fail(format!(
            "the archive lacks {}",
            lacking.join(", ")
        )))
    }
}

/// Fills a folder with this name and packs it.
fn pack(cargo: &Cargo, command: &Path, name: &str) -> Result<PathBuf, Outcome> {
    let all = folder(cargo).join("archive");
    let place = all.join(name);
    if place.exists() {
        fs::remove_dir_all(&place).map_err(|error| failed("the last archive", &error))?;
    }
    fill(cargo.root(), command, &place).map_err(|error| failed(name, &error))?;
    notices::write(cargo, notices::ARCHIVE, &place.join(notices::NAME))?;
    let library = place.join(LIBRARY).to_string_lossy().into_owned();
    match c_package::run(cargo, &[library]) {
        Outcome::Pass => {}
        other => return Err(other),
    }
    let archive = all.join(format!("{name}.tar.gz"));
    let mut pack = Command::new("tar");
    pack.arg("-czf").arg(&archive).arg("-C").arg(&all).arg(name);
    passed(pack)?;
    Ok(archive)
}

/// Copies the command and the papers, and writes the command's completions and manual page.
fn fill(root: &Path, command: &Path, place: &Path) -> io::Result<()> {
    let completions = place.join(COMPLETIONS_FOLDER);
    let manual = place.join(MANUAL);
    fs::create_dir_all(&completions)?;
    fs::create_dir_all(manual.parent().unwrap_or(place))?;
    fs::copy(command, place.join(command_name()))?;
    for paper in PAPERS {
        fs::copy(root.join(paper), place.join(paper))?;
    }
    for (shell, file) in COMPLETIONS {
        fs::write(
            completions.join(file),
            says(command, &["completions", shell])?,
        )?;
    }
    fs::write(manual, says(command, &["man"])?)
}

fn says(command: &Path, args: &[&str]) -> io::Result<Vec<u8>> {
    let output = Command::new(command).args(args).output()?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(io::Error::other(format!(
            "footwork {}: {}",
            args.join(" "),
            output.status
        )))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{MANUAL, PAPERS, lacks};
    use crate::outcome::Outcome;

    #[test]
    fn files_that_an_archive_lacks_are_named() {
        let unpacked = tempfile::tempdir().unwrap();
        for paper in PAPERS {
            fs::write(unpacked.path().join(paper), "x".repeat(500)).unwrap();
        }
        let Err(Outcome::Fail(lacking)) = lacks(unpacked.path()) else {
            panic!("it lacks nothing");
        };
        assert!(
            lacking.contains(MANUAL) && lacking.contains("c/share/licenses"),
            "{lacking}"
        );
        assert!(!lacking.contains("README.md"), "{lacking}");
    }
}
