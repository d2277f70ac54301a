//! Which crate may depend on which: the arrows of ARCHITECTURE, checked against the manifests.
//!
//! Every kind of dependency counts (normal, build, dev, and those of one target), because each makes one crate wait for the
//! other. A crate may depend on every crate reachable along arrows and on no other.

use crate::tidy::arrows::manifest::{Dependency, Manifest};
use crate::tidy::finding::Finding;
use crate::tidy::pattern;
use crate::tidy::tree::Tree;

mod manifest;

const LEAVES: &[&str] = &[
    "footwork-tags",
    "footwork-events",
    "footwork-expr",
    "footwork-features",
    "footwork-flight",
    "footwork-slide",
    "footwork-matching",
    "footwork-poses",
];

/// The crate on which the tests of every crate may depend, but no other code.
const TESTKIT: &str = "footwork-testkit";

/// The arrows from each crate. Every crate of the repository must be in this list.
const ARROWS: &[(&str, &[&str])] = &[
    (
        "footwork-cli",
        &["footwork-studio", "footwork-pipeline", "footwork"],
    ),
    (
        "footwork-studio",
        &["footwork-pipeline", "footwork-loopback"],
    ),
    ("footwork-football", &["footwork"]),
    ("footwork-loopback", &["footwork-store"]),
    ("footwork-python", &["footwork-pipeline", "footwork"]),
    ("footwork-c", &["footwork", "footwork-bindings"]),
    ("footwork-bindings", &[]),
    ("footwork-pictures", &["footwork-pipeline", "footwork"]),
    (
        "footwork-pipeline",
        &[
            "footwork-library",
            "footwork-features",
            "footwork-matching",
            "footwork-poses",
        ],
    ),
    (
        "footwork-library",
        &[
            "footwork-sidecar",
            "footwork-store",
            "footwork-clip",
            "footwork-tags",
            "footwork-events",
            "footwork-expr",
        ],
    ),
    ("footwork", LEAVES),
    ("footwork-sidecar", &["footwork-base"]),
    ("footwork-store", &["footwork-base"]),
    ("footwork-clip", &["footwork-base"]),
    ("footwork-tags", &["footwork-base"]),
    ("footwork-events", &["footwork-base"]),
    ("footwork-expr", &["footwork-base"]),
    ("footwork-features", &["footwork-base"]),
    ("footwork-flight", &["footwork-base"]),
    ("footwork-slide", &["footwork-base"]),
    ("footwork-matching", &["footwork-base"]),
    ("footwork-poses", &["footwork-base"]),
    ("footwork-base", &[]),
    (TESTKIT, &[]),
    ("xtask", &[]),
];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let root = match tree.text("Cargo.toml").map(Manifest::parse) {
        Some(Ok(root)) => root,
        Some(Err((line, problem))) => return vec![unreadable("Cargo.toml", line, problem)],
        None => {
            let wrong = "there is no root manifest";
            return vec![Finding::error("Cargo.toml", 1, wrong, "write one")];
        }
    };
    let mut findings = Vec::new();
    for (path, text) in tree.texts() {
        let Some(folder) = path.strip_suffix("/Cargo.toml") else {
            continue;
        };
        let is_member = root
            .members
            .iter()
            .any(|member| pattern::matches(member.trim_end_matches('/'), folder));
        let manifest = match Manifest::parse(text) {
            Ok(manifest) => manifest,
            // The test data include broken manifests on purpose.
            Err(_) if !is_member => continue,
            Err((line, problem)) => {
                findings.push(unreadable(path, line, problem));
                continue;
            }
        };
        check_manifest(path, is_member, &manifest, &root, &mut findings);
    }
    findings
}

/// Checks a workspace member, or one of the repository's crates outside the workspace. The same arrows apply to both.
fn check_manifest(
    path: &str,
    is_member: bool,
    manifest: &Manifest,
    root: &Manifest,
    findings: &mut Vec<Finding>,
) {
    let Some((line, name)) = &manifest.package else {
        return;
    };
    if direct(name).is_none() {
        if is_member {
            let wrong = format!("`{name}` is not in the picture of crates");
            findings.push(Finding::error(path, *line, wrong, PLACE_IT));
        }
        return;
    }
    let allowed = reachable(name);
    for dependency in &manifest.dependencies {
        let (target, is_path) = resolve(dependency, root);
        if target == name {
            // The tests of a crate may depend on the crate itself, with other features.
            continue;
        }
        if direct(target).is_none() {
            if is_path {
                let wrong = format!("`{target}` is not in the picture of crates");
                findings.push(Finding::error(path, dependency.line, wrong, PLACE_IT));
            }
            continue;
        }
        if target == TESTKIT && dependency.dev {
            continue;
        }
        if !allowed.contains(&target) {
            let wrong = format!("no arrow leads from `{name}` to `{target}`");
            let right = if allowed.is_empty() {
                format!("`{name}` depends on no crate of ours")
            } else {
                format!("`{name}` may depend on {}", allowed.join(", "))
            };
            findings.push(Finding::error(path, dependency.line, wrong, right));
        }
    }
}

const PLACE_IT: &str = "place it in ARCHITECTURE.md and in xtask/src/tidy/arrows.rs, or remove it";

fn unreadable(path: &str, line: usize, problem: String) -> Finding {
    Finding::error(path, line, problem, "write valid TOML")
}

/// Returns the package of a dependency and whether it has a path, after looking it up in the workspace's dependencies.
fn resolve<'a>(dependency: &'a Dependency, root: &'a Manifest) -> (&'a str, bool) {
    let shared = root
        .shared
        .iter()
        .find(|shared| dependency.from_workspace && shared.key == dependency.key);
    let meant = shared.unwrap_or(dependency);
    (meant.package.as_deref().unwrap_or(&meant.key), meant.path)
}

fn direct(name: &str) -> Option<&'static [&'static str]> {
    ARROWS
        .iter()
        .find(|(from, _)| *from == name)
        .map(|(_, to)| *to)
}

/// Returns every crate that arrows lead to from `name`, in breadth-first order.
fn reachable(name: &str) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = direct(name).unwrap_or_default().to_vec();
    let mut next = 0;
    while next < found.len() {
        for target in direct(found[next]).unwrap_or_default() {
            if !found.contains(target) {
                found.push(target);
            }
        }
        next += 1;
    }
    found
}

#[cfg(test)]
mod tests;
