//! The project's rules as code. Each rule is one file with a function `check` over the files of the repository.

mod architecture;
mod arrows;
mod circles;
mod code;
mod declared;
mod finding;
mod glob_exports;
mod header;
mod links;
mod machine_paths;
mod names;
mod pattern;
pub(crate) mod prose;
mod reads;
mod size;
mod tree;
mod unsafe_places;
mod words;

use crate::cargo::Cargo;
use crate::outcome::Outcome;
use crate::tidy::finding::{Finding, Weight};
use crate::tidy::tree::Tree;
use crate::web;

type Rule = fn(&Tree) -> Vec<Finding>;

const RULES: &[Rule] = &[
    size::check,
    header::check,
    arrows::check,
    circles::check,
    words::check,
    architecture::check,
    links::check,
    names::check,
    declared::check,
    machine_paths::check,
    glob_exports::check,
    reads::check,
    unsafe_places::check,
    prose::check,
];

/// Lowers the baseline of [`prose`] to the current counts, and leaves lines whose rate has risen as they are.
pub(crate) fn lower(cargo: &Cargo) -> Outcome {
    let lowered = Tree::load(cargo.root()).map(|tree| prose::lowered(&tree));
    match lowered.and_then(|text| std::fs::write(cargo.root().join(prose::BASELINE), text)) {
        Ok(()) => Outcome::Pass,
        Err(error) => Outcome::Fail(format!("{}: {error}", prose::BASELINE)),
    }
}

/// Applies every rule to the repository and prints the findings; warnings alone pass. Also checks that the
/// prebuilt page was built from the current sources.
pub(crate) fn run(cargo: &Cargo) -> Outcome {
    let tree = match Tree::load(cargo.root()) {
        Ok(tree) => tree,
        Err(e) => return Outcome::Fail(format!("cannot read the repository: {e}")),
    };
    let findings = check_all(&tree);
    for finding in &findings {
        println!("{finding}");
    }
    let errors = findings
        .iter()
        .filter(|finding| finding.weight == Weight::Error)
        .count();
    let warnings = findings.len() - errors;
    println!(
        "tidy: files {}, findings {errors}, warnings {warnings}",
        tree.len()
    );
    if errors == 0 {
        web::is_packed(cargo)
    } else {
        Outcome::Fail(format!("findings: {errors}"))
    }
}

/// Returns the findings of all rules, warnings first, each kind sorted by path and line.
fn check_all(tree: &Tree) -> Vec<Finding> {
    let mut findings: Vec<Finding> = RULES.iter().flat_map(|rule| rule(tree)).collect();
    findings.sort();
    findings
}

#[cfg(test)]
mod tests {
    use super::{Weight, check_all};
    use crate::tidy::tree::Tree;

    /// Returns a small tree without findings, with one file replaced or added.
    fn tree_with(path: &str, text: &str) -> Tree {
        let files = [
            ("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n"),
            ("ARCHITECTURE.md", "Words live in `crates/base/src/`.\n"),
            (
                "crates/base/Cargo.toml",
                "[package]\nname = \"footwork-base\"\n",
            ),
            (
                "crates/base/src/lib.rs",
                "//! Words.\nmod all;\nmod bare;\nmod frame;\nmod long;\nmod utils;\n",
            ),
            ("tools/a/src/lib.rs", "//! A.\nmod read;\n"),
        ];
        let kept = files.into_iter().filter(|(name, _)| *name != path);
        Tree::from_files(&kept.chain([(path, text)]).collect::<Vec<_>>())
    }

    fn check(path: &str, text: &str, expected: Option<&str>) {
        let findings: Vec<String> = check_all(&tree_with(path, text))
            .iter()
            .filter(|finding| finding.weight == Weight::Error)
            .map(ToString::to_string)
            .collect();
        match expected {
            None => assert_eq!(findings, Vec::<String>::new()),
            Some(start) => {
                assert_eq!(findings.len(), 1, "{findings:?}");
                assert!(findings[0].starts_with(start), "{findings:?}");
            }
        }
    }

    #[test]
    fn a_tree_that_keeps_the_rules_has_no_findings() {
        check("crates/base/src/frame.rs", "//! Frames.\n", None);
    }

    #[test]
    fn each_rule_is_applied() {
        let manifest =
            "[package]\nname = \"footwork-base\"\n[dependencies]\nfootwork-tags = \"1\"\n";
        check(
            "crates/base/Cargo.toml",
            manifest,
            Some("crates/base/Cargo.toml:4:"),
        );
        let long = format!("//! Long.\n{}", "// line\n".repeat(800));
        check(
            "crates/base/src/long.rs",
            &long,
            Some("crates/base/src/long.rs:801:"),
        );
        check(
            "crates/base/src/bare.rs",
            "fn f() {}\n",
            Some("crates/base/src/bare.rs:1:"),
        );
        check(
            "ARCHITECTURE.md",
            "See `crates/gone/`.\n",
            Some("ARCHITECTURE.md:1:"),
        );
        check(
            "crates/base/src/utils.rs",
            "//! Odds and ends.\n",
            Some("crates/base/src/utils.rs:1:"),
        );
        let home = ["see /ho", "me/ann/clips\n"].concat();
        check("README.md", &home, Some("README.md:1:"));
        let glob = "//! All.\npub use std::fmt::*;\n";
        check(
            "crates/base/src/all.rs",
            glob,
            Some("crates/base/src/all.rs:2:"),
        );
        check(
            "crates/base/src/lost.rs",
            "//! Lost.\n",
            Some("crates/base/src/lost.rs:1:"),
        );
        check(
            "tools/a/src/read.rs",
            "//! Reading.\nlet a = fs::read(path);\n",
            Some("tools/a/src/read.rs:2:"),
        );
        check(
            "ARCHITECTURE.md",
            "1. **Unsafe code has a place**: `crates/base/src/lib.rs`.\n",
            Some("ARCHITECTURE.md:1:"),
        );
    }
}
