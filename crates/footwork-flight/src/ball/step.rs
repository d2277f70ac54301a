//! The interface between the prediction and the physics that moves the ball.

use crate::ball::state::{BallError, STEP_SECS};
use crate::ball::world::HitId;

/// Moves a ball by one step. The live ball and the prediction use the same `BallStep`, so both agree bit for bit until
/// a moving object touches the ball.
///
/// Implement this trait for your own physics engine. The state must be complete: two equal clones must have equal
/// futures. If an engine caches contacts from step to step, position, velocity and spin are not enough. The state must
/// then be a clone of the engine's whole world, with statics and ball.
pub trait BallStep {
    /// The data on which the next step depends.
    type State: Clone;

    /// Checks that a prediction can start from a state.
    ///
    /// # Errors
    /// Returns [`BallError`] for a component out of range.
    fn check(&self, _state: &Self::State) -> Result<(), BallError> {
        Ok(())
    }

    /// Prepares a state for its next step, for example by moving the ball out of an overlap.
    fn begin(&self, _state: &mut Self::State) {}

    /// Moves the ball by one step. Clears `events`, and then records the events of this step in it.
    fn step(&self, state: &mut Self::State, events: &mut StepEvents);

    /// Returns the motion of the ball in this state.
    fn motion(&self, state: &Self::State) -> BallMotion;

    /// Returns the height of the ground under a place, in metres; `None` if it is unknown. See
    /// [`StaticWorld::ground_m`](crate::StaticWorld::ground_m).
    fn ground_m(&self, _at: [f64; 3]) -> Option<f64> {
        None
    }

    /// Returns the radius of the ball in metres. It is the default tolerance of samples.
    fn radius_m(&self) -> f64;

    /// Returns the duration of a step, in seconds.
    fn step_secs(&self) -> f64 {
        STEP_SECS
    }
}

/// The time, place and velocity of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BallMotion {
    /// The time, in seconds.
    pub secs: f64,
    /// The centre, in metres.
    pub position: [f64; 3],
    /// The velocity in metres per second.
    pub velocity: [f64; 3],
}

/// The events of a step. Each step clears the list, so read it before the next step. Reuse one list for all steps, so
/// that it allocates once.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StepEvents {
    /// The touches of the ball, in order.
    pub touches: Vec<Touch>,
    /// Whether the ball lies still at the end of the step.
    pub rest: Rest,
    /// Whether a force was NaN or out of range, and was ignored.
    pub bad_force: bool,
}

impl StepEvents {
    /// Clears everything and keeps the memory.
    pub fn clear(&mut self) {
        self.touches.clear();
        self.rest = Rest::Moving;
        self.bad_force = false;
    }
}

/// Whether a ball lies still at the end of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Rest {
    /// The ball moves.
    #[default]
    Moving,
    /// The ball lies still, but a force that changes with time may move it later.
    MayWake,
    /// The ball lies still for good.
    Settled,
}

/// A touch within a step, at which the velocity changes instantly.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Touch {
    /// The time of the touch, as a fraction of the step.
    pub fraction: f64,
    /// The ball's motion after the touch.
    pub kind: TouchKind,
    /// The touched surface.
    pub hit: HitId,
    /// The centre of the ball, in metres.
    pub position: [f64; 3],
    /// The unit normal, away from the surface.
    pub normal: [f64; 3],
    /// The velocity just before the touch, in metres per second.
    pub velocity_before: [f64; 3],
    /// The velocity just after the touch, in metres per second.
    pub velocity: [f64; 3],
}

/// The ball's motion after a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TouchKind {
    /// The ball rebounds.
    Bounce,
    /// The ball stays in contact. A ball from the air starts to roll or slide; a rolling ball continues along the
    /// surface.
    Roll,
}
