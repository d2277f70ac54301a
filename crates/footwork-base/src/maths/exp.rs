//! Powers of e and of 2.
//!
//! exp(x) = 2^k · e^r, with a whole number k and r = x - k·ln 2. The subtraction uses ln 2 in two parts (Cody and
//! Waite). A polynomial of degree 6 (Remez fit) gives e^r. The polynomial is multiplied by the power of two in two
//! steps, so that results below the smallest normal number are rounded once.

use super::lanes::{WHOLE, canonical, rare};

const LN_2_HI: f32 = f32::from_bits(0x3f31_7200);
const LN_2_LO: f32 = 1.428_606_8e-6;

/// Returns `p · 2^k`, for `t` = 1.5 · 2^23 + k with k in [-252, 254].
#[inline(always)]
fn scaled(p: f32, t: f32) -> f32 {
    // 256 + k, from which the exponents of the two factors of 2^k follow.
    let n = t.to_bits().wrapping_sub(WHOLE.to_bits().wrapping_sub(256));
    let half = n >> 1;
    let rest = n.wrapping_sub(half);
    let first = f32::from_bits(half.wrapping_sub(1) << 23);
    let second = f32::from_bits(rest.wrapping_sub(1) << 23);
    p * first * second
}

/// Clamps `x` to a range slightly wider than the range of `x` with results other than 0 and infinity.
#[inline(always)]
fn held(x: f32, low: f32, high: f32) -> f32 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// Returns e to the power of `x`. The result is exactly 1 at ±0, 0 at -inf, and inf from 88.72284 on.
///
/// ```
/// use footwork_base::maths::exp;
///
/// assert_eq!(exp(0.0), 1.0);
/// assert_eq!(exp(1.0), std::f32::consts::E);
/// assert_eq!(exp(f32::NEG_INFINITY), 0.0);
/// ```
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let (p, t) = exp_parts(held(x, -104.0, 89.0));
    canonical(scaled(p, t))
}

/// Returns the same bits as [`exp`], faster for single numbers; see [`pow_one`](super::pow_one).
#[inline]
pub fn exp_one(x: f32) -> f32 {
    // Neither the power of two nor the result is subnormal.
    if x.abs() < 87.0 {
        let (p, t) = exp_parts(x);
        let exponent = t.to_bits().wrapping_sub(WHOLE.to_bits().wrapping_sub(127));
        p * f32::from_bits(exponent << 23)
    } else {
        rare(exp, x)
    }
}

/// Returns e to the power of `x` as two factors: a number near 1, and 2^k in the form 1.5 · 2^23 + k.
#[inline(always)]
fn exp_parts(x: f32) -> (f32, f32) {
    let t = x * std::f32::consts::LOG2_E + WHOLE;
    let k = t - WHOLE;
    let r = (x - k * LN_2_HI) - k * LN_2_LO;
    let p = 0.041_668_087 + r * (0.008_369_297 + r * 0.001_383_823_9);
    let p = 0.499_999_94 + r * (0.166_665_15 + r * p);
    (1.0 + (r + r * r * p), t)
}

/// Returns 2 to the power of `x`. The result is exact for whole `x`, 0 at -inf, and inf from 128 on.
///
/// ```
/// use footwork_base::maths::exp2;
///
/// assert_eq!(exp2(10.0), 1024.0);
/// assert_eq!(exp2(-149.0), f32::from_bits(1));
/// ```
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    let x = held(x, -151.0, 129.0);
    let t = x + WHOLE;
    let r = x - (t - WHOLE);
    let p = 0.009_617_948 + r * (0.001_338_574_1 + r * 0.000_155_703_66);
    let p = 0.240_226_5 + r * (0.055_503_78 + r * p);
    let p = 1.0 + r * (std::f32::consts::LN_2 + r * p);
    canonical(scaled(p, t))
}
