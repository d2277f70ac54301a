//! Every Rust file is a target of Cargo or has a `mod` declaration. Cargo does not compile any other file or run its tests.

use std::collections::BTreeSet;

use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;

/// Folders of a package in which each file is a target.
const TARGETS: &[&str] = &["tests", "examples", "benches", "fuzz_targets", "src/bin"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let elsewhere: BTreeSet<String> = tree
        .sources(&["rs"])
        .flat_map(|(path, text)| named_by_path(path, text))
        .collect();
    tree.sources(&["rs"])
        .filter(|(path, _)| !is_target(path, tree) && !elsewhere.contains(*path))
        .filter_map(|(path, _)| undeclared(path, tree))
        .collect()
}

/// Returns the files that a file declares with `#[path = "…"]`.
fn named_by_path(path: &str, text: &str) -> impl Iterator<Item = String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let named = text.lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("#[path = \"")?;
        rest.split('"').next()
    });
    named.map(move |name| {
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in name.split('/') {
            match part {
                ".." => drop(parts.pop()),
                _ => parts.push(part),
            }
        }
        parts.join("/")
    })
}

fn is_target(path: &str, tree: &Tree) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_beside = |folder: &str| tree.text(&format!("{folder}Cargo.toml")).is_some();
    let of_package = TARGETS.iter().any(|target| {
        let package = folder.strip_suffix(target);
        package.is_some_and(|package| {
            (package.is_empty() || package.ends_with('/')) && is_beside(package)
        })
    });
    of_package || ["lib.rs", "main.rs", "build.rs"].contains(&name)
}

fn undeclared(path: &str, tree: &Tree) -> Option<Finding> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let module = name.strip_suffix(".rs")?;
    let parents = [
        format!("{folder}.rs"),
        format!("{folder}/lib.rs"),
        format!("{folder}/main.rs"),
    ];
    let mut there = parents
        .iter()
        .filter_map(|file| Some((file, tree.text(file)?)));
    if there.clone().any(|(_, text)| declares(text, module)) {
        return None;
    }
    let parent = there.next().map_or(parents[0].as_str(), |(file, _)| file);
    let right = format!("write `mod {module};` in {parent}, or delete it");
    Some(Finding::error(
        path,
        1,
        "no `mod` names it, so it is not compiled",
        right,
    ))
}

/// Returns whether a line is `mod name;`, with any visibility.
fn declares(text: &str, module: &str) -> bool {
    text.lines().any(|line| {
        let name = line
            .trim()
            .strip_suffix(';')
            .and_then(|line| line.rsplit_once("mod "));
        name.is_some_and(|(before, name)| {
            let is_visibility = before.is_empty() || before.starts_with("pub");
            is_visibility && name == module
        })
    })
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    /// Checks the findings in a package with `src/lib.rs`, `src/a.rs`, a test and its folder, and further files.
    fn check_with(more: &[(&str, &str)], expected: &[&str]) {
        let files = [
            ("x/Cargo.toml", ""),
            ("x/src/lib.rs", "pub(crate) mod a;\n"),
            ("x/src/a.rs", "#[cfg(test)]\nmod inner;\n"),
            ("x/src/a/inner.rs", ""),
            ("x/tests/all.rs", "mod jump;\n"),
            ("x/tests/all/jump.rs", ""),
        ];
        let tree = Tree::from_files(&[&files[..], more].concat());
        let found: Vec<String> = check(&tree)
            .into_iter()
            .map(|finding| finding.path)
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn modules_and_targets_pass() {
        check_with(&[], &[]);
        let more = [
            ("x/build.rs", ""),
            ("x/examples/one.rs", ""),
            ("x/src/bin/tool.rs", ""),
            ("x/tests/command/main.rs", "mod help;\n"),
            ("x/tests/command/help.rs", ""),
            ("x/tests/shared/desk.rs", ""),
            (
                "x/tests/one.rs",
                "#[path = \"shared/desk.rs\"]\nmod desk;\n",
            ),
            (
                "y/tests/two.rs",
                "#[path = \"../../x/tests/far/hull.rs\"]\nmod hull;\n",
            ),
            ("x/tests/far/hull.rs", ""),
            ("y/Cargo.toml", ""),
        ];
        check_with(&more, &[]);
    }

    #[test]
    fn a_file_without_a_mod_is_found() {
        check_with(&[("x/src/b.rs", "")], &["x/src/b.rs"]);
        check_with(&[("x/tests/all/run.rs", "")], &["x/tests/all/run.rs"]);
        // `src/tests` is a folder of modules, because `src` has no `Cargo.toml`.
        check_with(&[("x/src/tests/c.rs", "")], &["x/src/tests/c.rs"]);
        check_with(&[("x/src/a/inn.rs", "// mod inn;\n")], &["x/src/a/inn.rs"]);
    }

    #[test]
    fn the_finding_names_the_file_to_change() {
        let files = [("x/src/lib.rs", ""), ("x/src/b.rs", "")];
        let found = check(&Tree::from_files(&files));
        assert_eq!(
            found[0].right,
            "write `mod b;` in x/src/lib.rs, or delete it"
        );
    }
}
