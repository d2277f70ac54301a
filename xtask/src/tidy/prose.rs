//! Prose that reads as translated: counts patterns per file and compares them with a baseline that only goes down.
//!
//! `prose/habits.txt` has the patterns. `prose/baseline.txt` has a line for each file that still matches some: hits, words and
//! path. A file fails if it has more hits than its line and also more hits per 1,000 words. Without a line, it fails
//! above [`LIMIT`].
//! `cargo xtask tidy --lower` lowers the baseline after an improvement and never raises a line.

use std::collections::BTreeMap;
use std::fmt::Write;

use regex_lite::Regex;

use crate::tidy::finding::Finding;
use crate::tidy::tree::{Tree, extension};

/// The maximum rate of a file without a line in the baseline, in hits per 1,000 words.
const LIMIT: f64 = 2.5;

/// The length in bytes from which a string literal counts as prose.
const MIN_LITERAL: usize = 25;

const HABITS: &str = include_str!("prose/habits.txt");

/// The path of the baseline.
pub(crate) const BASELINE: &str = "xtask/src/tidy/prose/baseline.txt";

/// Folders without prose of ours, as parts of a path.
const LEFT_OUT: &[&str] = &["target", "node_modules", "dist", "samples", "testdata"];

const EXTENSIONS: &[&str] = &["md", "rs", "ts", "tsx", "h", "hpp", "cs", "py"];

/// The hits and words of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    hits: usize,
    words: usize,
}

impl Count {
    /// Returns the hits per 1,000 words.
    fn rate(self) -> f64 {
        1000.0 * self.hits as f64 / self.words.max(1) as f64
    }
}

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let baseline = read(tree.text(BASELINE).unwrap_or(""));
    let habits = habits();
    let mut findings = Vec::new();
    for (path, text) in prose_files(tree) {
        let prose = prose(path, text);
        let hits = hits(&habits, &prose);
        let count = Count {
            hits: hits.len(),
            words: words(&prose),
        };
        let before = baseline.get(path).copied().unwrap_or_default();
        let allowed = if before.hits > 0 {
            before.rate()
        } else {
            LIMIT
        };
        if count.hits <= before.hits || count.rate() <= allowed {
            continue;
        }
        let Some((line, habit)) = hits.first() else {
            continue;
        };
        let wrong = format!(
            "{} habits in {} words of prose, {:.1} per 1,000; the limit is {allowed:.1}. The first: {habit}",
            count.hits,
            count.words,
            count.rate(),
        );
        findings.push(Finding::error(
            path,
            *line,
            wrong,
            "write it as STYLE says".to_owned(),
        ));
    }
    findings
}

/// Returns the baseline for a tree: no line rises, and files without hits have no line.
pub(crate) fn lowered(tree: &Tree) -> String {
    let before = read(tree.text(BASELINE).unwrap_or(""));
    let habits = habits();
    let mut text = String::from(
        "# Files with habits that STYLE bans: hits, words of prose, path. Lines only go down.\n",
    );
    for (path, file) in prose_files(tree) {
        let prose = prose(path, file);
        let now = Count {
            hits: hits(&habits, &prose).len(),
            words: words(&prose),
        };
        let line = match before.get(path) {
            Some(&old) if old.rate() < now.rate() => old,
            Some(_) => now,
            None if before.is_empty() || now.rate() <= LIMIT => now,
            None => continue,
        };
        if line.hits > 0 {
            _ = writeln!(text, "{}\t{}\t{path}", line.hits, line.words);
        }
    }
    text
}

fn read(baseline: &str) -> BTreeMap<&str, Count> {
    let lines = baseline.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let mut parts = line.split('\t');
            let hits = parts.next()?.parse().ok()?;
            let words = parts.next()?.parse().ok()?;
            Some((parts.next()?, Count { hits, words }))
        })
        .collect()
}

fn habits() -> Vec<(&'static str, Regex)> {
    let lines = HABITS.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let (name, pattern) = line.split_once('\t')?;
            Some((name, Regex::new(pattern).ok()?))
        })
        .collect()
}

fn prose_files(tree: &Tree) -> impl Iterator<Item = (&str, &str)> {
    let is_ours = |path: &str| {
        let mut parts = path.split('/');
        parts.all(|part| {
            !LEFT_OUT.contains(&part) && !part.starts_with("LICENSE") && !part.starts_with("NOTICE")
        })
    };
    tree.sources(EXTENSIONS).filter(move |(path, text)| {
        let head = text
            .char_indices()
            .nth(400)
            .map_or(*text, |(end, _)| &text[..end]);
        is_ours(path) && !head.contains("@generated")
    })
}

