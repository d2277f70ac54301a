//! The correspondence of joints: which joint of the source each joint of the target follows, and how.

use footwork_base::Role;
use glam::{DQuat, DVec3};

use super::rest::{Rest, on};
use crate::side::Side;

/// The bones to align with those of the source, each from the joint of the first role to that of the second.
/// Other joints only take over the rotation from rest, because spines rest upright and feet flat, whatever the
/// directions of their bones.
const ALIGNED: [(Role, Role); 4] = [
    (Role::LeftUpperArm, Role::LeftLowerArm),
    (Role::LeftLowerArm, Role::LeftHand),
    (Role::LeftUpperLeg, Role::LeftLowerLeg),
    (Role::LeftLowerLeg, Role::LeftFoot),
];

/// How the target follows the source.
pub(super) struct Correspondence {
    /// What each joint of the target follows.
    followed: Vec<Option<Followed>>,
    /// The roles that the target has a joint for, but the source does not.
    pub(super) unmoved: Vec<Role>,
    /// The size of the target relative to the source.
    pub(super) scale: f64,
    /// The left and the right foot.
    pub(super) feet: [Foot; 2],
}

/// The source that a joint of the target follows.
enum Followed {
    One(Copied),
    /// The rotation halfway between two copied ones.
    Between(Copied, Copied),
}

/// A joint of the source, and the rotations that convert its world rotation to that of the target's joint.
struct Copied {
    from: usize,
    then: DQuat,
}

impl Copied {
    fn turn(&self, turns: &[DQuat]) -> DQuat {
        turns[self.from] * self.then
    }
}

/// The point of a foot that stands: the ball if both skeletons have one, else the ankle.
pub(super) struct Foot {
    from: usize,
    pub(super) to: usize,
    /// The height of the target's point above the target's sole, minus the scaled height of the source's point
    /// above the source's sole.
    lift_m: f64,
}

impl Foot {
    /// Returns the intended position of the point, from the positions of the source.
    pub(super) fn wanted(&self, at: impl Fn(usize) -> DVec3, scale: f64) -> DVec3 {
        at(self.from) * scale + DVec3::Y * self.lift_m
    }
}

impl Correspondence {
    pub(super) fn new(source: &Rest, target: &Rest) -> Self {
        let mut followed: Vec<Option<Followed>> = target.parents.iter().map(|_| None).collect();
        let mut unmoved = Vec::new();
        for role in Role::ALL {
            let Some(joint) = target.joint(role) else {
                continue;
            };
            match follow(role, joint, source, target) {
                Some(found) => followed[joint] = Some(found),
                None => unmoved.push(role),
            }
        }
        for (joint, name) in target.without_role() {
            let mut same = source.without_role().filter(|(_, other)| *other == name);
            let from = same.next().map(|(from, _)| from);
            followed[joint] = from.map(|from| {
                Followed::One(Copied {
                    from,
                    then: source.turns[from].conjugate()
                        * facing(source, target)
                        * target.turns[joint],
                })
            });
        }
        let height = |rest: &Rest, other: &Rest| {
            rest.hip_joints(|joint| rest.places[joint]).y - rest.floor_m(other)
        };
        let scale = height(target, source) / height(source, target);
        Self {
            followed,
            unmoved,
            scale,
            feet: Side::BOTH.map(|side| foot(side, source, target, scale)),
        }
    }

    /// Returns the world rotation of a joint of the target, from the rotations of the source; `None` if it follows its
    /// parent.
    pub(super) fn turn(&self, joint: usize, turns: &[DQuat]) -> Option<DQuat> {
        match self.followed[joint].as_ref()? {
            Followed::One(copied) => Some(copied.turn(turns)),
            Followed::Between(a, b) => {
                let (a, b) = (a.turn(turns), b.turn(turns));
                let b = if a.dot(b) < 0.0 { -b } else { b };
                let sum = a + b;
                let length = sum.length();
                // Opposite rotations have no middle.
                Some(if length > 1e-6 {
                    sum * length.recip()
                } else {
                    a
                })
            }
        }
    }
}

/// Returns the rotation from the target's facing direction at rest to the source's.
fn facing(source: &Rest, target: &Rest) -> DQuat {
    source.facing * target.facing.conjugate()
}

fn follow(role: Role, joint: usize, source: &Rest, target: &Rest) -> Option<Followed> {
    let facing = facing(source, target);
    let aligned = alignment(role, source, target, facing) * facing * target.turns[joint];
    let copied = |from: usize| Copied {
        from,
        then: source.turns[from].conjugate() * aligned,
    };
    match source.joint(role) {
        Some(from) => Some(Followed::One(copied(from))),
        // If the source has no spine joint, that of the target takes the rotation halfway between hips and chest.
        None if role == Role::Spine => {
            let chest = source.joint(Role::Chest)?;
            Some(Followed::Between(
                copied(source.joint(Role::Hips)?),
                copied(chest),
            ))
        }
        None => None,
    }
}

/// Returns the rotation that takes a bone of the target, already turned to face like the source, to the bone of the
/// source.
fn alignment(role: Role, source: &Rest, target: &Rest, facing: DQuat) -> DQuat {
    let hands = [Role::LeftHand, Role::RightHand];
    // A hand rests in line with its forearm.
    let limb = if hands.contains(&role) {
        match role {
            Role::LeftHand => Role::LeftLowerArm,
            _ => Role::RightLowerArm,
        }
    } else {
        role
    };
    let sides = Side::BOTH.into_iter();
    let bones = sides.flat_map(|side| ALIGNED.map(|(from, to)| (on(side, from), on(side, to))));
    let bone = bones.into_iter().find(|(from, _)| *from == limb);
    let line = |rest: &Rest| {
        let (from, to) = bone?;
        let line = rest.places[rest.joint(to)?] - rest.places[rest.joint(from)?];
        line.try_normalize()
    };
    match (line(source), line(target)) {
        (Some(to), Some(from)) => DQuat::from_rotation_arc(facing * from, to),
        _ => DQuat::IDENTITY,
    }
}

fn foot(side: Side, source: &Rest, target: &Rest, scale: f64) -> Foot {
    let toe = on(side, Role::LeftToe);
    let (from, to) = match (source.joint(toe), target.joint(toe)) {
        (Some(from), Some(to)) => (from, to),
        _ => (
            source.needed_on(side, Role::LeftFoot),
            target.needed_on(side, Role::LeftFoot),
        ),
    };
    let height =
        |rest: &Rest, other: &Rest, joint: usize| rest.places[joint].y - rest.floor_m(other);
    Foot {
        from,
        to,
        lift_m: height(target, source, to) - scale * height(source, target, from),
    }
}
