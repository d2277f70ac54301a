//! Vectors, and conversions for engines that use f32.

pub(crate) type Vector = [f64; 3];

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Returns `a + times * b`.
pub(super) fn add(a: Vector, b: Vector, times: f64) -> Vector {
    [0, 1, 2].map(|axis| a[axis] + times * b[axis])
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    let part = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [part(1, 2), part(2, 0), part(0, 1)]
}

/// Returns the nearest f32.
#[expect(clippy::cast_possible_truncation, reason = "the nearest is wanted")]
pub(crate) fn single(number: f64) -> f32 {
    number as f32
}

/// Returns the vector in f32, in the type of parry and rapier.
pub(crate) fn narrow(vector: Vector) -> parry3d::math::Vector {
    let [x, y, z] = vector.map(single);
    parry3d::math::Vector::new(x, y, z)
}
