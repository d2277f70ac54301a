//! Found events against true ones.

use footwork::events::{Score as Figures, score as scored};
use pyo3::prelude::*;

use crate::arrays::f64_list;
use crate::errors::of_value;

/// How well found events agree with true ones, each in one pair at most.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Score {
    figures: Figures,
}

/// Scores found events against true ones; both are rising times in seconds, and an event that is off
/// by `tolerance_secs` exactly is matched. As many events are matched as can be, as `mir_eval` does.
///
/// Raises ValueError for times that are not finite or not rising, and for a tolerance below 0.
#[pyfunction]
pub(crate) fn score(
    py: Python<'_>,
    truth: &Bound<'_, PyAny>,
    found: &Bound<'_, PyAny>,
    tolerance_secs: f64,
) -> PyResult<Score> {
    let (truth, found) = (f64_list(truth, "truth")?, f64_list(found, "found")?);
    let figures = py.detach(|| scored(&truth, &found, tolerance_secs));
    figures.map(|figures| Score { figures }).map_err(of_value)
}

#[pymethods]
impl Score {
    /// How many pairs there are within the tolerance.
    #[getter]
    fn matched(&self) -> usize {
        self.figures.matched
    }

    /// How many true events are in no pair.
    #[getter]
    fn missed(&self) -> usize {
        self.figures.missed
    }

    /// How many found events are in no pair.
    #[getter]
    fn extra(&self) -> usize {
        self.figures.extra
    }

    /// The share of found events that are matched; 0 where nothing was found.
    #[getter]
    fn precision(&self) -> f64 {
        self.figures.precision
    }

    /// The share of true events that are matched; 0 where there are none.
    #[getter]
    fn recall(&self) -> f64 {
        self.figures.recall
    }

    /// The harmonic mean of both; 0 where both are.
    #[getter]
    fn f1(&self) -> f64 {
        self.figures.f1
    }

    /// The mean size of the errors of pairs in seconds, or None without any.
    #[getter]
    fn mean_abs_secs(&self) -> Option<f64> {
        self.figures.error.map(|error| error.mean_abs_secs)
    }

    /// The size of error that 95 in 100 pairs do not exceed, in seconds, or None.
    #[getter]
    fn p95_abs_secs(&self) -> Option<f64> {
        self.figures.error.map(|error| error.p95_abs_secs)
    }

    /// The mean error in seconds, above 0 where events are found late, or None.
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
