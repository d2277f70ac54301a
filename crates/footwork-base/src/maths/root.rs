//! Roots and lengths.
//!
//! The cube root is a·r² with r near 1/∛a. A first guess divides the exponent by three (Kahan, *Computing a Real Cube
//! Root*, 1991). Two steps of third order follow, all in f64.

use super::lanes::{canonical, flip, sign_bit, to_f32};

/// Returns the square root, correctly rounded. The result is NaN for numbers below zero, and -0 for -0.
///
/// ```
/// use footwork_base::maths::{cbrt, length3, sqrt};
///
/// assert_eq!(sqrt(2.25), 1.5);
/// assert_eq!(cbrt(-8.0), -2.0);
/// assert_eq!(length3(2e38, 0.0, 0.0), 2e38);
/// ```
#[inline(always)]
pub fn sqrt(x: f32) -> f32 {
    canonical(x.sqrt())
}

/// Returns the cube root, which exists for negative numbers too. It is exact if the root is a whole number.
#[inline(always)]
pub fn cbrt(x: f32) -> f32 {
    let a = f64::from(x.abs());
    let upper = a.to_bits() >> 32;
    let third = (upper * 0x5555_5556) >> 32;
    let r = f64::from_bits(0x553e_ec00u64.wrapping_sub(third) << 32);
    let r = nearer_to_inverse_cbrt(a, r);
    let r = nearer_to_inverse_cbrt(a, r);
    let y = to_f32(a * r * r);
    let y = if x.abs() == f32::INFINITY {
        f32::INFINITY
    } else {
        y
    };
    canonical(flip(y, sign_bit(x)))
}

/// Makes one Householder step of third order towards 1/∛a.
#[inline(always)]
fn nearer_to_inverse_cbrt(a: f64, r: f64) -> f64 {
    let e = 1.0 - a * r * r * r;
    r + r * (e * (1.0 / 3.0 + e * (2.0 / 9.0)))
}

/// Returns the square root of a sum of squares, or infinity if `infinite` is set.
#[inline(always)]
fn length(squares: f64, infinite: bool) -> f32 {
    let r = to_f32(squares.sqrt());
    canonical(if infinite { f32::INFINITY } else { r })
}

#[inline(always)]
fn square(x: f32) -> f64 {
    let x = f64::from(x);
    x * x
}

#[inline(always)]
fn is_infinite(x: f32) -> bool {
    x.abs() == f32::INFINITY
}

/// Returns the length of the hypotenuse. Does the same as [`length2`].
#[inline(always)]
pub fn hypot(x: f32, y: f32) -> f32 {
    length2(x, y)
}

/// Returns the length of a vector of two numbers.
///
/// Squares are summed in f64, which cannot overflow. An infinite argument gives inf, even if another argument is NaN.
/// Otherwise NaN gives NaN.
#[inline(always)]
pub fn length2(x: f32, y: f32) -> f32 {
    length(square(x) + square(y), is_infinite(x) || is_infinite(y))
}

/// Returns the length of a vector of three numbers; see [`length2`].
#[inline(always)]
pub fn length3(x: f32, y: f32, z: f32) -> f32 {
    let infinite = is_infinite(x) || is_infinite(y) || is_infinite(z);
    length(square(x) + square(y) + square(z), infinite)
}

/// Returns the length of a vector of four numbers; see [`length2`].
#[inline(always)]
pub fn length4(x: f32, y: f32, z: f32, w: f32) -> f32 {
    let infinite = is_infinite(x) || is_infinite(y) || is_infinite(z) || is_infinite(w);
    length(square(x) + square(y) + square(z) + square(w), infinite)
}
