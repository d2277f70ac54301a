//! The roles of each limb, from the trunk outwards.

use footwork_base::Role;

use crate::side::Side;

/// The roles of joints in the middle of the body.
pub(super) const MIDDLE: [Role; 5] = [Role::Hips, Role::Spine, Role::Chest, Role::Neck, Role::Head];

/// The left arm and the left leg.
pub(super) const LEFT: [Role; 8] = [
    Role::LeftShoulder,
    Role::LeftUpperArm,
    Role::LeftLowerArm,
    Role::LeftHand,
    Role::LeftUpperLeg,
    Role::LeftLowerLeg,
    Role::LeftFoot,
    Role::LeftToe,
];

/// The roles that every humanoid has. If one is missing, the shape of the skeleton is used.
pub(super) const ROLES: [Role; 13] = [
    Role::Hips,
    Role::LeftUpperArm,
    Role::LeftLowerArm,
    Role::LeftHand,
    Role::LeftUpperLeg,
    Role::LeftLowerLeg,
    Role::LeftFoot,
    Role::RightUpperArm,
    Role::RightLowerArm,
    Role::RightHand,
    Role::RightUpperLeg,
    Role::RightLowerLeg,
    Role::RightFoot,
];

/// Returns the counterpart of a left role on the given side.
pub(super) fn on(side: Side, left: Role) -> Role {
    match side {
        Side::Left => left,
        Side::Right => left.mirrored(),
    }
}

/// Returns the next role of the limb towards the trunk; `None` for the first role of a limb.
pub(super) fn before(role: Role) -> Option<Role> {
    let limbs: [&[Role]; 3] = [&MIDDLE, &LEFT[..4], &LEFT[4..]];
    let mirrored = role.mirrored();
    for limb in limbs {
        for pair in limb.windows(2) {
            if pair[1] == role {
                return Some(pair[0]);
            }
            if pair[1] == mirrored {
                return Some(pair[0].mirrored());
            }
        }
    }
    None
}
