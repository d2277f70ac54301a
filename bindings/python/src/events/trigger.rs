//! A stream of pairs to moments.

use std::sync::{Mutex, MutexGuard, PoisonError};

use footwork::events::{Guards as Checks, Passing, Trigger as Stream};
use numpy::{IntoPyArray, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::encoding::Encoding;
use super::guards::{self, Guards};
use crate::arrays::{described, f32_array, f64_each, flat, shape_of};
use crate::errors::of_value;

/// How a trigger is made.
pub(crate) fn stream(
    encoding: &Encoding,
    guards: Checks,
    lead_secs: f64,
    smoothing_secs: f64,
) -> PyResult<Stream> {
    for (name, secs) in [("lead_secs", lead_secs), ("smoothing_secs", smoothing_secs)] {
        if !secs.is_finite() || secs < 0.0 {
            return Err(PyValueError::new_err(format!(
                "`{name}` must be at least 0, not {secs}"
            )));
        }
    }
    let trigger = Stream::new(encoding.code, guards).map_err(of_value)?;
    Ok(trigger.with_lead(lead_secs).with_smoothing(smoothing_secs))
}

/// Fires when the event of one character happens. Feed it what the network says, once an update, with
/// how far the clip moved on in seconds; below 0 is backwards.
///
/// lead_secs: how much before the event it fires, at most a quarter of the window. smoothing_secs:
/// mixes each pair with those before it, which helps most against noise and delays by about as much.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Trigger {
    inner: Mutex<Inner>,
}

struct Inner {
    stream: Stream,
    may_have_missed: u64,
}

impl Inner {
    fn advance(&mut self, pair: [f32; 2], step_secs: f64) -> Option<f64> {
        let Passing {
            fired_ago_secs,
            may_have_missed,
        } = self.stream.advance(pair, step_secs);
        self.may_have_missed += u64::from(may_have_missed);
        fired_ago_secs
    }
}

impl Trigger {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Trigger {
    #[new]
    #[pyo3(signature = (encoding, guards=None, *, lead_secs=0.0, smoothing_secs=0.0))]
    fn new(
        encoding: &Bound<'_, Encoding>,
        guards: Option<&Bound<'_, Guards>>,
        lead_secs: f64,
        smoothing_secs: f64,
    ) -> PyResult<Self> {
        let guards = guards::or_default(guards);
        let inner = Inner {
            stream: stream(encoding.get(), guards, lead_secs, smoothing_secs)?,
            may_have_missed: 0,
        };
        Ok(Self {
            inner: Mutex::new(inner),
        })
    }

    /// One update with a pair (sin, cos), or n updates with a float32 array of shape (n, 2).
    ///
    /// For one: how long before the end of the update the event was, in seconds, or None. For n: the
    /// same as shape (n,), float64, NaN where nothing fired; `step_secs` is one number, or n.
    ///
    /// Raises TypeError for another dtype, ValueError for another shape and for steps that are not
    /// finite. A pair with NaN says nothing and fires nothing.
    fn advance<'py>(
        &self,
        py: Python<'py>,
        pairs: &Bound<'py, PyAny>,
        step_secs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dimensions = pairs.cast::<PyUntypedArray>().map(|array| array.ndim());
        if dimensions.is_ok_and(|count| count == 2) {
            let pairs = f32_array(pairs, "pairs")?;
            let [count, 2] = *pairs.shape() else {
                return Err(PyValueError::new_err(format!(
                    "`pairs` must have the shape (n, 2), not {}",
                    shape_of(pairs.shape())
                )));
            };
            let steps = f64_each(step_secs, count, "step_secs")?;
            check_steps(&steps)?;
            let mut room = Vec::new();
            let pairs = flat(&pairs, &mut room).as_chunks().0;
            let fired: Vec<f64> = py.detach(|| {
                let mut inner = self.inner();
                let updates = pairs.iter().zip(&steps);
                let fired = updates.map(|(pair, step)| inner.advance(*pair, *step));
                fired.map(|ago| ago.unwrap_or(f64::NAN)).collect()
            });
            return Ok(fired.into_pyarray(py).into_any());
        }
        let Ok(pair) = pairs.extract::<[f32; 2]>() else {
            return Err(PyTypeError::new_err(format!(
                "`pairs` must be two numbers (sin, cos) or a float32 array of shape (n, 2), not {}",
                described(pairs)
            )));
        };
        let step: f64 = step_secs.extract()?;
        check_steps(&[step])?;
        let fired = self.inner().advance(pair, step);
        Ok(fired.into_pyobject(py)?.into_any())
    }

    /// The time until it fires, in seconds of the clip, if that is at most `secs`, else None.
    fn fires_within(&self, secs: f64) -> Option<f64> {
        self.inner().stream.fires_within(secs)
    }

    /// Begins a new stream; what was counted stays.
    fn restart(&self) {
        self.inner().stream.restart();
    }

    /// How often each guard refused, by its name.
    #[getter]
    fn rejections<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = *self.inner().stream.rejections();
        guards::rejections(py, &counts)
    }

    /// How many updates were as long as the window, so that an event may have gone unseen.
    #[getter]
    fn may_have_missed(&self) -> u64 {
        self.inner().may_have_missed
    }
}

/// Steps must be numbers.
pub(crate) fn check_steps(steps: &[f64]) -> PyResult<()> {
    match steps.iter().find(|step| !step.is_finite()) {
        Some(step) => Err(PyValueError::new_err(format!(
            "`step_secs` must be finite, not {step}"
        ))),
        None => Ok(()),
    }
}
