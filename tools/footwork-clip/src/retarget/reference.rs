//! The reference pose of a skeleton: a standing pose, relative to which the turns of its bones are measured.
//!
//! If the body stands upright in the rest pose, along any axis, the rest pose is the reference. Otherwise the reference
//! is the frame of a clip that is nearest to a T- or A-pose. A frame is not a neutral pose: its feet may be lifted and
//! its trunk may be bent. So each foot has its own reference, the frame on which it is flat and lowest, and the trunks
//! of two skeletons are aligned by the lines across and along them instead of by their rotations.

use footwork_base::{Id, Role, UpAxis};
use glam::{DMat3, DQuat, DVec3};

use super::body::{Body, NEEDED, RoleJoints, on};
use super::{ReferencePose, RetargetError};
use crate::clip::{Clip, Pose};
use crate::kinematics::ForwardKinematics;
use crate::role::RoleOutcome;
use crate::side::Side;
use crate::skeleton::Skeleton;
use crate::upright::to_y;

/// The minimum cosine of the angle between the facing direction and a foot that counts as not bent down.
const MIN_FORWARD: f64 = 0.5;

/// A skeleton in its reference pose.
pub(super) struct Reference {
    pub(super) parents: Vec<Option<usize>>,
    pub(super) is_end: Vec<bool>,
    pub(super) is_body: Vec<bool>,
    offsets: Vec<DVec3>,
    /// The local rotation of each joint.
    pub(super) locals: Vec<DQuat>,
    /// The rotation of each joint in the world.
    pub(super) turns: Vec<DQuat>,
    pub(super) places: Vec<DVec3>,
    pub(super) roles: RoleJoints,
    /// The origin of the pose: the rest pose or a frame.
    pub(super) pose: ReferencePose,
    /// The rotation from a body that faces +z to the body in this pose.
    pub(super) facing: DQuat,
    /// The left and the right foot.
    pub(super) feet: [FootPose; 2],
    names: Vec<String>,
}

/// A foot that stands flat.
pub(super) struct FootPose {
    /// The rotation of the ankle in the world.
    turn: DQuat,
    toe_turn: Option<DQuat>,
    /// The direction from the ankle to the ball; `None` without toes.
    pub(super) line: Option<DVec3>,
    /// Whether the ball is in front of the ankle, not below it. In some rest poses, all bones of a leg lie in one line.
    pub(super) is_flat: bool,
    /// Whether the foot's pose comes from a frame rather than from the rest pose.
    pub(super) is_frame: bool,
    /// The height of the ankle above the sole, in metres; `None` if no joint is below the ankle or the foot is not flat.
    pub(super) ankle_m: Option<f64>,
    /// The height of the ball above the ankle, in metres; negative.
    pub(super) ball_m: f64,
}

/// The rotations and positions of all joints in the world.
struct Solved {
    turns: Vec<DQuat>,
    places: Vec<DVec3>,
}

/// The motion of a skeleton in which its reference is searched.
#[derive(Clone, Copy)]
pub(super) struct Takes<'a> {
    pub(super) clip: Option<&'a Clip>,
    /// Whether to use the animated local positions of joints instead of the skeleton's offsets.
    pub(super) moves_joints: bool,
}

