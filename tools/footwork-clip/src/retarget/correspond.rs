//! The correspondence of joints: which joint of the source each joint of the target follows, and how.

use footwork_base::Role;
use glam::{DQuat, DVec3};

use super::body::on;
use super::reference::{FootPose, Reference};
use crate::side::Side;

/// The bones to align with the source's bones, each from the joint of the first role to the joint of the second. Other
/// joints turn from rest by the same angles as the source's joints, because every spine rests upright and every foot
/// flat, whatever the directions of their bones.
const ALIGNED: [(Role, Role); 4] = [
    (Role::LeftUpperArm, Role::LeftLowerArm),
    (Role::LeftLowerArm, Role::LeftHand),
    (Role::LeftUpperLeg, Role::LeftLowerLeg),
    (Role::LeftLowerLeg, Role::LeftFoot),
];

/// The correspondence of the joints of a target to the joints of a source.
pub(super) struct Correspondence {
    /// For each joint of the target, the joint or joints of the source that it follows; `None` if it follows its parent.
    followed: Vec<Option<Followed>>,
    /// The roles for which the target has a joint but the source has none.
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

/// A joint of the source, and the rotation from its world rotation to the world rotation of the target's joint.
struct Copied {
    from: usize,
    then: DQuat,
}

impl Copied {
    fn turn(&self, turns: &[DQuat]) -> DQuat {
        turns[self.from] * self.then
    }
}

/// The standing point of a foot: the ball if both skeletons have one, else the ankle.
pub(super) struct Foot {
    from: usize,
    pub(super) to: usize,
    /// The height of the target's point above the target's sole, minus the scaled height of the source's point
    /// above the source's sole.
    lift_m: f64,
}

impl Foot {
    /// Returns the intended position of the standing point. `at` gives the positions of the source's joints.
    pub(super) fn wanted(&self, at: impl Fn(usize) -> DVec3, scale: f64) -> DVec3 {
        at(self.from) * scale + DVec3::Y * self.lift_m
    }
}

impl Correspondence {
    pub(super) fn new(source: &Reference, target: &Reference) -> Self {
        let pair = Pair { source, target };
        let mut followed: Vec<Option<Followed>> = target.parents.iter().map(|_| None).collect();
        let mut unmoved = Vec::new();
        for role in Role::ALL {
            let Some(joint) = target.roles.get(role) else {
                continue;
            };
            match pair.follow(role, joint) {
                Some(found) => followed[joint] = Some(found),
                None => unmoved.push(role),
            }
        }
        for (joint, name) in target.without_role() {
            let mut same = source.without_role().filter(|(_, other)| *other == name);
            let from = same.next().map(|(from, _)| from);
            followed[joint] = from.map(|from| Followed::One(pair.copied_named(from, joint)));
        }
        let scale = target.leg_m(source) / source.leg_m(target);
        Self {
            followed,
            unmoved,
            scale,
            feet: Side::BOTH.map(|side| pair.foot(side, scale)),
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
                // Opposite rotations have no rotation halfway between them.
                Some(if length > 1e-6 {
                    sum * length.recip()
                } else {
                    a
                })
            }
        }
    }
}

/// The reference poses of both skeletons.
struct Pair<'a> {
    source: &'a Reference,
    target: &'a Reference,
}

