//! What is known about a clip without reading its motion.

use footwork::base::FrameRate;
use footwork::tags::{ClipInfo as Known, Database};
use pyo3::prelude::*;

/// The name, the length and the frame rate of a clip.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct ClipInfo(Known);

/// All clips in the order of their numbers.
pub(crate) fn all(database: &Database) -> Vec<ClipInfo> {
    database.clips().values().cloned().map(ClipInfo).collect()
}

/// The rate as a `fractions.Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, rate: FrameRate) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("fractions")?.getattr("Fraction")?;
    class.call1((rate.numerator(), rate.denominator()))
}

#[pymethods]
impl ClipInfo {
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

    fn __repr__(&self) -> String {
        let Known { name, frames, rate } = &self.0;
        format!("<ClipInfo {name}: {frames} frames, {rate} fps>")
    }
}
