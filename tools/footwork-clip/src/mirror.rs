//! Mirroring: the motion of a clip with left and right exchanged.
//!
//! A mirrored clip is the reflection of the clip in the plane x = 0, which parts a character that
//! faces +z into its left and right half. Each joint moves as its *partner* did: the left hand as
//! the right one, a joint in the middle as itself. With M for the reflection, p for the partner of
//! joint j, R for local rotations and T for local positions,
//!
//! | | mirrored | in numbers |
//! |---|---|---|
//! | root position | M T | `(x, y, z)` becomes `(-x, y, z)` |
//! | local rotation of j | M R(p) M | `(x, y, z, w)` becomes `(x, -y, -z, w)` |
//! | local position or rest offset of j | M T(p) | as the root position |
//!
//! and since every M meets another along the chain of joints, the mirrored joint j is exactly where
//! the reflection of joint p is, whatever the local axes. Nothing is computed but signs, so that
//! **mirroring twice gives the same bits**, and channels of a mirrored clip are exactly those of the
//! partner: `speed_x` and `turn` change their sign, heights and speeds stay.
//!
//! # Which skeleton
//!
//! | | joints are | the skeleton is |
//! |---|---|---|
//! | [`Clip::mirrored`] | where the reflection is, exactly | the same where its rest offsets are their own mirror image to a nanometre, else the mirrored one: same names, parents and order, other offsets |
//! | [`Clip::mirrored_on_skeleton`] | near there: bones keep their lengths | always the same |
//!
//! A recorded person's left leg is rarely as long as the right one, so a BVH skeleton seldom is its
//! own mirror image. The first way is right for looking, measuring and training; the second for an
//! engine that plays many clips on one skeleton, and it refuses a skeleton whose sides are farther
//! apart than its tolerance, such as one whose local axes on the left are not those on the
//! right reflected.

mod pairs;

use std::fmt;
use std::sync::Arc;

use footwork_base::Id;

use crate::clip::{Clip, ClipParts};
use crate::skeleton::{JointId, Skeleton};

pub use pairs::{JointPairs, PairError};

/// How far offsets may differ that are meant to be the same. Modelling programs leave such
/// differences, of which nothing is left in a joint's place.
const SAME_M: f64 = 1e-9;

/// The joint where a skeleton differs most from its mirror image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asymmetry {
    /// The joint.
    pub joint: JointId,
    /// The distance of its rest offset from the reflection of its partner's, in metres.
    pub gap_m: f64,
}

impl Skeleton {
    /// The mirror image: each joint has the offset of its partner, reflected in x = 0. Names,
    /// parents and order stay. `None` when the pairs are of a skeleton of another shape.
    pub fn mirrored(&self, pairs: &JointPairs) -> Option<Self> {
        if !pairs.fit(self) {
            return None;
        }
        let joints = self.joints();
        Some(self.with_offsets(|id| reflected(joints[pairs.index(id.index())].offset)))
    }

    /// Returns where the skeleton differs most from its mirror image; a gap of 0 if nowhere.
    /// `None` if the pairs belong to a skeleton of another shape.
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
    /// The clip with left and right exchanged, exactly; the module says how, and on which skeleton.
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
    /// When the pairs are of a skeleton of another shape.
    pub fn mirrored(&self, pairs: &JointPairs) -> Result<Self, MirrorError> {
        let skeleton = self.skeleton();
        let both = skeleton.asymmetry(pairs).zip(skeleton.mirrored(pairs));
        let (asymmetry, image) = both.ok_or(MirrorError::OtherSkeleton)?;
        let skeleton = match asymmetry.gap_m <= SAME_M {
            true => Arc::clone(skeleton),
            false => Arc::new(image),
        };
        Ok(self.reflected(pairs, skeleton))
    }

    /// The clip with left and right exchanged on its own skeleton: bones keep the lengths and
    /// directions that they have at rest, so that joints are only near the reflection. Local
    /// positions that the clip animates are reflected as they are.
    ///
    /// Twice is the identity, bit for bit, here too.
    ///
    /// # Errors
    /// When the pairs are of a skeleton of another shape, or when some rest offset is farther than
    /// `tolerance_m` from the reflection of its partner's.
    pub fn mirrored_on_skeleton(
        &self,
        pairs: &JointPairs,
        tolerance_m: f64,
    ) -> Result<Self, MirrorError> {
        let skeleton = self.skeleton();
        let asymmetry = skeleton.asymmetry(pairs);
        let Asymmetry { joint, gap_m } = asymmetry.ok_or(MirrorError::OtherSkeleton)?;
        // A tolerance that is no number tolerates nothing.
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
            rotations: swapped(self.rotations(), pairs, |[x, y, z, w]| [x, -y, -z, w]),
            translations: self
                .translations()
                .map(|all| swapped(all, pairs, reflected)),
            skeleton,
        };
        Self::from_valid(parts, self.frame_count())
    }
}

/// The values of every frame with those of partners exchanged, each changed.
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

fn away([x, y, z]: [f64; 3]) -> [f64; 3] {
    [-x, y, z]
}

/// Why a clip was not mirrored.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MirrorError {
    /// The pairs are those of a skeleton of another shape.
    OtherSkeleton,
    /// The skeleton is not its own mirror image, as far as was asked for.
    NotSymmetric {
        /// The joint where the sides differ most.
        joint: String,
        /// Its partner.
        partner: String,
        /// How far its offset is from the reflection of its partner's.
        gap_m: f64,
    },
}

impl fmt::Display for MirrorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherSkeleton => f.write_str("the pairs of joints are of another skeleton"),
            Self::NotSymmetric {
                joint,
                partner,
                gap_m,
            } if joint == partner => write!(
                f,
                "the skeleton is not its own mirror image: {joint} is {gap_m:.4} m off the middle"
            ),
            Self::NotSymmetric {
                joint,
                partner,
                gap_m,
            } => write!(
                f,
                "the skeleton is not its own mirror image: {joint} is {gap_m:.4} m from where \
                 {partner} reflected is"
            ),
        }
    }
}

impl std::error::Error for MirrorError {}
