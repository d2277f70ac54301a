//! How the last frame of a range meets the first, joint by joint.
//!
//! Positions are relative to the body: at each end, the travelling joint's place on the ground and the heading are
//! removed. Rotations are local and so do not depend on the ground; only the travelling joint's rotation is taken in
//! the world, without the heading. Joints above the travelling joint may be anywhere, so they do not count.
//!
//! Velocities at the ends are one-sided differences of second order. Their leading errors are equal on both sides, so a
//! loop cut from a smooth periodic motion closes to the fourth derivative times the cube of a frame's time.

use std::borrow::Cow;

use footwork_base::{FrameRange, Id};
use footwork_clip::{Clip, JointId, Motion};
use glam::{DQuat, DVec3};

use super::Found;

/// The largest gaps over all joints.
pub(super) struct SeamGaps {
    pub(super) position: Found,
    pub(super) rotation: Found,
    pub(super) velocity: Found,
    pub(super) angular_velocity: Found,
}

/// Three frames from one end of a range inwards, seen from the body on the first of the three.
struct End {
    frames: [u32; 3],
    /// 1 if the frames run forwards, -1 if backwards.
    way: f64,
    origin: DVec3,
    /// The rotation that removes the heading.
    turn: DQuat,
}

impl SeamGaps {
    pub(super) fn new(motion: &Motion<'_>, range: FrameRange) -> Result<Self, Cow<'static, str>> {
        if range.frame_count() < 4 {
            return Err("a loop needs at least four frames".into());
        }
        let clip = motion.clip();
        let (first, last) = (range.start(), range.stop() - 1);
        let start = End::new(motion, [first, first + 1, first + 2], 1.0);
        let end = End::new(motion, [last, last - 1, last - 2], -1.0);
        let rate = clip.rate().as_f64();
        let nothing = || Found::number(0.0);
        let mut gaps = Self {
            position: nothing(),
            rotation: nothing(),
            velocity: nothing(),
            angular_velocity: nothing(),
        };
        let travelling = clip.travelling_joint();
        let above = above(clip, travelling);
        for (joint, at) in clip.skeleton().iter().filter(|(j, _)| !above[j.index()]) {
            let [from, to] = [&start, &end].map(|end| end.places(motion, joint));
            gaps.position.raise((to[0] - from[0]).length(), joint, None);
            let gap = end.velocity(to, rate) - start.velocity(from, rate);
            gaps.velocity.raise(gap.length(), joint, None);
            if at.is_end {
                continue;
            }
            let [from, to] = [&start, &end].map(|end| end.turns(clip, joint, joint == travelling));
            let angle = between(from[0], to[0]).length().to_degrees();
            gaps.rotation.raise(angle, joint, None);
            let gap = end.turning(to, rate) - start.turning(from, rate);
            let gap = gap.length().to_degrees();
            gaps.angular_velocity.raise(gap, joint, None);
        }
        Ok(gaps)
    }
}

/// The largest distance in metres between a joint on a frame and on a copy of that frame.
const COPY_M: f64 = 1e-4;
const COPY_DEG: f64 = 0.01;

/// Returns the number of frames at the end that show the pose of the first frame.
pub(super) fn end_copies(motion: &Motion<'_>, range: FrameRange) -> Result<f64, Cow<'static, str>> {
    let clip = motion.clip();
    let travelling = clip.travelling_joint();
    let above = above(clip, travelling);
    let first = End::new(motion, [range.start(); 3], 1.0);
    let is_copy = |frame: &u32| {
        let end = End::new(motion, [*frame; 3], 1.0);
        let mut joints = clip.skeleton().iter().filter(|(j, _)| !above[j.index()]);
        joints.all(|(joint, _)| {
            let [from, to] = [&first, &end].map(|end| end.places(motion, joint)[0]);
            let turns = [&first, &end].map(|end| end.turns(clip, joint, joint == travelling)[0]);
            let angle = between(turns[0], turns[1]).length();
            (to - from).length() <= COPY_M && angle.to_degrees() <= COPY_DEG
        })
    };
    let copies = (range.start() + 1..range.stop()).rev().take_while(is_copy);
    let count = copies.count();
    if count + 1 == range.frame_count() as usize {
        return Err("no joint moves".into());
    }
    Ok(count as f64)
}

impl End {
    fn new(motion: &Motion<'_>, frames: [u32; 3], way: f64) -> Self {
        let travelling = motion.clip().travelling_joint();
        let place = place(motion, frames[0], travelling);
        let heading = motion.headings_rad().get(frames[0] as usize);
        let (sin, cos) = libm::sincos(-0.5 * heading.copied().unwrap_or_default());
        Self {
            frames,
            way,
            origin: DVec3::new(place.x, 0.0, place.z),
            turn: DQuat::from_xyzw(0.0, sin, 0.0, cos),
        }
    }

    fn places(&self, motion: &Motion<'_>, joint: JointId) -> [DVec3; 3] {
        self.frames
            .map(|frame| self.turn * (place(motion, frame, joint) - self.origin))
    }

    fn turns(&self, clip: &Clip, joint: JointId, in_world: bool) -> [DQuat; 3] {
        self.frames.map(|frame| {
            if in_world {
                self.turn * world_turn(clip, frame, joint)
            } else {
                local_turn(clip, frame, joint)
            }
        })
    }

    fn velocity(&self, [at, next, third]: [DVec3; 3], rate: f64) -> DVec3 {
        (4.0 * next - third - 3.0 * at) * (0.5 * self.way * rate)
    }

    fn turning(&self, [at, next, third]: [DQuat; 3], rate: f64) -> DVec3 {
        (4.0 * between(at, next) - between(at, third)) * (0.5 * self.way * rate)
    }
}

/// Returns the shorter rotation from `from` to `to`, as its axis times its angle in radians.
pub(super) fn between(from: DQuat, to: DQuat) -> DVec3 {
    let turn = from.conjugate() * to;
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let axis = DVec3::new(turn.x, turn.y, turn.z);
    let sine = axis.length();
    if sine < 1e-12 {
        return 2.0 * axis;
    }
    axis * (2.0 * libm::atan2(sine, turn.w) / sine)
}

pub(super) fn place(motion: &Motion<'_>, frame: u32, joint: JointId) -> DVec3 {
    let row = motion.positions().frame(frame);
    let place = row.and_then(|row| row.get(joint.index()));
    DVec3::from_array(place.copied().unwrap_or_default())
}

pub(super) fn local_turn(clip: &Clip, frame: u32, joint: JointId) -> DQuat {
    let pose = clip.pose(frame);
    let turn = pose.and_then(|pose| pose.rotations.get(joint.index()));
    turn.map_or(DQuat::IDENTITY, |turn| {
        DQuat::from_array(turn.map(f64::from))
    })
}

pub(super) fn world_turn(clip: &Clip, frame: u32, joint: JointId) -> DQuat {
    let mut turn = local_turn(clip, frame, joint);
    let mut at = joint;
    while let Some(parent) = clip.skeleton().joint(at).and_then(|joint| joint.parent) {
        turn = local_turn(clip, frame, parent) * turn;
        at = parent;
    }
    turn
}

/// Returns, for each joint, whether it is above `joint` in the hierarchy.
pub(super) fn above(clip: &Clip, joint: JointId) -> Vec<bool> {
    let mut above = vec![false; clip.skeleton().joint_count()];
    let mut at = joint;
    while let Some(parent) = clip.skeleton().joint(at).and_then(|joint| joint.parent) {
        above[parent.index()] = true;
        at = parent;
    }
    above
}
