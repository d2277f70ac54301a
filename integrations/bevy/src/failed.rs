//! Failures in a step, as messages for the game to handle.

use std::fmt;

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;

use footwork::flight::ControlError;
use footwork::matching::PlaybackError;
use footwork::slide::{MoveError, PoseError, ShapeError, WorldError};
use footwork::tags::{QueryErrors, StaleQuery};
use footwork::{CompressedPosesError, NoCommonClip};

/// A part of this step failed.
#[derive(Message, Debug)]
pub struct Failed {
    /// The entity, which is unchanged unless joints are missing; `None` for a failure of control, which concerns all humans.
    pub entity: Option<Entity>,
    /// The reason.
    pub failure: Failure,
}

/// Why a part of a step failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// A character could not start or play on.
    Play(PlaybackError),
    /// The file has no poses that a character can play.
    Poses(CompressedPosesError),
    /// The model below a character lacks these joints of the file: no entity has their names. The other joints move. Each model
    /// is reported once.
    Joints(Vec<String>),
    /// The shape of a character is not valid.
    Shape(ShapeError),
    /// The query of [`AllowedPoses`](crate::AllowedPoses) uses names that the database lacks.
    Query(QueryErrors),
    /// The database and the file of poses have no clip in common.
    Foreign(NoCommonClip),
    /// The answer of the query belongs to another database.
    Stale(StaleQuery),
    /// A body could not move.
    Move(MoveError),
    /// The transform of an obstacle is not a valid pose.
    Place(PoseError),
    /// The world rejected an obstacle.
    Obstacle(WorldError),
    /// A collider of Avian cannot be an obstacle.
    #[cfg(feature = "avian")]
    Collider(footwork_parry::ConvertError),
    /// Control was not decided.
    Control(ControlError),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(error) => error.fmt(f),
            Self::Poses(error) => error.fmt(f),
            Self::Joints(names) => {
                let names = names.join("`, `");
                let why = "no entity below the character has such a name";
                write!(f, "the model lacks the joints `{names}`: {why}")
            }
            Self::Shape(error) => error.fmt(f),
            Self::Query(error) => error.fmt(f),
            Self::Foreign(error) => error.fmt(f),
            Self::Stale(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::Place(error) => error.fmt(f),
            Self::Obstacle(error) => error.fmt(f),
            #[cfg(feature = "avian")]
            Self::Collider(error) => error.fmt(f),
            Self::Control(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}
