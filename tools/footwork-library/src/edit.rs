//! Edits as values: what is to change, said without changing anything.
//!
//! An [`Edit`] passes through three hands. [`Library::plan`](crate::Library::plan) makes a [`Plan`] of it: which
//! files change, from which bytes to which. [`Editor::commit`](crate::Editor::commit) makes that last and returns
//! what was [`Saved`]. [`Library::accept`](crate::Library::accept) brings an open library up to date.
//!
//! An edit in frames is refused where the clip has changed since it was tagged: nobody could say later which frames
//! were meant. A tag that is given to frames takes those that [exclude](footwork_sidecar::ExclusiveGroup) it from them.

mod error;
mod operation;
mod plan;

use footwork_sidecar::SettingsEdit;
use footwork_store::FileChange;
use footwork_tags::ClipId;

pub use error::EditError;
pub use operation::Operation;
pub(crate) use operation::{Target, is_done};
pub(crate) use plan::FileContent;
pub use plan::{Change, Plan, Retried, Saved};

/// What is to change, as one step of undo: all of it is saved, or nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edit {
    /// What the history calls it, for people; `None` for what its first operation is called.
    pub label: Option<String>,
    /// What is done to clips, whose sidecars say it then.
    pub clips: Vec<ClipEdit>,
    /// What is done to `footwork.toml`, in this order.
    pub settings: Vec<SettingsEdit>,
    /// Files that change beside them: sidecars of clips that the library does not have.
    pub others: Vec<FileChange>,
}

/// What is done to one clip, in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipEdit {
    /// The clip.
    pub clip: ClipId,
    /// The operations.
    pub operations: Vec<Operation>,
}

impl Edit {
    /// An edit that changes nothing yet, by what the history calls it.
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: Some(label.into()),
            ..Self::default()
        }
    }

    /// An edit of one clip by one operation.
    pub fn one(clip: ClipId, operation: Operation) -> Self {
        Self::default().with(clip, [operation])
    }

    /// The same edit, which does this to a clip as well.
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
