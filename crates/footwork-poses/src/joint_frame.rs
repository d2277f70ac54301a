//! Whole numbers and rotations: the frame of reference in which the rotations of a joint are stored.
//!
//! A rotation is `reference ⊗ d`, and stored as modified Rodrigues parameters `p = d.xyz / (1 + d.w)`, turned to the principal
//! axes of the joint's motion and rounded to a step. The way back, `d = (2p, 1 − |p|²) / (1 + |p|²)`, needs one division, has no
//! pole below a full turn, and turns any numbers into a unit quaternion. A joint that keeps spinning stores all four
//! parts of `d`. G. Terzakis, M. Lourakis and D. Ait-Boudaoud, *Modified Rodrigues Parameters* (2018).

use footwork_base::maths;

use crate::transform::mul;

/// The bytes of a frame in a file: reference, axes, step.
pub(crate) const FRAME_BYTES: usize = 56;
/// The step of constant rotations. A constant is an integer, so its value is finite whatever its bits are.
const CONSTANT_STEP: f32 = 1.0 / (1 << 29) as f32;

/// The frame of reference of a joint's rotations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JointFrame {
    pub(crate) reference: [f32; 4],
    /// The principal axes, one per row, of length 1.
    pub(crate) axes: [[f32; 3]; 3],
    pub(crate) step: f32,
}

impl JointFrame {
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let numbers = self.reference.iter().chain(self.axes.as_flattened());
        let numbers = numbers.chain([&self.step]);
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    }

    #[inline(always)]
    pub(crate) fn from_bytes(bytes: &[u8; FRAME_BYTES]) -> Self {
        let words = bytes.as_chunks::<4>().0;
        let number = |index: usize| {
            words
                .get(index)
                .map_or(0.0, |word| f32::from_le_bytes(*word))
        };
        let row = |first: usize| [number(first), number(first + 1), number(first + 2)];
        Self {
            reference: [number(0), number(1), number(2), number(3)],
            axes: [row(4), row(7), row(10)],
            step: number(13),
        }
    }

    /// Returns whether every whole number gives a unit rotation.
    pub(crate) fn is_valid(&self) -> bool {
        let is_unit = |parts: &[f32]| {
            let square: f32 = parts.iter().map(|part| part * part).sum();
            maths::abs(square - 1.0) <= 1e-4
        };
        is_unit(&self.reference)
            && self.axes.iter().all(|axis| is_unit(axis))
            && self.step > 1e-9
            && self.step <= 1.0
    }

    /// Returns the rotation of three numbers, in steps of `scale` times the frame's own step.
    #[inline(always)]
    pub(crate) fn rotation(&self, [a, b, c]: [f32; 3], scale: f32) -> [f32; 4] {
        let step = self.step * scale;
        let (a, b, c) = (a * step, b * step, c * step);
        let [first, second, third] = self.axes;
        let part = |axis: usize| a * first[axis] + b * second[axis] + c * third[axis];
        self.turned([part(0), part(1), part(2)])
    }

    /// Returns the rotation of four numbers, which need not be of length 1.
    #[inline(always)]
    pub(crate) fn spin(&self, parts: [f32; 4], scale: f32) -> [f32; 4] {
        // A step of a part of d turns half as far as the same step of a parameter.
        let step = 2.0 * self.step * scale;
        let d = parts.map(|part| part * step);
        let length = maths::length4(d[0], d[1], d[2], d[3]);
        let d = if length > 1e-6 {
            d.map(|part| part / length)
        } else {
            [0.0, 0.0, 0.0, 1.0]
        };
        mul(self.reference, d)
    }

    /// Returns the rotation of a constant.
    pub(crate) fn constant(&self, parts: [i32; 3]) -> [f32; 4] {
        self.turned(parts.map(|part| part as f32 * CONSTANT_STEP))
    }

    #[inline(always)]
    fn turned(&self, [x, y, z]: [f32; 3]) -> [f32; 4] {
        let square = x * x + y * y + z * z;
        let by = 1.0 / (1.0 + square);
        let twice = 2.0 * by;
        mul(
            self.reference,
            [twice * x, twice * y, twice * z, (1.0 - square) * by],
        )
    }

    /// Returns the numbers of the parameters of `d`, unrounded: along the axes, in steps of `scale` times the frame's own
    /// step.
    pub(crate) fn numbers(&self, d: [f64; 4], scale: f32) -> [f64; 3] {
        let p = parameters(d);
        let step = f64::from(self.step * scale);
        self.axes.map(|axis| {
            let along = axis
                .iter()
                .zip(p)
                .map(|(axis, part)| f64::from(*axis) * part);
            along.sum::<f64>() / step
        })
    }

    /// Returns the numbers of all four parts of `d`, unrounded.
    pub(crate) fn spin_numbers(&self, d: [f64; 4], scale: f32) -> [f64; 4] {
        let step = f64::from(2.0 * self.step * scale);
        d.map(|part| part / step)
    }

    /// Returns the numbers of a constant, unrounded; `d.w` must not be negative.
    pub(crate) fn constant_numbers(d: [f64; 4]) -> [f64; 3] {
        parameters(d).map(|part| part / f64::from(CONSTANT_STEP))
    }
}

/// Returns the modified Rodrigues parameters of a unit quaternion.
pub(crate) fn parameters([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    [x, y, z].map(|part| part / (1.0 + w))
}
