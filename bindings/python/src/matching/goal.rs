//! The goals of a search, and the weights of features.

use footwork::base::nearest;
use footwork::matching::{Index, SearchError};
use numpy::{PyArrayDescrMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyDictMethods};

use super::filter::narrowed;
use super::poses::Rows;
use crate::arrays::{described, f32_array, f64_list, flat, number, room, shape_text};
use crate::errors::value_error;

/// One goal or several, each with all features of the index.
pub(crate) struct Goals {
    pub(crate) values: Vec<f32>,
    /// `None` for a single goal.
    pub(crate) count: Option<usize>,
}

impl Goals {
    /// Reads a row of the index, an array of m rows, or features of shape (d,) or (m, d).
    pub(crate) fn read(given: &Bound<'_, PyAny>, index: &Index, rows: &Rows) -> PyResult<Self> {
        let width = index.schema().feature_count();
        let is_array = given
            .cast::<PyUntypedArray>()
            .is_ok_and(|array| array.ndim() > 0);
        if !is_array && let Some(row) = row(given, rows)? {
            let mut values = room(width)?;
            values.resize(width, 0.0);
            if let Some(pose) = rows.pose(row) {
                index.features(pose, &mut values);
            }
            return Ok(Self {
                values,
                count: None,
            });
        }
        if is_array && let Some(listed) = rows_of(given, rows)? {
            let mut values = room(width.saturating_mul(listed.len()))?;
            values.resize(width * listed.len(), 0.0);
            for (&row, values) in listed.iter().zip(values.chunks_exact_mut(width.max(1))) {
                if let Some(pose) = rows.pose(row) {
                    index.features(pose, values);
                }
            }
            return Ok(Self {
                values,
                count: Some(listed.len()),
            });
        }
        let array: PyReadonlyArrayDyn<'_, f32> = f32_array(given, "goal")?;
        let count = match *array.shape() {
            [features] if features == width => None,
            [count, features] if features == width => Some(count),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "`goal` must be a row or have the shape ({width},) or (m, {width}), not {}",
                    shape_text(array.shape())
                )));
            }
        };
        let mut copy = Vec::new();
        let array = array.as_array();
        let flat = flat(&array, &mut copy)?;
        let mut values = room(flat.len())?;
        values.extend_from_slice(flat);
        Ok(Self { values, count })
    }

    /// Returns the only goal.
    pub(crate) fn one(&self) -> PyResult<&[f32]> {
        match self.count {
            None => Ok(&self.values),
            Some(_) => Err(PyValueError::new_err(
                "`goal` must be one goal, not several: a row, or features of shape (d,)",
            )),
        }
    }
}

/// Returns the rows in a one-dimensional array of whole numbers; `None` for any other array.
fn rows_of(given: &Bound<'_, PyAny>, rows: &Rows) -> PyResult<Option<Vec<usize>>> {
    let array = given.cast::<PyUntypedArray>()?;
    if array.ndim() != 1 || !matches!(array.dtype().kind(), b'i' | b'u') {
        return Ok(None);
    }
    let listed = given.call_method0("tolist")?.try_iter()?;
    let listed = listed.map(|each| row(&each?, rows));
    listed.collect()
}

/// Returns the row for a whole number; `None` for anything else.
pub(crate) fn row(given: &Bound<'_, PyAny>, rows: &Rows) -> PyResult<Option<usize>> {
    let index = given.py().import("operator")?.getattr("index")?;
    let Ok(whole) = index.call1((given,)) else {
        return Ok(None);
    };
    let row = whole.extract::<usize>().ok();
    match row.filter(|&row| row < rows.len()) {
        Some(row) => Ok(Some(row)),
        None => Err(PyIndexError::new_err(format!(
            "there is no pose {whole}: there are {}, counted from 0",
            rows.len()
        ))),
    }
}

/// Returns the weights of all groups: from a dict by name, in which missing groups have the weights of the schema, or
/// from one number per group.
pub(crate) fn weights(given: &Bound<'_, PyAny>, index: &Index) -> PyResult<Vec<f32>> {
    let groups = index.schema().groups();
    let Ok(dict) = given.cast::<PyDict>() else {
        let listed = f64_list(given, "weights").map_err(|error| {
            if !error.is_instance_of::<PyTypeError>(given.py()) {
                return error;
            }
            PyTypeError::new_err(format!(
                "`weights` must be a dict by group or one number for each group, not {}",
                described(given)
            ))
        })?;
        return Ok(listed.into_iter().map(narrowed).collect());
    };
    let mut weights: Vec<f32> = groups.iter().map(|group| group.weight).collect();
    for (name, weight) in dict.iter() {
        let name: String = name.extract()?;
        let Some(place) = groups.iter().position(|group| group.name == name) else {
            let known = groups.iter().map(|group| group.name.as_str());
            let hint = nearest(&name, known)
                .map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
            return Err(PyKeyError::new_err(format!(
                "there is no group `{name}`{hint}"
            )));
        };
        weights[place] = narrowed(number(&weight, "weights")?);
    }
    Ok(weights)
}

/// Makes the error of a search, with names instead of numbers.
pub(crate) fn search_error(error: SearchError, index: &Index) -> PyErr {
    let schema = index.schema();
    match error {
        SearchError::GoalNotFinite { feature } => value_error(format!(
            "`goal`: {} (feature {feature}) is not a finite number",
            schema.feature_name(feature)
        )),
        SearchError::GoalTooFar { feature } => value_error(format!(
            "`goal`: {} (feature {feature}) is too far from all poses to compare them",
            schema.feature_name(feature)
        )),
        SearchError::Weight { group } => value_error(format!(
            "`weights`: the weight of {} is out of range",
            schema
                .groups()
                .get(group)
                .map_or("a group", |group| group.name.as_str())
        )),
        other => value_error(other),
    }
}
