//! Events as signals that networks learn.

use serde::{Deserialize, Serialize};

/// Asks for the curves of one event in one clip; events below it count too.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EncodeRequest {
    /// The clip.
    pub(crate) clip: String,
    /// The event.
    pub(crate) event: String,
    /// How far the signal reaches before and after an event, in seconds; by the gaps between the
    /// events of all clips where it is not given.
    pub(crate) window_secs: Option<f64>,
    /// The standard deviation of the smoothing in seconds, 0 for none; one frame where it is not
    /// given.
    pub(crate) sigma_secs: Option<f64>,
}

/// The curves that follow, a number a frame each: `signedTime` and `clipped` in seconds, NaN where
/// there is no event; `sin`, `cos` before smoothing; `smoothSin`, `smoothCos`; `decoded` in seconds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct EncodeHeader {
    /// The window that was used, in seconds.
    pub(crate) window_secs: f64,
    /// The smoothing that was used, in seconds.
    pub(crate) sigma_secs: f64,
    /// How many frames.
    pub(crate) frames: u32,
    /// The events that were encoded, in seconds.
    pub(crate) times: Vec<f64>,
    /// Those that decoding finds again, in seconds.
    pub(crate) decoded: Vec<f64>,
    /// The names of the curves, in their order.
    pub(crate) curves: Vec<String>,
    /// What of the events the encoding cannot hold.
    pub(crate) warnings: Vec<String>,
}