impl Reference {
    /// Finds the reference pose of a skeleton. If `frame` is given, it is that frame of the motion; otherwise it is the
    /// best pose.
    pub(super) fn new(
        skeleton: &Skeleton,
        takes: Takes<'_>,
        frame: Option<u32>,
        whose: &'static str,
    ) -> Result<Self, RetargetError> {
        let roles = checked_roles(skeleton, whose)?;
        let unfit = |why: String| RetargetError::Unfit { whose, why };
        let rest = rest_pose(skeleton);
        let standing = |solved: &Solved| {
            let places = &solved.places;
            Body {
                joints: &roles,
                places,
            }
            .stand()
        };
        let found = match frame {
            Some(frame) => {
                let solved = takes.solve(frame).ok_or(RetargetError::NoSuchFrame {
                    frame,
                    frame_count: takes.clip.map_or(0, Clip::frame_count),
                })?;
                let facing =
                    standing(&solved).map_err(|why| unfit(format!("on frame {frame} {why}")))?;
                (ReferencePose::Frame(frame), solved, facing)
            }
            None => {
                let upright = UpAxis::ALL.iter().find_map(|&up| {
                    let turned = rest.turned(to_y(up));
                    let facing = standing(&turned).ok()?;
                    Some((ReferencePose::Rest, turned, facing))
                });
                match upright.or_else(|| takes.best(&roles)) {
                    Some(found) => found,
                    None => {
                        let why = standing(&rest).err().unwrap_or_default();
                        let frames = match takes.clip {
                            Some(_) => ", and it stands on no frame",
                            None => "",
                        };
                        return Err(unfit(format!("at rest {why}{frames}")));
                    }
                }
            }
        };
        let mut reference = Self::from_pose(skeleton, roles, found);
        if !reference.hangs_from_root() {
            return Err(unfit(
                "its hips are not below its first root joint".to_owned(),
            ));
        }
        reference.feet = Side::BOTH.map(|side| reference.foot(skeleton, side, takes));
        Ok(reference)
    }

    fn from_pose(
        skeleton: &Skeleton,
        roles: RoleJoints,
        (pose, solved, facing): (ReferencePose, Solved, DQuat),
    ) -> Self {
        let joints = skeleton.joints();
        let parents: Vec<_> = joints.iter().map(|j| j.parent.map(Id::index)).collect();
        let local = |turn: &[f32; 4]| DQuat::from_array(turn.map(f64::from));
        let locals = match pose {
            ReferencePose::Rest => skeleton.rest_rotations().iter().map(local).collect(),
            ReferencePose::Frame(_) => {
                let turns = parents.iter().zip(&solved.turns);
                let local = |(parent, turn): (&Option<usize>, &DQuat)| match *parent {
                    Some(parent) => solved.turns[parent].conjugate() * *turn,
                    None => *turn,
                };
                turns.map(local).collect()
            }
        };
        let unknown = || FootPose {
            turn: DQuat::IDENTITY,
            toe_turn: None,
            line: None,
            is_flat: false,
            is_frame: false,
            ankle_m: None,
            ball_m: 0.0,
        };
        Self {
            parents,
            is_end: joints.iter().map(|joint| joint.is_end).collect(),
            is_body: skeleton.body(),
            offsets: joints
                .iter()
                .map(|joint| DVec3::from_array(joint.offset.map(f64::from)))
                .collect(),
            locals,
            turns: solved.turns,
            places: solved.places,
            roles,
            pose,
            facing,
            feet: [unknown(), unknown()],
            names: joints.iter().map(|joint| joint.name.clone()).collect(),
        }
    }

    fn hangs_from_root(&self) -> bool {
        let mut top = self.roles.needed(Role::Hips);
        while let Some(parent) = self.parents[top] {
            top = parent;
        }
        top == 0
    }

