//! Links on Markdown pages lead to files of the repository, and their anchors to headings.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::finding::Finding;
use crate::tidy::tree::{Tree, extension};

/// The pages shown by crates.io, PyPI and npm. Links to files of the repository are broken on them.
const SHOWN_BY_REGISTRIES: [&str; 3] = [
    "docs/crates/README.md",
    "bindings/python/README.md",
    "bindings/wasm/README.md",
];

pub(crate) fn check(tree: &Tree) -> Vec<Finding> {
    let folders: BTreeSet<&str> = tree.folders().collect();
    let pages: BTreeMap<&str, &str> = tree.sources(&["md"]).collect();
    let mut findings = Vec::new();
    for (page, text) in &pages {
        let is_shown = SHOWN_BY_REGISTRIES.contains(page);
        for (line, link) in links(text) {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = resolved(page, target);
            let wrong = match path.as_deref() {
                _ if is_shown && !target.is_empty() => "leads nowhere on a registry",
                Some(path) if !exists(tree, &folders, path) => "leads to no file",
                Some(path) if has_no_anchor(&pages, path, anchor) => "leads to no heading",
                Some(_) => continue,
                None => "leads out of the repository",
            };
            let right = if is_shown {
                "name the file in code, or give an address"
            } else {
                "link to a file of the repository, from the folder of the page"
            };
            findings.push(Finding::error(
                page,
                line,
                format!("`{link}` {wrong}"),
                right,
            ));
        }
    }
    findings
}

/// Returns the links of a page to files, each with its line. Code is left out.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, prose) in prose(text) {
        let outside_code = prose.split('`').step_by(2);
        let targets = outside_code.flat_map(|part| part.split("](").skip(1));
        let targets = targets.filter_map(|rest| rest.split([')', ' ']).next());
        let to_files = targets.filter(|target| !target.is_empty() && !target.contains(':'));
        found.extend(to_files.map(|target| (line, target)));
    }
    found
}

/// Returns the lines outside fenced blocks, with their numbers from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_fenced = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence
    })
}

/// Returns the path of a target from the root; `None` if it leaves the repository.
fn resolved(page: &str, target: &str) -> Option<String> {
    if target.is_empty() {
        return Some(page.to_owned());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn exists(tree: &Tree, folders: &BTreeSet<&str>, path: &str) -> bool {
    path.is_empty() || folders.contains(path) || tree.paths().any(|file| file == path)
}

/// Returns whether an anchor of a page is missing. Line anchors (`#L12`) and files other than Markdown are not
/// checked.
fn has_no_anchor(pages: &BTreeMap<&str, &str>, path: &str, anchor: &str) -> bool {
    if anchor.is_empty() || extension(path) != Some("md") {
        return false;
    }
    pages.get(path).is_some_and(|text| {
        let headings = prose(text).filter_map(|(_, line)| line.strip_prefix('#'));
        !headings
            .map(|heading| slug(heading.trim_start_matches('#')))
            .any(|slug| slug == anchor)
    })
}

/// Returns GitHub's anchor for a heading: lower case, `-` for spaces, no punctuation other than `-` and `_`.
fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn wrong(page: &str) -> Vec<(usize, String)> {
        let tree = Tree::from_files(&[
            ("docs/guides/a.md", page),
            ("docs/b.md", "# Top\n\n## Cut, trim & *split*\n"),
            ("README.md", ""),
        ]);
        let found = check(&tree).into_iter();
        found.map(|finding| (finding.line, finding.wrong)).collect()
    }

    #[test]
    fn links_lead_somewhere() {
        for page in [
            "[b](../b.md) and [root](../../README.md), [here](#it)\n# It",
            "[split](../b.md#cut-trim--split) [folder](../guides)",
            "[out](https://example.org/gone.md) [mail](mailto:a@example.org)",
            "```\n[gone](gone.md)\n```\n`[gone](gone.md)`",
        ] {
            assert_eq!(wrong(page), [], "{page}");
        }
    }

    #[test]
    fn a_page_that_registries_show_has_no_paths() {
        let page = "[a](#a) [b](https://example.org/b) [c](../guides/c.md)\n# A";
        let tree = Tree::from_files(&[("docs/crates/README.md", page), ("docs/guides/c.md", "")]);
        let found: Vec<String> = check(&tree).into_iter().map(|it| it.wrong).collect();
        assert_eq!(found, ["`../guides/c.md` leads nowhere on a registry"]);
    }

    #[test]
    fn dead_links_are_found() {
        let gone = |link: &str, what: &str| [(2, format!("`{link}` {what}"))];
        for (link, what) in [
            ("b.md", "leads to no file"),
            ("../b.md#bottom", "leads to no heading"),
            ("#it", "leads to no heading"),
            ("../../../b.md", "leads out of the repository"),
        ] {
            assert_eq!(wrong(&format!("a\n[x]({link})")), gone(link, what));
        }
    }
}
