//! Windowed channels: a channel at an earlier or later frame, or summarised around each frame.
//!
//! | function | value on frame i |
//! |---|---|
//! | `lag(c, t)` | c on frame i - t |
//! | `lead(c, t)` | c on frame i + t |
//! | `mean(c, w)` | the mean of c over the window |
//! | `lowest(c, w)`, `highest(c, w)` | the minimum, the maximum of c in the window |
//! | `rate(c)` | the change of c per second, by central differences; one-sided at both ends of the clip |
//!
//! A length is in frames (`5`) or time (`0.3s`, `200ms`). A time is rounded once to whole frames, half away
//! from zero. Outside the clip, a channel keeps its value on the first or last frame.
//!
//! **Windows are centred.** A frame stands for the time from half a frame before it to half a frame after it. A window
//! of w frames covers w / 2 frames before frame i and w / 2 after it. For odd w, the window is w whole frames. For even
//! w, it is w - 1 whole frames and half of the frame at either end; the two half frames count half in the mean and
//! fully in the minimum and maximum. So windows are symmetric, and reversing the channel reverses the result. A window
//! shorter than one frame counts as one frame.
//!
//! The running time does not depend on the width of the window. Channels are always finite; other samples, such as the
//! values of an expression, need not be. NaN stands for an unknown value: a result that depends on NaN is NaN. An
//! infinity counts as the largest f32 of its sign, so no result is infinite.

use footwork_base::{Amount, FrameRate, nearest};
use thiserror::Error;

use super::derivative::derivative;
use super::sliding::sliding;
use crate::number::finite_f32;

/// A function of a channel around each frame; the module documentation defines each one.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_clip::Window;
///
/// let rate = FrameRate::whole(10).unwrap();
/// let window = |name, length: &str| Window::from_name(name, Some(length.parse().unwrap())).unwrap();
/// let steps = [0.0, 0.0, 8.0, 4.0];
/// assert_eq!(window("lag", "0.1s").apply(&steps, rate), [0.0, 0.0, 0.0, 8.0]);
/// assert_eq!(window("highest", "3").apply(&steps, rate), [0.0, 8.0, 8.0, 8.0]);
/// assert_eq!(window("mean", "200ms").apply(&steps, rate), [0.0, 2.0, 5.0, 5.0]);
/// assert_eq!(Window::Rate.apply(&steps, rate), [0.0, 40.0, 20.0, -40.0]);
/// assert_eq!(Window::from_name("maen", None).unwrap_err().suggestion(), Some("mean"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Window {
    /// The value this much earlier.
    Lag(Amount),
    /// The value this much later.
    Lead(Amount),
    /// The mean over this width.
    Mean(Amount),
    /// The minimum over this width.
    Lowest(Amount),
    /// The maximum over this width.
    Highest(Amount),
    /// The change per second.
    Rate,
}

