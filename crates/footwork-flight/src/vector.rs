//! Vectors inside the crate; its public API uses `[f64; 3]`.

pub(crate) use glam::DVec3;

pub(crate) fn vector(xyz: [f64; 3]) -> DVec3 {
    DVec3::from_array(xyz)
}

/// Returns the length. Uses std's square root, which rounds in the same way on every machine.
pub(crate) fn length(v: DVec3) -> f64 {
    v.length_squared().sqrt()
}

/// Returns the component of `v` in the plane with this normal.
pub(crate) fn along(v: DVec3, normal: DVec3) -> DVec3 {
    v - normal * v.dot(normal)
}

/// Returns whether all three numbers are finite and have an absolute value of at most `max`.
pub(crate) fn is_within(xyz: [f64; 3], max: f64) -> bool {
    xyz.iter().all(|x| x.abs() <= max)
}

/// Returns the smaller of two numbers. Neither may be NaN.
pub(crate) fn least(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// Returns the larger of two numbers. Neither may be NaN.
pub(crate) fn most(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
