//! Edits, and undoing them.

use footwork_library::Operation;
use serde::{Deserialize, Serialize};

use super::{ClipLabels, ClipRow, Problem};

/// An edit of one clip or of several: all of it is saved, as one step of undo, or nothing.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Edit {
    /// A random id chosen by the page. Resending an edit with the same id returns the first outcome. Edits
    /// whose ids agree up to the last `/` are a burst, which is undone and redone at once.
    pub(crate) id: String,
    /// What it is, for people: `paint Gait.Run`. In the history the server puts the clip behind it.
    pub(crate) label: String,
    /// The clips, each once.
    pub(crate) clips: Vec<ClipEdit>,
}

/// What is done to one clip, in this order. Where everything is so already, nothing is done.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ClipEdit {
    /// The clip.
    pub(crate) clip: String,
    /// The operations.
    pub(crate) operations: Vec<Operation>,
}

/// Gives a tag to all that a query finds, and takes tags that exclude it from there, as one edit.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Apply {
    /// The query.
    pub(crate) query: String,
    /// The tag.
    pub(crate) tag: String,
    /// The clips that it may change; all without it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) clips: Option<Vec<String>>,
    /// Does without clips and tags that cannot be read; otherwise they are a refusal.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub(crate) partial: bool,
}

/// What an [`Apply`] would change.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct WouldApply {
    /// The clips whose tags would change; their mirrored twins, which change with them, are not counted.
    pub(crate) clips: u32,
}

/// An edit that is on disk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Edited {
    /// Whether anything was changed; all may have been so already.
    pub(crate) changed: bool,
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
    /// The labels of the clips of the edit; of an [`Apply`], none: its clips are in `rows`.
    pub(crate) labels: Vec<ClipLabels>,
    /// The rows of all clips that changed.
    pub(crate) rows: Vec<ClipRow>,
}

/// An edit that was undone, redone or discarded.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Turned {
    /// The label of the edit, or of the last one of a burst; `None` if there was no edit.
    pub(crate) label: Option<String>,
    /// How many edits were undone or redone: all of a burst.
    pub(crate) count: u32,
    /// Whether undo found that it was not there any more, and gave it up.
    pub(crate) was_gone: bool,
    /// Why the rest of the burst could not be undone or redone.
    pub(crate) problem: Option<Problem>,
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
    /// The rows of the clips that changed.
    pub(crate) rows: Vec<ClipRow>,
}

/// What became of edits that could not be saved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Retried {
    /// What is still not saved, in the order in which it was tried.
    pub(crate) unsaved: Vec<String>,
    /// Why it could not be, now.
    pub(crate) problems: Vec<Problem>,
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
    /// The rows of the clips that changed.
    pub(crate) rows: Vec<ClipRow>,
}
