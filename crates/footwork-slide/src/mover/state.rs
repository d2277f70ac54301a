//! Where a body is and what it stands on: all that a move carries over to the next one.

use crate::world::ObstacleId;

/// Where a body is. Plain data: save it, restore it, replay from it.
///
/// ```
/// use footwork_slide::MoverState;
///
/// let start = MoverState::at([0.0, 0.9, 0.0]);
/// assert_eq!(start.ground, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverState {
    /// The centre of the body, in metres.
    pub position: [f64; 3],
    /// What it stands on; none in the air, and before its first move.
    pub ground: Option<Ground>,
}

impl MoverState {
    /// A body at a place, not known to stand on anything.
    #[must_use]
    pub fn at(position: [f64; 3]) -> Self {
        Self {
            position,
            ground: None,
        }
    }
}

/// What a body stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// The triangle of it, if it is a mesh.
    pub triangle: Option<u32>,
    /// The unit normal of the contact, out of the ground.
    pub normal: [f32; 3],
}