/// Returns each hit with its line, from 1.
fn hits(habits: &[(&'static str, Regex)], prose: &[(usize, String)]) -> Vec<(usize, &'static str)> {
    let mut hits = Vec::new();
    for (line, prose) in prose {
        for (name, habit) in habits {
            hits.extend(habit.find_iter(prose).map(|_| (*line, *name)));
        }
    }
    hits
}

fn words(prose: &[(usize, String)]) -> usize {
    let is_word = |c: char| c.is_ascii_alphabetic() || c == '\'';
    let count = |prose: &str| {
        prose
            .split(|c| !is_word(c))
            .filter(|word| !word.is_empty())
            .count()
    };
    prose.iter().map(|(_, prose)| count(prose)).sum()
}

/// Returns the lines of prose in a file, without code, with their numbers from 1.
fn prose(path: &str, text: &str) -> Vec<(usize, String)> {
    match extension(path) {
        Some("md") => markdown(text),
        Some("py") => python(text),
        Some(extension) => comments(text, matches!(extension, "rs" | "ts" | "tsx")),
        None => Vec::new(),
    }
}

fn markdown(text: &str) -> Vec<(usize, String)> {
    let mut is_code = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !line.starts_with("    ") {
            found.push((number, without_code(&without_links(line))));
        }
    }
    found
}

fn python(text: &str) -> Vec<(usize, String)> {
    let mut is_doc = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let quotes = line.matches("\"\"\"").count();
        let is_edge = quotes == 1;
        if is_edge {
            is_doc = !is_doc;
        }
        if is_edge || is_doc || quotes == 2 {
            found.push((number, without_code(&line.replace("\"\"\"", " "))));
        } else if let Some(comment) = line.trim_start().strip_prefix('#') {
            found.push((number, without_code(comment)));
        }
    }
    found
}

/// Returns the comments that begin a line and, with `with_literals`, the longer string literals.
fn comments(text: &str, with_literals: bool) -> Vec<(usize, String)> {
    let mut is_code = false;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match comment(line) {
            Some(comment) if comment.starts_with("```") => is_code = !is_code,
            Some(comment) if !is_code && !comment.starts_with('|') => {
                found.push((number, without_code(comment)));
            }
            Some(_) => {}
            None if with_literals => {
                found.extend(literals(line).into_iter().map(|literal| (number, literal)));
            }
            None => {}
        }
    }
    found
}

fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = ["///", "//!", "//", "/**", "/*", "*"]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// Returns the string literals of a line that are sentences, without their code and placeholders.
fn literals(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut literal: Option<String> = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (&mut literal, c) {
            (None, '"') => literal = Some(String::new()),
            (Some(_), '"') => found.extend(literal.take()),
            (Some(text), '\\') => text.extend(characters.next()),
            (Some(text), c) => text.push(c),
            (None, _) => {}
        }
    }
    found.retain(|text| text.len() >= MIN_LITERAL && text.contains(' '));
    let plain = |text: String| without_code(&text).replace(['{', '}'], " ");
    found.into_iter().map(plain).collect()
}

/// Replaces code between backticks with `X`.
fn without_code(line: &str) -> String {
    let mut parts = line.split('`');
    let mut plain = parts.next().unwrap_or("").to_owned();
    let mut rest = parts.peekable();
    while let Some(code) = rest.next() {
        match rest.next() {
            Some(prose) => {
                plain.push('X');
                plain += prose;
            }
            None => {
                plain.push('`');
                plain += code;
            }
        }
    }
    plain
}

/// Removes the targets of links.
fn without_links(line: &str) -> String {
    let mut parts = line.split("](");
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        plain.push(']');
        plain += part.split_once(')').map_or(part, |(_, rest)| rest);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: &str = "//! A file.\n// It runs for whoever asks.\n";

    fn findings(baseline: &str, text: &str) -> Vec<String> {
        let tree = Tree::from_files(&[(BASELINE, baseline), ("a/src/lib.rs", text)]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_new_file_with_a_habit_fails() {
        let found = findings("", BAD);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("a/src/lib.rs:2:"), "{found:?}");
        assert!(findings("", "//! A file.\n// Says nothing odd.\n").is_empty());
    }

    #[test]
    fn a_file_may_keep_its_habits_and_not_gain_any() {
        assert!(findings("1\t7\ta/src/lib.rs\n", BAD).is_empty());
        let worse = format!("{BAD}// Or nobody knows.\n");
        assert_eq!(findings("1\t7\ta/src/lib.rs\n", &worse).len(), 1);
    }

    #[test]
    fn the_baseline_only_goes_down() {
        let lower = |baseline: &str, text: &str| {
            lowered(&Tree::from_files(&[
                (BASELINE, baseline),
                ("a/src/lib.rs", text),
            ]))
        };
        assert!(
            lower("", BAD).ends_with("\n1\t7\ta/src/lib.rs\n"),
            "{}",
            lower("", BAD)
        );
        let worse = format!("{BAD}// Or nobody knows.\n");
        assert!(lower("1\t7\ta/src/lib.rs\n", &worse).ends_with("\n1\t7\ta/src/lib.rs\n"));
        let better = "//! A file.\n";
        assert!(!lower("1\t7\ta/src/lib.rs\n", better).contains("lib.rs"));
    }

    #[test]
    fn code_does_not_count_as_prose() {
        let of = |path: &str, text: &str| prose(path, text).len();
        assert_eq!(of("a.md", "Text\n```\nwhoever\n```\n    whoever\n"), 1);
        assert_eq!(
            of(
                "a.rs",
                "/// Text.\n/// ```\n/// whoever\n/// ```\nlet x = \"short\";\n"
            ),
            1
        );
        assert_eq!(
            prose("a.md", "See `whoever` and [x](whoever.md)")[0].1,
            "See X and [x]"
        );
        assert_eq!(
            of(
                "a.rs",
                "call(\"a sentence that is long enough to be read\");"
            ),
            1
        );
        assert_eq!(of("a.py", "x = 1\n\"\"\"One.\ntwo\n\"\"\"\n# three\n"), 4);
    }

    #[test]
    fn every_habit_is_a_pattern() {
        let lines = HABITS.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(habits().len(), lines);
    }
}
