//! No file or module has a catch-all name such as `utils`, and a module with children is `foo.rs` next to `foo/`, not `mod.rs`.

use std::collections::BTreeSet;

use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;

const SAY_NOTHING: &[&str] = &[
    "util", "utils", "common", "helper", "helpers", "manager", "managers",
];

const CODE: &[&str] = &["rs", "ts", "tsx", "py"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut folders = BTreeSet::new();
    for (path, text) in tree.sources(CODE) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if name == "mod.rs" {
            let right = format!("call it `{folder}.rs`, next to the folder");
            findings.push(Finding::error(path, 1, "a file named `mod.rs`", right));
        }
        let stem = name.split('.').next().unwrap_or(name);
        if SAY_NOTHING.contains(&stem) {
            findings.push(says_nothing(path, 1, stem));
        }
        let said_above = folder.split('/').find(|part| SAY_NOTHING.contains(part));
        if let Some(part) = said_above
            && folders.insert(folder)
        {
            findings.push(says_nothing(path, 1, part));
        }
        if name.ends_with(".rs") {
            let inline = text.lines().enumerate();
            findings.extend(inline.filter_map(|(index, line)| {
                let module = module_opened(line)?;
                SAY_NOTHING
                    .contains(&module)
                    .then(|| says_nothing(path, index + 1, module))
            }));
        }
    }
    findings
}

fn says_nothing(path: &str, line: usize, name: &str) -> Finding {
    let wrong = format!("`{name}` says nothing about what is inside");
    Finding::error(path, line, wrong, "name it by its one concept")
}

/// Returns the name in `mod name {`, with any visibility. Skips `mod name;`, because the name
/// of its file is checked.
fn module_opened(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1,
        Some(rest) => rest,
        None => line,
    };
    let name = line.trim_start().strip_prefix("mod ")?;
    Some(name.split_once('{')?.0.trim())
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn lines_of_findings(path: &str, text: &str) -> Vec<usize> {
        let findings = check(&Tree::from_files(&[(path, text)]));
        findings.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn file_names() {
        assert_eq!(lines_of_findings("a/src/query/mod.rs", ""), [1]);
        assert_eq!(lines_of_findings("a/src/utils.rs", ""), [1]);
        assert_eq!(lines_of_findings("web/helpers.ts", ""), [1]);
        assert_eq!(lines_of_findings("a/tests/common/clip.rs", ""), [1]);
        assert_eq!(lines_of_findings("a/src/query.rs", ""), [0; 0]);
        assert_eq!(lines_of_findings("a/src/longest_common.rs", ""), [0; 0]);
        assert_eq!(lines_of_findings("testdata/common/case.toml", ""), [0; 0]);
    }

    #[test]
    fn inline_modules() {
        let text =
            "mod clip;\npub(crate) mod helpers {\n}\nmod tests {\n    mod common {\n    }\n}\n";
        assert_eq!(lines_of_findings("a.rs", text), [2, 5]);
    }
}
