//! One step of a ball's motion: the seam between the prediction and whatever moves the ball.

use crate::ball::state::{BallError, STEP_SECS};
use crate::ball::world::HitId;

/// What moves a ball: the same for the live one and for the prediction, so that both agree bit for bit
/// until something that moves touches the ball.
///
/// A physics engine of your own implements it. Its state has to be complete: two clones of a state
/// have equal futures. Of an engine that keeps contacts from step to step, that is the whole world
/// of statics and ball, cloned, and never one rebuilt from position, velocity and spin.
pub trait BallStep {
    /// All that the next step depends on.
    type State: Clone;

    /// Whether a prediction can begin with a state.
    ///
    /// # Errors
    /// [`BallError`] for what is no state of a ball.
    fn check(&self, _state: &Self::State) -> Result<(), BallError> {
        Ok(())
    }

    /// Brings a state to where its next step begins, if that is somewhere else.
    fn begin(&self, _state: &mut Self::State) {}

    /// Moves the ball by one step, and says what happened on the way.
    fn step(&self, state: &mut Self::State, events: &mut StepEvents);

    /// Where the ball is.
    fn motion(&self, state: &Self::State) -> BallMotion;

    /// The radius of the ball in metres: how far samples may be from the truth.
    fn radius(&self) -> f64;

    /// The length of a step in seconds.
    fn step_secs(&self) -> f64 {
        STEP_SECS
    }
}

/// A moment of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallMotion {
    /// When, in seconds.
    pub secs: f64,
    /// The centre in metres.
    pub position: [f64; 3],
    /// In metres a second.
    pub velocity: [f64; 3],
}

/// What happened in a step. Reused from step to step, so that it allocates once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepEvents {
    /// What the ball touched, in order.
    pub touches: Vec<Touch>,
    /// Whether the ball lies still at the end of the step.
    pub at_rest: bool,
    /// Whether a ball at rest may be moved later, by a force that changes with time.
    pub may_wake: bool,
    /// Whether a force was NaN or absurd, and was left out.
    pub bad_force: bool,
}

impl StepEvents {
    /// Forgets all, and keeps the memory.
    pub fn clear(&mut self) {
        self.touches.clear();
        self.at_rest = false;
        self.may_wake = false;
        self.bad_force = false;
    }
}

/// A touch within a step: the velocity changes at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// When, as a share of the step from 0 to 1.
    pub fraction: f64,
    /// What the ball does then.
    pub kind: TouchKind,
    /// What it touched.
    pub hit: HitId,
    /// Where its centre is.
    pub position: [f64; 3],
    /// Away from what it touched, of length 1.
    pub normal: [f64; 3],
    /// The velocity right before.
    pub velocity_before: [f64; 3],
    /// The velocity right after.
    pub velocity: [f64; 3],
}

/// What the ball does at a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchKind {
    /// It comes back.
    Bounce,
    /// It stays there: on the ground it rolls or slides from now on, and where it rolled already, it goes on
    /// along what it touches.
    Roll,
}
