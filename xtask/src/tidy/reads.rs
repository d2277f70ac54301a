//! Tools read files through a few functions that accept only regular files up to a limit.
//!
//! Any other read could block on a pipe or a device that never ends, or allocate as much memory as a file claims.

use crate::tidy::code;
use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;

/// The crates that read files from users.
const READERS: &[&str] = &["tools/", "bindings/"];

/// The files that may call the file system: two files of the store, and two of crates that do not use the store and therefore
/// check files themselves.
const DOORS: &[&str] = &[
    "tools/footwork-store/src/regular_file.rs",
    "tools/footwork-store/src/files.rs",
    "tools/footwork-clip/src/gltf/buffers.rs",
    "bindings/c/src/file.rs",
];

/// The generator of bindings, which reads only this repository.
const OF_OURS: &str = "bindings/generate/";

/// Calls that read any file of any size.
const CALLS: &[&str] = &["fs::read(", "fs::read_to_string(", "File::open("];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let is_reader = |path: &str| {
        let sources =
            READERS.iter().any(|folder| path.starts_with(folder)) && path.contains("/src/");
        let sources = sources && !path.starts_with(OF_OURS);
        sources && !path.ends_with("tests.rs") && !DOORS.contains(&path)
    };
    let mut findings = Vec::new();
    for (path, text) in tree.sources(&["rs"]).filter(|(path, _)| is_reader(path)) {
        for (number, line) in code::lines(text) {
            let code = line.split("//").next().unwrap_or(line);
            if let Some(call) = CALLS.iter().find(|call| has_call(code, call)) {
                let wrong = format!("`{call}…)` reads any file of any size");
                let right = "call `read_bounded`, `read_existing` or `open_bounded` of the store";
                findings.push(Finding::error(path, number, wrong, right));
            }
        }
    }
    findings
}

/// Returns whether a line contains this call, and not only a longer name that ends like it.
fn has_call(code: &str, call: &str) -> bool {
    let before = |at: usize| code[..at].chars().next_back();
    let mut places = code.match_indices(call);
    places.any(|(at, _)| before(at).is_none_or(|c| !c.is_alphanumeric() && c != '_'))
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
    fn reads_of_files_of_any_size_are_found() {
        let text =
            "//! fs::read(x)\nlet a = fs::read(path);\nlet b = std::fs::File::open(path); // it\n";
        assert_eq!(lines_of_findings("tools/a/src/b.rs", text), [2, 3]);
        assert_eq!(lines_of_findings("bindings/python/src/b.rs", text), [2, 3]);
        for path in [
            "tools/a/tests/b.rs",
            "tools/a/src/b/tests.rs",
            "crates/a/src/b.rs",
            "tools/footwork-store/src/regular_file.rs",
        ] {
            assert_eq!(lines_of_findings(path, text), [0; 0], "{path}");
        }
        let other = "MappedFile::open(path);\n";
        assert_eq!(lines_of_findings("tools/a/src/b.rs", other), [0; 0]);
        let tests = "#[cfg(test)]\nmod tests {\n    fs::read(path);\n}\n";
        assert_eq!(lines_of_findings("tools/a/src/b.rs", tests), [0; 0]);
    }
}
