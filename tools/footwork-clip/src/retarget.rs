//! Retargeting: the motion of one humanoid on the skeleton of another.
//!
//! Joints correspond by their [roles](crate::Roles), whatever their names. Joints without a role, such as those
//! of fingers, correspond by their names. A joint of the target without a counterpart stays at rest. Retargeting
//! carries over how far each bone has turned from rest in world space, not its local rotation, because skeletons
//! differ in the rest rotations of their joints and in the number of joints between two roles. Let Δ be the
//! world rotation of a source joint relative to its rest, and W₀ the world rotation of the target joint at rest.
//! The target joint then has the world rotation
//!
//! ```text
//! W = Δ · A · W₀
//! ```
//!
//! where A aligns the two rest poses: it turns the target to face the way the source faces and, for arms and legs,
//! turns the target's bone to point along the source's. So the result is the same whether a rest pose is a T-pose, an
//! A-pose or has hanging arms.
//!
//! Bones keep the lengths of the target. The hips move like those of the source, scaled by the height of the hip joints
//! above the soles at rest, so that a longer leg makes longer steps. While a foot [stands](Planted), two-bone inverse
//! kinematics puts its ball at the source's position, scaled in the same way; if either skeleton has no toes, it puts
//! the ankle there. The leg eases in and out over 0.1 s before and after. If a leg is too short to reach the intended
//! place of its foot, the hips move down as far as needed; if it cannot fold far enough, they move up.
//!
//! The ground is y = 0 in both. Animated local positions of the source are ignored, except those of the hips.

mod correspond;
mod leg;
mod rest;

use std::sync::Arc;

use footwork_base::{FrameRange, Id, Role};
use glam::{DQuat, DVec3};
use thiserror::Error;

use crate::clip::{Clip, ClipParts};
use crate::finding::Finding;
use crate::kinematics::ForwardKinematics;
use crate::number::to_f32;
use crate::side::Side;
use crate::skeleton::{JointId, Skeleton};
use correspond::{Correspondence, Foot};
use leg::{Leg, Posed};
use rest::Rest;

/// How long a leg takes to ease into and out of a stand, in seconds.
const EASE_SECS: f64 = 0.1;

/// Frames on which a foot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planted {
    /// The side of the foot.
    pub side: Side,
    /// The frames.
    pub frames: FrameRange,
}

/// A clip on another skeleton, with the motion that could not be transferred.
#[derive(Clone, Debug)]
pub struct Retargeted {
    /// The motion.
    pub clip: Clip,
    /// The roles that the target has a joint for, but the source does not. These joints stay at rest.
    pub unmoved: Vec<Role>,
    /// The largest distance of a standing foot from its intended place, in metres, because the leg is too short; 0 if
    /// every foot reaches its place.
    pub worst_miss_m: f64,
}

/// The distance of a standing foot from its intended place above which it is reported, in metres.
const MAX_MISS_M: f64 = 0.02;

impl Retargeted {
    /// Returns findings about motion that could not be transferred: `unmoved-joints`, and `foot-miss` if a standing
    /// foot is farther than 2 cm from its intended place. Empty if everything was transferred.
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut say = |code, message| {
            findings.push(Finding {
                code,
                position: None,
                message,
            });
        };
        if !self.unmoved.is_empty() {
            let roles: Vec<&str> = self.unmoved.iter().map(|role| role.name()).collect();
            let roles = roles.join(", ");
            say(
                "unmoved-joints",
                format!(
                    "nothing in it moves {roles} of the other skeleton, which stay as they rest"
                ),
            );
        }
        if self.worst_miss_m > MAX_MISS_M {
            let far_cm = 100.0 * self.worst_miss_m;
            say(
                "foot-miss",
                format!(
                    "a foot that stands is up to {far_cm:.1} cm off, because a leg of the other skeleton is too short"
                ),
            );
        }
        findings
    }
}

