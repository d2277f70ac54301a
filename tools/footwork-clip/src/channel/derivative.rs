//! Rates of change of one sample per frame.

/// Returns the derivative at each sample: central differences inside, one-sided at both ends, 0 for a single
/// sample. `period_secs` is the time between samples.
pub(crate) fn derivative(samples: &[f64], period_secs: f64) -> Vec<f64> {
    let last = samples.len().saturating_sub(1);
    (0..samples.len())
        .map(|i| {
            let (before, after) = (i.saturating_sub(1), (i + 1).min(last));
            // The number of steps is at most 2.
            let steps = if after - before == 2 { 2.0 } else { 1.0 };
            (samples[after] - samples[before]) / (steps * period_secs)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slope_of_a_parabola_is_exact_inside_and_half_a_step_off_at_the_ends() {
        let samples = [0.0, 1.0, 4.0, 9.0];
        assert_eq!(derivative(&samples, 1.0), [1.0, 2.0, 4.0, 5.0]);
        assert_eq!(derivative(&samples, 0.5), [2.0, 4.0, 8.0, 10.0]);
        assert_eq!(derivative(&[3.0], 1.0), [0.0]);
        assert!(derivative(&[], 1.0).is_empty());
    }
}
