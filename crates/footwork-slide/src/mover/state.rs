//! The start of a move, and its result.

use crate::obstacle_id::ObstacleId;

/// The place and the footing of a body. Nothing else is carried over from one move to the next. It is plain data, so
/// a game can save it, restore it and replay from it.
///
/// ```
/// use footwork_slide::{Footing, MoverState};
///
/// let start = MoverState::at([0.0, 0.9, 0.0]);
/// assert_eq!(start.footing, Footing::Air);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverState {
    /// The centre of the body, in metres.
    pub position: [f64; 3],
    /// The body's footing; [`Footing::Air`] before the first move.
    pub footing: Footing,
}

impl MoverState {
    /// Returns a body at `position`, in metres, with an unknown footing.
    #[must_use]
    pub fn at(position: [f64; 3]) -> Self {
        Self {
            position,
            footing: Footing::Air,
        }
    }
}

/// How a body stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Footing {
    /// On ground that is level enough by [`MoveConfig::max_slope_rad`](crate::MoveConfig::max_slope_rad).
    Ground(Support),
    /// In a groove: between surfaces that are each too steep to stand on, but together leave no way down steeper than
    /// the limit. The body rests and can jump. It walks along the groove as on ground.
    Wedged(Support),
    /// Against a surface that is too steep to stand on. The body can slide down it.
    Steep(Support),
    /// On nothing.
    #[default]
    Air,
}

impl Footing {
    /// Returns the surface that the body touches below. If there are several, this is the most level one. `None` in
    /// the air.
    #[must_use]
    pub fn support(&self) -> Option<&Support> {
        match self {
            Self::Ground(support) | Self::Wedged(support) | Self::Steep(support) => Some(support),
            Self::Air => None,
        }
    }

    /// Returns the same footing, with the id of its obstacle replaced by the result of `named`.
    pub(super) fn renamed(self, named: impl Fn(ObstacleId) -> ObstacleId) -> Self {
        let on = |support: Support| Support {
            obstacle: named(support.obstacle),
            ..support
        };
        match self {
            Self::Ground(support) => Self::Ground(on(support)),
            Self::Wedged(support) => Self::Wedged(on(support)),
            Self::Steep(support) => Self::Steep(on(support)),
            Self::Air => Self::Air,
        }
    }

    /// Returns `ground`, `wedged`, `steep` or `air`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ground(_) => "ground",
            Self::Wedged(_) => "wedged",
            Self::Steep(_) => "steep",
            Self::Air => "air",
        }
    }

    /// Returns whether the body rests on ground or wedged, so that it can jump and does not fall.
    #[must_use]
    pub fn is_supported(&self) -> bool {
        matches!(self, Self::Ground(_) | Self::Wedged(_))
    }
}

/// A surface below a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// The part of a compound; 0 for any other obstacle.
    pub part: u32,
    /// The triangle, if the obstacle is a mesh.
    pub triangle: Option<u32>,
    /// The unit contact normal in the world, pointing away from the surface.
    pub normal: [f32; 3],
    /// The touched point of the obstacle, in the world: see [`Contact::point`].
    pub point: [f64; 3],
    /// The velocity of the obstacle at that point, in m/s: see [`Contact::velocity_mps`].
    pub velocity_mps: [f32; 3],
}

/// The outcome of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was in the way.
    Free,
    /// Something was in the way, and the body went along it or up to it.
    Slid,
    /// The body stopped because the obstacles in the way leave no direction, or it did not move at all.
    Blocked,
}

/// A triangle or volume that a body touched in a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// The part of a compound; 0 for any other obstacle.
    pub part: u32,
    /// The triangle, if the obstacle is a mesh.
    pub triangle: Option<u32>,
    /// The unit contact normal in the world, from the obstacle to the body.
    pub normal: [f32; 3],
    /// The touched point of the obstacle, in the world: the point nearest to the middle of the body's side, edge or
    /// corner that faces the obstacle.
    pub point: [f64; 3],
    /// The depth of the body inside the obstacle, in metres along the normal; zero if the body only touches.
    pub depth_m: f32,
    /// The velocity of the obstacle at the point, in m/s. It is the motion since
    /// [`World::begin_step`](crate::World::begin_step) over [`MoveConfig::step_secs`](crate::MoveConfig::step_secs).
    pub velocity_mps: [f32; 3],
    /// The speed at which the wanted move and the obstacle would approach each other along the normal, in m/s; zero
    /// if they part. To push a dynamic body, apply an impulse against the normal: this speed times the mass that the
    /// game gives the pushing body.
    pub closing_mps: f32,
    /// Whether this contact limited the last direction of the body's own move, or left no direction. The active
    /// contacts of a blocked move block it. At the end of a move that slid, the body slides along its active contacts.
    /// Contacts with equal normals are active together. A contact is never active if the obstacle only carried or
    /// pushed the body, if the body stepped over the obstacle, or if the contact was a way out of an overlap.
    pub active: bool,
}

/// The result of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveResult<'a> {
    /// The place and the footing of the body after the move. The next move starts from here.
    pub state: MoverState,
    /// The outcome of the move.
    pub outcome: Outcome,
    /// The velocity of the body, in m/s. It is the change of its position over
    /// [`MoveConfig::step_secs`](crate::MoveConfig::step_secs), including motion from being carried or pushed. A body
    /// that keeps its whole skin and is pushed is at most as fast as the sum of the pusher's speed and the wanted
    /// speed.
    pub velocity_mps: [f32; 3],
    /// The contacts of the body, in the order of the move. Each triangle or volume appears once per normal.
    pub contacts: &'a [Contact],
    /// Whether the body is still inside an obstacle after the move, by more than a tenth of a millimetre. This happens
    /// if doors close on the body, or if it needs another move to leave an overlap: see [the limit on how far a move
    /// leads](crate#how-far-a-move-leads).
    pub crushed: bool,
}
