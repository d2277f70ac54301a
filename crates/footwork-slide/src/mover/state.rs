//! What a move starts from and what it returns.

use crate::obstacle_id::ObstacleId;

/// Where a body is and what it stands on: everything that one move carries over to the next. Plain data: save it,
/// restore it, replay from it.
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
    /// What the body stands on; `None` in the air, and before the first move.
    pub ground: Option<Ground>,
}

impl MoverState {
    /// A body at `position`, in metres, not known to stand on anything.
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
    /// The triangle, if the obstacle is a mesh.
    pub triangle: Option<u32>,
    /// The unit contact normal, out of the ground.
    pub normal: [f32; 3],
}

/// How a move went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was in the way.
    Free,
    /// Something was in the way, and the body went along it.
    Slid,
    /// Something was in the way that no direction leads along, and the body stopped.
    Blocked,
}

/// Something that a body touched in a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// The triangle, if the obstacle is a mesh.
    pub triangle: Option<u32>,
    /// The unit contact normal, from the obstacle to the body.
    pub normal: [f32; 3],
    /// Whether this is in the active set of the last direction that the body took on its own way, or had none left
    /// by: in a blocked move these contacts block, in one that slid they are what the body slides along in the end.
    /// Contacts with equal normals are active together. What only carried the body, pushed it, was stepped over or
    /// was a way out of an overlap is never active.
    pub active: bool,
}

/// The result of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveResult<'a> {
    /// Where the body is now and what it stands on: the start of the next move.
    pub state: MoverState,
    /// How the move went.
    pub outcome: Outcome,
    /// What the body touched, in the order of the way; each triangle or volume once per normal.
    pub contacts: &'a [Contact],
    /// Whether the body is still inside something after the move, by more than a tenth of a millimetre: doors that
    /// closed on it, or an overlap that takes another move to leave.
    pub crushed: bool,
}
