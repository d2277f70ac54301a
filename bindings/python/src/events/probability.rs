//! Events as a probability per frame.

use footwork::events::{EventTarget, Probability as Decoder};
use numpy::ndarray::{ArrayViewD, s};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::encoding::Encoding;
use super::track::{EventTrack, Tracks};
use crate::arrays::{count, described, f32_array, shape_text};
use crate::errors::value_error;
use crate::frame_rate::frame_rate;
use crate::pose_rows::with_source;

/// The decoding of a probability per frame to events. Events are at local maxima on or above a threshold, at least
/// `min_gap_secs` apart.
///
/// This is the alternative to an `Encoding`. The network is trained with cross entropy on targets that are 1 on the frame of
/// each event and 0 elsewhere. Tune the threshold on clips that the network was not trained on: see `tuned`.
#[pyclass(frozen, eq, module = "footwork")]
#[derive(PartialEq)]
pub(crate) struct Probability {
    pub(crate) decoder: Decoder,
}

/// Reads an encoding or a probability.
pub(crate) fn target(given: &Bound<'_, PyAny>) -> PyResult<EventTarget> {
    if let Ok(encoding) = given.cast::<Encoding>() {
        return Ok(EventTarget::Encoded(encoding.get().code));
    }
    if let Ok(probability) = given.cast::<Probability>() {
        return Ok(EventTarget::Probability(probability.get().decoder));
    }
    Err(PyTypeError::new_err(format!(
        "`encoding` must be an Encoding or a Probability, not {}",
        described(given)
    )))
}

/// Returns the probabilities of each event, from an array of shape (F,) or (F, E).
fn columns(values: &ArrayViewD<'_, f32>) -> PyResult<Vec<Vec<f32>>> {
    match values.shape() {
        [_] => Ok(vec![values.iter().copied().collect()]),
        [_, events] => Ok((0..*events)
            .map(|event| values.slice(s![.., event]).iter().copied().collect())
            .collect()),
        other => Err(PyValueError::new_err(format!(
            "`chances` must have the shape (frames,) or (frames, events), not {}",
            shape_text(other)
        ))),
    }
}

#[pymethods]
impl Probability {
    #[new]
    #[pyo3(signature = (threshold=0.5, min_gap_secs=0.1))]
    fn new(threshold: f64, min_gap_secs: f64) -> PyResult<Self> {
        let decoder = Decoder::new(threshold, min_gap_secs).map_err(value_error)?;
        Ok(Self { decoder })
    }

    /// Returns the targets of E tracks on F frames: shape (F, E), float32. They are 1 on the frame nearest to each event and
    /// 0 elsewhere.
    #[staticmethod]
    fn encode<'py>(
        py: Python<'py>,
        tracks: &Bound<'py, PyAny>,
        rate: &Bound<'py, PyAny>,
        frames: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (tracks, rate) = (Tracks::read(tracks)?, frame_rate(rate)?);
        let frames = count(frames, "frames")?;
        let chances = py.detach(|| {
            let tracks = tracks.copied()?;
            Decoder::encode(&tracks, rate, frames).map_err(value_error)
        });
        chances?.into_pyarray(py).reshape([frames, tracks.len()])
    }

    /// Returns the decoder whose threshold finds the events of `tracks` best, which means with the highest F1 over all clips
    /// together. `chances` has the probabilities of a network for each clip, each of shape (F,) and at `rate`. `tracks` has
    /// the true events of each clip. If several thresholds are best, their median is chosen.
    ///
    /// Do not use clips from the training, or clips that you score later. Raises ValueError for lists of different lengths
    /// and for empty lists.
    #[staticmethod]
    #[pyo3(signature = (chances, tracks, rate, tolerance_secs, min_gap_secs=0.1))]
    fn tuned(
        chances: Vec<Bound<'_, PyAny>>,
        tracks: Vec<Bound<'_, EventTrack>>,
        rate: &Bound<'_, PyAny>,
        tolerance_secs: f64,
        min_gap_secs: f64,
    ) -> PyResult<Self> {
        let rate = frame_rate(rate)?;
        if chances.len() != tracks.len() || tracks.is_empty() {
            return Err(PyValueError::new_err(format!(
                "tuning needs the probabilities and the events of the same clips, not of {} and {}",
                chances.len(),
                tracks.len()
            )));
        }
        let mut clips = Vec::with_capacity(chances.len());
        for given in &chances {
            let array = f32_array(given, "chances")?;
            match columns(&array.as_array())?.as_mut_slice() {
                [one] if array.ndim() == 1 => clips.push(std::mem::take(one)),
                _ => {
                    return Err(PyValueError::new_err(format!(
                        "`chances` must have the shape (frames,) for each clip, not {}",
                        shape_text(array.shape())
                    )));
                }
            }
        }
        let truth = tracks.iter().map(|track| track.get().track.times());
        let lists: Vec<_> = clips.iter().map(Vec::as_slice).zip(truth).collect();
        let decoder = Decoder::tuned(&lists, rate, tolerance_secs, min_gap_secs);
        decoder.map(|decoder| Self { decoder }).map_err(with_source)
    }

    /// Returns the arguments from which pickle rebuilds it.
    fn __getnewargs__(&self) -> (f64, f64) {
        (self.decoder.threshold(), self.decoder.min_gap_secs())
    }

    /// The smallest probability at which a local maximum is an event.
    #[getter]
    fn threshold(&self) -> f64 {
        self.decoder.threshold()
    }

    /// The minimum time between two events in seconds.
    #[getter]
    fn min_gap_secs(&self) -> f64 {
        self.decoder.min_gap_secs()
    }

    /// Returns the events of a whole clip from float32 probabilities of shape (F, E) or (F,). The result is a list of E
    /// arrays of times in seconds, ascending. Each time is that of a frame. They are the events that a trigger finds frame by
    /// frame.
    ///
    /// loops: whether it is a looping clip, whose last frame is also the first frame of the next round.
    #[pyo3(signature = (chances, rate, *, loops=false))]
    fn decode_all<'py>(
        &self,
        py: Python<'py>,
        chances: &Bound<'py, PyAny>,
        rate: &Bound<'py, PyAny>,
        loops: bool,
    ) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
        let rate = frame_rate(rate)?;
        let array = f32_array(chances, "chances")?;
        let values = array.as_array();
        let found = py.detach(|| {
            let times = |chances: Vec<f32>| {
                if loops {
                    self.decoder.decode_loop(&chances, rate)
                } else {
                    self.decoder.decode_all(&chances, rate)
                }
            };
            PyResult::Ok(columns(&values)?.into_iter().map(times).collect::<Vec<_>>())
        });
        Ok(found?
            .into_iter()
            .map(|times| times.into_pyarray(py))
            .collect())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.__getnewargs__().into_pyobject(py)?.hash()
    }

    fn __repr__(&self) -> String {
        let (threshold, gap) = self.__getnewargs__();
        format!("Probability(threshold={threshold:?}, min_gap_secs={gap:?})")
    }
}
