//! `cargo xtask notices WHAT FILE`: the licences of all crates linked into a shipped artefact, in one text to ship with it.
//!
//! A crate's licence text is next to its manifest; the page's build writes the licences of its npm packages. The
//! crates of all systems are included, so that the text is the same on every machine. So the text may list crates that
//! an artefact lacks.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use crate::cargo::Cargo;
use crate::metadata::{self, Package};
use crate::outcome::Outcome;
use crate::web;

/// The name of the file in every artefact.
pub(crate) const NAME: &str = "THIRD-PARTY-NOTICES.txt";

/// The prefixes of the names of files with licence terms, in upper case.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];

/// The notice for the standard library, which every Rust program links and no registry has.
const STANDARD_LIBRARY: &str = "The standard library of Rust, https://github.com/rust-lang/rust\n\n\
    Copyright (c) The Rust Project Contributors. MIT OR Apache-2.0, whose texts are among those here.";

/// A shipped artefact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shipped {
    pub(crate) name: &'static str,
    /// The workspace packages inside.
    packages: &'static [&'static str],
    /// Whether it contains the studio's page. If the page is not built, it is not shipped.
    has_page: bool,
}

pub(crate) const COMMAND: Shipped = Shipped {
    name: "command",
    packages: &["footwork-cli"],
    has_page: true,
};
/// The library for C, native and as WebAssembly.
pub(crate) const LIBRARY: Shipped = Shipped {
    name: "library",
    packages: &["footwork-c"],
    has_page: false,
};
/// The Python package, with the command inside.
pub(crate) const PYTHON: Shipped = Shipped {
    name: "python",
    packages: &["footwork-python", "footwork-cli"],
    has_page: true,
};
/// An archive with the command and the library.
pub(crate) const ARCHIVE: Shipped = Shipped {
    name: "archive",
    packages: &["footwork-c", "footwork-cli"],
    has_page: true,
};

const ALL: [Shipped; 4] = [COMMAND, LIBRARY, PYTHON, ARCHIVE];

/// Runs the verb.
pub(crate) fn run(cargo: &Cargo, args: &[String]) -> Outcome {
    match args {
        [what, file] => match ALL.into_iter().find(|shipped| shipped.name == what) {
            Some(shipped) => match write(cargo, shipped, Path::new(file)) {
                Ok(()) => Outcome::Pass,
                Err(outcome) => outcome,
            },
            None => Outcome::Fail(format!(
                "`{what}` is not shipped, only {}",
                ALL.map(|shipped| shipped.name).join(", ")
            )),
        },
        _ => Outcome::Fail(
            "`notices` takes two arguments: the artefact and the file to write".to_owned(),
        ),
    }
}

/// Writes the file and creates its folder.
pub(crate) fn write(cargo: &Cargo, shipped: Shipped, file: &Path) -> Result<(), Outcome> {
    let text = text(cargo, shipped)?;
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(file, text))
        .map_err(|error| failed(&file.display().to_string(), &error))
}

/// Returns each licence text once, below the names of its packages.
fn text(cargo: &Cargo, shipped: Shipped) -> Result<String, Outcome> {
    let packages = metadata::linked(cargo, shipped.packages)?;
    let mut by_text: BTreeMap<String, Vec<&Package>> = BTreeMap::new();
    let mut without = Vec::new();
    for package in packages.iter().filter(|package| package.foreign) {
        let found = texts(package).map_err(|error| failed(&package.name, &error))?;
        if found.is_empty() {
            without.push(package);
        }
        for text in found {
            by_text.entry(text).or_default().push(package);
        }
    }
    if by_text.is_empty() {
        return Err(Outcome::Fail("no package has a licence".to_owned()));
    }
    let mut sections: Vec<String> = by_text
        .into_iter()
        .map(|(text, of)| format!("{}\n\n{text}", names(&of)))
        .collect();
    sections.sort();
    println!(
        "notices of {}: texts {}, packages with a licence by name alone {}",
        shipped.name,
        sections.len(),
        without.len()
    );
    sections.push(STANDARD_LIBRARY.to_owned());
    sections.extend(by_name(&without));
    if shipped.has_page {
        sections.extend(web::notices(cargo)?);
    }
    Ok(joined(&sections))
}

fn joined(sections: &[String]) -> String {
    let mut all = "Footwork is under the MIT licence or the Apache licence 2.0, at your choice. It contains parts \
                   by others under the terms below; some of them are only in the builds for one system.\n"
        .to_owned();
    for section in sections {
        let _ = write!(all, "\n{}\n{section}\n", "-".repeat(80));
    }
    all
}

/// Returns a section with the packages that have no licence text, with their authors. `None` if there are no packages.
fn by_name(packages: &[&Package]) -> Option<String> {
    let mut text =
        "These packages state their licence only in their manifest; its text is among those here:\n"
            .to_owned();
    for package in packages {
        let _ = write!(
            text,
            "\n{} {}: {}",
            package.name, package.version, package.licence
        );
        if !package.authors.is_empty() {
            let _ = write!(text, ", by {}", package.authors);
        }
    }
    (!packages.is_empty()).then_some(text)
}

fn names(packages: &[&Package]) -> String {
    let names = packages
        .iter()
        .map(|package| format!("{} {}", package.name, package.version));
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the licence texts next to a package's manifest, sorted by file name.
fn texts(package: &Package) -> io::Result<Vec<String>> {
    let folder = package.manifest.parent().unwrap_or(Path::new("."));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if NAMES.iter().any(|begin| name.starts_with(begin)) && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    let read = |file| {
        Ok(String::from_utf8_lossy(&fs::read(file)?)
            .replace('\r', "")
            .trim()
            .to_owned())
    };
    files.into_iter().map(read).collect()
}

fn failed(what: &str, error: &io::Error) -> Outcome {
    Outcome::Fail(format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{ALL, by_name, joined, texts};
    use crate::metadata::Package;

    fn package(manifest: std::path::PathBuf) -> Package {
        Package {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT".to_owned(),
            authors: "Ada".to_owned(),
            repository: String::new(),
            oldest_rust: None,
            manifest,
            foreign: true,
            published: true,
        }
    }

    #[test]
    fn licence_texts_are_read_next_to_the_manifest() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("LICENSE-MIT", "one\r\n"),
            ("Copying.txt", "two"),
            ("lib.rs", "three"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let found = texts(&package(folder.path().join("Cargo.toml"))).unwrap();
        assert_eq!(found, ["two", "one"]);
    }

    #[test]
    fn packages_without_a_licence_text_are_listed_by_name() {
        let a = package("Cargo.toml".into());
        let all = joined(&[by_name(&[&a]).unwrap()]);
        assert!(all.ends_with("\n\na 1.0.0: MIT, by Ada\n"), "{all}");
        assert_eq!(by_name(&[]), None);
    }

    #[test]
    fn every_artefact_has_a_unique_name() {
        let mut names = ALL.map(|shipped| shipped.name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
    }
}
