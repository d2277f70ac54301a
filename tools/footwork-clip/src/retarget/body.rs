//! A person in one pose: whether the person stands, and how far the pose is from a T- or A-pose.

use footwork_base::Role;
use glam::{DQuat, DVec3};

use crate::role::Roles;
use crate::side::Side;

/// The roles that source and target both need.
pub(super) const NEEDED: [Role; 11] = [
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

/// The minimum angle between the vertical and the hanging arms of an A-pose, in radians.
const A_POSE_RAD: f64 = 0.5;

/// The joint of each role of one skeleton, in the order of [`Role::ALL`].
pub(super) struct RoleJoints(Vec<Option<usize>>);

impl RoleJoints {
    pub(super) fn new(roles: &Roles) -> Self {
        let joint = |role: &Role| roles.joint(*role).map(footwork_base::Id::index);
        Self(Role::ALL.iter().map(joint).collect())
    }

    /// Returns the joint of a role.
    pub(super) fn get(&self, role: Role) -> Option<usize> {
        self.0.get(role as usize).copied().flatten()
    }

    /// Returns the joint of a role in [`NEEDED`], which was checked to exist.
    pub(super) fn needed(&self, role: Role) -> usize {
        debug_assert!(NEEDED.contains(&role));
        self.get(role).unwrap_or(0)
    }

    pub(super) fn needed_on(&self, side: Side, left: Role) -> usize {
        self.needed(on(side, left))
    }

    /// Returns the role of a joint.
    pub(super) fn role(&self, joint: usize) -> Option<Role> {
        let index = self.0.iter().position(|of_role| *of_role == Some(joint))?;
        Role::ALL.get(index).copied()
    }
}

/// Returns the counterpart of a left role on the given side.
pub(super) fn on(side: Side, left: Role) -> Role {
    match side {
        Side::Left => left,
        Side::Right => left.mirrored(),
    }
}

/// A person in one pose.
#[derive(Clone, Copy)]
pub(super) struct Body<'a> {
    pub(super) joints: &'a RoleJoints,
    /// The position of each joint in the world.
    pub(super) places: &'a [DVec3],
}

impl Body<'_> {
    pub(super) fn place(&self, role: Role) -> DVec3 {
        self.places[self.joints.needed(role)]
    }

    /// Returns the line between the joints of two roles on one side. `from` and `to` are left roles.
    fn bone(&self, side: Side, from: Role, to: Role) -> DVec3 {
        self.place(on(side, to)) - self.place(on(side, from))
    }

    /// Returns the line from the right joint of a role to the left one.
    pub(super) fn across(&self, left: Role) -> DVec3 {
        self.place(left) - self.place(left.mirrored())
    }

    /// Returns the point midway between the left and the right joint of a role.
    pub(super) fn middle(&self, left: Role) -> DVec3 {
        0.5 * (self.place(left) + self.place(left.mirrored()))
    }

    /// Returns the line from the hip joints up to the shoulders.
    pub(super) fn trunk(&self) -> DVec3 {
        self.middle(Role::LeftUpperArm) - self.middle(Role::LeftUpperLeg)
    }

    /// Returns the line from the ankle to the ball of the foot; `None` if the skeleton has no toes.
    pub(super) fn foot(&self, side: Side) -> Option<DVec3> {
        let toe = self.joints.get(on(side, Role::LeftToe))?;
        Some(self.places[toe] - self.place(on(side, Role::LeftFoot)))
    }

    /// Returns the facing direction of a standing body, as the rotation from +z; or why the body does not stand.
    pub(super) fn stand(&self) -> Result<DQuat, &'static str> {
        let is_up = |line: DVec3| line.y > MIN_UPRIGHT * line.length();
        if !is_up(self.trunk()) {
            return Err("its shoulders are not above its hips");
        }
        for side in Side::BOTH {
            let thigh = self.bone(side, Role::LeftUpperLeg, Role::LeftLowerLeg);
            let shin = self.bone(side, Role::LeftLowerLeg, Role::LeftFoot);
            if !is_up(-thigh) || !is_up(-shin) {
                return Err("its legs do not stand on the ground");
            }
        }
        let left = self.across(Role::LeftUpperLeg);
        let forward = forward(left);
        if forward.length() < 0.5 * left.length() || left.length() == 0.0 {
            return Err("its legs are not side by side");
        }
        for side in Side::BOTH {
            if self.foot(side).is_some_and(|foot| foot.dot(forward) < 0.0) {
                return Err("its toes point back, so its left may be its right");
            }
        }
        Ok(DQuat::from_rotation_y(libm::atan2(forward.x, forward.z)))
    }

    /// Returns how far a standing body is from a T- or A-pose: the sum of the angles by which trunk, legs, arms and
    /// feet deviate, in radians.
    pub(super) fn strain(&self) -> f64 {
        let left = self.across(Role::LeftUpperLeg);
        let forward = forward(left).normalize_or_zero();
        let mut sum = angle(self.trunk(), DVec3::Y);
        sum += angle(left, self.across(Role::LeftUpperArm));
        for side in Side::BOTH {
            let thigh = self.bone(side, Role::LeftUpperLeg, Role::LeftLowerLeg);
            let shin = self.bone(side, Role::LeftLowerLeg, Role::LeftFoot);
            sum += angle(thigh, DVec3::NEG_Y) + angle(shin, DVec3::NEG_Y);
            let arm = self.bone(side, Role::LeftUpperArm, Role::LeftLowerArm);
            if let Some(hand) = self.joints.get(on(side, Role::LeftHand)) {
                let forearm = self.places[hand] - self.place(on(side, Role::LeftLowerArm));
                sum += angle(arm, forearm);
            }
            sum += libm::asin(arm.normalize_or_zero().dot(forward).abs().min(1.0));
            let hangs = angle(arm, DVec3::NEG_Y);
            let level = std::f64::consts::FRAC_PI_2;
            sum += 0.5 * (A_POSE_RAD - hangs).max(0.0) + (hangs - level).max(0.0);
            if let Some(foot) = self.foot(side) {
                sum += 0.5 * angle(DVec3::new(foot.x, 0.0, foot.z), forward);
            }
        }
        sum
    }
}

/// Returns the horizontal direction in which a body faces: left × up. `left` is the line across the body to its left.
fn forward(left: DVec3) -> DVec3 {
    DVec3::new(-left.z, 0.0, left.x)
}

/// Returns the angle between two lines in radians; a quarter turn if one of them has no length.
fn angle(a: DVec3, b: DVec3) -> f64 {
    let cosine = a.normalize_or_zero().dot(b.normalize_or_zero());
    libm::acos(cosine.clamp(-1.0, 1.0))
}