impl Pair<'_> {
    fn follow(&self, role: Role, joint: usize) -> Option<Followed> {
        let aligned = self.alignment(role) * self.target.turn(joint);
        let copied = |from: usize| Copied {
            from,
            then: self.source.turn(from).conjugate() * aligned,
        };
        match self.source.roles.get(role) {
            Some(from) => Some(Followed::One(copied(from))),
            // If the source has no spine joint, the target's spine turns halfway between hips and chest.
            None if role == Role::Spine => {
                let chest = self.source.roles.get(Role::Chest)?;
                Some(Followed::Between(
                    copied(self.source.roles.get(Role::Hips)?),
                    copied(chest),
                ))
            }
            None => None,
        }
    }

    /// Returns how a joint without a role follows the joint of the same name. It is aligned like the nearest joint with
    /// a role above it, so that fingers stay in line with their hand.
    fn copied_named(&self, from: usize, joint: usize) -> Copied {
        let mut above = self.target.parents[joint];
        let mut role = None;
        while let (None, Some(parent)) = (role, above) {
            role = self.target.roles.role(parent);
            above = self.target.parents[parent];
        }
        let aligned = role.map_or_else(|| self.facing(), |role| self.alignment(role));
        Copied {
            from,
            then: self.source.turn(from).conjugate() * aligned * self.target.turn(joint),
        }
    }

    /// Returns the rotation from the target's facing direction to the source's, in their reference poses.
    fn facing(&self) -> DQuat {
        self.source.facing * self.target.facing.conjugate()
    }

    /// Returns the rotation that aligns the target's body part of a role with the source's, in their reference poses.
    fn alignment(&self, role: Role) -> DQuat {
        for side in Side::BOTH {
            if [Role::LeftFoot, Role::LeftToe]
                .map(|left| on(side, left))
                .contains(&role)
            {
                return self.foot_alignment(side);
            }
        }
        let facing = if self.source.is_frame() || self.target.is_frame() {
            self.source.part(role) * self.target.part(role).conjugate()
        } else {
            self.facing()
        };
        // A hand rests in line with its forearm.
        let limb = match role {
            Role::LeftHand => Role::LeftLowerArm,
            Role::RightHand => Role::RightLowerArm,
            role => role,
        };
        let sides = Side::BOTH.into_iter();
        let mut bones =
            sides.flat_map(|side| ALIGNED.map(|(from, to)| (on(side, from), on(side, to))));
        let bone = bones.find(|(from, _)| *from == limb);
        let line = |of: &Reference| {
            let (from, to) = bone?;
            let line = of.places[of.roles.get(to)?] - of.places[of.roles.get(from)?];
            line.try_normalize()
        };
        match (line(self.source), line(self.target)) {
            (Some(to), Some(from)) => DQuat::from_rotation_arc(facing * from, to) * facing,
            _ => facing,
        }
    }

    /// Returns the rotation that aligns a foot of the target in its reference pose with the source's.
    ///
    /// If one of the feet is bent down at rest, aligns the directions from ankle to ball. Otherwise, if one of the
    /// reference poses is taken from a frame, aligns the directions in which the feet point over the ground. For two
    /// rest poses, aligns only the facing directions of the bodies.
    fn foot_alignment(&self, side: Side) -> DQuat {
        let [source, target] = [self.source, self.target].map(|of| &of.feet[side as usize]);
        let facing = self.facing();
        let (Some(to), Some(from)) = (source.line, target.line) else {
            return facing;
        };
        if !(source.is_flat && target.is_flat) {
            return DQuat::from_rotation_arc(facing * from, to) * facing;
        }
        if source.is_frame || target.is_frame {
            let heading = |line: DVec3| DQuat::from_rotation_y(libm::atan2(line.x, line.z));
            return heading(to) * heading(from).conjugate();
        }
        facing
    }

    fn foot(&self, side: Side, scale: f64) -> Foot {
        let toe = on(side, Role::LeftToe);
        let balls = self.source.roles.get(toe).zip(self.target.roles.get(toe));
        let feet = [self.source, self.target].map(|of| &of.feet[side as usize]);
        let has_balls = balls.is_some() && feet.iter().all(|foot| foot.is_flat);
        let height = |of: &Reference, other: &Reference, foot: &FootPose| {
            of.ankle_m(other, side) + if has_balls { foot.ball_m } else { 0.0 }
        };
        let ankle = |of: &Reference| of.roles.needed_on(side, Role::LeftFoot);
        let (from, to) = match balls.filter(|_| has_balls) {
            Some(balls) => balls,
            None => (ankle(self.source), ankle(self.target)),
        };
        let [source, target] = feet;
        Foot {
            from,
            to,
            lift_m: height(self.target, self.source, target)
                - scale * height(self.source, self.target, source),
        }
    }
}
