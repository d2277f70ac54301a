//! Order: minimum, maximum, clamping, absolute values and signs.
//!
//! -0 is less than +0. If one argument is NaN, `min` and `max` return the other.
//!
//! An `if` that replaces NaN by a number must compare bits. On ARM, LLVM makes `if x > 0.0 { x } else { 0.0 }` a single
//! instruction, which returns NaN for a signalling NaN. A following bound then turns that NaN into the wrong number.

use super::lanes::{canonical, is_nan};

/// Returns the smaller number. If one argument is NaN, returns the other argument. `min(0, -0)` is -0.
///
/// ```
/// use footwork_base::maths::{clamp, max, min};
///
/// assert_eq!(min(1.0, f32::NAN), 1.0);
/// assert!(min(0.0, -0.0).is_sign_negative());
/// assert!(max(-0.0, 0.0).is_sign_positive());
/// assert_eq!(clamp(5.0, 0.0, 2.0), 2.0);
/// ```
#[inline(always)]
pub fn min(a: f32, b: f32) -> f32 {
    let r = if b < a { b } else { a };
    // Equal numbers have equal bits, except for zeros. -0 is the smaller zero.
    let same = f32::from_bits(a.to_bits() | b.to_bits());
    let r = if a == b { same } else { r };
    let r = if is_nan(a) { b } else { r };
    canonical(r)
}

/// Returns the larger number. If one argument is NaN, returns the other argument. `max(-0, 0)` is +0.
#[inline(always)]
pub fn max(a: f32, b: f32) -> f32 {
    let r = if b > a { b } else { a };
    let same = f32::from_bits(a.to_bits() & b.to_bits());
    let r = if a == b { same } else { r };
    let r = if is_nan(a) { b } else { r };
    canonical(r)
}

/// Clamps `x` to two bounds: `min(max(x, lo), hi)`.
///
/// A NaN `x` gives `lo`, and a NaN bound is ignored. If `lo` is above `hi`, the result is `hi`.
#[inline(always)]
pub fn clamp(x: f32, lo: f32, hi: f32) -> f32 {
    min(max(x, lo), hi)
}

/// Returns `clamp(x, 0, 1)`; NaN and -0 give 0.
#[inline(always)]
pub fn saturate(x: f32) -> f32 {
    // As integers, positive floats have the same order as numbers, with NaN above infinity. Floats with the sign bit
    // are negative integers.
    let bits = x.to_bits().cast_signed().max(0);
    let bits = if bits > 0x7f80_0000 { 0 } else { bits };
    f32::from_bits(bits.min(1.0f32.to_bits().cast_signed()).cast_unsigned())
}

/// Returns the absolute value.
#[inline(always)]
pub fn abs(x: f32) -> f32 {
    canonical(x.abs())
}

/// Returns -1 or 1 by the sign of `x`; zeros and NaN are returned unchanged.
#[inline(always)]
pub fn sign(x: f32) -> f32 {
    let r = if x > 0.0 { 1.0 } else { x };
    let r = if x < 0.0 { -1.0 } else { r };
    canonical(r)
}
