//! The copies of the version, in files that cargo does not read.

use std::fs;

use toml::Table;

use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// The files with the version, each with the text in front of its first occurrence.
const PLACES: &[(&str, &str)] = &[
    ("CITATION.cff", "\nversion: "),
    (
        "bindings/c/package/FootworkConfigVersion.cmake",
        "set(PACKAGE_VERSION \"",
    ),
    ("bindings/c/package/footwork.pc", "Version: "),
    ("bindings/csharp/package.json", "\"version\": \""),
    ("bindings/wasm/package.json", "\"version\": \""),
    ("bindings/wasm/package-lock.json", "\"version\": \""),
    ("integrations/bevy/Cargo.toml", "\nversion = \""),
    (
        "integrations/blender/footwork_tags/blender_manifest.toml",
        "\nversion = \"",
    ),
    ("integrations/onnx/Cargo.toml", "\nversion = \""),
    ("integrations/parry/Cargo.toml", "\nversion = \""),
];

/// The files with the interface part of the version (see [`interface`]), each with the text in front of it.
const INTERFACES: &[(&str, &str)] = &[("docs/guides/c.md", "find_package(Footwork ")];

/// Compares all copies, and the versions that our crates require of each other, with the workspace's version.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    match problems(cargo) {
        Ok(problems) => {
            for problem in &problems {
                println!("{problem}");
            }
            let places = PLACES.len() + INTERFACES.len();
            println!("versions: places {places}, problems {}", problems.len());
            match problems.len() {
                0 => Outcome::Pass,
                count => Outcome::Fail(format!("problems {count}")),
            }
        }
        Err(problem) => Outcome::Fail(problem),
    }
}

fn problems(cargo: &Cargo) -> Result<Vec<String>, String> {
    let read = |place: &str| read(cargo, place);
    let manifest: Table = read("Cargo.toml")?
        .parse()
        .map_err(|error| format!("Cargo.toml: {error}"))?;
    let version = of_workspace(&manifest).ok_or("Cargo.toml: the workspace has no version")?;
    let mut problems = other_versions(&manifest, version);
    let whole = PLACES.iter().map(|place| (place, version));
    let interfaces = INTERFACES.iter().map(|place| (place, interface(version)));
    for ((place, before), wanted) in whole.chain(interfaces) {
        let text = read(place)?;
        let found = after(&text, before);
        if found != Some(wanted) {
            let found = found.unwrap_or("none");
            problems.push(format!(
                "{place}: the version is {found}, but the workspace's version requires {wanted}"
            ));
        }
    }
    Ok(problems)
}

/// Returns the text of a file of the repository.
pub(super) fn read(cargo: &Cargo, place: &str) -> Result<String, String> {
    let text = fs::read_to_string(cargo.root().join(place));
    text.map_err(|error| format!("{place}: {error}"))
}

/// Returns the version of the workspace, which all packages share.
pub(super) fn of_workspace(manifest: &Table) -> Option<&str> {
    let package = manifest.get("workspace")?.get("package")?;
    package.get("version")?.as_str()
}

/// Returns a problem for each of our crates required in another version. A lock file could then mix two releases.
fn other_versions(manifest: &Table, version: &str) -> Vec<String> {
    let workspace = manifest.get("workspace");
    let asked = workspace.and_then(|it| it.get("dependencies")?.as_table());
    let ours = asked.into_iter().flatten();
    let ours = ours.filter(|(name, _)| name.starts_with("footwork"));
    let versions = ours.filter_map(|(name, it)| Some((name, it.get("version")?.as_str()?)));
    versions
        .filter(|(_, asked)| *asked != version)
        .map(|(name, asked)| {
            format!("Cargo.toml: {name} is required as {asked}, but the workspace is {version}")
        })
        .collect()
}

/// Returns the part of a version that changes with the interface: `0.MINOR` before 1.0, `MAJOR` from then on.
fn interface(version: &str) -> &str {
    let parts = if version.starts_with("0.") { 2 } else { 1 };
    let end = version.match_indices('.').nth(parts - 1);
    end.map_or(version, |(end, _)| &version[..end])
}

/// Returns the version that follows the first occurrence of `before`.
fn after<'a>(text: &'a str, before: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-.+".contains(letter);
    let end = rest.find(|letter| !is_part(letter));
    Some(&rest[..end.unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::{after, interface, of_workspace, other_versions};
    use toml::Table;

    #[test]
    fn a_version_ends_where_its_letters_do() {
        assert_eq!(
            after("{\n  \"version\": \"1.2.3-a.1\",", "\"version\": \""),
            Some("1.2.3-a.1")
        );
        assert_eq!(after("Version: 1.2.3", "Version: "), Some("1.2.3"));
        assert_eq!(after("Version: \n", "Version: "), Some(""));
        assert_eq!(after("Name: a", "Version: "), None);
    }

    #[test]
    fn crates_require_each_other_in_the_version_of_the_workspace() {
        let text = "[workspace.package]\nversion = \"0.1.1\"\n[workspace.dependencies]\n\
            footwork = { path = \"a\", version = \"0.1.1\" }\n\
            footwork-base = { path = \"b\", version = \"0.1.0\" }\n\
            footwork-testkit = { path = \"c\" }\nserde = \"1.0.0\"\n";
        let manifest: Table = text.parse().unwrap();
        assert_eq!(of_workspace(&manifest), Some("0.1.1"));
        let found = other_versions(&manifest, "0.1.1");
        let expected =
            ["Cargo.toml: footwork-base is required as 0.1.0, but the workspace is 0.1.1"];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_interface_is_a_minor_version_before_the_first_major_one() {
        let found = ["0.1.0", "0.12.3", "1.4.0", "2.0.0-a.1"].map(interface);
        assert_eq!(found, ["0.1", "0.12", "1", "2"]);
    }
}
