//! Edits, undo and redo.

use footwork_library::Operation;
use serde::{Deserialize, Serialize};

use super::{ClipLabels, ClipRow, Problem};

/// An edit of one clip or several. The server saves it completely, as one undo step, or not at all.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Edit {
    /// A random id chosen by the page. Resending an edit with the same id returns the first outcome. Edits whose ids
    /// agree up to the last `/` form a burst, which is undone and redone as a whole.
    pub(crate) id: String,
    /// A readable label such as `paint Gait.Run`. In the history the server appends the clip.
    pub(crate) label: String,
    /// The clips, each once.
    pub(crate) clips: Vec<ClipEdit>,
}

/// The operations on one clip, applied in this order. If they change nothing, nothing is written.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ClipEdit {
    /// The clip.
    pub(crate) clip: String,
    /// The operations.
    pub(crate) operations: Vec<Operation>,
}

/// Gives a tag to all matches of a query, as one edit. Tags of the same exclusive group are erased there.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Apply {
    /// The query.
    pub(crate) query: String,
    /// The tag.
    pub(crate) tag: String,
    /// The clips that may change; `None` for all.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) clips: Option<Vec<String>>,
    /// Whether to skip unreadable clips and sidecars. If `false`, they make the server refuse the request.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub(crate) partial: bool,
}

/// The number of clips that an [`Apply`] would change.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct WouldApply {
    /// The number of clips whose tags would change, not counting mirrored twins, which change with their originals.
    pub(crate) clips: u32,
}

/// The result of a saved edit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Edited {
    /// Whether the edit changed anything.
    pub(crate) changed: bool,
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The labels of the edited clips. Empty for an [`Apply`], whose clips are in `rows`.
    pub(crate) labels: Vec<ClipLabels>,
    /// The rows of all changed clips.
    pub(crate) rows: Vec<ClipRow>,
}

/// The result of undoing, redoing or discarding an edit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Turned {
    /// The label of the edit, or of the last undone or redone edit of a burst; `None` if there was no edit.
    pub(crate) label: Option<String>,
    /// The number of edits undone or redone: a burst counts each of its edits.
    pub(crate) count: u32,
    /// Whether undo found that an edit was no longer on disk, and dropped it from the history.
    pub(crate) was_gone: bool,
    /// Why the remaining edits of the burst could not be undone or redone.
    pub(crate) problem: Option<Problem>,
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The rows of the changed clips.
    pub(crate) rows: Vec<ClipRow>,
}

/// The result of retrying or discarding unsaved edits.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Retried {
    /// The labels of the edits that are still unsaved, oldest first.
    pub(crate) unsaved: Vec<String>,
    /// Why these edits still cannot be saved.
    pub(crate) problems: Vec<Problem>,
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The rows of the changed clips.
    pub(crate) rows: Vec<ClipRow>,
}
