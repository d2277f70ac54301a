//! The library as a whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A library: its name, vocabulary and query language.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LibraryInfo {
    /// The name of the library: `name` in `footwork.toml`, or else the name of the folder.
    pub(crate) name: String,
    /// The canonical path of the folder, which identifies the library.
    pub(crate) root: String,
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The tags of the vocabulary and the tags in use, sorted by name. Tags that come into use later are appended, so
    /// that indices of tags stay valid while the generation of the clip list does not change. An index beyond the end
    /// of an older list refers to an appended tag.
    pub(crate) tags: Vec<Label>,
    /// The events of the vocabulary and the events in use, sorted by name.
    pub(crate) events: Vec<Label>,
    /// The groups of mutually exclusive tags.
    pub(crate) exclusive: Vec<ExclusiveGroup>,
    /// Whether sidecars keep which program proposed an accepted span.
    pub(crate) provenance: bool,
    /// Saved queries, by name.
    pub(crate) queries: BTreeMap<String, String>,
    /// The functions of queries.
    pub(crate) query_functions: Vec<Callable>,
    /// The functions of expressions between `{` and `}`.
    pub(crate) expression_functions: Vec<Callable>,
    /// The channels of all clips.
    pub(crate) channels: Vec<String>,
    /// The findings about single files.
    pub(crate) findings: Vec<Finding>,
    /// One line about the body of each rig's clips: `102 clips, 1 skeleton, people 1.4–1.5 m, centimetres (estimated),
    /// Y up`.
    pub(crate) bodies: Vec<String>,
    /// The name of the second labeller's folder, if one is compared.
    pub(crate) second: Option<String>,
    /// The labels of edits that could not be saved, oldest first.
    pub(crate) unsaved: Vec<String>,
}

/// A tag or an event.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Label {
    /// The dotted name.
    pub(crate) name: String,
    /// The colour as `#rrggbb`, if `footwork.toml` gives one.
    pub(crate) colour: Option<String>,
    /// The key that places the label, as written in `footwork.toml`.
    pub(crate) key: Option<String>,
    /// When to use the label.
    pub(crate) description: Option<String>,
    /// The index among the tags, or among the events, of the vocabulary, in the order of `footwork.toml`; `None` if the
    /// label is not in the vocabulary.
    pub(crate) place: Option<u32>,
    /// The number of clips with this label.
    pub(crate) clips: u32,
}

/// Adds a tag or an event to the vocabulary in `footwork.toml`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AddLabel {
    /// Whether to add a tag or an event.
    pub(crate) kind: LabelKind,
    /// The dotted name.
    pub(crate) name: String,
    /// The colour as `#rrggbb`.
    #[serde(default)]
    pub(crate) colour: Option<String>,
    /// The key that places the label.
    #[serde(default)]
    pub(crate) key: Option<String>,
    /// When to use the label.
    #[serde(default)]
    pub(crate) description: Option<String>,
    /// The label's counterpart in mirrored clips.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) mirror: Option<String>,
}

/// Adds tags and events, groups of mutually exclusive tags, and rules to `footwork.toml`, as one edit. Existing entries
/// stay unchanged.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SetUp {
    /// The tags and events.
    pub(crate) labels: Vec<AddLabel>,
    /// Tags for which the tags directly below exclude each other.
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

/// Renames a tag, and the tags below it, in the whole library.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RenameTag {
    /// The tag.
    pub(crate) name: String,
    /// Its new name.
    pub(crate) to: String,
}

/// The result of a [`RenameTag`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RenamedTag {
    /// Whether anything changed; `false` if no readable file has the tag.
    pub(crate) changed: bool,
    /// The number of clips with the tag.
    pub(crate) clips: u32,
    /// The saved queries and rules that still use the old name, and the unreadable sidecars that may use it.
    pub(crate) left: Vec<String>,
    /// A counter that every change increases.
    pub(crate) revision: u32,
}

/// The kind of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) enum LabelKind {
    /// Marks spans of frames.
    Tag,
    /// Marks moments.
    Event,
}

/// A group of mutually exclusive tags: a frame has at most one of them. A member includes the tags below it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum ExclusiveGroup {
    /// The tags directly below a tag.
    Below {
        /// The tag above the members.
        tag: String,
    },
    /// A list of tags. A tag below several members counts as its nearest ancestor among them.
    Tags {
        /// The members.
        tags: Vec<String>,
    },
}

/// A function of queries or of expressions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Callable {
    /// Its name.
    pub(crate) name: String,
    /// An example of a call, such as `grow(x, n)`.
    pub(crate) call: String,
    /// A sentence about its result.
    pub(crate) summary: String,
}

/// A finding about a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Finding {
    /// `error`, `warning` or `note`.
    pub(crate) severity: String,
    /// The path of the file, relative to the library's root.
    pub(crate) file: String,
    /// The line and the column, both counted from 1.
    pub(crate) position: Option<[u32; 2]>,
    /// The stable name of the kind of finding.
    pub(crate) code: String,
    /// The fault and how to correct it.
    pub(crate) message: String,
}
