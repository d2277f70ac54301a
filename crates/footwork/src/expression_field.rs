//! Forces on a ball, written as expressions by designers. A compiled program becomes a [`Field`] of
//! [`flight`](crate::flight).

use std::cell::RefCell;
use std::fmt;

use footwork_base::to_f32;
use footwork_expr::{Compiler, Evaluator, ExprErrors, ProgramStep, compile};
use footwork_flight::{Explosion, Field, Whirlwind};

/// A force as three expressions, one for each axis.
///
/// The variables are the position `x` `y` `z` in metres, the velocity `vx` `vy` `vz` in m/s and the time `t` in
/// seconds. Each expression gives a force in newtons. All numbers are f32, which is precise enough near the origin and
/// in the first minutes. A field without `t` is steady: a ball can come to rest in it. A field with `t` may wake a ball
/// at rest. A NaN counts as no force, and the prediction reports it.
///
/// ```
/// use footwork::ExpressionField;
/// use footwork::flight::{
///     BallParams, BallPhysics, BallState, Field, Pitch, Prediction, PredictionOptions,
/// };
///
/// // A wind along x that grows with height and is zero at the ground.
/// let gusts = ExpressionField::new(["0.3 * y", "0", "-0.1 * vz"]).unwrap();
/// assert!(gusts.is_steady());
/// let physics =
///     BallPhysics::with_field(BallParams::default(), Pitch::default().statics().unwrap(), gusts).unwrap();
/// let lob = BallState::new(0.0, [0.0, 0.11, 0.0], [0.0, 15.0, 4.0]).unwrap();
/// let mut flight = Prediction::new(&physics, &lob, PredictionOptions::default()).unwrap();
/// flight.finish(&physics);
/// assert!(flight.samples().last().unwrap().position[0] > 5.0);
///
/// let error = ExpressionField::new(["0", "9.81 * mas", "0"]).unwrap_err();
/// assert_eq!(error.to_string(), "force[1]: unknown name `mas` (at byte 7), did you mean `max`?");
/// ```
#[derive(Clone, Debug)]
pub struct ExpressionField {
    evaluator: RefCell<Evaluator>,
    is_steady: bool,
}

/// The error of [`ExpressionField::new`].
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionFieldError {
    /// The first axis whose expression has errors: 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// The errors of the expression for that axis.
    pub errors: ExprErrors,
}

impl fmt::Display for ExpressionFieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "force[{}]: {}", self.axis, self.errors)
    }
}

impl std::error::Error for ExpressionFieldError {}

impl ExpressionField {
    /// The variables, in the order of their indices.
    pub const VARIABLES: [&'static str; 7] = ["x", "y", "z", "vx", "vy", "vz", "t"];

    /// The index of the variable `t`.
    const TIME: u32 = 6;

    /// Compiles a force from expressions for x, y and z.
    ///
    /// # Errors
    /// Returns an [`ExpressionFieldError`] with all errors of the first faulty expression.
    pub fn new(texts: [&str; 3]) -> Result<Self, ExpressionFieldError> {
        for (axis, text) in texts.iter().enumerate() {
            compile(text, &Self::VARIABLES)
                .map_err(|errors| ExpressionFieldError { axis, errors })?;
        }
        // The expressions are compiled together, so that they share common parts. Three texts that each fit may
        // together be too long.
        let program = Compiler::new(&Self::VARIABLES)
            .compile_all(&texts)
            .map_err(|errors| ExpressionFieldError { axis: 0, errors })?;
        let is_steady = !program
            .steps()
            .any(|step| step == ProgramStep::Variable(Self::TIME));
        Ok(Self {
            evaluator: RefCell::new(Evaluator::new(&program)),
            is_steady,
        })
    }

    /// Returns the expressions of a whirlwind, for designers to edit. They give the force of [`Whirlwind`], up to the
    /// rounding of f32.
    ///
    /// ```
    /// use footwork::ExpressionField;
    /// use footwork::flight::{Field, Whirlwind};
    ///
    /// let wind = Whirlwind { centre: [0.0, 0.0], radius_m: 5.0, turn_n: 6.0, draw_n: 2.0, lift_n: 4.0 };
    /// let [x, y, z] = ExpressionField::whirlwind(&wind);
    /// assert_eq!(y, "(4)*2/(1+((x-(0))/(5))^2+((z-(0))/(5))^2)");
    /// let field = ExpressionField::new([&x, &y, &z]).unwrap();
    /// assert_eq!(field.force([5.0, 1.0, 0.0], [0.0; 3], 0.0), [-2.0, 4.0, 6.0]);
    /// ```
    pub fn whirlwind(wind: &Whirlwind) -> [String; 3] {
        let Whirlwind {
            centre: [x, z],
            radius_m,
            turn_n,
            draw_n,
            lift_n,
        } = wind;
        let x = format!("((x-({x}))/({radius_m}))");
        let z = format!("((z-({z}))/({radius_m}))");
        let share = format!("2/(1+{x}^2+{z}^2)");
        [
            format!("(-({turn_n})*{z}-({draw_n})*{x})*{share}"),
            format!("({lift_n})*{share}"),
            format!("(({turn_n})*{x}-({draw_n})*{z})*{share}"),
        ]
    }

    /// Returns the expressions of an explosion, for designers to edit. They give the force of [`Explosion`], up to the
    /// rounding of f32.
    pub fn explosion(blast: &Explosion) -> [String; 3] {
        let Explosion {
            centre: [x, y, z],
            radius_m,
            push_n,
            start_secs,
            duration_secs,
        } = blast;
        let away = [
            format!("(x-({x}))"),
            format!("(y-({y}))"),
            format!("(z-({z}))"),
        ];
        let distance = format!("length({},{},{})", away[0], away[1], away[2]);
        let age = format!("((t-({start_secs}))/({duration_secs}))");
        away.map(|away| {
            format!(
                "{age}>=0&&{age}<1&&{distance}>0?({push_n})*(1-{age})*max(0,1-{distance}/({radius_m}))*{away}/{distance}:0"
            )
        })
    }
}

impl Field for ExpressionField {
    fn force(&self, position: [f64; 3], velocity: [f64; 3], secs: f64) -> [f64; 3] {
        let ([x, y, z], [vx, vy, vz]) = (position, velocity);
        let values = [x, y, z, vx, vy, vz, secs].map(to_f32);
        let mut force = [0.0; 3];
        // Borrowing cannot fail, because the evaluator does not call this field.
        self.evaluator.borrow_mut().values_into(&values, &mut force);
        force.map(f64::from)
    }

