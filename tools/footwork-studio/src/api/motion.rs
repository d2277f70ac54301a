//! Poses, meshes and curves, frame by frame.

use serde::Serialize;

/// The header of the joint positions on frames `[start, stop)`: world positions in metres, +y up.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MotionHeader {
    /// The joint names. A bone end that is not a joint has an empty name.
    pub(crate) joints: Vec<String>,
    /// The parent of each joint; −1 for the root. Parents come first.
    pub(crate) parents: Vec<i32>,
    /// Whether each joint is drawn as a part of the body: `false` for helpers and for roots that only carry the body.
    pub(crate) drawn: Vec<bool>,
    /// The role of each joint, such as `left_foot`.
    pub(crate) roles: Vec<Option<&'static str>>,
    /// The side of the body that each joint is on.
    pub(crate) sides: Vec<JointSide>,
    /// The first frame.
    pub(crate) start: u32,
    /// The frame after the last one.
    pub(crate) stop: u32,
    /// The length of the whole clip in frames.
    pub(crate) frames: u32,
    /// Whether the file of the clip may have a mesh skinned to the joints.
    pub(crate) may_have_mesh: bool,
}

/// The header of the joint rotations on frames `[start, stop)`: world quaternions x, y, z, w.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TurnsHeader {
    /// The first frame.
    pub(crate) start: u32,
    /// The frame after the last one.
    pub(crate) stop: u32,
}

/// The header of a clip's mesh. After the header come:
///
/// - per bone, three rows of four numbers, which map the mesh to the space of the joint;
/// - per vertex, position, normal, colour, four bone indices and four weights;
/// - per triangle, three vertex indices.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeshHeader {
    /// The joint of each bone.
    pub(crate) joints: Vec<u32>,
    /// The number of vertices; 0 if the file has no mesh.
    pub(crate) vertices: u32,
    /// The number of triangles.
    pub(crate) triangles: u32,
}

/// A side of the body, from the character's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) enum JointSide {
    Left,
    Right,
    /// The middle of the body, or an unknown side.
    Centre,
}

/// The header of a curve: the value of an expression over channels on each frame.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CurveHeader {
    /// The number of frames; 0 if the clip lacks a joint of the expression, so every value would be NaN.
    pub(crate) frames: u32,
    /// The joint that the clip lacks, if any.
    pub(crate) lacks: Option<String>,
}
