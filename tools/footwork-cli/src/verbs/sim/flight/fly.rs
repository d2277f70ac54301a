//! Running a scene: the ball's flight, predicted in as many frames as the scene says.

use std::error::Error;

use footwork::expr::ExprError;
use footwork::expression_field::ExpressionField;
use footwork::flight::{BallPhysics, BallState, Bounds, Prediction, PredictionOptions, Statics};
use footwork_library::{Finding, Severity};

use super::intercepts::{Intercepts, intercepts};
use super::scene::Scene;
use crate::failure::Failure;
use crate::progress;

/// What became of a scene.
pub(super) struct Flown {
    pub(super) flight: Prediction<BallState>,
    pub(super) intercepts: Intercepts,
}

impl Flown {
    /// What was noticed and changed the flight.
    pub(super) fn remarks(&self, file: &str) -> Vec<Finding> {
        let count = self.flight.bad_forces();
        let message = format!(
            "`force` was no number, or beyond 1e9 N, in {count} of {} steps, and was left out there",
            self.flight.steps_done()
        );
        let finding = Finding {
            severity: Severity::Warning,
            file: file.to_owned(),
            position: None,
            code: "bad-force",
            message,
        };
        if count > 0 { vec![finding] } else { Vec::new() }
    }
}

/// Predicts the flight of a scene; `file` is what the scene is called in mistakes.
pub(super) fn fly(scene: &Scene, file: &str) -> Result<Flown, Failure> {
    let field = match &scene.force {
        Some(texts) => Some(field(texts, file)?),
        None => None,
    };
    predict(scene, field).map_err(|error| {
        let message = format!("{file}: {error}");
        Failure::plain("bad-scene", &message).named(file)
    })
}

fn field(texts: &[String; 3], file: &str) -> Result<ExpressionField, Failure> {
    let [x, y, z] = texts;
    ExpressionField::new([x, y, z]).map_err(|error| {
        let place = format!("`force[{}]`", error.axis);
        let mistakes = error.errors.iter().map(ExprError::to_diagnostic);
        let mistakes = mistakes.map(|mut mistake| {
            mistake.message = format!("{place}: {}", mistake.message);
            mistake
        });
        let name = format!("{file}: force[{}]", error.axis);
        Failure::in_text(&name, &texts[error.axis.min(2)], mistakes)
    })
}

fn predict(scene: &Scene, field: Option<ExpressionField>) -> Result<Flown, Box<dyn Error>> {
    let world = scene.statics.world()?;
    let physics: BallPhysics<Statics, Option<ExpressionField>> =
        BallPhysics::with_field(scene.params.ball(), world, field)?;
    let options = PredictionOptions {
        horizon_secs: scene.horizon,
        bounds: scene.bounds.as_ref().map(|bounds| Bounds {
            min: bounds.min,
            max: bounds.max,
        }),
        // Players are held against every step.
        dense: scene.dense || !scene.players.is_empty(),
        ..PredictionOptions::default()
    };
    let mut flight = Prediction::new(&physics, &scene.ball.state()?, options)?;
    let slice = flight.steps_per_frame(scene.slices);
    let bars = progress::bars();
    bars.begin("flying", usize::try_from(scene.slices)?);
    while !flight.advance_steps(&physics, slice) {
        bars.step();
    }
    let intercepts = intercepts(scene, &flight)?;
    Ok(Flown { flight, intercepts })
}
