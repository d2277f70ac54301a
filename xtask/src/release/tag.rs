//! Checks the repository before a tag becomes a release. Otherwise archives and packages of one draft could differ in version, or
//! a registry could refuse them after the draft is signed.

use std::env;

use toml::Table;

use super::versions::{self, of_workspace};
use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// The files from which registries read the project's address, each with the text in front of it.
const ADDRESSES: [(&str, &str); 3] = [
    ("Cargo.toml", "\nrepository = \""),
    ("bindings/python/pyproject.toml", "\n[project.urls]\n"),
    ("bindings/wasm/package.json", "\"repository\": "),
];

/// Compares the tag that GitHub builds with the version, and checks the changelog and the addresses that registries
/// read. Skipped if GitHub builds no tag.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    let is_tag = env::var("GITHUB_REF_TYPE").is_ok_and(|kind| kind == "tag");
    let name = env::var("GITHUB_REF_NAME").unwrap_or_default();
    if !is_tag {
        return Outcome::Skip("no tag is built: GITHUB_REF_TYPE is not `tag`".to_owned());
    }
    match problems(&name, |place| versions::read(cargo, place)) {
        Ok(problems) if problems.is_empty() => Outcome::Pass,
        Ok(problems) => Outcome::Fail(problems.join("; ")),
        Err(problem) => Outcome::Fail(problem),
    }
}

fn problems(
    tag: &str,
    read: impl Fn(&str) -> Result<String, String>,
) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    let manifest: Table = read("Cargo.toml")?
        .parse()
        .map_err(|error| format!("Cargo.toml: {error}"))?;
    let version = of_workspace(&manifest).unwrap_or_default();
    if tag != format!("v{version}") {
        problems.push(format!("the tag is {tag}, but the version is {version}"));
    }
    for (place, before) in ADDRESSES {
        let text = read(place)?;
        let address = text.split_once(before).map(|(_, rest)| rest);
        if !address.is_some_and(|rest| rest.lines().next().is_some_and(has_address)) {
            problems.push(format!("{place} has no address of the repository"));
        }
    }
    let dated = format!("## {version} - ");
    if !read("CHANGELOG.md")?
        .lines()
        .any(|line| line.starts_with(&dated))
    {
        problems.push(format!("CHANGELOG.md has no section `{dated}DATE`"));
    }
    Ok(problems)
}

fn has_address(line: &str) -> bool {
    line.contains("https://")
}

#[cfg(test)]
mod tests {
    use super::problems;

    /// Returns the problems of a repository that has this address and this changelog and is otherwise correct.
    fn of(tag: &str, address: &str, changelog: &str) -> Vec<String> {
        let read = |place: &str| {
            Ok(match place {
                "Cargo.toml" => format!(
                    "[workspace.package]\nversion = \"0.2.0\"\nrepository = \"{address}\"\n"
                ),
                "bindings/python/pyproject.toml" => {
                    format!("[project]\n[project.urls]\nRepository = \"{address}\"\n")
                }
                "bindings/wasm/package.json" => format!("{{\n  \"repository\": \"{address}\"\n}}"),
                _ => changelog.to_owned(),
            })
        };
        problems(tag, read).unwrap()
    }

    #[test]
    fn a_tag_is_the_version_with_an_address_and_a_dated_section() {
        let changelog = "# Changelog\n\n## 0.2.0 - 2027-01-01\n";
        let none: &[String] = &[];
        assert_eq!(of("v0.2.0", "https://a.b/c", changelog), none);
        let of_tag = of("v0.3.0", "https://a.b/c", changelog);
        assert_eq!(of_tag, ["the tag is v0.3.0, but the version is 0.2.0"]);
        let of_changelog = of("v0.2.0", "https://a.b/c", "## Unreleased\n");
        assert_eq!(
            of_changelog,
            ["CHANGELOG.md has no section `## 0.2.0 - DATE`"]
        );
        assert_eq!(of("v0.2.0", "", changelog).len(), 3);
    }
}
