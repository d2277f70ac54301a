//! Rapier's colliders as obstacles, and impulses on its bodies.

mod error;
mod impulse;
mod motion;

use std::sync::Arc;

use footwork_slide::{Label, ObstacleId, Obstacles, PlacedSolid, World};
use rapier3d::geometry::{Collider, ColliderHandle, ColliderSet, SharedShape};
use rapier3d::pipeline::QueryPipeline;

use crate::convert::Converted;
use crate::error::ConvertError;
use crate::pieces::pose_of;
use crate::solids::{Solids, address};
pub use error::ColliderError;
pub use impulse::Impulse;
use motion::Velocity;

/// Rapier's colliders in a world that all movers share. Keep it next to the collider set, and make a view of it for each
/// step.
///
/// ```
/// use footwork_parry::RapierLevel;
/// use footwork_slide::{Filter, MoveConfig, Mover, MoverState, Shape};
/// use rapier3d::prelude::*;
///
/// let mut bodies = RigidBodySet::new();
/// let mut colliders = ColliderSet::new();
/// let wall = colliders.insert(ColliderBuilder::cuboid(0.5, 2.0, 5.0).translation(Vector::new(1.5, 1.0, 0.0)));
/// let (mut broad_phase, narrow_phase) = (BroadPhaseBvh::new(), NarrowPhase::new());
/// let parameters = IntegrationParameters::default();
/// // A physics step does this.
/// broad_phase.update(&parameters, &colliders, &bodies, &[wall], &[], &mut Vec::new());
///
/// let mut level = RapierLevel::new();
/// let queries =
///     broad_phase.as_query_pipeline(narrow_phase.query_dispatcher(), &bodies, &colliders, QueryFilter::default());
/// let obstacles = level.obstacles(&queries, parameters.dt)?;
///
/// let mut mover = Mover::new(Shape::Capsule { radius_m: 0.3, height_m: 1.8 })?;
/// let state = MoverState::at([0.0, 0.9, 0.0]);
/// let config = MoveConfig { step_secs: parameters.dt, ..MoveConfig::default() };
/// let moved = mover.move_by(&obstacles, &state, [1.0, 0.0, 0.5], &Filter::default(), &config)?;
/// assert!((moved.state.position[0] - 0.695).abs() < 1e-6);
/// assert_eq!(RapierLevel::collider(moved.contacts[0].obstacle), wall);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct RapierLevel {
    solids: Solids,
    /// The colliders as obstacles. The id of an obstacle is the handle of its collider.
    world: World,
    /// The last state of each collider in the world, by the index of its handle.
    known: Vec<Option<Known>>,
}

#[derive(Debug)]
struct Known {
    handle: ColliderHandle,
    /// The address of its shape.
    shape: usize,
    converted: Arc<Converted>,
    /// Its state in the world; `None` if the world lacks it.
    state: Option<State>,
}

/// The state of a collider that its obstacle depends on, besides its shape. Numbers are compared by their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    place: [u32; 3],
    rotation: [u32; 4],
    /// The velocity and the length of the step, for a body that moves.
    motion: Option<([u32; 9], u32)>,
    label: Label,
}

