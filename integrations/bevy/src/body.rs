//! Obstacles that follow their transforms, and bodies that slide along them.

use bevy_ecs::change_detection::{DetectChanges, Ref};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::query::{With, Without};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, Query, Res, ResMut};
use bevy_ecs::world::DeferredWorld;
use bevy_math::{DVec3, Vec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use footwork::slide::{
    Contact, Filter, Label, MoveConfig, Mover, MoverState, ObstacleId, Outcome, Pose, Shape,
    ShapeError, Solid, World,
};

use crate::failed::{Failed, Failure};

/// How far a body wants to move in this step, in metres. Systems before
/// [`FootworkSystems::Slide`](crate::FootworkSystems::Slide) add to it, for example a fall; the step resets it to zero.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct WantedMove(pub Vec3);

/// The obstacles of bodies. Those of entities are kept up to date; a game may add its own, such as a level without entities.
#[derive(Resource, Debug, Default)]
pub struct SlideWorld(pub World);

/// An obstacle at the entity's own `Transform`; scale and parents are ignored. To change it, insert a new `Obstacle`.
#[derive(Component, Clone, Debug)]
#[component(on_remove = leave_obstacle)]
#[require(Transform)]
pub struct Obstacle {
    /// Its shape.
    pub solid: Solid,
    /// Its layers.
    pub layers: u32,
}

impl Obstacle {
    /// Creates an obstacle in all layers.
    pub fn new(solid: Solid) -> Self {
        let layers = Label::default().layers;
        Self { solid, layers }
    }
}

/// The obstacle of an entity in the [`SlideWorld`]. Its label has the entity's bits as its tag.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(on_discard = leave_world)]
pub struct ObstacleInWorld(pub ObstacleId);

/// A body that moves by its [`WantedMove`], sliding along obstacles. Its place is in [`state`](Self::state), in double
/// precision, and its `Transform` follows. To move it elsewhere, change the state.
#[derive(Component, Debug)]
#[require(Transform, WantedMove)]
pub struct Body {
    /// Its place, and what it stands on.
    pub state: MoverState,
    /// The config of its moves. Its step length is ignored; `Time<Fixed>` sets it.
    pub config: MoveConfig,
    /// The layers of obstacles that stop it.
    pub layers: u32,
    mover: Mover,
    outcome: Outcome,
    contacts: Vec<Contact>,
}

impl Body {
    /// Creates a body with its centre at a place, in metres, that meets obstacles in all layers.
    ///
    /// # Errors
    /// Returns an error if the shape is not valid for a body.
    pub fn new(shape: Shape, centre_m: [f64; 3], config: MoveConfig) -> Result<Self, ShapeError> {
        Ok(Self {
            state: MoverState::at(centre_m),
            config,
            layers: Filter::default().layers,
            mover: Mover::new(shape)?,
            outcome: Outcome::Free,
            contacts: Vec::new(),
        })
    }

    /// Returns the outcome of the last move.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns the contacts of the last move.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Returns the shape.
    pub fn shape(&self) -> Shape {
        self.mover.shape()
    }
}

type Placed = (
    Entity,
    Ref<'static, Obstacle>,
    Ref<'static, Transform>,
    Option<&'static ObstacleInWorld>,
);

/// Adds obstacles, and moves those whose transforms changed.
pub(crate) fn place_obstacles(
    mut world: ResMut<SlideWorld>,
    obstacles: Query<Placed>,
    mut commands: Commands,
    mut failed: MessageWriter<Failed>,
) {
    let world = &mut world.0;
    world.begin_step();
    for (entity, obstacle, transform, placed) in &obstacles {
        let is_same = placed.filter(|_| !obstacle.is_changed());
        if is_same.is_some() && !transform.is_changed() {
            continue;
        }
        let mut put = || -> Result<Option<ObstacleId>, Failure> {
            let position = transform.translation.as_dvec3().to_array();
            let pose =
                Pose::new(position, transform.rotation.to_array()).map_err(Failure::Place)?;
            if let Some(placed) = is_same {
                world.move_to(placed.0, pose).map_err(Failure::Obstacle)?;
                return Ok(None);
            }
            let (layers, tag) = (obstacle.layers, entity.to_bits());
            let label = Label { layers, tag };
            let added = world.add(obstacle.solid.clone(), pose, label);
            Ok(Some(added.map_err(Failure::Obstacle)?))
        };
        match put() {
            Ok(None) => {}
            Ok(Some(added)) => {
                commands.entity(entity).insert(ObstacleInWorld(added));
            }
            Err(failure) => {
                let entity = Some(entity);
                failed.write(Failed { entity, failure });
            }
        }
    }
}

/// Returns whether some obstacle is not in the world yet.
pub(crate) fn is_any_obstacle_new(
    obstacles: Query<(), (With<Obstacle>, Without<ObstacleInWorld>)>,
) -> bool {
    !obstacles.is_empty()
}

/// Removes the obstacle of an entity from the world when its component is removed or replaced.
fn leave_world(mut world: DeferredWorld<'_>, context: HookContext) {
    let id = world.get::<ObstacleInWorld>(context.entity).copied();
    let slide = world.get_resource_mut::<SlideWorld>();
    if let (Some(id), Some(mut slide)) = (id, slide) {
        // The game may have removed it.
        let _ = slide.0.remove(id.0);
    }
}

/// Removes the obstacle of an entity whose [`Obstacle`] component is removed.
fn leave_obstacle(mut world: DeferredWorld<'_>, context: HookContext) {
    let mut commands = world.commands();
    if let Ok(mut entity) = commands.get_entity(context.entity) {
        entity.try_remove::<ObstacleInWorld>();
    }
}

/// Moves all bodies, and all other entities with a wanted move.
pub(crate) fn move_bodies(
    time: Res<Time<Fixed>>,
    world: Res<SlideWorld>,
    mut movers: Query<(Entity, Option<&mut Body>, &mut WantedMove, &mut Transform)>,
    mut failed: MessageWriter<Failed>,
) {
    for (entity, body, mut wanted, mut transform) in &mut movers {
        let way = std::mem::take(&mut wanted.0);
        let Some(mut body) = body else {
            if way != Vec3::ZERO {
                transform.translation += way;
            }
            continue;
        };
        let Body {
            state,
            config,
            layers,
            mover,
            outcome,
            contacts,
        } = &mut *body;
        let config = MoveConfig {
            step_secs: time.delta_secs(),
            ..*config
        };
        let filter = Filter {
            layers: *layers,
            ..Filter::default()
        };
        match mover.move_by(&world.0, state, way.to_array(), &filter, &config) {
            Ok(moved) => {
                *state = moved.state;
                *outcome = moved.outcome;
                contacts.clear();
                contacts.extend_from_slice(moved.contacts);
                transform.translation = DVec3::from(moved.state.position).as_vec3();
            }
            Err(error) => {
                let (entity, failure) = (Some(entity), Failure::Move(error));
                failed.write(Failed { entity, failure });
            }
        }
    }
}
