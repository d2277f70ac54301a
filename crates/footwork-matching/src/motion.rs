//! A pose and how fast it changes: what blends are made of; and how far joints bend.

use footwork_base::maths;

use crate::rotation::{self, IDENTITY, Quat};
use crate::vector::{Vec3, sub};

/// The largest number of a motion, in metres, m/s and rad/s.
const MAX_NUMBER: f32 = 1e6;

/// A pose in the space of the character, and how fast it changes.
#[derive(Debug, PartialEq)]
pub struct Motion {
    /// Where the hips are, from the root on the ground.
    pub hips_m: [f32; 3],
    /// How fast they move there.
    pub hips_mps: [f32; 3],
    /// For each joint its rotation in the space of its parent; of the hips in that of the character. Quaternions
    /// `[x, y, z, w]` of any length but 0 and either sign.
    pub rotations: Vec<[f32; 4]>,
    /// For each joint how fast it turns: an axis in the space of its parent times rad/s.
    pub spins_radps: Vec<[f32; 3]>,
    /// How fast the root moves and turns: to the left and ahead in m/s, and about +y in rad/s.
    pub root_velocity: [f32; 3],
}

impl Clone for Motion {
    fn clone(&self) -> Self {
        let mut copy = Self::new(0);
        copy.clone_from(self);
        copy
    }

    /// Without an allocation where there is room, which a derived one would not promise.
    fn clone_from(&mut self, other: &Self) {
        self.hips_m = other.hips_m;
        self.hips_mps = other.hips_mps;
        self.rotations.clone_from(&other.rotations);
        self.spins_radps.clone_from(&other.spins_radps);
        self.root_velocity = other.root_velocity;
    }
}

impl Motion {
    /// A motion of joints that are all at rest.
    pub fn new(joints: usize) -> Self {
        Self {
            hips_m: [0.0; 3],
            hips_mps: [0.0; 3],
            rotations: vec![IDENTITY; joints],
            spins_radps: vec![[0.0; 3]; joints],
            root_velocity: [0.0; 3],
        }
    }

    /// The speeds between two poses, one after the other: one-sided, as nothing else is known at the end of a clip. The
    /// shorter way is meant, whatever the signs of the quaternions. `None` if they have not as many joints, or if the time
    /// is not positive.
    pub fn with_speeds_to(mut self, next: &Self, dt_secs: f32) -> Option<Self> {
        let is_time = dt_secs > 0.0 && dt_secs.is_finite();
        if !is_time || self.rotations.len() != next.rotations.len() {
            return None;
        }
        self.hips_mps = sub(next.hips_m, self.hips_m).map(|way| way / dt_secs);
        self.spins_radps.clear();
        let pairs = self.rotations.iter().zip(&next.rotations);
        self.spins_radps
            .extend(pairs.map(|(here, there)| spin(*here, *there, dt_secs)));
        Some(self)
    }

    /// Sets the speeds to those since an earlier motion of as many joints; the time is positive.
    pub(crate) fn set_speeds_since(&mut self, last: &Self, dt_secs: f32) {
        self.hips_mps = sub(self.hips_m, last.hips_m).map(|way| way / dt_secs);
        self.spins_radps.clear();
        let pairs = last.rotations.iter().zip(&self.rotations);
        self.spins_radps
            .extend(pairs.map(|(there, here)| spin(*there, *here, dt_secs)));
    }

    /// # Errors
    /// If there are not as many joints, or if a number is NaN, infinite or out of range.
    pub(crate) fn check(&self, joints: usize) -> Result<(), MotionError> {
        for found in [self.rotations.len(), self.spins_radps.len()] {
            if found != joints {
                return Err(MotionError::Joints {
                    found,
                    expected: joints,
                });
            }
        }
        let is_number = |number: &f32| maths::abs(*number) <= MAX_NUMBER;
        let whole = [self.hips_m, self.hips_mps, self.root_velocity];
        if !whole.as_flattened().iter().all(is_number) {
            return Err(MotionError::NotFinite { joint: 0 });
        }
        for (joint, (rotation, spin)) in self.rotations.iter().zip(&self.spins_radps).enumerate() {
            let length = maths::length4(rotation[0], rotation[1], rotation[2], rotation[3]);
            let is_rotation = rotation.iter().all(is_number) && length > 1e-6;
            if !is_rotation || !spin.iter().all(is_number) {
                return Err(MotionError::NotFinite { joint });
            }
        }
        Ok(())
    }
}

