//! The two narrowing conversions that mean to round, so that every other cast stays checked.

/// The nearest f32; infinite past the range of f32.
pub(crate) fn to_f32(value: f64) -> f32 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is the purpose of this function"
    )]
    let narrow = value as f32;
    narrow
}

/// The nearest f32 of each axis.
pub(crate) fn to_f32x3(value: [f64; 3]) -> [f32; 3] {
    value.map(to_f32)
}

/// The nearest whole number, held inside `u32`; NaN and negative numbers are 0.
pub(crate) fn to_u32(value: f64) -> u32 {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is the purpose of this function"
    )]
    let whole = libm::round(value) as u32;
    whole
}

/// Rounded to f32, held inside its finite range: an absurd frame rate cannot make an infinity. NaN
/// is 0.
pub(crate) fn finite_f32(value: f64) -> f32 {
    let limit = f64::from(f32::MAX);
    if value.is_nan() {
        0.0
    } else {
        to_f32(value.clamp(-limit, limit))
    }
}
