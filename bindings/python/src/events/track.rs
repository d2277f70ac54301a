//! The times of one event.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use footwork::events::{EventTrack as Track, TooClose};
use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};

use crate::arrays::{described, f64_list, gathered, room};
use crate::errors::value_error;
use crate::view::view;

/// The times of one event in seconds. They need not be on frames. A looping track repeats them.
///
/// `times` may be in any order. With `loop_secs`, they are in [0, loop_secs).
///
/// Raises ValueError for NaN, infinity, and times outside the loop.
///
/// Tracks are equal if their times and their loops are equal.
#[pyclass(frozen, eq, module = "footwork")]
#[derive(PartialEq)]
pub(crate) struct EventTrack {
    pub(crate) track: Arc<Track>,
}

impl EventTrack {
    pub(crate) fn from_track(track: Track) -> Self {
        Self {
            track: Arc::new(track),
        }
    }
}

/// The tracks passed to a call, shared so that they can be read without the interpreter lock.
pub(crate) struct Tracks(Vec<Arc<Track>>);

impl Tracks {
    /// Accepts one track or a sequence of them.
    pub(crate) fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(track) = given.cast::<EventTrack>() {
            return Ok(Self(vec![Arc::clone(&track.get().track)]));
        }
        let one = |given: &Bound<'_, PyAny>| match given.cast::<EventTrack>() {
            Ok(track) => Ok(Arc::clone(&track.get().track)),
            Err(_) => Err(PyTypeError::new_err(format!(
                "`tracks` must be EventTrack objects, not {}",
                described(given)
            ))),
        };
        match given.try_iter() {
            Ok(several) => several
                .map(|track| one(&track?))
                .collect::<PyResult<_>>()
                .map(Self),
            Err(_) => Ok(Self(vec![one(given)?])),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Track> {
        self.0.iter().map(Arc::as_ref)
    }

    /// Returns copies, contiguous in memory.
    pub(crate) fn copied(&self) -> PyResult<Vec<Track>> {
        let mut all = room(self.0.len())?;
        for track in &self.0 {
            all.push(try_clone(track)?);
        }
        Ok(all)
    }
}

/// Clones a track. Raises MemoryError instead of aborting.
fn try_clone(track: &Track) -> PyResult<Track> {
    let times = gathered(track.times().iter().copied())?;
    made(times, track.loop_secs())
}

/// Rejects NaN and infinity. No event happens at such a time, so a caller's mistake would go unnoticed.
fn check_time(secs: f64, name: &str) -> PyResult<()> {
    if secs.is_finite() {
        Ok(())
    } else {
        Err(PyValueError::new_err(format!(
            "`{name}` must be a time, not {secs}"
        )))
    }
}

fn made(times: Vec<f64>, loop_secs: Option<f64>) -> PyResult<Track> {
    let track = match loop_secs {
        Some(loop_secs) => Track::looped(times, loop_secs),
        None => Track::new(times),
    };
    track.map_err(value_error)
}

#[pymethods]
impl EventTrack {
    #[new]
    #[pyo3(signature = (times, *, loop_secs=None))]
    fn new(py: Python<'_>, times: &Bound<'_, PyAny>, loop_secs: Option<f64>) -> PyResult<Self> {
        let times = f64_list(times, "times")?;
        py.detach(|| made(times, loop_secs)).map(Self::from_track)
    }

    /// Returns the arguments from which pickle rebuilds the track.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let named = [("loop_secs", self.loop_secs())].into_py_dict(py)?;
        Ok((PyTuple::new(py, [self.times(py)?])?, named))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for time in self.track.times().iter().chain(&self.track.loop_secs()) {
            // -0 equals 0, so both need one hash: adding 0 turns -0 into 0.
            (time + 0.0).to_bits().hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The times in seconds, ascending: shape (n,), float64. A view.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        view(py, &self.track, |track| Ok(ArrayView1::from(track.times())))
    }

    /// The length of the loop in seconds, or None.
    #[getter]
    fn loop_secs(&self) -> Option<f64> {
        self.track.loop_secs()
    }

    /// Returns the gaps between neighbouring events in seconds, float64. A loop includes the gap from its last event to
    /// its first.
    fn gaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let gaps = py.detach(|| {
            let mut gaps = room(self.track.times().len())?;
            gaps.extend(self.track.gaps());
            PyResult::Ok(gaps)
        });
        Ok(gaps?.into_pyarray(py))
    }

    /// Returns the time from each given time to the nearest event in seconds, positive before the event; NaN without events.
    /// Ties go to the later event.
    fn signed_times<'py>(
        &self,
        py: Python<'py>,
        at_secs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let times = f64_list(at_secs, "at_secs")?;
        let signed = py.detach(|| {
            let mut times = times;
            for time in &mut times {
                *time = self.track.signed_time(*time).unwrap_or(f64::NAN);
            }
            times
        });
        Ok(signed.into_pyarray(py))
    }

    /// Returns the events that an update of the clock passes, each exactly once and in the order of passing. These are the
    /// events in (previous, now], or in [now, previous) if the clock runs backwards.
    ///
    /// Raises ValueError for NaN and infinity, and if the update passes more than a million events.
    fn between<'py>(
        &self,
        py: Python<'py>,
        previous_secs: f64,
        now_secs: f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        const MAX_PASSED_EVENTS: usize = 1_000_000;
        check_time(previous_secs, "previous_secs")?;
        check_time(now_secs, "now_secs")?;
        let passed: Vec<f64> = py.detach(|| {
            self.track
                .between(previous_secs, now_secs)
                .take(MAX_PASSED_EVENTS + 1)
                .collect()
        });
        if passed.len() > MAX_PASSED_EVENTS {
            return Err(PyValueError::new_err(
                "the update passes more than a million events",
            ));
        }
        Ok(passed.into_pyarray(py))
    }

    /// Returns the events exactly at `at_secs`, for a clock that starts there.
    ///
    /// Raises ValueError for NaN and infinity.
    fn start<'py>(&self, py: Python<'py>, at_secs: f64) -> PyResult<Bound<'py, PyArray1<f64>>> {
        check_time(at_secs, "at_secs")?;
        let events: Vec<f64> = self.track.start(at_secs).collect();
        Ok(events.into_pyarray(py))
    }

    /// Returns the track with no two events closer than `min_gap_secs`. With `too_close="merge"`, such events become one in
    /// their middle.
    ///
    /// Raises ValueError for a gap that is negative or NaN, and with `too_close="refuse"` for events that are too close.
    #[pyo3(signature = (min_gap_secs, too_close="merge"))]
    fn with_min_gap(&self, py: Python<'_>, min_gap_secs: f64, too_close: &str) -> PyResult<Self> {
        let too_close = match too_close {
            "merge" => TooClose::Merge,
            "refuse" => TooClose::Refuse,
            other => {
                return Err(PyValueError::new_err(format!(
                    "`too_close` must be \"merge\" or \"refuse\", not {other:?}"
                )));
            }
        };
        let track = py.detach(|| {
            let track = try_clone(&self.track)?;
            track
                .with_min_gap(min_gap_secs, too_close)
                .map_err(value_error)
        });
        track.map(Self::from_track)
    }

    fn __len__(&self) -> usize {
        self.track.times().len()
    }

    fn __repr__(&self) -> String {
        format!("<EventTrack: {} events>", self.track.times().len())
    }
}
