//! Triggers of many characters, moved on together.

use std::sync::{Mutex, MutexGuard, PoisonError};

use footwork::events::{Rejections, Trigger as Stream};
use numpy::{IntoPyArray, PyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::encoding::Encoding;
use super::guards::{self, Guards};
use super::trigger::{check_steps, stream};
use crate::arrays::{f32_array, f64_each, flat, shape_of};

/// One trigger for each of `count` characters, or events of characters.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct TriggerArray {
    streams: Mutex<Vec<Stream>>,
}

impl TriggerArray {
    fn streams(&self) -> MutexGuard<'_, Vec<Stream>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl TriggerArray {
    #[new]
    #[pyo3(signature = (count, encoding, guards=None, *, lead_secs=0.0, smoothing_secs=0.0))]
    fn new(
        count: usize,
        encoding: &Bound<'_, Encoding>,
        guards: Option<&Bound<'_, Guards>>,
        lead_secs: f64,
        smoothing_secs: f64,
    ) -> PyResult<Self> {
        let guards = guards::or_default(guards);
        let one = stream(encoding.get(), guards, lead_secs, smoothing_secs)?;
        Ok(Self {
            streams: Mutex::new(vec![one; count]),
        })
    }

    /// One update of all: a float32 array of shape (count, 2) and one step in seconds, or count of
    /// them. Gives how long before the end of its update each event was, in seconds: shape (count,),
    /// float64, NaN where nothing fired.
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
                shape_of(pairs.shape())
            )));
        }
        let steps = f64_each(step_secs, count, "step_secs")?;
        check_steps(&steps)?;
        let mut room = Vec::new();
        let pairs = flat(&pairs, &mut room).as_chunks().0;
        let fired: Vec<f64> = py.detach(|| {
            let mut streams = self.streams();
            let updates = streams.iter_mut().zip(pairs).zip(&steps);
            let fired =
                updates.map(|((stream, pair), step)| stream.advance(*pair, *step).fired_ago_secs);
            fired.map(|ago| ago.unwrap_or(f64::NAN)).collect()
        });
        Ok(fired.into_pyarray(py))
    }

    /// Begins a new stream for one character, or for all.
    #[pyo3(signature = (index=None))]
    fn restart(&self, index: Option<usize>) -> PyResult<()> {
        let mut streams = self.streams();
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

    /// How often each guard refused in all of them together, by its name.
    #[getter]
    fn rejections<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut sum = Rejections::default();
        for stream in self.streams().iter() {
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
        self.streams().len()
    }
}
