//! Triggers, which turn a stream of (sin, cos) pairs into moments.

use std::sync::{Mutex, MutexGuard, PoisonError};

use footwork::base::to_f32;
use footwork::events::{EventTarget, Guards as Checks, Passing, Trigger as Stream};
use numpy::{IntoPyArray, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use super::encoding::Encoding;
use super::guards::{self, Guards};
use super::probability::{Probability, target};
use crate::arrays::{described, f32_array, f64_each, flat, gathered, number, shape_text};
use crate::errors::value_error;

/// Makes a trigger after checking its options.
pub(crate) fn stream(
    target: EventTarget,
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
    match target {
        EventTarget::Encoded(code) => {
            let max_lead_secs = 0.25 * code.window_secs();
            if lead_secs > max_lead_secs {
                return Err(PyValueError::new_err(format!(
                    "`lead_secs` must be at most a quarter of the window, which is {max_lead_secs}, not {lead_secs}"
                )));
            }
        }
        EventTarget::Probability(_) if lead_secs > 0.0 || smoothing_secs > 0.0 => {
            return Err(PyValueError::new_err(
                "a probability has no `lead_secs` and no `smoothing_secs`, because it says nothing about other frames",
            ));
        }
        EventTarget::Probability(_) => {}
    }
    let trigger = target.trigger(guards).map_err(value_error)?;
    Ok(trigger.with_lead(lead_secs).with_smoothing(smoothing_secs))
}

/// Fires when the event of one character happens. Once per update, pass it the network's output and the time in seconds by
/// which the clip advanced. The time is negative if the clip plays backwards.
///
/// - encoding: an `Encoding` or a `Probability`. The trigger of a probability fires on the frame after a local maximum and
///   has no guards, lead or smoothing.
/// - lead_secs: the time by which the trigger fires before the event, from 0 to a quarter of the window. Other times raise
///   ValueError.
/// - smoothing_secs: the time constant of a filter over the pairs, which suppresses noise and delays events by about this time.
///
/// A copy continues from the trigger's current state. A trigger can be pickled only at the start of a stream, which means
/// when it is new or after `restart`. The pickle does not include its counts. In the middle of a stream, pickling raises
/// TypeError.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Trigger {
    settings: Settings,
    inner: Mutex<Inner>,
}

/// The arguments of a trigger by position: what it decodes, and its guards.
type Arguments<'py> = (Bound<'py, PyAny>, Guards);

/// The arguments the trigger was made with.
#[derive(Clone, Copy)]
struct Settings {
    target: EventTarget,
    checks: Checks,
    lead_secs: f64,
    smoothing_secs: f64,
}

#[derive(Clone)]
struct Inner {
    stream: Stream,
    may_have_missed: u64,
    /// Whether it is in the middle of a stream.
    has_moved: bool,
}

impl Inner {
    fn advance(&mut self, pair: [f32; 2], step_secs: f64) -> Option<f64> {
        let Passing {
            fired_ago_secs,
            may_have_missed,
        } = self.stream.advance(pair, step_secs);
        self.has_moved = true;
        self.may_have_missed += u64::from(may_have_missed);
        fired_ago_secs
    }
}

impl Trigger {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs many updates, and returns the time since each event, NaN without one.
    fn many<'py>(
        &self,
        py: Python<'py>,
        pairs: &PyReadonlyArrayDyn<'py, f32>,
        step_secs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_chance = matches!(self.settings.target, EventTarget::Probability(_));
        if is_chance && pairs.ndim() != 1 {
            return Err(PyValueError::new_err(format!(
                "the probabilities must have the shape (n,), not {}",
                shape_text(pairs.shape())
            )));
        }
        let steps = f64_each(step_secs, pairs.shape()[0], "step_secs")?;
        check_steps(&steps)?;
        let values = pairs.as_array();
        let fired = py.detach(|| {
            let mut copy = Vec::new();
            let flat = flat(&values, &mut copy)?;
            let mut inner = self.inner();
            if is_chance {
                let updates = flat.iter().zip(&steps);
                let fired = updates.map(|(chance, step)| inner.advance([*chance, 0.0], *step));
                return gathered(fired.map(|ago| ago.unwrap_or(f64::NAN)));
            }
            let updates = flat.as_chunks().0.iter().zip(&steps);
            let fired = updates.map(|(pair, step)| inner.advance(*pair, *step));
            gathered(fired.map(|ago| ago.unwrap_or(f64::NAN)))
        });
        Ok(fired?.into_pyarray(py).into_any())
    }
}

