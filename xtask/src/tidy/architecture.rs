//! Every path in ARCHITECTURE.md exists.
//!
//! The rule reads code spans, links and, inside fenced blocks, every word that begins with a folder of the root. Paths are
//! written in full from the root. A path elsewhere, for example in a user's folder of clips, begins with a placeholder such as
//! `<library>/` and is not checked.

use std::collections::BTreeSet;

use crate::tidy::finding::Finding;
use crate::tidy::pattern;
use crate::tidy::tree::{Tree, extension};

const PAGE: &str = "ARCHITECTURE.md";

/// Extensions by which a name without a `/` counts as a path.
const EXTENSIONS: &[&str] = &[
    "rs", "toml", "md", "ts", "tsx", "js", "py", "json", "yml", "yaml", "html", "css", "sh", "txt",
];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(text) = tree.text(PAGE) else {
        let right = "write it: a bird's eye view, a map of the code, the invariants";
        return vec![Finding::error(PAGE, 1, "the page is not there", right)];
    };
    let folders: BTreeSet<&str> = tree.folders().collect();
    mentions(text, &folders)
        .into_iter()
        .filter(|(_, path)| {
            let exists = |path: &String| exists(tree, &folders, path);
            !pattern::expand(path).iter().all(exists)
        })
        .map(|(line, path)| {
            let wrong = format!("`{path}` is not there");
            let right =
                "name an existing path in full from the root, or begin a path elsewhere with `<…>/`";
            Finding::error(PAGE, line, wrong, right)
        })
        .collect()
}

fn exists(tree: &Tree, folders: &BTreeSet<&str>, path: &str) -> bool {
    let path = path.trim_start_matches("./");
    let (path, folder_only) = match path.strip_suffix('/') {
        Some(path) => (path, true),
        None => (path, false),
    };
    let matches = |candidate: &str| pattern::matches(path, candidate);
    path.is_empty()
        || folders.iter().any(|folder| matches(folder))
        || (!folder_only && tree.paths().any(matches))
}

/// Returns the paths on the page, each with its line.
fn mentions(text: &str, folders: &BTreeSet<&str>) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        let paths: Vec<&str> = if fenced {
            words_under(line, folders).collect()
        } else {
            code_spans(line).chain(links(line)).collect()
        };
        found.extend(paths.into_iter().map(|path| (index + 1, path.to_owned())));
    }
    found
}

/// Returns the words of a drawing or a map that begin with a folder of the root.
fn words_under<'a>(line: &'a str, folders: &BTreeSet<&str>) -> impl Iterator<Item = &'a str> {
    line.split(|c: char| c.is_whitespace() || "(),;\"'`".contains(c))
        .map(|word| word.trim_end_matches(['.', ':']))
        .filter(|word| has_path_letters(word))
        .filter(|word| {
            word.split_once('/')
                .is_some_and(|(first, _)| folders.contains(first))
        })
}

/// Returns the code spans that look like paths.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`')
        .skip(1)
        .step_by(2)
        .map(without_line_number)
        .filter(|span| looks_like_a_path(span))
}

/// Returns the targets of links, except those outside the repository.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', ' ']).next())
        .filter_map(|target| target.split('#').next())
        .filter(|target| !target.is_empty() && has_path_letters(target))
}

/// Returns whether a span has a `/` or is a file name with a known extension. `.tags.toml` is only an ending,
/// `*.toml` a kind of file, and `/api/clips` belongs to a server.
fn looks_like_a_path(span: &str) -> bool {
    let is_a_name = !span.starts_with('.')
        && !span.contains('*')
        && extension(span).is_some_and(|e| EXTENSIONS.contains(&e));
    has_path_letters(span)
        && span.contains(|c: char| c.is_ascii_alphabetic())
        && !span.starts_with('/')
        && (span.contains('/') || is_a_name)
}

/// Returns whether a span has only characters that occur in paths. Other spans are code, commands, addresses or
/// placeholders.
fn has_path_letters(span: &str) -> bool {
    span.chars()
        .all(|c| c.is_ascii_alphanumeric() || "_-./*{},".contains(c))
}

/// Removes the line number of `a/b.rs:12`.
fn without_line_number(span: &str) -> &str {
    match span.rsplit_once(':') {
        Some((path, number)) if number.parse::<u32>().is_ok() => path,
        _ => span,
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn tree(page: &str) -> Tree {
        Tree::from_files(&[
            ("ARCHITECTURE.md", page),
            ("README.md", ""),
            ("crates/footwork-tags/src/query/parse.rs", ""),
            ("crates/footwork-expr/src/lib.rs", ""),
            ("tools/footwork-cli/src/main.rs", ""),
        ])
    }

    fn check_page(page: &str, missing: &[(usize, &str)]) {
        let found: Vec<_> = check(&tree(page))
            .into_iter()
            .map(|finding| (finding.line, finding.wrong))
            .collect();
        let expected: Vec<_> = missing
            .iter()
            .map(|(line, path)| (*line, format!("`{path}` is not there")))
            .collect();
        assert_eq!(found, expected, "{page}");
    }

    #[test]
    fn paths_that_exist_pass() {
        check_page("`crates/footwork-tags/src/query/parse.rs`", &[]);
        check_page("`crates/footwork-tags/src/query/parse.rs:12`", &[]);
        check_page("`tools/footwork-cli/`, `tools/footwork-cli`", &[]);
        check_page("`README.md` and [it](README.md#top)", &[]);
        check_page("`crates/footwork-{tags,expr}/src/`, `crates/*/src/`", &[]);
    }

    #[test]
    fn paths_that_do_not_exist_are_found() {
        let gone = "crates/footwork-tags/src/query/lex.rs";
        check_page(&format!("one\n\n`{gone}`"), &[(3, gone)]);
        check_page("`README.md/`", &[(1, "README.md/")]);
        check_page("`query/parse.rs`", &[(1, "query/parse.rs")]);
        check_page(
            "`parse.rs` `CHANGES.md`",
            &[(1, "parse.rs"), (1, "CHANGES.md")],
        );
        check_page("[it](docs/it.md)", &[(1, "docs/it.md")]);
        check_page(
            "`crates/{footwork-tags,gone}/`",
            &[(1, "crates/{footwork-tags,gone}/")],
        );
        check_page("`crates/*/benches/`", &[(1, "crates/*/benches/")]);
    }

    #[test]
    fn words_of_drawings_count_as_paths_if_they_begin_with_a_root_folder() {
        let page = "```\nsin/cos ──► crates/gone\ncrates/footwork-tags/  tags\n```\n`src/x`";
        check_page(page, &[(2, "crates/gone"), (5, "src/x")]);
    }

    #[test]
    fn spans_that_are_not_paths_are_ignored() {
        check_page("`cargo xtask test` `i / rate` `1/30` `[f32; 3]`", &[]);
        check_page(
            "`footwork_tags::Ranges` `<library>/.footwork/` `*.bvh`",
            &[],
        );
        check_page(
            "`https://example.org/a` [b](https://example.org/b) [c](#c)",
            &[],
        );
        check_page(
            "crates/gone in prose, `/api/clips`, `.tags.toml`, `*.toml`",
            &[],
        );
    }

    #[test]
    fn the_page_itself_must_be_there() {
        let findings = check(&Tree::from_files(&[("README.md", "")]));
        assert_eq!(findings.len(), 1);
    }
}
