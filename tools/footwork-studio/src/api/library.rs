//! The library as a whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A library: what it is called, its vocabulary, its language.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LibraryInfo {
    /// What it is called: `name` of `footwork.toml`, or the name of its folder.
    pub(crate) name: String,
    /// Its folder: the canonical path, which no other library has.
    pub(crate) root: String,
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
    /// The tags of the vocabulary and those in use, by name; those that come into use while the list
    /// of clips stays the same stand behind all others, so that the places of tags stay. A place behind
    /// the end of a list that somebody has is that of such a tag.
    pub(crate) tags: Vec<Label>,
    /// The events of the vocabulary and those in use, by name.
    pub(crate) events: Vec<Label>,
    /// Groups of tags of which at most one may hold for a frame.
    pub(crate) exclusive: Vec<ExclusiveGroup>,
    /// Saved queries, by name.
    pub(crate) queries: BTreeMap<String, String>,
    /// What can be called in queries.
    pub(crate) query_functions: Vec<Callable>,
    /// What can be called between `{` and `}`.
    pub(crate) expression_functions: Vec<Callable>,
    /// The channels of all clips.
    pub(crate) channels: Vec<String>,
    /// What is wrong in single files.
    pub(crate) findings: Vec<Finding>,
    /// The name of the folder of the second labeller, if there is one.
    pub(crate) second: Option<String>,
    /// Edits that could not be saved, in the order in which they were tried.
    pub(crate) unsaved: Vec<String>,
}

/// A tag or an event.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Label {
    /// Its name, dotted.
    pub(crate) name: String,
    /// `#rrggbb`, where `footwork.toml` says one.
    pub(crate) colour: Option<String>,
    /// The key that labels with it, as `footwork.toml` says it.
    pub(crate) key: Option<String>,
    /// When to use it.
    pub(crate) description: Option<String>,
    /// Its place among the tags, or the events, of the vocabulary, in the order of `footwork.toml`; none
    /// if it is not in the vocabulary.
    pub(crate) place: Option<u32>,
    /// In how many clips it is.
    pub(crate) clips: u32,
}

/// Adds a tag or an event to the vocabulary in `footwork.toml`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AddLabel {
    /// What it is.
    pub(crate) kind: LabelKind,
    /// Its name, dotted.
    pub(crate) name: String,
    /// `#rrggbb`.
    #[serde(default)]
    pub(crate) colour: Option<String>,
    /// The key that labels with it.
    #[serde(default)]
    pub(crate) key: Option<String>,
    /// When to use it.
    #[serde(default)]
    pub(crate) description: Option<String>,
    /// Its counterpart where left and right are exchanged.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) mirror: Option<String>,
}

/// Adds a vocabulary, groups of tags that exclude each other, and rules to `footwork.toml`, as one edit. What is there
/// already stays as it is.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SetUp {
    /// The tags and events.
    pub(crate) labels: Vec<AddLabel>,
    /// Tags of whose children only one holds for a frame.
    pub(crate) exclusive: Vec<String>,
    /// The rules.
    pub(crate) rules: Vec<NewRule>,
}

/// A query that places a tag.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewRule {
    /// The tag.
    pub(crate) tag: String,
    /// The query.
    pub(crate) query: String,
}

/// Gives a tag, and the tags below it, another name in the whole library.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RenameTag {
    /// The tag.
    pub(crate) name: String,
    /// Its new name.
    pub(crate) to: String,
}

/// A tag that was renamed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RenamedTag {
    /// Whether anything was changed: nothing is if no file that can be read has the tag.
    pub(crate) changed: bool,
    /// The number of clips with the tag.
    pub(crate) clips: u32,
    /// Saved queries and rules that still name it, and sidecars that cannot be read and may.
    pub(crate) left: Vec<String>,
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
}

/// What a label is.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) enum LabelKind {
    /// For spans of frames.
    Tag,
    /// For moments.
    Event,
}

/// Tags of which at most one may hold for a frame. A member stands for every tag below it too.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum ExclusiveGroup {
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
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Callable {
    /// Its name.
    pub(crate) name: String,
    /// How it is called: `grow(x, n)`.
    pub(crate) call: String,
    /// What it gives.
    pub(crate) summary: String,
}

/// What is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Finding {
    /// `error`, `warning` or `note`.
    pub(crate) severity: String,
    /// The file, from the library's root.
    pub(crate) file: String,
    /// The line and the column, from 1.
    pub(crate) position: Option<[u32; 2]>,
    /// What kind it is, for machines.
    pub(crate) code: String,
    /// What is wrong, and what would be right.
    pub(crate) message: String,
}
