//! The measures of ranges.

use serde::{Deserialize, Serialize};

/// Ranges to measure.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MeasureRequest {
    /// The ranges: at most 256.
    pub(crate) ranges: Vec<MeasureRange>,
}

/// A range of frames of a clip.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MeasureRange {
    /// The clip.
    pub(crate) clip: String,
    /// The first frame.
    pub(crate) start: u32,
    /// The frame after the last one.
    pub(crate) stop: u32,
}

/// The values of ranges.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeasureAnswer {
    /// All measures.
    pub(crate) measures: Vec<MeasureInfo>,
    /// The ranges, in the order of the request.
    pub(crate) rows: Vec<MeasuredRow>,
}

/// A measure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeasureInfo {
    /// The name.
    pub(crate) name: String,
    /// The unit of its values; empty for a plain number.
    pub(crate) unit: String,
    /// The definition, one sentence.
    pub(crate) definition: String,
    /// Whether larger values are worse.
    pub(crate) is_fault: bool,
}

/// The values of a range.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeasuredRow {
    /// The range.
    pub(crate) range: MeasureRange,
    /// The values, in the order of the measures; empty if the clip could not be read.
    pub(crate) values: Vec<MeasuredValue>,
    /// Why the clip could not be read.
    pub(crate) problem: Option<String>,
}

/// A value, or why there is none.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeasuredValue {
    /// The value in the unit of the measure.
    pub(crate) value: Option<f64>,
    /// The joint that has the value, if it is the value of one joint.
    pub(crate) joint: Option<String>,
    /// The frame that has the value, if it is the value of one frame.
    pub(crate) frame: Option<u32>,
    /// Why there is no value.
    pub(crate) reason: Option<String>,
}
