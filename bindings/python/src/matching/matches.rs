//! What a search found, as arrays.

use std::sync::Arc;

use footwork::base::Id;
use footwork::matching::Match;
use footwork::tags::{ClipId, Database};
use numpy::ndarray::IxDyn;
use numpy::{Element, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use super::poses::Rows;
use crate::arrays::room;
use crate::query_columns::shaped;
use crate::view::view;

/// The columns of the poses that a search found.
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

    /// Adds what was found for a goal, and as many empty places as are left of `width`.
    pub(crate) fn push(&mut self, found: &[Match], width: usize, rows: &Rows) {
        for place in 0..width {
            let found = found.get(place);
            let row = found.and_then(|found| rows.row(found.pose));
            let at = row.and_then(|row| Some((i64::try_from(row).ok()?, rows.at(row)?)));
            let (row, (clip, frame, mirrored)) = at.unwrap_or((-1, (-1, -1, false)));
            self.row.push(row);
            self.clip.push(clip);
            self.frame.push(frame);
            self.mirrored.push(mirrored);
            self.cost
                .push(found.map_or(f32::INFINITY, |found| found.cost));
        }
    }
}

/// The poses that a search found, the best first: of shape (k,) for one goal, and of shape (m, k) for m goals. All arrays
/// are views. Where fewer than k poses may be found, those of one goal are fewer; of several goals, the last places of a
/// row have the row, clip and frame -1 and the cost inf.
#[pyclass(frozen, module = "footwork.matching")]
pub(crate) struct PoseMatches {
    pub(crate) columns: Arc<Columns>,
    pub(crate) database: Arc<Database>,
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

    /// The frames of the clips, at the rate of the clip: int32. A view.
    #[getter]
    fn frame<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        self.of(py, |columns| &columns.frame)
    }

    /// Whether they are poses of mirrored twins: bool. A view.
    #[getter]
    fn mirrored<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        self.of(py, |columns| &columns.mirrored)
    }

    /// What they cost: the sum over all features of (weight × difference ÷ deviation)², and the soft cost; float32. A
    /// view.
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        self.of(py, |columns| &columns.cost)
    }

    /// The number of poses found, for all goals together.
    fn __len__(&self) -> usize {
        self.columns.row.iter().filter(|&&row| row >= 0).count()
    }

    /// Iterates over the poses found as `(clip name, frame, mirrored, cost)`, goal by goal.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let columns = &self.columns;
        let found = (0..columns.row.len()).filter_map(|place| {
            let clip = usize::try_from(columns.clip[place]).ok()?;
            let clip = self.database.clips().get(ClipId::from_index(clip)?)?;
            let (frame, mirrored) = (columns.frame[place], columns.mirrored[place]);
            Some((clip.name.as_str(), frame, mirrored, columns.cost[place]))
        });
        PyList::new(py, found.collect::<Vec<_>>())?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("<PoseMatches: {} poses>", self.__len__())
    }
}
