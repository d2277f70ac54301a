//! The command as `cargo install` makes it of the packaged crates, in an empty folder, tried there without Node.

use std::env;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::packaged::{archive_of, published};
use super::{failed, folder};
use crate::cargo::Cargo;
use crate::metadata::Package;
use crate::outcome::Outcome;
use crate::program::passed;

/// The most bytes of the command as it is handed to people.
const MAX_COMMAND_BYTES: u64 = 16 << 20;

/// A release as the profile `dist` makes it, which packaged crates do not have.
const DIST: [&str; 6] = [
    "--config",
    "profile.release.lto=\"thin\"",
    "--config",
    "profile.release.strip=\"symbols\"",
    "--config",
    "profile.release.debug=false",
];

/// The first question of the README, and what it finds.
const QUERY: &str = "then(Phase.Takeoff, Phase.Land, 0.4s)";
const FOUND: &str = "5 clips, 9 ranges, 72 frames (1.20 s)";

/// Installs the command from the packages, in an empty folder outside of the repository.
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
        // As a literal string, in which a path of Windows means what it says.
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
    // Kept, so that the next check compiles what has changed.
    install.env("CARGO_TARGET_DIR", folder(cargo).join("target"));
    install.args(DIST);
    for patch in &patches {
        install.args(["--config", patch]);
    }
    passed(install)
}

/// What the program is called.
pub(super) fn command_name() -> String {
    format!("footwork{}", env::consts::EXE_SUFFIX)
}

/// The installed command, which the step before makes.
pub(super) fn installed(cargo: &Cargo) -> Result<PathBuf, Outcome> {
    let command = folder(cargo).join("bin").join(command_name());
    match command.is_file() {
        true => Ok(command),
        false => Err(Outcome::Fail(
            "no command is installed: run the step `cargo install` first".to_owned(),
        )),
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
            "footwork has {} bytes, of at most {MAX_COMMAND_BYTES}",
            found.len()
        )),
        Err(error) => failed("footwork", &error),
    }
}

/// The first example of the README, with the installed command.
pub(super) fn first_example(cargo: &Cargo) -> Outcome {
    match installed(cargo).and_then(|command| finds_first_example(cargo, &command)) {
        Ok(()) => Outcome::Pass,
        Err(outcome) => outcome,
    }
}

/// Whether a command finds what the README says, in a copy of the samples.
pub(super) fn finds_first_example(cargo: &Cargo, command: &Path) -> Result<(), Outcome> {
    let said = in_empty_folder(cargo, command, |command| {
        command.args(["query", "samples", QUERY]);
        let output = command
            .output()
            .map_err(|error| failed("footwork query", &error))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    })?;
    match said.contains(FOUND) {
        true => Ok(()),
        false => Err(Outcome::Fail(format!(
            "footwork query does not find {FOUND:?} but says:\n{said}"
        ))),
    }
}

/// The studio of the installed command serves its page, and what the page asks for first.
pub(super) fn studio_opens(cargo: &Cargo) -> Outcome {
    let command = installed(cargo);
    let opened = command.and_then(|command| {
        in_empty_folder(cargo, &command, |command| {
            command.args(["studio", "samples", "--no-open", "--port", "0"]);
            command.stdout(Stdio::piped());
            let child = command
                .spawn()
                .map_err(|error| failed("footwork studio", &error))?;
            let mut studio = Ended(child);
            page_and_script(&mut studio.0).map_err(|error| failed("the studio", &error))
        })
    });
    match opened {
        Ok(()) => Outcome::Pass,
        Err(outcome) => outcome,
    }
}

/// Does something with a command in a folder that has the samples and nothing else, and no programs to find.
fn in_empty_folder<T>(
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
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &to)?,
            false => fs::copy(entry.path(), to).map(drop)?,
        }
    }
    Ok(())
}

/// A program that is ended when it is dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        if self.0.kill().is_ok() {
            let _ = self.0.wait();
        }
    }
}

/// Reads the address that a studio prints, its page and the script of the page.
fn page_and_script(studio: &mut Child) -> io::Result<()> {
    let out = studio.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    let host = line
        .trim()
        .strip_prefix("http://")
        .and_then(|rest| rest.split('/').next());
    let host =
        host.ok_or_else(|| io::Error::other(format!("it printed {line:?} instead of an address")))?;
    let page = get(host, "/")?;
    let script = page
        .split("src=\"")
        .skip(1)
        .find_map(|rest| rest.split('"').next());
    let script = script.ok_or_else(|| io::Error::other("its page has no script"))?;
    let text = get(host, &format!("/{}", script.trim_start_matches(['.', '/'])))?;
    match text.len() {
        0..1000 => Err(io::Error::other("the script of its page is empty")),
        _ => Ok(()),
    }
}

fn get(host: &str, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(host)?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    match answer.split_once("\r\n\r\n") {
        Some((head, body)) if head.starts_with("HTTP/1.1 200") => Ok(body.to_owned()),
        _ => Err(io::Error::other(format!(
            "{path}: {}",
            answer.lines().next().unwrap_or("no answer")
        ))),
    }
}
