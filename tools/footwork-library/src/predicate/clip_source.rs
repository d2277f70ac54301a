//! The data of a clip that predicates use.

use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate};

use crate::motion_source::MotionSource;
use crate::skeleton_family::SkeletonFamily;

/// Everything needed to compute the channels of a clip.
pub(super) struct ClipSource {
    pub(super) name: String,
    pub(super) motion: MotionSource,
    pub(super) frames: u32,
    pub(super) rate: FrameRate,
    /// The frames on which no predicate holds.
    pub(super) invalid: Vec<FrameRange>,
    pub(super) skeleton: Arc<SkeletonFamily>,
}
