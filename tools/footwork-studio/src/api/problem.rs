//! Why a request was refused.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why a request was refused; nothing on disk changed, unless the code says so.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// What kind it is, for machines: `bad-query`, `stale-clip`; `conflict` of an undo that only
    /// giving the step up gets past; `unsaved` of one before which edits are to be saved or given up …
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
    /// Whether the server keeps the edit and [`retry`](super::Retried) may save it.
    #[serde(default)]
    pub kept: bool,
    /// Where in a text it is, once for each mistake.
    #[serde(default)]
    pub mistakes: Vec<Mistake>,
}

/// A mistake at a place of a text.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Mistake {
    /// Where it starts, in UTF-16 code units, as JavaScript counts.
    pub start: u32,
    /// Where it stops.
    pub stop: u32,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
}
