//! The documentation: every Markdown file of `docs/` as a page at the same place, and an index with a search.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::page::{Template, escaped};
use super::search::Page;

/// The parts of the index: folder and title, in their order. Other files of `docs/` are the reference.
const PARTS: &[(&str, &str)] = &[
    ("docs/guides", "Guides"),
    ("docs", "Reference"),
    ("docs/crates", "Crates"),
    ("docs/design", "Design"),
];

/// The beginning of a terminal line with a command. Its query or expression can be tried on the site.
const TERMINAL: &str = "$ footwork ";

/// A Markdown file as a page.
pub(super) struct Document {
    pub(super) title: String,
    pub(super) html: String,
    /// Its sections for the search, without their address yet.
    found: Page,
}

/// Writes all documents, the pictures that they show, and the index. Returns the pages for the search.
pub(super) fn write(root: &Path, folder: &Path, template: &Template) -> io::Result<Vec<Page>> {
    let mut files = BTreeSet::new();
    list(root, Path::new("docs"), &mut files)?;
    let mut index: BTreeMap<PathBuf, Vec<(PathBuf, String)>> = BTreeMap::new();
    let mut pages = Vec::new();
    for file in &files {
        let text = fs::read_to_string(root.join(file))?;
        let place = Place {
            file,
            files: &files,
        };
        let document = read(&text, &place);
        for picture in place.pictures(&text) {
            let to = folder.join(&picture);
            fs::create_dir_all(to.parent().unwrap_or(folder))?;
            fs::copy(root.join(&picture), to)?;
        }
        let page = folder.join(file.with_extension("html"));
        fs::create_dir_all(page.parent().unwrap_or(folder))?;
        let up = "../".repeat(file.components().count() - 1);
        let body = format!("<article>\n{}</article>", document.html);
        let title = format!("{} – Footwork", document.title);
        fs::write(page, template.fill(&title, &up, "", &body))?;
        let part = file.parent().unwrap_or(Path::new("")).to_owned();
        index
            .entry(part)
            .or_default()
            .push((file.clone(), document.title.clone()));
        let mut found = document.found;
        found.title = document.title;
        found.address = text_of(&file.with_extension("html"));
        pages.push(found);
    }
    let body = contents(&index);
    let title = "Guides and reference – Footwork";
    fs::write(
        folder.join("docs/index.html"),
        template.fill(title, "../", "", &body),
    )?;
    Ok(pages)
}

/// Lists the Markdown files below a folder.
fn list(root: &Path, folder: &Path, into: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let file = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list(root, &file, into)?;
        } else if file.extension().is_some_and(|extension| extension == "md") {
            into.insert(file);
        }
    }
    Ok(())
}

/// Returns the index: a search field, and the documents of each part.
fn contents(index: &BTreeMap<PathBuf, Vec<(PathBuf, String)>>) -> String {
    let mut body = String::from(SEARCH);
    for (folder, title) in PARTS {
        let Some(documents) = index.get(Path::new(folder)) else {
            continue;
        };
        body += &format!("<section>\n<h2>{title}</h2>\n<ul class=\"index\">\n");
        if *folder == "docs" {
            body += LANGUAGES;
        }
        for (file, title) in documents {
            let file = file.strip_prefix("docs").unwrap_or(file);
            let address = text_of(&file.with_extension("html"));
            body += &format!("<li><a href=\"{address}\">{}</a></li>\n", escaped(title));
        }
        body += "</ul>\n</section>\n";
    }
    body + "</div>\n<script src=\"../search-index.js\"></script>\n<script src=\"../search.js\"></script>\n"
}

const SEARCH: &str = r#"<h1>Guides and reference</h1>
<p><label>Search <input class="search" type="search" id="search" /></label></p>
<div id="found" role="status"></div>
<div id="index">
"#;

/// The references of the languages, as entries of the index.
const LANGUAGES: &str = r#"<li><a href="../reference/rust/footwork/index.html">Rust</a></li>
<li><a href="../reference/python.html">Python</a></li>
<li><a href="../reference/c.html">C</a></li>
<li><a href="../reference/typescript.html">Browsers and Node</a></li>
"#;

/// The path of a document, and the paths of all documents.
struct Place<'a> {
    /// The path from the root of the repository.
    file: &'a Path,
    files: &'a BTreeSet<PathBuf>,
}

