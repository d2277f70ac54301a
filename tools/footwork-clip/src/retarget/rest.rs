//! A skeleton at rest, prepared for retargeting, and the check that it is suitable.

use footwork_base::{Id, Role};
use glam::{DQuat, DVec3};

use super::RetargetError;
use crate::side::Side;
use crate::skeleton::Skeleton;

/// The roles that both skeletons need.
const NEEDED: [Role; 11] = [
    Role::Hips,
    Role::LeftUpperArm,
    Role::LeftLowerArm,
    Role::LeftUpperLeg,
    Role::LeftLowerLeg,
    Role::LeftFoot,
    Role::RightUpperArm,
    Role::RightLowerArm,
    Role::RightUpperLeg,
    Role::RightLowerLeg,
    Role::RightFoot,
];

/// The minimum cosine of the angle between the vertical and the spine or a leg.
const MIN_UPRIGHT: f64 = 0.7;

/// A skeleton at rest.
pub(super) struct Rest {
    pub(super) parents: Vec<Option<usize>>,
    pub(super) is_end: Vec<bool>,
    offsets: Vec<DVec3>,
    /// The local rotation of each joint.
    pub(super) locals: Vec<DQuat>,
    /// The rotation of each joint in the world.
    pub(super) turns: Vec<DQuat>,
    pub(super) places: Vec<DVec3>,
    /// The rotation from a body that faces +z to this one.
    pub(super) facing: DQuat,
    /// The joint of each role, in the order of [`Role::ALL`].
    joints: Vec<Option<usize>>,
    /// The y of the lowest joint below either ankle in the hierarchy; `None` if a foot ends at its ankle.
    sole_m: Option<f64>,
    names: Vec<String>,
}

impl Rest {
    pub(super) fn new(skeleton: &Skeleton, whose: &'static str) -> Result<Self, RetargetError> {
        let roles = skeleton.roles();
        for (role, outcome) in roles.iter().filter(|(role, _)| NEEDED.contains(role)) {
            if let crate::role::RoleOutcome::Missing(why) = outcome {
                return Err(RetargetError::MissingRole {
                    whose,
                    role: role.name(),
                    why: why.clone(),
                });
            }
        }
        let joints = skeleton.joints();
        let (turns, places) = skeleton.rest_transforms();
        let local = |turn: &[f32; 4]| DQuat::from_array(turn.map(f64::from));
        let mut rest = Self {
            parents: joints.iter().map(|j| j.parent.map(Id::index)).collect(),
            is_end: joints.iter().map(|joint| joint.is_end).collect(),
            offsets: joints
                .iter()
                .map(|joint| DVec3::from_array(joint.offset.map(f64::from)))
                .collect(),
            locals: skeleton.rest_rotations().iter().map(local).collect(),
            turns,
            places,
            facing: DQuat::IDENTITY,
            joints: Role::ALL
                .iter()
                .map(|role| roles.joint(*role).map(Id::index))
                .collect(),
            sole_m: None,
            names: joints.iter().map(|joint| joint.name.clone()).collect(),
        };
        rest.sole_m = rest.sole(skeleton);
        rest.facing = rest
            .stand()
            .map_err(|why| RetargetError::Unfit { whose, why })?;
        Ok(rest)
    }

    /// Returns the joint of a role.
    pub(super) fn joint(&self, role: Role) -> Option<usize> {
        self.joints.get(role as usize).copied().flatten()
    }

    /// Iterates over the joints without a role, with their names.
    pub(super) fn without_role(&self) -> impl Iterator<Item = (usize, &str)> {
        let names = self.names.iter().map(String::as_str).enumerate();
        names.filter(|(joint, _)| !self.joints.contains(&Some(*joint)))
    }

    /// Returns the joint of a role in [`NEEDED`]; [`Rest::new`] checks that it exists.
    pub(super) fn needed(&self, role: Role) -> usize {
        debug_assert!(NEEDED.contains(&role));
        self.joint(role).unwrap_or(0)
    }

    pub(super) fn needed_on(&self, side: Side, left: Role) -> usize {
        self.needed(on(side, left))
    }

    fn place(&self, role: Role) -> DVec3 {
        self.places[self.needed(role)]
    }

