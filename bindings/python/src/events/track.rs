//! The times of one event.

use std::sync::Arc;

use footwork::events::{EventTrack as Track, TooClose};
use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::{described, f64_list};
use crate::errors::of_value;
use crate::view::view;

/// The times of one event in seconds, between frames too; over and over where it loops.
///
/// `times` may be in any order. With `loop_secs` they are in [0, loop_secs). Raises ValueError for
/// NaN, infinity, and times outside of the loop.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct EventTrack {
    pub(crate) track: Arc<Track>,
}

impl EventTrack {
    fn of(track: Track) -> Self {
        Self {
            track: Arc::new(track),
        }
    }
}

/// One track, or all of a sequence.
pub(crate) fn read_tracks(given: &Bound<'_, PyAny>) -> PyResult<Vec<Track>> {
    let one = |given: &Bound<'_, PyAny>| match given.cast::<EventTrack>() {
        Ok(track) => Ok(Track::clone(&track.get().track)),
        Err(_) => Err(PyTypeError::new_err(format!(
            "`tracks` must be EventTrack objects, not {}",
            described(given)
        ))),
    };
    if given.cast::<EventTrack>().is_ok() {
        return Ok(vec![one(given)?]);
    }
    match given.try_iter() {
        Ok(several) => several.map(|track| one(&track?)).collect(),
        Err(_) => Ok(vec![one(given)?]),
    }
}

#[pymethods]
impl EventTrack {
    #[new]
    #[pyo3(signature = (times, *, loop_secs=None))]
    fn new(times: &Bound<'_, PyAny>, loop_secs: Option<f64>) -> PyResult<Self> {
        let times = f64_list(times, "times")?;
        let track = match loop_secs {
            Some(loop_secs) => Track::looped(times, loop_secs),
            None => Track::new(times),
        };
        track.map(Self::of).map_err(of_value)
    }

    /// The times in seconds, rising: shape (n,), float64. A view.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        view(py, &self.track, |track| Ok(ArrayView1::from(track.times())))
    }

    /// How long a round takes in seconds, or None.
    #[getter]
    fn loop_secs(&self) -> Option<f64> {
        self.track.loop_secs()
    }

    /// The gaps between neighbours in seconds, in a loop also across its seam: float64.
    fn gaps<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.track.gaps().collect::<Vec<_>>().into_pyarray(py)
    }

    /// The time from each of these times to the nearest event in seconds, positive before it; NaN
    /// without events. Of two that are equally near it is the coming one.
    fn signed_times<'py>(
        &self,
        py: Python<'py>,
        at_secs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let times = f64_list(at_secs, "at_secs")?;
        let signed = times
            .iter()
            .map(|&at| self.track.signed_time(at).unwrap_or(f64::NAN));
        Ok(signed.collect::<Vec<_>>().into_pyarray(py))
    }

    /// The events that an update of the clock passed, in the order in which they were, each exactly
    /// once: in (previous, now], backwards in [now, previous).
    ///
    /// Raises ValueError where an update passes more than a million events.
    fn between<'py>(
        &self,
        py: Python<'py>,
        previous: f64,
        now: f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        const MOST: usize = 1_000_000;
        let passed: Vec<f64> = self.track.between(previous, now).take(MOST + 1).collect();
        if passed.len() > MOST {
            return Err(PyValueError::new_err(
                "the update passes more than a million events",
            ));
        }
        Ok(passed.into_pyarray(py))
    }

    /// The events exactly at the time where a clock starts.
    fn start<'py>(&self, py: Python<'py>, at_secs: f64) -> Bound<'py, PyArray1<f64>> {
        self.track
            .start(at_secs)
            .collect::<Vec<_>>()
            .into_pyarray(py)
    }

    /// The track without events closer than this: `too_close` is "merge", one event in their middle,
    /// or "refuse", ValueError.
    #[pyo3(signature = (min_gap_secs, too_close="merge"))]
    fn with_min_gap(&self, min_gap_secs: f64, too_close: &str) -> PyResult<Self> {
        let too_close = match too_close {
            "merge" => TooClose::Merge,
            "refuse" => TooClose::Refuse,
            other => {
                return Err(PyValueError::new_err(format!(
                    "`too_close` is \"merge\" or \"refuse\", not {other:?}"
                )));
            }
        };
        let track = Track::clone(&self.track).with_min_gap(min_gap_secs, too_close);
        track.map(Self::of).map_err(of_value)
    }

    fn __len__(&self) -> usize {
        self.track.times().len()
    }

    fn __repr__(&self) -> String {
        format!("<EventTrack: {} events>", self.track.times().len())
    }
}
