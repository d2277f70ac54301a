//! No file contains a path of a particular machine, such as a home folder.

use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;

/// Folders at the root of a disk that hold homes and workspaces. The rule adds the slashes when it runs, so that this file passes
/// its own rule.
const HOMES: &[&str] = &["home", "root", "work", "workspace", "workspaces", "Users"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let needles: Vec<String> = HOMES
        .iter()
        .flat_map(|name| {
            // A slash, a backslash, and a backslash escaped in a string.
            let backslash = ['\\', '\\'].iter().collect::<String>();
            ["/", "\\", backslash.as_str()].map(|slash| format!("{slash}{name}{slash}"))
        })
        .collect();
    let mut findings = Vec::new();
    for (path, text) in tree.texts() {
        // One search of the whole file costs less than one of each line, and most files have no needle.
        let present: Vec<&String> = needles
            .iter()
            .filter(|needle| text.contains(needle.as_str()))
            .collect();
        if present.is_empty() {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            let found = present
                .iter()
                .find_map(|needle| machine_path(line, needle.as_str()));
            if let Some(found) = found {
                let wrong = format!("`{found}` is a path of one machine");
                let right = "write it relative to the repository, or take it as an argument";
                findings.push(Finding::error(path, index + 1, wrong, right));
            }
        }
    }
    findings
}

/// Returns the first path in the line that begins with `needle` at the root of a disk.
fn machine_path<'a>(line: &'a str, needle: &str) -> Option<&'a str> {
    let (start, end) = line
        .match_indices(needle)
        .map(|(start, found)| (start, start + found.len()))
        .find(|&(start, end)| {
            let named = |c: char| c.is_alphanumeric() || "._-".contains(c);
            begins_a_path(&line[..start], needle) && line[end..].starts_with(named)
        })?;
    let stop = |c: char| c.is_whitespace() || "\"'`,;:()[]<>".contains(c);
    let length = line[end..].find(stop).unwrap_or(line.len() - end);
    Some(&line[start..end + length])
}

/// Returns whether a path begins after `before`. A path that continues another one, such as `../home/`
/// or a web address, is not a path of the machine.
fn begins_a_path(before: &str, needle: &str) -> bool {
    if needle.starts_with('\\') {
        return before.ends_with(':');
    }
    before.ends_with("file://")
        || before
            .chars()
            .next_back()
            .is_none_or(|c| c.is_whitespace() || "\"'`([{=,:;|".contains(c))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    /// `~` stands for the slash around the folder, so that this file passes its own rule.
    fn found(text: &str) -> bool {
        let text = text.replace('~', "/").replace('^', "\\");
        !check(&Tree::from_files(&[("a.md", text.as_str())])).is_empty()
    }

    #[test]
    fn homes_and_workspaces_are_found() {
        assert!(found("see ~home~ann/clips"));
        assert!(found("\"~root~.cargo\""));
        assert!(found("`~work~main`"));
        assert!(found("(~Users~ann)"));
        assert!(found("C:~Users~ann"));
        assert!(found("C:^Users^ann"));
        assert!(found("\"C:^^Users^^ann\""));
        assert!(found("file://~home~ann"));
        assert!(found("PATH=~opt:~home~ann/bin"));
    }

    #[test]
    fn other_uses_of_the_words_are_not_found() {
        assert!(!found("https://example.org~home~page"));
        assert!(!found("..~work~main"));
        assert!(!found("crates~root~src"));
        assert!(!found("$DIR~home~x"));
        assert!(!found("the folder `~home~` of a user"));
        assert!(!found("a home~work balance"));
    }

    #[test]
    fn the_finding_shows_the_path() {
        let text = ["x\nin \"/ho", "me/ann/a.bvh\"\n"].concat();
        let finding = &check(&Tree::from_files(&[("a.md", text.as_str())]))[0];
        assert_eq!(finding.line, 2);
        let path = ["`/ho", "me/ann/a.bvh`"].concat();
        assert!(finding.wrong.starts_with(&path), "{}", finding.wrong);
    }
}
