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
    /// The length of the clip in frames.
    pub(crate) frames: u32,
    /// The exact number of frames per second: numerator and denominator.
    pub(crate) rate: [u32; 2],
    /// The tags of the clip, as indices into the tags of [`LibraryInfo`](super::LibraryInfo), without duplicates.
    pub(crate) tags: Vec<u32>,
    /// The number of tagged spans.
    pub(crate) spans: u32,
    /// The number of events.
    pub(crate) events: u32,
    /// The number of errors and warnings about the clip.
    pub(crate) warnings: u32,
    /// Whether the clip changed since it was tagged.
    pub(crate) stale: bool,
    /// The original of a mirrored twin, which cannot be edited; `None` for other clips.
    pub(crate) mirror_of: Option<String>,
    /// The state of the work on the clip.
    pub(crate) state: WorkState,
    /// The state that a person set; absent if `state` follows from the labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) signed: Option<SignedState>,
    /// The number of notes.
    pub(crate) notes: u32,
}

/// Requests the approximate places of tags in clips.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StripsRequest {
    /// The clips.
    pub(crate) clips: Vec<String>,
}

/// The approximate places of all tags of a clip, for a thumbnail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Strip {
    /// The clip.
    pub(crate) clip: String,
    /// The tags of the clip, by name.
    pub(crate) tags: Vec<StripTag>,
}

/// The approximate places of a tag in a clip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct StripTag {
    /// The tag.
    pub(crate) tag: String,
    /// The tagged frames in hundredths of the clip, rounded outwards.
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
    /// The length of the clip in frames.
    pub(crate) frames: u32,
    /// The exact number of frames per second.
    pub(crate) rate: [u32; 2],
    /// The length of one cycle in frames, for a clip that loops.
    pub(crate) round_frames: Option<u32>,
    /// Why the clip cannot be edited; `None` if it can be.
    pub(crate) read_only: Option<String>,
    /// The state that a person set; `None` if there is none. The clip is then in progress if it has labels.
    pub(crate) state: Option<SignedState>,
    /// The video or sound that plays with the clip.
    pub(crate) reference: Option<Reference>,
    /// The notes, in the order of the sidecar.
    pub(crate) notes: Vec<String>,
    /// The spans, ordered by tag, start and stop.
    pub(crate) spans: Vec<Span>,
    /// The frames on which no rule may place a tag.
    pub(crate) refused: Vec<Span>,
    /// The events, ordered by name and time.
    pub(crate) events: Vec<Moment>,
    /// The findings about the clip.
    pub(crate) findings: Vec<Finding>,
}

/// A span of frames `[start, stop)` with a tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Span {
    /// The tag.
    pub(crate) tag: String,
    /// The first frame of the span.
    pub(crate) start: u32,
    /// The frame after the last one.
    pub(crate) stop: u32,
    /// Whether a rule placed the span.
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
    /// The time in frames; a fraction lies between two frames.
    pub(crate) time: f64,
    /// The JSON data of the event, as written.
    #[serde(default)]
    pub(crate) data: Option<String>,
}
