//! Filters and soft costs of poses, from queries or spans.

use std::collections::BTreeMap;
use std::sync::Arc;

use footwork::base::FrameRange;
use footwork::matching::{Filter, Soft};
use footwork::tags::{ClipId, RangeSet, Ranges};
use footwork_pipeline::PoseIndex as Poses;
use numpy::PyUntypedArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyDictMethods, PyList};

use crate::arrays::{described, number};
use crate::errors::value_error;
use crate::library::Library;
use crate::pickle::{Reduced, reduced};

/// The poses that searches of one index may find, prepared once for many searches: see `PoseIndex.filter`.
#[pyclass(frozen, module = "footwork.matching")]
pub(crate) struct PoseFilter {
    pub(crate) filter: Arc<Filter>,
    /// The index it was made for.
    pub(crate) index: Py<PyAny>,
    /// The query, or a list of spans.
    pub(crate) spans: Py<PyAny>,
}

#[pymethods]
impl PoseFilter {
    /// The number of allowed poses.
    #[getter]
    fn pose_count(&self) -> usize {
        self.filter.pose_count()
    }

    /// A filter is pickled as its index and its spans. It shares the index with other objects in the same pickle.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "pose_filter", (&self.index, &self.spans))
    }

    /// Returns whether both are for equal indices, and for the same query or spans.
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let other = other.get();
        Ok(self.spans.bind(py).eq(&other.spans)? && self.index.bind(py).eq(&other.index)?)
    }

    fn __hash__(&self) -> usize {
        self.filter.pose_count()
    }

    fn __repr__(&self) -> String {
        format!("<PoseFilter: {} poses>", self.filter.pose_count())
    }
}

/// Returns the frames of a query text or of spans `(clip, start, stop)`, such as those of a `QueryResult`.
pub(crate) fn frames(
    py: Python<'_>,
    library: &Library,
    given: &Bound<'_, PyAny>,
    name: &str,
) -> PyResult<RangeSet> {
    if let Ok(text) = given.extract::<String>() {
        return library.found(py, &text);
    }
    let wrong = || no_spans(given, name);
    let mut clips: BTreeMap<ClipId, Vec<FrameRange>> = BTreeMap::new();
    let rows = array_rows(given, wrong)?;
    let given = rows.as_ref().unwrap_or(given);
    for span in given.try_iter().map_err(|_| wrong())? {
        let span = span?;
        let parts: (Bound<'_, PyAny>, i64, i64) = span.extract().map_err(|_| wrong())?;
        let (clip, start, stop) = parts;
        let clip = library.find(&clip)?;
        let ends = (u32::try_from(start), u32::try_from(stop));
        let range = match ends {
            (Ok(start), Ok(stop)) => FrameRange::new(start, stop),
            _ => None,
        };
        let range = range.ok_or_else(|| {
            PyValueError::new_err(format!(
                "`{name}` has the span [{start}, {stop}): a span must start at 0 or later and stop after it starts"
            ))
        })?;
        clips.entry(clip).or_default().push(range);
    }
    let clips = clips.into_iter();
    let clips = clips.map(|(clip, spans)| (clip, Ranges::from_iter(spans)));
    RangeSet::from_clips(clips).map_err(value_error)
}

/// Returns the rows of an array of whole numbers of shape (n, 3) as a list of tuples; `None` for anything but an array.
pub(super) fn array_rows<'py>(
    given: &Bound<'py, PyAny>,
    wrong: impl Fn() -> PyErr,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if given.cast::<PyUntypedArray>().is_err() {
        return Ok(None);
    }
    let rows = given.call_method0("tolist")?;
    let rows: Vec<[i64; 3]> = rows.extract().map_err(|_| wrong())?;
    let rows = rows
        .into_iter()
        .map(|[clip, start, stop]| (clip, start, stop));
    let rows = PyList::new(given.py(), rows.collect::<Vec<_>>())?;
    Ok(Some(rows.into_any()))
}

/// Makes the error for a value that is neither a query nor spans.
pub(super) fn no_spans(given: &Bound<'_, PyAny>, name: &str) -> PyErr {
    PyTypeError::new_err(format!(
        "`{name}` must be a query or spans of (clip, start, stop), not {}",
        described(given)
    ))
}

/// Returns the soft costs of a dict or pairs of (query or spans, cost).
pub(crate) fn soft(
    py: Python<'_>,
    library: &Library,
    poses: &Poses,
    given: &Bound<'_, PyAny>,
) -> PyResult<Soft> {
    let pairs = match given.cast::<PyDict>() {
        Ok(dict) => dict.items().into_any(),
        Err(_) => given.clone(),
    };
    let wrong = || {
        PyTypeError::new_err(format!(
            "`soft` must be a dict or pairs of (query or spans, cost), not {}",
            described(given)
        ))
    };
    if pairs.extract::<String>().is_ok() {
        return Err(wrong());
    }
    let mut soft = Soft::new(poses.index());
    for pair in pairs.try_iter().map_err(|_| wrong())? {
        let (spans, cost): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            pair?.extract().map_err(|_| wrong())?;
        let found = frames(py, library, &spans, "soft")?;
        let cost = narrowed(number(&cost, "soft")?);
        let added = py.detach(|| soft.add(poses.index(), cost, poses.spans(&found)));
        added.map_err(value_error)?;
    }
    Ok(soft)
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a cost is float32; larger numbers become infinite, which is rejected"
)]
pub(crate) fn narrowed(number: f64) -> f32 {
    number as f32
}