    /// Returns the facing direction of the body at rest, or why it does not stand upright.
    fn stand(&self) -> Result<DQuat, &'static str> {
        let mut top = self.needed(Role::Hips);
        while let Some(parent) = self.parents[top] {
            top = parent;
        }
        if top != 0 {
            return Err("its hips do not hang from its first root");
        }
        let hips = self.hip_joints(|joint| self.places[joint]);
        let shoulders = 0.5 * (self.place(Role::LeftUpperArm) + self.place(Role::RightUpperArm));
        let is_up = |line: DVec3| line.y > MIN_UPRIGHT * line.length();
        if !is_up(shoulders - hips) {
            return Err("its shoulders are not above its hips at rest");
        }
        for side in Side::BOTH {
            let [upper, lower, foot] = [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot]
                .map(|role| self.places[self.needed_on(side, role)]);
            if !is_up(upper - lower) || !is_up(lower - foot) {
                return Err("its legs do not stand on the ground at rest");
            }
        }
        let left = self.place(Role::LeftUpperLeg) - self.place(Role::RightUpperLeg);
        // Forward is left × up.
        let forward = DVec3::new(-left.z, 0.0, left.x);
        if forward.length() < 0.5 * left.length() || left.length() == 0.0 {
            return Err("its legs are not side by side at rest");
        }
        for side in Side::BOTH {
            let foot = self.needed_on(side, Role::LeftFoot);
            let toe = self.joint(on(side, Role::LeftToe));
            if toe.is_some_and(|toe| (self.places[toe] - self.places[foot]).dot(forward) < 0.0) {
                return Err("its toes point back at rest, so its left may be its right");
            }
        }
        Ok(DQuat::from_rotation_y(libm::atan2(forward.x, forward.z)))
    }

    /// Returns the point between the hip joints, from the positions of joints.
    pub(super) fn hip_joints(&self, at: impl Fn(usize) -> DVec3) -> DVec3 {
        0.5 * (at(self.needed(Role::LeftUpperLeg)) + at(self.needed(Role::RightUpperLeg)))
    }

    fn sole(&self, skeleton: &Skeleton) -> Option<f64> {
        let names = skeleton.joints().iter();
        let names = names.map(|joint| (joint.name.as_str(), joint.parent));
        let feet = [Role::LeftFoot, Role::RightFoot];
        let lowest = feet.map(|role| {
            let ankle = self.needed(role);
            let joints = skeleton.roles().sole(role, names.clone());
            let below = joints.iter().filter(|joint| joint.index() != ankle);
            let heights = below.map(|joint| self.places[joint.index()].y);
            heights.min_by(f64::total_cmp)
        });
        Some(lowest[0]?.min(lowest[1]?))
    }

    /// Returns the height of the part on which both skeletons stand: the soles, or the ankles if one of them has no
    /// joints below its ankles.
    pub(super) fn floor_m(&self, other: &Self) -> f64 {
        let ankle = self
            .place(Role::LeftFoot)
            .y
            .min(self.place(Role::RightFoot).y);
        match (self.sole_m, other.sole_m) {
            (Some(sole), Some(_)) => sole.min(ankle),
            _ => ankle,
        }
    }

    /// Finds the rotation and the position of each joint in the world.
    pub(super) fn solve(
        &self,
        root: DVec3,
        locals: &[DQuat],
        turns: &mut [DQuat],
        places: &mut [DVec3],
    ) {
        for joint in 0..self.parents.len() {
            let (turn, place) = match self.parents[joint] {
                Some(parent) => {
                    let turn = turns[parent];
                    (turn, places[parent] + turn * self.offsets[joint])
                }
                None if joint == 0 => (DQuat::IDENTITY, root),
                None => (DQuat::IDENTITY, self.offsets[joint]),
            };
            places[joint] = place;
            turns[joint] = if self.is_end[joint] {
                turn
            } else {
                turn * locals[joint]
            };
        }
    }
}

/// Returns the counterpart of a left role on the given side.
pub(super) fn on(side: Side, left: Role) -> Role {
    match side {
        Side::Left => left,
        Side::Right => left.mirrored(),
    }
}