/// Why a motion does not fit a skeleton.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RetargetError {
    /// A role that every humanoid needs has no joint.
    #[error("the {whose} has no joint for {role}: {why}")]
    MissingRole {
        /// `source` or `target`.
        whose: &'static str,
        /// The name of the role.
        role: &'static str,
        /// Why no joint has it.
        why: String,
    },
    /// The rest pose is not upright, so rotations from it cannot be interpreted.
    #[error("the {whose} does not stand as a person does: {why}")]
    Unfit {
        /// `source` or `target`.
        whose: &'static str,
        /// The reason.
        why: &'static str,
    },
    /// The motion gets farther from the origin than a clip can hold.
    #[error(
        "on the target the motion goes farther than {} m",
        crate::skeleton::MAX_COORDINATE_M
    )]
    TooFar,
}

impl Clip {
    /// Returns the motion on the skeleton `onto`. Rate, frames, loop flag and heading stay the same; the hips become
    /// the travelling joint. A clip that is already on this skeleton is returned bit for bit.
    ///
    /// `planted` gives the frames on which feet stand; frames past the end of the clip are ignored. Without it, feet
    /// are where the rotations take them, within some centimetres of the ground.
    ///
    /// ```
    /// use footwork_clip::{Limits, WorldPositions, read_clip};
    ///
    /// # let read = |name: &str| {
    /// #     let path = format!("{}/../../samples/{name}", env!("CARGO_MANIFEST_DIR"));
    /// #     read_clip(name, &std::fs::read(path).unwrap(), None, &Limits::default()).unwrap().clip
    /// # };
    /// let walk = read("deepmimic/walk.txt");
    /// let other = read("cmu/playground_forward_jump_01.bvh");
    /// let onto = other.skeleton();
    /// let walk = walk.retargeted(onto, &[]).unwrap().clip;
    /// assert_eq!(walk.skeleton(), onto);
    ///
    /// // Bones are as long as those of the target.
    /// let [knee, ankle] = ["left_lower_leg", "left_foot"].map(|role| onto.resolve(role).unwrap());
    /// let rest = onto.rest_positions();
    /// let length = |a: [f64; 3], b: [f64; 3]| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
    /// let shin = length(rest[knee.index()], rest[ankle.index()]);
    /// let positions = WorldPositions::from_clip(&walk);
    /// let shins = positions.joint(knee).zip(positions.joint(ankle));
    /// assert!(shins.into_iter().all(|(knee, ankle)| (length(knee, ankle) - shin).abs() < 1e-6));
    /// # use footwork_base::Id;
    /// ```
    ///
    /// # Errors
    /// If the hips, an arm or a leg of either skeleton cannot be identified, if either is not upright at rest, or if
    /// the scaled motion goes farther from the origin than a clip can hold.
    pub fn retargeted(
        &self,
        onto: &Arc<Skeleton>,
        planted: &[Planted],
    ) -> Result<Retargeted, RetargetError> {
        let source = Rest::new(self.skeleton(), "source")?;
        let target = Rest::new(onto, "target")?;
        let plan = Correspondence::new(&source, &target);
        if self.skeleton() == onto {
            return Ok(Retargeted {
                clip: self.clone(),
                unmoved: plan.unmoved,
                worst_miss_m: 0.0,
            });
        }
        let weights = Side::BOTH.map(|side| self.standing(side, planted));
        let joints = onto.joint_count();
        let frames = self.frame_count() as usize;
        let mut posed = Posed::at_rest(&target);
        let legs = Side::BOTH.map(|side| Leg::new(&target, side));
        let mut root_positions = Vec::with_capacity(frames);
        let mut rotations = Vec::with_capacity(frames * joints);
        let mut worst_miss_m = 0.0_f64;
        let mut solver = ForwardKinematics::new(self.skeleton());
        let mut row = vec![[0.0; 3]; self.skeleton().joint_count()];
        for (frame, pose) in self.poses().enumerate() {
            solver.solve(pose, &mut row);
            let shown = Shown {
                turns: solver.rotations().map(DQuat::from_array).collect(),
                places: &row,
                hips_m: source.hip_joints(|joint| DVec3::from_array(row[joint])),
                standing: weights.each_ref().map(|weights| weights[frame]),
            };
            let miss_m = follow(&mut posed, &target, &plan, &legs, &shown);
            worst_miss_m = worst_miss_m.max(miss_m);
            root_positions.push(posed.root.to_array());
            rotations.extend(posed.locals.iter().map(|turn| turn.to_array().map(to_f32)));
        }
        let clip = Clip::new(ClipParts {
            skeleton: Arc::clone(onto),
            rate: self.rate(),
            looping: self.is_looping(),
            root_positions,
            rotations,
            translations: None,
        });
        let clip = clip.map_err(|_| RetargetError::TooFar)?;
        let hips = JointId::from_index(target.needed(Role::Hips)).unwrap_or(JointId::new(0));
        Ok(Retargeted {
            clip: clip
                .with_travelling_joint(hips)
                .with_heading(self.heading()),
            unmoved: plan.unmoved,
            worst_miss_m,
        })
    }

