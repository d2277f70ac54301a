//! Poses and channels, frame by frame.

use serde::Serialize;
use ts_rs::TS;

/// Where the joints are on frames `[start, stop)`: world positions in metres, +y up.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MotionHeader {
    /// The names of the joints; the ends of bones that are no joints have none.
    pub joints: Vec<String>,
    /// The parent of each joint; −1 for the root. Parents come first.
    pub parents: Vec<i32>,
    /// The first frame.
    pub start: u32,
    /// The frame behind the last one.
    pub stop: u32,
    /// The length of the whole clip.
    pub frames: u32,
}

/// What an expression over channels is on each frame.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CurveHeader {
    /// How many frames; 0 where the clip lacks a joint that the expression names.
    pub frames: u32,
    /// The joint that it lacks.
    pub lacks: Option<String>,
}