/// How fast a joint turns the shorter way from one rotation to the next.
fn spin(from: Quat, to: Quat, dt_secs: f32) -> Vec3 {
    let (from, to) = (rotation::normalized(from), rotation::normalized(to));
    let way = rotation::mul(to, rotation::inverse(from));
    rotation::to_vector(way).map(|angle| angle / dt_secs)
}

/// Why a motion cannot be blended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MotionError {
    /// It has more or fewer joints than the other one.
    Joints {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A number is NaN or too large, or a quaternion 0.
    NotFinite {
        /// The joint; 0 also for the hips' place and the root.
        joint: usize,
    },
}

footwork_base::display! { MotionError:
    Self::Joints { found, expected } => "a motion of {found} joints where one of {expected} is wanted";
    Self::NotFinite { joint } => "joint {joint} of a motion has a number that is not finite, or too large";
}

impl std::error::Error for MotionError {}

/// How far each joint bends in the clips: a box of axes times angles around its mean rotation. A knee that never bends
/// forward there does not in a blend.
#[derive(Clone, Debug, PartialEq)]
pub struct JointLimits {
    joints: Vec<Limit>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Limit {
    mean: Quat,
    low: Vec3,
    high: Vec3,
}

impl JointLimits {
    /// The limits of these motions, in two passes. `None` if there are none, or if they have not as many joints or hold
    /// something that is not a number.
    pub fn from_motions<'a>(motions: impl Iterator<Item = &'a Motion> + Clone) -> Option<Self> {
        let joints = motions.clone().next()?.rotations.len();
        let mut sums = vec![[0.0f64; 4]; joints];
        for motion in motions.clone() {
            motion.check(joints).ok()?;
            for (sum, rotation) in sums.iter_mut().zip(&motion.rotations) {
                let rotation = rotation::normalized(*rotation).map(f64::from);
                let is_near = sum.iter().zip(rotation).map(|(a, b)| a * b).sum::<f64>() >= 0.0;
                let sign = if is_near { 1.0 } else { -1.0 };
                for (sum, part) in sum.iter_mut().zip(rotation) {
                    *sum += sign * part;
                }
            }
        }
        let new = |sum: &[f64; 4]| Limit {
            mean: rotation::canonical(rotation::normalized(sum.map(crate::vector::to_f32))),
            low: [f32::INFINITY; 3],
            high: [f32::NEG_INFINITY; 3],
        };
        let mut limits = Self {
            joints: sums.iter().map(new).collect(),
        };
        for motion in motions {
            for (limit, rotation) in limits.joints.iter_mut().zip(&motion.rotations) {
                let bend = limit.bend(rotation::normalized(*rotation));
                limit.low = std::array::from_fn(|i| maths::min(limit.low[i], bend[i]));
                limit.high = std::array::from_fn(|i| maths::max(limit.high[i], bend[i]));
            }
        }
        Some(limits)
    }

    /// The nearest rotation within the limits; as it is for a joint that they do not know.
    pub(crate) fn clamp(&self, joint: usize, rotation: Quat) -> Quat {
        let Some(limit) = self.joints.get(joint) else {
            return rotation;
        };
        let bend = limit.bend(rotation);
        let clamped = std::array::from_fn(|i| maths::clamp(bend[i], limit.low[i], limit.high[i]));
        match clamped == bend {
            true => rotation,
            false => rotation::mul(limit.mean, rotation::from_vector(clamped)),
        }
    }
}

impl Limit {
    fn bend(&self, rotation: Quat) -> Vec3 {
        rotation::to_vector(rotation::mul(rotation::inverse(self.mean), rotation))
    }
}
