//! Percentiles of sorted numbers.

/// Returns the percentile of sorted values at `share`, a number from 0 to 1, interpolated between
/// neighbours. `None` if there are no values.
pub(crate) fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * sorted.len().checked_sub(1)? as f64;
    // Invariant: `share` is from 0 to 1, so the index is within the values.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place"
    )]
    let below = libm::floor(place) as usize;
    let low = *sorted.get(below)?;
    let high = *sorted.get(below + 1).unwrap_or(&low);
    Some(low + (place - below as f64) * (high - low))
}
