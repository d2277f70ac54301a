//! Small vectors of f32, used by features, blends and legs.

use footwork_base::maths;
pub(crate) use footwork_base::to_f32;

/// A point or a direction.
pub(crate) type Vec3 = [f32; 3];

#[inline]
pub(crate) fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline]
pub(crate) fn scale(a: Vec3, by: f32) -> Vec3 {
    [a[0] * by, a[1] * by, a[2] * by]
}

#[inline]
pub(crate) fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline]
pub(crate) fn dot(a: Vec3, b: Vec3) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline]
pub(crate) fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[inline]
pub(crate) fn length(a: Vec3) -> f32 {
    maths::length3(a[0], a[1], a[2])
}

/// Shortens a vector to the length `limit` if it is longer.
pub(crate) fn at_most(a: Vec3, limit: f32) -> Vec3 {
    let length = length(a);
    if length > limit {
        scale(a, limit / length)
    } else {
        a
    }
}
