//! Whole numbers: floor, ceil, trunc, round, fract.
//!
//! Adding 2^23 to a smaller number and subtracting it again rounds to the nearest whole number. In half of all cases
//! that number must be corrected by one. From 2^23 on, every number is whole. On processors without SSE4.1, the
//! functions of std would be calls, and too slow in loops over many numbers.

use super::lanes::{canonical, flip, sign_bit};

/// 2^23. From this size on, an f32 has no fraction.
const TWO_23: f32 = 8_388_608.0;

/// Returns the whole number nearest to `a`, half to even. From 2^23 on, returns `a`. `a` must not be negative.
#[inline(always)]
fn nearest_even(a: f32) -> f32 {
    let near = (a + TWO_23) - TWO_23;
    if a < TWO_23 { near } else { a }
}

/// Returns `x` rounded towards zero to a whole number, with the sign of `x`.
///
/// ```
/// use footwork_base::maths::{ceil, floor, fract, round, trunc};
///
/// assert_eq!([floor(-1.5), ceil(-1.5), trunc(-1.5), round(-1.5)], [-2.0, -1.0, -1.0, -2.0]);
/// assert_eq!(round(2.5), 3.0, "half away from zero");
/// assert_eq!(ceil(-0.5).to_bits(), (-0.0f32).to_bits());
/// assert_eq!(fract(-1.25), 0.75);
/// ```
#[inline(always)]
pub fn trunc(x: f32) -> f32 {
    let a = x.abs();
    let near = nearest_even(a);
    let down = if near > a { near - 1.0 } else { near };
    canonical(flip(down, sign_bit(x)))
}

/// Returns the largest whole number that is at most `x`; `floor(-0)` is -0.
#[inline(always)]
pub fn floor(x: f32) -> f32 {
    let near = flip(nearest_even(x.abs()), sign_bit(x));
    canonical(if near > x { near - 1.0 } else { near })
}

/// Returns the smallest whole number that is at least `x`. For `x` between -1 and 0, returns -0.
#[inline(always)]
pub fn ceil(x: f32) -> f32 {
    let near = flip(nearest_even(x.abs()), sign_bit(x));
    let up = if near < x { near + 1.0 } else { near };
    canonical(f32::from_bits(up.to_bits() | sign_bit(x)))
}

/// Returns the nearest whole number, half away from zero, with the sign of `x`.
#[inline(always)]
pub fn round(x: f32) -> f32 {
    let a = x.abs();
    let near = nearest_even(a);
    // `nearest_even` is wrong only for a half that it rounded down to an even number.
    let away = if a - near == 0.5 { near + 1.0 } else { near };
    canonical(flip(away, sign_bit(x)))
}

/// Returns `x - floor(x)`, in [0, 1]. The result is 1 only for a tiny negative number, whose difference rounds to 1.
/// The infinities give NaN.
#[inline(always)]
pub fn fract(x: f32) -> f32 {
    canonical(x - floor(x))
}
