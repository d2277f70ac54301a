//! Poses of a library's clips, kept when they are tagged.

use footwork_tags::ClipId;

use super::Library;
use crate::poses::{PoseJob, Signature, cache};

impl Library {
    /// Keeps the poses of a clip as it is now, by which its tags can be moved when it changes. Cheap
    /// when they are kept already. Returns whether they are kept; that they are not is no failure of
    /// anything else.
    pub fn remember_pose(&self, clip: ClipId) -> bool {
        self.pose_job(clip).is_some_and(|job| job.keep())
    }

    /// The poses of a clip as it was when it was tagged, where they were kept. Waits for those of the edits before.
    pub fn recall_pose(&self, clip: ClipId) -> Option<Signature> {
        self.poses.finish();
        let sidecar = self.clips.get(clip)?.sidecar.as_ref()?;
        cache::recall(&self.root, sidecar.hash()?)
    }

    /// Keeps no poses any more that are not kept yet. After an edit of many clips, reading them takes a
    /// while, for which dropping the library would wait. The tags of a clip without poses can be moved
    /// only with its old file.
    pub fn give_up_poses(&self) {
        self.poses.give_up();
    }

    /// Keeps the poses of a clip as it is now behind the edit that tagged it.
    pub(super) fn keep_pose(&self, clip: ClipId) {
        if let Some(job) = self.pose_job(clip) {
            self.poses.keep(job);
        }
    }

    /// What must be known of a clip, or the clip that it mirrors, to keep its poses.
    fn pose_job(&self, clip: ClipId) -> Option<PoseJob> {
        let clip = self.original(clip).unwrap_or(clip);
        let entry = self.clips.get(clip)?;
        let source = self.motion_source(clip);
        let joints = &self.config.mirror_joints;
        Some(PoseJob::new(&self.root, source, entry.hash, joints))
    }
}
