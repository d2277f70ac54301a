//! Events as signals that networks learn.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Asks for the curves of one event in one clip; events below it count too.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EncodeRequest {
    /// The clip.
    pub clip: String,
    /// The event.
    pub event: String,
    /// How far the signal reaches before and after an event, in seconds; by the gaps between the
    /// events of all clips where it is not given.
    pub window_secs: Option<f64>,
    /// The standard deviation of the smoothing in seconds, 0 for none; one frame where it is not
    /// given.
    pub sigma_secs: Option<f64>,
}

/// The curves that follow, a number a frame each: `signedTime` and `clipped` in seconds, NaN where
/// there is no event; `sin`, `cos` before smoothing; `smoothSin`, `smoothCos`; `decoded` in seconds.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct EncodeHeader {
    /// The window that was used, in seconds.
    pub window_secs: f64,
    /// The smoothing that was used, in seconds.
    pub sigma_secs: f64,
    /// How many frames.
    pub frames: u32,
    /// The events that were encoded, in seconds.
    pub times: Vec<f64>,
    /// Those that decoding finds again, in seconds.
    pub decoded: Vec<f64>,
    /// The names of the curves, in their order.
    pub curves: Vec<String>,
    /// What of the events the encoding cannot hold.
    pub warnings: Vec<String>,
}
