//! The frame around the text of a page: head, navigation and foot.

use std::fs;
use std::io;
use std::path::Path;

/// The description of every page, for search engines.
const DESCRIPTION: &str =
    "Footwork, a gameplay-animation toolkit: motion you can tag, query, predict and move";

/// The template of pages.
pub(super) struct Template(String);

impl Template {
    pub(super) fn read(file: &Path) -> io::Result<Self> {
        Ok(Self(fs::read_to_string(file)?))
    }

    /// Returns a page. `root` leads from the page to the folder of the site, such as `../`; `body` is HTML.
    pub(super) fn fill(&self, title: &str, root: &str, class: &str, body: &str) -> String {
        self.0
            .replace("{title}", &escaped(title))
            .replace("{description}", DESCRIPTION)
            .replace("{root}", root)
            .replace("{class}", class)
            .replace("{body}", body)
    }
}

/// Returns a text as HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
