//! Checks the licence in each crate's manifest, for linked and build-time crates of every target, against a list. Needs no
//! network once the crates are fetched.

use std::collections::BTreeSet;

use crate::cargo::Cargo;
use crate::outcome::Outcome;

/// Licences that ask for no more than a notice. Linked crates may have these.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Further licences for the other libraries in `bench/` and for crates that only tests need. None of them is shipped.
const UNSHIPPED: &[&str] = &["MPL-2.0"];

/// Exceptions that may be added to a licence. Each permits more than the licence alone.
const ADDITIONS: &[&str] = &["LLVM-exception"];

/// All dependencies.
const ALL: &[&str] = &["--edges", "normal,build,dev"];

/// All dependencies except those of tests and those of the bindings generator, since only the generator's output is shipped.
const SHIPPED: &[&str] = &["--edges", "normal,build", "--exclude", "footwork-bindings"];

/// The manifests of the workspaces, with the kinds of dependencies to check and the licences allowed beyond [`ALLOWED`]. Each
/// workspace has its own lock file.
const WORKSPACES: &[(&str, &[&str], &[&str])] = &[
    ("Cargo.toml", SHIPPED, &[]),
    ("Cargo.toml", ALL, UNSHIPPED),
    ("bench/Cargo.toml", ALL, UNSHIPPED),
    ("fuzz/Cargo.toml", ALL, &[]),
];

/// The separator between a crate and its licence.
const BETWEEN: &str = " | ";

/// Checks the dependencies of every workspace.
pub(crate) fn check(cargo: &Cargo) -> Outcome {
    let (mut refused, mut count) = (0, 0);
    for (manifest, edges, more) in WORKSPACES {
        let format = format!("{{p}}{BETWEEN}{{l}}");
        let what = [
            "tree",
            "--manifest-path",
            manifest,
            "--workspace",
            "--locked",
        ];
        // For every target, because shipped programs are also built on other machines.
        let targets = ["--all-features", "--target", "all"];
        let form = ["--prefix", "none", "--no-dedupe", "--format", &format];
        let tree = match cargo.said(&[&what[..], &targets, edges, &form].concat()) {
            Ok(tree) => tree,
            Err(failed) => return failed,
        };
        let crates: BTreeSet<&str> = tree.lines().filter(|line| !line.is_empty()).collect();
        for line in &crates {
            let (name, licence) = line.split_once(BETWEEN).unwrap_or((line, ""));
            if !is_allowed_with(licence, more) {
                println!("{manifest}: {name}: {licence:?}");
                refused += 1;
            }
        }
        count += crates.len();
    }
    println!("licences: crates {count}, refused {refused}");
    match (refused, count) {
        (_, 0) => Outcome::Fail("cargo lists no crates".to_owned()),
        (0, _) => Outcome::Pass,
        _ => Outcome::Fail(format!(
            "crates with licences that are not allowed: {refused}"
        )),
    }
}

/// Returns whether an SPDX expression has a choice in which every licence is allowed. `/` is the old spelling of `OR`.
pub(crate) fn is_allowed(expression: &str) -> bool {
    is_allowed_with(expression, &[])
}

/// Does the same as [`is_allowed`], with more allowed licences.
fn is_allowed_with(expression: &str, more: &[&str]) -> bool {
    let is_listed = |licence: &str| ALLOWED.contains(&licence) || more.contains(&licence);
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut words = words.as_slice();
    any(&mut words, &is_listed) == Some(true) && words.is_empty()
}

/// Removes `A OR B` from the start of the words and evaluates it. `None` if they are not an expression.
fn any(words: &mut &[&str], is_listed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut allowed = all(words, is_listed)?;
    while take(words, "OR") {
        allowed |= all(words, is_listed)?;
    }
    Some(allowed)
}

/// Reads `A AND B`, which binds tighter.
fn all(words: &mut &[&str], is_listed: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut allowed = one(words, is_listed)?;
    while take(words, "AND") {
        allowed &= one(words, is_listed)?;
    }
    Some(allowed)
}

/// Reads a licence, with or without an addition, or an expression in parentheses.
fn one(words: &mut &[&str], is_listed: &dyn Fn(&str) -> bool) -> Option<bool> {
    if take(words, "(") {
        let inner = any(words, is_listed)?;
        return take(words, ")").then_some(inner);
    }
    let (licence, rest) = words.split_first()?;
    *words = rest;
    let mut allowed = is_listed(licence);
    if take(words, "WITH") {
        let (addition, rest) = words.split_first()?;
        *words = rest;
        allowed &= ADDITIONS.contains(addition);
    }
    Some(allowed)
}

/// Removes the next word if it is `word`. Returns whether it was.
fn take(words: &mut &[&str], word: &str) -> bool {
    match words.split_first() {
        Some((first, rest)) if *first == word => {
            *words = rest;
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{UNSHIPPED, is_allowed, is_allowed_with};

    fn check(expression: &str, expected: bool) {
        assert_eq!(is_allowed(expression), expected, "{expression}");
    }

    #[test]
    fn one_choice_that_is_all_allowed_is_enough() {
        check("MIT", true);
        check("MIT OR Apache-2.0", true);
        check("Apache-2.0/MIT", true);
        check("GPL-3.0-only", false);
        check("MIT OR GPL-3.0-only", true);
        check("MIT AND GPL-3.0-only", false);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", true);
        check("(MIT OR Apache-2.0) AND GPL-3.0-only", false);
        check("GPL-3.0-only AND MIT OR ISC", true);
        check("Apache-2.0 WITH LLVM-exception", true);
        check("GPL-2.0-only WITH Classpath-exception-2.0", false);
        check("Apache-2.0 WITH Classpath-exception-2.0", false);
    }

    #[test]
    fn unshipped_crates_may_have_more_licences() {
        check("MPL-2.0", false);
        assert!(is_allowed_with("MPL-2.0", UNSHIPPED) && is_allowed_with("MIT", UNSHIPPED));
        assert!(!is_allowed_with("GPL-3.0-only", UNSHIPPED));
    }

    #[test]
    fn malformed_expressions_are_refused() {
        for expression in ["", "(MIT", "MIT)", "MIT OR", "AND MIT", "MIT MIT", "mit"] {
            check(expression, false);
        }
    }
}
