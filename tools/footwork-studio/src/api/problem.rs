//! The reasons why requests are refused.

use serde::{Deserialize, Serialize};

/// The reason why a request was refused. Nothing on disk changed, unless the code says so.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Problem {
    /// The stable name of the kind of problem, such as `bad-query` or `stale-clip`. An undo fails with `conflict` if
    /// only discarding the step helps, and with `unsaved` if unsaved edits must first be saved or discarded.
    pub(crate) code: String,
    /// The fault.
    pub(crate) message: String,
    /// How to correct it.
    pub(crate) hint: Option<String>,
    /// Whether the server keeps the edit, so that a [`retry`](super::Retried) may save it.
    #[serde(default)]
    pub(crate) kept: bool,
    /// The mistakes in a text, each with its place.
    #[serde(default)]
    pub(crate) mistakes: Vec<Mistake>,
}

/// A mistake in a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Mistake {
    /// The start of the mistake, in UTF-16 code units, as in JavaScript.
    pub(crate) start: u32,
    /// The end of the mistake, in UTF-16 code units.
    pub(crate) stop: u32,
    /// The fault.
    pub(crate) message: String,
    /// How to correct it.
    pub(crate) hint: Option<String>,
}
