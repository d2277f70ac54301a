//! What a trigger checks before it fires.

use footwork::events::{Guards as Checks, Rejections};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::of_value;

/// The checks of a trigger; None, or False for `falling`, switches one off.
///
/// norm: pairs shorter than this are not trusted. nearness: the largest share of the window between
/// either side of a crossing and the event. falling: whether only falling signals count. jump: by how
/// much of the window the signal may fall more than the update explains. approach: how far before an
/// event, as a share of the window, the signal must have been. slope: the least and the most seconds a
/// second that the time to the event falls by. refractory_secs: the shortest time between two events.
#[pyclass(frozen, eq, module = "footwork")]
#[derive(PartialEq)]
pub(crate) struct Guards {
    pub(crate) checks: Checks,
}

/// Those that were given, or the defaults.
pub(crate) fn or_default(given: Option<&Bound<'_, Guards>>) -> Checks {
    given.map_or_else(Checks::default, |guards| guards.get().checks)
}

#[pymethods]
impl Guards {
    #[new]
    #[pyo3(signature = (*, norm=Some(0.05), nearness=Some(0.5), falling=true, jump=Some(0.25), approach=Some(0.125), slope=None, refractory_secs=None))]
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
        checks.check().map_err(of_value)?;
        Ok(Self { checks })
    }

    /// No check at all.
    #[staticmethod]
    fn none() -> Self {
        Self {
            checks: Checks::NONE,
        }
    }

    /// Pairs shorter than this are not trusted.
    #[getter]
    fn norm(&self) -> Option<f64> {
        self.checks.norm
    }

    /// The largest share of the window between either side of a crossing and the event.
    #[getter]
    fn nearness(&self) -> Option<f64> {
        self.checks.nearness
    }

    /// Whether only falling signals count.
    #[getter]
    fn falling(&self) -> bool {
        self.checks.falling
    }

    /// By how much of the window the signal may fall more than the update explains.
    #[getter]
    fn jump(&self) -> Option<f64> {
        self.checks.jump
    }

    /// How far before an event, as a share of the window, the signal must have been.
    #[getter]
    fn approach(&self) -> Option<f64> {
        self.checks.approach
    }

    /// The least and the most seconds a second that the time to the event falls by.
    #[getter]
    fn slope(&self) -> Option<(f64, f64)> {
        self.checks.slope
    }

    /// The shortest time between two events in seconds.
    #[getter]
    fn refractory_secs(&self) -> Option<f64> {
        self.checks.refractory_secs
    }

    /// By which it is pickled.
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

/// How often each check refused, by its name.
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
