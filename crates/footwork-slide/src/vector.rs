//! Vector operations other than sums and products.
//!
//! Minimum and maximum are comparisons instead of std's functions. For −0 and +0, std's functions may return either
//! zero, which can differ between machines.

use glam::DVec3;

/// Returns `vector`, or `-vector` if `reverse` is true.
#[inline(always)]
pub(crate) fn reversed(vector: DVec3, reverse: bool) -> DVec3 {
    if reverse { -vector } else { vector }
}

/// Returns the unit vector along `vector`; y if its length is zero or not finite.
pub(crate) fn unit(vector: DVec3) -> DVec3 {
    // Scale to about 1 first, so that squares neither vanish nor overflow.
    let largest = larger(larger(vector.x.abs(), vector.y.abs()), vector.z.abs());
    if largest > 0.0 && largest < f64::INFINITY {
        let scaled = vector / largest;
        scaled / scaled.length_squared().sqrt()
    } else {
        DVec3::Y
    }
}

#[inline(always)]
pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[inline(always)]
pub(crate) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Returns the smaller coordinate of both vectors on each axis.
#[inline]
pub(crate) fn lower(a: DVec3, b: DVec3) -> DVec3 {
    DVec3::select(a.cmplt(b), a, b)
}

/// Returns the larger coordinate of both vectors on each axis.
#[inline]
pub(crate) fn upper(a: DVec3, b: DVec3) -> DVec3 {
    DVec3::select(a.cmpgt(b), a, b)
}

/// Returns the largest absolute value of a coordinate.
#[inline]
pub(crate) fn largest(vector: DVec3) -> f64 {
    let [x, y, z] = vector.abs().to_array();
    larger(z, larger(y, x))
}
