//! `cargo xtask site`: writes the site into `target/site`, a folder of static files that works without a server and from
//! any place: the home page, the match, the playground, the character to steer, the documentation and the benchmarks.

mod charts;
mod documents;
mod links;
mod page;
mod reference;
mod search;

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::browse;
use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::site::page::Template;
use crate::wasm;
use crate::web::{Lack, MATCH, Web};

/// The largest size of the match with its files, in bytes.
const MAX_PLAY_BYTES: u64 = 6_000_000;

/// Writes the site, checks its links, and opens it if asked to.
pub(crate) fn run(cargo: &Cargo, args: &[String]) -> ExitCode {
    let outcome = match write(cargo) {
        Ok(()) => Outcome::Pass,
        // A user who asks for the site gets it or an error, never a skip.
        Err(Lack::Tool(tool)) => Outcome::Fail(format!("the site needs {tool}")),
        Err(Lack::Failed(outcome)) => outcome,
    };
    let home = folder(cargo).join("index.html");
    if outcome == Outcome::Pass {
        println!("{}", browse::address(&home));
        if args.iter().any(|arg| arg == "--open")
            && let Err(error) = browse::open(&home)
        {
            eprintln!("warning: no browser was opened ({error}); open the address above");
        }
    }
    outcome.exit_code()
}

/// The step `site`: writes the site, and checks its links and the size of the match.
pub(crate) fn test(cargo: &Cargo) -> Outcome {
    let written = write(cargo);
    written.map_or_else(|lack| lack.outcome(cargo), |()| Outcome::Pass)
}

fn folder(cargo: &Cargo) -> std::path::PathBuf {
    cargo.target().join("site")
}

fn write(cargo: &Cargo) -> Result<(), Lack> {
    let play = Web::new(cargo, MATCH);
    play.module(cargo)?;
    play.built()?;
    reference::python_is_there()?;
    let tools = wasm::build(cargo)?;
    let folder = folder(cargo);
    let failed = |error: io::Error| Lack::Failed(Outcome::Fail(format!("the site: {error}")));
    assemble(cargo.root(), &folder, &play.dist(), &tools.dist()).map_err(failed)?;
    reference::rust(cargo, &folder)?;
    let play_bytes = bytes_of(&folder.join("play")).map_err(failed)?;
    println!("play: {play_bytes} bytes");
    if play_bytes > MAX_PLAY_BYTES {
        let why = format!("play has {play_bytes} bytes; the limit is {MAX_PLAY_BYTES}");
        return Err(Lack::Failed(Outcome::Fail(why)));
    }
    let broken = links::broken(&folder).map_err(failed)?;
    if broken.is_empty() {
        return Ok(());
    }
    let list = broken.join("\n");
    let why = format!("links that lead nowhere:\n{list}");
    Err(Lack::Failed(Outcome::Fail(why)))
}

/// Writes all pages. `play` is the folder of the built match, and `tools` that of the pages of the package for browsers.
fn assemble(root: &Path, folder: &Path, play: &Path, tools: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::create_dir_all(folder)?;
    copy(play, &folder.join("play"))?;
    let home = r#"<div id="app" data-home="../index.html">"#;
    edit(&folder.join("play/index.html"), r#"<div id="app">"#, home)?;
    for (page, place) in [("playground", "query"), ("steer", "steer")] {
        let place = folder.join(place);
        fs::create_dir_all(&place)?;
        let file = place.join("index.html");
        fs::copy(tools.join(format!("{page}.html")), &file)?;
        edit(
            &file,
            "<!-- site -->",
            r#"<a href="../index.html">Footwork</a>"#,
        )?;
    }
    let site = root.join("site");
    for (from, to) in [
        (site.join("style.css"), "style.css"),
        (play.join("icon.svg"), "icon.svg"),
        (site.join("search.js"), "search.js"),
        (root.join("docs/match.jpg"), "match.jpg"),
    ] {
        fs::copy(from, folder.join(to))?;
    }
    let template = Template::read(&site.join("page.html"))?;
    let home = fs::read_to_string(site.join("home.html"))?;
    let title = "Footwork: motion you can tag, query, predict and move";
    fs::write(
        folder.join("index.html"),
        template.fill(title, "", "home", &home),
    )?;
    let mut found = documents::write(root, folder, &template)?;
    found.extend(reference::write(root, folder, &template)?);
    search::write(folder, &found)?;
    charts::write(root, folder, &template)
}

/// Replaces a text in a file. Fails if the file lacks the text.
fn edit(file: &Path, from: &str, to: &str) -> io::Result<()> {
    let text = fs::read_to_string(file)?;
    if !text.contains(from) {
        let why = format!("{} has no `{from}`", file.display());
        return Err(io::Error::other(why));
    }
    fs::write(file, text.replacen(from, to, 1))
}

/// Copies a folder without its hidden files.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}

fn bytes_of(folder: &Path) -> io::Result<u64> {
    let mut sum = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        sum += if entry.file_type()?.is_dir() {
            bytes_of(&entry.path())?
        } else {
            entry.metadata()?.len()
        };
    }
    Ok(sum)
}
