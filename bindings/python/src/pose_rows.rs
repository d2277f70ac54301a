//! The columns of the poses of a clip.

use footwork::features::{FeatureSpec, PoseColumns, PoseFeatures, PoseGroup};
use footwork_clip::Clip as Motion;
use footwork_pipeline::{feature_skeleton, pose_rows};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{value_error, with_causes};

/// Returns the groups with these names.
pub(crate) fn groups(names: &[String]) -> PyResult<Vec<PoseGroup>> {
    let groups = names.iter().map(|name| name.parse().map_err(value_error));
    groups.collect()
}

/// Returns the rows of a clip, and the number of columns.
pub(crate) fn rows(
    motion: &Motion,
    groups: &[String],
    joints: Vec<String>,
) -> PyResult<(Vec<f32>, usize)> {
    let columns = PoseColumns::new(&self::groups(groups)?, joints);
    let skeleton = feature_skeleton(motion).map_err(value_error)?;
    let features = PoseFeatures::new(columns, skeleton, motion.heading(), motion.rate());
    let features = features.map_err(value_error)?;
    let rows = pose_rows(motion, &features).map_err(value_error)?;
    Ok((rows, features.columns().count()))
}

/// Returns the pose columns of a specification for the frames of a clip. Raises
/// ValueError with the first difference if the clip's skeleton does not fit.
pub(crate) fn spec_rows(motion: &Motion, text: &str) -> PyResult<(Vec<f32>, usize)> {
    let spec = FeatureSpec::from_json(text).map_err(with_source)?;
    if spec.rate != motion.rate() {
        return Err(PyValueError::new_err(format!(
            "the network's rate is {} frames per second, and the clip's {}",
            spec.rate,
            motion.rate()
        )));
    }
    let turned;
    let motion = if spec.heading == motion.heading() {
        motion
    } else {
        turned = motion.clone().with_heading(spec.heading);
        &turned
    };
    let skeleton = feature_skeleton(motion).map_err(value_error)?;
    let features = spec.pose_features(&skeleton).map_err(value_error)?;
    let rows = pose_rows(motion, &features).map_err(value_error)?;
    Ok((rows, features.columns().count()))
}

/// Makes a ValueError of an error and its causes.
pub(crate) fn with_source(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(with_causes(&error))
}
