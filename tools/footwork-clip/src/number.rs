//! The narrowing conversions that round on purpose, so that every other cast stays checked.

pub(crate) use footwork_base::{to_f32, to_u32};

/// Returns the numbers of the three axes as the nearest f32.
pub(crate) fn to_f32x3(value: [f64; 3]) -> [f32; 3] {
    value.map(to_f32)
}

/// Rounds to f32, clamped to the finite range of f32, so that an absurd frame rate cannot give an infinity. NaN gives
/// 0.
pub(crate) fn finite_f32(value: f64) -> f32 {
    let limit = f64::from(f32::MAX);
    if value.is_nan() {
        0.0
    } else {
        to_f32(value.clamp(-limit, limit))
    }
}
