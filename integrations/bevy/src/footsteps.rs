//! Footsteps: the moments at which a foot of a character comes to stand.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use bevy_math::{DQuat, DVec3, Quat, Vec3};
use footwork::matching::{Pose, Rig};

/// A foot that was in the air for less than this, in seconds, has not stepped: a jump to another pose lifts feet for a moment.
const MIN_AIR_SECS: f64 = 0.1;

/// A foot of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foot {
    /// The left foot.
    Left,
    /// The right foot.
    Right,
}

/// A foot came to stand: the moment for a sound, dust or a print.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Footstep {
    /// The character.
    pub entity: Entity,
    /// The foot.
    pub foot: Foot,
    /// The joint that stands, in the world: the ball of the foot, or the ankle of a skeleton without it.
    pub position: Vec3,
}

/// For how long each foot has been in the air.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steps {
    air_secs: [f64; 2],
}

impl Steps {
    /// Goes on for `dt_secs`, and returns the feet that came to stand.
    pub(crate) fn update(&mut self, dt_secs: f64, stands: [bool; 2]) -> impl Iterator<Item = Foot> {
        let landed = [0, 1].map(|foot| stands[foot] && self.air_secs[foot] >= MIN_AIR_SECS);
        for (air_secs, stands) in self.air_secs.iter_mut().zip(stands) {
            *air_secs = if stands { 0.0 } else { *air_secs + dt_secs };
        }
        let feet = [Foot::Left, Foot::Right].into_iter().zip(landed);
        feet.filter_map(|(foot, landed)| landed.then_some(foot))
    }
}

/// Returns the position in the world of the joint on which a foot stands.
pub(crate) fn position(foot: Foot, pose: &Pose, rig: &Rig) -> Vec3 {
    let [left, right] = rig.feet();
    let mut joint = match foot {
        Foot::Left => left,
        Foot::Right => right,
    };
    let mut at = Vec3::ZERO;
    while let Some(parent) = rig.parent(joint) {
        let turn = Quat::from_array(pose.rotations[joint]);
        at = Vec3::from(rig.offsets_m()[joint]) + turn * at;
        joint = parent;
    }
    at = Vec3::from(pose.hips_m) + Quat::from_array(pose.rotations[joint]) * at;
    let turn = DQuat::from_rotation_y(pose.root.heading_rad);
    (DVec3::from(pose.root.position_m) + turn * at.as_dvec3()).as_vec3()
}
