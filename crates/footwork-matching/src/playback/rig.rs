//! The joints of a character: their world transforms, and the legs that reach for a point.

use footwork_base::maths;

use crate::leg::{bend_leg, roll_foot};
use crate::motion::{Motion, MotionError};
use crate::playback::Place;
use crate::rotation::{self, Quat};
use crate::vector::{Vec3, add, length, sub, to_f32};

/// The joints of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The hip joint.
    pub upper: usize,
    /// The knee, a child of the hip joint.
    pub lower: usize,
    /// The ankle, a child of the knee.
    pub foot: usize,
    /// The ball of the foot, a child of the ankle. It is held on the ground, so that the heel can rise; without it the ankle is
    /// held.
    pub toe: Option<usize>,
}

impl Leg {
    /// The joint held on the ground.
    pub fn contact(&self) -> usize {
        self.toe.unwrap_or(self.foot)
    }
}

/// The hierarchy of the joints of a character. Joint 0 is the hips.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    parents: Vec<Option<usize>>,
    offsets_m: Vec<Vec3>,
    legs: [Leg; 2],
    /// The joints of the legs and all above them, in order.
    above_feet: Vec<usize>,
}

impl Rig {
    /// Creates a rig. Each joint has a parent, which comes before it, and an offset from it in metres; the legs are left and
    /// right. The hips have no parent, and their position comes from the motion.
    ///
    /// # Errors
    /// Returns an error if a parent does not come before its joint, if a joint other than the hips has no parent, if an offset is
    /// not finite, or if a leg is not a chain of three joints below the hips with the toes, if any, at its end.
    pub fn new(
        joints: impl IntoIterator<Item = (Option<usize>, [f32; 3])>,
        legs: [Leg; 2],
    ) -> Result<Self, RigError> {
        let (parents, offsets_m): (Vec<_>, Vec<Vec3>) = joints.into_iter().unzip();
        for (joint, (parent, offset)) in parents.iter().zip(&offsets_m).enumerate() {
            let is_placed = match parent {
                None => joint == 0,
                Some(parent) => *parent < joint,
            };
            if !is_placed {
                return Err(RigError::Parent { joint });
            }
            if offset.iter().any(|number| !number.is_finite()) {
                return Err(RigError::NotFinite { joint });
            }
        }
        for leg in legs {
            let parent = |joint: usize| parents.get(joint).copied().flatten();
            let is_chain =
                parent(leg.foot) == Some(leg.lower) && parent(leg.lower) == Some(leg.upper);
            let has_toe = leg.toe.is_none_or(|toe| parent(toe) == Some(leg.foot));
            if !is_chain || !has_toe || parent(leg.upper).is_none() {
                return Err(RigError::Leg { leg });
            }
        }
        let mut is_above = vec![false; parents.len()];
        for leg in legs {
            let mut at = Some(leg.contact());
            while let Some(joint) = at {
                is_above[joint] = true;
                at = parents[joint];
            }
        }
        let above_feet = (0..parents.len()).filter(|joint| is_above[*joint]);
        Ok(Self {
            above_feet: above_feet.collect(),
            parents,
            offsets_m,
            legs,
        })
    }

    /// The number of joints.
    pub fn joint_count(&self) -> usize {
        self.parents.len()
    }

    /// The joints of the left and the right foot held on the ground: toes, or ankles without them.
    pub fn feet(&self) -> [usize; 2] {
        self.legs.map(|leg| leg.contact())
    }

    pub(super) fn check(&self, motion: &Motion) -> Result<(), MotionError> {
        motion.check(self.joint_count())
    }

    /// Writes the world transform of every joint.
    pub(super) fn world(&self, motion: &Motion, place: &Place, joints: &mut Vec<Joint>) {
        self.write_world(motion, place, 0..self.parents.len(), joints);
    }

    /// Writes the joints of the legs and those above them, all that [`Self::reach`] reads. The others are unchanged.
    pub(super) fn legs_world(&self, motion: &Motion, place: &Place, joints: &mut Vec<Joint>) {
        self.write_world(motion, place, self.above_feet.iter().copied(), joints);
    }

