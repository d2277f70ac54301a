//! ARCHITECTURE lists exactly the files that allow unsafe code.

use std::collections::BTreeSet;

use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;

const PAGE: &str = "ARCHITECTURE.md";

/// The beginning of the invariant that lists the files.
const INVARIANT: &str = "**Unsafe code";

/// Separate workspaces that are not shipped.
const LEFT_OUT: &[&str] = &["bench/", "fuzz/"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let Some((line, listed)) = tree.text(PAGE).and_then(listed) else {
        // Trees in tests need not have the page; the rule `architecture` reports a missing one.
        return Vec::new();
    };
    let sources = tree.sources(&["rs"]);
    let allowing: BTreeSet<&str> = sources
        .filter(|(path, text)| !LEFT_OUT.iter().any(|out| path.starts_with(out)) && allows(text))
        .map(|(path, _)| path)
        .collect();
    let gone = listed.iter().filter(|path| !allowing.contains(*path));
    let gone = gone.map(|path| {
        let wrong = format!("`{path}` allows no unsafe code");
        Finding::error(PAGE, line, wrong, "take it off the list")
    });
    let unlisted = allowing.iter().filter(|path| !listed.contains(*path));
    let unlisted = unlisted.map(|path| {
        let wrong = format!("unsafe code, which {PAGE} does not list");
        Finding::error(
            path,
            1,
            wrong,
            "do without, or list the file with its reason",
        )
    });
    gone.chain(unlisted).collect()
}

/// Returns the line of the invariant and the files in it.
fn listed(page: &str) -> Option<(usize, BTreeSet<&str>)> {
    let (before, rest) = page.split_at(page.find(INVARIANT)?);
    let is_next = |line: &&str| line.is_empty() || line.starts_with(|c: char| c.is_ascii_digit());
    let lines = rest.lines().take_while(|line| !is_next(line));
    let spans = lines.flat_map(|line| line.split('`').skip(1).step_by(2));
    let files = spans.filter(|span| span.ends_with(".rs")).collect();
    Some((before.lines().count(), files))
}

/// Returns whether an attribute allows unsafe code, on one line or over several.
fn allows(text: &str) -> bool {
    let lint = ["unsafe", "_code"].concat();
    let attribute = ["allow(", "expect("].map(|start| format!("{start}{lint}"));
    text.lines().map(str::trim).any(|line| {
        let starts = line.starts_with('#') && attribute.iter().any(|a| line.contains(a));
        starts || line.strip_prefix(&lint) == Some(",")
    })
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    const PAGE: &str = "1. **First.** `a.rs`\n2. **Unsafe code has places**: `a/one.rs` and\n   `a/two.rs`.\n\n`a/not.rs`\n";

    #[track_caller]
    fn check_files(files: &[(&str, &str)], expected: &[&str]) {
        let files = [&[("ARCHITECTURE.md", PAGE)], files].concat();
        let found = check(&Tree::from_files(&files));
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        let same = found.iter().zip(expected).all(|(f, e)| f.starts_with(e));
        assert!(same && found.len() == expected.len(), "{found:?}");
    }

    #[test]
    fn the_list_must_be_exactly_the_files_that_allow_unsafe_code() {
        let one = ["#![allow(unsafe", "_code, reason = \"maps\")]\n"].concat();
        let two = [
            "#![allow(\n    unsafe",
            "_code,\n    reason = \"speed\"\n)]\n",
        ]
        .concat();
        let both = [("a/one.rs", one.as_str()), ("a/two.rs", two.as_str())];
        check_files(&both, &[]);
        check_files(&both[..1], &["ARCHITECTURE.md:2: `a/two.rs`"]);
        check_files(
            &[&both[..], &[("a/not.rs", &one)]].concat(),
            &["a/not.rs:1:"],
        );
        check_files(&[&both[..], &[("bench/a.rs", &one)]].concat(), &[]);
        check_files(&[&both[..], &[("a/word.rs", "//! unsafe\n")]].concat(), &[]);
    }
}
