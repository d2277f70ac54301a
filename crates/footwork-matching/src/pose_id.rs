//! Poses by clip, frame and twin, and spans of them.

use footwork_base::FrameRange;

use crate::motion_clip::ClipId;

/// A pose of an index. The order is that of the fields; of poses with equal costs a search finds the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoseId {
    /// The clip.
    pub clip: ClipId,
    /// The frame, at the rate of the index.
    pub frame: u32,
    /// Whether it is the pose of the mirrored twin.
    pub mirrored: bool,
}

/// Which of a clip and its mirrored twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Twins {
    /// The clip and its twin.
    #[default]
    Both,
    /// The clip as it was recorded.
    Original,
    /// The mirrored twin.
    Mirrored,
}

impl Twins {
    pub(crate) fn has(self, mirrored: bool) -> bool {
        match self {
            Self::Both => true,
            Self::Original => !mirrored,
            Self::Mirrored => mirrored,
        }
    }
}

/// Frames of a clip at the rate of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoseRange {
    /// The clip.
    pub clip: ClipId,
    /// The frames, at the rate of the index.
    pub frames: FrameRange,
    /// Whether they are meant in the clip, in its mirrored twin, or in both.
    pub twins: Twins,
}

impl PoseRange {
    /// Whether the pose is one of them.
    pub fn contains(&self, pose: PoseId) -> bool {
        let is_twin = self.clip == pose.clip && self.twins.has(pose.mirrored);
        is_twin && (self.frames.start()..self.frames.stop()).contains(&pose.frame)
    }
}

/// Frames of a clip, as tags know them: at the clip's own rate. A pose belongs to them if its time does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoseSpan {
    /// The clip.
    pub clip: ClipId,
    /// The frames, at the rate of the clip; those past its end mean nothing.
    pub frames: FrameRange,
    /// Whether they are meant in the clip, in its mirrored twin, or in both.
    pub twins: Twins,
}
