//! Numbers for engines of f32.

/// The nearest f32.
#[expect(clippy::cast_possible_truncation, reason = "the nearest is wanted")]
pub(crate) fn single(number: f64) -> f32 {
    number as f32
}
