//! Queries and their results.

use serde::{Deserialize, Serialize};

use super::Mistake;

/// A query. The text `@NAME` runs the saved query of that name.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct QueryRequest {
    /// The text.
    pub(crate) text: String,
}

/// Saves a query under a name in `footwork.toml`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SaveQuery {
    /// The name.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// The current text of the query to replace. Without it, the name must be free.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) replaces: Option<String>,
}

/// Renames a saved query.
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

/// A range of frames similar to the given ones.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SimilarPlace {
    /// The index of the clip in the list.
    pub(crate) clip: u32,
    /// The first frame.
    pub(crate) start: u32,
    /// The frame after the last one.
    pub(crate) stop: u32,
    /// The distance from the given frames; 0 is the same motion.
    pub(crate) distance: f32,
}

/// The result of a query.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct QueryAnswer {
    /// The generation of the clip list that `matches` indexes.
    pub(crate) generation: u32,
    /// The query in its normal form.
    pub(crate) normal: String,
    /// The total number of found frames in all clips.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) frames: u64,
    /// The number of ranges.
    pub(crate) ranges: u32,
    /// The clips with matches, in the order of the list.
    pub(crate) matches: Vec<Match>,
    /// If the whole query is one `similar(…)`, the same ranges, most similar first; else empty.
    pub(crate) places: Vec<SimilarPlace>,
    /// Places in the text that may have another meaning than the user intended.
    pub(crate) hints: Vec<Mistake>,
    /// Parts of the library that could not be searched, such as unreadable clips or clips without a joint.
    pub(crate) notes: Vec<String>,
}

/// The matches in one clip.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Match {
    /// The index of the clip in the list.
    pub(crate) clip: u32,
    /// The ranges, each `[start, stop)`.
    pub(crate) ranges: Vec<[u32; 2]>,
}

/// A part of a query and its matches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explanation {
    /// The part, as text.
    pub(crate) node: String,
    /// The number of clips with matches.
    pub(crate) clips: u32,
    /// The number of ranges.
    pub(crate) ranges: u32,
    /// The number of frames.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) frames: u64,
    /// The parts of this part.
    pub(crate) children: Vec<Explanation>,
}
