//! What opening a library learns besides its clips.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use footwork_sidecar::Finding;

use super::seen::Seen;

/// What opening learns besides the clips.
#[derive(Debug, Default)]
pub(super) struct Opening {
    /// What is wrong in single files, and new.
    pub(super) news: Vec<Finding>,
    /// What was known when the clip was tagged.
    pub(super) acknowledged: Vec<Finding>,
    /// The files that may be clips, in the order of their names.
    pub(super) files: Vec<String>,
    /// What the files were like when they were read, by name.
    pub(super) seen: BTreeMap<String, Seen>,
    /// The files of `files` that have no clip in the library, and whether each is tagged nevertheless.
    pub(super) without_clip: BTreeMap<String, bool>,
    pub(super) joints: Joints,
}

/// The joint names of the skeletons seen so far: most clips share one skeleton.
#[derive(Debug, Default)]
pub(super) struct Joints {
    seen: BTreeSet<Arc<[String]>>,
}

impl Joints {
    /// These names, in the memory of those that are equal.
    pub(super) fn shared(&mut self, names: Arc<[String]>) -> Arc<[String]> {
        match self.seen.get(&names) {
            Some(known) => Arc::clone(known),
            None => {
                self.seen.insert(Arc::clone(&names));
                names
            }
        }
    }
}
