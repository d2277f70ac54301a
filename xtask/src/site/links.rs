//! Checks that every link of the site leads to a file of the site, and to an id in it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use regex_lite::Regex;

/// Pages whose ids are made by their scripts; their own fragments are not checked.
const MADE: &[&str] = &["play/", "query/", "steer/"];

/// Pages that rustdoc wrote and checked.
const OF_RUSTDOC: &str = "reference/rust/";

/// Returns the links that lead nowhere, each with its page.
pub(super) fn broken(folder: &Path) -> io::Result<Vec<String>> {
    let mut pages = Vec::new();
    list(folder, &mut pages)?;
    let mut found = Vec::new();
    for page in &pages {
        let name = page
            .strip_prefix(folder)
            .unwrap_or(page)
            .display()
            .to_string();
        if name.replace('\\', "/").starts_with(OF_RUSTDOC) {
            continue;
        }
        let html = fs::read_to_string(page)?;
        for link in links(&html) {
            if !leads(folder, page, &link)? {
                found.push(format!("{name}: {link}"));
            }
        }
    }
    Ok(found)
}

fn list(folder: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            list(&path, into)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            into.push(path);
        }
    }
    Ok(())
}

/// Returns the addresses in a page, without those in its scripts.
fn links(html: &str) -> BTreeSet<String> {
    let (Ok(script), Ok(link)) = (
        Regex::new(r"(?s)<script\b([^>]*)>.*?</script>"),
        Regex::new(r#"(?:href|src)="([^"]*)""#),
    ) else {
        return BTreeSet::new();
    };
    let html = script.replace_all(html, "<script$1></script>");
    let found = link
        .captures_iter(&html)
        .map(|found| found[1].replace("&amp;", "&"));
    found.filter(|link| !is_elsewhere(link)).collect()
}

fn is_elsewhere(link: &str) -> bool {
    ["http://", "https://", "mailto:", "data:"]
        .iter()
        .any(|start| link.starts_with(start))
}

fn leads(folder: &Path, page: &Path, link: &str) -> io::Result<bool> {
    let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    let mut target = page.to_owned();
    if !path.is_empty() {
        target.pop();
        for part in Path::new(path).components() {
            match part {
                Component::ParentDir => _ = target.pop(),
                Component::Normal(name) => target.push(name),
                // Links from the root are wrong if the site is in a folder of its host.
                Component::RootDir | Component::Prefix(_) => return Ok(false),
                Component::CurDir => {}
            }
        }
    }
    if !target.starts_with(folder) || !target.is_file() {
        return Ok(false);
    }
    let name = target.strip_prefix(folder).unwrap_or(&target);
    if fragment.is_empty() || MADE.iter().any(|made| name.starts_with(made)) {
        return Ok(true);
    }
    Ok(fs::read_to_string(&target)?.contains(&format!("id=\"{fragment}\"")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::broken;

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        put("style.css", "");
        put(
            "index.html",
            r##"<link href="style.css"><a href="a/b.html?x#one"><a href="#top"><h1 id="top"><script>let a = '<a href="no">';</script>"##,
        );
        put(
            "a/b.html",
            r##"<h2 id="one"><a href="../index.html#gone"><a href="/index.html"><img src="c.png"><a href="../../x.html"><a href="https://example.org">"##,
        );
        assert_eq!(
            broken(folder.path()).unwrap(),
            [
                "a/b.html: ../../x.html",
                "a/b.html: ../index.html#gone",
                "a/b.html: /index.html",
                "a/b.html: c.png"
            ]
        );
    }
}
