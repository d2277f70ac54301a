//! Every Rust file begins with a `//!` comment that says why it exists.

use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    tree.sources(&["rs"])
        .filter_map(|(path, text)| {
            let mut lines = text.trim_start_matches('\u{feff}').lines();
            let mut first = lines.next().unwrap_or("");
            let mut number = 1;
            // `#!` alone is a shebang; `#![` is an attribute, which comes after the header.
            if first.starts_with("#!") && !first.starts_with("#![") {
                first = lines.next().unwrap_or("");
                number = 2;
            }
            let said = first.strip_prefix("//!").map(str::trim);
            let wrong = match said {
                Some("") => "the header is empty",
                Some(_) => return None,
                None => "no header",
            };
            let right = "open with `//!` and say why the file exists";
            Some(Finding::error(path, number, wrong, right))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn line_of_finding(text: &str) -> Option<usize> {
        let findings = check(&Tree::from_files(&[("src/a.rs", text)]));
        findings.first().map(|finding| finding.line)
    }

    #[test]
    fn the_header_comes_first() {
        assert_eq!(line_of_finding("//! Why.\n#![no_main]\n"), None);
        assert_eq!(line_of_finding("//! Why.\r\n"), None);
        assert_eq!(line_of_finding("#!/usr/bin/env run\n//! Why.\n"), None);
        assert_eq!(line_of_finding("#![no_main]\n//! Why.\n"), Some(1));
        assert_eq!(line_of_finding("// Why.\n"), Some(1));
        assert_eq!(line_of_finding("//!\n//! Why.\n"), Some(1));
        assert_eq!(line_of_finding("#!/usr/bin/env run\nfn f() {}\n"), Some(2));
        assert_eq!(line_of_finding(""), Some(1));
    }

    #[test]
    fn other_languages_are_left_alone() {
        assert!(check(&Tree::from_files(&[("a.py", "import os\n")])).is_empty());
    }
}
