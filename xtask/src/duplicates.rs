//! Checks for crates linked in two versions. [`KNOWN`] lists the accepted duplicates with their causes. Any other
//! duplicate is a finding.

use std::collections::{BTreeMap, BTreeSet};

use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// The known duplicates and their causes. Other people's crates depend on all of them.
const KNOWN: &[(&str, &str)] = &[
    (
        "cpufeatures",
        "sha1 of axum's web sockets is a version behind blake3",
    ),
    ("getrandom", "rand of tungstenite is a version behind"),
    (
        "io-lifetimes",
        "fs-set-times of cap-std is a version behind",
    ),
    ("miniz_oxide", "png of tiny-skia is a version behind"),
    (
        "r-efi",
        "on UEFI only: each of the two versions of getrandom needs one",
    ),
    (
        "syn",
        "the derive macros of gltf and ts-rs are a version behind; builds use syn, programs do not contain it",
    ),
    (
        "windows-sys",
        "fs-set-times, winx and io-extras of cap-std are behind",
    ),
    (
        "windows-targets",
        "each of the two older versions of windows-sys needs one",
    ),
];

/// The prefix of the crates that `windows-targets` consists of, one for each target.
const PARTS: &str = "windows_";

/// Compares the duplicates in shipped programs and libraries with the list.
pub(crate) fn check(cargo: &Cargo) -> Outcome {
    let packages = ["footwork-cli", "footwork-c", "footwork-python"];
    let mut args = vec!["tree", "--locked", "--duplicates", "--edges", "normal"];
    // For every target, so that the result is the same on all machines.
    args.extend(["--depth", "0", "--prefix", "none", "--target", "all"]);
    for package in packages {
        args.extend(["--package", package]);
    }
    let tree = match cargo.said(&args) {
        Ok(tree) => tree,
        Err(failed) => return failed,
    };
    let findings = findings(&tree);
    for finding in &findings {
        println!("{finding}");
    }
    println!(
        "duplicates: known {}, findings {}",
        KNOWN.len(),
        findings.len()
    );
    match findings.len() {
        0 => Outcome::Pass,
        count => Outcome::Fail(format!("findings {count}")),
    }
}

fn findings(tree: &str) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in tree.lines() {
        let mut words = line.split_whitespace();
        if let (Some(name), Some(version)) = (words.next(), words.next()) {
            versions.entry(name).or_default().insert(version);
        }
    }
    // cargo also lists crates with a single version, if their features differ between build scripts and shipped code.
    versions.retain(|name, versions| versions.len() > 1 && !name.starts_with(PARTS));
    let is_known = |name: &&str| KNOWN.iter().any(|(known, _)| known == name);
    let new = versions.iter().filter(|(name, _)| !is_known(name));
    let new = new.map(|(name, versions)| {
        let versions = versions.iter().copied().collect::<Vec<_>>().join(" and ");
        format!("{name} is linked as {versions}: unify them, or add the reason for both to duplicates.rs")
    });
    let gone = KNOWN
        .iter()
        .filter(|(name, _)| !versions.contains_key(name));
    let gone = gone.map(|(name, _)| format!("{name} is linked once: remove it from duplicates.rs"));
    new.chain(gone).collect()
}

#[cfg(test)]
mod tests {
    use super::{KNOWN, findings};

    #[test]
    fn new_duplicates_and_resolved_ones_are_reported() {
        let both = |name: &str| format!("{name} v1.0.0\n\n{name} v2.0.0\n");
        let known: String = KNOWN.iter().map(|(name, _)| both(name)).collect();
        assert_eq!(findings(&known), Vec::<String>::new());
        assert_eq!(
            findings(&format!("{known}once v1.0.0\nonce v1.0.0 (*)\n")),
            Vec::<String>::new()
        );
        let new = findings(&format!("{known}{}", both("glam")));
        assert_eq!(
            new,
            [
                "glam is linked as v1.0.0 and v2.0.0: unify them, or add the reason for both to duplicates.rs"
            ]
        );
        assert_eq!(
            findings(&format!("{known}{}", both("windows_x86_64_msvc"))),
            Vec::<String>::new()
        );
        let without = known.replace(&both("syn"), "");
        assert_eq!(
            findings(&without),
            ["syn is linked once: remove it from duplicates.rs"]
        );
    }
}
