//! Channels of clips: one number per frame, computed once and exposed without a copy.

use std::sync::Arc;

use footwork::base::Role;
use footwork_clip::{ChannelCache, Skeleton, WindowedChannel};
use numpy::PyArray1;
use numpy::ndarray::ArrayView1;
use pyo3::prelude::*;

use crate::errors::channel_error;
use crate::view::view;

/// Returns the unit of a channel, such as "m/s" for `mean(speed, 0.3s)`. The text is empty for a number
/// without a unit.
///
/// Raises ChannelError if the text is not a channel.
#[pyfunction]
pub(crate) fn channel_unit(channel: &str) -> PyResult<String> {
    parsed(channel).map(|channel| channel.unit())
}

fn parsed(text: &str) -> PyResult<WindowedChannel> {
    text.parse().map_err(|error: footwork::base::Diagnostic| {
        let hint = error
            .hint
            .map_or_else(String::new, |hint| format!("; {hint}"));
        channel_error(format!("{}{hint}", error.message))
    })
}

/// Returns the values of the channel that `text` names, such as `speed` or `mean(LeftFoot.height, 0.3s)`.
pub(crate) fn values<'py>(
    py: Python<'py>,
    channels: &Arc<ChannelCache>,
    text: &str,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let channel = parsed(text)?;
    let values = py.detach(|| channels.values(&channel));
    let values = values.map_err(|error| channel_error(error.to_string()))?;
    view(py, &values, |values| Ok(ArrayView1::from(values)))
}

/// Returns whether a channel measures joints other than joint 0, whose positions depend on the lengths
/// of bones.
pub(crate) fn needs_bone_lengths(channel: &str, skeleton: &Skeleton) -> bool {
    let joints = skeleton.joints().iter().skip(1);
    let roles = Role::ALL.into_iter().filter(|role| *role != Role::Hips);
    let joints = joints.map(|joint| format!("{}.", joint.name));
    let mut measured = joints.chain(roles.map(|role| format!("{role}.")));
    channel.contains("gait_speed") || measured.any(|name| channel.contains(&name))
}
