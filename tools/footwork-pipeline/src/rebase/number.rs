//! The narrowing conversions that mean to round, so that every other cast stays checked.

/// The nearest f32.
pub(super) fn to_f32(value: f64) -> f32 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is the purpose of this function"
    )]
    let narrow = value as f32;
    narrow
}

/// The nearest whole number, half away from zero, held inside `u32`; NaN and negative numbers are 0.
pub(super) fn to_u32(value: f64) -> u32 {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is the purpose of this function"
    )]
    let whole = value.round() as u32;
    whole
}

/// The whole part as an index; NaN and negative numbers are 0.
pub(super) fn to_index(value: f64) -> usize {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is the purpose of this function"
    )]
    let whole = value as usize;
    whole
}

/// An index or a count as a number to calculate with; exact below 2^53.
pub(super) fn of_index(index: usize) -> f64 {
    index as f64
}
