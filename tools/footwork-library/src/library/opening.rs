//! The results of opening a library, except its clips.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use footwork_sidecar::{ClipHash, Finding};
use footwork_store::{InFlight, Recovered, Turned};

use super::seen::Seen;
use crate::discover::FollowLinks;
use crate::skeleton_family::SkeletonFamily;

/// The results of opening a library, except its clips.
#[derive(Clone, Debug, Default)]
pub(super) struct Opening {
    /// The limits on following links.
    pub(super) follow: FollowLinks,
    /// Findings about single files, except repairs that the user has already seen.
    pub(super) news: Vec<Finding>,
    /// The hash of the settings of the enclosing library; `None` if they do not apply here.
    pub(super) settings_above: Option<ClipHash>,
    /// The files that may be clips, in the order of their names.
    pub(super) files: Vec<String>,
    /// The folders that are separate libraries, by name.
    pub(super) libraries: Vec<String>,
    /// The findings of the walk through the folder: files and folders that cannot be read or named.
    pub(super) walk: Vec<Finding>,
    /// The number of files of each kind that may hold motion but that no reader supports.
    pub(super) unread: BTreeMap<&'static str, usize>,
    /// The state of each file when it was read, by name.
    pub(super) seen: BTreeMap<String, Seen>,
    /// The files among `files` without a clip in the library, and whether each is tagged.
    pub(super) without_clip: BTreeMap<String, bool>,
    pub(super) families: Families,
    /// The last step that opening completed after an interruption, if it was an undo, a redo or a discard.
    pub(super) completed: Option<Turned>,
    /// The files of the edits that opening completed.
    pub(super) recovered: Vec<Recovered>,
    /// Unfinished edits of other users.
    pub(super) unfinished: Vec<InFlight>,
}

/// The skeletons seen so far. Most clips share a skeleton, so each skeleton is stored once.
#[derive(Clone, Debug, Default)]
pub(super) struct Families {
    seen: BTreeSet<Arc<SkeletonFamily>>,
}

impl Families {
    /// Returns the stored copy of a skeleton.
    pub(super) fn shared(&mut self, family: Arc<SkeletonFamily>) -> Arc<SkeletonFamily> {
        match self.seen.get(&family) {
            Some(known) => Arc::clone(known),
            None => {
                self.seen.insert(Arc::clone(&family));
                family
            }
        }
    }
}