impl RapierLevel {
    /// Creates a level that knows no colliders yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns Rapier's colliders as obstacles, after a physics step that took `step_secs`: those that the filter of
    /// `queries` accepts, except sensors and disabled ones.
    ///
    /// Looks at every collider, which takes a few nanoseconds for one that stays as it was. So make one view per step and
    /// move all bodies with it, or one view per body if each has another filter. Bodies with a velocity count as moved in
    /// this step: they carry and push.
    ///
    /// # Errors
    ///
    /// Returns an error for the first collider whose shape cannot be an obstacle, whether the filter accepts it or
    /// not.
    pub fn obstacles<'a>(
        &'a mut self,
        queries: &QueryPipeline<'a>,
        step_secs: f32,
    ) -> Result<RapierObstacles<'a>, ColliderError> {
        let mut first = Ok(());
        for (handle, collider) in queries.colliders.iter() {
            // An error does not end the loop, because another shape may reuse the address of a dropped one.
            let body = collider.parent().and_then(|body| queries.bodies.get(body));
            let velocity = body.and_then(Velocity::of);
            let put = (self.learn(handle, collider.shared_shape()))
                .and_then(|()| self.put(handle, collider, velocity, step_secs));
            first = first.and(put.map_err(|error| ColliderError { handle, error }));
        }
        if self.world.len() > queries.colliders.len() {
            self.forget(queries.colliders);
        }
        first?;
        Ok(RapierObstacles {
            level: self,
            queries: *queries,
            sensors: false,
        })
    }

    /// Converts a collider's shape, unless that was done before.
    fn learn(&mut self, handle: ColliderHandle, shape: &SharedShape) -> Result<(), ConvertError> {
        let (index, address) = (handle.into_raw_parts().0 as usize, address(shape));
        if let Some(Some(known)) = self.known.get(index)
            && known.handle == handle
            && known.shape == address
        {
            return Ok(());
        }
        if self.known.len() <= index {
            self.known.resize_with(index + 1, || None);
        }
        if let Some(known) = self.known[index].take() {
            // It may be missing, because its pose was invalid.
            let _ = self.world.remove(Self::obstacle(known.handle));
        }
        let converted = self.solids.solid(shape)?;
        self.known[index] = Some(Known {
            handle,
            shape: address,
            converted,
            state: None,
        });
        Ok(())
    }

    /// Puts a known collider into the world, unless its state there is current.
    fn put(
        &mut self,
        handle: ColliderHandle,
        collider: &Collider,
        velocity: Option<Velocity>,
        step_secs: f32,
    ) -> Result<(), ConvertError> {
        let Some(Some(known)) = self.known.get_mut(handle.into_raw_parts().0 as usize) else {
            return Ok(());
        };
        let at = collider.position();
        let state = State {
            place: at.translation.to_array().map(f32::to_bits),
            rotation: at.rotation.to_array().map(f32::to_bits),
            motion: velocity.map(|velocity| (velocity.bits(), step_secs.to_bits())),
            label: Label {
                layers: collider.collision_groups().memberships.bits(),
                tag: low_bits(collider.user_data),
            },
        };
        if known.state == Some(state) {
            return Ok(());
        }
        let id = Self::obstacle(handle);
        let Converted { solid, pose, .. } = &*known.converted;
        // Rapier cannot recover from an invalid pose either.
        let Ok(now) = pose_of(at) else {
            known.state = None;
            let _ = self.world.remove(id);
            return Ok(());
        };
        let before = velocity.and_then(|velocity| velocity.before(&now, f64::from(step_secs)));
        let put = self.world.put(&PlacedSolid {
            id,
            solid,
            pose: now.after(pose),
            before: before.map(|before| before.after(pose)),
            label: state.label,
        });
        known.state = put.is_ok().then_some(state);
        put.map_err(ConvertError::Obstacle)
    }

    /// Removes the colliders that are no longer in the set.
    fn forget(&mut self, colliders: &ColliderSet) {
        for known in &mut self.known {
            if let Some(gone) = known.take_if(|known| !colliders.contains(known.handle)) {
                // It may be missing, because its pose was invalid.
                let _ = self.world.remove(Self::obstacle(gone.handle));
            }
        }
    }

    fn known(&self, handle: ColliderHandle) -> Option<&Converted> {
        let known = self.known.get(handle.into_raw_parts().0 as usize)?;
        let known = known.as_ref().filter(|known| known.handle == handle)?;
        Some(&known.converted)
    }

    /// Returns the collider that a contact or a support names.
    #[must_use]
    pub fn collider(obstacle: ObstacleId) -> ColliderHandle {
        let bits = obstacle.to_bits();
        let [index, generation] = [bits, bits >> 32].map(|half| half & u64::from(u32::MAX));
        let part = |half: u64| u32::try_from(half).unwrap_or(u32::MAX);
        ColliderHandle::from_raw_parts(part(index), part(generation))
    }

    /// Returns the id by which a mover knows a collider.
    #[must_use]
    pub fn obstacle(collider: ColliderHandle) -> ObstacleId {
        let (index, generation) = collider.into_raw_parts();
        ObstacleId::from_bits(u64::from(generation) << 32 | u64::from(index))
    }

    /// Returns the part of a collider's compound shape to which the part of a contact belongs; 0 for other shapes.
    #[must_use]
    pub fn shape_part(&self, collider: ColliderHandle, part: u32) -> u32 {
        let parts = self.known(collider).map(|known| &known.parts);
        let part = parts.and_then(|parts| parts.get(part as usize));
        part.copied().unwrap_or(0)
    }
}

/// Rapier's colliders as obstacles in one step: see [`RapierLevel::obstacles`].
#[derive(Clone, Copy)]
pub struct RapierObstacles<'a> {
    level: &'a RapierLevel,
    queries: QueryPipeline<'a>,
    sensors: bool,
}

impl RapierObstacles<'_> {
    /// Returns the sensors that the filter accepts instead of the obstacles, for
    /// [`Mover::overlapping`](footwork_slide::Mover::overlapping): ladders, water, triggers.
    #[must_use]
    pub fn sensors(self) -> Self {
        Self {
            sensors: true,
            ..self
        }
    }
}

/// Returns the lower half of the bits.
#[allow(clippy::cast_possible_truncation, reason = "that is the purpose")]
fn low_bits(data: u128) -> u64 {
    data as u64
}

impl Obstacles for RapierObstacles<'_> {
    fn visit(&self, min: [f64; 3], max: [f64; 3], found: &mut dyn FnMut(PlacedSolid<'_>)) {
        self.level.world.visit(min, max, &mut |placed| {
            if self.selects(placed.id) {
                found(placed);
            }
        });
    }

    fn visit_one(&self, id: ObstacleId, found: &mut dyn FnMut(PlacedSolid<'_>)) {
        if self.selects(id) {
            self.level.world.visit_one(id, found);
        }
    }

    fn as_world(&self) -> Option<&World> {
        Some(&self.level.world)
    }

    fn is_selection(&self) -> bool {
        true
    }

    /// Returns whether a collider is of the right kind and the filter accepts it.
    fn selects(&self, id: ObstacleId) -> bool {
        let queries = &self.queries;
        let handle = RapierLevel::collider(id);
        queries.colliders.get(handle).is_some_and(|collider| {
            collider.is_sensor() == self.sensors
                && collider.is_enabled()
                && queries.filter.test(queries.bodies, handle, collider)
        })
    }
}
