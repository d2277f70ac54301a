//! The likeliest places of a tag that has too few examples for a threshold of its probability.

use std::ops::Range;

/// Tags with fewer labelled spans are rare: their proposals are only possible, and are never accepted in bulk.
pub const MIN_COMMON_SPANS: usize = 10;
/// The number of peaks listed for each tag.
pub(crate) const MAX_PEAKS: usize = 10;

/// A peak of a tag's probability.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Peak {
    pub(crate) rows: Range<usize>,
    /// The mean probability over its rows.
    pub(crate) score: f64,
}

/// Returns the highest peaks of a take, the highest first: runs of `length` rows with the highest mean probability that do not
/// overlap each other or rows that are `taken`.
pub(crate) fn peaks(probabilities: &[f32], taken: &[bool], length: usize) -> Vec<Peak> {
    let length = length.clamp(1, probabilities.len().max(1));
    let mut sums = vec![0.0];
    for p in probabilities {
        sums.push(sums[sums.len() - 1] + f64::from(*p));
    }
    let mut free: Vec<bool> = taken.iter().map(|taken| !taken).collect();
    let mut starts: Vec<usize> = (0..(probabilities.len() + 1).saturating_sub(length)).collect();
    let mean = |start: usize| (sums[start + length] - sums[start]) / length as f64;
    starts.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
    let mut peaks = Vec::new();
    for start in starts {
        let rows = start..start + length;
        if peaks.len() == MAX_PEAKS {
            break;
        }
        if free[rows.clone()].iter().all(|free| *free) {
            free[rows.clone()].fill(false);
            let score = mean(start);
            peaks.push(Peak { rows, score });
        }
    }
    peaks
}

#[cfg(test)]
mod tests {
    use super::peaks;

    #[test]
    fn peaks_do_not_overlap_each_other_or_taken_rows() {
        let mut p = vec![0.0; 30];
        p[5..8].fill(0.6);
        p[20..23].fill(0.3);
        p[25..28].fill(0.9);
        let mut taken = vec![false; 30];
        taken[25..28].fill(true);
        let found = peaks(&p, &taken, 3);
        assert_eq!(found[0].rows, 5..8);
        assert_eq!(found[1].rows, 20..23);
        assert!(
            found
                .iter()
                .all(|peak| peak.rows.end <= 25 || peak.rows.start >= 28)
        );
        assert!(peaks(&[], &[], 3).is_empty());
    }
}
