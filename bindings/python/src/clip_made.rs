//! Clips derived from clips, and measurements of clips.

use footwork::base::{FrameRate, Id};
use footwork_clip::{Clip, ForwardKinematics, JointPairs, Limits};
use footwork_pipeline::contact_frames;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::room;
use crate::errors::value_error;

/// Returns the mirror image.
pub(crate) fn mirrored(clip: &Clip) -> PyResult<Clip> {
    let pairs = JointPairs::from_names(clip.skeleton()).map_err(value_error)?;
    clip.mirrored(&pairs).map_err(value_error)
}

/// Returns the joint on the other side for each joint, or the joint itself.
pub(crate) fn partners(clip: &Clip) -> PyResult<Vec<usize>> {
    let pairs = JointPairs::from_names(clip.skeleton()).map_err(value_error)?;
    let joints = clip.skeleton().iter();
    let partners = joints.filter_map(|(joint, _)| pairs.partner(joint));
    Ok(partners.map(Id::index).collect())
}

/// Returns the motion at another rate.
pub(crate) fn resampled(clip: &Clip, rate: FrameRate) -> PyResult<Clip> {
    clip.resampled(rate, &Limits::default())
        .map_err(value_error)
}

/// Returns whether the left and the right foot touch the ground, frame by frame.
pub(crate) fn contacts(clip: &Clip) -> PyResult<Vec<bool>> {
    let [Some(left), Some(right)] = contact_frames(clip, &Default::default()) else {
        return Err(PyValueError::new_err(
            "the feet of this clip are not known; `footwork info --joints` says why",
        ));
    };
    Ok(left
        .into_iter()
        .zip(right)
        .flat_map(<[bool; 2]>::from)
        .collect())
}

/// Returns the world position of every joint on every frame, frame by frame.
pub(crate) fn world_positions(clip: &Clip) -> PyResult<Vec<[f64; 3]>> {
    let joints = clip.skeleton().joint_count();
    let count = (clip.frame_count() as usize).saturating_mul(joints);
    let mut solved = room(count)?;
    solved.resize(count, [0.0_f64; 3]);
    let mut kinematics = ForwardKinematics::new(clip.skeleton());
    for (pose, row) in clip.poses().zip(solved.chunks_exact_mut(joints)) {
        kinematics.solve(pose, row);
    }
    Ok(solved)
}
