//! Events encoded as signals for training neural networks.

use serde::{Deserialize, Serialize};

/// Requests the curves of one event in one clip. Events below it in the hierarchy are included: `Foot` includes
/// `Foot.Left`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EncodeRequest {
    /// The clip.
    pub(crate) clip: String,
    /// The event.
    pub(crate) event: String,
    /// How far the signal reaches before and after an event, in seconds. The default is chosen from the gaps between
    /// the events of all clips.
    pub(crate) window_secs: Option<f64>,
    /// The standard deviation of the smoothing in seconds, 0 for none. The default is one frame, but at most a quarter
    /// of the window.
    pub(crate) sigma_secs: Option<f64>,
}

/// The header of the answer. After it follow the curves, each with one number per frame: `signedTime` and `clipped`, in
/// seconds, NaN if the clip has no event; `sin` and `cos`, before smoothing; `smoothSin` and `smoothCos`, after
/// smoothing; and `decoded`, in seconds, NaN if no event is within the window.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct EncodeHeader {
    /// The window, in seconds.
    pub(crate) window_secs: f64,
    /// The smoothing, in seconds.
    pub(crate) sigma_secs: f64,
    /// The number of frames.
    pub(crate) frames: u32,
    /// The times of the encoded events, in seconds.
    pub(crate) times: Vec<f64>,
    /// The times of the events recovered by decoding, in seconds.
    pub(crate) decoded: Vec<f64>,
    /// The names of the curves, in their order.
    pub(crate) curves: Vec<String>,
    /// Warnings about events that the encoding cannot represent.
    pub(crate) warnings: Vec<String>,
}
