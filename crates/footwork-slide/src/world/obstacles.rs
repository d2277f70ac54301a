//! How a mover queries obstacles, so that it can move in the worlds of other libraries.

use super::World;
use crate::compound::Solid;
use crate::filter::{Accept, Filter, Label};
use crate::obstacle_id::ObstacleId;
use crate::pose::Pose;

/// Obstacles that a [`Mover`](crate::Mover) moves among: a [`World`], or the colliders of a physics engine.
///
/// An obstacle is a [`Solid`] at a pose: triangles, a volume, or a compound of both. A mover queries the obstacles near
/// its body once per move, and again with a larger box if the move needs more. It keeps the obstacles until its next
/// move, so an unchanged obstacle costs little. Meshes and compounds are compared by their addresses, so return the
/// same `Arc` each time instead of a new mesh.
///
/// A move gives the same bits in all implementations that have the same obstacles with the same order of ids. Obstacles
/// that moved in a step act in ascending order of their ids. In a [`World`], they act in the order of the calls of
/// [`World::move_to`].
///
/// ```
/// use footwork_slide::{
///     Filter, Label, MoveConfig, Mover, MoverState, ObstacleId, Obstacles, PlacedSolid, Pose, Shape, Solid, Volume,
/// };
///
/// /// The boxes of a game.
/// struct Crates(Vec<(Pose, Solid)>);
///
/// impl Obstacles for Crates {
///     fn visit(&self, _min: [f64; 3], _max: [f64; 3], found: &mut dyn FnMut(PlacedSolid<'_>)) {
///         // A real game would skip the crates outside of the box.
///         (0..).take(self.0.len()).for_each(|id| self.visit_one(ObstacleId::from_bits(id), found));
///     }
///
///     fn visit_one(&self, id: ObstacleId, found: &mut dyn FnMut(PlacedSolid<'_>)) {
///         let index = usize::try_from(id.to_bits()).unwrap_or(usize::MAX);
///         if let Some((pose, solid)) = self.0.get(index) {
///             found(PlacedSolid { id, solid, pose: *pose, before: None, label: Label::default() });
///         }
///     }
/// }
///
/// let wall = Solid::Volume(Volume::Box { half_m: [0.5, 2.0, 5.0] });
/// let crates = Crates(vec![(Pose::at([1.5, 0.0, 0.0])?, wall)]);
/// let mut mover = Mover::new(Shape::Box { half_m: [0.3, 0.9, 0.3] })?;
/// let (start, config) = (MoverState::at([0.0; 3]), MoveConfig::default());
/// let moved = mover.move_by(&crates, &start, [1.0, 0.0, 0.5], &Filter::default(), &config)?;
/// assert_eq!(moved.contacts[0].obstacle, ObstacleId::from_bits(0));
/// let [x, _, z] = moved.state.position;
/// assert!((x - 0.695).abs() < 1e-6 && (z - 0.5).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Obstacles {
    /// Calls `found` with every obstacle whose bounds touch the box from `min` to `max`, in metres in the world. The
    /// order does not matter, and obstacles outside of the box may be included. For an obstacle that moved in this
    /// step, the bounds contain the obstacle at both of its poses.
    fn visit(&self, min: [f64; 3], max: [f64; 3], found: &mut dyn FnMut(PlacedSolid<'_>));

    /// Calls `found` with the obstacle `id`, if it exists. A move calls this for the platform on which the body stands.
    fn visit_one(&self, id: ObstacleId, found: &mut dyn FnMut(PlacedSolid<'_>));

    /// Returns the world if the obstacles are in a world, which a mover then queries directly; `None` by default.
    /// [`World::put`] keeps the obstacles of another library in a world, so that many movers share them.
    fn as_world(&self) -> Option<&World> {
        None
    }

    /// Returns whether only some obstacles of [`Obstacles::as_world`] count, as decided by [`Obstacles::selects`];
    /// `false` by default.
    fn is_selection(&self) -> bool {
        false
    }

    /// Returns whether an obstacle of [`Obstacles::as_world`] counts. This is called only if [`Obstacles::is_selection`]
    /// returns true, once per nearby obstacle and query, before [`Filter::accept`].
    fn selects(&self, _id: ObstacleId) -> bool {
        true
    }
}

/// An obstacle as [`Obstacles`] describes it.
#[derive(Clone, Copy, Debug)]
pub struct PlacedSolid<'a> {
    /// The id of the obstacle in contacts: any number that no other obstacle has.
    pub id: ObstacleId,
    /// The geometry.
    pub solid: &'a Solid,
    /// The current pose.
    pub pose: Pose,
    /// The pose when the step began, if the obstacle moved in this step. Such an obstacle carries and pushes bodies.
    pub before: Option<Pose>,
    /// The obstacle's layers and tag.
    pub label: Label,
}

impl Obstacles for World {
    fn visit(&self, min: [f64; 3], max: [f64; 3], found: &mut dyn FnMut(PlacedSolid<'_>)) {
        self.visit_placed(min, max, found);
    }

    fn visit_one(&self, id: ObstacleId, found: &mut dyn FnMut(PlacedSolid<'_>)) {
        if let Some(placed) = self.placed(id) {
            found(placed);
        }
    }

    fn as_world(&self) -> Option<&World> {
        Some(self)
    }
}

/// Calls `act` with a filter. If the obstacles are a selection, the filter accepts an obstacle only if both `filter`
/// and the selection accept it.
pub(crate) fn with_selection<T>(
    obstacles: &dyn Obstacles,
    filter: &Filter<'_>,
    act: impl FnOnce(&Filter<'_>) -> T,
) -> T {
    if !obstacles.is_selection() {
        return act(filter);
    }
    let both = |id: ObstacleId, label: &Label| {
        obstacles.selects(id) && filter.accept.is_none_or(|accept| accept(id, label))
    };
    let both: Accept<'_> = &both;
    act(&Filter {
        layers: filter.layers,
        accept: Some(both),
        contact: filter.contact,
    })
}
