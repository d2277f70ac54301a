//! The reference: rustdoc of the crates for games, and one page each for Python, C and TypeScript, written from their declarations.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use regex_lite::Regex;
use serde_json::Value;

use super::copy;
use super::page::{Template, escaped};
use super::search::Page;
use crate::cargo::Cargo;
use crate::lack::Lack;
use crate::outcome::Outcome;
use crate::program::said;
use crate::python;

/// The crates that a game uses, which rustdoc describes. The facade is the first.
const CRATES: &[&str] = &[
    "footwork",
    "footwork-base",
    "footwork-tags",
    "footwork-expr",
    "footwork-events",
    "footwork-features",
    "footwork-flight",
    "footwork-slide",
    "footwork-poses",
    "footwork-matching",
];

/// The folder of the Python package.
const PYTHON: &str = "bindings/python/python/footwork";

/// A page made from a file of declarations: the address of the page, its title, the file, and the
/// pattern that finds a declared name.
const DECLARED: &[(&str, &str, &str, &str)] = &[
    (
        "c",
        "Footwork for C",
        "bindings/c/include/footwork.h",
        r"^(?:.*[ *])?(fw_\w+)\($|^.*\b(fw_\w+)\(|^} (fw_\w+);|^#define (FW_\w+) ",
    ),
    (
        "typescript",
        "Footwork for browsers and Node",
        "bindings/wasm/dist/classes.d.ts",
        r"^export (?:declare )?(?:abstract )?(?:class|function|const|interface|type) (\w+)",
    ),
];

/// Writes the pages of Python, C and TypeScript into `reference/`, and returns them for the search.
pub(super) fn write(root: &Path, folder: &Path, template: &Template) -> io::Result<Vec<Page>> {
    let reference = folder.join("reference");
    fs::create_dir_all(&reference)?;
    let mut pages = vec![python(root)?];
    for &(address, title, file, pattern) in DECLARED {
        let pattern = Regex::new(pattern).map_err(io::Error::other)?;
        pages.push(declared(
            address,
            title,
            &fs::read_to_string(root.join(file))?,
            &pattern,
        ));
    }
    let mut listed = Vec::new();
    for (page, html) in pages {
        let title = format!("{} – Footwork", page.title);
        fs::write(
            folder.join(&page.address),
            template.fill(&title, "../", "", &html),
        )?;
        listed.push(page);
    }
    Ok(listed)
}

/// A Python program that succeeds if this Python can read the sources of the package.
const FITS: &str = "import sys; sys.exit(sys.version_info < (3, 10))";

fn python_program() -> Option<&'static str> {
    let mut programs = ["python3", "python"].into_iter();
    programs.find(|program| python::runs(program, FITS))
}

/// Fails before anything is built if there is no Python to read the package with.
pub(super) fn python_is_there() -> Result<(), Lack> {
    let found = python_program().map(drop);
    found.ok_or_else(|| Lack::Tool("Python 3.10 or newer".to_owned()))
}

/// Writes rustdoc's pages into `reference/rust/`.
pub(super) fn rust(cargo: &Cargo, folder: &Path) -> Result<(), Lack> {
    let built = cargo.target().join("reference");
    let target = built.display().to_string();
    let mut args = vec!["doc", "--no-deps", "--quiet", "--all-features"];
    args.extend(["--target-dir", &target]);
    args.extend(CRATES.iter().flat_map(|name| ["--package", name]));
    match cargo.run(&args, &[]) {
        Outcome::Pass => {}
        other => return Err(Lack::Failed(other)),
    }
    copy(&built.join("doc"), &folder.join("reference/rust"))
        .map_err(|error| Lack::Failed(Outcome::Fail(format!("the reference of Rust: {error}"))))
}

/// Returns the page of the Python package, from its sources.
fn python(root: &Path) -> io::Result<(Page, String)> {
    let script = root.join("site/python_reference.py");
    let mut print = Command::new(python_program().unwrap_or("python3"));
    print.arg(&script).arg(root.join(PYTHON));
    let printed = said(print.env("PYTHONUTF8", "1"))
        .ok_or_else(|| io::Error::other("site/python_reference.py failed"))?;
    let entries: Vec<Value> = serde_json::from_str(&printed)?;
    let mut page = Page::new("Footwork for Python", "reference/python.html");
    let mut body = String::new();
    for entry in &entries {
        let name = format!("{}.{}", text(entry, "module"), text(entry, "name"));
        let doc = text(entry, "doc");
        body += &format!(
            "<section id=\"{name}\">\n<h2><code>{name}</code></h2>\n{}",
            described(entry)
        );
        let members = entry["members"].as_array().map_or(&[][..], Vec::as_slice);
        if !members.is_empty() {
            let list: String = members.iter().map(member).collect();
            body += &format!("<dl>\n{list}</dl>\n");
        }
        body += "</section>\n";
        let words = members
            .iter()
            .map(|one| format!("{} {}", text(one, "name"), text(one, "doc")));
        let words = words.collect::<Vec<_>>().join(" ");
        page.add(&name, &name, &format!("{doc} {words}"));
    }
    let names: Vec<&str> = page.ids().collect();
    let html = format!(
        "<h1>Footwork for Python</h1>\n<p>The public names of the package <code>footwork</code>, with their types.</p>\n{}{body}",
        contents(&names)
    );
    Ok((page, html))
}

