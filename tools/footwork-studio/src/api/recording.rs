//! Recordings of characters: the poses that played, and the poses that each search compared.

use serde::Serialize;

/// The header of a recording; `null` if none is open. The frames follow, nine numbers each: the place of the root, x, y and z in
/// metres and the heading in radians, relative to the first frame; the seconds since the first frame; the number of the clip in
/// `clips`; the frame in it, negative minus one for its mirrored twin; the share of the new motion in the blend; and the number of
/// the decision in `decisions`, negative minus one if the character was moved before.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordingHeader {
    /// The name of the file, or where it came from.
    pub(crate) name: String,
    /// A number that differs between recordings.
    pub(crate) revision: u32,
    /// The number of frames.
    pub(crate) frames: u32,
    /// How many earlier updates the recording no longer has.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) first_frame: u64,
    /// The place of the first frame in the world of the character: x, y and z in metres.
    pub(crate) origin: [f64; 3],
    /// The clips of its index.
    pub(crate) clips: Vec<RecordedClip>,
    /// The groups of costs.
    pub(crate) groups: Vec<String>,
    /// The names of filters; `null` without a name.
    pub(crate) filters: Vec<Option<String>>,
    /// The kinds of decisions.
    pub(crate) decisions: Vec<&'static str>,
    /// The searches, oldest first.
    pub(crate) searches: Vec<SearchRow>,
    /// Whether the library's tags differ from those of the recording; `null` if the recording has no stamp of its tags.
    pub(crate) has_other_tags: Option<bool>,
}

/// A clip of a recording.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordedClip {
    /// Its name.
    pub(crate) name: String,
    /// Why the library's clip of this name cannot be shown in its place; `null` if it can.
    pub(crate) problem: Option<String>,
}

/// A search: the poses that it compared, and its decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SearchRow {
    /// The frame of the recording.
    pub(crate) frame: u32,
    /// The reason for the search; `null` for the search of a standing pose.
    pub(crate) trigger: Option<&'static str>,
    /// The decision.
    pub(crate) decision: &'static str,
    /// The number of the filter in `filters`; `null` without a filter.
    pub(crate) filter: Option<u32>,
    /// The pose before.
    pub(crate) from: RecordedPose,
    /// The pose after.
    pub(crate) to: RecordedPose,
    /// The cost of playing on, in total and by group; `null` if that was impossible.
    pub(crate) continuing: Option<PoseCost>,
    /// The cost that another pose had to beat.
    pub(crate) limit: Option<f32>,
    /// The best poses.
    pub(crate) candidates: Vec<PoseCost>,
    /// The pose that a rule discarded, although it was better.
    pub(crate) discarded: Option<PoseCost>,
    /// The rule.
    pub(crate) rule: Option<&'static str>,
    /// The pose that the filter forbade, although it was better.
    pub(crate) forbidden: Option<PoseCost>,
    /// The trajectory of the goal: x and z in metres at each horizon, to the left and ahead of the character.
    pub(crate) wanted: Vec<[f32; 2]>,
    /// The trajectory of the pose after, in the same form.
    pub(crate) got: Vec<[f32; 2]>,
}

/// A pose of a recording.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordedPose {
    /// The number of the clip in `clips`.
    pub(crate) clip: u32,
    /// The frame of the clip.
    pub(crate) frame: u32,
    /// Whether it is the pose of the mirrored twin.
    pub(crate) mirrored: bool,
}

/// A pose and its costs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoseCost {
    /// The pose.
    pub(crate) pose: RecordedPose,
    /// The cost, with the soft cost.
    pub(crate) cost: f32,
    /// The cost of each group, if they are known.
    pub(crate) groups: Vec<f32>,
}
