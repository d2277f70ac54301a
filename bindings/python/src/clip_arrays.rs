//! The arrays of a clip: views of its memory, and arrays computed from its motion.

use std::sync::Arc;

use footwork_clip::{Clip as Motion, Motion as Measured};
use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use crate::clip_made;
use crate::clip_rest::Rest;
use crate::query_columns::shaped;
use crate::view::view;

/// Returns the numbers of frames and joints.
pub(crate) fn shape(motion: &Motion) -> (usize, usize) {
    (
        motion.frame_count() as usize,
        motion.skeleton().joint_count(),
    )
}

/// Returns a view of the parents: shape (J,).
pub(crate) fn parents<'py>(
    py: Python<'py>,
    rest: &Arc<Rest>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    view(py, rest, |rest| Ok(ArrayView1::from(&rest.parents)))
}

/// Returns a view of the offsets: shape (J, 3), in metres.
pub(crate) fn offsets<'py>(
    py: Python<'py>,
    rest: &Arc<Rest>,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    view(py, rest, |rest| {
        shaped(rest.offsets.as_flattened(), (rest.offsets.len(), 3).into())
    })
}

/// Returns a view of the rotations: shape (F, J, 4).
pub(crate) fn rotations<'py>(
    py: Python<'py>,
    motion: &Arc<Motion>,
) -> PyResult<Bound<'py, PyArray3<f32>>> {
    let (frames, joints) = shape(motion);
    view(py, motion, |motion| {
        shaped(
            motion.rotations().as_flattened(),
            (frames, joints, 4).into(),
        )
    })
}

/// Returns a view of the translations, if the clip animates them: shape (F, J, 3), in metres.
pub(crate) fn translations<'py>(
    py: Python<'py>,
    motion: &Arc<Motion>,
) -> PyResult<Option<Bound<'py, PyArray3<f32>>>> {
    let (frames, joints) = shape(motion);
    if motion.translations().is_none() {
        return Ok(None);
    }
    let shown = view(py, motion, |motion| {
        let values = motion.translations().unwrap_or_default();
        shaped(values.as_flattened(), (frames, joints, 3).into())
    });
    shown.map(Some)
}

/// Returns a view of the positions of joint 0: shape (F, 3), in metres.
pub(crate) fn root_positions<'py>(
    py: Python<'py>,
    motion: &Arc<Motion>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let frames = shape(motion).0;
    view(py, motion, |motion| {
        shaped(motion.root_positions().as_flattened(), (frames, 3).into())
    })
}

/// Computes the world positions of all joints: shape (F, J, 3), in metres.
pub(crate) fn positions<'py>(
    py: Python<'py>,
    motion: &Motion,
) -> PyResult<Bound<'py, PyArray3<f64>>> {
    let (frames, joints) = shape(motion);
    let solved = py.detach(|| clip_made::world_positions(motion));
    solved?
        .into_flattened()
        .into_pyarray(py)
        .reshape([frames, joints, 3])
}

/// Computes whether the left and the right foot touch the ground: shape (F, 2).
pub(crate) fn contacts<'py>(
    py: Python<'py>,
    motion: &Motion,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let contacts = py.detach(|| clip_made::contacts(motion))?;
    contacts.into_pyarray(py).reshape([shape(motion).0, 2])
}

/// Computes the headings: shape (F,), in radians.
pub(crate) fn headings<'py>(py: Python<'py>, motion: &Motion) -> Bound<'py, PyArray1<f64>> {
    let headings = py.detach(|| Measured::new(motion).headings_rad().to_vec());
    headings.into_pyarray(py)
}
