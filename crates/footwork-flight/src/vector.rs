//! Three numbers as a vector, inside the crate only: what crosses its border is `[f64; 3]`.

pub(crate) use glam::DVec3;

pub(crate) fn vector(xyz: [f64; 3]) -> DVec3 {
    DVec3::from_array(xyz)
}

/// The length, by std's root, which rounds the same everywhere.
pub(crate) fn length(v: DVec3) -> f64 {
    v.length_squared().sqrt()
}

/// The part of `v` along the plane with this normal.
pub(crate) fn along(v: DVec3, normal: DVec3) -> DVec3 {
    v - normal * v.dot(normal)
}

/// Whether all three are finite and none is larger than `most`.
pub(crate) fn is_within(xyz: [f64; 3], most: f64) -> bool {
    xyz.iter().all(|x| x.abs() <= most)
}

/// The smaller of two numbers that are no NaN.
pub(crate) fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The larger of two numbers that are no NaN.
pub(crate) fn most(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