    fn is_steady(&self) -> bool {
        self.is_steady
    }
}

#[cfg(test)]
mod tests {
    use footwork_flight::{Explosion, Field, Whirlwind};

    use super::ExpressionField;

    fn check(texts: &[String; 3], plain: &dyn Field) {
        let [x, y, z] = texts;
        let field = ExpressionField::new([x, y, z]).unwrap();
        assert_eq!(field.is_steady(), plain.is_steady());
        for number in 0..500 {
            let at = |size: f64, turn: f64| size * ((f64::from(number) * turn) % 2.0 - 1.0);
            let position = [at(12.0, 0.37), at(12.0, 0.73), at(12.0, 0.19)];
            let secs = 1.0 + at(0.5, 0.11);
            let (ours, exact) = (
                field.force(position, [1.0; 3], secs),
                plain.force(position, [1.0; 3], secs),
            );
            for (ours, exact) in ours.iter().zip(exact) {
                assert!(
                    (ours - exact).abs() < 2e-4,
                    "{position:?} {secs}: {ours} {exact}"
                );
            }
        }
    }

    #[test]
    fn the_presets_give_the_forces_of_the_plain_fields() {
        let wind = Whirlwind {
            centre: [1.5, -2.0],
            radius_m: 4.0,
            turn_n: -6.0,
            draw_n: 2.5,
            lift_n: 4.0,
        };
        check(&ExpressionField::whirlwind(&wind), &wind);
        let blast = Explosion {
            centre: [1.0, -0.5, 2.0],
            radius_m: 10.0,
            push_n: 80.0,
            start_secs: 0.75,
            duration_secs: 0.5,
        };
        check(&ExpressionField::explosion(&blast), &blast);
    }

    #[test]
    fn nan_counts_as_no_force_and_is_reported() {
        use footwork_flight::{BallParams, BallPhysics, BallState, Prediction, PredictionOptions};
        let field = ExpressionField::new(["sqrt(y)", "0", "0"]).unwrap();
        let physics = BallPhysics::with_field(BallParams::default(), (), field).unwrap();
        let state = BallState::new(0.0, [0.0, 1.0, 0.0], [0.0; 3]).unwrap();
        let options = PredictionOptions {
            horizon_secs: 1.0,
            ..PredictionOptions::default()
        };
        let mut flight = Prediction::new(&physics, &state, options).unwrap();
        flight.finish(&physics);
        assert!(flight.bad_forces() > 50 && flight.bad_forces() < 240);
        assert!(flight.state().position.iter().all(|x| x.is_finite()));
    }
}
