//! Which obstacles count in a query or a move.

use std::fmt;

use crate::obstacle_id::ObstacleId;

/// What a game knows an obstacle by: the layers it is in, and a number of the game's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// One bit a layer; a [`Filter`] needs at least one in common. An obstacle in no layer is never met.
    pub layers: u32,
    /// Any number: an entity, a material.
    pub tag: u64,
}

impl Default for Label {
    /// In every layer, with tag 0.
    fn default() -> Self {
        Self {
            layers: u32::MAX,
            tag: 0,
        }
    }
}

/// Whether an obstacle counts, by its id and label.
pub type Accept<'a> = &'a dyn Fn(ObstacleId, &Label) -> bool;

/// The obstacles that count: those that share a layer and that the callback, if any, accepts. The default takes
/// every obstacle that is in a layer.
///
/// ```
/// use footwork_slide::{Filter, Label, Pose, Volume, World};
///
/// let mut world = World::new();
/// let post = Volume::Capsule { radius_m: 0.06, half_axis_m: 1.2 };
/// let wall = Label { layers: 0b01, tag: 0 };
/// let player = Label { layers: 0b10, tag: 7 };
/// let a = world.add_volume(post, Pose::IDENTITY, wall).unwrap();
/// let b = world.add_volume(post, Pose::IDENTITY, player).unwrap();
/// let met = |filter: &Filter<'_>| {
///     let near = world.pieces_near([-1.0; 3], [1.0; 3], filter);
///     near.iter().map(|near| near.obstacle).collect::<Vec<_>>()
/// };
/// assert_eq!(met(&Filter::default()), [a, b]);
/// assert_eq!(met(&Filter { layers: 0b10, ..Filter::default() }), [b]);
/// let not_seven = |_, label: &Label| label.tag != 7;
/// assert_eq!(met(&Filter { accept: Some(&not_seven), ..Filter::default() }), [a]);
/// ```
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    /// An obstacle counts if it is in at least one of these layers.
    pub layers: u32,
    /// And if this accepts it. Called once per nearby obstacle and query, in no particular order.
    pub accept: Option<Accept<'a>>,
}

impl Filter<'_> {
    #[inline]
    pub(crate) fn accepts(&self, id: ObstacleId, label: &Label) -> bool {
        self.layers & label.layers != 0 && self.accept.is_none_or(|accept| accept(id, label))
    }
}

impl Default for Filter<'_> {
    fn default() -> Self {
        Self {
            layers: u32::MAX,
            accept: None,
        }
    }
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("layers", &self.layers)
            .field("accept", &self.accept.map(|_| "a callback"))
            .finish()
    }
}