impl Place<'_> {
    /// Returns the target of a relative link, as a path from the root of the repository.
    fn target(&self, link: &str) -> PathBuf {
        let mut path = self.file.parent().unwrap_or(Path::new("")).to_owned();
        for part in Path::new(link).components() {
            match part {
                Component::ParentDir => _ = path.pop(),
                Component::Normal(name) => path.push(name),
                _ => {}
            }
        }
        path
    }

    /// Returns a link for the page; `None` if it leads to a file that the site lacks.
    fn link(&self, link: &str) -> Option<String> {
        if link.starts_with('#') || link.contains("://") || link.starts_with("mailto:") {
            return Some(link.to_owned());
        }
        let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
        let is_there = self.files.contains(&self.target(path));
        let page = path.strip_suffix(".md").filter(|_| is_there)?;
        let fragment = if fragment.is_empty() {
            String::new()
        } else {
            format!("#{fragment}")
        };
        Some(format!("{page}.html{fragment}"))
    }

    /// Returns the pictures of a document, from the root of the repository.
    fn pictures(&self, text: &str) -> Vec<PathBuf> {
        let links = Parser::new(text).filter_map(|event| match event {
            Event::Start(Tag::Image { dest_url, .. }) => Some(dest_url),
            _ => None,
        });
        let links = links.filter(|link| !link.contains("://"));
        links.map(|link| self.target(&link)).collect()
    }
}

/// Reads a document as HTML.
fn read(text: &str, place: &Place<'_>) -> Document {
    let mut document = render(text, |link| place.link(link));
    let up = "../".repeat(place.file.components().count() - 1);
    document.html = document.html.replace("{up}", &up);
    document
}

/// Converts Markdown to HTML: headings get ids, tables scroll, links are converted by `link`, and links for which it returns
/// `None` become their text.
pub(super) fn render(text: &str, link: impl Fn(&str) -> Option<String>) -> Document {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut events: Vec<Event<'_>> = Vec::new();
    let (mut title, mut found) = (String::new(), Page::new("", ""));
    let mut ids: BTreeMap<String, usize> = BTreeMap::new();
    let mut open_links: Vec<bool> = Vec::new();
    let mut block: Option<String> = None;
    let mut heading: Option<(usize, String)> = None;
    for event in Parser::new_ext(text, options) {
        if let (Some((_, words)), Event::Text(more) | Event::Code(more)) = (&mut heading, &event) {
            words.push_str(more);
        }
        if let (None, Event::Text(more) | Event::Code(more)) = (&heading, &event) {
            found.say(more);
        }
        if let (Some(lines), Event::Text(more)) = (&mut block, &event) {
            lines.push_str(more);
        }
        match event {
            Event::Start(Tag::Heading { .. }) => {
                heading = Some((events.len(), String::new()));
                events.push(Event::Html(CowStr::Borrowed("")));
            }
            Event::End(TagEnd::Heading(level)) => {
                if let Some((start, words)) = heading.take() {
                    let id = unique(&mut ids, id_of(&words));
                    events[start] = Event::Html(format!("<{level} id=\"{id}\">").into());
                    events.push(Event::Html(format!("</{level}>\n").into()));
                    found.add(&id, &words, "");
                    if level == HeadingLevel::H1 {
                        title = words;
                    }
                }
            }
            Event::Start(tag @ Tag::Link { .. }) => {
                let tag = converted(tag, &link);
                open_links.push(tag.is_some());
                events.extend(tag.map(Event::Start));
            }
            Event::End(TagEnd::Link) => {
                if open_links.pop() == Some(true) {
                    events.push(Event::End(TagEnd::Link));
                }
            }
            Event::Start(Tag::Table(alignments)) => {
                events.push(Event::Html("<div class=\"table\" tabindex=\"0\">".into()));
                events.push(Event::Start(Tag::Table(alignments)));
            }
            Event::End(TagEnd::Table) => {
                events.push(Event::End(TagEnd::Table));
                events.push(Event::Html("</div>\n".into()));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                block = Some(String::new());
                events.push(Event::Start(Tag::CodeBlock(kind)));
            }
            Event::End(TagEnd::CodeBlock) => {
                events.push(Event::End(TagEnd::CodeBlock));
                let tries = block.take().map_or_else(String::new, |lines| tries(&lines));
                events.push(Event::Html(tries.into()));
            }
            other => events.push(other),
        }
    }
    let mut rendered = String::new();
    html::push_html(&mut rendered, events.into_iter());
    Document {
        title,
        html: rendered.replace("<pre>", "<pre tabindex=\"0\">"),
        found,
    }
}

