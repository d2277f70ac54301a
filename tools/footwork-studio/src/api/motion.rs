//! Poses and channels, frame by frame.

use serde::Serialize;

/// Where the joints are on frames `[start, stop)`: world positions in metres, +y up.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MotionHeader {
    /// The names of the joints; the ends of bones that are no joints have none.
    pub(crate) joints: Vec<String>,
    /// The parent of each joint; −1 for the root. Parents come first.
    pub(crate) parents: Vec<i32>,
    /// Whether each joint is drawn: part of the body, not a root that carries it nor a helper.
    pub(crate) drawn: Vec<bool>,
    /// The role of each joint, such as `left_foot`.
    pub(crate) roles: Vec<Option<&'static str>>,
    /// The side of the body that each joint is on.
    pub(crate) sides: Vec<JointSide>,
    /// The first frame.
    pub(crate) start: u32,
    /// The frame behind the last one.
    pub(crate) stop: u32,
    /// The length of the whole clip.
    pub(crate) frames: u32,
    /// Whether the file of the clip may have a mesh that hangs on the joints.
    pub(crate) may_have_mesh: bool,
}

/// How the joints are turned on frames `[start, stop)`: world quaternions x, y, z, w.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TurnsHeader {
    /// The first frame.
    pub(crate) start: u32,
    /// The frame behind the last one.
    pub(crate) stop: u32,
}

/// The mesh of a clip. Behind it, in this order: for each bone three rows of four numbers, which map the mesh to the
/// frame of its joint; for each vertex its position, normal and colour, the indices of four bones, and their
/// weights; for each triangle the indices of three vertices.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeshHeader {
    /// The joint of each bone.
    pub(crate) joints: Vec<u32>,
    /// How many vertices there are; 0 where the file has no mesh.
    pub(crate) vertices: u32,
    /// How many triangles there are.
    pub(crate) triangles: u32,
}

/// A side of the body, from the character's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) enum JointSide {
    Left,
    Right,
    /// The middle, or unknown.
    Centre,
}

/// What an expression over channels is on each frame.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CurveHeader {
    /// How many frames; 0 where the clip lacks a joint without which the expression is NaN throughout.
    pub(crate) frames: u32,
    /// The joint that it lacks.
    pub(crate) lacks: Option<String>,
}
