//! Clips built from Python's arrays.

use std::sync::Arc;

use footwork::base::Id;
use footwork_clip::{Clip, ClipParts, Joint, JointId, Skeleton};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{described, f32_array, f64_array, flat, gathered, shape_text};
use crate::errors::value_error;
use crate::frame_rate::frame_rate;

/// The arguments of `Clip(...)`, not yet checked.
pub(crate) struct GivenClip<'a, 'py> {
    pub(crate) names: Vec<String>,
    pub(crate) parents: Vec<i64>,
    pub(crate) offsets: Option<&'a Bound<'py, PyAny>>,
    pub(crate) rotations: &'a Bound<'py, PyAny>,
    pub(crate) root_positions: &'a Bound<'py, PyAny>,
    pub(crate) translations: Option<&'a Bound<'py, PyAny>>,
    pub(crate) rate: &'a Bound<'py, PyAny>,
    pub(crate) loops: bool,
}

impl GivenClip<'_, '_> {
    /// Builds the clip. Without offsets, every joint is at its parent's position.
    pub(crate) fn clip(self) -> PyResult<Clip> {
        let joints = self.names.len();
        if self.parents.len() != joints {
            return Err(PyValueError::new_err(format!(
                "there are {joints} names and {} parents",
                self.parents.len()
            )));
        }
        let offsets = match self.offsets {
            Some(offsets) => rows::<3>(offsets, "offsets", &[joints])?,
            None => vec![[0.0; 3]; joints],
        };
        let joints: PyResult<Vec<Joint>> = self
            .names
            .into_iter()
            .zip(&self.parents)
            .zip(offsets)
            .map(|((name, &parent), offset)| joint(name, parent, offset))
            .collect();
        let skeleton = Skeleton::new(joints?).map_err(value_error)?;
        let joints = skeleton.joint_count();
        let roots = positions(self.root_positions)?;
        let shape = [roots.len(), joints];
        let translations = self
            .translations
            .map(|given| rows::<3>(given, "translations", &shape));
        let parts = ClipParts {
            skeleton: Arc::new(skeleton),
            rate: frame_rate(self.rate)?,
            looping: self.loops,
            rotations: rows::<4>(self.rotations, "rotations", &shape)?,
            root_positions: roots,
            translations: translations.transpose()?,
        };
        Clip::new(parts).map_err(value_error)
    }
}

fn joint(name: String, parent: i64, offset: [f32; 3]) -> PyResult<Joint> {
    let parent = match usize::try_from(parent) {
        Ok(index) => JointId::from_index(index).map(Some),
        Err(_) => (parent == -1).then_some(None),
    };
    let parent = parent.ok_or_else(|| {
        PyValueError::new_err(format!(
            "the parent of joint `{name}` must be a joint's index, or -1 for none"
        ))
    })?;
    Ok(Joint {
        name,
        parent,
        offset,
        is_end: false,
    })
}

/// Returns the rows of a float32 array of shape (*shape, N).
fn rows<const N: usize>(
    given: &Bound<'_, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<Vec<[f32; N]>> {
    let array = f32_array(given, name)?;
    let wanted = [shape, &[N]].concat();
    if array.shape() != wanted {
        return Err(PyValueError::new_err(format!(
            "`{name}` must have the shape {}, not {}",
            shape_text(&wanted),
            shape_text(array.shape())
        )));
    }
    let (values, mut copy) = (array.as_array(), Vec::new());
    let rows = flat(&values, &mut copy)?.as_chunks().0;
    gathered(rows.iter().copied())
}

/// Returns the root positions from a float64 or float32 array of shape (F, 3).
fn positions(given: &Bound<'_, PyAny>) -> PyResult<Vec<[f64; 3]>> {
    let name = "root_positions";
    let wrong = || {
        PyValueError::new_err(format!(
            "`{name}` must be a float64 or float32 array of shape (frames, 3), not {}",
            described(given)
        ))
    };
    if let Some(array) = f64_array(given, name)? {
        return match array.shape() {
            [_, 3] => {
                let (values, mut copy) = (array.as_array(), Vec::new());
                let rows = flat(&values, &mut copy)?.as_chunks().0;
                gathered(rows.iter().copied())
            }
            _ => Err(wrong()),
        };
    }
    let Ok(array) = f32_array(given, name) else {
        return Err(wrong());
    };
    match array.shape() {
        &[frames, 3] => {
            let rows = rows::<3>(given, name, &[frames])?;
            gathered(rows.into_iter().map(|row| row.map(f64::from)))
        }
        _ => Err(wrong()),
    }
}
