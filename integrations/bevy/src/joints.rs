//! The joints of a model below a character: entities found by the names of the joints, and their transforms.

use std::collections::HashMap;

use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::Children;
use bevy_ecs::name::Name;
use bevy_ecs::query::Without;
use bevy_ecs::system::{Query, SystemParam};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use footwork::matching::{Pose, Rig};

use crate::input::StickInput;

/// The entities below characters. Other characters below a character, which have a [`StickInput`], are left out.
#[derive(SystemParam)]
pub(crate) struct Models<'w, 's> {
    children: Query<'w, 's, &'static Children>,
    names: Query<'w, 's, &'static Name>,
    transforms: Query<'w, 's, &'static mut Transform, Without<StickInput>>,
}

/// The entities of the joints of a rig.
#[derive(Debug, Default)]
pub(crate) struct Joints {
    /// In the order of the rig. Empty until a model is found.
    found: Vec<Option<Joint>>,
    /// Whether a model without any of the joints was reported.
    is_foreign: bool,
}

/// The entity of a joint.
#[derive(Clone, Copy, Debug)]
struct Joint {
    entity: Entity,
    /// The size of a metre in the space of its parent joint: 100 in a model made in centimetres.
    metre: f32,
    /// The combined transform of the entities between the joint and its parent joint, in the space of the parent
    /// joint; `None` if it is the identity.
    between: Option<Transform>,
}

/// A place in the walk through a model.
struct Visit {
    entity: Entity,
    metre: f32,
    between: Transform,
}

impl Joints {
    /// Returns the entity of a joint.
    pub(crate) fn entity(&self, joint: usize) -> Option<Entity> {
        let joint = self.found.get(joint).copied().flatten()?;
        Some(joint.entity)
    }

    /// Looks for the joints below a character, if no model has been found yet. If several entities have the name of
    /// a joint, the one nearest to the top counts. Returns the names of the joints that a newly found model lacks.
    /// If no entity has the name of a joint, a model counts as found once it has as many named entities as there
    /// are joints.
    pub(crate) fn find<'a>(
        &mut self,
        character: Entity,
        names: impl ExactSizeIterator<Item = &'a str>,
        models: &Models<'_, '_>,
    ) -> Vec<String> {
        if !self.found.is_empty() || !models.children.contains(character) {
            return Vec::new();
        }
        let (joints, mut named) = (names.len(), 0);
        let mut found = vec![None; names.len()];
        let mut wanted: HashMap<&str, usize> = HashMap::new();
        for (joint, name) in names.enumerate() {
            wanted.entry(name).or_insert(joint);
        }
        let below = |entity, metre, between| {
            let children = models.children.get(entity).ok();
            let children = children.into_iter().flatten().copied();
            children.map(move |entity| Visit {
                entity,
                metre,
                between,
            })
        };
        let mut to_visit: std::collections::VecDeque<Visit> =
            below(character, 1.0, Transform::IDENTITY).collect();
        while let Some(visit) = to_visit.pop_front() {
            let Ok(transform) = models.transforms.get(visit.entity) else {
                continue;
            };
            let name = models.names.get(visit.entity).ok();
            named += usize::from(name.is_some());
            let joint = name.and_then(|name| wanted.remove(name.as_str()));
            let (metre, between) = match joint {
                None => (visit.metre, visit.between * *transform),
                Some(joint) => {
                    let Visit {
                        entity,
                        metre,
                        between,
                    } = visit;
                    let scale = between.scale.x * transform.scale.x;
                    let between = (between != Transform::IDENTITY).then_some(between);
                    found[joint] = Some(Joint {
                        entity,
                        metre,
                        between,
                    });
                    (metre / scale, Transform::IDENTITY)
                }
            };
            to_visit.extend(below(visit.entity, metre, between));
        }
        let is_model = found.iter().any(Option::is_some);
        let is_foreign = !is_model && named >= joints;
        let is_new = is_model || is_foreign && !self.is_foreign;
        self.is_foreign = is_foreign;
        if is_model {
            self.found = found;
        }
        let mut missing: Vec<(usize, &str)> = Vec::new();
        if is_new {
            missing.extend(wanted.into_iter().map(|(name, joint)| (joint, name)));
        }
        missing.sort_unstable();
        missing
            .into_iter()
            .map(|(_, name)| name.to_owned())
            .collect()
    }

    /// Writes the rotation and the position of each joint. If an entity is gone, the model is looked for again.
    pub(crate) fn write(&mut self, pose: &Pose, rig: &Rig, models: &mut Models<'_, '_>) {
        for (place, joint) in self.found.iter().enumerate() {
            let Some(joint) = joint else { continue };
            let Ok(mut transform) = models.transforms.get_mut(joint.entity) else {
                self.found.clear();
                return;
            };
            let rotation = Quat::from_array(pose.rotations[place]);
            let offset_m = if place == 0 {
                pose.hips_m
            } else {
                rig.offsets_m()[place]
            };
            joint.put(rotation, Vec3::from(offset_m), &mut transform);
        }
    }
}

impl Joint {
    fn put(&self, rotation: Quat, offset_m: Vec3, transform: &mut Transform) {
        let offset = offset_m * self.metre;
        (transform.rotation, transform.translation) = match &self.between {
            None => (rotation, offset),
            Some(between) => {
                let back = between.rotation.inverse();
                let offset = (back * (offset - between.translation)) / between.scale;
                (back * rotation, offset)
            }
        };
    }
}
