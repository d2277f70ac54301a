//! The joints of a character: their world transforms, and legs that reach a target.

use footwork_base::maths;

use crate::leg::{Stretch, bend_leg, roll_foot};
use crate::motion::{Motion, MotionError};
use crate::place::Place;
use crate::rotation::{self, Quat};
use crate::vector::{Vec3, add, length, scale, sub, to_f32};

/// The joints of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The hip joint.
    pub upper: usize,
    /// The knee, a child of the hip joint.
    pub lower: usize,
    /// The ankle, a child of the knee.
    pub foot: usize,
    /// The ball of the foot, a child of the ankle. A foot with this joint is held by it, so that the heel can rise. A
    /// foot without it is held by the ankle.
    pub toe: Option<usize>,
}

impl Leg {
    /// Returns the joint that is held on the ground.
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
    /// The joints of the legs and all joints above them, in order.
    above_feet: Vec<usize>,
}

impl Rig {
    /// Creates a rig. `joints` gives the parent of each joint and the offset from the parent in metres. A parent must
    /// come before its joints. The hips have no parent, and their position comes from the motion. The left leg comes
    /// before the right one.
    ///
    /// # Errors
    /// Returns an error if a parent does not come before its joint, if a joint other than the hips has no parent, or if
    /// an offset is not finite. Also returns an error if a leg is not a chain of three joints below the hips, or if its
    /// toe is not a child of the ankle.
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

    /// Returns the number of joints.
    pub fn joint_count(&self) -> usize {
        self.parents.len()
    }

    /// Returns the position of each joint in the space of its parent, in metres. The position of the hips comes from the
    /// motion instead.
    pub fn offsets_m(&self) -> &[[f32; 3]] {
        &self.offsets_m
    }

    /// Returns the parent of a joint; `None` for the hips, and for a joint that does not exist.
    pub fn parent(&self, joint: usize) -> Option<usize> {
        self.parents.get(joint).copied().flatten()
    }

    /// Returns the joints by which the left and the right foot are held on the ground: the toe, or the ankle of a leg
    /// without a toe.
    pub fn feet(&self) -> [usize; 2] {
        self.legs.map(|leg| leg.contact())
    }

    /// Returns the joints of the left and the right ankle.
    pub(crate) fn ankles(&self) -> [usize; 2] {
        self.legs.map(|leg| leg.foot)
    }

    /// Returns the stretch of each leg: the distance from the hip joint to the ankle, as a share of the length of the
    /// leg.
    pub(crate) fn stretches(&self, position_m: impl Fn(usize) -> Vec3) -> [f32; 2] {
        self.legs.map(|leg| {
            let [upper, lower, foot] = [leg.upper, leg.lower, leg.foot].map(&position_m);
            let leg_m = length(sub(lower, upper)) + length(sub(foot, lower));
            length(sub(foot, upper)) / maths::max(leg_m, 1e-6)
        })
    }

    pub(crate) fn stretches_of(&self, world: &[Joint]) -> [f32; 2] {
        self.stretches(|joint| world[joint].position_m)
    }

    pub(crate) fn check(&self, motion: &Motion) -> Result<(), MotionError> {
        motion.check(self.joint_count())
    }

    /// Writes the world transform of every joint.
    pub(crate) fn world(&self, motion: &Motion, place: &Place, joints: &mut Vec<Joint>) {
        self.write_world(motion, place, 0..self.parents.len(), joints);
    }

    /// Writes the world transforms of the leg joints and of all joints above them. [`Self::reach`] reads only these
    /// joints. Other joints are unchanged.
    pub(crate) fn legs_world(&self, motion: &Motion, place: &Place, joints: &mut Vec<Joint>) {
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

    /// Returns the height by which the hips must sink so that the contact joint of a leg reaches a target, after the
    /// foot has rolled over its toes. Returns 0 if the leg already reaches the target.
    pub(crate) fn lack_m(&self, world: &[Joint], leg: usize, target: &Target) -> f32 {
        let leg = self.legs[leg];
        let held = Held::new(world, &leg, target);
        let [x, y, z] = sub(held.ankle_m, held.hip_m);
        let reach = held.stretch.free * held.leg_m;
        let down = maths::sqrt(maths::max(reach * reach - x * x - z * z, 0.0));
        maths::max(-y - down, 0.0)
    }

    /// Bends a leg so that its contact joint reaches a target. The foot keeps its world rotation, except that it tilts
    /// with the ground, and rolls over its toes if the leg would be too short. `world` holds the joints of the motion.
    ///
    /// Every change to a leg goes through this function, so no leg becomes straighter than its [`Stretch`] allows.
    pub(crate) fn reach(
        &self,
        motion: &mut Motion,
        world: &[Joint],
        heading_rad: f64,
        leg: usize,
        target: &Target,
    ) {
        let leg = self.legs[leg];
        let [upper, lower, foot] = [leg.upper, leg.lower, leg.foot].map(|joint| world[joint]);
        let bones = [upper, lower, foot].map(|joint| joint.position_m);
        let heading = to_f32(heading_rad);
        let ahead = [maths::sin(heading), 0.0, maths::cos(heading)];
        let held = Held::new(world, &leg, target);
        let way = sub(held.ankle_m, held.hip_m);
        let far = length(way);
        let soft = held.stretch.soft(far / held.leg_m) * held.leg_m;
        let ankle = add(held.hip_m, scale(way, soft / maths::max(far, 1e-6)));
        let Some(turn) = bend_leg(bones, ankle, ahead) else {
            return;
        };
        debug_assert!(
            length(sub(turn.ankle_m, held.hip_m)) <= (held.stretch.most + 1e-3) * held.leg_m,
            "a leg is longer than its bones allow"
        );
        let parent =
            self.parents[leg.upper].map_or(rotation::IDENTITY, |parent| world[parent].rotation);
        let new_upper = rotation::mul(turn.upper, upper.rotation);
        let new_lower = rotation::mul(turn.lower, lower.rotation);
        let new_foot = rotation::mul(held.turn, foot.rotation);
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
            // The toes stay flat on the ground.
            let flat = rotation::mul(target.tilt, world[toe].rotation);
            motion.rotations[toe] = local(new_foot, flat);
        }
    }
}

