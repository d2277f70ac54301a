//! The version, wherever it stands again for those who do not ask cargo.

use std::fs;

use crate::cargo::Cargo;
use crate::metadata;
use crate::outcome::Outcome;

/// Where it stands, and what stands before it, the first time.
const PLACES: &[(&str, &str)] = &[
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
];

/// Compares all of them with that of the workspace.
pub(super) fn check(cargo: &Cargo) -> Outcome {
    let packages = match metadata::own(cargo) {
        Ok(packages) => packages,
        Err(failed) => return failed,
    };
    let Some(version) = packages.first().map(|package| package.version.as_str()) else {
        return Outcome::Fail("cargo lists no packages".to_owned());
    };
    let mut problems = 0;
    for (place, before) in PLACES {
        let text = match fs::read_to_string(cargo.root().join(place)) {
            Ok(text) => text,
            Err(error) => return Outcome::Fail(format!("{place}: {error}")),
        };
        let found = after(&text, before);
        if found != Some(version) {
            let found = found.unwrap_or("none");
            println!("{place}: the version is {found}, that of the workspace {version}");
            problems += 1;
        }
    }
    println!("versions: places {}, problems {problems}", PLACES.len());
    match problems {
        0 => Outcome::Pass,
        _ => Outcome::Fail(format!("problems {problems}")),
    }
}

/// The version that follows the first of these words.
fn after<'a>(text: &'a str, before: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-.+".contains(letter);
    let end = rest.find(|letter| !is_part(letter));
    Some(&rest[..end.unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::after;

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
}
