//! Operations on 16 numbers at once. `dispatch` implements them with SIMD registers and chooses an implementation.
//!
//! All implementations give the same bits. They perform the operations of this file in the same order and round each
//! operation separately.

use crate::blocks::{Field, Fields};
use crate::levels::{LANES, LANES_BYTES, numbers};

/// A dimension of a goal and its weight.
#[derive(Clone, Copy, Default)]
pub(crate) struct Dim {
    /// The goal as a multiple of steps.
    pub(crate) goal: f32,
    /// The cost of a difference of one step.
    pub(crate) weight: f32,
    /// The storable number nearest to the goal, in the lower and in the upper 16 bits.
    nearest: u32,
}

impl Dim {
    pub(crate) fn new(goal: f32, weight: f32) -> Self {
        let nearest = u32::from(nearest(goal));
        Self {
            goal,
            weight,
            nearest: nearest << 16 | nearest,
        }
    }

    /// Returns the cost of a stored number.
    #[inline(always)]
    pub(crate) fn term(&self, number: u16) -> f32 {
        let difference = f32::from(number) - self.goal;
        self.weight * (difference * difference)
    }

    /// Returns the storable number nearest to the goal, in the lower and in the upper 16 bits.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn nearest_twice(&self) -> u32 {
        self.nearest
    }

    #[inline(always)]
    fn nearest(&self) -> u16 {
        let [low, high, ..] = self.nearest.to_le_bytes();
        u16::from_le_bytes([low, high])
    }
}

/// Returns the 16-bit number nearest to `goal`.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast of a float stops at the ends of the integer"
)]
fn nearest(goal: f32) -> u16 {
    let below = goal as u16;
    // This is exact. Either the goal is less than a step above `below`, or it is outside the range.
    let is_past_half = goal - f32::from(below) > 0.5;
    below.saturating_add(u16::from(is_past_half))
}

/// Operations on 16 numbers at once.
pub(crate) trait Lanes: Copy {
    /// 16 sums.
    type Sums: Copy;

    fn load(self, sums: &[f32; LANES]) -> Self::Sums;

    fn store(self, sums: Self::Sums, to: &mut [f32; LANES]);

    /// Adds the costs of a block's poses in the next dimensions, one dimension after another.
    fn add_fields(self, sums: Self::Sums, fields: &mut Fields<'_>, dims: &[Dim]) -> Self::Sums;

    /// Returns the numbers of a block in a dimension.
    fn unpack(self, field: Field<'_>) -> [u8; LANES_BYTES];

    /// Adds the distances of the goal from boxes. The distance from a box is that to the number in the box nearest to
    /// the goal.
    ///
    /// No number in the box is nearer to the goal, so the sum is never above the cost of a pose in the box.
    fn add_boxes(
        self,
        sums: Self::Sums,
        boxes: &[[[u8; LANES_BYTES]; 2]],
        dims: &[Dim],
    ) -> Self::Sums;

    /// Returns the lanes whose sums are at most `limit`, as bits.
    fn within(self, sums: Self::Sums, limit: f32) -> u16;

    /// Returns the least of 16 numbers.
    fn least(self, numbers: &[u32; LANES]) -> u32;

    /// Returns the least and the greatest of the numbers whose entry in `selected` is `u16::MAX`. If none is selected,
    /// returns `u16::MAX` and 0.
    fn range(self, numbers: &[u8; LANES_BYTES], selected: &[u16; LANES]) -> [u16; 2];
}

/// Portable loops.
#[derive(Clone, Copy)]
pub(crate) struct Loops;

impl Lanes for Loops {
    type Sums = [f32; LANES];

    #[inline(always)]
    fn load(self, sums: &[f32; LANES]) -> Self::Sums {
        *sums
    }

    #[inline(always)]
    fn store(self, sums: Self::Sums, to: &mut [f32; LANES]) {
        *to = sums;
    }

    #[inline(always)]
    fn add_fields(self, sums: Self::Sums, fields: &mut Fields<'_>, dims: &[Dim]) -> Self::Sums {
        let mut sums = sums;
        for dim in dims {
            for (sum, code) in sums.iter_mut().zip(fields.take().numbers()) {
                *sum += dim.term(code);
            }
        }
        sums
    }

    #[inline(always)]
    fn unpack(self, field: Field<'_>) -> [u8; LANES_BYTES] {
        let mut bytes = [0; LANES_BYTES];
        let (lanes, _) = bytes.as_chunks_mut();
        for (lane, number) in lanes.iter_mut().zip(field.numbers()) {
            *lane = number.to_le_bytes();
        }
        bytes
    }

    #[inline(always)]
    fn add_boxes(
        self,
        sums: Self::Sums,
        boxes: &[[[u8; LANES_BYTES]; 2]],
        dims: &[Dim],
    ) -> Self::Sums {
        let mut sums = sums;
        for ([low, high], dim) in boxes.iter().zip(dims) {
            let sides = numbers(low).into_iter().zip(numbers(high));
            for (sum, (low, high)) in sums.iter_mut().zip(sides) {
                // `clamp` would panic, because the box of a lane without poses is empty.
                *sum += dim.term(dim.nearest().max(low).min(high));
            }
        }
        sums
    }

    #[inline(always)]
    fn within(self, sums: Self::Sums, limit: f32) -> u16 {
        let mut lanes = 0;
        for (lane, sum) in sums.iter().enumerate() {
            lanes |= u16::from(*sum <= limit) << lane;
        }
        lanes
    }

    #[inline(always)]
    fn least(self, numbers: &[u32; LANES]) -> u32 {
        numbers.iter().fold(u32::MAX, |a, &b| a.min(b))
    }

    #[inline(always)]
    fn range(self, bytes: &[u8; LANES_BYTES], selected: &[u16; LANES]) -> [u16; 2] {
        let mut range = [u16::MAX, 0];
        for (number, selected) in numbers(bytes).into_iter().zip(selected) {
            range[0] = range[0].min(number | !selected);
            range[1] = range[1].max(number & selected);
        }
        range
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn no_stored_number_is_nearer() {
        for (goal, expected) in [
            (-1e12, 0),
            (-0.6, 0),
            (0.499_999_97, 0),
            (0.5, 0),
            (0.500_000_06, 1),
            (7.75, 8),
            (65_533.5, 65_533),
            (65_533.504, 65_534),
            (65_534.9, 65_535),
            (65_535.9, 65_535),
            (1e12, 65_535),
        ] {
            assert_eq!(nearest(goal), expected, "{goal}");
        }
    }
}
