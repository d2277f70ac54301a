//! Encoding of event tracks as signals, and decoding of signals to times.

use footwork::base::Name;
use footwork::events::{
    Decoded as Found, EncodeError, Encoding as Code, EventTrack as Track, Rejections,
};
use numpy::ndarray::{ArrayViewD, s};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::guards::{self, Guards};
use super::track::Tracks;
use crate::arrays::{check_pairs, count, f32_array, f64_list, flat, gathered, room, shape_text};
use crate::errors::value_error;
use crate::frame_rate::frame_rate;
use crate::names::{name, name_list};
use crate::pickle::{Reduced, reduced};

/// The encoding of events as a signal. It has a window around each event and a smoothing, both in seconds.
///
/// A signal has two columns for each event: (sin, cos) of an angle that gives the time to the nearest event. (0, -1) means
/// that no event is within the window.
#[pyclass(frozen, eq, module = "footwork")]
#[derive(PartialEq)]
pub(crate) struct Encoding {
    pub(crate) code: Code,
}

/// Returns the column names of an encoded signal: `Foot.Left.sin`, `Foot.Left.cos` and so on.
#[pyfunction]
pub(crate) fn column_names(events: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let names: PyResult<Vec<Name>> = name_list(events, "events")?
        .iter()
        .map(|event| name(event))
        .collect();
    Ok(footwork::events::column_names(&names?))
}

#[pymethods]
impl Encoding {
    /// Makes an encoding. Its signal extends `window_secs` before and after each event, and is smoothed by a Gaussian with
    /// a standard deviation of `sigma_secs`. 0 means no smoothing.
    ///
    /// Raises ValueError if the window is not above 0 and at most 3600 s, or if the sigma is below 0 or above the
    /// window.
    #[new]
    #[pyo3(signature = (window_secs, sigma_secs=0.0))]
    fn new(window_secs: f64, sigma_secs: f64) -> PyResult<Self> {
        let code = Code::new(window_secs, sigma_secs).map_err(value_error)?;
        Ok(Self { code })
    }

    /// Returns an encoding that fits the tracks. Its window is half of the 10th percentile of the gaps between events, or
    /// half a second if there are no gaps. The window is at least one frame and at most 3600 s. Its smoothing is one
    /// frame, but at most a quarter of the window.
    #[staticmethod]
    fn from_gaps(
        py: Python<'_>,
        tracks: &Bound<'_, PyAny>,
        rate: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (tracks, rate) = (Tracks::read(tracks)?, frame_rate(rate)?);
        let code = py.detach(|| PyResult::Ok(Code::from_gaps(&tracks.copied()?, rate)));
        Ok(Self { code: code? })
    }

    /// Returns the arguments from which pickle rebuilds the encoding.
    fn __getnewargs__(&self) -> (f64, f64) {
        (self.code.window_secs(), self.code.sigma_secs())
    }

    /// How far the signal extends before and after an event, in seconds.
    #[getter]
    fn window_secs(&self) -> f64 {
        self.code.window_secs()
    }

    /// The standard deviation of the smoothing in seconds.
    #[getter]
    fn sigma_secs(&self) -> f64 {
        self.code.sigma_secs()
    }

    /// Returns warnings, one sentence each, about tracks with gaps that are too short for the smoothing or the window.
    fn warnings(&self, py: Python<'_>, tracks: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let tracks = Tracks::read(tracks)?;
        Ok(py.detach(|| {
            let warnings = tracks.iter().flat_map(|track| self.code.warnings(track));
            warnings.map(|warning| warning.to_string()).collect()
        }))
    }

