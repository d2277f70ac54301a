//! Powers.
//!
//! The power is |x|^y = 2^(y · log2|x|), computed in f64 and rounded to f32 once. The logarithm and the power of two
//! each look up the nearest of 64 points and add a polynomial (Tang, *Table-Driven Implementation of the Logarithm
//! Function* and *of the Exponential Function*, ACM TOMS 1989 and 1990; our own tables and fits). The relative error is
//! at most 2^-41 for the logarithm and 2^-36 for the power of two. Without tables, polynomials of three times the
//! degree took twice as long for single numbers.

mod tables;

use std::f64::consts::{LN_2, LOG2_E};

use super::lanes::{NAN, canonical, flip, is_nan, sign_bit, to_f32};
use super::round::trunc;
use tables::{LOGS, MIN_MANTISSA_BITS, POWERS, Point};

/// Returns `x` to the power of `y`, with the special cases of C's `powf`.
///
/// | | |
/// |---|---|
/// | `pow(x, ±0)` and `pow(1, y)` | 1, for NaN too; every other NaN gives NaN |
/// | `pow(-1, ±inf)` | 1 |
/// | finite negative `x` | NaN unless `y` is whole, or infinite, which counts as even |
/// | `pow(±0, y)` | 0 or inf, with the sign of the zero if `y` is odd |
/// | `pow(x, ±inf)`, `pow(±inf, y)` | their limits: 0 or inf, of either sign for `x` = -inf |
///
/// ```
/// use footwork_base::maths::pow;
///
/// assert_eq!(pow(9.0, 0.5), 3.0);
/// assert_eq!(pow(-2.0, 3.0), -8.0);
/// assert_eq!(pow(0.0, 0.0), 1.0);
/// assert!(pow(-8.0, 1.0 / 3.0).is_nan());
/// ```
#[inline(always)]
pub fn pow(x: f32, y: f32) -> f32 {
    let a = x.abs();
    let wide = f64::from(a);
    let l = log2_wide(wide);
    let l = if wide == 0.0 { f64::NEG_INFINITY } else { l };
    let l = if wide == f64::INFINITY { wide } else { l };
    let p = exp2_wide(f64::from(y) * l);

    // A number is odd if its half is not whole. From 2^24 on, every number is even.
    let whole = trunc(y) == y;
    let odd = whole && trunc(y * 0.5) != y * 0.5;
    let p = flip(p, if odd { sign_bit(x) } else { 0 });
    let real = x >= 0.0 || whole || a == f32::INFINITY;
    let p = if real && !is_nan(x) && !is_nan(y) {
        p
    } else {
        NAN
    };
    // The general case would multiply infinity by the logarithm of 1, which is NaN.
    let p = if a == 1.0 && y.abs() == f32::INFINITY {
        1.0
    } else {
        p
    };
    if x == 1.0 || y == 0.0 {
        1.0
    } else {
        canonical(p)
    }
}

/// Returns the same bits as [`pow`], faster for single numbers. It branches for the usual case: a positive `x` and
/// finite numbers. In loops over many numbers, use [`pow`], which does not branch.
///
/// ```
/// use footwork_base::maths::{pow, pow_one};
///
/// for (x, y) in [(9.0, 0.5), (2.0, -1000.0), (-2.0, 3.0), (-2.0, 0.5), (0.0, f32::INFINITY)] {
///     assert_eq!(pow_one(x, y).to_bits(), pow(x, y).to_bits());
/// }
/// ```
#[inline]
pub fn pow_one(x: f32, y: f32) -> f32 {
    // Compares bits, which takes two comparisons. For floats, LLVM would emit ten.
    let positive = x.to_bits().wrapping_sub(1) < f32::INFINITY.to_bits() - 1;
    let finite = y.to_bits() & 0x7fff_ffff < f32::INFINITY.to_bits();
    if positive && finite {
        exp2_wide(f64::from(y) * log2_wide(f64::from(x)))
    } else {
        pow_of_rare(x, y)
    }
}

#[cold]
#[inline(never)]
fn pow_of_rare(x: f32, y: f32) -> f32 {
    pow(x, y)
}

/// Returns the base-2 logarithm of a positive normal f64, with a relative error of at most 2^-41.
///
/// x = 2^k · z and 1 + r = z · inverse, so log2(x) = k + log + log2(1 + r). The product is exact for an x of 24 bits.
#[inline(always)]
fn log2_wide(x: f64) -> f64 {
    let u = x
        .to_bits()
        .wrapping_add(1.0f64.to_bits() - MIN_MANTISSA_BITS);
    let k = f64::from_bits(0x4330_0000_0000_0000 | (u >> 52)) - (4_503_599_627_370_496.0 + 1023.0);
    let z = f64::from_bits((u & 0x000f_ffff_ffff_ffff).wrapping_add(MIN_MANTISSA_BITS));
    let Point { inverse, log } = LOGS[place(u >> 46)];
    let r = z * inverse - 1.0;
    let s = r * r;
    let p = (0.480_898_346_723_042_44 - r * 0.360_692_105_878_130_4) + s * 0.288_554_733_052_359;
    let p = (LOG2_E - r * 0.721_347_520_164_546) + s * p;
    (k + log) + r * p
}

/// Returns 2 to the power of `x`, rounded to f32.
#[inline(always)]
fn exp2_wide(x: f64) -> f32 {
    /// 1.5 · 2^46. Adding it leaves x, rounded to 64ths, in the lower bits.
    const WHOLE_64THS: f64 = 105_553_116_266_496.0;

    let x = if x < -152.0 { -152.0 } else { x };
    let x = if x > 130.0 { 130.0 } else { x };
    let t = x + WHOLE_64THS;
    let r = x - (t - WHOLE_64THS);
    let bits = t.to_bits();
    let scale = f64::from_bits(POWERS[place(bits)].wrapping_add(bits << 46));
    let p = 0.240_226_947_242_433_18 + r * 0.055_504_169_701_038_907;
    let p = (1.0 + r * LN_2) + (r * r) * p;
    to_f32(scale * p)
}

/// Returns the lower six bits as a place in a table.
#[inline(always)]
fn place(bits: u64) -> usize {
    // The conversion never fails.
    usize::try_from(bits & 63).unwrap_or(0)
}
