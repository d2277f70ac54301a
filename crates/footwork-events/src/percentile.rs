//! Percentiles of sorted numbers.

/// Returns the value below which this share of sorted values lies, interpolated between neighbours.
pub(crate) fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * sorted.len().checked_sub(1)? as f64;
    // Invariant: shares are between 0 and 1, so that the place is within the values.
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