    /// Returns the signals of E tracks on F frames: shape (F, 2 E), float32, (sin, cos) for each track. Frame i is at i /
    /// rate seconds.
    fn encode<'py>(
        &self,
        py: Python<'py>,
        tracks: &Bound<'py, PyAny>,
        rate: &Bound<'py, PyAny>,
        frames: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (tracks, rate) = (Tracks::read(tracks)?, frame_rate(rate)?);
        let frames = count(frames, "frames")?;
        let signal = py.detach(|| {
            let tracks = tracks.copied()?;
            self.code.encode(&tracks, rate, frames).map_err(value_error)
        });
        let signal = signal?.into_pyarray(py);
        signal.reshape([frames, 2 * tracks.len()])
    }

    /// Returns the signals at any times, in seconds: shape (n, 2 E), float32. With smoothing, `spacing_secs` is
    /// required: it is the distance between the samples that the filter reads.
    #[pyo3(signature = (tracks, times, spacing_secs=None))]
    fn encode_at<'py>(
        &self,
        py: Python<'py>,
        tracks: &Bound<'py, PyAny>,
        times: &Bound<'py, PyAny>,
        spacing_secs: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (tracks, times) = (Tracks::read(tracks)?, f64_list(times, "times")?);
        let signal = py.detach(|| encoded_at(&self.code, &tracks.copied()?, &times, spacing_secs));
        let signal = signal?.into_pyarray(py);
        signal.reshape([times.len(), 2 * tracks.len()])
    }

    /// Returns the time to the nearest event for each pair of a float32 signal of shape (…, 2 E). The result has the shape
    /// (…, E), float64, in seconds, positive before the event. The time is NaN if no event is within the window, if the
    /// pair (sin, cos), as a vector, has a length below 0.05, or if it contains NaN or infinity.
    fn decode<'py>(
        &self,
        py: Python<'py>,
        signal: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let signal = f32_array(signal, "signal")?;
        let events = check_pairs(signal.shape(), "signal")?;
        let mut shape = signal.shape().to_vec();
        if let Some(last) = shape.last_mut() {
            *last = events;
        }
        let values = signal.as_array();
        let times = py.detach(|| {
            let mut copy = Vec::new();
            let pairs = flat(&values, &mut copy)?.as_chunks().0;
            let time = |pair: &[f32; 2]| self.code.decode(*pair).unwrap_or(f64::NAN);
            gathered(pairs.iter().map(time))
        });
        times?.into_pyarray(py).reshape(shape)
    }

    /// Returns the events of a whole float32 signal of shape (F, 2 E), as a list of E `Decoded`. They are the events that a
    /// trigger finds frame by frame.
    ///
    /// loops: whether it is the signal of a looping clip, whose last frame is also the first frame of the next round. If
    /// so, an event across the seam is found once, and all times are within the loop, from 0 to (F - 1) / rate. Without
    /// `loops`, an event on the first frame may be missed, and an event near the seam of a looping clip may be missed
    /// or found twice.
    #[pyo3(signature = (signal, rate, guards=None, *, loops=false))]
    fn decode_all(
        &self,
        py: Python<'_>,
        signal: &Bound<'_, PyAny>,
        rate: &Bound<'_, PyAny>,
        guards: Option<&Bound<'_, Guards>>,
        loops: bool,
    ) -> PyResult<Vec<Decoded>> {
        let guards = guards::or_default(guards);
        let rate = frame_rate(rate)?;
        let signal = f32_array(signal, "signal")?;
        if signal.ndim() != 2 {
            return Err(PyValueError::new_err(format!(
                "`signal` must have the shape (frames, 2 * events), not {}",
                shape_text(signal.shape())
            )));
        }
        let events = check_pairs(signal.shape(), "signal")?;
        let values = signal.as_array();
        let found = py.detach(|| {
            let decoded = (0..events).map(|event| {
                let mut copy = Vec::new();
                let pairs = column(&values, event, &mut copy)?;
                let decoded = if loops {
                    self.code.decode_loop(pairs, rate, guards)
                } else {
                    self.code.decode_all(pairs, rate, guards)
                };
                decoded.map_err(value_error)
            });
            decoded.collect::<PyResult<Vec<Found>>>()
        });
        Ok(found?.into_iter().map(|found| Decoded { found }).collect())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.__getnewargs__().into_pyobject(py)?.hash()
    }

    fn __repr__(&self) -> String {
        let (window, sigma) = (self.code.window_secs(), self.code.sigma_secs());
        format!("Encoding(window_secs={window:?}, sigma_secs={sigma:?})")
    }
}

/// Returns the pairs of one event. They are copied unless the signal is contiguous and has only this event.
fn column<'a>(
    signal: &'a ArrayViewD<'_, f32>,
    event: usize,
    copy: &'a mut Vec<f32>,
) -> PyResult<&'a [[f32; 2]]> {
    if let ([_, 2], Some(values)) = (signal.shape(), signal.as_slice()) {
        return Ok(values.as_chunks().0);
    }
    let pairs = signal.slice(s![.., 2 * event..2 * event + 2]);
    *copy = gathered(pairs.iter().copied())?;
    Ok(copy.as_chunks().0)
}

/// The number of values that `encoded_at` computes at a time, which keeps its temporary memory small.
const MAX_CHUNK_LEN: usize = 1 << 16;

/// Computes `encode_at`, but raises MemoryError instead of aborting.
fn encoded_at(
    code: &Code,
    tracks: &[Track],
    times: &[f64],
    spacing_secs: Option<f64>,
) -> PyResult<Vec<f32>> {
    let width = 2 * tracks.len();
    let mut signal = room(times.len().saturating_mul(width))?;
    // Checks the spacing, which must be valid even without times.
    code.encode_at(tracks, &[], spacing_secs)
        .map_err(value_error)?;
    let rows = (MAX_CHUNK_LEN / width.max(1)).max(1);
    for (part, times) in times.chunks(rows).enumerate() {
        let encoded = code
            .encode_at(tracks, times, spacing_secs)
            .map_err(|error| match error {
                EncodeError::NotATime { index } => EncodeError::NotATime {
                    index: part * rows + index,
                },
                other => other,
            });
        signal.extend(encoded.map_err(value_error)?);
    }
    Ok(signal)
}

/// The events decoded from a whole signal.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Decoded {
    found: Found,
}

#[pymethods]
impl Decoded {
    /// Rebuilds the object from the values of `__reduce__`.
    #[staticmethod]
    fn _restored(times: Vec<f64>, unknown: usize, rejected: [u64; 7]) -> Self {
        let [norm, nearness, falling, jump, approach, slope, refractory] = rejected;
        let rejected = Rejections {
            norm,
            nearness,
            falling,
            jump,
            approach,
            slope,
            refractory,
        };
        Self {
            found: Found {
                times,
                unknown,
                rejected,
            },
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Rejections {
            norm,
            nearness,
            falling,
            jump,
            approach,
            slope,
            refractory,
        } = self.found.rejected;
        let rejected = [norm, nearness, falling, jump, approach, slope, refractory];
        let found = &self.found;
        reduced(py, "decoded", (&found.times, found.unknown, rejected))
    }

    /// Returns whether both have the same times and counts.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| self.found == other.get().found)
    }

    fn __hash__(&self) -> usize {
        self.found.times.len()
    }

    /// The times of the events in seconds, ascending and not rounded to frames: float64, a new array.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.found.times)
    }

    /// The number of frames on which the time to the nearest event is unknown.
    #[getter]
    fn unknown(&self) -> usize {
        self.found.unknown
    }

    /// The number of zero crossings of the signal that each guard rejected, by the guard's name.
    #[getter]
    fn rejected<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        guards::rejections(py, &self.found.rejected)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Decoded: {} events, {} frames unknown>",
            self.found.times.len(),
            self.found.unknown
        )
    }
}
