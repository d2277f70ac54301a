//! The narrowing conversions that round on purpose, so that every other cast stays checked.

/// Returns the nearest f32; infinite beyond the range of f32.
pub(crate) fn to_f32(value: f64) -> f32 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is the purpose of this function"
    )]
    let narrow = value as f32;
    narrow
}

/// Returns the nearest f32 of each axis.
pub(crate) fn to_f32x3(value: [f64; 3]) -> [f32; 3] {
    value.map(to_f32)
}

/// Returns the nearest integer, clamped to `u32`; NaN and negative numbers give 0.
pub(crate) fn to_u32(value: f64) -> u32 {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is the purpose of this function"
    )]
    let whole = libm::round(value) as u32;
    whole
}

/// Rounds to f32, clamped to its finite range, so that an absurd frame rate cannot give an infinity. NaN
/// gives 0.
pub(crate) fn finite_f32(value: f64) -> f32 {
    let limit = f64::from(f32::MAX);
    if value.is_nan() {
        0.0
    } else {
        to_f32(value.clamp(-limit, limit))
    }
}
