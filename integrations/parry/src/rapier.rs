//! Rapier's colliders as obstacles, and impulses on its bodies.

mod error;
mod impulse;
mod motion;

use std::sync::Arc;

use footwork_slide::{Label, ObstacleId, Obstacles, PlacedSolid};
use parry3d::bounding_volume::Aabb;
use parry3d::partitioning::BvhNode;
use rapier3d::geometry::{Collider, ColliderHandle, SharedShape};
use rapier3d::math::Vector;
use rapier3d::pipeline::QueryPipeline;

use crate::convert::Converted;
use crate::error::ConvertError;
use crate::pieces::pose_of;
use crate::solids::{Solids, address};
pub use error::ColliderError;
pub use impulse::Impulse;
use motion::before;

/// The solids of Rapier's colliders. Keep it next to the collider set, and make a view of it for each step.
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
#[derive(Debug)]
pub struct RapierLevel {
    /// The fastest obstacle that a mover notices on its way past, in m/s; 50 by default. Rapier's broad phase knows only
    /// where colliders are now, so a mover searches farther by the length that this speed covers in a step.
    pub max_speed_mps: f32,
    solids: Solids,
    /// The solid of each collider, by the index of its handle.
    known: Vec<Option<Known>>,
}

#[derive(Debug)]
struct Known {
    handle: ColliderHandle,
    /// The address of its shape.
    shape: usize,
    converted: Arc<Converted>,
}

impl Default for RapierLevel {
    fn default() -> Self {
        Self::new()
    }
}

impl RapierLevel {
    /// Creates a level that knows no colliders yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            max_speed_mps: 50.0,
            solids: Solids::default(),
            known: Vec::new(),
        }
    }

    /// Returns Rapier's colliders as obstacles, after a physics step that took `step_secs`: those that the filter of
    /// `queries` accepts, except sensors and disabled ones.
    ///
    /// Converts the shapes of new and changed colliders; looks at every collider, which takes a few nanoseconds each. So
    /// make one view per step and move all bodies with it. Bodies with a velocity count as moved in this step: they carry
    /// and push.
    ///
    /// # Errors
    ///
    /// The first collider whose shape cannot be an obstacle, whether the filter accepts it or not.
    pub fn obstacles<'a>(
        &'a mut self,
        queries: &QueryPipeline<'a>,
        step_secs: f32,
    ) -> Result<RapierObstacles<'a>, ColliderError> {
        let mut first = Ok(());
        for (handle, collider) in queries.colliders.iter() {
            // All are learned: a shape that is not known any more may leave its address to another.
            let learned = self.learn(handle, collider.shared_shape());
            first = first.and(learned.map_err(|error| ColliderError { handle, error }));
        }
        first?;
        Ok(RapierObstacles {
            level: self,
            queries: *queries,
            step_secs,
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
        self.known[index] = None;
        let converted = self.solids.solid(shape)?;
        self.known[index] = Some(Known {
            handle,
            shape: address,
            converted,
        });
        Ok(())
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
    step_secs: f32,
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

    /// Passes on a collider, if it is of the right kind and the filter accepts it.
    fn see(
        &self,
        handle: ColliderHandle,
        collider: &Collider,
        found: &mut dyn FnMut(PlacedSolid<'_>),
    ) {
        let queries = &self.queries;
        if collider.is_sensor() != self.sensors
            || !collider.is_enabled()
            || !queries.filter.test(queries.bodies, handle, collider)
        {
            return;
        }
        let Some(Converted { solid, pose, .. }) = self.level.known(handle) else {
            return;
        };
        // Rapier itself does not get over a pose that is none.
        let Ok(now) = pose_of(collider.position()) else {
            return;
        };
        let body = collider.parent().and_then(|body| queries.bodies.get(body));
        let before = body.and_then(|body| before(body, &now, f64::from(self.step_secs)));
        found(PlacedSolid {
            id: RapierLevel::obstacle(handle),
            solid,
            pose: now.after(pose),
            before: before.map(|before| before.after(pose)),
            label: Label {
                layers: collider.collision_groups().memberships.bits(),
                tag: low_bits(collider.user_data),
            },
        });
    }
}

/// Returns the lower half of the bits.
#[allow(clippy::cast_possible_truncation, reason = "that is the purpose")]
fn low_bits(data: u128) -> u64 {
    data as u64
}

impl Obstacles for RapierObstacles<'_> {
    fn visit(&self, min: [f64; 3], max: [f64; 3], found: &mut dyn FnMut(PlacedSolid<'_>)) {
        let farther = f64::from(self.level.max_speed_mps) * f64::from(self.step_secs);
        let near = Aabb {
            mins: Vector::from_array(min.map(|at| below(at - farther))),
            maxs: Vector::from_array(max.map(|at| above(at + farther))),
        };
        let near = BvhNode::leaf(near, 0);
        for leaf in self.queries.bvh.leaves(|node| node.intersects(&near)) {
            if let Some((collider, handle)) = self.queries.colliders.get_unknown_gen(leaf) {
                self.see(handle, collider, found);
            }
        }
    }

    fn visit_one(&self, id: ObstacleId, found: &mut dyn FnMut(PlacedSolid<'_>)) {
        let handle = RapierLevel::collider(id);
        if let Some(collider) = self.queries.colliders.get(handle) {
            self.see(handle, collider, found);
        }
    }
}

/// Returns an f32 that is not above a number.
#[allow(clippy::cast_possible_truncation, reason = "one step down corrects it")]
fn below(at: f64) -> f32 {
    (at as f32).next_down()
}

/// Returns an f32 that is not below a number.
#[allow(clippy::cast_possible_truncation, reason = "one step up corrects it")]
fn above(at: f64) -> f32 {
    (at as f32).next_up()
}
