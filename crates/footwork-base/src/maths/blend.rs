//! Between two numbers: choosing, mixing, steps and ramps.

use super::lanes::canonical;
use super::order::saturate;

/// Whether a number counts as true: it is neither zero nor NaN.
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

/// `a` where `c` is true, else `b`; a zero or NaN is not true.
#[inline(always)]
pub fn select(c: f32, a: f32, b: f32) -> f32 {
    canonical(if is_true(c) { a } else { b })
}

/// From `a` at `t` = 0 to `b` at `t` = 1, both exactly, and beyond them for other `t`.
///
/// The distance is measured from the nearer end: `a + (b - a)·t` below one half, `b - (b - a)·(1 - t)`
/// from there on. Equal ends give themselves for every finite `t`.
///
/// ```
/// use footwork_base::maths::{lerp, remap};
///
/// assert_eq!(lerp(0.1, 0.7, 1.0), 0.7);
/// assert_eq!(lerp(1.0, 3.0, 2.0), 5.0);
/// assert_eq!(remap(5.0, 0.0, 10.0, 1.0, 2.0), 1.5);
/// ```
#[inline(always)]
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    let d = b - a;
    let from_a = a + d * t;
    let from_b = b - d * (1.0 - t);
    canonical(if t < 0.5 { from_a } else { from_b })
}

/// Where `x` lies between `from_lo` and `from_hi`, between `to_lo` and `to_hi`; not bounded.
///
/// `lerp(to_lo, to_hi, (x - from_lo) / (from_hi - from_lo))`: an empty range to map from gives an
/// infinity or NaN.
#[inline(always)]
pub fn remap(x: f32, from_lo: f32, from_hi: f32, to_lo: f32, to_hi: f32) -> f32 {
    lerp(to_lo, to_hi, (x - from_lo) / (from_hi - from_lo))
}

/// 1 from the edge on, 0 below it: `x >= edge`, and so 0 for NaN.
#[inline(always)]
pub fn step(edge: f32, x: f32) -> f32 {
    if x >= edge { 1.0 } else { 0.0 }
}

/// A smooth step from 0 at `lo` to 1 at `hi`: `t²·(3 - 2t)` of `t = saturate((x - lo) / (hi - lo))`.
///
/// NaN gives 0. `lo` above `hi` falls instead of rising; equal bounds are a step above them.
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
