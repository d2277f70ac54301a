//! What goes wrong in a step: a message for the game, which knows what to do about it.

use std::fmt;

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use footwork::flight::ControlError;
use footwork::matching::MatchError;
use footwork::slide::{MoveError, PoseError, WorldError};
use footwork::tags::{QueryErrors, StaleQuery};

/// Something was not done in this step.
#[derive(Message, Debug)]
pub struct Failed {
    /// The entity that stays as it was; `None` for control, which decides for all.
    pub entity: Option<Entity>,
    /// Why.
    pub failure: Failure,
}

/// Why something was not done.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// A character could not play on.
    Match(MatchError),
    /// The query of [`AllowedPoses`](crate::AllowedPoses) names what the database has not.
    Query(QueryErrors),
    /// The answer of the query is of another database.
    Stale(StaleQuery),
    /// A body could not move.
    Move(MoveError),
    /// The transform of an obstacle is nowhere.
    Place(PoseError),
    /// The world does not take an obstacle.
    Obstacle(WorldError),
    /// Nothing was decided.
    Control(ControlError),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match(error) => error.fmt(f),
            Self::Query(error) => error.fmt(f),
            Self::Stale(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::Place(error) => error.fmt(f),
            Self::Obstacle(error) => error.fmt(f),
            Self::Control(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}
