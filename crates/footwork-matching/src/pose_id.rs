//! Poses identified by clip, frame and twin, and spans of them.

use footwork_base::FrameRange;

use crate::archive::Archive;
use crate::motion_clip::ClipId;

/// A pose of an index. Poses are ordered by clip, frame and twin. If several poses have the least cost, a search
/// returns the first in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoseId {
    /// The clip.
    pub clip: ClipId,
    /// The frame, at the rate of the index.
    pub frame: u32,
    /// Whether the pose belongs to the mirrored twin.
    pub mirrored: bool,
}

impl PoseId {
    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) {
        let mut clip = self.clip.number();
        archive.u32(&mut clip);
        self.clip = ClipId::new(clip);
        archive.u32(&mut self.frame);
        archive.bool(&mut self.mirrored);
    }
}

/// A clip, its mirrored twin, or both.
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
    /// Whether the range covers the clip, its mirrored twin, or both.
    pub twins: Twins,
}

impl PoseRange {
    /// Returns whether the range contains a pose.
    pub fn contains(&self, pose: PoseId) -> bool {
        let is_twin = self.clip == pose.clip && self.twins.has(pose.mirrored);
        is_twin && (self.frames.start()..self.frames.stop()).contains(&pose.frame)
    }
}

/// Frames of a clip at the clip's own rate, as counted by tags. A span contains a pose if it contains the pose's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoseSpan {
    /// The clip.
    pub clip: ClipId,
    /// The frames, at the rate of the clip. Frames past its end are ignored.
    pub frames: FrameRange,
    /// Whether the span covers the clip, its mirrored twin, or both.
    pub twins: Twins,
}
