//! Sine, cosine, tangent, degrees and radians.
//!
//! A multiple of π is subtracted in four steps (Cody and Waite, *Software Manual for the Elementary Functions*, 1980).
//! The first three constants have five bits each, so that their products with the multiple are exact. The fourth
//! constant has 24 bits. The remainder is at most π/2 in size, and an odd polynomial of degree 9 (Remez fit) gives its
//! sine.

use super::lanes::{WHOLE, WHOLE_F64, canonical, flip, rare, sign_bit, to_f32};

/// π in four parts. The first three are 25 · 2^-3, 17 · 2^-10 and -19 · 2^-21.
const PI_A: f32 = 3.125;
const PI_B: f32 = 17.0 / 1024.0;
const PI_C: f32 = -19.0 / 2_097_152.0;
const PI_D: f32 = 1.509958e-7;

/// π/2 in two parts, both f64. The first part has 33 bits.
const HALF_PI_A: f64 = 1.570_796_326_734_125_6;
const HALF_PI_B: f64 = 6.077_100_506_506_192e-11;

/// Returns `x` minus `k` times π.
#[inline(always)]
fn minus_pi(x: f32, k: f32) -> f32 {
    ((x - k * PI_A) - k * PI_B) - k * PI_C - k * PI_D
}

/// Returns the sine of a number that is at most π/2 in size. The result is within [-1, 1].
#[inline(always)]
fn sin_near_zero(r: f32) -> f32 {
    // For large angles, the multiple of π is inexact, and `r` may be too large.
    let r = if r > 1.7 { 1.7 } else { r };
    let r = if r < -1.7 { -1.7 } else { r };
    sin_within(r)
}

/// Does the same as [`sin_near_zero`], for a number known to be at most 1.7 in size.
#[inline(always)]
fn sin_within(r: f32) -> f32 {
    let s = r * r;
    let p = -0.166_666_61 + s * (0.008_333_042 + s * (-0.000_198_064_05 + s * 2.597_830_9e-6));
    r + (r * s) * p
}

/// Returns the sine of an angle in radians.
///
/// `sin(-0)` is -0. NaN and the infinities give NaN. The error is at most 2e-7 up to ±1e6, and at most 0.51 ulp of `x`
/// up to ±1.2e7. Beyond ±1.2e7, the result is an unspecified number in [-1, 1].
///
/// ```
/// use footwork_base::maths::{cos, sin, tan};
///
/// assert_eq!(sin(0.0), 0.0);
/// assert_eq!(cos(0.0), 1.0);
/// assert!((sin(1e6) - -0.349_993_5).abs() < 2e-7);
/// assert!((tan(0.5) - sin(0.5) / cos(0.5)).abs() < 2e-7);
/// ```
#[inline(always)]
pub fn sin(x: f32) -> f32 {
    let a = x.abs();
    let t = a * std::f32::consts::FRAC_1_PI + WHOLE;
    let r = minus_pi(a, t - WHOLE);
    let sign = (t.to_bits() << 31) ^ sign_bit(x);
    canonical(flip(sin_near_zero(r), sign))
}

/// Returns the cosine of an angle in radians, computed as the sine of its distance from an odd multiple of π/2.
///
/// `cos(-x)` has the same bits as `cos(x)`, and the error is that of [`sin`]. NaN and the infinities give NaN.
#[inline(always)]
pub fn cos(x: f32) -> f32 {
    let x = x.abs();
    let t = (x * std::f32::consts::FRAC_1_PI + 0.5) + WHOLE;
    let r = minus_pi(x, (t - WHOLE) - 0.5);
    canonical(flip(sin_near_zero(r), t.to_bits() << 31))
}

/// The size below which angles need no clamping in [`sin_one`] and [`cos_one`].
const EVERYDAY: f32 = 1e5;

/// Returns the same bits as [`sin`], faster for single numbers; see [`pow_one`](super::pow_one).
#[inline]
pub fn sin_one(x: f32) -> f32 {
    let a = x.abs();
    if a < EVERYDAY {
        let t = a * std::f32::consts::FRAC_1_PI + WHOLE;
        let r = minus_pi(a, t - WHOLE);
        flip(sin_within(r), (t.to_bits() << 31) ^ sign_bit(x))
    } else {
        rare(sin, x)
    }
}

/// Returns the same bits as [`cos`], faster for single numbers; see [`pow_one`](super::pow_one).
#[inline]
pub fn cos_one(x: f32) -> f32 {
    let a = x.abs();
    if a < EVERYDAY {
        let t = (a * std::f32::consts::FRAC_1_PI + 0.5) + WHOLE;
        let r = minus_pi(a, (t - WHOLE) - 0.5);
        flip(sin_within(r), t.to_bits() << 31)
    } else {
        rare(cos, x)
    }
}

/// Returns the tangent of an angle in radians.
///
/// No f32 is a pole of the tangent. `tan(-0)` is -0. NaN and the infinities give NaN. The error is at most 3 ulp up to
/// ±1.6e6. Beyond ±1.6e6, the result is less exact, but the same on every machine.
#[inline(always)]
pub fn tan(x: f32) -> f32 {
    let wide = f64::from(x);
    let t = wide * std::f64::consts::FRAC_2_PI + WHOLE_F64;
    let k = t - WHOLE_F64;
    let r = to_f32((wide - k * HALF_PI_A) - k * HALF_PI_B);
    let r = if r > 0.8 { 0.8 } else { r };
    let r = if r < -0.8 { -0.8 } else { r };
    let s = r * r;
    let p = 0.003_096_717_4 + s * 0.009_399_621;
    let p = 0.133_388_4 + s * (0.053_407_617 + s * (0.024_443_99 + s * p));
    let p = r + (r * s) * (0.333_331_56 + s * p);
    let odd = t.to_bits() & 1 == 1;
    let above = if odd { -1.0 } else { p };
    let below = if odd { p } else { 1.0 };
    canonical(above / below)
}

/// Converts degrees to radians.
#[inline(always)]
pub fn rad(degrees: f32) -> f32 {
    canonical(degrees * 0.017_453_292)
}

/// Converts radians to degrees.
///
/// ```
/// use footwork_base::maths::{deg, rad};
///
/// assert_eq!(deg(std::f32::consts::PI), 180.0);
/// assert_eq!(rad(180.0), std::f32::consts::PI);
/// ```
#[inline(always)]
pub fn deg(radians: f32) -> f32 {
    canonical(radians * 57.295_78)
}
