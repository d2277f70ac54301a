//! Footsteps as messages.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use bevy_math::{DVec3, Vec3};
use footwork::matching;
pub use footwork::matching::Foot;

/// A foot came to stand: the moment for a sound, dust or a print.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Footstep {
    /// The character.
    pub entity: Entity,
    /// The foot.
    pub foot: Foot,
    /// The world position of the joint that stands: the ball of the foot, or the ankle of a skeleton
    /// without it.
    pub position: Vec3,
    /// The speed of the character along the ground, in m/s: faster steps are louder.
    pub speed_mps: f32,
}

impl Footstep {
    pub(crate) fn new(entity: Entity, step: &matching::Footstep) -> Self {
        Self {
            entity,
            foot: step.foot,
            position: DVec3::from(step.position_m).as_vec3(),
            speed_mps: step.speed_mps,
        }
    }
}