fn member(one: &Value) -> String {
    format!(
        "<dt><code>{}</code></dt>\n<dd>{}</dd>\n",
        escaped(text(one, "signature")),
        paragraphs(text(one, "doc"))
    )
}

/// Returns the signature and the docstring of an entry.
fn described(entry: &Value) -> String {
    format!(
        "<pre tabindex=\"0\"><code>{}</code></pre>\n{}",
        escaped(text(entry, "signature")),
        paragraphs(text(entry, "doc"))
    )
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// Returns a docstring as HTML: examples and indented parts keep their lines.
fn paragraphs(doc: &str) -> String {
    let parts = doc.split("\n\n").filter(|part| !part.trim().is_empty());
    let parts = parts.map(|part| {
        let escaped = escaped(part);
        if part.starts_with(">>>") || part.starts_with("    ") {
            format!("<pre tabindex=\"0\"><code>{escaped}</code></pre>\n")
        } else {
            format!("<p>{}</p>\n", coded(&escaped))
        }
    });
    parts.collect()
}

/// Returns a text whose names between backquotes, single or double, are code.
fn coded(text: &str) -> String {
    let text = text.replace("``", "`");
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(number, part)| match number % 2 {
        0 => part.to_owned(),
        _ => format!("<code>{part}</code>"),
    });
    parts.collect()
}

/// Returns the page of a file of declarations. `pattern` finds the name that a line declares.
fn declared(address: &str, title: &str, source: &str, pattern: &Regex) -> (Page, String) {
    let mut page = Page::new(title, &format!("reference/{address}.html"));
    let mut ids = BTreeSet::new();
    let (mut lines, mut comment) = (String::new(), String::new());
    for line in source.lines() {
        let is_comment = ["//", "/*", " *", "*", "     *"]
            .iter()
            .any(|start| line.starts_with(start));
        if is_comment {
            comment += line.trim_start_matches(['/', '*', ' ']);
            comment.push(' ');
        }
        let found = pattern.captures(line).filter(|_| !is_comment);
        let name = found.and_then(|found| {
            found
                .iter()
                .skip(1)
                .flatten()
                .next()
                .map(|one| one.as_str().to_owned())
        });
        let escaped = escaped(line);
        match name.filter(|name| ids.insert(name.clone())) {
            Some(name) => {
                page.add(&name, &name, &comment);
                lines += &escaped.replacen(&name, &format!("<b id=\"{name}\">{name}</b>"), 1);
            }
            None => lines += &escaped,
        }
        lines.push('\n');
        if !is_comment {
            comment.clear();
        }
    }
    let names: Vec<&str> = page.ids().collect();
    let html = format!(
        "<h1>{title}</h1>\n{}<pre class=\"declared\" tabindex=\"0\"><code>{lines}</code></pre>",
        contents(&names)
    );
    (page, html)
}

/// Returns a folded list of links to names.
fn contents(names: &[&str]) -> String {
    let links: String = names
        .iter()
        .map(|name| format!("<li><a href=\"#{name}\"><code>{name}</code></a></li>\n"))
        .collect();
    format!(
        "<details>\n<summary>All {} names</summary>\n<ul class=\"names\">\n{links}</ul>\n</details>\n",
        names.len()
    )
}

#[cfg(test)]
mod tests {
    use regex_lite::Regex;

    use super::{DECLARED, declared, paragraphs};

    #[test]
    fn a_declaration_can_be_linked_and_found_by_its_comment() {
        let header = "// Moves a body.\nfw_status fw_move(\n    int a\n);\n#define FW_A 1\n";
        let pattern = Regex::new(DECLARED[0].3).unwrap();
        let (page, html) = declared("c", "C", header, &pattern);
        assert_eq!(page.ids().collect::<Vec<_>>(), ["fw_move", "FW_A"]);
        assert!(html.contains("<b id=\"fw_move\">fw_move</b>("), "{html}");
        assert!(page.json().to_string().contains("Moves a body."));
    }

    #[test]
    fn a_docstring_keeps_the_lines_of_its_example() {
        let html = paragraphs("Adds ``a`` < b.\n\n>>> f(1)\n2");
        assert!(
            html.starts_with("<p>Adds <code>a</code> &lt; b.</p>"),
            "{html}"
        );
        assert!(html.contains("<code>&gt;&gt;&gt; f(1)\n2</code>"), "{html}");
    }
}
