//! The library as a whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A library: what it is called, its vocabulary, its language.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LibraryInfo {
    /// What it is called: `name` of `footwork.toml`, or the name of its folder.
    pub name: String,
    /// Its folder: the canonical path, which no other library has.
    pub root: String,
    /// Counts the changes of any kind.
    pub revision: u32,
    /// The tags of the vocabulary and those in use, by name; those that come into use while the list
    /// of clips stays the same stand behind all others, so that the places of tags stay. A place behind
    /// the end of a list that somebody has is that of such a tag.
    pub tags: Vec<Label>,
    /// The events of the vocabulary and those in use, by name.
    pub events: Vec<Label>,
    /// Groups of tags of which at most one may hold for a frame.
    pub exclusive: Vec<ExclusiveGroup>,
    /// Saved queries, by name.
    pub queries: BTreeMap<String, String>,
    /// What can be called in queries.
    pub query_functions: Vec<Callable>,
    /// What can be called between `{` and `}`.
    pub expression_functions: Vec<Callable>,
    /// The channels of all clips.
    pub channels: Vec<String>,
    /// What is wrong in single files.
    pub findings: Vec<Finding>,
    /// Edits that could not be saved, in the order in which they were tried.
    pub unsaved: Vec<String>,
}

/// A tag or an event.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    /// Its name, dotted.
    pub name: String,
    /// `#rrggbb`, where `footwork.toml` says one.
    pub colour: Option<String>,
    /// The key that labels with it, as `footwork.toml` says it.
    pub key: Option<String>,
    /// When to use it.
    pub description: Option<String>,
    /// Whether it is in the vocabulary.
    pub known: bool,
    /// In how many clips it is.
    pub clips: u32,
}

/// Adds a tag or an event to the vocabulary in `footwork.toml`.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddLabel {
    /// What it is.
    pub kind: LabelKind,
    /// Its name, dotted.
    pub name: String,
    /// `#rrggbb`.
    #[serde(default)]
    pub colour: Option<String>,
    /// The key that labels with it.
    #[serde(default)]
    pub key: Option<String>,
    /// When to use it.
    #[serde(default)]
    pub description: Option<String>,
}

/// What a label is.
#[derive(Clone, Copy, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LabelKind {
    /// For spans of frames.
    Tag,
    /// For moments.
    Event,
}

/// Tags of which at most one may hold for a frame. A member stands for every tag below it too.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum ExclusiveGroup {
    /// What lies directly below a tag.
    Below {
        /// The tag above the members.
        tag: String,
    },
    /// Some tags; what is below several of them counts for the lowest.
    Tags {
        /// The members.
        tags: Vec<String>,
    },
}

/// A function of one of the languages.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Callable {
    /// Its name.
    pub name: String,
    /// How it is called: `grow(x, n)`.
    pub call: String,
    /// What it gives.
    pub summary: String,
}

/// What is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The file, from the library's root.
    pub file: String,
    /// The line and the column, from 1.
    pub position: Option<[u32; 2]>,
    /// What kind it is, for machines.
    pub code: String,
    /// What is wrong, and what would be right.
    pub message: String,
}
