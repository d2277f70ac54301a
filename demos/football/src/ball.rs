//! The ball: its flight, the prediction of its flight, and its touches.

use footwork::flight::{
    BallParams, BallPath, BallPhysics, BallState, BallStep, Prediction, PredictionOptions, Statics,
    StepEvents, TouchKind,
};

use crate::event::MatchEvent;
use crate::flat::{self, Flat};
use crate::pitch::Pitch;
use crate::setup::FRAME_SECS;
use crate::wind::{HeldForce, Wind};

/// The radius of the ball, in metres.
pub const BALL_RADIUS_M: f64 = 0.11;
/// Steps of the ball per frame: 240 Hz.
const STEPS_PER_FRAME: u32 = 4;
/// How far ahead the ball is predicted, in seconds.
const HORIZON_SECS: f64 = 5.0;
/// The longest prediction for a planned kick, in seconds.
const MAX_LOOK_SECS: f64 = 2.5;
/// The speed below which a bounce makes no sound.
const MIN_BOUNCE_MPS: f64 = 0.6;

/// Velocity and spin that a kick gives the ball.
pub(crate) type Launch = ([f64; 3], [f64; 3]);

type Physics = BallPhysics<Statics, HeldForce>;

/// The ball and its future.
#[derive(Clone, Debug)]
pub(crate) struct Ball {
    physics: Physics,
    state: BallState,
    flight: Prediction<BallState>,
    path: BallPath,
    touches: StepEvents,
    /// The drawn rotation, as a quaternion.
    orientation: [f64; 4],
}

impl Ball {
    /// Creates a ball on the centre spot. `None` if the size of the pitch is out of range.
    pub(crate) fn new(pitch: &Pitch, wind: &Wind) -> Option<Self> {
        let statics = pitch.statics().ok()?;
        let physics =
            BallPhysics::with_field(BallParams::default(), statics, wind.force().clone()).ok()?;
        let state = BallState::new(0.0, [0.0, BALL_RADIUS_M, 0.0], [0.0; 3]).ok()?;
        let options = PredictionOptions {
            horizon_secs: HORIZON_SECS,
            keeps_ahead: true,
            ..PredictionOptions::default()
        };
        let flight = Prediction::new(&physics, &state, options).ok()?;
        let mut path = BallPath::default();
        path.read(&flight);
        Some(Self {
            physics,
            state,
            flight,
            path,
            touches: StepEvents::default(),
            orientation: [0.0, 0.0, 0.0, 1.0],
        })
    }

    pub(crate) fn state(&self) -> &BallState {
        &self.state
    }

    pub(crate) fn physics(&self) -> &Physics {
        &self.physics
    }

    /// Returns the clock of the ball, in seconds.
    pub(crate) fn secs(&self) -> f64 {
        self.state.secs()
    }

    pub(crate) fn position(&self) -> [f64; 3] {
        self.state.position
    }

    /// Returns the position on the ground.
    pub(crate) fn place(&self) -> Flat {
        flat::below(self.state.position)
    }

    /// Returns the velocity over the ground, in m/s.
    pub(crate) fn velocity(&self) -> Flat {
        flat::below(self.state.velocity)
    }

    pub(crate) fn speed_mps(&self) -> f64 {
        let [x, y, z] = self.state.velocity;
        (x * x + y * y + z * z).sqrt()
    }

    pub(crate) fn orientation(&self) -> [f64; 4] {
        self.orientation
    }

    pub(crate) fn path(&self) -> &BallPath {
        &self.path
    }

    pub(crate) fn flight(&self) -> &Prediction<BallState> {
        &self.flight
    }

    /// Returns the end of the predicted flight, in seconds on the clock of the ball.
    pub(crate) fn end_secs(&self) -> f64 {
        self.flight.known_secs()
    }

