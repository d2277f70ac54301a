//! Points far from all others on an axis, by the modified z-score.
//!
//! `M = 0.6745 (x - median) / MAD`, with MAD the median absolute deviation; `x` is an outlier if `|M| > 3.5` (B.
//! Iglewicz, D. Hoaglin, *How to Detect and Handle Outliers*, 1993). If more than half of the values are equal, MAD is
//! 0, and `M = (x - median) / (1.253314 · d)` with d the mean absolute deviation, which has the same scale for a normal
//! distribution. A value is not an outlier if its distance from the median is within the noise of its axis.

use super::{BlendPoint, reach};

/// A point far from all others on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct BlendOutlier {
    /// The point.
    pub point: usize,
    /// The index of the axis.
    pub axis: usize,
    /// The modified z-score, negative for a point below the median.
    pub score: f64,
}

/// The maximum modified z-score of a point that is not an outlier.
const MAX_DEVIATIONS: f64 = 3.5;

/// The minimum number of points for detecting an outlier.
const FEWEST: usize = 5;

/// Returns the outliers, ordered by point and axis.
pub(super) fn outliers(points: &[BlendPoint], axes: usize) -> Vec<BlendOutlier> {
    let mut found = Vec::new();
    for axis in 0..axes {
        let means: Vec<f64> = points
            .iter()
            .map(|point| point.measures[axis].mean)
            .collect();
        let noise = reach::noise(points, axis);
        for (point, (score, off)) in scores(&means).into_iter().enumerate() {
            if score.abs() > MAX_DEVIATIONS && off > noise {
                found.push(BlendOutlier { point, axis, score });
            }
        }
    }
    found.sort_by_key(|outlier| (outlier.point, outlier.axis));
    found
}

/// Returns the points that are not outliers on any axis.
pub(super) fn inliers<'a>(
    points: &'a [BlendPoint],
    outliers: &[BlendOutlier],
) -> impl Iterator<Item = &'a BlendPoint> {
    let mut out = outliers.iter().map(|outlier| outlier.point).peekable();
    points.iter().enumerate().filter_map(move |(at, point)| {
        // Outliers are ordered by point.
        while out.next_if(|&other| other < at).is_some() {}
        (out.peek() != Some(&at)).then_some(point)
    })
}

/// Returns the modified z-scores and the distances from the median; empty if there are too few numbers, or if all are
/// equal.
fn scores(numbers: &[f64]) -> Vec<(f64, f64)> {
    if numbers.len() < FEWEST {
        return Vec::new();
    }
    let middle = median(numbers.to_vec());
    let off: Vec<f64> = numbers.iter().map(|x| (x - middle).abs()).collect();
    let mean = off.iter().sum::<f64>() / off.len() as f64;
    let scale = match median(off) / 0.6745 {
        0.0 => 1.253314 * mean,
        scale => scale,
    };
    if scale > 0.0 {
        numbers
            .iter()
            .map(|x| ((x - middle) / scale, (x - middle).abs()))
            .collect()
    } else {
        Vec::new()
    }
}

/// Returns the middle number, or the mean of the two middle numbers; `numbers` must not be empty.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    match numbers.len() % 2 {
        1 => numbers[half],
        _ => numbers[half - 1] / 2.0 + numbers[half] / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::scores;

    #[track_caller]
    fn check(numbers: &[f64], expected: &[f64]) {
        let found: Vec<f64> = scores(numbers)
            .into_iter()
            .map(|(score, _)| score)
            .collect();
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-3;
        assert!(
            found.len() == expected.len() && found.iter().zip(expected).all(near),
            "{found:?}"
        );
    }

    #[test]
    fn scores_are_by_median_and_mad() {
        // Median 2.2, distances 0.1 0.1 0 0.1 9.8: MAD 0.1.
        check(
            &[2.1, 2.3, 2.2, 2.1, 12.0],
            &[-0.6745, 0.6745, 0.0, -0.6745, 66.101],
        );
        // MAD 0: the mean distance is 1.
        check(
            &[1.0, 1.0, 1.0, 1.0, 6.0],
            &[0.0, 0.0, 0.0, 0.0, 5.0 / 1.253_314],
        );
        check(&[1.0; 7], &[]);
        check(&[1.0, 2.0, 90.0], &[]);
    }
}
