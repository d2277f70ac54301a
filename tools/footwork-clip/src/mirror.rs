//! Mirroring: the motion of a clip with left and right exchanged.
//!
//! A mirrored clip is the reflection of the clip in the plane x = 0, which separates the left and right half of a
//! character that faces +z. Each joint moves like its *partner* in the clip: the left hand like the right hand, and a
//! joint in the middle like itself. Let M be the reflection, p the partner of joint j, R a local rotation and T a local
//! position:
//!
//! | | mirrored | in numbers |
//! |---|---|---|
//! | root position | M T | `(x, y, z)` becomes `(-x, y, z)` |
//! | local rotation of j | M R(p) M | `(x, y, z, w)` becomes `(x, -y, -z, w)` |
//! | local position or rest offset of j | M T(p) | as the root position |
//!
//! M is its own inverse, so adjacent Ms cancel along the chain of joints: the mirrored joint j is exactly at the
//! reflection of joint p, whatever its local axes. Only signs change, so **mirroring twice gives the same bits**, and
//! channels are exact too: `speed_x` and `turn` change sign, and a joint gets the heights and speeds of its partner.
//!
//! # Which skeleton
//!
//! | | positions | skeleton of the result |
//! |---|---|---|
//! | [`Clip::mirrored`] | exactly the reflection | the same if its rest offsets equal their mirror image to a nanometre, else the mirrored one: same names, parents and order, different offsets |
//! | [`Clip::mirrored_on_skeleton`] | near the reflection: bones keep their lengths | always the same |
//!
//! A recorded person's legs rarely have the same length, so few BVH skeletons equal their mirror image. `mirrored`
//! suits viewing, measuring and training. `mirrored_on_skeleton` suits an engine that plays many clips on one skeleton.
//! It returns an error for a skeleton whose sides differ by more than the given tolerance, for example if the local
//! axes on the left are not the reflection of the axes on the right.

mod pairs;

use std::sync::Arc;

use footwork_base::Id;
use thiserror::Error;

use crate::clip::{Clip, ClipParts};
use crate::skeleton::{JointId, Skeleton};

pub use pairs::{JointPairs, PairError};

/// The maximum difference, in metres, between offsets that count as equal. Modelling tools leave differences of this
/// size.
const SAME_M: f64 = 1e-9;

/// The joint that differs most from its mirror image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asymmetry {
    /// The joint.
    pub joint: JointId,
    /// The distance from the joint's rest offset to the reflection of its partner's rest offset, in metres.
    pub gap_m: f64,
}

impl Skeleton {
    /// Returns the mirror image: each joint has its partner's rest offset and rotation, reflected in x = 0. Names,
    /// parents and order stay the same. `None` if the pairs belong to a skeleton of another shape.
    pub fn mirrored(&self, pairs: &JointPairs) -> Option<Self> {
        if !pairs.fit(self) {
            return None;
        }
        let (joints, rotations) = (self.joints(), self.rest_rotations());
        Some(self.with_rest(|id| {
            let partner = pairs.index(id.index());
            let offset = reflected(joints[partner].offset);
            (offset, reflected_turn(rotations[partner]))
        }))
    }

    /// Returns the joint that differs most from its mirror image; the gap is 0 if none differs. `None` if the
    /// pairs belong to a skeleton of another shape.
    pub fn asymmetry(&self, pairs: &JointPairs) -> Option<Asymmetry> {
        let image = self.mirrored(pairs)?;
        let mut largest = Asymmetry {
            joint: JointId::new(0),
            gap_m: 0.0,
        };
        for ((joint, own), other) in self.iter().zip(image.joints()) {
            let gap = |axis: usize| f64::from(own.offset[axis]) - f64::from(other.offset[axis]);
            let square: f64 = (0..3).map(|axis| gap(axis) * gap(axis)).sum();
            let gap_m = square.sqrt();
            if gap_m > largest.gap_m {
                largest = Asymmetry { joint, gap_m };
            }
        }
        Some(largest)
    }
}