    /// Returns the predicted position at a time, or the current position if the prediction does not cover it.
    pub(crate) fn position_at(&self, secs: f64) -> [f64; 3] {
        let known = self.flight.known_secs();
        let secs = if secs < known { secs } else { known };
        let at = self.flight.position_at(secs);
        at.unwrap_or(self.state.position)
    }

    /// Moves the ball by one frame and reports its hits.
    pub(crate) fn step(&mut self, events: &mut Vec<MatchEvent>) {
        for _ in 0..STEPS_PER_FRAME {
            self.physics.step(&mut self.state, &mut self.touches);
            for touch in &self.touches.touches {
                let closing = [0, 1, 2].map(|i| touch.velocity_before[i] * touch.normal[i]);
                let speed_mps = -(closing[0] + closing[1] + closing[2]);
                if touch.kind == TouchKind::Bounce && speed_mps > MIN_BOUNCE_MPS {
                    events.push(MatchEvent::Bounce {
                        on: Pitch::touched(touch.hit),
                        position: touch.position,
                        speed_mps,
                    });
                }
            }
        }
        self.turn();
    }

    /// Turns the drawn ball by one frame of spin.
    fn turn(&mut self) {
        let half = self.state.spin.map(|part| part * FRAME_SECS * 0.5);
        let [x, y, z, w] = self.orientation;
        let [a, b, c] = half;
        let turned = [
            x + a * w + b * z - c * y,
            y + b * w + c * x - a * z,
            z + c * w + a * y - b * x,
            w - a * x - b * y - c * z,
        ];
        let length = turned.iter().map(|part| part * part).sum::<f64>().sqrt();
        if length > 1e-9 && length.is_finite() {
            self.orientation = turned.map(|part| part / length);
        }
    }

    /// Predicts the next slice of the flight.
    pub(crate) fn predict(&mut self) {
        self.flight.advance_frame(&self.physics, self.state.secs());
        self.path.read(&self.flight);
    }

    /// Returns the flight after a kick, predicted for this many seconds; `None` if a number of the kick is
    /// out of range.
    pub(crate) fn flight_of(
        &self,
        (velocity, spin): Launch,
        look_secs: f64,
    ) -> Option<Prediction<BallState>> {
        let state = self.state.kick(velocity, spin).ok()?;
        let options = PredictionOptions {
            horizon_secs: look_secs.min(MAX_LOOK_SECS),
            ..PredictionOptions::default()
        };
        let mut flight = Prediction::new(&self.physics, &state, options).ok()?;
        flight.finish(&self.physics);
        Some(flight)
    }

    /// Kicks the ball and restarts its prediction. Out-of-range numbers leave it unchanged.
    pub(crate) fn kick(&mut self, velocity: [f64; 3], spin: [f64; 3]) {
        if let Ok(state) = self.state.kick(velocity, spin) {
            self.restart(state);
        }
    }

    /// Puts the ball at a place, at rest.
    pub(crate) fn put(&mut self, place: [f64; 3]) {
        if let Ok(state) = BallState::new(self.state.secs(), place, [0.0; 3]) {
            self.restart(state);
        }
    }

    /// Moves the ball with a keeper's hands for one frame.
    pub(crate) fn carry(&mut self, place: [f64; 3]) {
        let later = self.state.secs() + FRAME_SECS;
        if let Ok(state) = BallState::new(later, place, [0.0; 3]) {
            self.restart(state);
        }
    }

    /// Replaces the wind. The ball keeps flying.
    pub(crate) fn set_wind(&mut self, wind: &Wind) {
        let statics = self.physics.world().clone();
        let field = wind.force().clone();
        if let Ok(physics) = BallPhysics::with_field(BallParams::default(), statics, field) {
            self.physics = physics;
            self.restart(self.state);
        }
    }

    fn restart(&mut self, state: BallState) {
        self.state = state;
        // This cannot fail, because a state after a kick is always predictable.
        let _ = self.flight.restart(&self.physics, &self.state);
        self.path.read(&self.flight);
    }
}
