//! The joints of a pose in the space of the root, or in the world.

use crate::character::Pose;
use crate::playback::Rig;
use crate::rotation;
use crate::vector::{Vec3, add, to_f32};

/// The space of joint positions and rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// The space of the root, which is on the ground below the character with z ahead.
    Root,
    /// The world.
    World,
}

/// A joint in the space of the root, or in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPlace {
    /// The rotation: a unit quaternion `[x, y, z, w]`.
    pub rotation: [f32; 4],
    /// The position, in metres.
    pub position_m: [f32; 3],
}

impl Default for JointPlace {
    fn default() -> Self {
        Self {
            rotation: rotation::IDENTITY,
            position_m: [0.0; 3],
        }
    }
}

impl Pose {
    /// Writes the place of every joint in `space`. World positions are rounded to f32 once, after the position of the
    /// root is added, so they are as exact as f32 allows even far from the origin. Returns `false` and writes nothing
    /// unless the pose and `out` both have the rig's number of joints.
    ///
    /// ```
    /// use footwork_matching::{JointPlace, Leg, Placement, Pose, Rig, Space};
    ///
    /// // The hips, and two legs of three joints.
    /// let offsets = [(None, 0.0), (Some(0), 0.1), (Some(1), 0.0), (Some(2), 0.0), (Some(0), -0.1), (Some(4), 0.0), (Some(5), 0.0)];
    /// let joints = offsets.map(|(parent, left)| (parent, [left, if parent == Some(0) { 0.0 } else { -0.4 }, 0.0]));
    /// let leg = |upper| Leg { upper, lower: upper + 1, foot: upper + 2, toe: None };
    /// let rig = Rig::new(joints, [leg(1), leg(4)]).unwrap();
    ///
    /// let pose = Pose {
    ///     root: Placement { position_m: [10.0, 2.0, 0.0], heading_rad: 0.0 },
    ///     hips_m: [0.0, 0.9, 0.0],
    ///     rotations: vec![[0.0, 0.0, 0.0, 1.0]; 7],
    /// };
    /// let mut places = [JointPlace::default(); 7];
    /// assert!(pose.joints(&rig, Space::World, &mut places));
    /// let [x, y, z] = places[3].position_m; // the left foot
    /// assert!((x - 10.1).abs() < 1e-6 && (y - 2.1).abs() < 1e-6 && z == 0.0);
    /// ```
    pub fn joints(&self, rig: &Rig, space: Space, out: &mut [JointPlace]) -> bool {
        let count = rig.joint_count();
        if out.len() != count || self.rotations.len() != count {
            return false;
        }
        for joint in 0..count {
            let rotation = rotation::normalized(self.rotations[joint]);
            out[joint] = match rig.parent(joint) {
                None => JointPlace {
                    rotation,
                    position_m: self.hips_m,
                },
                Some(parent) => {
                    let parent = out[parent];
                    let way = rotation::rotate(parent.rotation, rig.offsets_m()[joint]);
                    JointPlace {
                        rotation: rotation::mul(parent.rotation, rotation),
                        position_m: add(parent.position_m, way),
                    }
                }
            };
        }
        if space == Space::World {
            let heading = rotation::from_vector([0.0, to_f32(self.root.heading_rad), 0.0]);
            for place in out {
                let way = rotation::rotate(heading, place.position_m);
                let at = |axis: usize| to_f32(self.root.position_m[axis] + f64::from(way[axis]));
                *place = JointPlace {
                    rotation: rotation::mul(heading, place.rotation),
                    position_m: [0, 1, 2].map(at),
                };
            }
        }
        true
    }
}

/// Returns the position of one joint in the space of the root.
pub(super) fn joint_in_root(
    hips_m: Vec3,
    rotations: &[[f32; 4]],
    rig: &Rig,
    mut joint: usize,
) -> Vec3 {
    let mut at = [0.0; 3];
    while let Some(parent) = rig.parent(joint) {
        let turned = rotation::rotate(rotation::normalized(rotations[joint]), at);
        at = add(rig.offsets_m()[joint], turned);
        joint = parent;
    }
    let turned = rotation::rotate(rotation::normalized(rotations[joint]), at);
    add(hips_m, turned)
}
