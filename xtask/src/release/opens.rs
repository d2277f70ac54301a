//! The page inside the installed command, as a browser receives it.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::failed;
use super::install::{in_empty_folder, installed};
use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::web::{SHIPPED, Web};

/// Checks that the installed command, in a folder with only the samples, serves every file of the page as built.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    let dist = Web::new(cargo, SHIPPED).dist();
    let opened = installed(cargo).and_then(|command| {
        in_empty_folder(cargo, &command, |command| {
            command.args(["studio", "samples", "--no-open", "--port", "0"]);
            serves(command, &dist).map_err(|error| failed("studio", &error))
        })
    });
    opened.map_or_else(|outcome| outcome, |()| Outcome::Pass)
}

/// Starts a server and compares the files it serves with those of a built page.
fn serves(command: &mut Command, dist: &Path) -> io::Result<()> {
    let mut server = Ended(command.stdout(Stdio::piped()).spawn()?);
    let host = host_of(&mut server.0)?;
    let page = fs::read(dist.join("index.html"))?;
    same("/", &get(&host, "/")?, &page)?;
    let files = files_below(dist)?;
    for file in &files {
        let below = file.strip_prefix(dist).unwrap_or(file);
        let path = format!("/{}", below.to_string_lossy().replace('\\', "/"));
        same(&path, &get(&host, &path)?, &fs::read(file)?)?;
    }
    println!(
        "{}: {} files as they were built",
        dist.display(),
        files.len()
    );
    Ok(())
}

fn same(path: &str, served: &[u8], built: &[u8]) -> io::Result<()> {
    if served == built {
        Ok(())
    } else {
        Err(io::Error::other(format!(
            "{path} is not what was built: {} bytes instead of {}",
            served.len(),
            built.len()
        )))
    }
}

fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // The build's own notes, such as its stamp, are not packed.
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            files.extend(files_below(&entry.path())?)
        } else {
            files.push(entry.path())
        }
    }
    Ok(files)
}

/// A program that ends when this is dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        if self.0.kill().is_ok() {
            let _ = self.0.wait();
        }
    }
}

/// Returns host and port of the address that a server prints on its first line.
fn host_of(server: &mut Child) -> io::Result<String> {
    let out = server.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    let host = line
        .trim()
        .strip_prefix("http://")
        .and_then(|rest| rest.split('/').next());
    host.map(str::to_owned)
        .ok_or_else(|| io::Error::other(format!("it printed {line:?} instead of an address")))
}

/// Returns the body of the response to a request.
fn get(host: &str, path: &str) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(host)?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    match end {
        Some(end) if answer.starts_with(b"HTTP/1.1 200") => Ok(answer.split_off(end + 4)),
        _ => Err(io::Error::other(format!(
            "{path}: {}",
            String::from_utf8_lossy(&answer)
                .lines()
                .next()
                .unwrap_or("no answer")
        ))),
    }
}
