//! Recordings of characters: the played poses, and the poses that each search compared.

use serde::Serialize;

/// The header of a recording; `null` if none is open. After the header follow nine numbers per frame: the place of the
/// root (x, y and z in metres and the heading in radians) relative to the first frame; the seconds since the first
/// frame; the index of the clip in `clips`; the frame of that clip, or −1 minus the frame for its mirrored twin; the
/// share of the new motion in the blend; and the index of the decision in `decisions`, or −1 minus the index if the
/// character was moved before.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordingHeader {
    /// The name of the file, or of the program that sent the recording.
    pub(crate) name: String,
    /// A number that differs between recordings.
    pub(crate) revision: u32,
    /// The number of frames.
    pub(crate) frames: u32,
    /// The number of earlier updates that the recording no longer contains.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) first_frame: u64,
    /// The place of the first frame in the world of the character: x, y and z in metres.
    pub(crate) origin: [f64; 3],
    /// The clips of the recording's pose index.
    pub(crate) clips: Vec<RecordedClip>,
    /// The names of the groups of costs.
    pub(crate) groups: Vec<String>,
    /// The names of the filters; `null` for a filter without a name.
    pub(crate) filters: Vec<Option<String>>,
    /// The kinds of decisions.
    pub(crate) decisions: Vec<&'static str>,
    /// The searches, the oldest first.
    pub(crate) searches: Vec<SearchRow>,
    /// Whether the library's tags differ from those at the time of the recording; `null` if the recording does not have
    /// their stamp.
    pub(crate) has_other_tags: Option<bool>,
}

/// A clip of a recording.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordedClip {
    /// The name of the clip.
    pub(crate) name: String,
    /// Why the library's clip of this name cannot be shown for it; `null` if it can be.
    pub(crate) problem: Option<String>,
}

/// A search: the poses that it compared, and its decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchRow {
    /// The frame of the recording in which the search was made.
    pub(crate) frame: u32,
    /// The reason for the search; `null` for the search of a standing pose.
    pub(crate) trigger: Option<&'static str>,
    /// The decision.
    pub(crate) decision: &'static str,
    /// The index of the filter in `filters`; `null` without a filter.
    pub(crate) filter: Option<u32>,
    /// The pose before the decision.
    pub(crate) from: RecordedPose,
    /// The pose after the decision.
    pub(crate) to: RecordedPose,
    /// The cost of continuing the playing clip, in total and by group; `null` if that was impossible.
    pub(crate) continuing: Option<PoseCost>,
    /// The cost that another pose had to beat.
    pub(crate) limit: Option<f32>,
    /// The best poses, the cheapest first.
    pub(crate) candidates: Vec<PoseCost>,
    /// The pose that a rule discarded although it was cheaper; `null` if there is none.
    pub(crate) discarded: Option<PoseCost>,
    /// The rule that discarded it.
    pub(crate) rule: Option<&'static str>,
    /// The pose that the filter forbade although it was cheaper; `null` if there is none.
    pub(crate) forbidden: Option<PoseCost>,
    /// The trajectory of the goal at each horizon: the distance to the left and ahead of the character, in metres.
    pub(crate) wanted: Vec<[f32; 2]>,
    /// The trajectory of the pose after the decision, in the same form.
    pub(crate) got: Vec<[f32; 2]>,
}

/// A pose of a recording.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordedPose {
    /// The index of the clip in `clips`.
    pub(crate) clip: u32,
    /// The frame of the clip.
    pub(crate) frame: u32,
    /// Whether the pose is that of the clip's mirrored twin.
    pub(crate) mirrored: bool,
}

/// A pose and its costs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoseCost {
    /// The pose.
    pub(crate) pose: RecordedPose,
    /// The total cost, including the soft cost.
    pub(crate) cost: f32,
    /// The cost of each group; empty if these costs are unknown.
    pub(crate) groups: Vec<f32>,
}
