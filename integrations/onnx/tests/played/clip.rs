//! Clips of the samples, as a game would load them.

use footwork::base::{Id, Role};
use footwork::features::{Frame, Skeleton, SkeletonJoint};
use footwork_clip::{Clip, Limits, read_clip};

pub(crate) const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Reads a clip of the samples.
pub(crate) fn clip(name: &str) -> Clip {
    let bytes = std::fs::read(format!("{HERE}/../../samples/{name}")).unwrap();
    read_clip(name, &bytes, None, &Limits::default())
        .unwrap()
        .clip
}

pub(crate) fn skeleton(clip: &Clip) -> Skeleton {
    let joints = clip.skeleton().joints().iter().map(|joint| SkeletonJoint {
        name: joint.name.clone(),
        parent: joint.parent.map(Id::index),
        offset_m: joint.offset,
        is_end: joint.is_end,
    });
    let known = |role| Some((role, clip.skeleton().roles().joint(role)?.index()));
    let roles: Vec<_> = Role::ALL.into_iter().filter_map(known).collect();
    Skeleton::new(joints.collect(), &roles, clip.travelling_joint().index()).unwrap()
}

pub(crate) fn frames(clip: &Clip) -> impl Iterator<Item = Frame<'_>> {
    clip.poses().map(|pose| Frame {
        root_position_m: pose.root_position,
        rotations: pose.rotations,
        translations: pose.translations,
        contacts: [false; 2],
        heading_rad: None,
    })
}
