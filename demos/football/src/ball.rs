//! The ball: its flight, its future in slices, and what it touched.

use footwork::flight::{
    BallParams, BallPath, BallPhysics, BallState, BallStep, Prediction, PredictionOptions, Statics,
    StepEvents, TouchKind,
};

use crate::event::MatchEvent;
use crate::flat::{self, Flat};
use crate::pitch::Pitch;
use crate::setup::FRAME_SECS;
use crate::wind::{HeldForce, Wind};

/// The radius of the ball.
pub const BALL_RADIUS_M: f64 = 0.11;
/// Steps of the ball in a frame: 240 a second.
const STEPS_PER_FRAME: u32 = 4;
/// How far ahead the ball is predicted.
const HORIZON_SECS: f64 = 5.0;
/// Nobody who is about to kick looks farther ahead than this.
const MAX_LOOK_SECS: f64 = 2.5;
/// A slower bounce makes no sound.
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
    /// As a quaternion, for whoever draws it.
    orientation: [f64; 4],
}

impl Ball {
    /// A ball on the centre spot. `None` if the pitch has a size that no pitch has.
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

    /// The clock of the match.
    pub(crate) fn secs(&self) -> f64 {
        self.state.secs()
    }

    pub(crate) fn position(&self) -> [f64; 3] {
        self.state.position
    }

    /// Where it is on the ground.
    pub(crate) fn place(&self) -> Flat {
        flat::below(self.state.position)
    }

    /// How fast it moves over the ground.
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

    /// Until when its flight is predicted.
    pub(crate) fn end_secs(&self) -> f64 {
        self.flight.known_secs()
    }

    /// Where it will be, as far as that is predicted; later it is where it is then.
    pub(crate) fn position_at(&self, secs: f64) -> [f64; 3] {
        let known = self.flight.known_secs();
        let secs = if secs < known { secs } else { known };
        let at = self.flight.position_at(secs);
        at.unwrap_or(self.state.position)
    }

    /// Moves it by a frame, and tells what it met.
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

    /// Turns what is drawn by the spin of a frame.
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

    /// Predicts a slice of its future.
    pub(crate) fn predict(&mut self) {
        self.flight.advance_frame(&self.physics, self.state.secs());
        self.path.read(&self.flight);
    }

    /// The flight that a kick would give it, for a look ahead of these seconds.
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

    /// Kicks it, and restarts its prediction. Numbers that no ball can have leave it as it is.
    pub(crate) fn kick(&mut self, velocity: [f64; 3], spin: [f64; 3]) {
        if let Ok(state) = self.state.kick(velocity, spin) {
            self.restart(state);
        }
    }

    /// Puts it somewhere, at rest.
    pub(crate) fn put(&mut self, place: [f64; 3]) {
        if let Ok(state) = BallState::new(self.state.secs(), place, [0.0; 3]) {
            self.restart(state);
        }
    }

    /// Carries it in somebody's hands for a frame.
    pub(crate) fn carry(&mut self, place: [f64; 3]) {
        let later = self.state.secs() + FRAME_SECS;
        if let Ok(state) = BallState::new(later, place, [0.0; 3]) {
            self.restart(state);
        }
    }

    /// Flies on in another wind.
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
        // A state that a kick made can be predicted.
        let _ = self.flight.restart(&self.physics, &self.state);
        self.path.read(&self.flight);
    }
}
