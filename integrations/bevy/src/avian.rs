//! Avian's colliders as obstacles, and impulses on its bodies.

use std::sync::Arc;

use avian3d::prelude::{
    Collider, ColliderDisabled, ColliderOf, CollisionLayers, ComputedMass, Forces, Position,
    RigidBody, Rotation, Sensor, WriteRigidBodyForces,
};
use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::change_detection::{DetectChanges, Ref};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::lifecycle::RemovedComponents;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::query::{Has, With};
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Commands, Query, Res, ResMut};
use bevy_math::Vec3;
use footwork::slide::{Contact, Label, Pose};
use footwork_parry::{Converted, Solids};

use crate::FootworkSystems;
use crate::body::{Body, ObstacleInWorld, SlideWorld, move_bodies, place_obstacles};
use crate::failed::{Failed, Failure};

/// Makes every collider of Avian an obstacle for [`Body`], next to those with an [`Obstacle`](crate::Obstacle): static,
/// kinematic and dynamic ones, at their `Position` and `Rotation`, also below other entities and scaled. Add it after
/// [`FootworkPlugin`](crate::FootworkPlugin) and Avian's `PhysicsPlugins`.
///
/// - Sensors, disabled colliders, and colliders of an entity with a [`Body`] or below one are left out.
/// - A collider's layers are the memberships of its `CollisionLayers`; [`Body::layers`] selects among them.
/// - A collider that moved in the last physics step carries and pushes bodies.
/// - A contact's label has the entity of the collider as its tag.
/// - A shape that cannot be an obstacle is a [`Failed`] message with [`Failure::Collider`], in each step. A collider that
///   gets such a shape leaves the world.
#[derive(Clone, Copy, Debug, Default)]
pub struct AvianObstaclesPlugin;

impl Plugin for AvianObstaclesPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<AvianSolids>();
        let place = place_colliders.after(place_obstacles).before(move_bodies);
        let push = push_bodies.after(move_bodies);
        app.add_systems(FixedUpdate, (place, push).in_set(FootworkSystems::Slide));
    }
}

/// The mass with which a [`Body`] pushes Avian's dynamic bodies. Without this component, a body does not push.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct PushesBodies {
    /// The mass in kg.
    pub mass_kg: f32,
}

/// The solids of colliders.
#[derive(Resource, Default)]
struct AvianSolids(Solids);

/// The solid of a collider that is an obstacle.
#[derive(Component)]
struct AvianSolid(Arc<Converted>);

type Placed = (
    Entity,
    Ref<'static, Collider>,
    Ref<'static, Position>,
    Ref<'static, Rotation>,
    Option<&'static CollisionLayers>,
    Option<&'static ColliderOf>,
    (Has<Sensor>, Has<ColliderDisabled>),
    Option<(&'static ObstacleInWorld, &'static AvianSolid)>,
);

/// Adds, moves and removes the obstacles of colliders.
fn place_colliders(
    mut world: ResMut<SlideWorld>,
    mut solids: ResMut<AvianSolids>,
    colliders: Query<Placed>,
    (bodies, parents): (Query<(), With<Body>>, Query<&ChildOf>),
    mut removed: RemovedComponents<Collider>,
    mut commands: Commands,
    mut failed: MessageWriter<Failed>,
) {
    for entity in removed.read().filter(|entity| !colliders.contains(*entity)) {
        leave(&mut commands, entity);
    }
    let world = &mut world.0;
    for (entity, collider, position, rotation, layers, of, (is_sensor, is_disabled), placed) in
        &colliders
    {
        let is_own = bodies.contains(entity)
            || of.is_some_and(|of| bodies.contains(of.body))
            || parents.iter_ancestors(entity).any(|at| bodies.contains(at));
        if is_sensor || is_disabled || is_own {
            if placed.is_some() {
                leave(&mut commands, entity);
            }
            continue;
        }
        // Avian has not placed it yet.
        if *position == Position::PLACEHOLDER {
            continue;
        }
        let label = Label {
            layers: layers.map_or(u32::MAX, |layers| layers.memberships.0),
            tag: entity.to_bits(),
        };
        let is_news = placed
            .is_none_or(|(ObstacleInWorld(id), _)| world.label(*id).is_ok_and(|old| old != label))
            || collider.is_changed()
            || position.is_changed()
            || rotation.is_changed();
        let mut put = || -> Result<(), Failure> {
            let at = position.0.to_array().map(f64::from);
            let pose = Pose::new(at, rotation.0.to_array()).map_err(Failure::Place)?;
            if let Some((ObstacleInWorld(id), solid)) = placed
                && !collider.is_changed()
            {
                let pose = pose.after(&solid.0.pose);
                if world.pose(*id).map_err(Failure::Obstacle)? != pose {
                    world.move_to(*id, pose).map_err(Failure::Obstacle)?;
                }
                return world.set_label(*id, label).map_err(Failure::Obstacle);
            }
            let converted = solids.0.solid(collider.shape_scaled());
            let converted = converted.map_err(Failure::Collider)?;
            let pose = pose.after(&converted.pose);
            let added = world.add(converted.solid.clone(), pose, label);
            let added = ObstacleInWorld(added.map_err(Failure::Obstacle)?);
            // Replacing the component removes the former obstacle.
            commands
                .entity(entity)
                .insert((added, AvianSolid(converted)));
            Ok(())
        };
        if is_news && let Err(failure) = put() {
            // The conversion is tried again in each step, so that each step reports the failure.
            if placed.is_some() {
                leave(&mut commands, entity);
            }
            let entity = Some(entity);
            failed.write(Failed { entity, failure });
        }
    }
}

/// Removes the obstacle of an entity from the world.
fn leave(commands: &mut Commands<'_, '_>, entity: Entity) {
    if let Ok(mut entity) = commands.get_entity(entity) {
        entity.try_remove::<(ObstacleInWorld, AvianSolid)>();
    }
}

type Pushed = (&'static RigidBody, &'static ComputedMass);

/// Applies the impulses of the last moves to dynamic bodies.
fn push_bodies(
    world: Res<SlideWorld>,
    bodies: Query<(&Body, &PushesBodies)>,
    colliders: Query<&ColliderOf>,
    pushed: Query<Pushed>,
    mut forces: Query<Forces>,
) {
    let pushed_by = |contact: &Contact| {
        let collider = world.0.label(contact.obstacle).ok()?.tag;
        let body = colliders.get(Entity::try_from_bits(collider)?).ok()?.body;
        let (kind, mass) = pushed.get(body).ok()?;
        let is_pushed = *kind == RigidBody::Dynamic && contact.closing_mps > 0.0;
        is_pushed.then(|| (body, mass.inverse()))
    };
    for (body, pushes) in &bodies {
        for contact in body.contacts() {
            let Some((other, inverse)) = pushed_by(contact) else {
                continue;
            };
            let same = body.contacts().iter().filter_map(pushed_by);
            let share = same
                .filter(|(same, _)| *same == other)
                .fold(0.0, |share: f32, _| share + 1.0);
            let size = contact.closing_mps / ((1.0 / pushes.mass_kg + inverse) * share);
            // NaN, from a mass of zero, is not above 0.
            let is_push = size > 0.0;
            if is_push && let Ok(mut forces) = forces.get_mut(other) {
                let point = contact.point.map(narrow);
                let impulse = Vec3::from_array(contact.normal) * -size;
                forces.apply_linear_impulse_at_point(impulse, Vec3::from_array(point));
            }
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "Avian's numbers are f32")]
fn narrow(at: f64) -> f32 {
    at as f32
}
