//! Runs a scene: predicts the flight of the ball. The prediction is spread over the scene's number of frames.

use std::error::Error;

use footwork::ExpressionField;
use footwork::expr::ExprError;
use footwork::flight::{
    BallPhysics, BallState, Contact, FlightBounds, HitId, Prediction, PredictionOptions,
    StaticWorld, Statics,
};
use footwork_sidecar::Finding;

use super::intercepts::{Intercepts, intercepts};
use super::scene::Scene;
use super::statics::{Hit, Kind};
use crate::failure::Failure;
use crate::output::{note, warning};
use crate::progress;

/// The name of the work in the progress bar.
const FLYING: &str = "flying";

/// The error for a scene with players but without a ground to measure heights from.
const NO_GROUND: &str = "`ground` is not given, and no plane or large box is under the ball: a scene with players needs a \
                         ground, because their heights are measured from it";

/// The flight of a scene.
pub(super) struct Flown {
    pub(super) flight: Prediction<BallState>,
    pub(super) intercepts: Intercepts,
    /// The shapes that the ball overlaps at the start.
    begins_in: Vec<Hit>,
}

impl Flown {
    /// Returns warnings about forces that were left out, warnings about shapes that contained the ball at the start,
    /// and a note if the scene has no shape to bounce off.
    pub(super) fn findings(&self, scene: &Scene, file: &str) -> Vec<Finding> {
        let mut findings = Vec::new();
        let count = self.flight.bad_forces();
        if count > 0 {
            let message = format!(
                "`force` was not a number, or above 1e9 N, in {count} of {} steps, and was left out of them",
                self.flight.steps_done()
            );
            findings.push(warning(file, "bad-force", message));
        }
        if scene.statics.is_empty() {
            let message = "`statics` has no shape: there is nothing to bounce off".to_owned();
            findings.push(note(file, "no-statics", message));
        }
        for hit in &self.begins_in {
            let list = hit.kind.list();
            let index = hit.index;
            let hint = match hit.kind {
                Kind::Plane => "; a plane is solid on the side that its normal points away from",
                _ => "",
            };
            let message =
                format!("the ball starts inside `statics.{list}[{index}]` and is moved out{hint}");
            findings.push(warning(file, "begins-inside", message));
        }
        findings
    }
}

/// The statics of a scene, and the height of the ground if the scene states it.
struct Stage {
    statics: Statics,
    ground: Option<f64>,
}

impl StaticWorld for Stage {
    fn sweep(&self, from: [f64; 3], motion: [f64; 3], radius: f64) -> Option<Contact> {
        self.statics.sweep(from, motion, radius)
    }

    fn push_out(&self, at: [f64; 3], radius: f64) -> Option<[f64; 3]> {
        self.statics.push_out(at, radius)
    }

    fn enters(&self, from: [f64; 3], to: [f64; 3], radius: f64) -> bool {
        self.statics.enters(from, to, radius)
    }

    fn is_flat(&self, hit: HitId, normal: [f64; 3]) -> bool {
        self.statics.is_flat(hit, normal)
    }

    fn ground_m(&self, at: [f64; 3]) -> Option<f64> {
        self.ground.or_else(|| self.statics.ground_m(at))
    }
}

/// Predicts the flight of a scene. `file` is the name of the scene in errors.
pub(super) fn fly(scene: &Scene, file: &str) -> Result<Flown, Failure> {
    let field = match &scene.force {
        Some(texts) => Some(field(texts, file)?),
        None => None,
    };
    predict(scene, field).map_err(|error| {
        let message = format!("{file}: {error}");
        Failure::plain("bad-scene", message).named(file)
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
    let world = Stage {
        statics: scene.statics.world()?,
        ground: scene.ground,
    };
    let ball = scene.ball.state()?;
    let begins_in = scene
        .statics
        .around(ball.position, scene.params.ball().radius_m);
    let physics: BallPhysics<Stage, Option<ExpressionField>> =
        BallPhysics::with_field(scene.params.ball(), world, field)?;
    let options = PredictionOptions {
        horizon_secs: scene.horizon,
        bounds: scene.bounds.as_ref().map(|bounds| FlightBounds {
            min: bounds.min,
            max: bounds.max,
        }),
        frames: scene.slices,
        // The search for intercepts needs all steps, even if they are not printed.
        dense: scene.dense || !scene.players.is_empty(),
        ..PredictionOptions::default()
    };
    if !scene.players.is_empty() && physics.world().ground_m(ball.position).is_none() {
        return Err(NO_GROUND.into());
    }
    let mut flight = Prediction::new(&physics, &ball, options)?;
    let bars = progress::bars();
    bars.begin(FLYING, usize::try_from(scene.slices)?);
    while !flight.advance_frame(&physics, ball.secs()) {
        bars.step(FLYING);
    }
    let intercepts = intercepts(scene, &flight, physics.world())?;
    Ok(Flown {
        flight,
        intercepts,
        begins_in,
    })
}