/// The target of a foot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// The position of the contact joint in the world, in metres.
    pub(crate) contact_m: Vec3,
    /// The rotation that tilts the foot from flat ground to the ground below it.
    pub(crate) tilt: Quat,
    /// The stretch of the leg in the motion, before any target applies.
    pub(crate) own_stretch: f32,
}

/// The leg and the limits with which it reaches a target.
struct Held {
    hip_m: Vec3,
    ankle_m: Vec3,
    leg_m: f32,
    /// The rotation of the foot: its roll over the toes and its tilt to the ground.
    turn: Quat,
    stretch: Stretch,
}

impl Held {
    fn new(world: &[Joint], leg: &Leg, target: &Target) -> Self {
        let [hip_m, knee, foot, contact] =
            [leg.upper, leg.lower, leg.foot, leg.contact()].map(|joint| world[joint].position_m);
        let leg_m = length(sub(knee, hip_m)) + length(sub(foot, knee));
        let stretch = Stretch::new(target.own_stretch);
        let sole = rotation::rotate(target.tilt, sub(foot, contact));
        let ankle = add(target.contact_m, sole);
        let roll = roll_foot(hip_m, ankle, target.contact_m, stretch.free * leg_m)
            .unwrap_or(rotation::IDENTITY);
        Self {
            hip_m,
            ankle_m: add(target.contact_m, rotation::rotate(roll, sole)),
            leg_m,
            turn: rotation::mul(roll, target.tilt),
            stretch,
        }
    }
}

/// A joint in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    pub(crate) position_m: Vec3,
    rotation: Quat,
}

/// The reason why joints do not form a rig.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RigError {
    /// The parent of a joint does not come before the joint, or a joint other than the hips has no parent.
    Parent {
        /// The joint.
        joint: usize,
    },
    /// An offset is not finite.
    NotFinite {
        /// The joint.
        joint: usize,
    },
    /// A leg is not a chain of three joints below the hips, or its toe is not a child of the foot.
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

#[cfg(test)]
mod tests {
    use footwork_testkit::Random;

    use super::*;

    /// The law holds for any target that a lock, a teleport or the ground may set.
    #[test]
    fn no_leg_is_longer_than_its_bones() {
        let chain = |side: f32, first: usize| {
            [
                (Some(0), [side, 0.0, 0.0]),
                (Some(first), [0.0, -0.45, 0.0]),
                (Some(first + 1), [0.0, -0.42, 0.0]),
                (Some(first + 2), [0.0, -0.07, 0.14]),
            ]
        };
        let leg = |first: usize| Leg {
            upper: first,
            lower: first + 1,
            foot: first + 2,
            toe: Some(first + 3),
        };
        let joints = [(None, [0.0; 3])].into_iter();
        let joints = joints.chain(chain(0.1, 1)).chain(chain(-0.1, 5));
        let rig = Rig::new(joints, [leg(1), leg(5)]).unwrap();
        let mut random = Random::for_case("no leg is longer", 0);
        let (mut world, mut held) = (Vec::new(), Vec::new());
        let mut reached = 0;
        for _ in 0..5_000 {
            let mut motion = Motion::new(9);
            motion.hips_m = [0.0, 0.9, 0.0];
            for rotation in &mut motion.rotations {
                *rotation = rotation::from_vector(random.vector(0.5).map(to_f32));
            }
            let place = Place::default();
            rig.legs_world(&motion, &place, &mut world);
            let own = rig.stretches_of(&world);
            let foot = usize::from(random.unit() < 0.5);
            let contact_m = world[rig.feet()[foot]].position_m;
            let size = [0.05, 0.5, 100.0][random.below(3)];
            let target = Target {
                contact_m: add(contact_m, random.vector(size).map(to_f32)),
                tilt: rotation::from_vector(random.vector(0.3).map(to_f32)),
                own_stretch: own[foot],
            };
            let mut pose = motion.clone();
            rig.reach(&mut pose, &world, 0.0, foot, &target);
            rig.legs_world(&pose, &place, &mut held);
            let stretch = rig.stretches_of(&held)[foot];
            let most = maths::max(own[foot], crate::leg::SOFT_STRETCH);
            assert!(stretch <= most + 1e-3, "{stretch} {own:?}");
            let off = length(sub(held[rig.feet()[foot]].position_m, target.contact_m));
            reached += i32::from(off < 1e-3);
            assert!(off.is_finite());
        }
        assert!(reached > 500, "{reached}");
    }
}
