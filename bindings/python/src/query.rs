//! Queries and their results.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use footwork::base::Id;
use footwork::tags::{ClipId, Database, RangeSet};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::arrays::room;
use crate::clip_info::Clips;
use crate::errors;
use crate::names::clip_id;
use crate::pickle::{Reduced, reduced};
use crate::pool::in_own_pool;
use crate::query_columns::Columns;
use crate::view::view;

/// The frames that match a query, as ranges. Later changes of the database do not affect the result. Results of the same
/// query are equal if their clips and ranges are equal.
///
/// `clip`, `start`, `stop` and `ranges` are read-only views of the same memory. Reading them copies nothing.
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

/// Finds the frames that match a query, without holding the interpreter lock.
pub(crate) fn ranges(py: Python<'_>, database: &Database, text: &str) -> PyResult<RangeSet> {
    // Only queries that read motion take long.
    let found = if text.contains('{') || text.contains("similar") {
        in_own_pool(py, || database.query(text))?
    } else {
        py.detach(|| database.query(text))
    };
    found.map_err(|mistakes| errors::query_error(text, &mistakes))
}

impl QueryResult {
    /// Returns the bytes of a database with the same clips, but without tags and events.
    fn clip_bytes(&self) -> PyResult<Vec<u8>> {
        let mut clips = Database::new();
        for clip in self.database.clips().values() {
            clips
                .add_clip(&clip.name, clip.frames, clip.rate)
                .map_err(errors::value_error)?;
        }
        Ok(clips.to_bytes())
    }

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
    /// Rebuilds the object from the values of `__reduce__`.
    #[staticmethod]
    fn _restored(
        py: Python<'_>,
        query: String,
        clips: Vec<u8>,
        clip: PyReadonlyArray1<'_, i32>,
        ranges: PyReadonlyArray2<'_, i32>,
    ) -> PyResult<Self> {
        let database = py.detach(|| Database::from_bytes(clips));
        let ranges = ranges.as_slice()?.as_chunks().0.iter().copied();
        let clip = clip.as_slice()?.iter().copied();
        Ok(Self {
            query,
            database: Arc::new(database.map_err(errors::value_error)?),
            columns: Arc::new(Columns::from_rows(clip.zip(ranges))),
            all_clips: Clips::default(),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let clips = py.detach(|| self.clip_bytes())?;
        let clips = PyBytes::new(py, &clips);
        let rows = (self.clip(py)?, self.ranges(py, None)?);
        reduced(py, "query_result", (&self.query, clips, rows.0, rows.1))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            let clips = [self, other].map(|result| result.database.clips().as_slice());
            self.query == other.query && self.columns == other.columns && clips[0] == clips[1]
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.query, self.columns.frame_count).hash(&mut hasher);
        hasher.finish()
    }

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

    /// The names of the clips with a frame in the result, in the order of `clips`.
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

    /// Returns the ranges `[start, stop)` of one clip, or of all clips: shape (n, 2), int32. A view.
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

    /// Returns whether each frame of a clip is in the result: shape (frames,), bool, a new array. Use `.view(np.uint8)` for 0
    /// and 1 without a copy.
    fn mask<'py>(
        &self,
        py: Python<'py>,
        clip: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let clip = clip_id(&self.database, clip)?;
        Ok(self.mask_in(clip)?.into_pyarray(py))
    }

    /// Returns the number of ranges.
    fn __len__(&self) -> usize {
        self.columns.len()
    }

    /// Returns the range at `index` as `(clip name, start, stop)`.
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

    /// Returns the ranges as bars, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let html = slf.py().import("footwork._html")?;
        html.call_method1("result_html", (slf,))
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
