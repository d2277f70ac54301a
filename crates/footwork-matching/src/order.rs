//! The order of poses in the index: neighbours in the space of features become neighbours in memory.
//!
//! A k-d split: the poses of a node are split at a middle pose along the axis on which they reach widest, until 16 are
//! left. Splits are aligned to powers of 16, so that 16 poses are a block, 16 blocks a node, 16 nodes a node above, and
//! no tree has to be stored.

use crate::levels::LANES;
use crate::schema::MAX_FEATURES;

/// The stored features of all poses while an index is built, pose after pose.
pub(crate) struct Codes<'a> {
    pub(crate) codes: &'a [u16],
    /// What a step of each dimension is worth.
    pub(crate) scales: &'a [f32],
}

impl Codes<'_> {
    pub(crate) fn row(&self, pose: u32) -> &[u16] {
        let dims = self.scales.len();
        &self.codes[pose as usize * dims..][..dims]
    }
}

/// Puts the poses in order. Equal codes keep the order of poses, so the result depends on nothing else.
pub(crate) fn sort(codes: &Codes<'_>, poses: &mut [u32]) {
    let mut keys = vec![0; poses.len()];
    split(codes, poses, &mut keys);
}

/// As deep as the logarithm of the number of poses.
fn split(codes: &Codes<'_>, poses: &mut [u32], keys: &mut [u64]) {
    if poses.len() <= LANES {
        // Invariant: within a block the order is that of poses, so ties meet the least first.
        poses.sort_unstable();
        return;
    }
    let mut unit = LANES;
    while unit * LANES < poses.len() {
        unit *= LANES;
    }
    let middle = poses.len().div_ceil(unit) / 2 * unit;
    let axis = widest(codes, poses);
    for (key, &pose) in keys.iter_mut().zip(&*poses) {
        let code = codes.row(pose).get(axis).copied().unwrap_or(0);
        *key = u64::from(code) << 32 | u64::from(pose);
    }
    keys.select_nth_unstable(middle);
    for (pose, key) in poses.iter_mut().zip(&*keys) {
        *pose = u32::try_from(key & 0xffff_ffff).unwrap_or(u32::MAX);
    }
    let (left, right) = poses.split_at_mut(middle);
    let (left_keys, right_keys) = keys.split_at_mut(middle);
    split(codes, left, left_keys);
    split(codes, right, right_keys);
}

/// The dimension on which the poses reach widest.
fn widest(codes: &Codes<'_>, poses: &[u32]) -> usize {
    let dims = codes.scales.len();
    let (mut low, mut high) = ([u16::MAX; MAX_FEATURES], [0; MAX_FEATURES]);
    let (low, high) = (&mut low[..dims], &mut high[..dims]);
    for &pose in poses {
        let row = codes.row(pose);
        for ((low, high), &code) in low.iter_mut().zip(&mut *high).zip(row) {
            *low = code.min(*low);
            *high = code.max(*high);
        }
    }
    let mut best = (0, -1.0);
    for (axis, ((low, high), scale)) in low.iter().zip(&*high).zip(codes.scales).enumerate() {
        let width = f32::from(high.saturating_sub(*low)) * scale;
        if width > best.1 {
            best = (axis, width);
        }
    }
    best.0
}
