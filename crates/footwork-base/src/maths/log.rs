//! Logarithms: natural, of base 2 and of base 10.
//!
//! x = 2^k · (1 + f) with 1 + f in [√½, √2). With s = f / (2 + f), ln(1 + f) = 2·atanh(s). It is summed as f - (f²/2 -
//! s·(f²/2 + R(s²))), which loses no precision near 1. (The sum is that of fdlibm's `e_log.c`, Sun Microsystems 1993. R
//! is our own Remez fit.)

use super::lanes::{NAN, canonical, rare, to_f32};

const LN_2_HI: f32 = f32::from_bits(0x3f31_7200);
const LN_2_LO: f32 = 1.428_606_8e-6;
const LOG2_E_LO: f32 = 1.925_963e-8;
/// The bits of √½, the smallest value of 1 + f.
const MIN_MANTISSA_BITS: u32 = 0x3f35_04f3;

/// A positive number as the parts of x = 2^k · (1 + f).
struct Parts {
    /// The exponent.
    k: f32,
    f: f32,
    /// f - ln(1 + f).
    bend: f32,
}

#[inline(always)]
fn parts(x: f32) -> Parts {
    let tiny = x < f32::MIN_POSITIVE;
    let scaled = if tiny { x * 8_388_608.0 } else { x };
    let bias = if tiny {
        8_388_608.0 + 150.0
    } else {
        8_388_608.0 + 127.0
    };
    normal_parts(scaled, bias)
}

/// Splits a normal number into parts. `bias` is subtracted from its exponent. It is larger if the number was scaled up.
#[inline(always)]
fn normal_parts(scaled: f32, bias: f32) -> Parts {
    let u = scaled
        .to_bits()
        .wrapping_add(0x3f80_0000 - MIN_MANTISSA_BITS);
    // Reads the exponent from the lower bits of 2^23 + exponent.
    let k = f32::from_bits(0x4b00_0000 | (u >> 23)) - bias;
    let f = f32::from_bits((u & 0x007f_ffff).wrapping_add(MIN_MANTISSA_BITS)) - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * (0.666_667_76 + z * (0.399_775_83 + z * 0.298_708_3));
    let half_square = 0.5 * f * f;
    Parts {
        k,
        f,
        bend: half_square - s * (half_square + r),
    }
}

/// Returns `r` for a finite positive `x`. Otherwise returns the special value: -inf at ±0, NaN below 0 and for NaN, inf
/// at inf.
#[inline(always)]
fn in_domain(x: f32, r: f32) -> f32 {
    let r = if x == f32::INFINITY { x } else { r };
    let beside = if x == 0.0 { f32::NEG_INFINITY } else { NAN };
    if x > 0.0 { r } else { beside }
}

/// Returns the natural logarithm. The result is -inf at ±0, NaN below 0, and inf at inf.
///
/// ```
/// use footwork_base::maths::{ln, log2, log10};
///
/// assert_eq!(ln(1.0), 0.0);
/// assert_eq!(log2(8.0), 3.0);
/// assert_eq!(log10(1000.0), 3.0);
/// assert_eq!(ln(0.0), f32::NEG_INFINITY);
/// assert!(ln(-1.0).is_nan());
/// ```
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    in_domain(x, ln_of_parts(&parts(x)))
}

/// Returns the same bits as [`ln`], faster for single numbers; see [`pow_one`](super::pow_one).
#[inline]
pub fn ln_one(x: f32) -> f32 {
    let least = f32::MIN_POSITIVE.to_bits();
    if x.to_bits().wrapping_sub(least) < f32::INFINITY.to_bits() - least {
        ln_of_parts(&normal_parts(x, 8_388_608.0 + 127.0))
    } else {
        rare(ln, x)
    }
}

#[inline(always)]
fn ln_of_parts(&Parts { k, f, bend }: &Parts) -> f32 {
    k * LN_2_HI + (f - (bend - k * LN_2_LO))
}

/// Returns the base-2 logarithm. It is exact for powers of two, -inf at ±0, NaN below 0, and inf at inf.
#[inline(always)]
pub fn log2(x: f32) -> f32 {
    let Parts { k, f, bend } = parts(x);
    let tail = f * LOG2_E_LO - bend * std::f32::consts::LOG2_E;
    in_domain(x, k + (f * std::f32::consts::LOG2_E + tail))
}

/// Returns the base-10 logarithm. It is exact for the powers of ten that are an f32, -inf at ±0, NaN below 0, and inf
/// at inf.
#[inline(always)]
pub fn log10(x: f32) -> f32 {
    let r = log2_wide(f64::from(x)) * std::f64::consts::LOG10_2;
    canonical(in_domain(x, to_f32(r)))
}

/// Returns the base-2 logarithm of a positive normal f64, with a relative error of at most 2^-44.
#[inline(always)]
fn log2_wide(x: f64) -> f64 {
    const MIN_MANTISSA_BITS: u64 = 0x3fe6_a09e_667f_3bcd;
    let u = x
        .to_bits()
        .wrapping_add(0x3ff0_0000_0000_0000 - MIN_MANTISSA_BITS);
    let k = f64::from_bits(0x4330_0000_0000_0000 | (u >> 52)) - (4_503_599_627_370_496.0 + 1023.0);
    let f = f64::from_bits((u & 0x000f_ffff_ffff_ffff).wrapping_add(MIN_MANTISSA_BITS)) - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let p = 0.412_209_257_101_106_45 + z * (0.319_905_484_925_563_3 + z * 0.282_903_423_257_304_6);
    let p = 0.961_796_694_113_467 + z * (0.577_077_942_323_065_1 + z * p);
    k + s * (2.885_390_081_777_85 + z * p)
}
