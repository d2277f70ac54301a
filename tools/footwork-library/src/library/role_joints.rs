//! Finds joints that `[roles]` in `footwork.toml` names but that no clip has.

use std::collections::BTreeSet;
use std::sync::Arc;

use footwork_base::{IdVec, nearest};
use footwork_sidecar::{Finding, RoleSetting, SETTINGS_FILE, Settings, Severity};
use footwork_tags::ClipId;

use crate::clip_entry::ClipEntry;
use crate::skeleton_family::SkeletonFamily;

/// Returns a finding for each setting of a role whose joint exists in none of the clips that the setting applies to.
pub(super) fn unknown_joints(
    clips: &IdVec<ClipId, ClipEntry>,
    settings: &Settings,
) -> Vec<Finding> {
    let finding = |setting: &RoleSetting| {
        let clips = clips
            .values()
            .filter(|clip| setting.is_for(clip.file_name()));
        let skeletons: BTreeSet<&Arc<SkeletonFamily>> = clips.map(|clip| &clip.skeleton).collect();
        let joints = || skeletons.iter().flat_map(|skeleton| &skeleton.joints);
        if joints().any(|joint| *joint == setting.joint) {
            return None;
        }
        let RoleSetting {
            role, joint, clips, ..
        } = setting;
        let key = match clips {
            Some(clips) => format!("roles.{clips:?}.{role}"),
            None => format!("roles.{role}"),
        };
        let message = match (
            skeletons.is_empty(),
            nearest(joint, joints().map(String::as_str)),
        ) {
            (true, _) => format!("{key} matches no clip"),
            (false, Some(near)) => {
                format!("{key}: none of its clips has a joint {joint:?}; did you mean {near:?}?")
            }
            (false, None) => format!("{key}: none of its clips has a joint {joint:?}"),
        };
        Some(Finding {
            severity: Severity::Warning,
            file: SETTINGS_FILE.to_owned(),
            position: None,
            code: "unknown-joint",
            message,
        })
    };
    settings.roles.iter().filter_map(finding).collect()
}
