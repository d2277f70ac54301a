//! Another shape for a body: crouching, and standing up where there is room.

use std::error::Error;
use std::fmt;

use glam::DVec3;

use super::state::MoverState;
use super::{MoveConfig, MoveError, Mover, check_position};
use crate::body::Body;
use crate::filter::Filter;
use crate::shape::{Shape, ShapeError};
use crate::world::{ObstacleId, World};

/// Why a body keeps its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ResizeError {
    /// No body can have the shape.
    Shape(ShapeError),
    /// The state or a setting is out of range.
    Move(MoveError),
    /// There is no room for it.
    NoRoom {
        /// What is in the way most.
        obstacle: ObstacleId,
    },
}

impl fmt::Display for ResizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::NoRoom { obstacle } => write!(f, "there is no room: {obstacle} is in the way"),
        }
    }
}

impl Error for ResizeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Shape(error) => Some(error),
            Self::Move(error) => Some(error),
            Self::NoRoom { .. } => None,
        }
    }
}

impl Mover {
    /// Gives the body another shape whose lowest point is where that of the present one is; returns its
    /// state with the new centre.
    ///
    /// # Errors
    ///
    /// A shape that no body can have, and one that would be inside of an obstacle or nearer to one than a
    /// tenth of the skin: the body keeps its shape.
    ///
    /// ```
    /// use footwork_slide::{Filter, Label, MoveConfig, Mover, MoverState, Pose, Shape, Volume, World};
    ///
    /// let mut world = World::new();
    /// let ceiling = Volume::Box { half: [5.0, 0.1, 5.0] };
    /// world.add_volume(ceiling, Pose::at([0.0, 1.5, 0.0])?, Label::default())?;
    /// let (low, high) = (1.2, 1.8);
    /// let mut mover = Mover::new(Shape::Capsule { radius: 0.3, height: low })?;
    /// let state = MoverState::at([0.0, 0.6, 0.0]);
    /// let stand = Shape::Capsule { radius: 0.3, height: high };
    /// let config = MoveConfig::default();
    /// let stood = mover.resize(&world, &state, stand, &Filter::default(), &config);
    /// assert!(stood.is_err(), "the ceiling is at 1.4 m");
    /// assert_eq!(mover.shape(), Shape::Capsule { radius: 0.3, height: low });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resize(
        &mut self,
        world: &World,
        state: &MoverState,
        shape: Shape,
        filter: &Filter<'_>,
        config: &MoveConfig,
    ) -> Result<MoverState, ResizeError> {
        shape.check().map_err(ResizeError::Shape)?;
        config
            .check()
            .map_err(|error| ResizeError::Move(MoveError::Config(error)))?;
        check_position(state.position).map_err(ResizeError::Move)?;
        let body = Body::of(&shape);
        let up = body.half_extents().y - self.body.half_extents().y;
        let position = DVec3::from_array(state.position) + DVec3::new(0.0, up, 0.0);
        let mut scene = self.scene(world, filter, position.to_array(), config);
        scene.body = body;
        self.surroundings.begin(&scene, DVec3::ZERO);
        // What the present shape touches, the new one may touch.
        let least = scene.hard * 0.5;
        self.surroundings
            .near(&scene, DVec3::ZERO, least, &mut self.hits);
        let worst = self.hits.iter().min_by(|a, b| a.value.total_cmp(&b.value));
        if let Some(hit) = worst {
            let obstacle = hit.obstacle;
            return Err(ResizeError::NoRoom { obstacle });
        }
        self.shape = shape;
        self.body = body;
        let mut state = *state;
        state.position = position.to_array();
        Ok(state)
    }
}
