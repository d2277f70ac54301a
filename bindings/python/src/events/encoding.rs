//! Event tracks to signals, and signals to times.

use footwork::base::Name;
use footwork::events::{Decoded as Found, Encoding as Code, channel};
use numpy::ndarray::Axis;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::guards::{self, Guards};
use super::track::read_tracks;
use crate::arrays::{check_pairs, f32_array, f64_list, flat, shape_of};
use crate::errors::of_value;
use crate::frame_rate::frame_rate;

/// The window of a signal around each event and its smoothing, in seconds.
///
/// A signal has two columns for each event, (sin, cos) of the time to the nearest event; (0, -1) means
/// that none is in reach.
#[pyclass(frozen, eq, module = "footwork")]
#[derive(PartialEq)]
pub(crate) struct Encoding {
    pub(crate) code: Code,
}

/// What the columns of an encoded signal are called: `Foot.Left.sin`, `Foot.Left.cos` and so on.
#[pyfunction]
pub(crate) fn column_names(events: Vec<String>) -> PyResult<Vec<String>> {
    let names: PyResult<Vec<Name>> = events
        .iter()
        .map(|event| crate::names::name(event))
        .collect();
    Ok(channel::column_names(&names?))
}

#[pymethods]
impl Encoding {
    /// Reaches `window_secs` before and after each event; smoothed by a Gaussian of `sigma_secs`, 0
    /// for none. Raises ValueError for a window that is not above 0, and a sigma beyond it.
    #[new]
    #[pyo3(signature = (window_secs, sigma_secs=0.0))]
    fn new(window_secs: f64, sigma_secs: f64) -> PyResult<Self> {
        let code = Code::new(window_secs, sigma_secs).map_err(of_value)?;
        Ok(Self { code })
    }

    /// The encoding for the gaps that there are: half of the gap that a tenth of all gaps do not
    /// exceed, or half a second without any, and a smoothing of one frame.
    #[staticmethod]
    fn from_gaps(tracks: &Bound<'_, PyAny>, rate: &Bound<'_, PyAny>) -> PyResult<Self> {
        let code = Code::from_gaps(&read_tracks(tracks)?, frame_rate(rate)?);
        Ok(Self { code })
    }

    /// By which it is pickled.
    fn __getnewargs__(&self) -> (f64, f64) {
        (self.code.window_secs(), self.code.sigma_secs())
    }

    /// How far the signal reaches before and after an event, in seconds.
    #[getter]
    fn window_secs(&self) -> f64 {
        self.code.window_secs()
    }

    /// The standard deviation of the smoothing in seconds.
    #[getter]
    fn sigma_secs(&self) -> f64 {
        self.code.sigma_secs()
    }

    /// What will go wrong with the events of these tracks, in words.
    fn warnings(&self, tracks: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let tracks = read_tracks(tracks)?;
        let warnings = tracks.iter().flat_map(|track| self.code.warnings(track));
        Ok(warnings.map(|warning| warning.to_string()).collect())
    }

    /// The signals of E tracks on F frames: shape (F, 2 E), float32, (sin, cos) of each track. Frame
    /// i is at i / rate seconds.
    fn encode<'py>(
        &self,
        py: Python<'py>,
        tracks: &Bound<'py, PyAny>,
        rate: &Bound<'py, PyAny>,
        frames: usize,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (tracks, rate) = (read_tracks(tracks)?, frame_rate(rate)?);
        let signal = py.detach(|| self.code.encode(&tracks, rate, frames));
        let signal = signal.map_err(of_value)?.into_pyarray(py);
        signal.reshape([frames, 2 * tracks.len()])
    }

    /// The signals at times in seconds that need not be evenly spaced: shape (n, 2 E), float32. Where
    /// there is smoothing, `spacing_secs` says how far apart the samples are that it reads.
    #[pyo3(signature = (tracks, times, spacing_secs=None))]
    fn encode_at<'py>(
        &self,
        py: Python<'py>,
        tracks: &Bound<'py, PyAny>,
        times: &Bound<'py, PyAny>,
        spacing_secs: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (tracks, times) = (read_tracks(tracks)?, f64_list(times, "times")?);
        let signal = py.detach(|| self.code.encode_at(&tracks, &times, spacing_secs));
        let signal = signal.map_err(of_value)?.into_pyarray(py);
        signal.reshape([times.len(), 2 * tracks.len()])
    }

    /// The time to the nearest event for each pair of a float32 signal of shape (…, 2 E): shape (…, E),
    /// float64, seconds, positive before the event. NaN where it is unknown: none in reach, a pair
    /// shorter than 0.05, or NaN.
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
        let mut room = Vec::new();
        let pairs = flat(&signal, &mut room).as_chunks().0;
        let times: Vec<f64> = py.detach(|| {
            let time = |pair: &[f32; 2]| self.code.decode(*pair).unwrap_or(f64::NAN);
            pairs.iter().map(time).collect()
        });
        times.into_pyarray(py).reshape(shape)
    }

    /// The events of a whole float32 signal of shape (F, 2 E), as a trigger finds them that is moved
    /// over it frame by frame: a list of E `Decoded`.
    #[pyo3(signature = (signal, rate, guards=None))]
    fn decode_all(
        &self,
        py: Python<'_>,
        signal: &Bound<'_, PyAny>,
        rate: &Bound<'_, PyAny>,
        guards: Option<&Bound<'_, Guards>>,
    ) -> PyResult<Vec<Decoded>> {
        let guards = guards::or_default(guards);
        let rate = frame_rate(rate)?;
        let signal = f32_array(signal, "signal")?;
        if signal.ndim() != 2 {
            return Err(PyValueError::new_err(format!(
                "`signal` must have the shape (frames, 2 * events), not {}",
                shape_of(signal.shape())
            )));
        }
        let events = check_pairs(signal.shape(), "signal")?;
        let rows = signal.as_array();
        let found = py.detach(|| {
            let decoded = (0..events).map(|event| {
                let pairs = rows.axis_iter(Axis(0));
                let pair =
                    |row: numpy::ndarray::ArrayViewD<'_, f32>| [row[2 * event], row[2 * event + 1]];
                let pairs: Vec<[f32; 2]> = pairs.map(pair).collect();
                self.code.decode_all(&pairs, rate, guards)
            });
            decoded.collect::<Result<Vec<Found>, _>>()
        });
        Ok(found
            .map_err(of_value)?
            .into_iter()
            .map(|found| Decoded { found })
            .collect())
    }

    fn __repr__(&self) -> String {
        let (window, sigma) = (self.code.window_secs(), self.code.sigma_secs());
        format!("Encoding(window_secs={window:?}, sigma_secs={sigma:?})")
    }
}

/// What a whole signal of one event says.
#[pyclass(frozen, module = "footwork")]
pub(crate) struct Decoded {
    found: Found,
}

#[pymethods]
impl Decoded {
    /// The times of the events in seconds, rising, between frames too: float64, a new array.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.found.times)
    }

    /// On how many frames the time to the nearest event is unknown.
    #[getter]
    fn unknown(&self) -> usize {
        self.found.unknown
    }

    /// How often each guard refused, by its name.
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