/// Converts the address of a link; `None` if it leads nowhere.
fn converted<'a>(tag: Tag<'a>, link: impl Fn(&str) -> Option<String>) -> Option<Tag<'a>> {
    let Tag::Link {
        link_type,
        dest_url,
        title,
        id,
    } = tag
    else {
        return Some(tag);
    };
    let dest_url = link(&dest_url)?.into();
    Some(Tag::Link {
        link_type,
        dest_url,
        title,
        id,
    })
}

/// Returns links to the playground for the queries and expressions in a block of terminal output. `{up}` stands for
/// the path to the site's folder.
fn tries(block: &str) -> String {
    let asked = block.lines().filter_map(|line| {
        let command = line.strip_prefix(TERMINAL)?;
        let (kind, rest) = if let Some(rest) = command.strip_prefix("query samples '") {
            ("query", rest)
        } else {
            ("expression", command.strip_prefix("expr '")?)
        };
        let (text, _) = rest.split_once('\'')?;
        // Saved queries, predicates over motion and `similar(…)` need the clips.
        let is_of_tags = !text.contains(['@', '{', '$']) && !text.contains("similar(");
        is_of_tags.then(|| {
            let encoded: String = text.bytes().map(encoded).collect();
            format!(
                "<a href=\"{{up}}query/index.html#{kind}={encoded}\">Try <code>{}</code></a>",
                escaped(text)
            )
        })
    });
    let links: Vec<String> = asked.collect();
    if links.is_empty() {
        return String::new();
    }
    format!("<p class=\"try\">{}</p>\n", links.join(" · "))
}

/// Returns a byte as a part of an address.
fn encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

/// Returns the id of a heading, as GitHub makes it.
fn id_of(words: &str) -> String {
    let kept = words.to_lowercase();
    let kept = kept.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    kept.collect()
}

fn unique(ids: &mut BTreeMap<String, usize>, id: String) -> String {
    let count = ids.entry(id.clone()).or_default();
    *count += 1;
    match *count {
        1 => id,
        more => format!("{id}-{}", more - 1),
    }
}

/// Returns a path as an address, with `/` on every platform.
fn text_of(path: &Path) -> String {
    let parts = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use super::{Place, read, render};

    #[test]
    fn links_between_documents_become_links_between_pages() {
        let files: BTreeSet<PathBuf> = ["docs/a.md", "docs/guides/b.md"].map(PathBuf::from).into();
        let place = Place {
            file: Path::new("docs/guides/b.md"),
            files: &files,
        };
        let check = |text: &str, expected: &str| {
            assert_eq!(read(text, &place).html.trim(), expected);
        };
        check(
            "[a](../a.md#part)",
            "<p><a href=\"../a.html#part\">a</a></p>",
        );
        check("[top](#here)", "<p><a href=\"#here\">top</a></p>");
        check("[code](../../src/lib.rs)", "<p>code</p>");
        check(
            "[net](https://example.org/)",
            "<p><a href=\"https://example.org/\">net</a></p>",
        );
    }

    #[test]
    fn headings_have_ids_of_their_own() {
        let document = render("# The `A` page\n\n## Part one\n\n## Part one\n", |_| None);
        assert_eq!(document.title, "The A page");
        assert!(
            document.html.contains("<h2 id=\"part-one\">"),
            "{}",
            document.html
        );
        assert!(
            document.html.contains("<h2 id=\"part-one-1\">"),
            "{}",
            document.html
        );
    }

    #[test]
    fn a_query_in_a_guide_can_be_tried() {
        let files = BTreeSet::new();
        let place = Place {
            file: Path::new("docs/guides/b.md"),
            files: &files,
        };
        let html = read("```text\n$ footwork query samples 'A & B'\nfound\n$ footwork query samples '@saved'\n```\n", &place).html;
        let link =
            "<a href=\"../../query/index.html#query=A%20%26%20B\">Try <code>A &amp; B</code></a>";
        assert!(
            html.contains(link) && html.matches("<a ").count() == 1,
            "{html}"
        );
    }
}