    fn write_world(
        &self,
        motion: &Motion,
        place: &Place,
        which: impl Iterator<Item = usize>,
        joints: &mut Vec<Joint>,
    ) {
        let heading = rotation::from_vector([0.0, to_f32(place.heading_rad), 0.0]);
        let [x, z] = place.position_m.map(to_f32);
        let nowhere = Joint {
            position_m: [0.0; 3],
            rotation: rotation::IDENTITY,
        };
        joints.resize(self.parents.len(), nowhere);
        for joint in which {
            let rotation = rotation::normalized(motion.rotations[joint]);
            joints[joint] = match self.parents[joint] {
                None => Joint {
                    position_m: add([x, 0.0, z], rotation::rotate(heading, motion.hips_m)),
                    rotation: rotation::mul(heading, rotation),
                },
                Some(parent) => {
                    let parent = joints[parent];
                    Joint {
                        position_m: add(
                            parent.position_m,
                            rotation::rotate(parent.rotation, self.offsets_m[joint]),
                        ),
                        rotation: rotation::mul(parent.rotation, rotation),
                    }
                }
            };
        }
    }

    /// Bends a leg so that its contact reaches a point of the world. The foot keeps its rotation in the world, except that it
    /// rolls over its toes if the leg would be too short. `world` holds the joints of the motion.
    pub(super) fn reach(
        &self,
        motion: &mut Motion,
        world: &[Joint],
        heading_rad: f64,
        leg: usize,
        target_m: Vec3,
    ) {
        let leg = self.legs[leg];
        let [upper, lower, foot] = [leg.upper, leg.lower, leg.foot].map(|joint| world[joint]);
        let contact = world[leg.contact()].position_m;
        if contact == target_m {
            return;
        }
        let heading = to_f32(heading_rad);
        let ahead = [maths::sin(heading), 0.0, maths::cos(heading)];
        let bones = [upper, lower, foot].map(|joint| joint.position_m);
        let sole = sub(foot.position_m, contact);
        let ankle = add(target_m, sole);
        let leg_m = length(sub(bones[1], bones[0])) + length(sub(bones[2], bones[1]));
        let roll = roll_foot(bones[0], ankle, target_m, leg_m).unwrap_or(rotation::IDENTITY);
        let ankle = add(target_m, rotation::rotate(roll, sole));
        let Some(turn) = bend_leg(bones, ankle, ahead) else {
            return;
        };
        let parent =
            self.parents[leg.upper].map_or(rotation::IDENTITY, |parent| world[parent].rotation);
        let new_upper = rotation::mul(turn.upper, upper.rotation);
        let new_lower = rotation::mul(turn.lower, lower.rotation);
        let new_foot = rotation::mul(roll, foot.rotation);
        let local = |parent, joint| {
            rotation::canonical(rotation::normalized(rotation::mul(
                rotation::inverse(parent),
                joint,
            )))
        };
        motion.rotations[leg.upper] = local(parent, new_upper);
        motion.rotations[leg.lower] = local(new_upper, new_lower);
        motion.rotations[leg.foot] = local(new_lower, new_foot);
        if let Some(toe) = leg.toe {
            // The toes stay flat.
            motion.rotations[toe] = local(new_foot, world[toe].rotation);
        }
    }
}

/// A joint in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub(super) position_m: Vec3,
    rotation: Quat,
}

/// Why joints do not form a rig.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RigError {
    /// The parent of a joint does not come before it, or a joint other than the hips has none.
    Parent {
        /// The joint.
        joint: usize,
    },
    /// An offset is not finite.
    NotFinite {
        /// The joint.
        joint: usize,
    },
    /// A leg is not a hip joint, its child and that one's child.
    Leg {
        /// The leg.
        leg: Leg,
    },
}

footwork_base::display! { RigError:
    Self::Parent { joint } => "joint {joint} has no parent before it";
    Self::NotFinite { joint } => "the offset of joint {joint} is not finite";
    Self::Leg { leg } => "{leg:?} is not a chain of three joints";
}

impl std::error::Error for RigError {}
