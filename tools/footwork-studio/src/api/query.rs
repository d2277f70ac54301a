//! Finding frames by logic.

use serde::{Deserialize, Serialize};

use super::Mistake;

/// A query; `@NAME` alone is a saved one.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct QueryRequest {
    /// The text.
    pub(crate) text: String,
}

/// Keeps a query under a name in `footwork.toml`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SaveQuery {
    /// The name.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// The text that it has now, where that is to be replaced; without it, the name must be free.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) replaces: Option<String>,
}

/// Gives a saved query another name.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RenameQuery {
    /// The name.
    pub(crate) name: String,
    /// The new name.
    pub(crate) to: String,
}

/// Removes a saved query.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RemoveQuery {
    /// The name.
    pub(crate) name: String,
}

/// A place that is similar to given frames.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SimilarPlace {
    /// The clip, by its place in the list.
    pub(crate) clip: u32,
    /// The first frame.
    pub(crate) start: u32,
    /// The frame behind the last one.
    pub(crate) stop: u32,
    /// How far it is from the given frames; 0 is the same motion.
    pub(crate) distance: f32,
}

/// What a query found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueryAnswer {
    /// The number of the clip list that `matches` speaks of.
    pub(crate) generation: u32,
    /// The query as it was understood.
    pub(crate) normal: String,
    /// How many frames, over all clips.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) frames: u64,
    /// How many ranges.
    pub(crate) ranges: u32,
    /// The clips in which something was found, in their order.
    pub(crate) matches: Vec<Match>,
    /// The same places, the most similar first, if the query is one `similar(…)` and nothing else.
    pub(crate) places: Vec<SimilarPlace>,
    /// What may be meant in another way.
    pub(crate) hints: Vec<Mistake>,
    /// What of the library could not be asked: clips that cannot be read, joints that they lack.
    pub(crate) notes: Vec<String>,
}

/// What was found in one clip.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Match {
    /// The clip, as its place in the list.
    pub(crate) clip: u32,
    /// The ranges, each `[start, stop)`.
    pub(crate) ranges: Vec<[u32; 2]>,
}

/// A part of a query and what it finds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explanation {
    /// The part, as text.
    pub(crate) node: String,
    /// In how many clips it holds.
    pub(crate) clips: u32,
    /// In how many ranges.
    pub(crate) ranges: u32,
    /// On how many frames.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) frames: u64,
    /// Its parts.
    pub(crate) children: Vec<Explanation>,
}
