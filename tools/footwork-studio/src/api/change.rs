//! Messages that the server sends without a request.

use serde::Serialize;

use super::{ClipRow, Finding};

/// A message about a change that the studio or another program made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Change {
    /// The state at the start of the connection. This is the first message.
    Hello {
        /// The generation of the clip list; see [`ClipList`](super::ClipList).
        generation: u32,
        /// A counter that every change increases.
        revision: u32,
        /// Why the folder cannot be read; `None` if it can be read. When the folder can be read again,
        /// [`Reopened`](Self::Reopened) follows.
        lost: Option<String>,
    },
    /// Tags or events of clips changed.
    Labels {
        /// A counter that every change increases.
        revision: u32,
        /// The clips.
        clips: Vec<String>,
        /// The new rows of the clips.
        rows: Vec<ClipRow>,
        /// Whether another program changed the labels on disk. `false` for edits of the studio.
        outside: bool,
        /// The findings about the changed files.
        findings: Vec<Finding>,
    },
    /// The vocabulary, the saved queries or the unsaved edits changed, but no clip. A page whose library has an older
    /// revision must request the library again.
    Vocabulary {
        /// A counter that every change increases.
        revision: u32,
    },
    /// Clips or `footwork.toml` changed. The page must request the clip list and the vocabulary again.
    Reopened {
        /// The generation of the clip list; see [`ClipList`](super::ClipList).
        generation: u32,
        /// A counter that every change increases.
        revision: u32,
        /// The clips whose tags or events changed.
        clips: Vec<String>,
        /// The findings about the files.
        findings: Vec<Finding>,
    },
    /// The progress of long work, such as reading clips for a channel for the first time, or an edit of many
    /// clips. Several kinds of work may run at the same time.
    Progress {
        /// The kind of work. For an edit, `writing files` comes first and `replacing files` second.
        what: String,
        /// The number of steps done.
        done: u32,
        /// The total number of steps. The work is over when `done` reaches it.
        of: u32,
    },
    /// A recording of a character was opened. The page must request the recording.
    Recording {
        /// The [`revision`](super::RecordingHeader::revision) of the recording.
        revision: u32,
    },
    /// The folder can no longer be read: it was moved or removed, or is no longer a library.
    Lost {
        /// The reason.
        message: String,
    },
}
