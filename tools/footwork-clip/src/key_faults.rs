//! The numbers of faulty keys that a file stores for one clip.

use crate::number::to_u32;
use crate::skeleton::JointId;

/// The numbers of faulty keys and tracks of one clip, as its file stores them. Reading repairs most of them. In formats
/// that store whole poses, a key is the rotation of a joint in one pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeyFaults {
    /// Rotation keys whose length differs from 1 by more than 0.1 %.
    pub not_unit: usize,
    /// Rotation keys on the other hemisphere from the key before: their dot product is negative.
    pub flipped: usize,
    /// Keys with a number that is NaN or infinite.
    pub not_finite: usize,
    /// Scale keys that differ from the first of their track by more than 0.1 %.
    pub scaled: usize,
    /// Tracks with several keys that all have the same value.
    pub constant_tracks: usize,
    /// Keys more than 0.02 frames away from a frame.
    pub off_grid: usize,
    /// The first rotation key that is not of unit length or flipped; `None` if there is none or if it moves no joint.
    pub first_rotation: Option<KeyPlace>,
}

/// Where a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyPlace {
    /// Its frame.
    pub frame: u32,
    /// The joint that it turns.
    pub joint: JointId,
}

impl KeyFaults {
    /// Counts a rotation key, given the one before it in its track.
    pub(crate) fn add_rotation<T: Copy + Into<f64>>(
        &mut self,
        key: [T; 4],
        before: Option<[T; 4]>,
        frame: f64,
        joint: Option<JointId>,
    ) {
        let is_unit = (dot(key, key).sqrt() - 1.0).abs() <= SHARE;
        let is_flipped = before.is_some_and(|before| dot(before, key) < 0.0);
        self.not_unit += usize::from(!is_unit);
        self.flipped += usize::from(is_flipped);
        if is_unit && !is_flipped {
            return;
        }
        let place = joint.map(|joint| KeyPlace {
            frame: to_u32(frame),
            joint,
        });
        let places = self.first_rotation.into_iter().chain(place);
        self.first_rotation = places.min();
    }
}

/// How far the length of a rotation may be from 1.
const SHARE: f64 = 1e-3;

fn dot<T: Copy + Into<f64>>(a: [T; 4], b: [T; 4]) -> f64 {
    let products = a.into_iter().zip(b).map(|(a, b)| a.into() * b.into());
    products.sum()
}
