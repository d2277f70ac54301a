//! Clips and what they are labelled with.

use footwork_sidecar::{Reference, SignedState, WorkState};
use serde::{Deserialize, Serialize};

use super::Finding;

/// All clips, in the order of their names.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipList {
    /// Another number whenever the places of clips in the list are others.
    pub(crate) generation: u32,
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
    /// The clips.
    pub(crate) clips: Vec<ClipRow>,
}

/// A clip as a row of the list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipRow {
    /// The path from the root with `/`, and in a file of several `#` and the animation.
    pub(crate) name: String,
    /// Its length in frames.
    pub(crate) frames: u32,
    /// Frames a second, exactly: numerator and denominator.
    pub(crate) rate: [u32; 2],
    /// Its tags, as places in the tags of [`LibraryInfo`](super::LibraryInfo), each once.
    pub(crate) tags: Vec<u32>,
    /// How many spans are tagged.
    pub(crate) spans: u32,
    /// How many events it has.
    pub(crate) events: u32,
    /// How many errors and warnings there are about it.
    pub(crate) warnings: u32,
    /// Whether it changed since it was tagged.
    pub(crate) stale: bool,
    /// For a mirrored twin, the clip that it mirrors: it cannot be edited.
    pub(crate) mirror_of: Option<String>,
    /// How far the work on it is.
    pub(crate) state: WorkState,
    /// How many notes it has.
    pub(crate) notes: u32,
}

/// Asks where the tags of clips lie.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StripsRequest {
    /// The clips.
    pub(crate) clips: Vec<String>,
}

/// Where the tags of a clip lie, roughly, for a small picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Strip {
    /// The clip.
    pub(crate) clip: String,
    /// Its tags, by name.
    pub(crate) tags: Vec<StripTag>,
}

/// Where a tag lies in a clip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct StripTag {
    /// The tag.
    pub(crate) tag: String,
    /// Its frames in hundredths of the clip, rounded outwards.
    pub(crate) ranges: Vec<[u32; 2]>,
}

/// The tags and events of one clip, as authored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipLabels {
    /// The clip.
    pub(crate) clip: String,
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
    /// Its length in frames.
    pub(crate) frames: u32,
    /// Frames a second, exactly.
    pub(crate) rate: [u32; 2],
    /// Of a clip that loops, the length of a round in frames.
    pub(crate) round_frames: Option<u32>,
    /// Why it cannot be edited, where it cannot.
    pub(crate) read_only: Option<String>,
    /// The state that somebody gave it; without one, its labels say whether it is in progress.
    pub(crate) state: Option<SignedState>,
    /// The video or sound beside it.
    pub(crate) reference: Option<Reference>,
    /// The notes, in their order.
    pub(crate) notes: Vec<String>,
    /// The spans, by tag, start and stop.
    pub(crate) spans: Vec<Span>,
    /// The frames that no rule may give a tag.
    pub(crate) refused: Vec<Span>,
    /// The events, by name and time.
    pub(crate) events: Vec<Moment>,
    /// What is wrong with it.
    pub(crate) findings: Vec<Finding>,
}

/// A span of frames `[start, stop)` with a tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Span {
    /// The tag.
    pub(crate) tag: String,
    /// Its first frame.
    pub(crate) start: u32,
    /// The frame behind its last one.
    pub(crate) stop: u32,
    /// Whether a rule made it.
    #[serde(default)]
    pub(crate) by_rule: bool,
}

/// An event at a time in frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Moment {
    /// The event.
    pub(crate) event: String,
    /// When, in frames; fractions lie between frames.
    pub(crate) time: f64,
    /// JSON that goes with it, as it was written.
    #[serde(default)]
    pub(crate) data: Option<String>,
}
