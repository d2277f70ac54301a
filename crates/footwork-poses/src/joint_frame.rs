//! The numbers that store a rotation, and the frame of reference in which a joint's rotations are stored.
//!
//! A rotation is `reference ⊗ d`. It is stored as modified Rodrigues parameters `p = d.xyz / (1 + d.w)`, turned to the
//! principal axes of the joint's motion and rounded to a step. The inverse, `d = (2p, 1 − |p|²) / (1 + |p|²)`, needs
//! one division, has no pole below a full turn, and gives a unit quaternion for any numbers. A joint that keeps
//! spinning stores all four parts of `d`. G. Terzakis, M. Lourakis and D. Ait-Boudaoud, *Modified Rodrigues Parameters*
//! (2018).
//!
//! A frame holds the products of the reference with 1 and with each axis, four orthogonal quaternions. A rotation is
//! the sum of the four quaternions, weighted by the parts of `d`.

use footwork_base::maths;

/// The size of a frame in a file in bytes: four quaternions and the step.
pub(crate) const FRAME_BYTES: usize = 68;
/// The step of constant rotations. A constant is stored as integers, so its value is finite for any bits.
const CONSTANT_STEP: f32 = 1.0 / (1 << 29) as f32;

/// The frame of reference of a joint's rotations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JointFrame {
    /// The reference, then the reference after half a turn about each principal axis.
    pub(crate) basis: [[f32; 4]; 4],
    pub(crate) step: f32,
}

impl JointFrame {
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let numbers = self.basis.as_flattened().iter().chain([&self.step]);
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
        let row = |first: usize| {
            [
                number(first),
                number(first + 1),
                number(first + 2),
                number(first + 3),
            ]
        };
        Self {
            basis: [row(0), row(4), row(8), row(12)],
            step: number(16),
        }
    }

    /// Returns whether the frame turns all numbers into unit rotations.
    pub(crate) fn is_valid(&self) -> bool {
        let is_near = |a: &[f32; 4], b: &[f32; 4], wanted: f32| {
            let dot: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
            maths::abs(dot - wanted) <= 1e-4
        };
        let mut pairs = (0..16).map(|pair| (pair / 4, pair % 4));
        pairs.all(|(a, b)| {
            is_near(
                &self.basis[a],
                &self.basis[b],
                if a == b { 1.0 } else { 0.0 },
            )
        }) && self.step > 1e-9
            && self.step <= 1.0
    }

    /// Returns whether the reference and the first axis turn about +y only.
    pub(crate) fn is_upright(&self) -> bool {
        let [reference, first, ..] = self.basis;
        [reference, first]
            .iter()
            .all(|[x, _, z, _]| *x == 0.0 && *z == 0.0)
    }

    /// Returns the rotation stored as three numbers, in steps of `scale` times the frame's own step.
    #[inline(always)]
    pub(crate) fn rotation(&self, numbers: [f32; 3], scale: f32) -> [f32; 4] {
        let step = self.step * scale;
        self.turned(numbers.map(|number| number * step))
    }

    /// Returns the rotation stored as four numbers: those of the axes, then that of the reference. The result need not
    /// have length 1.
    #[inline(always)]
    pub(crate) fn spin(&self, parts: [f32; 4], scale: f32) -> [f32; 4] {
        // One step in a part of d turns half as far as one step in a parameter.
        let step = 2.0 * self.step * scale;
        let [x, y, z, w] = parts.map(|part| part * step);
        let length = maths::length4(x, y, z, w);
        let [x, y, z, w] = if length > 1e-6 {
            [x, y, z, w].map(|part| part / length)
        } else {
            [0.0, 0.0, 0.0, 1.0]
        };
        self.sum([w, x, y, z])
    }

    /// Returns the rotation stored as a constant.
    #[inline(always)]
    pub(crate) fn constant(&self, parts: [i32; 3]) -> [f32; 4] {
        self.turned(parts.map(|part| part as f32 * CONSTANT_STEP))
    }

    #[inline(always)]
    fn turned(&self, [x, y, z]: [f32; 3]) -> [f32; 4] {
        let square = x * x + y * y + z * z;
        let by = 1.0 / (1.0 + square);
        let twice = 2.0 * by;
        self.sum([(1.0 - square) * by, twice * x, twice * y, twice * z])
    }

    #[inline(always)]
    fn sum(&self, parts: [f32; 4]) -> [f32; 4] {
        let [reference, first, second, third] = self.basis;
        let part = |lane: usize| {
            parts[0] * reference[lane]
                + parts[1] * first[lane]
                + parts[2] * second[lane]
                + parts[3] * third[lane]
        };
        [part(0), part(1), part(2), part(3)]
    }

    /// Returns the parts of `d`: along each axis, then along the reference.
    pub(crate) fn parts(&self, rotation: [f64; 4]) -> [f64; 4] {
        let [reference, first, second, third] = self.basis.map(|row| {
            let products = row.iter().zip(rotation);
            products.map(|(a, b)| f64::from(*a) * b).sum()
        });
        [first, second, third, reference]
    }

    /// Returns the numbers that store `d` as parameters, unrounded, in steps of `scale` times the frame's own step.
    pub(crate) fn numbers(&self, d: [f64; 4], scale: f32) -> [f64; 3] {
        let step = f64::from(self.step * scale);
        parameters(d).map(|part| part / step)
    }

    /// Returns the numbers that store all four parts of `d`, unrounded.
    pub(crate) fn spin_numbers(&self, d: [f64; 4], scale: f32) -> [f64; 4] {
        let step = f64::from(2.0 * self.step * scale);
        d.map(|part| part / step)
    }

    /// Returns the numbers that store `d` as a constant, unrounded. `d.w` must not be negative.
    pub(crate) fn constant_numbers(d: [f64; 4]) -> [f64; 3] {
        parameters(d).map(|part| part / f64::from(CONSTANT_STEP))
    }
}

/// Returns the modified Rodrigues parameters of a unit quaternion.
pub(crate) fn parameters([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    [x, y, z].map(|part| part / (1.0 + w))
}
