//! The columns of a clip's poses, as the features crate defines them.

use footwork_base::{Heading, Id, Role};
use footwork_clip::{Clip, Motion};
use footwork_features::{
    Frame, FrameError, PoseFeatures, PoseGroup, Skeleton, SkeletonError, SkeletonJoint, Start,
};
use thiserror::Error;

use crate::detect::contact_frames;

/// Why the poses of a clip have no columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PoseRowsError {
    /// The contacts of its feet cannot be found.
    #[error("the feet of this clip are not known; `footwork info --joints` says why")]
    NoFeet,
    /// The skeleton does not fit the columns.
    #[error("frame {frame}: {error}")]
    Frame {
        /// The frame.
        frame: usize,
        /// The error.
        error: FrameError,
    },
}

/// Returns the skeleton of a clip, its roles, soles and travelling joint.
///
/// # Errors
/// Returns [`SkeletonError`] if an offset is not finite.
pub fn feature_skeleton(clip: &Clip) -> Result<Skeleton, SkeletonError> {
    let joints = clip.skeleton().joints().iter().map(|joint| SkeletonJoint {
        name: joint.name.clone(),
        parent: joint.parent.map(Id::index),
        offset_m: joint.offset,
        is_end: joint.is_end,
    });
    let known = |role: Role| Some((role, clip.skeleton().roles().joint(role)?.index()));
    let roles: Vec<_> = Role::ALL.into_iter().filter_map(known).collect();
    let sole = |role: Role| {
        let joints = clip.skeleton().joints().iter();
        let joints = joints.map(|joint| (&*joint.name, joint.parent));
        let sole = clip.skeleton().roles().sole(role, joints).into_iter();
        sole.map(Id::index).collect()
    };
    Skeleton::new(joints.collect(), &roles, clip.travelling_joint().index())?
        .with_soles([Role::LeftFoot, Role::RightFoot].map(sole))
}

/// Returns the columns of all poses of a clip, frame after frame. The first frame has the rates of change of the
/// second.
///
/// ```
/// use footwork_clip::{Limits, read_clip};
/// use footwork_features::{PoseColumns, PoseFeatures, PoseGroup, Start};
/// use footwork_pipeline::{feature_skeleton, pose_rows};
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
/// # let bytes = std::fs::read(path).unwrap();
///
/// let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
/// let columns = PoseColumns::new(&[PoseGroup::Root, PoseGroup::Contacts], Vec::new());
/// let skeleton = feature_skeleton(&walk).unwrap();
/// let features = PoseFeatures::new(columns, skeleton, walk.heading(), walk.rate()).unwrap();
/// let rows = pose_rows(&walk, &features).unwrap();
/// let speed_ahead = rows[1];
/// assert!((0.8..1.4).contains(&speed_ahead), "{speed_ahead}");
/// ```
///
/// # Errors
/// Returns [`PoseRowsError::NoFeet`] if contacts are among the columns and the feet are not known.
pub fn pose_rows(clip: &Clip, features: &PoseFeatures) -> Result<Vec<f32>, PoseRowsError> {
    let contacts = match features.columns().range(PoseGroup::Contacts) {
        None => None,
        Some(_) => match contact_frames(clip, &Default::default()) {
            [Some(left), Some(right)] => Some([left, right]),
            _ => return Err(PoseRowsError::NoFeet),
        },
    };
    // The direction of travel looks ahead, which needs the whole clip.
    let motion = Motion::new(clip);
    let headings = match clip.heading() {
        Heading::Travel => Some(motion.headings_rad()),
        Heading::Body | Heading::Hips => None,
    };
    let joints = clip.skeleton().joint_count();
    let frame = |index: usize| {
        let part = index * joints..(index + 1) * joints;
        Frame {
            root_position_m: clip.root_positions()[index],
            rotations: &clip.rotations()[part.clone()],
            translations: clip.translations().map(|all| &all[part]),
            contacts: contacts
                .as_ref()
                .map_or([false; 2], |[left, right]| [left[index], right[index]]),
            heading_rad: headings.map(|headings| headings[index]),
        }
    };
    let frames = (0..clip.root_positions().len()).map(frame);
    let rows = features.rows(frames, Start::Moving);
    rows.map_err(|(frame, error)| PoseRowsError::Frame { frame, error })
}
