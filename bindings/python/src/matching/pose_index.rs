//! An index of the poses of a library.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use footwork::base::{FrameRate, Id};
use footwork::matching::{Filter, Index, Match};
use footwork::tags::ClipId;
use footwork_pipeline::PoseIndex as Indexed;
use footwork_store::{FileSet, FileSetError, read_existing, sweep_beside};
use numpy::PyArray2;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PySlice, PyString};

use super::explanation::{Explanation, explain};
use super::filter::{PoseFilter, array_rows, no_spans};
use super::goal::{Goals, row, search_error};
use super::index_source;
use super::matches::{Columns, Names, PoseMatches};
use super::poses::{Poses, Rows};
use crate::arrays::{count, room};
use crate::checksum::crc32c;
use crate::errors::{FootworkWarning, changed_error, io_error, value_error};
use crate::finding::Finding;
use crate::frame_rate::frame_rate;
use crate::library::Library;
use crate::pickle::{Reduced, reduced};
use crate::pool::{in_own_pool, step};
use crate::query_columns::shaped;
use crate::unsynced::warn_unsynced;
use crate::view::view;
use crate::whole::whole;

/// The number of goals after which a search checks for Ctrl-C.
const GOALS_BETWEEN_SIGNALS: usize = 256;
/// The size of the largest accepted file, in bytes.
const MAX_INDEX_BYTES: usize = 1 << 36;

/// The poses of a library as rows of features, and searches among them: see `footwork.matching`. A pickle has the features,
/// in the form that `save` writes, and the path and version of the library.
#[pyclass(frozen, module = "footwork.matching")]
pub(crate) struct PoseIndex {
    pub(super) library: Py<Library>,
    pub(super) poses: Arc<Indexed>,
    rows: Arc<Rows>,
    features: Arc<OnceLock<Vec<f32>>>,
    /// Filters of recent queries. The tags of an open library do not change, so they stay valid.
    pub(super) filters: Mutex<Vec<(String, Arc<Filter>)>>,
}

impl PoseIndex {
    fn new(py: Python<'_>, library: Py<Library>, poses: Indexed) -> PyResult<Self> {
        let folder = Arc::clone(&library.get().folder);
        let rows = py.detach(|| Rows::new(&poses, &folder))?;
        Ok(Self {
            library,
            poses: Arc::new(poses),
            rows: Arc::new(rows),
            features: Arc::default(),
            filters: Mutex::default(),
        })
    }

    pub(super) fn index(&self) -> &Index {
        self.poses.index()
    }
}

#[pymethods]
impl PoseIndex {
    /// Indexes the poses of a library: see `footwork.matching.index`.
    #[staticmethod]
    #[pyo3(signature = (library, *, clips=None, rate=None))]
    fn build(
        py: Python<'_>,
        library: Py<Library>,
        clips: Option<&Bound<'_, PyAny>>,
        rate: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let own = library.get();
        let rate = match rate {
            Some(rate) => frame_rate(rate)?,
            None => FrameRate::whole(60).ok_or_else(|| value_error("no frame rate"))?,
        };
        let mut chosen: Vec<ClipId> = match clips {
            None => own.folder.clips().ids().collect(),
            Some(clips) => {
                let each = clips.try_iter()?.map(|clip| own.find(&clip?));
                each.collect::<PyResult<_>>()?
            }
        };
        chosen.sort_unstable();
        chosen.dedup();
        let folder = Arc::clone(&own.folder);
        let clips = chosen.into_iter().inspect(|_| step());
        let poses = in_own_pool(py, || Indexed::build(&folder, clips, rate))?;
        // Clips that cannot be indexed are left out. A changed clip is an error, because its tags are wrong too.
        let mut findings = poses.findings().iter();
        if let Some(changed) = findings.find(|finding| finding.code == "changed") {
            return Err(changed_error(&changed.file, changed.to_string()));
        }
        if poses.clips().is_empty() {
            let why = poses.findings().first();
            let why = why.map_or_else(
                || "there are no clips".to_owned(),
                |finding| finding.to_string(),
            );
            return Err(PyValueError::new_err(format!(
                "no clip can be indexed: {why}"
            )));
        }
        Self::new(py, library, poses)
    }

