//! The search over all guides and references: a script with their sections, which works without a server.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

/// A page and its sections that can be found.
pub(super) struct Page {
    pub(super) title: String,
    /// The address from the folder of the site.
    pub(super) address: String,
    sections: Vec<Section>,
}

/// A heading, and the words below it until the next.
struct Section {
    id: String,
    heading: String,
    words: String,
}

impl Page {
    pub(super) fn new(title: &str, address: &str) -> Self {
        Self {
            title: title.to_owned(),
            address: address.to_owned(),
            sections: Vec::new(),
        }
    }

    /// Adds a section.
    pub(super) fn add(&mut self, id: &str, heading: &str, words: &str) {
        self.sections.push(Section {
            id: id.to_owned(),
            heading: heading.to_owned(),
            words: words.to_owned(),
        });
    }

    /// Appends words to the last section.
    pub(super) fn say(&mut self, words: &str) {
        if let Some(section) = self.sections.last_mut() {
            section.words.push_str(words);
            section.words.push(' ');
        }
    }

    /// Returns the ids of the sections, in their order.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().map(|section| section.id.as_str())
    }

    pub(super) fn json(&self) -> Value {
        let sections = self.sections.iter().map(|section| {
            let words: Vec<&str> = section.words.split_whitespace().collect();
            json!([section.id, section.heading, words.join(" ")])
        });
        json!([self.title, self.address, sections.collect::<Vec<_>>()])
    }
}

/// Writes `search-index.js`, which the script of the search reads. A page without a server cannot read a
/// file of data.
pub(super) fn write(folder: &Path, pages: &[Page]) -> io::Result<()> {
    let pages: Vec<Value> = pages.iter().map(Page::json).collect();
    let text = format!("globalThis.footworkPages = {};\n", Value::from(pages));
    fs::write(folder.join("search-index.js"), text)
}
