//! Conversions between the number types of a lane, and the canonical NaN.
//!
//! All lossy casts are in this file or in `number.rs`. The functions here do not branch.

pub(super) use crate::number::to_f32;

/// The only NaN that results contain: 0x7fc00000.
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
/// Compares integers, because LLVM reduces `if x.is_nan() { NAN } else { x }` to `x` if `x` was just computed. The
/// result would then be whichever NaN the processor made (seen with `sqrt`).
#[inline(always)]
pub(super) fn is_nan(x: f32) -> bool {
    x.to_bits() & 0x7fff_ffff > 0x7f80_0000
}

/// Calls a function out of line for a rare input, to keep the code for common inputs small.
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

/// Returns the sign bit of a number, with all other bits zero.
#[inline(always)]
pub(super) fn sign_bit(x: f32) -> u32 {
    x.to_bits() & 0x8000_0000
}

/// Returns a number with its sign changed if `sign` has its upper bit set.
#[inline(always)]
pub(super) fn flip(x: f32, sign: u32) -> f32 {
    f32::from_bits(x.to_bits() ^ sign)
}

/// 1.5 · 2^23. Adding it to a number below 2^22 in size leaves the nearest whole number in the lower bits.
pub(super) const WHOLE: f32 = 12_582_912.0;

/// 1.5 · 2^52. Adding it to an f64 below 2^51 in size leaves the nearest whole number in the lower bits.
pub(super) const WHOLE_F64: f64 = 6_755_399_441_055_744.0;
