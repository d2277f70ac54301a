//! Queries and their results.

use std::sync::Arc;

use footwork::base::Id;
use footwork::tags::{ClipId, Database, RangeSet};
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::room;
use crate::clip_info::Clips;
use crate::errors;
use crate::names::clip_id;
use crate::query_columns::Columns;
use crate::view::view;

/// The frames that match a query, as ranges. Later changes of the database do not affect it.
///
/// `clip`, `start`, `stop` and `ranges` are read-only views of the same memory: reading them copies
/// nothing.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct QueryResult {
    query: String,
    database: Arc<Database>,
    columns: Arc<Columns>,
    all_clips: Clips,
}

/// Answers a query without holding the interpreter lock.
pub(crate) fn answer(py: Python<'_>, database: Arc<Database>, text: &str) -> PyResult<QueryResult> {
    let found = ranges(py, &database, text)?;
    Ok(QueryResult {
        query: text.to_owned(),
        columns: Arc::new(Columns::new(&found)?),
        all_clips: Clips::default(),
        database,
    })
}

/// The frames that match a query, found without holding the interpreter lock.
pub(crate) fn ranges(py: Python<'_>, database: &Database, text: &str) -> PyResult<RangeSet> {
    let found = py.detach(|| database.query(text));
    found.map_err(|mistakes| errors::query_error(text, &mistakes))
}

impl QueryResult {
    fn mask_in(&self, clip: ClipId) -> PyResult<Vec<bool>> {
        let frames = self.database.clips()[clip].frames as usize;
        let mut mask = room(frames)?;
        mask.resize(frames, false);
        for row in self.columns.in_clip(clip)?.rows() {
            let frame = |end: i32| usize::try_from(end).unwrap_or_default().min(frames);
            mask[frame(row[0])..frame(row[1])].fill(true);
        }
        Ok(mask)
    }

    fn clip_name(&self, number: i32) -> &str {
        let id = usize::try_from(number).ok().and_then(ClipId::from_index);
        let clip = id.and_then(|id| self.database.clips().get(id));
        clip.map_or("", |clip| clip.name.as_str())
    }

    fn at(&self, index: usize) -> Option<(String, i32, i32)> {
        let (clip, [start, stop]) = self.columns.range(index)?;
        Some((self.clip_name(clip).to_owned(), start, stop))
    }
}

#[pymethods]
impl QueryResult {
    /// The text of the query.
    #[getter]
    fn query(&self) -> &str {
        &self.query
    }

    /// The clip number of each range: shape (n,), int32, ascending. A view.
    #[getter]
    fn clip<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        view(py, &self.columns, Columns::clip)
    }

    /// The first frame of each range: shape (n,), int32. A view.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        view(py, &self.columns, |columns| columns.ends(0))
    }

    /// One past the last frame of each range: shape (n,), int32. A view.
    #[getter]
    fn stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        view(py, &self.columns, |columns| columns.ends(1))
    }

    /// The numbers of the clips with a frame in the result: shape (k,), int32, ascending. A view.
    #[getter]
    fn clips<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        view(py, &self.columns, Columns::clips)
    }

    /// The names of those clips.
    #[getter]
    fn names(&self) -> PyResult<Vec<String>> {
        let clips = self.columns.clips()?;
        Ok(clips
            .iter()
            .map(|&clip| self.clip_name(clip).to_owned())
            .collect())
    }

    /// The number of frames in the result.
    #[getter]
    fn frame_count(&self) -> u64 {
        self.columns.frame_count
    }

    /// All clips of the database, with and without frames in the result.
    #[getter]
    fn all_clips<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.all_clips.of(py, &self.database)
    }

    /// The ranges `[start, stop)` of one clip, or of all clips: shape (n, 2), int32. A view.
    #[pyo3(signature = (clip=None))]
    fn ranges<'py>(
        &self,
        py: Python<'py>,
        clip: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        match clip {
            None => view(py, &self.columns, Columns::all),
            Some(clip) => {
                let clip = clip_id(&self.database, clip)?;
                view(py, &self.columns, |columns| columns.in_clip(clip))
            }
        }
    }

    /// Whether each frame of a clip is in the result: shape (frames,), bool, a new array. Use
    /// `.view(np.uint8)` for 0 and 1 without a copy.
    fn mask<'py>(
        &self,
        py: Python<'py>,
        clip: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let clip = clip_id(&self.database, clip)?;
        Ok(self.mask_in(clip)?.into_pyarray(py))
    }

    /// The number of ranges.
    fn __len__(&self) -> usize {
        self.columns.len()
    }

    /// The range at `index` as `(clip name, start, stop)`.
    fn __getitem__(&self, index: isize) -> PyResult<(String, i32, i32)> {
        let count = self.columns.len();
        let place = match usize::try_from(index) {
            Ok(place) => Some(place),
            Err(_) => count.checked_sub(index.unsigned_abs()),
        };
        let range = place.and_then(|place| self.at(place));
        range.ok_or_else(|| {
            PyIndexError::new_err(format!("there is no range {index}: there are {count}"))
        })
    }

    /// Iterates over the ranges as `(clip name, start, stop)`.
    fn __iter__(slf: Py<Self>) -> RangeIterator {
        RangeIterator {
            result: slf,
            next: 0,
        }
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!(
            "<QueryResult {:?}: {} ranges, {} frames in {} clips>",
            self.query,
            self.columns.len(),
            self.columns.frame_count,
            self.columns.clips()?.len(),
        ))
    }
}

/// An iterator over the ranges of a result.
#[pyclass(module = "footwork._footwork")]
pub(crate) struct RangeIterator {
    result: Py<QueryResult>,
    next: usize,
}

#[pymethods]
impl RangeIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<(String, i32, i32)> {
        let range = self.result.get().at(self.next)?;
        self.next += 1;
        Some(range)
    }
}
