//! The errors of building an index.

/// The reason why an index could not be built. Every error has the name of the clip and, if applicable, the frame and
/// the feature.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildError {
    /// A clip lacks a joint or channel that the schema names.
    MissingTrack {
        /// The name of the clip.
        clip: String,
        /// The name of the joint or channel.
        name: String,
    },
    /// A track has more or fewer frames than the root of its clip.
    TrackLength {
        /// The name of the clip.
        clip: String,
        /// The name of the joint or channel.
        name: String,
        /// The number of frames of the track.
        frames: usize,
        /// The number of frames of the root.
        expected: usize,
    },
    /// A number of a track is NaN or infinite, or a feature computed from the track is 1e15 or more in size.
    NotFinite {
        /// The name of the clip.
        clip: String,
        /// The frame. For a track, it counts frames of the clip. For a feature, it counts frames of the index.
        frame: usize,
        /// The joint, the channel or the feature.
        feature: String,
    },
    /// The root is unusable in a frame.
    Root {
        /// The name of the clip.
        clip: String,
        /// The frame of the clip.
        frame: usize,
        /// The reason why the root is unusable.
        fault: &'static str,
    },
    /// The last pose of a loop differs from its first pose.
    LoopGap {
        /// The name of the clip.
        clip: String,
        /// The last frame of the clip.
        frame: usize,
        /// The group of the schema whose joint does not return to its start.
        feature: String,
        /// The distance between the joint's positions in the first and the last pose, in metres.
        gap_m: f32,
    },
    /// There are more poses or clips than 32 bits can number.
    TooMany {
        /// The first clip that does not fit.
        clip: String,
    },
}

impl BuildError {
    pub(crate) fn root(clip: &str, frame: usize, fault: &'static str) -> Self {
        Self::Root {
            clip: clip.to_owned(),
            frame,
            fault,
        }
    }
}

footwork_base::display! { BuildError:
    Self::MissingTrack { clip, name } => "the clip `{clip}` has no track `{name}`, which the schema names";
    Self::TrackLength { clip, name, frames, expected } => "the track `{name}` of the clip `{clip}` has {frames} frames, but its root has {expected}";
    Self::NotFinite { clip, frame, feature } => "`{feature}` of frame {frame} of the clip `{clip}` is not finite, or too large";
    Self::Root { clip, frame, fault } => "the root of frame {frame} of the clip `{clip}` has {fault}";
    Self::LoopGap { clip, frame, feature, gap_m } => "the clip `{clip}` does not loop: at frame {frame}, `{feature}` is {gap_m} m from its start";
    Self::TooMany { clip } => "with the clip `{clip}` there are more poses or clips than 32 bits can number";
}

impl std::error::Error for BuildError {}
