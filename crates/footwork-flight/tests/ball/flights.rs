//! Functions that make balls, and whole predictions of their flights, in one call.

use footwork_flight::{
    BallParams, BallPhysics, BallState, BallStep, Pitch, Prediction, PredictionOptions,
    SampleReading, Statics,
};

pub(crate) const READINGS: [SampleReading; 3] = [
    SampleReading::Velocity,
    SampleReading::Chord,
    SampleReading::Acceleration,
];

/// Returns the default ball on the default pitch.
pub(crate) fn on_pitch() -> BallPhysics<Statics> {
    BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap()
}

pub(crate) fn ball(position: [f64; 3], velocity: [f64; 3]) -> BallState {
    BallState::new(0.0, position, velocity).unwrap()
}

pub(crate) fn spinning(position: [f64; 3], velocity: [f64; 3], spin: [f64; 3]) -> BallState {
    ball(position, velocity).with_spin(spin).unwrap()
}

/// Options that keep every step.
pub(crate) fn dense() -> PredictionOptions {
    PredictionOptions {
        dense: true,
        ..PredictionOptions::default()
    }
}

/// Returns the whole prediction of a ball.
pub(crate) fn finished<B: BallStep>(
    physics: &B,
    ball: &B::State,
    options: PredictionOptions,
) -> Prediction<B::State> {
    let mut flight = Prediction::new(physics, ball, options).unwrap();
    flight.finish(physics);
    flight
}
