//! Powers.
//!
//! |x|^y = 2^(y · log2|x|), in f64: the logarithm to 2^-44, the power of two by a polynomial of
//! degree 8 (Remez fit) to 2^-37. The result is rounded to f32 once.

use super::lanes::{NAN, WHOLE_F64, canonical, flip, is_nan, sign_bit, to_f32};
use super::log::log2_wide;
use super::round::trunc;

/// `x` to the power of `y`, with the special cases of C's `powf`.
///
/// | | |
/// |---|---|
/// | `pow(x, ±0)` and `pow(1, y)` | 1, for NaN too; every other NaN gives NaN |
/// | `pow(-1, ±inf)` | 1 |
/// | negative `x` | NaN unless `y` is whole, or infinite, which counts as even |
/// | `pow(±0, y)` | 0 or inf, with the sign of the zero if `y` is odd |
/// | `pow(x, ±inf)`, `pow(±inf, y)` | 0 or inf, as their limits are |
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

    // Odd numbers are those whose half is not whole; from 2^24 on all are even.
    let whole = trunc(y) == y;
    let odd = whole && trunc(y * 0.5) != y * 0.5;
    let p = flip(p, if odd { sign_bit(x) } else { 0 });
    let real = x >= 0.0 || whole || a == f32::INFINITY;
    let p = if real && !is_nan(x) && !is_nan(y) {
        p
    } else {
        NAN
    };
    // Otherwise infinity times the logarithm of 1.
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

/// 2 to the power of `x`, rounded to f32.
#[inline(always)]
fn exp2_wide(x: f64) -> f32 {
    let x = if x < -152.0 { -152.0 } else { x };
    let x = if x > 130.0 { 130.0 } else { x };
    let t = x + WHOLE_F64;
    let r = x - (t - WHOLE_F64);
    let p = 1.333_345_712_438_453_4e-3
        + r * (1.540_363_534_354_104_3e-4
            + r * (1.530_787_002_133_687_3e-5 + r * 1.321_758_407_474_167_3e-6));
    let p = 0.240_226_506_961_969_3
        + r * (0.055_504_109_367_006_276 + r * (0.009_618_128_893_623_717 + r * p));
    let p = 1.0 + r * (0.693_147_180_545_888_5 + r * p);
    // p is in [√½, √2]: adding to its exponent cannot leave the range.
    to_f32(f64::from_bits(p.to_bits().wrapping_add(t.to_bits() << 52)))
}
