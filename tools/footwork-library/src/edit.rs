//! Edits as values: an edit describes a change and can be inspected before it is made.
//!
//! An [`Edit`] goes through three steps. [`Library::plan`](crate::Library::plan) turns it into a [`Plan`], which lists
//! the files that change, with their bytes before and after. [`Editor::commit`](crate::Editor::commit) plans the edit
//! under the write lock, makes it permanent and returns a [`Saved`]. [`Library::accept`](crate::Library::accept) brings
//! an open library up to date.
//!
//! An edit in frames is refused if the clip has changed since it was tagged, because its frame numbers would
//! be ambiguous. Painting a tag erases the tags that [exclude](footwork_sidecar::ExclusiveGroup) it from the
//! same frames.

mod error;
mod operation;
mod plan;
mod shifted;

use footwork_sidecar::SettingsEdit;
use footwork_store::FileChange;
use footwork_tags::ClipId;

pub use error::EditError;
pub use operation::Operation;
pub(crate) use operation::{Target, is_done};
pub(crate) use plan::FileContent;
pub use plan::{Change, Plan, Retried, Saved};
pub(crate) use shifted::follow_shift;

/// A change to a library, which is one undo step. It is saved as a whole or not at all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edit {
    /// The name in the history; `None` uses the name of the first operation.
    pub label: Option<String>,
    /// Changes to clips, written to their sidecars.
    pub clips: Vec<ClipEdit>,
    /// Changes to `footwork.toml`, in order.
    pub settings: Vec<SettingsEdit>,
    /// Other files to change: sidecars of clips that are not in the library.
    pub others: Vec<FileChange>,
}

/// Changes to one clip, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipEdit {
    /// The clip.
    pub clip: ClipId,
    /// The operations.
    pub operations: Vec<Operation>,
}

impl Edit {
    /// Returns an edit without changes; `label` is its name in the history.
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: Some(label.into()),
            ..Self::default()
        }
    }

    /// Returns an edit that applies one operation to one clip.
    pub fn one(clip: ClipId, operation: Operation) -> Self {
        Self::default().with(clip, [operation])
    }

    /// Adds operations on a clip to the edit.
    #[must_use]
    pub fn with(mut self, clip: ClipId, operations: impl IntoIterator<Item = Operation>) -> Self {
        self.clips.push(ClipEdit {
            clip,
            operations: operations.into_iter().collect(),
        });
        self
    }
}

impl From<SettingsEdit> for Edit {
    fn from(settings: SettingsEdit) -> Self {
        Self {
            settings: vec![settings],
            ..Self::default()
        }
    }
}
