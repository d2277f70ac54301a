//! The lowest score at which proposals can be accepted in bulk.

/// The share of proposals above the threshold that must be right.
const MIN_RIGHT: f64 = 0.97;
/// The minimum number of proposals above a threshold; the share of right ones among fewer says little.
const MIN_SPANS: usize = 10;

/// A proposed span of a take that the model had not seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Judged {
    pub(crate) score: f64,
    pub(crate) is_right: bool,
}

/// Returns the lowest score that at least ten spans reach and for which at least 97 % of the spans that reach it are
/// right; `None` if there is none.
pub(crate) fn threshold(spans: &[Judged]) -> Option<f64> {
    let mut sorted = spans.to_vec();
    // Among equal scores the wrong ones come first: a threshold takes all of them.
    sorted.sort_by(|a, b| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then(a.is_right.cmp(&b.is_right))
    });
    let (mut right, mut found) = (0.0, None);
    for (index, span) in sorted.iter().enumerate() {
        right += f64::from(u8::from(span.is_right));
        let count = index + 1;
        let is_last = sorted.get(count).is_none_or(|next| next.score < span.score);
        if is_last && count >= MIN_SPANS && right >= MIN_RIGHT * count as f64 {
            found = Some(span.score);
        }
    }
    found
}

/// Returns the temperature, a divisor of logits, with the least `loss`, by golden-section search between e⁻² and e².
pub(crate) fn temperature(loss: impl Fn(f64) -> f64) -> f64 {
    let ratio = 0.618_033_988_749_895;
    let (mut low, mut high) = (-2.0_f64, 2.0_f64);
    let at = |log: f64| loss(libm::exp(log));
    let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut of_a, mut of_b) = (at(a), at(b));
    for _ in 0..14 {
        if of_a <= of_b {
            (high, b, of_b) = (b, a, of_a);
            a = high - ratio * (high - low);
            of_a = at(a);
        } else {
            (low, a, of_a) = (a, b, of_b);
            b = low + ratio * (high - low);
            of_b = at(b);
        }
    }
    libm::exp(0.5 * (low + high))
}

#[cfg(test)]
mod tests {
    use super::{Judged, temperature, threshold};

    fn judged(scores: &[(f64, bool)]) -> Vec<Judged> {
        let judged = scores.iter();
        judged
            .map(|&(score, is_right)| Judged { score, is_right })
            .collect()
    }

    #[test]
    fn the_threshold_is_the_lowest_that_keeps_its_promise() {
        let mut spans: Vec<(f64, bool)> = (0..20)
            .map(|i| (0.99 - 0.01 * f64::from(i), true))
            .collect();
        assert_eq!(threshold(&judged(&spans)), Some(0.99 - 0.19));
        spans.push((0.5, false));
        spans.push((0.4, true));
        assert_eq!(threshold(&judged(&spans)), Some(0.99 - 0.19));
        // A wrong span with the score of a right one counts.
        spans.push((0.99, false));
        assert_eq!(threshold(&judged(&spans)), None);
        assert_eq!(threshold(&judged(&[(0.9, true); 9])), None);
        assert_eq!(threshold(&[]), None);
    }

    #[test]
    fn the_temperature_makes_the_loss_least() {
        let found = temperature(|t| (t - 1.7) * (t - 1.7));
        assert!((found - 1.7).abs() < 0.02, "{found}");
    }
}
