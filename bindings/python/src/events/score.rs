//! Scores of found events compared with true ones.

use footwork::events::score as scored;
use pyo3::prelude::*;

use crate::arrays::f64_list;
use crate::errors::value_error;

/// How well found events agree with true ones; each event is in at most one pair.
#[pyclass(frozen, get_all, module = "footwork")]
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

/// Scores found events against true ones. Both are ascending times in seconds; an event that is off by
/// exactly `tolerance_secs` matches. The matching is maximal, as in `mir_eval`.
///
/// Raises ValueError for times that are not finite or not ascending, or for a negative tolerance.
#[pyfunction]
pub(crate) fn score(
    py: Python<'_>,
    truth: &Bound<'_, PyAny>,
    found: &Bound<'_, PyAny>,
    tolerance_secs: f64,
) -> PyResult<Score> {
    let (truth, found) = (f64_list(truth, "truth")?, f64_list(found, "found")?);
    let score = py.detach(|| scored(&truth, &found, tolerance_secs));
    let score = score.map_err(value_error)?;
    Ok(Score {
        matched: score.matched,
        missed: score.missed,
        extra: score.extra,
        precision: score.precision,
        recall: score.recall,
        f1: score.f1,
        mean_abs_secs: score.error.map(|error| error.mean_abs_secs),
        p95_abs_secs: score.error.map(|error| error.p95_abs_secs),
        bias_secs: score.error.map(|error| error.bias_secs),
    })
}

#[pymethods]
impl Score {
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