    /// Returns, for each frame, the weight with which a foot stands. It is 1 while the foot stands, 0 on frames
    /// more than the ease time away from that, and smooth in between.
    fn standing(&self, side: Side, planted: &[Planted]) -> Vec<f64> {
        let count = self.frame_count();
        let ease = (EASE_SECS * self.rate().as_f64()).max(1.0);
        let mut weights = vec![0.0_f64; count as usize];
        for stand in planted.iter().filter(|planted| planted.side == side) {
            let (start, stop) = (stand.frames.start(), stand.frames.stop().min(count));
            for (frame, weight) in (0..count).zip(&mut weights) {
                let away = start
                    .saturating_sub(frame)
                    .max((frame + 1).saturating_sub(stop));
                let left = (1.0 - f64::from(away) / ease).max(0.0);
                *weight = weight.max(left * left * (3.0 - 2.0 * left));
            }
        }
        weights
    }
}

/// Poses the target like a frame of the source, given by the world rotations and positions of its joints and the weight
/// with which each foot stands. Returns the largest distance of a standing foot from its intended place.
fn follow(
    posed: &mut Posed,
    target: &Rest,
    plan: &Correspondence,
    legs: &[Leg; 2],
    shown: &Shown<'_>,
) -> f64 {
    for joint in 0..target.parents.len() {
        let above = target.parents[joint].map_or(DQuat::IDENTITY, |parent| posed.turns[parent]);
        let local = match plan.turn(joint, &shown.turns) {
            Some(turn) => above.conjugate() * turn,
            None => target.locals[joint],
        };
        posed.locals[joint] = local;
        posed.turns[joint] = if target.is_end[joint] {
            above
        } else {
            above * local
        };
    }
    posed.root = DVec3::ZERO;
    posed.solve(target);
    posed.root = shown.hips_m * plan.scale - target.hip_joints(|joint| posed.places[joint]);
    posed.solve(target);
    let feet = || plan.feet.iter().zip(legs).zip(shown.standing);
    let wanted =
        |foot: &Foot| foot.wanted(|joint| DVec3::from_array(shown.places[joint]), plan.scale);
    let drops = feet().map(|((foot, leg), weight)| {
        let goal = posed.places[leg.ankle] + wanted(foot) - posed.places[foot.to];
        weight * leg.drop_m(goal, posed)
    });
    // A leg that is too short takes precedence over one that cannot fold.
    let (down, up) = drops.fold((0.0_f64, 0.0_f64), |(down, up), drop| {
        (down.max(drop), up.min(drop))
    });
    let drop_m = if down > 0.0 { down } else { up };
    if drop_m != 0.0 {
        posed.root.y -= drop_m;
        posed.solve(target);
    }
    let mut worst_m = 0.0_f64;
    for ((foot, leg), weight) in feet() {
        if weight == 0.0 {
            continue;
        }
        let wanted = wanted(foot);
        let goal = posed.places[leg.ankle] + (wanted - posed.places[foot.to]) * weight;
        leg.reach(goal, target, posed);
        if weight == 1.0 {
            worst_m = worst_m.max((posed.places[foot.to] - wanted).length());
        }
    }
    worst_m
}

/// A frame of the source.
struct Shown<'a> {
    turns: Vec<DQuat>,
    places: &'a [[f64; 3]],
    /// The point between the hip joints.
    hips_m: DVec3,
    /// The weight with which each foot stands.
    standing: [f64; 2],
}
