//! Words that STYLE bans: phrases that read as translated, and names of limits unlike std's.

use crate::tidy::finding::Finding;
use crate::tidy::tree::Tree;

/// Each banned phrase in lower case, the advice, and a continuation after which the phrase is allowed.
const PHRASES: &[(&str, &str, &str)] = &[
    ("so many", "say the number, or `that many`", " that"),
    ("what is such", "name it", ""),
    (
        "held against",
        "say `compared with` or `checked against`",
        "",
    ),
    ("is told", "say who learns it, or `receives`", " apart"),
    ("are told", "say who learns it, or `receive`", " apart"),
    ("takes up", "say `accepts` or `uses`", " to"),
    ("of now", "say `current`", ""),
    ("gives itself", "say what it does", ""),
];

/// Words that the name of a constant may not contain between its underscores.
const LIMITS: &[&str] = &["MOST", "LEAST", "LONGEST", "FARTHEST"];

const CODE: &[&str] = &[".rs", ".py", ".ts", ".tsx"];

const TEXTS: &[&str] = &["rs", "md", "py", "pyi", "ts", "tsx", "toml", "html"];

/// The page that lists the words, and this file.
const LEFT_OUT: &[&str] = &["STYLE.md", "xtask/src/tidy/words.rs"];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let own = |path: &&str| !LEFT_OUT.contains(path);
    let mut findings = Vec::new();
    for (path, text) in tree.sources(TEXTS).filter(|(path, _)| own(path)) {
        let is_code = CODE.iter().any(|end| path.ends_with(end));
        if !may_be_wrong(text, is_code) {
            continue;
        }
        for (index, line) in text.lines().enumerate() {
            let found = wrong_in(line, is_code);
            let finding = |(wrong, right)| Finding::error(path, index + 1, wrong, right);
            findings.extend(found.into_iter().map(finding));
        }
    }
    findings
}

/// Returns whether a phrase or limit occurs anywhere in a file, perhaps inside a word. One search of the whole file
/// costs less than one of each line.
fn may_be_wrong(text: &str, is_code: bool) -> bool {
    let lower = text.to_lowercase();
    let has_limit = is_code && LIMITS.iter().any(|limit| text.contains(limit));
    has_limit || PHRASES.iter().any(|(phrase, ..)| lower.contains(phrase))
}

fn wrong_in(line: &str, is_code: bool) -> Vec<(String, String)> {
    let lower = line.to_lowercase();
    let mut found = Vec::new();
    for (phrase, better, fine) in PHRASES {
        if holds_words(&lower, phrase, fine) {
            found.push((
                format!("`{phrase}` reads as translated"),
                (*better).to_owned(),
            ));
        }
    }
    if is_code {
        for word in line.split(|c: char| !c.is_alphanumeric() && c != '_') {
            let is_constant = word
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
            let parts = word.split('_');
            if let Some(limit) = parts
                .filter(|_| is_constant)
                .find(|part| LIMITS.contains(part))
            {
                let wrong = format!("`{word}` calls a limit `{limit}`");
                found.push((
                    wrong,
                    "begin limits with `MAX_` or `MIN_`, and end them with the unit".to_owned(),
                ));
            }
        }
    }
    found
}

/// Returns whether a text has the phrase as whole words, not followed by `fine`.
fn holds_words(text: &str, phrase: &str, fine: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric();
    text.match_indices(phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + phrase.len()..];
        let is_fine = !fine.is_empty() && rest.starts_with(fine);
        let after = rest.chars().next();
        !is_fine && !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })
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
    fn phrases_are_found_as_whole_words() {
        let text = "fine\n/// So many bytes.\nalso fine: much of nowhere, takes up to 3, told apart\n// it Is Told\n";
        assert_eq!(lines_of_findings("a.rs", text), [2, 4]);
        assert_eq!(lines_of_findings("docs/a.md", text), [2, 4]);
        assert_eq!(lines_of_findings("STYLE.md", text), [0; 0]);
    }

    #[test]
    fn limits_are_named_as_std_names_them() {
        let text = "const MOST_BYTES: u32 = 1;\nconst MAX_BYTES: u32 = 1;\nlet Most = LONGEST;\nlet almost = 1;\n";
        assert_eq!(lines_of_findings("a.rs", text), [1, 3]);
        assert_eq!(lines_of_findings("a.ts", text), [1, 3]);
        assert_eq!(lines_of_findings("a.md", text), [0; 0]);
    }
}
