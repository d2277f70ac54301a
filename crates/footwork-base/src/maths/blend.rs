//! Selecting and mixing two numbers, steps and ramps.

use super::lanes::canonical;
use super::order::saturate;

/// Returns whether a number counts as true. Zeros and NaN do not; all other numbers do.
///
/// ```
/// use footwork_base::maths::{is_true, select};
///
/// assert!(is_true(-0.5) && !is_true(-0.0) && !is_true(f32::NAN));
/// assert_eq!(select(2.0, 10.0, 20.0), 10.0);
/// ```
#[inline(always)]
pub fn is_true(c: f32) -> bool {
    c.abs() > 0.0
}

/// Returns `a` if `c` is true, otherwise `b`. Zeros and NaN are not true.
#[inline(always)]
pub fn select(c: f32, a: f32, b: f32) -> f32 {
    canonical(if is_true(c) { a } else { b })
}

/// Interpolates linearly from `a` at `t` = 0 to `b` at `t` = 1. Other values of `t` extrapolate.
///
/// At `t` = 0 and 1, the result has the bits of `a` and `b`, even if the other end is tiny, huge, infinite or NaN. The
/// result is computed from the nearer end: `a + (b - a)·t` for `t` below one half, and `b + (b - a)·(t - 1)` from there
/// on. Internally half of `b - a` is used, which does not overflow for finite ends. So the error is at most a few
/// roundings of the larger end. If `a` and `b` are the same number, the result is that number for every finite `t`.
///
/// With an infinite end, the result is that of `a·(1 - t) + b·t`. So `lerp(1, inf, 0.75)` is inf, and opposite infinities
/// give NaN.
///
/// ```
/// use footwork_base::maths::{lerp, remap};
///
/// assert_eq!(lerp(0.1, 0.7, 1.0), 0.7);
/// assert_eq!(lerp(1.0, 3.0, 2.0), 5.0);
/// assert_eq!(lerp(-3e38, 3e38, 0.75), 1.5e38);
/// assert_eq!(lerp(1.0, f32::INFINITY, 0.0), 1.0);
/// assert_eq!(remap(5.0, 0.0, 10.0, 1.0, 2.0), 1.5);
/// ```
#[inline(always)]
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    let half = b * 0.5 - a * 0.5;
    let near_a = t < 0.5;
    let end = if near_a { a } else { b };
    let from_end = if near_a { t } else { t - 1.0 };
    let step = half * from_end;
    let r = end + (step + step);
    // If `r` is NaN, for example after subtracting infinities, use the weighted sum.
    let weighted = a * (1.0 - t) + b * t;
    let r = if r.is_nan() { weighted } else { r };
    canonical(if from_end == 0.0 { end } else { r })
}

/// Maps `x` linearly from the range `from_lo` to `from_hi` to the range `to_lo` to `to_hi`, without clamping.
///
/// The result is `lerp(to_lo, to_hi, t)` with `t = (x - from_lo) / (from_hi - from_lo)`. If `from_hi - from_lo` is
/// finite and not zero, `from_lo` gives exactly `to_lo`, and `from_hi` gives exactly `to_hi`. If the first range is
/// empty, `t` is infinite, or NaN for an `x` equal to both ends. If the length of the first range overflows, `t` is 0
/// or NaN.
#[inline(always)]
pub fn remap(x: f32, from_lo: f32, from_hi: f32, to_lo: f32, to_hi: f32) -> f32 {
    lerp(to_lo, to_hi, (x - from_lo) / (from_hi - from_lo))
}

/// Returns 1 if `x >= edge`, otherwise 0. NaN gives 0.
#[inline(always)]
pub fn step(edge: f32, x: f32) -> f32 {
    if x >= edge { 1.0 } else { 0.0 }
}

/// Returns a smooth step from 0 at `lo` to 1 at `hi`: `t²·(3 - 2t)` with `t = saturate((x - lo) / (hi - lo))`.
///
/// NaN gives 0. If `lo` is above `hi`, the result falls instead of rising. If both bounds are equal, the result is 0
/// for `x` up to the bound and 1 above it.
///
/// ```
/// use footwork_base::maths::{smoothstep, step};
///
/// assert_eq!(smoothstep(0.0, 4.0, 2.0), 0.5);
/// assert_eq!(step(1.0, 1.0), 1.0);
/// ```
#[inline(always)]
pub fn smoothstep(lo: f32, hi: f32, x: f32) -> f32 {
    let t = saturate((x - lo) / (hi - lo));
    t * t * (3.0 - 2.0 * t)
}
