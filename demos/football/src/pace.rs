//! The speed of playback: an expression that can be edited during play. Its variables are the tiredness of a
//! footballer, its wanted speed, and how well the clip's speed fits.

use footwork::expr::{Evaluator, compile};
use footwork_base::to_f32;

use crate::style::{self, DEFAULT_STYLE};
use crate::wind::EditErrors;

/// The default speed of playback: the speed of the clip, fitted to the wanted speed, and slower when tired.
pub const DEFAULT_SPEED: &str = "(1 - 0.3 * tired) * fit";

/// The variables of the expression.
///
/// | variable | meaning |
/// |---|---|
/// | `tired` | from 0 to 1 |
/// | `fit` | `wanted` divided by the speed of the clip, from 0.8 to 1.5; 1 if one of the two is at most 0.5 m/s |
/// | `wanted` | the speed of the footballer's course, but at least 0.6 of the speed it wishes for, in m/s |
pub const SPEED_VARIABLES: [&str; 3] = ["tired", "fit", "wanted"];

/// The slowest playback.
const MIN_RATE: f64 = 0.5;
/// The fastest playback.
const MAX_RATE: f64 = 2.0;
/// The range of `fit`.
pub(crate) const FIT: [f64; 2] = [0.8, 1.5];

/// The expression, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    text: String,
    evaluator: Evaluator,
    style: Evaluator,
}

impl Pace {
    pub(crate) fn new(text: &str) -> Result<Self, EditErrors> {
        EditErrors::check_length(0, text)?;
        let evaluator = |text: &str| -> Result<Evaluator, EditErrors> {
            let program = compile(text, &SPEED_VARIABLES).map_err(|errors| EditErrors {
                text: 0,
                errors: errors.to_diagnostics(),
            })?;
            Ok(Evaluator::new(&program))
        };
        Ok(Self {
            text: text.to_owned(),
            evaluator: evaluator(text)?,
            style: evaluator(DEFAULT_STYLE)?,
        })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns how much a footballer prefers the motion of fresh footballers: 1 when fresh, less when tired.
    pub(crate) fn style(&mut self, tired: f64) -> f64 {
        style::weight(self.style.value(&[to_f32(tired), 1.0, 0.0]))
    }

    /// Returns the speed of playback: the value of the expression, limited to its range, or 1 if the value is not
    /// finite.
    pub(crate) fn rate(&mut self, tired: f64, fit: f64, wanted_mps: f64) -> f64 {
        let value =
            f64::from(
                self.evaluator
                    .value(&[to_f32(tired), to_f32(fit), to_f32(wanted_mps)]),
            );
        if value.is_finite() {
            value.clamp(MIN_RATE, MAX_RATE)
        } else {
            1.0
        }
    }
}
