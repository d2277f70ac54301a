//! Why a request was refused.

use serde::{Deserialize, Serialize};

/// Why a request was refused; nothing on disk changed, unless the code says so.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Problem {
    /// What kind it is, for machines: `bad-query`, `stale-clip`; `conflict` of an undo that only
    /// discarding the step gets past; `unsaved` of one before which edits are to be saved or discarded …
    pub(crate) code: String,
    /// What is wrong.
    pub(crate) message: String,
    /// What would be right.
    pub(crate) hint: Option<String>,
    /// Whether the server keeps the edit and [`retry`](super::Retried) may save it.
    #[serde(default)]
    pub(crate) kept: bool,
    /// Where in a text it is, once for each mistake.
    #[serde(default)]
    pub(crate) mistakes: Vec<Mistake>,
}

/// A mistake at a place of a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Mistake {
    /// Where it starts, in UTF-16 code units, as JavaScript counts.
    pub(crate) start: u32,
    /// Where it stops.
    pub(crate) stop: u32,
    /// What is wrong.
    pub(crate) message: String,
    /// What would be right.
    pub(crate) hint: Option<String>,
}