    pub(super) fn body(&self) -> Body<'_> {
        Body {
            joints: &self.roles,
            places: &self.places,
        }
    }

    /// Whether the reference is a frame, so that its rotations come from a body in motion.
    pub(super) fn is_frame(&self) -> bool {
        self.pose != ReferencePose::Rest
    }

    /// Iterates over the joints without a role, with their names.
    pub(super) fn without_role(&self) -> impl Iterator<Item = (usize, &str)> {
        let names = self.names.iter().map(String::as_str).enumerate();
        names.filter(|(joint, _)| self.roles.role(*joint).is_none())
    }

    /// Returns the rotation of a joint in the reference pose; for an ankle or toe, its rotation while the foot is flat.
    pub(super) fn turn(&self, joint: usize) -> DQuat {
        for (side, foot) in Side::BOTH.into_iter().zip(&self.feet) {
            if self.roles.needed_on(side, Role::LeftFoot) == joint {
                return foot.turn;
            }
            if self.roles.get(on(side, Role::LeftToe)) == Some(joint) {
                return foot.toe_turn.unwrap_or(self.turns[joint]);
            }
        }
        self.turns[joint]
    }

    /// Returns the orientation of the body part of a role, as the rotation from a body that faces +z. The orientation
    /// follows from the lines along the trunk and across the hips or the shoulders.
    pub(super) fn part(&self, role: Role) -> DQuat {
        let legs = [
            Role::Hips,
            Role::LeftUpperLeg,
            Role::LeftLowerLeg,
            Role::LeftFoot,
            Role::LeftToe,
        ];
        let across = if legs.contains(&role) || legs.contains(&role.mirrored()) {
            Role::LeftUpperLeg
        } else {
            Role::LeftUpperArm
        };
        let body = self.body();
        let up = body.trunk().normalize_or(DVec3::Y);
        let left = body.across(across);
        let left = (left - up * up.dot(left)).normalize_or(DVec3::X);
        DQuat::from_mat3(&DMat3::from_cols(left, up, left.cross(up)))
    }

    /// Returns the length of a leg, averaged over both legs: from the hip joint to the sole or, if one of the skeletons
    /// has no joints below its ankles, to the ankle.
    pub(super) fn leg_m(&self, other: &Self) -> f64 {
        let lengths = Side::BOTH.map(|side| {
            let [hip, knee, ankle] = [Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot]
                .map(|role| self.places[self.roles.needed_on(side, role)]);
            (knee - hip).length() + (ankle - knee).length() + self.ankle_m(other, side)
        });
        0.5 * (lengths[0] + lengths[1])
    }

    /// Returns the height of the ankle of a flat foot above its sole; 0 unless the height is known for all feet of
    /// both skeletons.
    pub(super) fn ankle_m(&self, other: &Self, side: Side) -> f64 {
        let feet = |of: &Self| of.feet.iter().all(|foot| foot.ankle_m.is_some());
        match self.feet[side as usize].ankle_m {
            Some(height) if feet(self) && feet(other) => height,
            _ => 0.0,
        }
    }

    /// Returns the joints of a foot below the ankle.
    pub(super) fn sole(skeleton: &Skeleton, side: Side) -> Vec<usize> {
        let role = on(side, Role::LeftFoot);
        let joints = skeleton.joints().iter();
        let joints = joints.map(|joint| (joint.name.as_str(), joint.parent));
        let sole = skeleton.roles().sole(role, joints);
        let ankle = skeleton.roles().joint(role);
        let below = sole.into_iter().filter(|joint| Some(*joint) != ankle);
        below.map(Id::index).collect()
    }

    /// Finds the pose of a flat foot.
    fn foot(&self, skeleton: &Skeleton, side: Side, takes: Takes<'_>) -> FootPose {
        let sole = Self::sole(skeleton, side);
        let at = |solved: &Solved, is_frame: bool| {
            let ankle = self.roles.needed_on(side, Role::LeftFoot);
            let toe = self.roles.get(on(side, Role::LeftToe));
            let places = &solved.places;
            let lowest = sole.iter().map(|&joint| places[joint].y);
            let lowest = lowest.min_by(f64::total_cmp);
            let line = toe.and_then(|toe| (places[toe] - places[ankle]).try_normalize());
            let forward = self.facing * DVec3::Z;
            let is_flat = is_frame || line.is_none_or(|line| line.dot(forward) > MIN_FORWARD);
            FootPose {
                turn: solved.turns[ankle],
                toe_turn: toe.map(|toe| solved.turns[toe]),
                line,
                is_flat,
                is_frame,
                ankle_m: lowest
                    .filter(|_| is_flat)
                    .map(|low| (places[ankle].y - low).max(0.0)),
                ball_m: toe.map_or(0.0, |toe| places[toe].y - places[ankle].y),
            }
        };
        let own = Solved {
            turns: self.turns.clone(),
            places: self.places.clone(),
        };
        let foot = at(&own, false);
        if foot.is_flat && !self.is_frame() {
            return foot;
        }
        match takes.flat(&self.roles, side) {
            Some(flat) => at(&flat, true),
            None if self.is_frame() => at(&own, true),
            None => foot,
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

/// Returns the joints of the roles, or an error that names all needed roles that are missing.
fn checked_roles(skeleton: &Skeleton, whose: &'static str) -> Result<RoleJoints, RetargetError> {
    let roles = skeleton.roles();
    let missing = roles.iter().filter_map(|(role, outcome)| match outcome {
        RoleOutcome::Missing(why) if NEEDED.contains(&role) => Some((role, why)),
        _ => None,
    });
    let missing: Vec<_> = missing.collect();
    match missing.first() {
        None => Ok(RoleJoints::new(roles)),
        Some((_, why)) => Err(RetargetError::MissingRoles {
            whose,
            roles: missing.iter().map(|(role, _)| *role).collect(),
            why: (*why).clone(),
        }),
    }
}

fn rest_pose(skeleton: &Skeleton) -> Solved {
    let (turns, places) = skeleton.rest_transforms();
    Solved { turns, places }
}

impl Solved {
    fn turned(&self, by: DQuat) -> Self {
        Self {
            turns: self.turns.iter().map(|&turn| by * turn).collect(),
            places: self.places.iter().map(|&place| by * place).collect(),
        }
    }
}

impl Takes<'_> {
    /// Calls `see` with the number and the joint positions of each frame.
    fn each(&self, mut see: impl FnMut(u32, &[DVec3])) {
        let Some(clip) = self.clip else { return };
        let mut solver = ForwardKinematics::new(clip.skeleton());
        let mut row = vec![[0.0; 3]; clip.skeleton().joint_count()];
        let mut places = vec![DVec3::ZERO; row.len()];
        for (frame, pose) in (0..).zip(clip.poses()) {
            solver.solve(self.shown(pose), &mut row);
            for (place, at) in places.iter_mut().zip(&row) {
                *place = DVec3::from_array(*at);
            }
            see(frame, &places);
        }
    }

    fn shown<'p>(&self, pose: Pose<'p>) -> Pose<'p> {
        let translations = pose.translations.filter(|_| self.moves_joints);
        Pose {
            translations,
            ..pose
        }
    }

    fn solve(&self, frame: u32) -> Option<Solved> {
        let clip = self.clip?;
        let pose = clip.pose(frame)?;
        let mut solver = ForwardKinematics::new(clip.skeleton());
        let mut row = vec![[0.0; 3]; clip.skeleton().joint_count()];
        solver.solve(self.shown(pose), &mut row);
        Some(Solved {
            turns: solver.rotations().map(DQuat::from_array).collect(),
            places: row.into_iter().map(DVec3::from_array).collect(),
        })
    }

    /// Returns the frame that is nearest to a T- or A-pose, and the facing direction on it; `None` if the body stands on no
    /// frame.
    fn best(&self, roles: &RoleJoints) -> Option<(ReferencePose, Solved, DQuat)> {
        let mut best: Option<(f64, u32, DQuat)> = None;
        self.each(|frame, places| {
            let body = Body {
                joints: roles,
                places,
            };
            let Ok(facing) = body.stand() else { return };
            let strain = body.strain();
            if best.is_none_or(|(least, ..)| strain < least) {
                best = Some((strain, frame, facing));
            }
        });
        let (_, frame, facing) = best?;
        Some((ReferencePose::Frame(frame), self.solve(frame)?, facing))
    }

    /// Returns the frame on which a foot is lowest, ankle and ball together, while the body stands.
    fn flat(&self, roles: &RoleJoints, side: Side) -> Option<Solved> {
        let ankle = roles.needed_on(side, Role::LeftFoot);
        let toe = roles.get(on(side, Role::LeftToe));
        let mut best: Option<(f64, u32)> = None;
        self.each(|frame, places| {
            let body = Body {
                joints: roles,
                places,
            };
            if body.stand().is_err() {
                return;
            }
            let height = places[ankle].y + toe.map_or(0.0, |toe| places[toe].y);
            if best.is_none_or(|(least, _)| height < least) {
                best = Some((height, frame));
            }
        });
        self.solve(best?.1)
    }
}
