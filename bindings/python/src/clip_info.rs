//! Names, lengths and rates of clips, known without reading their motion.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use footwork::base::FrameRate;
use footwork::tags::{ClipInfo as Known, Database};
use footwork_clip::why_implausible;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::value_error;
use crate::pickle::{Reduced, reduced};

/// The name, the length and the frame rate of a clip.
#[pyclass(frozen, eq, module = "footwork")]
#[derive(PartialEq)]
pub(crate) struct ClipInfo(Known);

/// The clips of a database as a tuple in the order of their numbers, made on first use.
#[derive(Default)]
pub(crate) struct Clips(Mutex<Option<Py<PyTuple>>>);

impl Clips {
    /// Returns the tuple. Clips are only ever added, so an earlier tuple is valid while the number of clips is the same.
    pub(crate) fn of<'py>(
        &self,
        py: Python<'py>,
        database: &Database,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let current = |made: &Option<Py<PyTuple>>| {
            let made = made.as_ref().map(|made| made.bind(py).clone());
            made.filter(|made| made.len() == database.clips().len())
        };
        if let Some(made) = current(&self.made()) {
            return Ok(made);
        }
        // Without the lock, since making Python objects may run other threads.
        let clips = database.clips().values().cloned().map(ClipInfo);
        let clips: Vec<Py<ClipInfo>> = clips
            .map(|clip| Py::new(py, clip))
            .collect::<Result<_, _>>()?;
        let new = PyTuple::new(py, clips)?;
        let mut made = self.made();
        // Another thread may have been faster: all threads return the same tuple.
        Ok(current(&made).unwrap_or_else(|| {
            *made = Some(new.clone().unbind());
            new
        }))
    }

    fn made(&self) -> std::sync::MutexGuard<'_, Option<Py<PyTuple>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Converts a rate to a `fractions.Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, rate: FrameRate) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("fractions")?.getattr("Fraction")?;
    class.call1((rate.numerator(), rate.denominator()))
}

#[pymethods]
impl ClipInfo {
    /// Rebuilds the object from the values of `__reduce__`.
    #[staticmethod]
    fn _restored(name: String, frames: u32, rate: (u64, u64)) -> PyResult<Self> {
        let rate = FrameRate::new(rate.0, rate.1).ok_or_else(|| value_error("no frame rate"))?;
        Ok(Self(Known { name, frames, rate }))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Known { name, frames, rate } = &self.0;
        let rate = (rate.numerator(), rate.denominator());
        reduced(py, "clip_info", (name, *frames, rate))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.0.name, self.0.frames).hash(&mut hasher);
        hasher.finish()
    }

    /// The clip's name: its path in the library, with `/`.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The number of frames.
    #[getter]
    fn frames(&self) -> u32 {
        self.0.frames
    }

    /// Frames per second.
    #[getter]
    fn rate(&self) -> f64 {
        self.0.rate.as_f64()
    }

    /// Frames per second, as an exact `fractions.Fraction`.
    #[getter]
    fn exact_rate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.rate)
    }

    /// Returns why the rate is implausible, or None. A single pose has no rate.
    fn _odd_rate(&self) -> Option<String> {
        why_implausible(self.0.rate).filter(|_| self.0.frames > 1)
    }

    fn __repr__(&self) -> String {
        let Known { name, frames, rate } = &self.0;
        format!("<ClipInfo {name}: {frames} frames, {rate} fps>")
    }
}
