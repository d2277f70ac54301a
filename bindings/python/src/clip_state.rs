//! Clips as plain values, for pickling.

use std::sync::Arc;

use footwork::base::{FrameRate, Id, Role};
use footwork_clip::{Clip, ClipParts, Joint, JointId, RoleNames, Skeleton};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::value_error;

/// All parts of a clip. Arrays are flat; `parents` are -1 for roots.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ClipState<'py> {
    pub(crate) name: String,
    pub(crate) findings: Vec<String>,
    pub(crate) has_offsets: bool,
    names: Vec<String>,
    parents: Vec<i64>,
    ends: Vec<bool>,
    roles: Vec<(String, String)>,
    offsets: PyReadonlyArray1<'py, f32>,
    rest_rotations: PyReadonlyArray1<'py, f32>,
    rotations: PyReadonlyArray1<'py, f32>,
    root_positions: PyReadonlyArray1<'py, f64>,
    translations: Option<PyReadonlyArray1<'py, f32>>,
    rate: (u64, u64),
    loops: bool,
    travelling: usize,
    heading: String,
}

/// Returns the state of a clip as a dict, without the fields that the class `Clip` adds.
pub(crate) fn state<'py>(py: Python<'py>, clip: &Clip) -> PyResult<Bound<'py, PyDict>> {
    let skeleton = clip.skeleton();
    let joints = skeleton.joints();
    let parent = |joint: &Joint| {
        joint
            .parent
            .map_or(-1, |parent| i64::try_from(parent.index()).unwrap_or(-1))
    };
    let offsets: Vec<f32> = joints.iter().flat_map(|joint| joint.offset).collect();
    let flat = |values: &[[f32; 4]]| PyArray1::from_slice(py, values.as_flattened());
    let translations = clip.translations();
    let translations = translations.map(|all| PyArray1::from_slice(py, all.as_flattened()));
    let names: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
    let roles = skeleton.role_names().iter();
    let roles: Vec<(&str, &str)> = roles.map(|(role, joint)| (role.name(), &**joint)).collect();
    let state = PyDict::new(py);
    state.set_item("names", names)?;
    state.set_item("parents", joints.iter().map(parent).collect::<Vec<i64>>())?;
    let ends: Vec<bool> = joints.iter().map(|joint| joint.is_end).collect();
    state.set_item("ends", ends)?;
    state.set_item("roles", roles)?;
    state.set_item("offsets", PyArray1::from_slice(py, &offsets))?;
    state.set_item("rest_rotations", flat(skeleton.rest_rotations()))?;
    state.set_item("rotations", flat(clip.rotations()))?;
    let roots = clip.root_positions().as_flattened();
    state.set_item("root_positions", PyArray1::from_slice(py, roots))?;
    state.set_item("translations", translations)?;
    let rate = clip.rate();
    state.set_item("rate", (rate.numerator(), rate.denominator()))?;
    state.set_item("loops", clip.is_looping())?;
    state.set_item("travelling", clip.travelling_joint().index())?;
    state.set_item("heading", clip.heading().to_string())?;
    Ok(state)
}

impl ClipState<'_> {
    /// Rebuilds the clip, bit for bit.
    pub(crate) fn clip(&self) -> PyResult<Clip> {
        let offsets: Vec<[f32; 3]> = rows(&self.offsets)?;
        let joints = self.names.iter().zip(&self.parents).zip(&self.ends);
        let joints = joints.zip(offsets);
        let joints = joints.map(|(((name, &parent), &is_end), offset)| Joint {
            name: name.clone(),
            parent: usize::try_from(parent).ok().and_then(JointId::from_index),
            offset,
            is_end,
        });
        let mut roles = RoleNames::new();
        for (role, joint) in &self.roles {
            let known = Role::ALL.into_iter().find(|known| known.name() == role);
            let known = known.ok_or_else(|| value_error(format!("there is no role `{role}`")))?;
            roles.insert(known, joint.clone());
        }
        let skeleton = Skeleton::new(joints.collect()).map_err(value_error)?;
        let skeleton = skeleton.with_rest_rotations(rows(&self.rest_rotations)?);
        let skeleton = skeleton.map_err(value_error)?.with_role_names(roles);
        let rate = FrameRate::new(self.rate.0, self.rate.1);
        let clip = Clip::new(ClipParts {
            skeleton: Arc::new(skeleton),
            rate: rate.ok_or_else(|| value_error("no frame rate"))?,
            looping: self.loops,
            root_positions: rows(&self.root_positions)?,
            rotations: rows(&self.rotations)?,
            translations: self.translations.as_ref().map(rows).transpose()?,
        });
        let clip = clip.map_err(value_error)?;
        let clip = clip.with_heading(self.heading.parse().map_err(value_error)?);
        Ok(match JointId::from_index(self.travelling) {
            Some(joint) => clip.with_travelling_joint(joint),
            None => clip,
        })
    }
}

/// Returns the rows of a flat array.
fn rows<T: numpy::Element + Copy, const N: usize>(
    flat: &PyReadonlyArray1<'_, T>,
) -> PyResult<Vec<[T; N]>> {
    Ok(flat.as_slice()?.as_chunks().0.to_vec())
}
