//! The checks that a trigger makes before it fires.

use footwork::events::{Guards as Checks, Rejections};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::value_error;

/// The checks of a trigger. None, or False for `falling`, switches a check off. By default, all but `nearness` are off: a
/// guard that rejects a false event of one network rejects a true one of another. The guide on events lists what each costs
/// and gains.
///
/// norm: the minimum length of a pair. nearness: the maximum distance between either side of a crossing and the event, as a
/// share of the window. falling: whether rising signals are rejected. jump: the maximum fall beyond the amount that the
/// update explains, as a share of the window. approach: how far before an event the signal must have been, as a share of the
/// window. slope: the minimum and maximum rate, in seconds per second, at which the time to the event falls. refractory_secs:
/// the minimum time between two events.
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

    /// Returns guards that check nothing: every fall through zero by less than half a turn is an event.
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

    /// The minimum length of a pair.
    #[getter]
    fn norm(&self) -> Option<f64> {
        self.checks.norm
    }

    /// The maximum distance between either side of a crossing and the event, as a share of the window.
    #[getter]
    fn nearness(&self) -> Option<f64> {
        self.checks.nearness
    }

    /// Whether rising signals are rejected.
    #[getter]
    fn falling(&self) -> bool {
        self.checks.falling
    }

    /// The maximum fall beyond the amount that the update explains, as a share of the window.
    #[getter]
    fn jump(&self) -> Option<f64> {
        self.checks.jump
    }

    /// How far before an event the signal must have been, as a share of the window.
    #[getter]
    fn approach(&self) -> Option<f64> {
        self.checks.approach
    }

    /// The minimum and maximum rate, in seconds per second, at which the time to the event falls.
    #[getter]
    fn slope(&self) -> Option<(f64, f64)> {
        self.checks.slope
    }

    /// The minimum time between two events, in seconds.
    #[getter]
    fn refractory_secs(&self) -> Option<f64> {
        self.checks.refractory_secs
    }

    /// Returns the arguments from which pickle rebuilds it.
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
