//! Narrowing conversions that round on purpose, so that every other cast stays checked.

/// Returns the whole part as an index; 0 for NaN and negative numbers.
pub(super) fn to_index(value: f64) -> usize {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast saturates, which is the purpose of this function"
    )]
    let whole = value as usize;
    whole
}

/// Converts an index or a count to a float; exact below 2^53.
pub(super) fn of_index(index: usize) -> f64 {
    index as f64
}
