//! Scores of found events compared with true ones.

use footwork::events::{Score as Found, score as scored, score_all as all_scored};
use pyo3::prelude::*;

use crate::arrays::f64_list;
use crate::errors::value_error;
use crate::pickle::{Reduced, reduced};

/// The counts, the shares and the errors of a score.
type Parts = ([usize; 3], [f64; 3], [Option<f64>; 3]);

/// The agreement of found events with true ones. Each event is in at most one pair.
#[pyclass(frozen, eq, get_all, module = "footwork")]
#[derive(PartialEq)]
pub(crate) struct Score {
    /// The number of pairs within the tolerance.
    matched: usize,
    /// The number of true events without a match.
    missed: usize,
    /// The number of found events without a match.
    extra: usize,
    /// The share of found events that match; 0 if there are none.
    precision: f64,
    /// The share of true events that match; 0 if there are none.
    recall: f64,
    /// The harmonic mean of precision and recall; 0 if both are 0.
    f1: f64,
    /// The mean absolute error of the pairs in seconds, or None without pairs.
    mean_abs_secs: Option<f64>,
    /// The 95th percentile of the absolute error in seconds, or None without pairs.
    p95_abs_secs: Option<f64>,
    /// The mean error in seconds, positive if events are found late, or None without pairs.
    bias_secs: Option<f64>,
}

/// Scores found events against true ones. Both are ascending times in seconds. An event that is off by exactly
/// `tolerance_secs` matches. The matching is maximal, as in `mir_eval`.
///
/// Raises ValueError for times that are not finite or not ascending, and for a negative tolerance.
#[pyfunction]
pub(crate) fn score(
    py: Python<'_>,
    truth: &Bound<'_, PyAny>,
    found: &Bound<'_, PyAny>,
    tolerance_secs: f64,
) -> PyResult<Score> {
    let (truth, found) = (f64_list(truth, "truth")?, f64_list(found, "found")?);
    let score = py.detach(|| scored(&truth, &found, tolerance_secs));
    score.map(Score::from).map_err(value_error)
}

/// Scores many lists together, such as those of all clips. Each item is a pair of true and found events, as in `score`.
/// Events of different pairs are never matched. The figures are computed over all events, not as means over the pairs.
#[pyfunction]
pub(crate) fn score_all(
    py: Python<'_>,
    lists: &Bound<'_, PyAny>,
    tolerance_secs: f64,
) -> PyResult<Score> {
    let mut read: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for pair in lists.try_iter()? {
        let (truth, found): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
        read.push((f64_list(&truth, "truth")?, f64_list(&found, "found")?));
    }
    let lists = read.iter().map(|(truth, found)| (&**truth, &**found));
    let score = py.detach(|| all_scored(lists, tolerance_secs));
    score.map(Score::from).map_err(value_error)
}

impl From<Found> for Score {
    fn from(score: Found) -> Self {
        Self {
            matched: score.matched,
            missed: score.missed,
            extra: score.extra,
            precision: score.precision,
            recall: score.recall,
            f1: score.f1,
            mean_abs_secs: score.error.map(|error| error.mean_abs_secs),
            p95_abs_secs: score.error.map(|error| error.p95_abs_secs),
            bias_secs: score.error.map(|error| error.bias_secs),
        }
    }
}

#[pymethods]
impl Score {
    /// Rebuilds the object from the values of `__reduce__`.
    #[staticmethod]
    fn _restored(parts: Parts) -> Self {
        let ([matched, missed, extra], [precision, recall, f1], errors) = parts;
        let [mean_abs_secs, p95_abs_secs, bias_secs] = errors;
        Self {
            matched,
            missed,
            extra,
            precision,
            recall,
            f1,
            mean_abs_secs,
            p95_abs_secs,
            bias_secs,
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let parts: Parts = (
            [self.matched, self.missed, self.extra],
            [self.precision, self.recall, self.f1],
            [self.mean_abs_secs, self.p95_abs_secs, self.bias_secs],
        );
        reduced(py, "score", (parts,))
    }

    fn __repr__(&self) -> String {
        let Self {
            matched,
            missed,
            extra,
            f1,
            ..
        } = self;
        format!("<Score f1 {f1:.3}: {matched} matched, {missed} missed, {extra} extra>")
    }
}
