//! Inverse sine, cosine and tangent.
//!
//! The identities atan(x) = π/2 - atan(1/x) and asin(x) = π/2 - 2 asin(√((1 - x)/2)) (Abramowitz and Stegun 4.4) reduce
//! arguments to [0, 1] and [0, 1/2]. There, odd polynomials (Remez fits) compute the functions. π and π/2 are added in
//! two parts.

use std::f32::consts::{FRAC_PI_2, PI};

use super::lanes::{NAN, canonical, flip, is_nan, sign_bit};

/// π/2 minus the f32 nearest to it.
const FRAC_PI_2_LO: f32 = -4.371_139e-8;
/// π minus the f32 nearest to it.
const PI_LO: f32 = -8.742_278e-8;

/// Returns the arc tangent of a number in [0, 1].
#[inline(always)]
fn atan_to_one(a: f32) -> f32 {
    let s = a * a;
    let p = 0.043_204_702 + s * (-0.016_363_153 + s * 0.002_919_406);
    let p = -0.142_110_02 + s * (0.106_657_69 + s * (-0.075_516_6 + s * p));
    let p = -0.333_331_53 + s * (0.199_937_67 + s * p);
    a + (a * s) * p
}

/// Returns the arc sine of `t` in [0, 1/2], where `z` is the square of `t`.
#[inline(always)]
fn asin_to_half(t: f32, z: f32) -> f32 {
    let p = 0.045_469_154 + z * (0.024_184_743 + z * 0.042_158_388);
    let p = 0.166_667_52 + z * (0.074_953_094 + z * p);
    t + (t * z) * p
}

/// Returns the angle in [-π/2, π/2] whose tangent is `x`.
///
/// `atan(±0)` is ±0, `atan(±inf)` is ±π/2.
///
/// ```
/// use footwork_base::maths::atan;
///
/// assert_eq!(atan(f32::INFINITY), std::f32::consts::FRAC_PI_2);
/// assert_eq!(atan(-1.0), -std::f32::consts::FRAC_PI_4);
/// ```
#[inline(always)]
pub fn atan(x: f32) -> f32 {
    let a = x.abs();
    let inverse = a > 1.0;
    let above = if inverse { 1.0 } else { a };
    let below = if inverse { a } else { 1.0 };
    let p = atan_to_one(above / below);
    let r = if inverse {
        FRAC_PI_2 - (p - FRAC_PI_2_LO)
    } else {
        p
    };
    canonical(flip(r, sign_bit(x)))
}

/// Returns the angle in [-π, π] of the point (`x`, `y`). Quadrants, zeros and infinities follow C.
///
/// The angle of the positive x axis is 0. The angle of the negative x axis is π with the sign of `y`. `atan2(0, 0)` is
/// 0, and `atan2(0, -0)` is π. Two infinite arguments give the angle of a diagonal.
///
/// ```
/// use footwork_base::maths::atan2;
///
/// assert_eq!(atan2(1.0, 0.0), std::f32::consts::FRAC_PI_2);
/// assert_eq!(atan2(-0.0, -1.0), -std::f32::consts::PI);
/// ```
#[inline(always)]
pub fn atan2(y: f32, x: f32) -> f32 {
    let (ay, ax) = (y.abs(), x.abs());
    let steep = ay > ax;
    let above = if steep { ax } else { ay };
    let below = if steep { ay } else { ax };
    let q = above / below;
    // Without a NaN argument, only 0/0 and inf/inf are NaN.
    let q = if above == f32::INFINITY { 1.0 } else { q };
    let q = if below == 0.0 { 0.0 } else { q };
    let p = atan_to_one(q);
    let left = sign_bit(x) != 0;
    let base = if left { PI } else { 0.0 };
    let base_lo = if left { PI_LO } else { 0.0 };
    let base = if steep { FRAC_PI_2 } else { base };
    let base_lo = if steep { FRAC_PI_2_LO } else { base_lo };
    let p = if steep != left { -p } else { p };
    let r = flip(base + (p + base_lo), sign_bit(y));
    if is_nan(x) || is_nan(y) { NAN } else { r }
}

/// Returns the angle in [-π/2, π/2] whose sine is `x`; NaN outside [-1, 1]. `asin(-0)` is -0.
///
/// ```
/// use footwork_base::maths::{acos, asin};
///
/// assert_eq!(asin(1.0), std::f32::consts::FRAC_PI_2);
/// assert!(asin(2.0).is_nan());
/// assert_eq!(acos(1.0), 0.0);
/// ```
#[inline(always)]
pub fn asin(x: f32) -> f32 {
    let a = x.abs();
    let far = a > 0.5;
    let z = if far { (1.0 - a) * 0.5 } else { a * a };
    let root = z.sqrt();
    let p = asin_to_half(if far { root } else { a }, z);
    let r = if far {
        FRAC_PI_2 - (2.0 * p - FRAC_PI_2_LO)
    } else {
        p
    };
    canonical(flip(r, sign_bit(x)))
}

/// Returns the angle in [0, π] whose cosine is `x`; NaN outside [-1, 1].
#[inline(always)]
pub fn acos(x: f32) -> f32 {
    let a = x.abs();
    let far = a > 0.5;
    let z = if far { (1.0 - a) * 0.5 } else { a * a };
    let root = z.sqrt();
    let p = asin_to_half(if far { root } else { a }, z);
    let middle = FRAC_PI_2 - (flip(p, sign_bit(x)) - FRAC_PI_2_LO);
    let right = 2.0 * p;
    let left = PI - (2.0 * p - PI_LO);
    let r = if x < 0.0 { left } else { right };
    canonical(if far { r } else { middle })
}