/// Returns a pair from a float32 array of two, or from two numbers.
fn pair(
    given: &Bound<'_, PyAny>,
    array: Option<&PyReadonlyArrayDyn<'_, f32>>,
) -> PyResult<[f32; 2]> {
    let Some(array) = array else {
        return given.extract().map_err(|_| {
            PyTypeError::new_err(format!(
                "`pairs` must be two numbers (sin, cos) or a float32 array of shape (n, 2), not {}",
                described(given)
            ))
        });
    };
    let values = array.as_array();
    match values.shape() {
        [2] => Ok([values[0], values[1]]),
        other => Err(PyValueError::new_err(format!(
            "`pairs` must have the shape (2,) or (n, 2), not {}",
            shape_text(other)
        ))),
    }
}

#[pymethods]
impl Trigger {
    #[new]
    #[pyo3(signature = (encoding, guards=None, *, lead_secs=0.0, smoothing_secs=0.0))]
    fn new(
        encoding: &Bound<'_, PyAny>,
        guards: Option<&Bound<'_, Guards>>,
        lead_secs: f64,
        smoothing_secs: f64,
    ) -> PyResult<Self> {
        let guards = guards::or_default(guards);
        let target = target(encoding)?;
        let inner = Inner {
            stream: stream(target, guards, lead_secs, smoothing_secs)?,
            may_have_missed: 0,
            has_moved: false,
        };
        let settings = Settings {
            target,
            checks: guards,
            lead_secs,
            smoothing_secs,
        };
        Ok(Self {
            settings,
            inner: Mutex::new(inner),
        })
    }

    /// Returns the arguments from which pickle rebuilds the trigger.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Arguments<'py>, Bound<'py, PyDict>)> {
        if self.inner().has_moved {
            return Err(PyTypeError::new_err(
                "a trigger in the middle of a stream cannot be pickled; call `restart()` first, or copy it",
            ));
        }
        let Settings {
            target,
            checks,
            lead_secs,
            smoothing_secs,
        } = self.settings;
        let named = [("lead_secs", lead_secs), ("smoothing_secs", smoothing_secs)];
        let target = match target {
            EventTarget::Encoded(code) => Bound::new(py, Encoding { code })?.into_any(),
            EventTarget::Probability(decoder) => {
                Bound::new(py, Probability { decoder })?.into_any()
            }
        };
        Ok(((target, Guards { checks }), named.into_py_dict(py)?))
    }

    fn __copy__(&self) -> Self {
        Self {
            settings: self.settings,
            inner: Mutex::new(self.inner().clone()),
        }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    /// Makes one update with a pair (sin, cos), or n updates with a float32 array of shape (n, 2).
    ///
    /// Returns the time from the event to the end of the update, in seconds, or None if there was no event. For n updates,
    /// `step_secs` is one number or n numbers, and the result is an array of shape (n,), float64, with NaN for updates
    /// without an event.
    ///
    /// A pair is two numbers or a float32 array of shape (2,). A trigger of a `Probability` takes one number instead, or a
    /// float32 array of shape (n,).
    ///
    /// Raises TypeError for a wrong dtype, and ValueError for a wrong shape or steps that are not finite. A pair with NaN is
    /// ignored.
    fn advance<'py>(
        &self,
        py: Python<'py>,
        pairs: &Bound<'py, PyAny>,
        step_secs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = match pairs.cast::<PyUntypedArray>() {
            Ok(_) => Some(f32_array(pairs, "pairs")?),
            Err(_) => None,
        };
        let is_chance = matches!(self.settings.target, EventTarget::Probability(_));
        if let Some(array) = &array
            && (is_chance || matches!(array.shape(), [_, 2]))
        {
            return self.many(py, array, step_secs);
        }
        let pair = if is_chance {
            [to_f32(number(pairs, "pairs")?), 0.0]
        } else {
            pair(pairs, array.as_ref())?
        };
        let step = number(step_secs, "step_secs")?;
        check_steps(&[step])?;
        let fired = self.inner().advance(pair, step);
        Ok(fired.into_pyobject(py)?.into_any())
    }

    /// Returns the time until the trigger fires, in seconds of the clip, or None if it is unknown or above `secs`.
    fn fires_within(&self, secs: f64) -> Option<f64> {
        self.inner().stream.fires_within(secs)
    }

    /// Starts a new stream, and keeps the counts.
    fn restart(&self) {
        let mut inner = self.inner();
        inner.stream.restart();
        inner.has_moved = false;
    }

    /// The number of crossings that each guard rejected, by the guard's name.
    #[getter]
    fn rejections<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = *self.inner().stream.rejections();
        guards::rejections(py, &counts)
    }

    /// The number of updates at least as long as the window, during which an event may have been missed.
    #[getter]
    fn may_have_missed(&self) -> u64 {
        self.inner().may_have_missed
    }
}

/// Checks that all steps are finite.
pub(crate) fn check_steps(steps: &[f64]) -> PyResult<()> {
    match steps.iter().find(|step| !step.is_finite()) {
        Some(step) => Err(PyValueError::new_err(format!(
            "`step_secs` must be finite, not {step}"
        ))),
        None => Ok(()),
    }
}
