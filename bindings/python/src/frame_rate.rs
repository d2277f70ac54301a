//! Frame rates passed from Python.

use footwork::base::FrameRate;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::described;

/// The nominal rates of film and broadcast. The real rates are lower by 1000/1001: 29.97 is 30000/1001.
const BROADCAST: [u64; 6] = [24, 30, 48, 60, 120, 240];

/// Returns a positive rate from an integer, a float, a string such as "30000/1001", or anything with a numerator and a
/// denominator, such as `fractions.Fraction`.
pub(crate) fn frame_rate(given: &Bound<'_, PyAny>) -> PyResult<FrameRate> {
    if let Ok(text) = given.extract::<String>() {
        return text.parse().map_err(crate::errors::value_error);
    }
    let bad = || {
        let shown = given
            .repr()
            .map_or_else(|_| described(given), |repr| repr.to_string());
        PyValueError::new_err(format!(
            "a frame rate must be finite and above zero, not {shown}"
        ))
    };
    if let (Ok(numerator), Ok(denominator)) =
        (given.getattr("numerator"), given.getattr("denominator"))
    {
        let (Ok(numerator), Ok(denominator)) = (numerator.extract(), denominator.extract()) else {
            return Err(bad());
        };
        return FrameRate::new(numerator, denominator).ok_or_else(bad);
    }
    match given.extract::<f64>() {
        Ok(rate) => from_float(rate).ok_or_else(bad),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a frame rate must be a number, a fraction or a string such as \"30000/1001\", not {}",
            described(given)
        ))),
    }
}

/// Returns the rate that a float stands for: a broadcast rate if it is close to one, as in 29.97, or otherwise the float's
/// shortest decimal, exactly.
fn from_float(rate: f64) -> Option<FrameRate> {
    if !(rate.is_finite() && rate > 0.0) {
        return None;
    }
    let broadcast = BROADCAST.into_iter().find(|&whole| {
        let exact = whole as f64 * 1000.0 / 1001.0;
        (rate - exact).abs() < 2e-4 * exact && rate.fract() != 0.0
    });
    if let Some(whole) = broadcast {
        return FrameRate::new(whole * 1000, 1001);
    }
    let text = format!("{rate}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let scale = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    FrameRate::new(format!("{whole}{fraction}").parse().ok()?, scale)
}
