//! How the feet of a clip move, seen from the body.

use footwork_base::FrameRange;

use super::{SIZE_PERCENTILE, distance, is_above, percentile};
use crate::channel::{gait_speed, ground_steadiness};
use crate::clip::Clip;
use crate::kinematics::WorldPositions;
use crate::skeleton::JointId;

/// The maximum number of frames over which the gait is measured, in the middle of the clip.
const MAX_GAIT_FRAMES: u32 = 240;

/// How the feet of a clip move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FootMotion {
    /// The median speed of the ground below the feet, seen from the body.
    pub(super) ground_mps: f64,
    /// The speed that the feet rarely exceed.
    pub(super) foot_mps: f64,
    /// As [`Evidence::steadiness`](super::Evidence::steadiness).
    pub(super) steadiness: f64,
}

impl FootMotion {
    /// Measures the feet below a chain of candidates; `None` if there are none.
    pub(super) fn new(clip: &Clip, chain: &[JointId]) -> Option<Self> {
        let skeleton = clip.skeleton();
        // Measured against the hips, even if a joint above them travels.
        let feet: Vec<JointId> = skeleton
            .feet()
            .into_iter()
            .flat_map(|foot| foot.joints)
            .collect();
        if feet.is_empty() {
            return None;
        }
        let carries = |link: &JointId| feet.iter().all(|&foot| is_above(skeleton, *link, foot));
        let hips = chain.iter().rev().find(|link| carries(link))?;
        let frames = clip.frame_count();
        let taken = frames.min(MAX_GAIT_FRAMES);
        let start = (frames - taken) / 2;
        let middle = clip.slice(FrameRange::new(start, start + taken)?).ok()?;
        let positions = WorldPositions::from_clip(&middle);
        let steps = feet.iter().flat_map(|&foot| {
            let path: Vec<[f64; 3]> = positions.joint(foot).collect();
            let steps = path.windows(2).map(|pair| distance(pair[0], pair[1]));
            steps.collect::<Vec<f64>>()
        });
        let foot_mps = percentile(steps.collect(), SIZE_PERCENTILE) / clip.rate().period_secs();
        Some(Self {
            ground_mps: percentile(gait_speed(&middle, &positions, *hips)?, 0.5),
            foot_mps,
            steadiness: ground_steadiness(&middle, &positions),
        })
    }
}
