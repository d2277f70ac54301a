//! What the server says of itself, without being asked.

use serde::Serialize;

use super::{ClipRow, Finding};

/// Something changed, here or elsewhere.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Change {
    /// Sent first: which state the connection begins with.
    Hello {
        /// The number of the clip list.
        generation: u32,
        /// Counts the changes of any kind.
        revision: u32,
        /// Why the folder cannot be read, where it cannot; [`Reopened`](Self::Reopened) follows once it
        /// can.
        lost: Option<String>,
    },
    /// Tags or events of clips are others now.
    Labels {
        /// Counts the changes of any kind.
        revision: u32,
        /// The clips.
        clips: Vec<String>,
        /// Their rows.
        rows: Vec<ClipRow>,
        /// Whether somebody else changed them on disk, rather than an edit of the studio.
        outside: bool,
        /// What is wrong in the files that changed.
        findings: Vec<Finding>,
    },
    /// The vocabulary, the saved queries or the unsaved edits are others, and the clips are the same: the
    /// library is to be asked for again, where what is known of it is older.
    Vocabulary {
        /// Counts the changes of any kind.
        revision: u32,
    },
    /// Clips or `footwork.toml` changed: the list of clips and the vocabulary are to be asked for
    /// again.
    Reopened {
        /// The number of the clip list.
        generation: u32,
        /// Counts the changes of any kind.
        revision: u32,
        /// The clips whose tags or events are others now.
        clips: Vec<String>,
        /// What is wrong in the files.
        findings: Vec<Finding>,
    },
    /// How far long work is: the first time that clips are read for a channel, say, or an edit of many
    /// clips. Work of several kinds may go on at once.
    Progress {
        /// What it is; `writing files` and then `replacing files` for an edit.
        what: String,
        /// How many steps are done.
        done: u32,
        /// Of how many; as many as are done, once it is over.
        of: u32,
    },
    /// The folder cannot be read any more: it was moved, removed, or is no library now.
    Lost {
        /// Why.
        message: String,
    },
}
