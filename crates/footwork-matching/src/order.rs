//! The order of poses in the index: neighbours in the space of features become neighbours in memory.
//!
//! The order is that of a k-d tree. The poses of a node are split at a middle pose along the axis with the largest
//! spread, down to 16 poses. Splits are aligned to powers of 16, so that 16 poses form a block, 16 blocks form a node,
//! and 16 nodes form a node of the next level. The tree itself need not be stored.

use crate::levels::LANES;
use crate::schema::MAX_FEATURES;

/// The stored features of all poses while an index is built, one pose after another.
pub(crate) struct Codes<'a> {
    pub(crate) codes: &'a [u16],
    /// The cost of a step in each dimension.
    pub(crate) scales: &'a [f32],
}

impl Codes<'_> {
    pub(crate) fn row(&self, pose: u32) -> &[u16] {
        let dims = self.scales.len();
        &self.codes[pose as usize * dims..][..dims]
    }
}

/// Sorts the poses. Poses with equal codes keep their order, so that the result depends only on the codes and the order
/// of the poses.
pub(crate) fn sort(codes: &Codes<'_>, poses: &mut [u32]) {
    let mut keys = vec![0; poses.len()];
    split(codes, poses, &mut keys);
}

/// Splits recursively. The depth is the logarithm of the number of poses.
fn split(codes: &Codes<'_>, poses: &mut [u32], keys: &mut [u64]) {
    if poses.len() <= LANES {
        // Invariant: the poses of a block are in ascending order, so a search finds the least of equally near poses
        // first.
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

/// The approximate number of poses in a sample.
const SAMPLE: usize = 4096;

/// Returns the dimension with the largest variance over all poses, or over a sample if there are many.
///
/// A few outliers would dominate the range of a dimension. With splits by range, a search opened four times as many
/// boxes.
fn widest(codes: &Codes<'_>, poses: &[u32]) -> usize {
    let dims = codes.scales.len();
    let (mut sums, mut squares) = ([0u64; MAX_FEATURES], [0u64; MAX_FEATURES]);
    let (sums, squares) = (&mut sums[..dims], &mut squares[..dims]);
    let share = u32::try_from(poses.len() / SAMPLE).unwrap_or(u32::MAX);
    let below = u32::MAX / share.max(1);
    let mut count = 0u64;
    for &pose in poses {
        // The sample is chosen by pose number, because `split` leaves the poses in an unspecified order.
        if pose.wrapping_mul(0x9e37_79b1) > below {
            continue;
        }
        count += 1;
        for ((sum, square), &code) in sums.iter_mut().zip(&mut *squares).zip(codes.row(pose)) {
            *sum += u64::from(code);
            *square += u64::from(code) * u64::from(code);
        }
    }
    let mut best = (0, -1.0);
    let moments = sums.iter().zip(&*squares).map(|(&sum, &square)| {
        u128::from(count) * u128::from(square) - u128::from(sum) * u128::from(sum)
    });
    for (axis, (variance, &scale)) in moments.zip(codes.scales).enumerate() {
        let variance = variance as f64 * f64::from(scale) * f64::from(scale);
        if variance > best.1 {
            best = (axis, variance);
        }
    }
    best.0
}