impl Clip {
    /// Returns the exact mirror image of the clip; the module documentation describes its skeleton.
    ///
    /// ```
    /// use footwork_clip::{JointPairs, Limits, WorldPositions, read_clip};
    ///
    /// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/deepmimic/walk.txt");
    /// # let bytes = std::fs::read(path).unwrap();
    /// let walk = read_clip("walk.txt", &bytes, None, &Limits::default()).unwrap().clip;
    /// let pairs = JointPairs::from_names(walk.skeleton()).unwrap();
    /// let mirrored = walk.mirrored(&pairs).unwrap();
    /// assert_eq!(mirrored.mirrored(&pairs).unwrap(), walk);
    ///
    /// let [left, right] = ["left_toe", "right_toe"].map(|name| walk.skeleton().find(name).unwrap());
    /// let was = WorldPositions::from_clip(&walk).joint(right).next().unwrap();
    /// let is = WorldPositions::from_clip(&mirrored).joint(left).next().unwrap();
    /// assert_eq!(is, [-was[0], was[1], was[2]]);
    /// ```
    ///
    /// # Errors
    /// If the pairs belong to a skeleton of another shape.
    pub fn mirrored(&self, pairs: &JointPairs) -> Result<Self, MirrorError> {
        let skeleton = self.skeleton();
        let both = skeleton.asymmetry(pairs).zip(skeleton.mirrored(pairs));
        let (asymmetry, image) = both.ok_or(MirrorError::OtherSkeleton)?;
        let skeleton = if asymmetry.gap_m <= SAME_M {
            Arc::clone(skeleton)
        } else {
            Arc::new(image)
        };
        Ok(self.reflected(pairs, skeleton))
    }

    /// Returns the clip with left and right exchanged, on its own skeleton. Bones keep their rest lengths and
    /// directions, so joints are only near the reflection. Animated local positions are reflected exactly.
    ///
    /// Mirroring twice returns the same bits here too.
    ///
    /// # Errors
    /// If the pairs belong to a skeleton of another shape, or if the distance from a rest offset to the reflection of
    /// its partner's exceeds `tolerance_m`.
    pub fn mirrored_on_skeleton(
        &self,
        pairs: &JointPairs,
        tolerance_m: f64,
    ) -> Result<Self, MirrorError> {
        let skeleton = self.skeleton();
        let asymmetry = skeleton.asymmetry(pairs);
        let Asymmetry { joint, gap_m } = asymmetry.ok_or(MirrorError::OtherSkeleton)?;
        // A NaN tolerance counts as 0.
        if gap_m > 0.0 && (gap_m > tolerance_m || tolerance_m.is_nan()) {
            let name = |index: usize| skeleton.joints()[index].name.clone();
            return Err(MirrorError::NotSymmetric {
                joint: name(joint.index()),
                partner: name(pairs.index(joint.index())),
                gap_m,
            });
        }
        Ok(self.reflected(pairs, Arc::clone(skeleton)))
    }

    fn reflected(&self, pairs: &JointPairs, skeleton: Arc<Skeleton>) -> Self {
        let parts = ClipParts {
            rate: self.rate(),
            looping: self.is_looping(),
            root_positions: self.root_positions().iter().map(|p| away(*p)).collect(),
            rotations: swapped(self.rotations(), pairs, reflected_turn),
            translations: self
                .translations()
                .map(|all| swapped(all, pairs, reflected)),
            skeleton,
        };
        let partner = pairs.index(self.travelling_joint().index());
        let mirrored = Self::from_valid(parts, self.frame_count()).measured_like(self);
        match JointId::from_index(partner) {
            Some(joint) => mirrored.with_travelling_joint(joint),
            None => mirrored,
        }
    }
}

/// Returns the values of every frame with partners exchanged and `change` applied to each.
fn swapped<T: Copy>(values: &[T], pairs: &JointPairs, change: impl Fn(T) -> T) -> Vec<T> {
    let frames = values.chunks_exact(pairs.joint_count());
    let joints = 0..pairs.joint_count();
    frames
        .flat_map(|frame| {
            joints
                .clone()
                .map(|joint| change(frame[pairs.index(joint)]))
        })
        .collect()
}

fn reflected([x, y, z]: [f32; 3]) -> [f32; 3] {
    [-x, y, z]
}

fn reflected_turn([x, y, z, w]: [f32; 4]) -> [f32; 4] {
    [x, -y, -z, w]
}

fn away([x, y, z]: [f64; 3]) -> [f64; 3] {
    [-x, y, z]
}

/// Why a clip could not be mirrored.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MirrorError {
    /// The pairs belong to a skeleton of another shape.
    #[error("the pairs of joints belong to another skeleton")]
    OtherSkeleton,
    /// The skeleton differs from its mirror image by more than the tolerance.
    #[error(
        "the skeleton is not its own mirror image: {joint} is {gap_m:.4} m {}",
        if joint == partner {
"off the middle".to_owned()
} else {
format!("from the mirror image of {partner}")
}
    )]
    NotSymmetric {
        /// The joint that differs most from its mirror image.
        joint: String,
        /// The joint's partner.
        partner: String,
        /// The distance from the joint's offset to the reflection of its partner's offset, in metres.
        gap_m: f64,
    },
}
