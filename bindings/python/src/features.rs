//! The names of columns of poses, and specifications of networks as JSON.

use footwork::base::FrameRate;
use footwork::features::{
    Column, FeatureSpec, PoseColumns, PoseGroup, Scaling, SpecEvent, SpecTarget,
};
use footwork_pipeline::feature_skeleton;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::clip::Clip;
use crate::errors::value_error;
use crate::pose_rows::{self, with_source};

/// Returns the name, the unit and the group of each column.
#[pyfunction]
pub(crate) fn _pose_columns(
    groups: Vec<String>,
    joints: Vec<String>,
) -> PyResult<Vec<(String, String, String)>> {
    let groups = pose_rows::groups(&groups)?;
    let columns = PoseColumns::new(&groups, joints);
    let mut all = Vec::with_capacity(columns.count());
    for (index, Column { name, unit }) in columns.columns().into_iter().enumerate() {
        let is_in =
            |group: &&PoseGroup| columns.range(**group).is_some_and(|at| at.contains(&index));
        let group = columns.groups().iter().find(is_in);
        all.push((
            name,
            unit,
            group.map(ToString::to_string).unwrap_or_default(),
        ));
    }
    Ok(all)
}

/// An event: its name, whether it is a probability, and its window and smoothing or its threshold and shortest gap.
type GivenEvent = (String, bool, f64, f64);

/// The mean, the deviation and the unscaled columns.
type GivenScaling = (Vec<f32>, Vec<f32>, Vec<String>);

/// Returns the JSON of a specification. `clips` yields the clips, which must all have the same heading and travelling joint.
/// Columns of poses have the skeleton and roles of the first clip. `joints` are roles or names, or None for all joints.
///
/// Raises ValueError if the clips differ, or if the parts do not fit each other.
#[pyfunction]
#[pyo3(signature = (rate, channels, events, tags, poses, clips, joints, scaling, frames, inputs, outputs))]
#[allow(
    clippy::too_many_arguments,
    reason = "private, and called in one place"
)]
pub(crate) fn _write_spec(
    rate: &str,
    channels: Vec<(String, String)>,
    events: Vec<GivenEvent>,
    tags: Vec<String>,
    poses: Vec<String>,
    clips: &Bound<'_, PyAny>,
    joints: Option<Vec<String>>,
    scaling: Option<GivenScaling>,
    frames: u32,
    inputs: Vec<String>,
    outputs: Vec<String>,
) -> PyResult<String> {
    let mut spec = FeatureSpec::new(rate.parse::<FrameRate>().map_err(value_error)?);
    spec.channels = channels
        .into_iter()
        .map(|(name, unit)| Column { name, unit })
        .collect();
    let event = |(name, is_probability, first, second): GivenEvent| {
        if is_probability {
            SpecEvent::probability(name, first, second)
        } else {
            SpecEvent::encoded(name, first, second)
        }
    };
    spec.events = events.into_iter().map(event).collect();
    spec.tags = tags;
    spec.poses = pose_rows::groups(&poses)?;
    take_clips(&mut spec, clips, joints.as_deref())?;
    spec.scaling = scaling.map(|(mean, deviation, unscaled)| Scaling {
        mean,
        deviation,
        unscaled,
    });
    (spec.frames, spec.inputs, spec.outputs) = (frames, inputs, outputs);
    spec.to_json().map_err(with_source)
}

/// Takes the heading, the travelling joint and, for columns of poses, the skeleton of the clips.
fn take_clips(
    spec: &mut FeatureSpec,
    clips: &Bound<'_, PyAny>,
    joints: Option<&[String]>,
) -> PyResult<()> {
    let mut first: Option<FeatureSpec> = None;
    for clip in clips.try_iter()? {
        let clip = clip?.cast_into::<Clip>()?;
        let motion = clip.get().motion();
        let skeleton = feature_skeleton(motion).map_err(value_error)?;
        let mut own = spec.clone();
        own.heading = motion.heading();
        own.set_skeleton(&skeleton, joints);
        let Some(first) = &first else {
            first = Some(own);
            continue;
        };
        let one_of = |what: &str, a: &str, b: &str| {
            let text = format!("a network needs clips of one {what}, not {a} and {b}");
            Err(PyValueError::new_err(text))
        };
        if own.heading != first.heading {
            let (a, b) = (first.heading.to_string(), own.heading.to_string());
            return one_of("heading", &a, &b);
        }
        if own.travelling != first.travelling {
            let [a, b] = [first, &own].map(|spec| spec.travelling.as_deref().unwrap_or_default());
            return one_of("travelling joint", a, b);
        }
    }
    let Some(first) = first else {
        return Ok(());
    };
    if spec.poses.is_empty() {
        (spec.heading, spec.travelling) = (first.heading, first.travelling);
    } else {
        *spec = first;
    }
    Ok(())
}

/// Checks a specification and returns its parts.
///
/// Raises ValueError for a text that is not a specification of this version, or that has changed.
#[pyfunction]
pub(crate) fn _read_spec<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let spec = FeatureSpec::from_json(text).map_err(with_source)?;
    let columns = spec
        .columns()
        .into_iter()
        .map(|Column { name, unit }| (name, unit));
    let event = |event: &SpecEvent| -> GivenEvent {
        let name = event.name.clone();
        match event.target {
            SpecTarget::Encoded {
                window_secs,
                sigma_secs,
            } => (name, false, window_secs, sigma_secs),
            SpecTarget::Probability {
                threshold,
                min_gap_secs,
            } => (name, true, threshold, min_gap_secs),
        }
    };
    let events = spec.events.iter().map(event);
    let scaling = spec.scaling.as_ref().map(|scaling| {
        (
            scaling.mean.clone(),
            scaling.deviation.clone(),
            scaling.unscaled.clone(),
        )
    });
    let parts = PyDict::new(py);
    parts.set_item("hash", spec.hash())?;
    parts.set_item("rate", spec.rate.to_string())?;
    parts.set_item("columns", columns.collect::<Vec<_>>())?;
    parts.set_item("events", events.collect::<Vec<_>>())?;
    parts.set_item("tags", &spec.tags)?;
    parts.set_item("scaling", scaling)?;
    parts.set_item("frames", spec.frames)?;
    parts.set_item("inputs", &spec.inputs)?;
    parts.set_item("outputs", &spec.outputs)?;
    Ok(parts)
}

/// Returns the first difference between two specifications in words; None if their columns mean the same.
#[pyfunction]
pub(crate) fn _spec_difference(spec: &str, running: &str) -> PyResult<Option<String>> {
    let [spec, running] = [spec, running].map(FeatureSpec::from_json);
    let (spec, running) = (spec.map_err(with_source)?, running.map_err(with_source)?);
    Ok(spec
        .first_difference(&running)
        .map(|difference| difference.to_string()))
}
