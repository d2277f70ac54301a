//! The stored poses of a library's clips, and the search for similar poses.

use std::io;
use std::sync::Arc;

use footwork_sidecar::Sidecar;
use footwork_tags::ClipId;

use super::Library;
use crate::poses::{PoseJob, Signature, cache};
use crate::predicate::PoseSearch;

impl Library {
    /// Returns a search for the poses that `similar` finds, the most similar first. The search can be used while the
    /// library is edited.
    pub fn pose_search(&self) -> PoseSearch {
        PoseSearch::new(Arc::clone(&self.predicates))
    }

    /// Stores the current poses of a clip, so that its tags can be moved if it changes. Returns whether the poses are
    /// stored.
    ///
    /// This is cheap if the poses are stored already. A failure affects nothing else.
    pub fn remember_pose(&self, clip: ClipId) -> bool {
        self.pose_job(clip).is_some_and(|job| job.keep())
    }

    /// Returns the poses of a clip at the time it was tagged; `None` if they were not stored. Waits until the poses of
    /// earlier edits are stored.
    ///
    /// # Errors
    /// If stored poses cannot be read.
    pub fn recall_pose(&self, clip: ClipId) -> io::Result<Option<Signature>> {
        self.poses.finish();
        let sidecar = self
            .clips
            .get(clip)
            .and_then(|entry| entry.sidecar.as_ref());
        match sidecar.and_then(Sidecar::hash) {
            Some(hash) => cache::recall(&self.root, hash),
            None => Ok(None),
        }
    }

    /// Cancels the storing of poses that are still waiting to be stored.
    ///
    /// After an edit of many clips, storing them takes a while, and dropping the library would wait for it. The tags of
    /// a clip without stored poses can be moved only if its old file is available.
    pub fn give_up_poses(&self) {
        self.poses.give_up();
    }

    /// Stores the current poses of a clip in the background, after the edit that tagged it.
    pub(super) fn keep_pose(&self, clip: ClipId) {
        if let Some(job) = self.pose_job(clip) {
            self.poses.keep(job);
        }
    }

    /// Returns the data needed to store the poses of a clip or, for a twin, of its original.
    fn pose_job(&self, clip: ClipId) -> Option<PoseJob> {
        let clip = self.original(clip).unwrap_or(clip);
        self.clips.get(clip)?;
        let source = self.motion_source(clip);
        let joints = &self.settings.mirror_joints;
        Some(PoseJob::new(&self.root, source, joints))
    }
}
