//! Remainders: truncated, floored, and wrapping into a range.
//!
//! The remainder of two f32 is an f32, so it can be exact. If the quotient is below 2^29, its product with the divisor
//! fits an f64, and one division is enough ([`rem_near`]). For larger quotients, that step is repeated with the divisor
//! scaled up. A loop over many numbers calls the `near` form for all of them, then the full form for each number for
//! which [`is_near`] is false. For all other numbers, the two forms give the same bits.

use super::lanes::{NAN, WHOLE_F64, canonical, flip, sign_bit, to_f32};

/// 2^52. From this number on, an f64 has no fractions.
const TWO_52: f64 = 4_503_599_627_370_496.0;
/// The quotient below which one division is enough.
const NEAR: f64 = 536_870_912.0;

/// Returns whether [`rem_near`] and [`modulo_near`] give the exact results of [`rem`] and [`modulo`] for `x` and `y`.
/// They do if the quotient is below 2^29 in size, or if the remainder is NaN.
#[inline(always)]
pub fn is_near(x: f32, y: f32) -> bool {
    let (ax, ay) = (x.abs(), y.abs());
    let far = f64::from(ax) >= f64::from(ay) * NEAR;
    !(far && ay > 0.0 && ax < f32::INFINITY)
}

/// Returns the remainder of `ax` divided by `ay`, for a quotient below 2^29.
#[inline(always)]
fn rem_wide(ax: f64, ay: f64) -> f64 {
    let k = (ax / ay + TWO_52) - TWO_52;
    let r = ax - k * ay;
    if r < 0.0 { r + ay } else { r }
}

/// Returns [`rem`] if [`is_near`] is true, otherwise an unspecified number.
#[inline(always)]
pub fn rem_near(x: f32, y: f32) -> f32 {
    let (ax, ay) = (x.abs(), y.abs());
    let r = to_f32(rem_wide(f64::from(ax), f64::from(ay)));
    let r = if ay == f32::INFINITY && ax < f32::INFINITY {
        ax
    } else {
        r
    };
    canonical(flip(r, sign_bit(x)))
}

/// Returns the remainder of a truncated division, as `%` does. It is exact, like C's `fmodf`, and
/// has the sign of `x`.
///
/// A zero divisor, an infinite `x` and NaN give NaN. An infinite `y` gives `x`.
///
/// ```
/// use footwork_base::maths::{modulo, rem};
///
/// assert_eq!(rem(-7.0, 3.0), -1.0);
/// assert_eq!(modulo(-7.0, 3.0), 2.0);
/// assert_eq!(rem(1e38, 3.0), 2.0, "exact for all numbers");
/// ```
#[inline(always)]
pub fn rem(x: f32, y: f32) -> f32 {
    if is_near(x, y) {
        rem_near(x, y)
    } else {
        rem_far(x, y)
    }
}

/// Computes [`rem`] for quotients of at least 2^29.
#[inline(never)]
fn rem_far(x: f32, y: f32) -> f32 {
    let (mut ax, ay) = (f64::from(x.abs()), f64::from(y.abs()));
    while ax >= ay * NEAR {
        // The divisor is ay times a power of two for which the quotient is in [2^28, 2^29).
        let exponent = ((ax / ay).to_bits() >> 52) - 28;
        let divisor = ay * f64::from_bits(exponent << 52);
        ax = rem_wide(ax, divisor);
    }
    flip(to_f32(rem_wide(ax, ay)), sign_bit(x))
}

/// Returns [`modulo`] if [`is_near`] is true, otherwise an unspecified number.
#[inline(always)]
pub fn modulo_near(x: f32, y: f32) -> f32 {
    floored(rem_near(x, y), y)
}

/// Returns the remainder of a floored division, `x - y·floor(x / y)`, with a single rounding. It has the sign of `y`.
///
/// For positive `y` the result is in [0, y), except for a tiny negative `x`, whose result rounds to `y`. A zero
/// divisor, an infinite `x` and NaN give NaN. An infinite `y` gives `x` if the signs agree, otherwise `y`.
#[inline(always)]
pub fn modulo(x: f32, y: f32) -> f32 {
    floored(rem(x, y), y)
}

#[inline(always)]
fn floored(r: f32, y: f32) -> f32 {
    let apart = (r < 0.0) != (y < 0.0);
    let m = if apart { r + y } else { r };
    let m = if r == 0.0 { flip(0.0, sign_bit(y)) } else { m };
    canonical(m)
}

/// Adds or subtracts a multiple of `hi - lo` so that `x` comes to lie between `lo` and `hi`.
///
/// The result is in `[lo, hi)`, or in `[hi, lo)` if the bounds are swapped. An empty range gives `lo`. Infinite
/// arguments give NaN. The result is computed in f64. Before the final rounding, its error is at most 2^-51 of the
/// distance from `x` to `lo`. If that distance is 2^51 lengths of the range or more, the result is an unspecified
/// number in the range.
///
/// ```
/// use footwork_base::maths::wrap;
///
/// assert_eq!(wrap(-10.0, 0.0, 360.0), 350.0);
/// assert_eq!(wrap(360.0, 0.0, 360.0), 0.0);
/// ```
#[inline(always)]
pub fn wrap(x: f32, lo: f32, hi: f32) -> f32 {
    let low = if hi < lo { hi } else { lo };
    let high = if hi < lo { lo } else { hi };
    let span = f64::from(high) - f64::from(low);
    let d = f64::from(x) - f64::from(low);
    let k = (d / span + WHOLE_F64) - WHOLE_F64;
    let r = d - k * span;
    let r = if r < 0.0 { r + span } else { r };
    let v = to_f32(f64::from(low) + r);
    let inside = v >= low && v < high;
    let v = if inside { v } else { low };
    let finite = x.is_finite() && lo.is_finite() && hi.is_finite();
    if finite { v } else { NAN }
}
