//! A crate lists its exports by name; `pub use` with a star would hide them.

use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.sources(&["rs"]) {
        let mut open: Option<(usize, String)> = None;
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or(line).trim();
            if open.is_none() && is_re_export(code) {
                open = Some((index + 1, String::new()));
            }
            let Some((start, statement)) = &mut open else {
                continue;
            };
            statement.push_str(code);
            if !code.contains(';') {
                continue;
            }
            if statement.contains('*') {
                let right = "name each exported item";
                findings.push(Finding::error(path, *start, "a glob re-export", right));
            }
            open = None;
        }
    }
    findings
}

/// Returns whether a line begins with a `use` that has a visibility.
fn is_re_export(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("pub") else {
        return false;
    };
    let rest = match rest.strip_prefix('(') {
        Some(inner) => inner.split_once(')').map_or("", |(_, after)| after),
        None => rest,
    };
    rest.trim_start().starts_with("use ") && rest.starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn lines_of_findings(text: &str) -> Vec<usize> {
        let findings = check(&Tree::from_files(&[("a.rs", text)]));
        findings.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn stars_are_found_on_one_line_or_many() {
        assert_eq!(lines_of_findings("pub use a::*;\n"), [1]);
        assert_eq!(lines_of_findings("\n    pub(crate) use a::b::*;\n"), [2]);
        assert_eq!(
            lines_of_findings("pub use a::{\n    b,\n    c::*,\n};\n"),
            [1]
        );
    }

    #[test]
    fn named_exports_and_private_globs_pass() {
        assert_eq!(lines_of_findings("pub use a::{b, c};\nuse d::*;\n"), [0; 0]);
        assert_eq!(
            lines_of_findings("// pub use a::*;\npub use a::b; // not *\n"),
            [0; 0]
        );
        assert_eq!(lines_of_findings("pub user: *const u8;\n"), [0; 0]);
    }
}
