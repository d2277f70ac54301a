//! Why clips make no index.

/// Why clips make no index. Every error names the clip, and the frame and the feature where there is one.
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
        /// How many frames it has.
        frames: usize,
        /// How many frames the root has.
        expected: usize,
    },
    /// A number of a track is NaN or infinite, or so large that a feature made of it is.
    NotFinite {
        /// The name of the clip.
        clip: String,
        /// The frame: of the clip for a track, of the index for a feature.
        frame: usize,
        /// The joint, the channel or the feature.
        feature: String,
    },
    /// A root is not usable.
    Root {
        /// The name of the clip.
        clip: String,
        /// The frame of the clip.
        frame: usize,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// The last pose of a loop is not the first one.
    LoopGap {
        /// The name of the clip.
        clip: String,
        /// Its last frame.
        frame: usize,
        /// The group of the schema whose joint is elsewhere.
        feature: String,
        /// How far the joint is from where it began.
        gap_m: f32,
    },
    /// There are more poses or clips than 32 bits number.
    TooMany {
        /// The clip that is too much.
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
    Self::TrackLength { clip, name, frames, expected } => "the track `{name}` of the clip `{clip}` has {frames} frames, its root {expected}";
    Self::NotFinite { clip, frame, feature } => "`{feature}` of frame {frame} of the clip `{clip}` is not a finite number";
    Self::Root { clip, frame, fault } => "the root of frame {frame} of the clip `{clip}` has {fault}";
    Self::LoopGap { clip, frame, feature, gap_m } => "the clip `{clip}` is no loop: `{feature}` of frame {frame} is {gap_m} m from where it began";
    Self::TooMany { clip } => "there are more poses than 32 bits number, with the clip `{clip}`";
}

impl std::error::Error for BuildError {}
