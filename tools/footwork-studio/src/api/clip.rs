//! Clips and their labels.

use footwork_sidecar::{Reference, SignedState, WorkState};
use serde::{Deserialize, Serialize};

use super::Finding;

/// All clips, in the order of their names.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipList {
    /// A number that changes whenever the indices of clips change.
    pub(crate) generation: u32,
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The clips.
    pub(crate) clips: Vec<ClipRow>,
}

/// A clip as a row of the list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipRow {
    /// The path relative to the root, with `/` between folders. If the file has several animations, `#` and the name of the
    /// animation follow.
    pub(crate) name: String,
    /// Its length in frames.
    pub(crate) frames: u32,
    /// The exact number of frames per second: numerator and denominator.
    pub(crate) rate: [u32; 2],
    /// Its tags, as indices into the tags of [`LibraryInfo`](super::LibraryInfo), without duplicates.
    pub(crate) tags: Vec<u32>,
    /// The number of tagged spans.
    pub(crate) spans: u32,
    /// The number of events.
    pub(crate) events: u32,
    /// The number of errors and warnings about it.
    pub(crate) warnings: u32,
    /// Whether the clip changed since it was tagged.
    pub(crate) stale: bool,
    /// The original, if this is a mirrored twin, which cannot be edited.
    pub(crate) mirror_of: Option<String>,
    /// The state of the work on it.
    pub(crate) state: WorkState,
    /// That state as a person set it; absent if it follows from the labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) signed: Option<SignedState>,
    /// The number of notes.
    pub(crate) notes: u32,
}

/// Requests the places of the tags of clips.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StripsRequest {
    /// The clips.
    pub(crate) clips: Vec<String>,
}

/// The approximate places of the tags of a clip, for a thumbnail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Strip {
    /// The clip.
    pub(crate) clip: String,
    /// Its tags, by name.
    pub(crate) tags: Vec<StripTag>,
}

/// The approximate places of a tag in a clip.
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
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// Its length in frames.
    pub(crate) frames: u32,
    /// The exact number of frames per second.
    pub(crate) rate: [u32; 2],
    /// The length of one cycle in frames, for a clip that loops.
    pub(crate) round_frames: Option<u32>,
    /// Why it cannot be edited; `None` if it can.
    pub(crate) read_only: Option<String>,
    /// The state set by a labeller. `None` if there is none; the clip is then in progress if it has labels.
    pub(crate) state: Option<SignedState>,
    /// The video or sound to play with it.
    pub(crate) reference: Option<Reference>,
    /// The notes, in their order.
    pub(crate) notes: Vec<String>,
    /// The spans, by tag, start and stop.
    pub(crate) spans: Vec<Span>,
    /// The frames on which no rule may place a tag.
    pub(crate) refused: Vec<Span>,
    /// The events, by name and time.
    pub(crate) events: Vec<Moment>,
    /// The findings about it.
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
    /// The frame after its last one.
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
    /// The time in frames; fractions lie between frames.
    pub(crate) time: f64,
    /// The JSON data of the event, as written.
    #[serde(default)]
    pub(crate) data: Option<String>,
}