impl Window {
    /// The names of the functions.
    pub const NAMES: [&'static str; 6] = ["lag", "lead", "mean", "lowest", "highest", "rate"];

    /// Returns the function with this name and length.
    ///
    /// # Errors
    /// If there is no such function, if a needed length is missing, or if `rate` is given a length.
    pub fn from_name(name: &str, length: Option<Amount>) -> Result<Self, WindowError> {
        let with = match name {
            "lag" => Self::Lag,
            "lead" => Self::Lead,
            "mean" => Self::Mean,
            "lowest" => Self::Lowest,
            "highest" => Self::Highest,
            "rate" => {
                return match length {
                    None => Ok(Self::Rate),
                    Some(_) => Err(WindowError::TakesNoLength),
                };
            }
            _ => {
                return Err(WindowError::Unknown {
                    name: name.to_owned(),
                    suggestion: nearest(name, Self::NAMES),
                });
            }
        };
        length.map(with).ok_or_else(|| WindowError::NeedsLength {
            name: name.to_owned(),
        })
    }

    /// Returns the name of the function.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lag(_) => "lag",
            Self::Lead(_) => "lead",
            Self::Mean(_) => "mean",
            Self::Lowest(_) => "lowest",
            Self::Highest(_) => "highest",
            Self::Rate => "rate",
        }
    }

    /// Returns the length, if the function has one.
    pub fn length(self) -> Option<Amount> {
        match self {
            Self::Lag(length)
            | Self::Lead(length)
            | Self::Mean(length)
            | Self::Lowest(length)
            | Self::Highest(length) => Some(length),
            Self::Rate => None,
        }
    }

    /// Applies the function to one sample per frame at this rate. Returns one number per sample: NaN if it depends on
    /// a sample that is NaN, else finite.
    pub fn apply(self, samples: &[f32], rate: FrameRate) -> Vec<f32> {
        let samples: Vec<f32> = samples
            .iter()
            .map(|x| finite_or_nan(f64::from(*x)))
            .collect();
        let Some(last) = samples.len().checked_sub(1) else {
            return samples;
        };
        let frames = self.length().map_or(0, |length| length.in_frames(rate));
        let frames = usize::try_from(frames).unwrap_or(usize::MAX);
        let least = |a: f32, b: f32| {
            if a.is_nan() || !b.is_nan() && a.total_cmp(&b).is_le() {
                a
            } else {
                b
            }
        };
        let greatest = |a: f32, b: f32| {
            if a.is_nan() || !b.is_nan() && a.total_cmp(&b).is_ge() {
                a
            } else {
                b
            }
        };
        let numbers = 0..samples.len();
        match self {
            Self::Lag(_) => numbers
                .map(|frame| samples[frame.saturating_sub(frames)])
                .collect(),
            Self::Lead(_) => numbers
                .map(|frame| samples[frame.saturating_add(frames).min(last)])
                .collect(),
            Self::Mean(_) => mean(&samples, frames.max(1)),
            Self::Lowest(_) => sliding(&samples, frames / 2, least),
            Self::Highest(_) => sliding(&samples, frames / 2, greatest),
            Self::Rate => {
                let wide: Vec<f64> = samples.iter().copied().map(f64::from).collect();
                let rates = derivative(&wide, rate.period_secs()).into_iter();
                rates.map(finite_or_nan).collect()
            }
        }
    }
}

/// Returns the mean over `width` frames around each sample; `width` is at least 1.
fn mean(samples: &[f32], width: usize) -> Vec<f32> {
    let wide: Vec<f64> = samples.iter().copied().map(f64::from).collect();
    // The number of whole frames on each side, and whether a half frame follows them.
    let (whole, halves) = ((width - 1) / 2, width.is_multiple_of(2));
    let last = samples.len() - 1;
    let at = |index: usize| wide[index.min(last)];
    let sums = sliding(&wide, whole, |a, b| a + b).into_iter().enumerate();
    sums.map(|(index, inside)| {
        // The numbers of frames of the window before the first sample and after the last.
        let before = whole.saturating_sub(index) as f64;
        let behind = whole.saturating_sub(last - index) as f64;
        let mut sum = inside;
        // A sample with a weight of 0 is skipped, because it may be NaN.
        for (count, sample) in [(before, wide[0]), (behind, wide[last])] {
            if count > 0.0 {
                sum += count * sample;
            }
        }
        if halves {
            let reach = whole + 1;
            sum += 0.5 * (at(index.saturating_sub(reach)) + at(index.saturating_add(reach)));
        }
        finite_or_nan(sum / width as f64)
    })
    .collect()
}

/// Returns the nearest finite f32; every NaN becomes `f32::NAN`.
fn finite_or_nan(x: f64) -> f32 {
    if x.is_nan() { f32::NAN } else { finite_f32(x) }
}

/// Why a function call is not a valid window.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WindowError {
    /// There is no function with this name.
    #[error("`{name}` is not a function of a channel")]
    Unknown {
        /// The requested name.
        name: String,
        /// The most likely intended function.
        suggestion: Option<&'static str>,
    },
    /// The function needs a length.
    #[error("`{name}` takes a channel and a length such as 0.3s")]
    NeedsLength {
        /// The name of the function.
        name: String,
    },
    /// `rate` was given a length.
    #[error("`rate` takes a channel and nothing else")]
    TakesNoLength,
}

impl WindowError {
    /// Returns a stable name of the kind of mistake.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "unknown-function",
            Self::NeedsLength { .. } | Self::TakesNoLength => "wrong-arguments",
        }
    }

    /// Returns the most likely intended function.
    pub fn suggestion(&self) -> Option<&'static str> {
        match self {
            Self::Unknown { suggestion, .. } => *suggestion,
            _ => None,
        }
    }
}
