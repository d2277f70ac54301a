//! The licences of everything that is linked, in one text that goes with what is shipped.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use super::sbom::SHIPPED;
use super::{failed, folder};
use crate::cargo::Cargo;
use crate::metadata::{self, Package};
use crate::outcome::Outcome;

/// How files with terms begin.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];

/// Writes `THIRD-PARTY-NOTICES.txt` for all that is shipped.
pub(super) fn write(cargo: &Cargo) -> Outcome {
    let place = folder(cargo).join("THIRD-PARTY-NOTICES.txt");
    let made = fs::create_dir_all(folder(cargo)).map_err(|error| failed("notices", &error));
    match made
        .and_then(|()| notices(cargo))
        .map(|text| fs::write(&place, text))
    {
        Ok(Ok(())) => Outcome::Pass,
        Ok(Err(error)) => failed("THIRD-PARTY-NOTICES.txt", &error),
        Err(outcome) => outcome,
    }
}

/// Each text once, below the packages that it is for.
pub(crate) fn notices(cargo: &Cargo) -> Result<String, Outcome> {
    let packages = metadata::linked(cargo, &SHIPPED)?;
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
    let mut groups: Vec<(String, String)> = by_text
        .into_iter()
        .map(|(text, of)| (names(&of), text))
        .collect();
    groups.sort();
    let mut all = "Footwork is under the MIT licence or the Apache licence 2.0, at your choice. It has parts by others, under the terms below.\n".to_owned();
    for (names, text) in &groups {
        let _ = write!(all, "\n{}\n{names}\n\n{text}\n", "-".repeat(80));
    }
    if !without.is_empty() {
        let _ = write!(
            all,
            "\n{}\nThese state their licence in their manifest alone:\n\n",
            "-".repeat(80)
        );
        for package in &without {
            let _ = writeln!(
                all,
                "{} {}: {}",
                package.name, package.version, package.licence
            );
        }
    }
    println!(
        "notices: texts {}, packages with a licence by name alone {}",
        groups.len(),
        without.len()
    );
    match groups.is_empty() {
        true => Err(Outcome::Fail("no package has a licence".to_owned())),
        false => Ok(all),
    }
}

fn names(packages: &[&Package]) -> String {
    let names = packages
        .iter()
        .map(|package| format!("{} {}", package.name, package.version));
    names.collect::<Vec<_>>().join(", ")
}

/// The texts beside its manifest.
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
