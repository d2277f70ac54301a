//! Messages that the server sends unasked.

use serde::Serialize;

use super::{ClipRow, Finding};

/// A message about a change, made by the studio or by another program.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Change {
    /// The state at the start of the connection. Sent first.
    Hello {
        /// The generation of the clip list; see [`ClipList`](super::ClipList).
        generation: u32,
        /// A counter that every change increases.
        revision: u32,
        /// Why the folder cannot be read; `None` if it can. [`Reopened`](Self::Reopened) follows once it can be read
        /// again.
        lost: Option<String>,
    },
    /// Tags or events of clips changed.
    Labels {
        /// A counter that every change increases.
        revision: u32,
        /// The clips.
        clips: Vec<String>,
        /// Their rows.
        rows: Vec<ClipRow>,
        /// Whether another program changed them on disk, not an edit of the studio.
        outside: bool,
        /// The findings about the changed files.
        findings: Vec<Finding>,
    },
    /// The vocabulary, the saved queries or the unsaved edits changed, but not the clips. A page with an older
    /// revision of the library must request it again.
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
        /// The kind of work. An edit has `writing files` and then `replacing files`.
        what: String,
        /// The number of steps done.
        done: u32,
        /// The total number of steps. Equals `done` when the work is over.
        of: u32,
    },
    /// A recording of a character was opened. The page must request it.
    Recording {
        /// Its [`revision`](super::RecordingHeader::revision).
        revision: u32,
    },
    /// The folder can no longer be read: it was moved, removed, or is no longer a library.
    Lost {
        /// The reason.
        message: String,
    },
}
