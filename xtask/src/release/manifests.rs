//! The manifest fields that a registry and its readers need from each published crate.

use std::fs;
use std::path::Path;

use toml::Table;

use crate::cargo::Cargo;
use crate::metadata::{self, Package};
use crate::outcome::Outcome;

/// The largest number of keywords that crates.io accepts.
const MAX_KEYWORDS: usize = 5;

/// Checks every published crate.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    let packages = match metadata::own(cargo) {
        Ok(packages) => packages,
        Err(failed) => return failed,
    };
    let published: Vec<&Package> = packages
        .iter()
        .filter(|package| package.published)
        .collect();
    let mut problems = Vec::new();
    for package in &published {
        let manifest = match read(&package.manifest) {
            Ok(manifest) => manifest,
            Err(problem) => return Outcome::Fail(problem),
        };
        let of = problems_of(&manifest, &package.manifest);
        problems.extend(
            of.into_iter()
                .map(|problem| format!("{}: {problem}", package.name)),
        );
    }
    for problem in &problems {
        println!("{problem}");
    }
    if published
        .iter()
        .any(|package| package.repository.is_empty())
    {
        println!("`repository` in Cargo.toml is empty: a registry refuses that");
    }
    println!(
        "manifests: crates {}, problems {}",
        published.len(),
        problems.len()
    );
    match (published.len(), problems.len()) {
        (0, _) => Outcome::Fail("no crate is published".to_owned()),
        (_, 0) => Outcome::Pass,
        (_, count) => Outcome::Fail(format!("problems {count}")),
    }
}

fn read(manifest: &Path) -> Result<Table, String> {
    let text =
        fs::read_to_string(manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    text.parse()
        .map_err(|error| format!("{}: {error}", manifest.display()))
}

fn problems_of(manifest: &Table, place: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let empty = Table::new();
    let package = manifest
        .get("package")
        .and_then(toml::Value::as_table)
        .unwrap_or(&empty);
    let list = |name: &str| {
        package
            .get(name)
            .and_then(toml::Value::as_array)
            .map_or(0, Vec::len)
    };
    for name in [
        "description",
        "license",
        "authors",
        "repository",
        "readme",
        "rust-version",
    ] {
        if !package.contains_key(name) {
            problems.push(format!("has no `{name}`"));
        }
    }
    match list("keywords") {
        0 => problems.push("has no keywords".to_owned()),
        count if count > MAX_KEYWORDS => problems.push(format!(
            "has {count} keywords; a registry accepts {MAX_KEYWORDS}"
        )),
        _ => {}
    }
    if list("categories") == 0 {
        problems.push("has no categories".to_owned());
    }
    // Patterns work as in .gitignore: without a leading `/` they match folders of that name anywhere.
    let included = package.get("include").and_then(toml::Value::as_array);
    let patterns = included
        .into_iter()
        .flatten()
        .filter_map(toml::Value::as_str);
    let mut count = 0;
    for pattern in patterns {
        count += 1;
        if !pattern.starts_with('/') {
            problems.push(format!(
                "includes {pattern:?}, which does not begin with `/`"
            ));
        }
    }
    if count == 0 {
        problems.push("has no `include`".to_owned());
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        if place
            .parent()
            .is_none_or(|folder| !folder.join(licence).is_file())
        {
            problems.push(format!("has no {licence} next to its manifest"));
        }
    }
    let has_library = place.with_file_name("src").join("lib.rs").is_file();
    if has_library && manifest.contains_key("features") && !is_all_shown(package) {
        problems.push("does not set `all-features` for docs.rs".to_owned());
    }
    for kind in ["dependencies", "build-dependencies"] {
        let dependencies = manifest.get(kind).and_then(toml::Value::as_table);
        for (name, value) in dependencies.into_iter().flatten() {
            if value.get("path").is_some() && value.get("version").is_none() {
                problems.push(format!("depends on {name} without a version"));
            }
        }
    }
    problems
}

/// Returns whether docs.rs documents all features.
fn is_all_shown(package: &Table) -> bool {
    let metadata = package.get("metadata");
    let docs = metadata.and_then(|metadata| metadata.get("docs")?.get("rs"));
    docs.and_then(|docs| docs.get("all-features")?.as_bool()) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::{is_all_shown, problems_of};
    use std::path::Path;

    #[test]
    fn fields_that_a_registry_refuses_are_reported() {
        let manifest = "[package]\nname = \"a\"\ndescription = \"b\"\nlicense = \"MIT\"\nauthors = []\nreadme = \"c\"\nrust-version = \"1.90\"\n\
            keywords = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\"]\ncategories = [\"d\"]\ninclude = [\"src/\"]\n\
            [dependencies]\ne = { path = \"../e\" }\nf = { path = \"../f\", version = \"1\" }\n";
        let problems = problems_of(
            &manifest.parse().unwrap_or_default(),
            Path::new("nowhere/Cargo.toml"),
        );
        let expected = [
            "has no `repository`",
            "has 6 keywords; a registry accepts 5",
            "includes \"src/\", which does not begin with `/`",
            "has no LICENSE-APACHE next to its manifest",
            "has no LICENSE-MIT next to its manifest",
            "depends on e without a version",
        ];
        assert_eq!(problems, expected);
    }
    #[test]
    fn features_are_shown_where_the_manifest_says_so() {
        let check = |manifest: &str, expected| {
            assert_eq!(
                is_all_shown(&manifest.parse().unwrap()),
                expected,
                "{manifest}"
            );
        };
        check("", false);
        check("[metadata.docs.rs]\nall-features = false", false);
        check("[metadata.docs.rs]\nall-features = true", true);
    }
}