    /// Opens the index in a file: see `footwork.matching.load`.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf, library: Py<Library>) -> PyResult<Self> {
        let bytes = py.detach(|| read_existing(&path, MAX_INDEX_BYTES));
        let bytes = bytes.map_err(|error| io_error(&path, &error))?;
        let failed = |error: &dyn std::fmt::Display| {
            PyValueError::new_err(format!("{}: {error}", path.display()))
        };
        let checksum = crc32c(&bytes);
        let index = py.detach(|| Index::from_bytes(bytes));
        let index = index.map_err(|error| failed(&error))?;
        let poses = Indexed::from_index(index, &library.get().folder);
        let poses = poses.map_err(|error| failed(&error))?;
        if !index_source::check(&path, checksum, &library.get().folder)? {
            let said = format!(
                "{}: there is no {} next to it, so changed clips go unnoticed",
                path.display(),
                index_source::beside(&path).display()
            );
            let text = CString::new(said).map_err(value_error)?;
            PyErr::warn(py, &py.get_type::<FootworkWarning>(), &text, 1)?;
        }
        Self::new(py, library, poses)
    }

    /// Rebuilds the object from the values of `__reduce__`.
    #[staticmethod]
    fn _restored(py: Python<'_>, library: Py<Library>, data: Vec<u8>) -> PyResult<Self> {
        let index = py.detach(|| Index::from_bytes(data)).map_err(value_error)?;
        let poses = Indexed::from_index(index, &library.get().folder).map_err(value_error)?;
        Self::new(py, library, poses)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let data = py.detach(|| self.index().to_bytes());
        reduced(py, "pose_index", (&self.library, PyBytes::new(py, &data)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// Returns whether both have the same poses, of equal libraries.
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let other = other.get();
        let same = || self.index().to_bytes() == other.index().to_bytes();
        Ok(self.library.bind(py).eq(&other.library)? && py.detach(same))
    }

    fn __hash__(&self) -> usize {
        self.rows.len()
    }

    /// Writes the index atomically to a file. `footwork.matching.load` opens it, and `Index::from_bytes` opens it in a game.
    /// A second file has the same name plus `.clips`. It has hashes of the contents of the clips, which only `load` needs.
    ///
    /// partial: whether to write the index even if files of the library could not be read. Otherwise such a file raises
    /// LibraryError, and an existing index stays.
    ///
    /// Raises OSError if it cannot be written.
    #[pyo3(signature = (path, *, partial=false))]
    fn save(&self, py: Python<'_>, path: PathBuf, partial: bool) -> PyResult<()> {
        let kept = format!("{} is not written", path.display());
        whole(&self.library.get().folder, partial, &kept)?;
        let written = py.detach(|| {
            let bytes = self.index().to_bytes();
            let folder = &self.library.get().folder;
            let source = index_source::text(&bytes, folder, self.poses.clips());
            sweep_beside(&path);
            let mut files = FileSet::default();
            files.add(&path, &bytes)?;
            files.add(&index_source::beside(&path), source.as_bytes())?;
            files.put()
        });
        let unsynced = written.map_err(|FileSetError { error, .. }| io_error(&path, &error))?;
        warn_unsynced(py, &unsynced)
    }

    /// The library.
    #[getter]
    fn library(&self, py: Python<'_>) -> Py<Library> {
        self.library.clone_ref(py)
    }

    /// The poses per second.
    #[getter]
    fn rate(&self) -> f64 {
        self.index().schema().rate().as_f64()
    }

    /// The stored features of all poses, in metres, m/s and unit vectors: shape (n, d), float32. The first call computes
    /// them; later calls return views of the same memory.
    ///
    /// Features are in the space of the character, with x to its left, y up and z ahead.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let width = self.index().schema().feature_count();
        if self.features.get().is_none() {
            let features = py.detach(|| -> PyResult<Vec<f32>> {
                let count = self.rows.len().saturating_mul(width);
                let mut features = room(count)?;
                features.resize(count, 0.0);
                let rows = features.chunks_exact_mut(width.max(1));
                for (row, &pose) in rows.zip(self.rows.ids()) {
                    self.index().features(pose, row);
                }
                Ok(features)
            });
            // Another thread may have been faster, with the same result.
            _ = self.features.set(features?);
        }
        let count = self.rows.len();
        view(py, &self.features, |features| {
            let features = features.get().map_or(&[][..], Vec::as_slice);
            shaped(features, (count, width).into())
        })
    }

    /// The clip and frame of each row of the features.
    #[getter]
    fn poses(&self) -> Poses {
        Poses {
            rows: Arc::clone(&self.rows),
        }
    }

    /// Returns the row of the pose nearest to a frame of a clip, for `search` and `explain`. The earlier of two equally near
    /// poses wins.
    ///
    /// - clip: the number or name of the clip.
    /// - frame: the frame, at the rate of the clip.
    /// - mirrored: whether the pose is of the mirrored twin.
    ///
    /// Raises KeyError for an unknown clip and for a clip outside the index, and IndexError for a frame past its end.
    #[pyo3(signature = (clip, frame, *, mirrored=false))]
    fn row(
        &self,
        clip: &Bound<'_, PyAny>,
        frame: &Bound<'_, PyAny>,
        mirrored: bool,
    ) -> PyResult<usize> {
        let library = self.library.get();
        let clip = library.find(clip)?;
        let info = &library.database.clips()[clip];
        let frame = count(frame, "frame")?;
        if frame >= info.frames as usize {
            return Err(PyIndexError::new_err(format!(
                "{} has no frame {frame}: it has {}",
                info.name, info.frames
            )));
        }
        let row = self.rows.nearest(clip.index(), frame, mirrored);
        row.ok_or_else(|| {
            let what = if mirrored { " mirrored" } else { "" };
            PyKeyError::new_err(format!("{}{what} is not in the index", info.name))
        })
    }

    /// The names of the d features, such as `left foot position x`.
    #[getter]
    fn names(&self) -> Vec<String> {
        let schema = self.index().schema();
        (0..schema.feature_count())
            .map(|feature| schema.feature_name(feature))
            .collect()
    }

    /// The columns of each group of features, by the name of the group: a dict of slices.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let groups = PyDict::new(py);
        let mut start = 0;
        for group in self.index().schema().groups() {
            let stop = start + group.source.feature_count();
            let place = |at: usize| isize::try_from(at).unwrap_or(isize::MAX);
            groups.set_item(&group.name, PySlice::new(py, place(start), place(stop), 1))?;
            start = stop;
        }
        Ok(groups)
    }

    /// The weight of each group of features, by the name of the group.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let weights = PyDict::new(py);
        for group in self.index().schema().groups() {
            weights.set_item(&group.name, group.weight)?;
        }
        Ok(weights)
    }

    /// The clips that were left out, and the reasons. Empty for an index from a file.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        self.poses.findings().iter().map(Finding::from).collect()
    }

    /// Prepares the poses of a query or of spans for many searches. The index itself keeps the filters of the last 16
    /// queries.
    ///
    /// spans: a query, in which `@name` is a saved query, or spans (clip, start, stop) with frames at the rate of the clip.
    /// Such spans can be a `QueryResult` or an array of whole numbers of shape (n, 3). Frames past the end of a clip, and
    /// clips that are not in the index, have no poses.
    ///
    /// Raises QueryError for a query with mistakes, KeyError for an unknown clip, and ValueError for a span that is empty or
    /// starts below 0.
    fn filter(slf: &Bound<'_, Self>, spans: &Bound<'_, PyAny>) -> PyResult<PoseFilter> {
        let py = slf.py();
        if let Ok(filter) = spans.cast::<PoseFilter>() {
            let PoseFilter {
                filter,
                index,
                spans,
            } = filter.get();
            return Ok(PoseFilter {
                filter: Arc::clone(filter),
                index: index.clone_ref(py),
                spans: spans.clone_ref(py),
            });
        }
        let rows = array_rows(spans, || no_spans(spans, "filter"))?;
        let spans = rows.as_ref().unwrap_or(spans);
        // Spans may be read only once.
        let given = if spans.is_instance_of::<PyString>() || spans.try_iter().is_err() {
            spans.clone()
        } else {
            PyList::new(py, spans.try_iter()?.collect::<PyResult<Vec<_>>>()?)?.into_any()
        };
        Ok(PoseFilter {
            filter: slf.get().prepared(py, &given)?,
            index: slf.clone().into_any().unbind(),
            spans: given.unbind(),
        })
    }

    /// Returns the k poses nearest to a goal, best first; by default one. The search is exact. Among equal costs, the earlier
    /// row comes first.
    ///
    /// - goal: the features of the goal, float32, of shape (d,), or (m, d) for m goals. Instead of features, it can be a row
    ///   of the index or an array of m rows.
    /// - filter: the allowed poses, as in `filter`, or a `PoseFilter`.
    /// - soft: extra costs of poses, as a dict or pairs of (query or spans, cost). A pose in two of them has both costs.
    /// - weights: one number per group, or a dict by group. Missing groups have their weights of `PoseIndex.weights`.
    /// - max_cost: the highest allowed cost of a result.
    ///
    /// Raises ValueError for a goal with NaN or of another shape, and for numbers out of range. Raises TypeError for a goal
    /// that is not float32, IndexError for an unknown row, QueryError for a query with mistakes, and KeyError for an unknown
    /// clip or group.
    #[pyo3(signature = (goal, k=None, *, filter=None, soft=None, weights=None, max_cost=f64::INFINITY))]
    #[allow(
        clippy::too_many_arguments,
        reason = "Python has optional arguments instead of a struct of options"
    )]
    fn search(
        &self,
        py: Python<'_>,
        goal: &Bound<'_, PyAny>,
        k: Option<&Bound<'_, PyAny>>,
        filter: Option<&Bound<'_, PyAny>>,
        soft: Option<&Bound<'_, PyAny>>,
        weights: Option<&Bound<'_, PyAny>>,
        max_cost: f64,
    ) -> PyResult<PoseMatches> {
        let k = k.map_or(Ok(1), |k| count(k, "k"))?;
        let given = self.given(py, filter, soft, weights, max_cost)?;
        let goals = Goals::read(goal, self.index(), &self.rows)?;
        let k = k.min(self.index().candidate_count());
        let columns = py.detach(|| -> PyResult<Columns> {
            let index = self.index();
            let search = given.search();
            let mut best: Vec<Match> = room(k)?;
            best.resize(k, Match::default());
            let top = |goal: &[f32], best: &mut [Match]| {
                let found = index.top(goal, &search, best);
                found.map_err(|error| search_error(error, index))
            };
            match goals.count {
                None => {
                    let found = top(&goals.values, &mut best)?;
                    let mut columns = Columns::new(vec![found])?;
                    columns.push(&best[..found], found, &self.rows);
                    Ok(columns)
                }
                Some(count) => {
                    let mut columns = Columns::new(vec![count, k])?;
                    let width = index.schema().feature_count().max(1);
                    for (place, goal) in goals.values.chunks_exact(width).enumerate() {
                        if place % GOALS_BETWEEN_SIGNALS == 0 {
                            Python::attach(|py| py.check_signals())?;
                        }
                        let found = top(goal, &mut best)?;
                        columns.push(&best[..found], k, &self.rows);
                    }
                    Ok(columns)
                }
            }
        });
        Ok(PoseMatches {
            columns: Arc::new(columns?),
            names: Names::Of(Arc::clone(&self.library.get().database)),
        })
    }

    /// Explains the cost of the pose in a row, even if it is not allowed. If `row` is None, explains the best pose for the
    /// goal, or returns None if no pose is allowed.
    ///
    /// The other arguments are those of `search`, with one goal.
    #[pyo3(signature = (goal, row=None, *, filter=None, soft=None, weights=None))]
    #[allow(
        clippy::too_many_arguments,
        reason = "Python has optional arguments instead of a struct of options"
    )]
    fn explain(
        &self,
        py: Python<'_>,
        goal: &Bound<'_, PyAny>,
        row: Option<&Bound<'_, PyAny>>,
        filter: Option<&Bound<'_, PyAny>>,
        soft: Option<&Bound<'_, PyAny>>,
        weights: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Explanation>> {
        let given = self.given(py, filter, soft, weights, f64::INFINITY)?;
        let goals = Goals::read(goal, self.index(), &self.rows)?;
        let place = row.map(|given| pose_row(given, &self.rows)).transpose()?;
        let (index, rows) = (self.index(), &self.rows);
        explain(py, index, rows, goals.one()?, place, &given.search())
    }

    /// The number of poses.
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __repr__(&self) -> String {
        let index = self.index();
        format!(
            "<PoseIndex: {} poses of {} clips, {} features, {} per second>",
            self.rows.len(),
            index.clips().len(),
            index.schema().feature_count(),
            index.schema().rate(),
        )
    }
}

fn pose_row(given: &Bound<'_, PyAny>, rows: &Rows) -> PyResult<usize> {
    let row = row(given, rows)?;
    row.ok_or_else(|| {
        pyo3::exceptions::PyTypeError::new_err(format!(
            "`row` must be a whole number, not {}",
            crate::arrays::described(given)
        ))
    })
}
