//! The meshes and volumes that shapes are made of.

use std::sync::Arc;

use footwork_slide::{Mesh, Pose, Solid, Volume};
use parry3d::math::{Pose as ParryPose, Vector};

use crate::error::ConvertError;

/// Mesh or volume with a pose.
pub(crate) type Piece = (Solid, Pose);

/// Returns a pose of parry as a pose of Footwork.
pub(crate) fn pose_of(pose: &ParryPose) -> Result<Pose, ConvertError> {
    let position = point(pose.translation);
    Pose::new(position, pose.rotation.to_array()).map_err(ConvertError::Pose)
}

pub(crate) fn point(at: Vector) -> [f64; 3] {
    at.to_array().map(f64::from)
}

pub(crate) fn mesh(triangles: &[[[f64; 3]; 3]]) -> Result<Solid, ConvertError> {
    let mesh = Mesh::from_triangles(triangles).map_err(ConvertError::Mesh)?;
    Ok(Solid::Mesh(Arc::new(mesh)))
}

pub(crate) fn hull(points: &[[f64; 3]]) -> Result<Solid, ConvertError> {
    let mesh = Mesh::from_hull(points).map_err(ConvertError::Mesh)?;
    Ok(Solid::Mesh(Arc::new(mesh)))
}

/// Returns a capsule around a segment.
pub(crate) fn rod(a: [f64; 3], b: [f64; 3], radius_m: f32) -> Result<Piece, ConvertError> {
    let (pose, half_axis_m) = along(a, b)?;
    let capsule = Volume::Capsule {
        radius_m,
        half_axis_m,
    };
    Ok((Solid::Volume(capsule), pose))
}

/// Returns a segment as a box without thickness.
pub(crate) fn thin_rod(a: [f64; 3], b: [f64; 3]) -> Result<Piece, ConvertError> {
    let (pose, half) = along(a, b)?;
    let half_m = [0.0, half, 0.0];
    Ok((Solid::Volume(Volume::Box { half_m }), pose))
}

/// Returns a pose in the middle of a segment whose y axis lies along the segment, and half the segment's length.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the nearest f32; parry's own numbers are f32"
)]
fn along(a: [f64; 3], b: [f64; 3]) -> Result<(Pose, f32), ConvertError> {
    let middle = [0, 1, 2].map(|axis| 0.5 * (a[axis] + b[axis]));
    let way = [0, 1, 2].map(|axis| b[axis] - a[axis]);
    let length = (way[0] * way[0] + way[1] * way[1] + way[2] * way[2]).sqrt();
    let pose = if way[0] == 0.0 && way[2] == 0.0 {
        Pose::at(middle)
    } else {
        // Either direction along the segment will do; this one is at most a quarter turn from y.
        let sign = if way[1] < 0.0 { -1.0 } else { 1.0 };
        let [x, y, z] = way.map(|part| sign * part / length);
        Pose::new(middle, y_to([x, y, z]))
    };
    Ok((pose.map_err(ConvertError::Pose)?, (0.5 * length) as f32))
}

/// Returns the shortest rotation from y to a unit vector.
#[allow(
    clippy::cast_possible_truncation,
    reason = "a pose takes its rotation in f32"
)]
pub(crate) fn y_to([x, y, z]: [f64; 3]) -> [f32; 4] {
    if y <= -1.0 {
        return [1.0, 0.0, 0.0, 0.0];
    }
    let length = (z * z + x * x + (1.0 + y) * (1.0 + y)).sqrt();
    [z / length, 0.0, -x / length, (1.0 + y) / length].map(|part| part as f32)
}
