//! Frames at the ends of a clip that show its skeleton at rest and are not part of the motion.
//!
//! Tools add a T-pose before or after a take, to bind a mesh or to fit a skeleton. A frame shows the skeleton at rest
//! if no joint below the root is rotated, or if the arms are stretched sideways above straight legs. Such frames are
//! not part of the motion if they are few and the pose jumps away from them within one frame.

use footwork_base::{Id, Role};
use footwork_clip::{Clip, JointId, WorldPositions};

/// The maximum length of a stray rest pose, in seconds; at least one frame counts. A T-pose held by an actor lasts
/// longer.
const FEW_SECS: f64 = 0.25;
/// The minimum jump away from a rest pose, as a share of the body's size. The jump is the largest movement of a joint
/// relative to the hips.
const LEAVE_SHARE: f64 = 0.1;
/// The cosine of the maximum angle, 20°, between a limb and the direction that it has at rest.
const STRAIGHT_COS: f64 = 0.94;
/// A joint counts as not rotated if the sine of half its angle is below this.
const NO_ROTATION: f32 = 1e-3;
/// A rest pose is recognised by its rotations only if the skeleton has at least this many joints below the root.
const MIN_JOINTS: usize = 5;

/// The numbers of frames at both ends of a clip that show the skeleton at rest and are not part of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RestPoses {
    pub(super) first: u32,
    pub(super) last: u32,
}

impl RestPoses {
    pub(super) fn new(clip: &Clip, positions: &WorldPositions, size_m: f64) -> Self {
        let count = clip.frame_count();
        let limbs = limbs(clip);
        let few = (FEW_SECS * clip.rate().as_f64()).max(1.0);
        let is_rest =
            |frame: u32| is_unrotated(clip, frame) || is_t_pose(limbs.as_ref(), positions, frame);
        let leaves =
            |from: u32, to: u32| farthest(clip, positions, from, to) > LEAVE_SHARE * size_m;
        let run = |frames: &mut dyn Iterator<Item = u32>| {
            let mut rest = 0;
            let mut before = None;
            for frame in frames {
                if !is_rest(frame) {
                    let leaves = before.is_some_and(|before| leaves(before, frame));
                    return if leaves { rest } else { 0 };
                }
                rest += 1;
                if f64::from(rest) > few {
                    return 0;
                }
                before = Some(frame);
            }
            0
        };
        Self {
            first: run(&mut (0..count)),
            last: run(&mut (0..count).rev()),
        }
    }
}

/// Returns whether no joint below joint 0 is rotated; false if fewer than [`MIN_JOINTS`] joints are below joint 0.
fn is_unrotated(clip: &Clip, frame: u32) -> bool {
    let Some(pose) = clip.pose(frame) else {
        return false;
    };
    let joints = clip.skeleton().joints().iter().zip(pose.rotations);
    let mut below = joints.skip(1).filter(|(joint, _)| !joint.is_end).peekable();
    let count = clip.skeleton().joints().iter().filter(|j| !j.is_end);
    below.peek().is_some()
        && count.count() > MIN_JOINTS
        && below.all(|(_, [x, y, z, _])| x * x + y * y + z * z < NO_ROTATION * NO_ROTATION)
}

/// The joints of both arms and both legs, from the body outwards.
struct Limbs {
    arms: [[JointId; 3]; 2],
    legs: [[JointId; 3]; 2],
}

fn limbs(clip: &Clip) -> Option<Limbs> {
    let all = |roles: [Role; 3]| -> Option<[JointId; 3]> {
        let roles = roles.map(|role| clip.skeleton().roles().joint(role));
        match roles {
            [Some(a), Some(b), Some(c)] => Some([a, b, c]),
            _ => None,
        }
    };
    Some(Limbs {
        arms: [
            all([Role::LeftUpperArm, Role::LeftLowerArm, Role::LeftHand])?,
            all([Role::RightUpperArm, Role::RightLowerArm, Role::RightHand])?,
        ],
        legs: [
            all([Role::LeftUpperLeg, Role::LeftLowerLeg, Role::LeftFoot])?,
            all([Role::RightUpperLeg, Role::RightLowerLeg, Role::RightFoot])?,
        ],
    })
}

fn is_t_pose(limbs: Option<&Limbs>, positions: &WorldPositions, frame: u32) -> bool {
    let Some(limbs) = limbs else {
        return false;
    };
    let at = |joint: JointId| {
        positions
            .frame(frame)
            .map_or([0.0; 3], |row| row[joint.index()])
    };
    let [left, right] = limbs.arms;
    let (x, z) = (
        at(left[0])[0] - at(right[0])[0],
        at(left[0])[2] - at(right[0])[2],
    );
    let straight = |limb: [JointId; 3], way: [f64; 3]| {
        [[limb[0], limb[1]], [limb[1], limb[2]]]
            .iter()
            .all(|&[from, to]| cosine(at(from), at(to), way) > STRAIGHT_COS)
    };
    straight(left, [x, 0.0, z])
        && straight(right, [-x, 0.0, -z])
        && limbs
            .legs
            .iter()
            .all(|&leg| straight(leg, [0.0, -1.0, 0.0]))
}

/// Returns the cosine of the angle between a direction and the line from one point to another; 0 if the direction or
/// the line has no length.
fn cosine(from: [f64; 3], to: [f64; 3], way: [f64; 3]) -> f64 {
    let length = distance(from, to) * distance(way, [0.0; 3]);
    let dot: f64 = (0..3).map(|axis| (to[axis] - from[axis]) * way[axis]).sum();
    if length > 0.0 { dot / length } else { 0.0 }
}

/// Returns the largest distance that a joint moves between two frames, relative to the travelling joint.
fn farthest(clip: &Clip, positions: &WorldPositions, from: u32, to: u32) -> f64 {
    let (Some(from), Some(to)) = (positions.frame(from), positions.frame(to)) else {
        return 0.0;
    };
    let body = clip.travelling_joint().index();
    let seen =
        |row: &[[f64; 3]], joint: usize| [0, 1, 2].map(|axis| row[joint][axis] - row[body][axis]);
    let moved = (0..from.len()).map(|joint| distance(seen(from, joint), seen(to, joint)));
    moved.fold(0.0, f64::max)
}

pub(super) fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[axis] - b[axis])
}

pub(super) fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    let [x, y, z] = sub(a, b);
    (x * x + y * y + z * z).sqrt()
}
