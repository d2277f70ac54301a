//! Random numbers computed from a number and a seed. Different seeds give unrelated random numbers.
//!
//! The mixing of 32 bits is Wellons' `lowbias32` (*Prospecting for Hash Functions*, 2018). It takes
//! two multiplications, and flipping any input bit flips each output bit in nearly half of all
//! cases.

use super::lanes::{NAN, is_nan, unit};

/// Mixes 32 bits. Different inputs give different results.
#[inline(always)]
pub(super) fn mix(h: u32) -> u32 {
    let h = (h ^ (h >> 16)).wrapping_mul(0x7feb_352d);
    let h = (h ^ (h >> 15)).wrapping_mul(0x846c_a68b);
    h ^ (h >> 16)
}

/// Returns a random number in [0, 1) that depends only on `seed` and `x`. `x` may be whole or a
/// fraction.
///
/// The result has 24 random bits. Both zeros give the same result; NaN gives NaN.
///
/// ```
/// use footwork_base::maths::hash;
///
/// assert_eq!(hash(7, 1.5), hash(7, 1.5));
/// assert_ne!(hash(7, 1.5), hash(8, 1.5));
/// assert!((0.0..1.0).contains(&hash(0, 0.0)));
/// ```
#[inline(always)]
pub fn hash(seed: u32, x: f32) -> f32 {
    // Adding zero turns -0 into +0.
    let bits = (x + 0.0).to_bits();
    let h = mix(mix(bits.wrapping_add(0x9e37_79b9)) ^ mix(seed.wrapping_add(0x85eb_ca6b)));
    if is_nan(x) { NAN } else { unit(h) }
}
