//! Motions, which are poses with velocities and the input of blends, and the limits of joints.

use footwork_base::maths;

use crate::archive::Archive;
use crate::rotation::{self, IDENTITY, Quat};
use crate::vector::{Vec3, sub};

/// The largest number in a motion, in metres, m/s and rad/s.
const MAX_NUMBER: f32 = 1e6;

/// A pose in the space of the character, and its velocities.
#[derive(Debug, PartialEq)]
pub struct Motion {
    /// The position of the hips relative to the root on the ground, in metres.
    pub hips_m: [f32; 3],
    /// The velocity of the hips relative to the root, in m/s.
    pub hips_mps: [f32; 3],
    /// The rotation of each joint in the space of its parent, and of the hips in the space of the character. Rotations are
    /// quaternions `[x, y, z, w]` of either sign and of any length but 0.
    pub rotations: Vec<[f32; 4]>,
    /// The angular velocity of each joint in the space of its parent: an axis times an angular speed in rad/s.
    pub spins_radps: Vec<[f32; 3]>,
    /// The velocity of the root: to the left and ahead in m/s, then the turning speed about +y in rad/s.
    pub root_velocity: [f32; 3],
}

impl Clone for Motion {
    fn clone(&self) -> Self {
        let mut copy = Self::new(0);
        copy.clone_from(self);
        copy
    }

    /// Reuses the memory of `self` if it suffices. A derived implementation would not promise that.
    fn clone_from(&mut self, other: &Self) {
        self.hips_m = other.hips_m;
        self.hips_mps = other.hips_mps;
        self.rotations.clone_from(&other.rotations);
        self.spins_radps.clone_from(&other.spins_radps);
        self.root_velocity = other.root_velocity;
    }
}

impl Motion {
    /// Creates a motion with all joints at rest.
    pub fn new(joints: usize) -> Self {
        Self {
            hips_m: [0.0; 3],
            hips_mps: [0.0; 3],
            rotations: vec![IDENTITY; joints],
            spins_radps: vec![[0.0; 3]; joints],
            root_velocity: [0.0; 3],
        }
    }

    /// Returns the motion with the velocities of hips and joints that lead to the pose of `next` in `dt_secs`. These
    /// are one-sided differences, as at the end of a clip. The velocity of the root is unchanged. Rotations take the
    /// shorter way, whatever the signs of the quaternions. Returns `None` if the numbers of joints differ, or if
    /// `dt_secs` is not positive and finite.
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

    /// Sets the angular velocity with which a joint reaches the rotation `later` in `dt_secs`, by the shorter way.
    /// `dt_secs` must be positive. Does nothing if there is no such joint.
    pub fn set_spin_to(&mut self, joint: usize, later: [f32; 4], dt_secs: f32) {
        let here = self.rotations.get(joint);
        if let (Some(here), Some(spins)) = (here, self.spins_radps.get_mut(joint)) {
            *spins = spin(*here, later, dt_secs);
        }
    }

    /// Sets the velocities of hips and joints from the change since `last`, an earlier motion with the same number of
    /// joints. `dt_secs` must be positive.
    pub(crate) fn set_speeds_since(&mut self, last: &Self, dt_secs: f32) {
        self.hips_mps = sub(self.hips_m, last.hips_m).map(|way| way / dt_secs);
        self.spins_radps.clear();
        let pairs = last.rotations.iter().zip(&self.rotations);
        self.spins_radps
            .extend(pairs.map(|(there, here)| spin(*there, *here, dt_secs)));
    }

    /// Sets all velocities to 0 and keeps the pose.
    pub(crate) fn stop(&mut self) {
        self.hips_mps = [0.0; 3];
        self.root_velocity = [0.0; 3];
        self.spins_radps.fill([0.0; 3]);
    }

    /// Writes a motion, or reads one with `joints` joints or with none.
    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>, joints: usize) {
        let mut is_empty = self.rotations.is_empty();
        archive.bool(&mut is_empty);
        let count = if is_empty { 0 } else { joints };
        self.rotations.resize(count, IDENTITY);
        self.spins_radps.resize(count, [0.0; 3]);
        archive.f32s(&mut self.hips_m);
        archive.f32s(&mut self.hips_mps);
        archive.f32s(&mut self.root_velocity);
        archive.f32s(self.rotations.as_flattened_mut());
        archive.f32s(self.spins_radps.as_flattened_mut());
    }

    /// # Errors
    /// Returns an error if the number of joints is not `joints`, or if a number is NaN, infinite or out of range.
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

/// Returns the angular velocity of a joint from one rotation to the next, by the shorter way.
fn spin(from: Quat, to: Quat, dt_secs: f32) -> Vec3 {
    let (from, to) = (rotation::normalized(from), rotation::normalized(to));
    let way = rotation::mul(to, rotation::inverse(from));
    rotation::to_vector(way).map(|angle| angle / dt_secs)
}

/// The reason why a motion was rejected for a blend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MotionError {
    /// The motion does not have the expected number of joints.
    Joints {
        /// The number of joints of the motion.
        found: usize,
        /// The expected number of joints.
        expected: usize,
    },
    /// A number is NaN or too large, or a quaternion is 0.
    NotFinite {
        /// The joint, which is 0 for the position of the hips and for the root.
        joint: usize,
    },
}

footwork_base::display! { MotionError:
    Self::Joints { found, expected } => "a motion has {found} joints, but {expected} are expected";
    Self::NotFinite { joint } => "joint {joint} of a motion has a number that is not finite, or too large";
}

impl std::error::Error for MotionError {}

/// The range in which each joint bends in the clips, stored as a box of axes times angles around the mean rotation.
/// With these limits, a blend bends a knee no further, and in no other direction, than the clips do.
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
    /// Measures the limits of some motions, in two passes. Returns `None` if there are no motions, if their numbers of
    /// joints differ, if a number is NaN or too large, or if a quaternion is 0.
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

    /// Returns the rotation nearest to `rotation` within the limits. The limits are widened to contain `including`. A
    /// joint without limits keeps its rotation.
    pub(crate) fn clamp(&self, joint: usize, rotation: Quat, including: Quat) -> Quat {
        let Some(limit) = self.joints.get(joint) else {
            return rotation;
        };
        let bend = limit.bend(rotation);
        let own = limit.bend(including);
        let clamped = std::array::from_fn(|i| {
            let low = maths::min(limit.low[i], own[i]);
            maths::clamp(bend[i], low, maths::max(limit.high[i], own[i]))
        });
        if clamped == bend {
            rotation
        } else {
            rotation::mul(limit.mean, rotation::from_vector(clamped))
        }
    }
}

impl Limit {
    fn bend(&self, rotation: Quat) -> Vec3 {
        rotation::to_vector(rotation::mul(rotation::inverse(self.mean), rotation))
    }
}
