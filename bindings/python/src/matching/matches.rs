//! The results of a search, as arrays.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork::base::Id;
use footwork::matching::Match;
use footwork::tags::{ClipId, Database};
use numpy::ndarray::IxDyn;
use numpy::{Element, PyArray1, PyArrayDyn, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use super::poses::{RowPose, Rows};
use crate::arrays::room;
use crate::pickle::{Reduced, reduced};
use crate::query_columns::shaped;
use crate::view::view;

/// The number of poses that `__repr__` shows.
const SHOWN: usize = 3;

/// The results of a search as columns.
#[derive(PartialEq)]
pub(crate) struct Columns {
    /// (k,) for one goal, (m, k) for several.
    shape: Vec<usize>,
    row: Vec<i64>,
    clip: Vec<i32>,
    frame: Vec<i32>,
    mirrored: Vec<bool>,
    cost: Vec<f32>,
}

impl Columns {
    pub(crate) fn new(shape: Vec<usize>) -> PyResult<Self> {
        let count = shape.iter().product();
        Ok(Self {
            row: room(count)?,
            clip: room(count)?,
            frame: room(count)?,
            mirrored: room(count)?,
            cost: room(count)?,
            shape,
        })
    }

    /// Adds the results for a goal, and fills the rest of `width` with empty places.
    pub(crate) fn push(&mut self, found: &[Match], width: usize, rows: &Rows) {
        for place in 0..width {
            let found = found.get(place);
            let row = found.and_then(|found| rows.row(found.pose));
            let at = row.and_then(|row| Some((i64::try_from(row).ok()?, rows.at(row)?)));
            let (row, pose) = at.unwrap_or((-1, RowPose::NONE));
            self.row.push(row);
            self.clip.push(pose.clip);
            self.frame.push(pose.frame);
            self.mirrored.push(pose.mirrored);
            self.cost
                .push(found.map_or(f32::INFINITY, |found| found.cost));
        }
    }
}

/// The poses that a search found, best first. Arrays have the shape (k,) for one goal, and (m, k) for m goals. All arrays are
/// views. If fewer than k poses are allowed, the arrays for one goal are shorter. For several goals, the remaining places
/// have -1 as row, clip and frame, and inf as cost.
#[pyclass(frozen, module = "footwork.matching")]
pub(crate) struct PoseMatches {
    pub(crate) columns: Arc<Columns>,
    pub(crate) names: Names,
}

/// The names of clips by their numbers.
pub(crate) enum Names {
    /// Names from a library.
    Of(Arc<Database>),
    /// Names from a pickle.
    Some(BTreeMap<i32, String>),
}

impl Names {
    fn name(&self, clip: i32) -> Option<&str> {
        match self {
            Self::Of(database) => {
                let clip = ClipId::from_index(usize::try_from(clip).ok()?)?;
                Some(&database.clips().get(clip)?.name)
            }
            Self::Some(names) => names.get(&clip).map(String::as_str),
        }
    }
}

impl PoseMatches {
    fn of<'py, T: Element>(
        &self,
        py: Python<'py>,
        column: fn(&Columns) -> &Vec<T>,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        view(py, &self.columns, |columns| {
            shaped(column(columns), IxDyn(&columns.shape).into())
        })
    }
}

#[pymethods]
impl PoseMatches {
    /// Rebuilds the object from the values of `__reduce__`.
    #[staticmethod]
    fn _restored(
        shape: Vec<usize>,
        row: PyReadonlyArray1<'_, i64>,
        clip: PyReadonlyArray1<'_, i32>,
        frame: PyReadonlyArray1<'_, i32>,
        mirrored: PyReadonlyArray1<'_, bool>,
        cost: PyReadonlyArray1<'_, f32>,
        names: BTreeMap<i32, String>,
    ) -> PyResult<Self> {
        let columns = Columns {
            shape,
            row: row.as_slice()?.to_vec(),
            clip: clip.as_slice()?.to_vec(),
            frame: frame.as_slice()?.to_vec(),
            mirrored: mirrored.as_slice()?.to_vec(),
            cost: cost.as_slice()?.to_vec(),
        };
        Ok(Self {
            columns: Arc::new(columns),
            names: Names::Some(names),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Columns {
            shape,
            row,
            clip,
            frame,
            mirrored,
            cost,
        } = &*self.columns;
        let named = |&clip: &i32| Some((clip, self.names.name(clip)?.to_owned()));
        let names: BTreeMap<i32, String> = clip.iter().filter_map(named).collect();
        let parts = (
            shape,
            PyArray1::from_slice(py, row),
            PyArray1::from_slice(py, clip),
            PyArray1::from_slice(py, frame),
            PyArray1::from_slice(py, mirrored),
            PyArray1::from_slice(py, cost),
            names,
        );
        reduced(py, "pose_matches", parts)
    }

    /// Returns whether both have the same poses at the same costs.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            let same = |&clip: &i32| self.names.name(clip) == other.names.name(clip);
            self.columns == other.columns && self.columns.clip.iter().all(same)
        })
    }

    fn __hash__(&self) -> usize {
        self.columns.row.len()
    }

    /// The rows in `PoseIndex.features` and `.poses`: int64. A view.
    #[getter]
    fn row<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        self.of(py, |columns| &columns.row)
    }

    /// The numbers of the clips in the library: int32. A view.
    #[getter]
    fn clip<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        self.of(py, |columns| &columns.clip)
    }

    /// The frames of the clips, at each clip's own rate: int32. A view.
    #[getter]
    fn frame<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        self.of(py, |columns| &columns.frame)
    }

    /// Whether they are poses of mirrored twins: bool. A view.
    #[getter]
    fn mirrored<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        self.of(py, |columns| &columns.mirrored)
    }

    /// The costs of the poses: float32. A cost is the sum over all features of (weight × difference ÷ deviation)², plus the
    /// soft cost. A view.
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        self.of(py, |columns| &columns.cost)
    }

    /// Returns the number of poses found, for all goals together.
    fn __len__(&self) -> usize {
        self.columns.row.iter().filter(|&&row| row >= 0).count()
    }

    /// Iterates over the poses found as `(clip name, frame, mirrored, cost)`, goal by goal.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let columns = &self.columns;
        let found = (0..columns.row.len()).filter_map(|place| {
            let name = self.names.name(columns.clip[place])?;
            let (frame, mirrored) = (columns.frame[place], columns.mirrored[place]);
            Some((name, frame, mirrored, columns.cost[place]))
        });
        PyList::new(py, found.collect::<Vec<_>>())?.try_iter()
    }

    /// Returns the number of poses, and the first ones with their clips, frames and costs.
    fn __repr__(&self) -> String {
        let columns = &self.columns;
        let count = self.__len__();
        let shown = (0..columns.row.len()).filter_map(|place| {
            let name = self.names.name(columns.clip[place])?;
            let mirrored = if columns.mirrored[place] {
                " mirrored"
            } else {
                ""
            };
            let (frame, cost) = (columns.frame[place], columns.cost[place]);
            Some(format!("{name}{mirrored} {frame} costs {cost:.4}"))
        });
        let mut shown: Vec<String> = shown.take(SHOWN).collect();
        if count > shown.len() {
            shown.push("…".to_owned());
        }
        let poses = if count == 1 { "pose" } else { "poses" };
        if shown.is_empty() {
            "<PoseMatches: 0 poses>".to_owned()
        } else {
            format!("<PoseMatches: {count} {poses}: {}>", shown.join(", "))
        }
    }
}
