//! Conversions between the kinds of numbers in a lane, and the one rule for NaN.
//!
//! All lossy casts are in this file or in `number.rs`. None of these functions branches.

pub(super) use crate::number::to_f32;

/// The one NaN that results have: 0x7fc00000.
pub const NAN: f32 = f32::from_bits(0x7fc0_0000);

/// Returns the number, or 0x7fc00000 for any NaN, so that equal results have equal bits.
///
/// ```
/// use footwork_base::maths::canonical;
///
/// assert_eq!(canonical(f32::from_bits(0xffc0_1234)).to_bits(), 0x7fc0_0000);
/// assert_eq!(canonical(-0.0).to_bits(), (-0.0f32).to_bits());
/// ```
#[inline(always)]
pub fn canonical(x: f32) -> f32 {
    if is_nan(x) { NAN } else { x }
}

/// Returns whether the bits are those of a NaN.
///
/// Integers are compared, because LLVM reduces `if x.is_nan() { NAN } else { x }` to `x` if `x` was
/// just computed, whatever NaN the processor made (seen with `sqrt`).
#[inline(always)]
pub(super) fn is_nan(x: f32) -> bool {
    x.to_bits() & 0x7fff_ffff > 0x7f80_0000
}

/// Calls a function for an input that is rare, out of line, to keep the code for common inputs small.
#[cold]
#[inline(never)]
pub(super) fn rare(function: fn(f32) -> f32, x: f32) -> f32 {
    function(x)
}

/// Returns the upper 24 bits as a number in [0, 1).
#[inline(always)]
pub(super) fn unit(bits: u32) -> f32 {
    (bits >> 8) as f32 * (1.0 / 16_777_216.0)
}

/// Returns the sign bit of a number, alone.
#[inline(always)]
pub(super) fn sign_bit(x: f32) -> u32 {
    x.to_bits() & 0x8000_0000
}

/// Returns a number with its sign changed if `sign` has its upper bit set.
#[inline(always)]
pub(super) fn flip(x: f32, sign: u32) -> f32 {
    f32::from_bits(x.to_bits() ^ sign)
}

/// 1.5 · 2^23: added to a number below 2^22 in size it leaves the nearest whole number in the lower bits.
pub(super) const WHOLE: f32 = 12_582_912.0;

/// 1.5 · 2^52, which has the same effect on an f64 below 2^51 in size.
pub(super) const WHOLE_F64: f64 = 6_755_399_441_055_744.0;
