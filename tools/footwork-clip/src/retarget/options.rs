//! The options and the result of retargeting.

use std::sync::Arc;

use footwork_base::{FrameRange, Role};
use thiserror::Error;

use crate::clip::Clip;
use crate::finding::Finding;
use crate::side::Side;
use crate::skeleton::Skeleton;

/// Frames on which a foot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planted {
    /// The side of the foot.
    pub side: Side,
    /// The frames.
    pub frames: FrameRange,
}

/// Options for putting a motion on another skeleton; see [`Clip::retargeted`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RetargetOptions {
    /// The frame to use as the reference pose of the source; choose one on which the source stands most like a T- or
    /// A-pose. `None` uses the rest pose if the source stands in it, and otherwise the frame nearest to a T- or A-pose.
    pub rest_frame: Option<u32>,
    /// The frames on which feet stand; frames past the end of the clip are ignored. Without planted frames, feet are
    /// where the rotations take them, within some centimetres of the ground.
    pub planted: Vec<Planted>,
    /// Whether hands touch the ground and the body where the source's hands do, and no joint sinks deeper into the
    /// ground than the source's lowest joint.
    pub keeps_touches: bool,
}

/// A skeleton to put motion on.
#[derive(Clone, Debug, PartialEq)]
pub struct RetargetTarget {
    skeleton: Arc<Skeleton>,
    motion: Option<Clip>,
}

impl RetargetTarget {
    /// Returns the skeleton of a clip as a target. If the body does not stand at rest, the clip's frames show how it
    /// stands.
    pub fn from_clip(clip: &Clip) -> Self {
        Self {
            skeleton: Arc::clone(clip.skeleton()),
            motion: Some(clip.clone()),
        }
    }

    /// Returns the skeleton.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    pub(super) fn motion(&self) -> Option<&Clip> {
        self.motion.as_ref()
    }
}

/// The skeleton must stand at rest.
impl From<Arc<Skeleton>> for RetargetTarget {
    fn from(skeleton: Arc<Skeleton>) -> Self {
        Self {
            skeleton,
            motion: None,
        }
    }
}

/// The pose of a skeleton relative to which the turns of its bones are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferencePose {
    /// The rest pose.
    Rest,
    /// This frame of the skeleton's clip.
    Frame(u32),
}

/// A clip on another skeleton, with the motion that could not be transferred.
#[derive(Clone, Debug)]
pub struct Retargeted {
    /// The motion.
    pub clip: Clip,
    /// The size of the target relative to the source, by which the source's positions are scaled: the ratio of the lengths
    /// of their legs from hip joint to sole; 1 if both have the same skeleton.
    pub scale: f64,
    /// The reference poses of the source and of the target.
    pub references: [ReferencePose; 2],
    /// The roles for which the target has a joint but the source has none. These joints stay at rest.
    pub unmoved: Vec<Role>,
    /// The largest distance of a standing foot from its intended place, in metres, because the leg is too short; 0 if
    /// every foot reaches its place.
    pub worst_miss_m: f64,
    /// The largest error of a touching hand, in metres. On the ground, it is the distance of the palm from its intended
    /// place. On the body, it is the difference between the palm's distance from the body and the intended distance.
    pub worst_hand_miss_m: f64,
}

/// The distance of a standing foot from its intended place, in metres, above which the foot is reported.
const MAX_MISS_M: f64 = 0.02;

/// The error of a touching hand, in metres, above which the hand is reported.
const MAX_HAND_MISS_M: f64 = 0.03;

impl Retargeted {
    /// Returns findings about assumptions and about motion that could not be transferred: `reference-frame` if a frame
    /// is the reference pose of a skeleton, `unmoved-joints` if the source lacks roles, `foot-miss` if a standing foot
    /// is farther than 2 cm from its intended place, and `hand-miss` if a touching hand is off by more than 3 cm.
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut say = |code, message| {
            findings.push(Finding {
                code,
                position: None,
                message,
            });
        };
        for (whose, reference) in ["source", "target"].into_iter().zip(self.references) {
            if let ReferencePose::Frame(frame) = reference {
                say(
                    "reference-frame",
                    format!(
                        "frame {frame} of the {whose} is its reference pose, instead of the rest pose"
                    ),
                );
            }
        }
        if !self.unmoved.is_empty() {
            let roles = names(&self.unmoved);
            say(
                "unmoved-joints",
                format!(
                    "the source has no joint for {roles}; these joints of the target stay at rest"
                ),
            );
        }
        let mut far = |code, miss_m: f64, limit_m: f64, what: &str| {
            if miss_m > limit_m {
                let far_cm = 100.0 * miss_m;
                let message = format!(
                    "{what} is up to {far_cm:.1} cm off, because a limb of the target is too short"
                );
                say(code, message);
            }
        };
        far(
            "foot-miss",
            self.worst_miss_m,
            MAX_MISS_M,
            "a standing foot",
        );
        far(
            "hand-miss",
            self.worst_hand_miss_m,
            MAX_HAND_MISS_M,
            "a touching hand",
        );
        findings
    }
}

fn names(roles: &[Role]) -> String {
    let names: Vec<&str> = roles.iter().map(|role| role.name()).collect();
    names.join(", ")
}

/// Why a motion does not fit a skeleton.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RetargetError {
    /// Roles that every humanoid needs have no joint.
    #[error("the {whose} has no joint for {}: {why}", names(roles))]
    MissingRoles {
        /// `source` or `target`.
        whose: &'static str,
        /// The roles, at least one.
        roles: Vec<Role>,
        /// Why the first missing role has no joint.
        why: String,
    },
    /// The body does not stand upright in the reference pose, so rotations from it cannot be interpreted.
    #[error("the {whose} does not stand as a person does: {why}")]
    Unfit {
        /// `source` or `target`.
        whose: &'static str,
        /// The pose and the reason.
        why: String,
    },
    /// The requested reference frame is past the end of the clip.
    #[error("the source has {frame_count} frames and no frame {frame}")]
    NoSuchFrame {
        /// The requested frame.
        frame: u32,
        /// The number of frames of the source.
        frame_count: u32,
    },
    /// The motion gets farther from the origin than a clip can hold.
    #[error(
        "on the target the motion goes farther than {} m",
        crate::skeleton::MAX_COORDINATE_M
    )]
    TooFar,
}
