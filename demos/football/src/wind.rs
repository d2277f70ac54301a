//! The wind: three expressions, edited live while the ball flies, and compiled both for the ball and for thousands of
//! leaves.

use footwork::ExpressionField;
use footwork::expr::{Compiler, Evaluator, Input};
use footwork::flight::Field;
use footwork_base::{Diagnostic, TextSpan};

use crate::setup::MAX_TEXT_BYTES;

/// The default: a light wind that grows with height and turns about the centre.
pub const DEFAULT_WIND: [&str; 3] = [
    "0.06 * y * sin(0.15 * z) - 0.002 * vx",
    "0",
    "0.06 * y * sin(0.1 * x) - 0.002 * vz",
];

/// Why a text was refused. The previous text stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditErrors {
    /// The index of the text with mistakes; for a wind 0 is x, 1 is y and 2 is z.
    pub text: usize,
    /// The mistakes, in the order of the text; never empty.
    pub errors: Vec<Diagnostic>,
}

impl EditErrors {
    /// Rejects a text that is too long to compile.
    pub(crate) fn check_length(text: usize, what: &str) -> Result<(), Self> {
        if what.len() <= MAX_TEXT_BYTES {
            return Ok(());
        }
        let message = format!("the text is longer than the limit of {MAX_TEXT_BYTES} bytes");
        Err(Self {
            text,
            ..Self::from_one("too-long", message)
        })
    }

    /// Creates one mistake that covers a whole text.
    pub(crate) fn from_one(code: &'static str, message: impl Into<String>) -> Self {
        let errors = vec![Diagnostic::new(TextSpan::new(0, 0), code, message)];
        Self { text: 0, errors }
    }
}

/// The largest wind force along each axis, about half the weight of the ball. A stronger wind could keep the ball in
/// the air forever.
const MAX_WIND_N: f64 = 2.0;

/// The wind as a force on the ball, limited along each axis.
#[derive(Clone, Debug)]
pub(crate) struct HeldForce(ExpressionField);

impl Field for HeldForce {
    fn force(&self, position: [f64; 3], velocity: [f64; 3], secs: f64) -> [f64; 3] {
        let force = self.0.force(position, velocity, secs);
        // A NaN stays NaN, which counts as no force.
        force.map(|axis| axis.clamp(-MAX_WIND_N, MAX_WIND_N))
    }

    fn is_steady(&self) -> bool {
        self.0.is_steady()
    }
}

/// A wind: its texts and the compiled expressions.
#[derive(Clone, Debug)]
pub(crate) struct Wind {
    texts: [String; 3],
    force: HeldForce,
    block: Evaluator,
}

impl Wind {
    pub(crate) fn new(texts: [String; 3]) -> Result<Self, EditErrors> {
        for (place, text) in texts.iter().enumerate() {
            EditErrors::check_length(place, text)?;
        }
        let [x, y, z] = &texts;
        let refused = |text, errors: &footwork::expr::ExprErrors| EditErrors {
            text,
            errors: errors.to_diagnostics(),
        };
        let field = ExpressionField::new([x, y, z]);
        let field = field.map_err(|error| refused(error.axis, &error.errors))?;
        let program = Compiler::new(&ExpressionField::VARIABLES).compile_all(&[x, y, z]);
        let program = program.map_err(|errors| refused(0, &errors))?;
        let block = Evaluator::new(&program);
        Ok(Self {
            texts,
            force: HeldForce(field),
            block,
        })
    }

    pub(crate) fn texts(&self) -> &[String; 3] {
        &self.texts
    }

    /// Returns the force on a ball.
    pub(crate) fn force(&self) -> &HeldForce {
        &self.force
    }

    /// Computes the forces on many bodies at once. All slices are by axis.
    pub(crate) fn forces(
        &mut self,
        places: [&[f32]; 3],
        speeds: [&[f32]; 3],
        secs: f32,
        forces: [&mut [f32]; 3],
    ) {
        let [x, y, z] = places.map(Input::Slice);
        let [vx, vy, vz] = speeds.map(Input::Slice);
        let inputs = [x, y, z, vx, vy, vz, Input::Uniform(secs)];
        let [fx, fy, fz] = forces;
        // This cannot fail, because the slices of leaves have equal lengths.
        let _ = self.block.block(&inputs, &mut [fx, fy, fz]);
    }
}

#[cfg(test)]
mod tests {
    use footwork::flight::Field;

    use super::Wind;

    #[test]
    fn the_force_of_the_wind_is_limited() {
        let wind = Wind::new(["0.5", "6", "-1 / x"].map(str::to_owned)).unwrap();
        let force = wind.force().force([0.0; 3], [0.0; 3], 0.0);
        assert_eq!(force, [0.5, 2.0, -2.0]);
        let none = Wind::new(["0 / x", "0", "0"].map(str::to_owned)).unwrap();
        assert!(none.force().force([0.0; 3], [0.0; 3], 0.0)[0].is_nan());
    }
}
