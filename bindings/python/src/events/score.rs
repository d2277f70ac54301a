//! Scores of found events compared with true ones.

use footwork::events::{Score as Figures, score as scored};
use pyo3::prelude::*;

use crate::arrays::f64_list;
use crate::errors::value_error;

/// How well found events agree with true ones; each event is in at most one pair.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Score {
    figures: Figures,
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
    let figures = py.detach(|| scored(&truth, &found, tolerance_secs));
    figures
        .map(|figures| Score { figures })
        .map_err(value_error)
}

#[pymethods]
impl Score {
    /// The number of pairs within the tolerance.
    #[getter]
    fn matched(&self) -> usize {
        self.figures.matched
    }

    /// The number of true events without a match.
    #[getter]
    fn missed(&self) -> usize {
        self.figures.missed
    }

    /// The number of found events without a match.
    #[getter]
    fn extra(&self) -> usize {
        self.figures.extra
    }

    /// The share of found events that match; 0 if there are none.
    #[getter]
    fn precision(&self) -> f64 {
        self.figures.precision
    }

    /// The share of true events that match; 0 if there are none.
    #[getter]
    fn recall(&self) -> f64 {
        self.figures.recall
    }

    /// The harmonic mean of precision and recall; 0 if both are 0.
    #[getter]
    fn f1(&self) -> f64 {
        self.figures.f1
    }

    /// The mean absolute error of the pairs in seconds, or None without pairs.
    #[getter]
    fn mean_abs_secs(&self) -> Option<f64> {
        self.figures.error.map(|error| error.mean_abs_secs)
    }

    /// The 95th percentile of the absolute error in seconds, or None without pairs.
    #[getter]
    fn p95_abs_secs(&self) -> Option<f64> {
        self.figures.error.map(|error| error.p95_abs_secs)
    }

    /// The mean error in seconds, positive if events are found late, or None without pairs.
    #[getter]
    fn bias_secs(&self) -> Option<f64> {
        self.figures.error.map(|error| error.bias_secs)
    }

    fn __repr__(&self) -> String {
        let Figures {
            matched,
            missed,
            extra,
            f1,
            ..
        } = self.figures;
        format!("<Score f1 {f1:.3}: {matched} matched, {missed} missed, {extra} extra>")
    }
}
