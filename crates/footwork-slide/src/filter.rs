//! The choice of obstacles that count in a query or a move.

use std::fmt;

use crate::obstacle_id::ObstacleId;

/// The label of an obstacle: its layers, and a number for the game's own use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The layers, one bit each. A [`Filter`] accepts an obstacle only if the two share a layer. An obstacle in no layer
    /// is never accepted.
    pub layers: u32,
    /// A number for the game's own use, such as the id of an entity or of a material.
    pub tag: u64,
}

impl Default for Label {
    /// Returns a label in every layer, with tag 0.
    fn default() -> Self {
        Self {
            layers: u32::MAX,
            tag: 0,
        }
    }
}

/// A callback that decides by id and label whether an obstacle counts.
pub type Accept<'a> = &'a dyn Fn(ObstacleId, &Label) -> bool;

/// A possible contact with an obstacle, as [`Filter::contact`] receives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// The obstacle.
    pub obstacle: ObstacleId,
    /// The obstacle's label.
    pub label: Label,
    /// The part of a compound; 0 for any other obstacle.
    pub part: u32,
    /// For a mesh, the index of the triangle in the list that the mesh was made from.
    pub triangle: Option<u32>,
    /// The unit contact normal in the world, from the obstacle to the body.
    pub normal: [f64; 3],
    /// For a surface near a body at rest, the distance along the normal in metres; negative inside. For a surface that
    /// the body meets on its way, zero.
    pub gap_m: f64,
}

/// A callback that decides whether a contact counts.
pub type AcceptContact<'a> = &'a dyn Fn(&Approach) -> bool;

/// A choice of obstacles. An obstacle counts if it shares a layer with the filter and the callbacks, if set, accept it.
/// The default accepts every obstacle with a layer.
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
    /// The layers of the filter, one bit each. An obstacle counts if it is in at least one of the filter's layers.
    pub layers: u32,
    /// A callback that must also accept each obstacle, if set. It is called once per nearby obstacle and query, in no
    /// particular order.
    pub accept: Option<Accept<'a>>,
    /// A callback that must also accept each contact, if set. Use it for a platform that is solid only from above, or
    /// for a one-way door. It is called for each triangle or volume that a body meets or is near, several times in a
    /// move. Its result must depend only on its argument.
    ///
    /// A body on its way through an obstacle counts as inside the obstacle. So a filter that lets a body in from one
    /// side must also reject the contacts with the other sides while [`Approach::gap_m`] is negative.
    ///
    /// ```
    /// use footwork_slide::{
    ///     Approach, Filter, Footing, Label, MoveConfig, Mover, MoverState, Pose, Shape, Volume, World,
    /// };
    ///
    /// let mut world = World::new();
    /// let platform = Volume::Box { half_m: [2.0, 0.1, 2.0] };
    /// world.add_volume(platform, Pose::at([0.0, 2.0, 0.0])?, Label::default())?;
    /// let from_above = |approach: &Approach| approach.normal[1] > 0.7 && approach.gap_m > -0.02;
    /// let filter = Filter { contact: Some(&from_above), ..Filter::default() };
    ///
    /// let mut mover = Mover::new(Shape::Capsule { radius_m: 0.3, height_m: 1.8 })?;
    /// let mut state = MoverState::at([0.0, 0.905, 0.0]);
    /// let config = MoveConfig::default();
    /// for _ in 0..30 {
    ///     state = mover.move_by(&world, &state, [0.0, 0.1, 0.0], &filter, &config)?.state;
    /// }
    /// assert!((state.position[1] - 3.905).abs() < 1e-3, "up through it");
    /// for _ in 0..30 {
    ///     state = mover.move_by(&world, &state, [0.0, -0.1, 0.0], &filter, &config)?.state;
    /// }
    /// assert!((state.position[1] - 3.005).abs() < 1e-3, "and down onto it");
    /// assert!(matches!(state.footing, Footing::Ground(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub contact: Option<AcceptContact<'a>>,
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
            contact: None,
        }
    }
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("layers", &self.layers)
            .field("accept", &self.accept.map(|_| "a callback"))
            .field("contact", &self.contact.map(|_| "a callback"))
            .finish()
    }
}
