//! Finding frames by logic.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Mistake;

/// A query; `@NAME` alone is a saved one.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QueryRequest {
    /// The text.
    pub text: String,
}

/// Keeps a query under a name in `footwork.toml`.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveQuery {
    /// The name.
    pub name: String,
    /// The text.
    pub text: String,
    /// The text that it has now, where that is to be replaced; without it, the name must be free.
    #[serde(default)]
    #[ts(optional)]
    pub replaces: Option<String>,
}

/// Gives a saved query another name.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RenameQuery {
    /// The name.
    pub name: String,
    /// The new name.
    pub to: String,
}

/// Removes a saved query.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemoveQuery {
    /// The name.
    pub name: String,
}

/// What a query found.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct QueryAnswer {
    /// The number of the clip list that `matches` speaks of.
    pub generation: u32,
    /// The query as it was understood.
    pub normal: String,
    /// How many frames, over all clips.
    #[ts(type = "number")]
    pub frames: u64,
    /// How many ranges.
    pub ranges: u32,
    /// The clips in which something was found, in their order.
    pub matches: Vec<Match>,
    /// What may be meant in another way.
    pub hints: Vec<Mistake>,
    /// What of the library could not be asked: clips that cannot be read, joints that they lack.
    pub notes: Vec<String>,
}

/// What was found in one clip.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Match {
    /// The clip, as its place in the list.
    pub clip: u32,
    /// The ranges, each `[start, stop)`.
    pub ranges: Vec<[u32; 2]>,
}

/// A part of a query and what it finds.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// The part, as text.
    pub node: String,
    /// In how many clips it holds.
    pub clips: u32,
    /// In how many ranges.
    pub ranges: u32,
    /// On how many frames.
    #[ts(type = "number")]
    pub frames: u64,
    /// Its parts.
    pub children: Vec<Explanation>,
}
