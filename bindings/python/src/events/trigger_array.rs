//! Triggers of many characters, advanced together.

use std::sync::{Mutex, MutexGuard, PoisonError};

use footwork::events::{EventTarget, Rejections, Trigger as Stream};
use numpy::{IntoPyArray, PyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::encoding::Encoding;
use super::guards::{self, Guards};
use super::trigger::{check_steps, stream};
use crate::arrays::{count as whole, f32_array, f64_each, flat, gathered, shape_text};

/// An array of `count` triggers, one for each character, or for each event of each character.
///
/// Raises ValueError for a negative count, and MemoryError for a count that does not fit in memory.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct TriggerArray {
    crowd: Mutex<Crowd>,
}

struct Crowd {
    streams: Vec<Stream>,
    may_have_missed: u64,
}

impl TriggerArray {
    fn crowd(&self) -> MutexGuard<'_, Crowd> {
        self.crowd.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl TriggerArray {
    #[new]
    #[pyo3(signature = (count, encoding, guards=None, *, lead_secs=0.0, smoothing_secs=0.0))]
    fn new(
        py: Python<'_>,
        count: &Bound<'_, PyAny>,
        encoding: &Bound<'_, Encoding>,
        guards: Option<&Bound<'_, Guards>>,
        lead_secs: f64,
        smoothing_secs: f64,
    ) -> PyResult<Self> {
        let guards = guards::or_default(guards);
        let target = EventTarget::Encoded(encoding.get().code);
        let one = stream(target, guards, lead_secs, smoothing_secs)?;
        let count = whole(count, "count")?;
        let streams = py.detach(|| gathered(std::iter::repeat_n(one, count)));
        let crowd = Crowd {
            streams: streams?,
            may_have_missed: 0,
        };
        Ok(Self {
            crowd: Mutex::new(crowd),
        })
    }

    /// Updates all triggers with a float32 array of shape (count, 2). `step_secs` is one step for all triggers, or an
    /// array with a step for each. Returns the time from each event to the end of the update, in seconds: shape (count,),
    /// float64, with NaN for triggers without an event.
    fn advance<'py>(
        &self,
        py: Python<'py>,
        pairs: &Bound<'py, PyAny>,
        step_secs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let pairs = f32_array(pairs, "pairs")?;
        let count = self.__len__();
        if *pairs.shape() != [count, 2] {
            return Err(PyValueError::new_err(format!(
                "`pairs` must have the shape ({count}, 2), not {}",
                shape_text(pairs.shape())
            )));
        }
        let steps = f64_each(step_secs, count, "step_secs")?;
        check_steps(&steps)?;
        let values = pairs.as_array();
        let fired = py.detach(|| {
            let mut copy = Vec::new();
            let pairs = flat(&values, &mut copy)?.as_chunks().0;
            let mut crowd = self.crowd();
            let Crowd {
                streams,
                may_have_missed,
            } = &mut *crowd;
            let updates = streams.iter_mut().zip(pairs).zip(&steps);
            gathered(updates.map(|((stream, pair), step)| {
                let passing = stream.advance(*pair, *step);
                *may_have_missed += u64::from(passing.may_have_missed);
                passing.fired_ago_secs.unwrap_or(f64::NAN)
            }))
        });
        Ok(fired?.into_pyarray(py))
    }

    /// Returns the time until each trigger fires, in seconds of the clip: shape (count,), float64, NaN if it is unknown or
    /// above `secs`.
    fn fires_within<'py>(&self, py: Python<'py>, secs: f64) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let within = py.detach(|| {
            let crowd = self.crowd();
            let within = crowd.streams.iter().map(|one| one.fires_within(secs));
            gathered(within.map(|until| until.unwrap_or(f64::NAN)))
        });
        Ok(within?.into_pyarray(py))
    }

    /// Starts a new stream for one character, or for all.
    #[pyo3(signature = (index=None))]
    fn restart(&self, index: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let index = index.map(|index| whole(index, "index")).transpose()?;
        let streams = &mut self.crowd().streams;
        match index {
            None => streams.iter_mut().for_each(Stream::restart),
            Some(index) => {
                let count = streams.len();
                let outside = || {
                    PyIndexError::new_err(format!("there is no trigger {index}: there are {count}"))
                };
                streams.get_mut(index).ok_or_else(outside)?.restart();
            }
        }
        Ok(())
    }

    /// The number of updates at least as long as the window, during which an event may have been missed, summed over all
    /// triggers.
    #[getter]
    fn may_have_missed(&self) -> u64 {
        self.crowd().may_have_missed
    }

    /// The number of crossings that each guard rejected, over all triggers, by the guard's name.
    #[getter]
    fn rejections<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut sum = Rejections::default();
        for stream in &self.crowd().streams {
            let counts = stream.rejections();
            sum.norm += counts.norm;
            sum.nearness += counts.nearness;
            sum.falling += counts.falling;
            sum.jump += counts.jump;
            sum.approach += counts.approach;
            sum.slope += counts.slope;
            sum.refractory += counts.refractory;
        }
        guards::rejections(py, &sum)
    }

    fn __len__(&self) -> usize {
        self.crowd().streams.len()
    }
}
