//! What opening a library collects besides its clips.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use footwork_sidecar::Finding;

use super::seen::Seen;

/// What opening collects besides the clips.
#[derive(Debug, Default)]
pub(super) struct Opening {
    /// Problems in single files that are new to the user.
    pub(super) news: Vec<Finding>,
    /// Problems that the user saw when tagging the clip.
    pub(super) acknowledged: Vec<Finding>,
    /// The files that may be clips, in the order of their names.
    pub(super) files: Vec<String>,
    /// The state of each file when it was read, by name.
    pub(super) seen: BTreeMap<String, Seen>,
    /// The files among `files` without a clip in the library, and whether each is tagged.
    pub(super) without_clip: BTreeMap<String, bool>,
    pub(super) joints: Joints,
}

/// The joint names of the skeletons seen so far, stored once each: most clips share a skeleton.
#[derive(Debug, Default)]
pub(super) struct Joints {
    seen: BTreeSet<Arc<[String]>>,
}

impl Joints {
    /// Returns the stored copy of these names.
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
