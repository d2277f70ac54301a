//! The poses of an index as columns, in the order of the rows of its features.

use std::sync::Arc;

use footwork::base::Id;
use footwork::matching::PoseId;
use footwork_library::Library;
use footwork_pipeline::PoseIndex;
use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::arrays::room;
use crate::pickle::{Reduced, reduced};
use crate::view::view;

/// The clip and frame of each row of the features.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// Empty after pickling, because only the index needs them.
    ids: Vec<PoseId>,
    /// The row of the first pose of each clip of the index.
    firsts: Vec<usize>,
    clip: Vec<i32>,
    frame: Vec<i32>,
    mirrored: Vec<bool>,
    candidate: Vec<bool>,
}

/// A pose by the numbers of a library.
pub(crate) struct RowPose {
    pub(crate) clip: i32,
    pub(crate) frame: i32,
    pub(crate) mirrored: bool,
}

impl RowPose {
    /// No pose.
    pub(crate) const NONE: Self = Self {
        clip: -1,
        frame: -1,
        mirrored: false,
    };
}

impl Rows {
    pub(crate) fn new(poses: &PoseIndex, library: &Library) -> PyResult<Self> {
        let index = poses.index();
        let count = index.pose_count();
        let mut rows = Self {
            ids: room(count)?,
            clip: room(count)?,
            frame: room(count)?,
            mirrored: room(count)?,
            candidate: room(count)?,
            ..Self::default()
        };
        let clips = index.clips().iter().zip(poses.clips());
        for (place, (indexed, &clip)) in clips.enumerate() {
            rows.firsts.push(rows.ids.len());
            let Some(place) = footwork::matching::ClipId::from_index(place) else {
                break;
            };
            let number = i32::try_from(clip.index()).map_err(too_large)?;
            let is_twin = library.clips()[clip].mirror_of.is_some();
            for frame in 0..indexed.frame_count() {
                for mirrored in [false, true] {
                    if mirrored && !indexed.has_mirrored() {
                        continue;
                    }
                    let pose = PoseId {
                        clip: place,
                        frame,
                        mirrored,
                    };
                    let frame = poses.frame(pose).unwrap_or_default();
                    rows.ids.push(pose);
                    rows.clip.push(number);
                    rows.frame.push(i32::try_from(frame).map_err(too_large)?);
                    rows.mirrored.push(mirrored != is_twin);
                    rows.candidate.push(index.is_candidate(pose));
                }
            }
        }
        Ok(rows)
    }

    pub(crate) fn len(&self) -> usize {
        self.clip.len()
    }

    /// Returns the pose of a row.
    pub(crate) fn pose(&self, row: usize) -> Option<PoseId> {
        self.ids.get(row).copied()
    }

    pub(crate) fn ids(&self) -> &[PoseId] {
        &self.ids
    }

    /// Returns the row of a pose of the index.
    pub(crate) fn row(&self, pose: PoseId) -> Option<usize> {
        let clip = pose.clip.index();
        let first = *self.firsts.get(clip)?;
        let stop = self.firsts.get(clip + 1).copied().unwrap_or(self.len());
        let own = self.ids.get(first..stop)?;
        Some(first + own.binary_search(&pose).ok()?)
    }

    /// Returns the row whose pose is nearest in time to a frame of a clip of the library, the earlier of two equally near
    /// ones. `None` if the clip has no pose.
    pub(crate) fn nearest(&self, clip: usize, frame: usize, mirrored: bool) -> Option<usize> {
        let own = (0..self.len()).filter(|&row| {
            usize::try_from(self.clip[row]) == Ok(clip) && self.mirrored[row] == mirrored
        });
        own.min_by_key(|&row| {
            usize::try_from(self.frame[row]).map_or(usize::MAX, |other| other.abs_diff(frame))
        })
    }

    /// Returns the pose of a row.
    pub(crate) fn at(&self, row: usize) -> Option<RowPose> {
        Some(RowPose {
            clip: *self.clip.get(row)?,
            frame: *self.frame.get(row)?,
            mirrored: *self.mirrored.get(row)?,
        })
    }
}

fn too_large(_: std::num::TryFromIntError) -> PyErr {
    PyOverflowError::new_err("a clip or a frame does not fit into int32")
}

/// The poses of an index: one for each row of its features. All arrays are views.
#[pyclass(frozen, module = "footwork.matching")]
pub(crate) struct Poses {
    pub(crate) rows: Arc<Rows>,
}

#[pymethods]
impl Poses {
    /// Rebuilds the object from the values of `__reduce__`.
    #[staticmethod]
    fn _restored(
        clip: PyReadonlyArray1<'_, i32>,
        frame: PyReadonlyArray1<'_, i32>,
        mirrored: PyReadonlyArray1<'_, bool>,
        candidate: PyReadonlyArray1<'_, bool>,
    ) -> PyResult<Self> {
        Ok(Self {
            rows: Arc::new(Rows {
                clip: clip.as_slice()?.to_vec(),
                frame: frame.as_slice()?.to_vec(),
                mirrored: mirrored.as_slice()?.to_vec(),
                candidate: candidate.as_slice()?.to_vec(),
                ..Rows::default()
            }),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let parts = (
            self.clip(py)?,
            self.frame(py)?,
            self.mirrored(py)?,
            self.candidate(py)?,
        );
        reduced(py, "poses", parts)
    }

    /// Returns whether both have the same poses.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let (own, other) = (&self.rows, &other.get().rows);
            (&own.clip, &own.frame) == (&other.clip, &other.frame)
                && (&own.mirrored, &own.candidate) == (&other.mirrored, &other.candidate)
        })
    }

    fn __hash__(&self) -> usize {
        self.rows.len()
    }

    /// The number of the clip in the library: shape (n,), int32. A mirrored twin is a separate clip there.
    #[getter]
    fn clip<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        view(py, &self.rows, |rows| Ok(ArrayView1::from(&rows.clip)))
    }

    /// The frame of the clip, at the rate of the clip, that is nearest in time: shape (n,), int32.
    #[getter]
    fn frame<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        view(py, &self.rows, |rows| Ok(ArrayView1::from(&rows.frame)))
    }

    /// Whether it is the pose of a mirrored twin: shape (n,), bool.
    #[getter]
    fn mirrored<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        view(py, &self.rows, |rows| Ok(ArrayView1::from(&rows.mirrored)))
    }

    /// Whether a search can return the pose: shape (n,), bool. False if its trajectory extends past the end of its
    /// clip.
    #[getter]
    fn candidate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        view(py, &self.rows, |rows| Ok(ArrayView1::from(&rows.candidate)))
    }

    /// The number of poses.
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __repr__(&self) -> String {
        format!("<Poses: {}>", self.rows.len())
    }
}
