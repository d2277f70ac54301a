//! Narrowing conversions that round on purpose. Every other cast in the workspace is checked.

/// Returns the nearest f32; infinite beyond the range of f32.
#[inline(always)]
#[allow(
    clippy::cast_possible_truncation,
    reason = "rounding is the purpose of this function"
)]
pub fn to_f32(value: f64) -> f32 {
    value as f32
}

/// Returns the nearest whole number, half away from zero, limited to the range of `u32`. NaN and
/// negative numbers give 0.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, which is the purpose of this function"
)]
pub fn to_u32(value: f64) -> u32 {
    value.round() as u32
}
