//! Retargeting: the motion of one humanoid on the skeleton of another.
//!
//! Joints correspond by their [roles](crate::Roles), whatever their names. Joints without a role, such as finger
//! joints, correspond by their names. A joint of the target without a counterpart stays at rest. Retargeting carries
//! over how far each bone has turned from a reference pose in world space, not its local rotation, because skeletons
//! differ in the rest rotations of their joints and in the number of joints between two roles. Let Δ be the world
//! rotation of a source joint relative to the source's reference, and W₀ the world rotation of the target joint in the
//! target's reference. The target joint then has the world rotation
//!
//! ```text
//! W = Δ · A · W₀
//! ```
//!
//! where A aligns the two reference poses: A turns the target to face the way the source faces and, for arms and legs,
//! turns the target's bone to point along the source's. So the result is the same whether a rest pose is a T-pose, an
//! A-pose or has hanging arms.
//!
//! The reference of a skeleton is its rest pose if the body stands upright in it, along any axis. In some files it does
//! not stand upright; for example, all bones may lie along one line. Then the reference is the frame nearest to a T- or
//! A-pose. [`RetargetOptions::rest_frame`] chooses another frame of the source. See `reference`.
//!
//! Bones keep the lengths of the target. The hips move like the source's hips, scaled by the length of the legs from
//! hip joint to sole, so that longer legs make longer steps. While a foot [stands](Planted), two-bone inverse
//! kinematics puts its ball at the source's position, scaled in the same way; if either skeleton has no toes, it puts
//! the ankle there. The leg eases in and out over 0.1 s before and after. If a leg is too short to reach the intended
//! place of its foot, the hips move down as far as needed; if the leg cannot fold far enough, the hips move up.
//!
//! If [touches are kept](RetargetOptions::keeps_touches), the same inverse kinematics puts hands where the source's
//! hands touch the ground and the body; see `touch`. Hands then also turn about their wrists, and limbs are lifted, if
//! necessary with the whole body, so that no joint is deeper in the ground than the source's deepest joint.
//!
//! The ground is y = 0 for both skeletons. Animated local positions count for the places of the source's joints, and so
//! for the hips, planted feet and touching hands. They do not stretch the bones of the target.

mod body;
mod correspond;
mod follow;
mod limb;
mod options;
mod posed;
mod reference;
mod touch;

use footwork_base::{Id, Role};
use glam::{DQuat, DVec3};

pub use options::{
    Planted, ReferencePose, RetargetError, RetargetOptions, RetargetTarget, Retargeted,
};

use crate::clip::{Clip, ClipParts};
use crate::interpolate::smooth_step;
use crate::kinematics::ForwardKinematics;
use crate::number::to_f32;
use crate::side::Side;
use crate::skeleton::JointId;
use correspond::Correspondence;
use follow::{Follower, Shown};
use reference::{Reference, Takes};

/// The time in which a leg eases into and out of a stand, in seconds.
const EASE_SECS: f64 = 0.1;

impl Clip {
    /// Returns the motion on the skeleton `onto`. Rate, frames, loop flag and heading stay the same; the hips become
    /// the travelling joint. A clip that is already on this skeleton is returned bit for bit.
    ///
    /// ```
    /// use footwork_clip::{Limits, RetargetOptions, RetargetTarget, WorldPositions, read_clip};
    ///
    /// # let read = |name: &str| {
    /// #     let path = format!("{}/../../samples/{name}", env!("CARGO_MANIFEST_DIR"));
    /// #     read_clip(name, &std::fs::read(path).unwrap(), None, &Limits::default()).unwrap().clip
    /// # };
    /// let walk = read("deepmimic/walk.txt");
    /// let other = read("cmu/playground_forward_jump_01.bvh");
    /// let onto = other.skeleton();
    /// let target = RetargetTarget::from_clip(&other);
    /// let walk = walk.retargeted(&target, &RetargetOptions::default()).unwrap().clip;
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
    /// If the hips, an arm or a leg of either skeleton cannot be identified, if either skeleton is upright neither at
    /// rest nor on any frame, if the chosen reference frame does not exist or is not upright, or if the scaled motion
    /// goes farther from the origin than a clip can hold.
    pub fn retargeted(
        &self,
        onto: &RetargetTarget,
        options: &RetargetOptions,
    ) -> Result<Retargeted, RetargetError> {
        let skeleton = onto.skeleton();
        if self.skeleton() == skeleton {
            return Ok(Retargeted {
                clip: self.clone(),
                scale: 1.0,
                references: [ReferencePose::Rest; 2],
                unmoved: Vec::new(),
                worst_miss_m: 0.0,
                worst_hand_miss_m: 0.0,
            });
        }
        let takes = Takes {
            clip: Some(self),
            moves_joints: true,
        };
        let source = Reference::new(self.skeleton(), takes, options.rest_frame, "source")?;
        let takes = Takes {
            clip: onto.motion(),
            moves_joints: false,
        };
        let target = Reference::new(skeleton, takes, None, "target")?;
        let plan = Correspondence::new(&source, &target);
        let weights = Side::BOTH.map(|side| self.standing(side, &options.planted));
        let frames = self.frame_count() as usize;
        let mut root_positions = Vec::with_capacity(frames);
        let mut rotations = Vec::with_capacity(frames * skeleton.joint_count());
        let mut follower = Follower::new(&source, &target, &plan, options.keeps_touches);
        let mut solver = ForwardKinematics::new(self.skeleton());
        let mut row = vec![[0.0; 3]; self.skeleton().joint_count()];
        for (frame, pose) in self.poses().enumerate() {
            solver.solve(pose, &mut row);
            follower.follow(&Shown {
                turns: solver.rotations().map(DQuat::from_array).collect(),
                places: row.iter().copied().map(DVec3::from_array).collect(),
                standing: weights.each_ref().map(|weights| weights[frame]),
            });
            let posed = &follower.posed;
            root_positions.push(posed.root.to_array());
            rotations.extend(posed.locals.iter().map(|turn| turn.to_array().map(to_f32)));
        }
        let worst = follower.worst;
        let clip = Clip::new(ClipParts {
            skeleton: skeleton.clone(),
            rate: self.rate(),
            looping: self.is_looping(),
            root_positions,
            rotations,
            translations: None,
        });
        let clip = clip.map_err(|_| RetargetError::TooFar)?;
        let hips = JointId::from_index(target.roles.needed(Role::Hips));
        Ok(Retargeted {
            clip: clip
                .with_travelling_joint(hips.unwrap_or(JointId::new(0)))
                .with_heading(self.heading()),
            scale: plan.scale,
            references: [source.pose, target.pose],
            unmoved: plan.unmoved,
            worst_miss_m: worst.foot_m,
            worst_hand_miss_m: worst.hand_m,
        })
    }

    /// Returns, for each frame, the weight with which a foot stands. It is 1 while the foot stands, 0 on frames that
    /// are more than the ease time away from every stand, and smooth in between.
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
                *weight = weight.max(smooth_step(1.0 - f64::from(away) / ease));
            }
        }
        weights
    }
}
