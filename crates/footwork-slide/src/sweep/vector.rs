//! What the sweeps need of vectors beside sums and products.

use glam::DVec3;

/// `vector`, turned round when `turn`.
#[inline(always)]
pub(super) fn reversed(vector: DVec3, turn: bool) -> DVec3 {
    if turn { -vector } else { vector }
}

/// `vector` at length one; up when it has no length.
pub(super) fn unit(vector: DVec3) -> DVec3 {
    // First to about one, so that squares neither vanish nor overflow.
    let largest = larger(larger(vector.x.abs(), vector.y.abs()), vector.z.abs());
    if largest > 0.0 && largest < f64::INFINITY {
        let scaled = vector / largest;
        scaled / scaled.length_squared().sqrt()
    } else {
        DVec3::Y
    }
}

#[inline(always)]
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[inline(always)]
pub(super) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
