//! The checks that a trigger makes before it fires.

use footwork::events::{Guards as Checks, Rejections};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::value_error;

/// The checks that a trigger makes before it fires. None, or False for `falling`, switches a check off. By default, only
/// `nearness` is on, because a guard that rejects false events of one network can reject true events of another. The guide on
/// events lists the accuracy that each guard gains and costs.
///
/// - norm: the minimum length of a (sin, cos) pair, from 0 to 1.
/// - nearness: the largest distance of the signal from the event just before and just after a crossing, as a share of the
///   window plus the time of one update.
/// - falling: whether crossings of a signal that rises overall are rejected.
/// - jump: the largest fall of the signal in one update, as a share of the window plus the time of the update.
/// - approach: the distance before the event that the signal must have had since the last event, as a share of the window.
/// - slope: the smallest and the largest rate at which the time to the event falls, in seconds per second. A clean signal
///   falls by 1.
/// - refractory_secs: the minimum time between two events.
#[pyclass(frozen, eq, module = "footwork")]
#[derive(PartialEq)]
pub(crate) struct Guards {
    pub(crate) checks: Checks,
}

/// Returns the given guards, or the defaults.
pub(crate) fn or_default(given: Option<&Bound<'_, Guards>>) -> Checks {
    given.map_or_else(Checks::default, |guards| guards.get().checks)
}

#[pymethods]
impl Guards {
    #[new]
    #[pyo3(signature = (*, norm=None, nearness=Some(0.8), falling=false, jump=None, approach=None, slope=None, refractory_secs=None))]
    fn new(
        norm: Option<f64>,
        nearness: Option<f64>,
        falling: bool,
        jump: Option<f64>,
        approach: Option<f64>,
        slope: Option<(f64, f64)>,
        refractory_secs: Option<f64>,
    ) -> PyResult<Self> {
        let checks = Checks {
            norm,
            nearness,
            falling,
            jump,
            approach,
            slope,
            refractory_secs,
        };
        checks.check().map_err(value_error)?;
        Ok(Self { checks })
    }

    /// Returns guards that check nothing. Every fall through zero by less than half a turn is an event.
    #[staticmethod]
    fn none() -> Self {
        Self {
            checks: Checks::NONE,
        }
    }

    /// Returns guards for signals with noise on every frame, such as those of a network that sees one frame at a time.
    #[staticmethod]
    fn steady() -> Self {
        Self {
            checks: Checks::STEADY,
        }
    }

    /// The minimum length of a (sin, cos) pair, from 0 to 1.
    #[getter]
    fn norm(&self) -> Option<f64> {
        self.checks.norm
    }

    /// The largest distance of the signal from the event just before and just after a crossing, as a share of the window plus
    /// the time of one update.
    #[getter]
    fn nearness(&self) -> Option<f64> {
        self.checks.nearness
    }

    /// Whether crossings of a signal that rises overall are rejected.
    #[getter]
    fn falling(&self) -> bool {
        self.checks.falling
    }

    /// The largest fall of the signal in one update, as a share of the window plus the time of the update.
    #[getter]
    fn jump(&self) -> Option<f64> {
        self.checks.jump
    }

    /// The distance before the event that the signal must have had since the last event, as a share of the window.
    #[getter]
    fn approach(&self) -> Option<f64> {
        self.checks.approach
    }

    /// The minimum and maximum rate at which the time to the event falls, in seconds per second. A clean signal falls by 1.
    #[getter]
    fn slope(&self) -> Option<(f64, f64)> {
        self.checks.slope
    }

    /// The minimum time between two events, in seconds.
    #[getter]
    fn refractory_secs(&self) -> Option<f64> {
        self.checks.refractory_secs
    }

    /// Returns the arguments from which pickle rebuilds the guards.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let Checks {
            norm,
            nearness,
            falling,
            jump,
            approach,
            slope,
            refractory_secs,
        } = self.checks;
        let named = PyDict::new(py);
        named.set_item("norm", norm)?;
        named.set_item("nearness", nearness)?;
        named.set_item("falling", falling)?;
        named.set_item("jump", jump)?;
        named.set_item("approach", approach)?;
        named.set_item("slope", slope)?;
        named.set_item("refractory_secs", refractory_secs)?;
        Ok((PyTuple::empty(py), named))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let (_, named) = self.__getnewargs_ex__(py)?;
        named.values().to_tuple().hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (_, named) = self.__getnewargs_ex__(py)?;
        let said = named.iter().map(|(name, value)| {
            let value = value.repr()?;
            Ok(format!("{name}={value}"))
        });
        let said = said.collect::<PyResult<Vec<String>>>()?;
        Ok(format!("Guards({})", said.join(", ")))
    }
}

/// Returns the number of crossings that each guard rejected, by the guard's name.
pub(crate) fn rejections<'py>(
    py: Python<'py>,
    counts: &Rejections,
) -> PyResult<Bound<'py, PyDict>> {
    let Rejections {
        norm,
        nearness,
        falling,
        jump,
        approach,
        slope,
        refractory,
    } = *counts;
    let named = PyDict::new(py);
    for (name, count) in [
        ("norm", norm),
        ("nearness", nearness),
        ("falling", falling),
        ("jump", jump),
        ("approach", approach),
        ("slope", slope),
        ("refractory", refractory),
    ] {
        named.set_item(name, count)?;
    }
    Ok(named)
}
