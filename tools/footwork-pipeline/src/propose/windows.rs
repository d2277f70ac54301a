//! Features of a row: its columns, and their mean and deviation over centred windows of 0.1, 1, 2 and 4 s.
//!
//! Prefix sums make a window as cheap as a single row, whatever its length. A window that reaches past an end of the clip
//! is cut there.

use footwork_base::to_f32;

use super::columns::{COLUMNS, MotionColumns};

/// The number of features.
pub(crate) const FEATURES: usize = COLUMNS * (1 + 2 * REACHES.len());
/// The rows before and after a row that belong to a window of 0.1, 1, 2 and 4 s.
const REACHES: [usize; 4] = [1, 15, 30, 60];
/// Features lie within this many deviations.
const MAX_DEVIATIONS: f32 = 5.0;
/// The share of the mean deviation of all features added to each deviation, against division by zero.
const FLOOR: f64 = 0.001;

/// The prefix sums of a clip.
pub(crate) struct Windows<'a> {
    columns: &'a MotionColumns,
    sums: Vec<[f64; COLUMNS]>,
    squares: Vec<[f64; COLUMNS]>,
}

impl<'a> Windows<'a> {
    pub(crate) fn new(columns: &'a MotionColumns) -> Self {
        let rows = columns.rows();
        let (mut sum, mut square) = ([0.0; COLUMNS], [0.0; COLUMNS]);
        let mut sums = Vec::with_capacity(rows.len() + 1);
        let mut squares = Vec::with_capacity(rows.len() + 1);
        sums.push(sum);
        squares.push(square);
        for row in rows {
            for column in 0..COLUMNS {
                let value = f64::from(row[column]);
                sum[column] += value;
                square[column] += value * value;
            }
            sums.push(sum);
            squares.push(square);
        }
        Self {
            columns,
            sums,
            squares,
        }
    }

    /// Writes the features of a row.
    pub(crate) fn write(&self, row: usize, features: &mut [f32]) {
        let rows = self.columns.rows();
        let (own, rest) = features.split_at_mut(COLUMNS);
        own.copy_from_slice(&rows[row]);
        for (reach, out) in REACHES.iter().zip(rest.chunks_exact_mut(2 * COLUMNS)) {
            let start = row.saturating_sub(*reach);
            let stop = (row + reach + 1).min(rows.len());
            let per = 1.0 / (stop - start) as f64;
            let (means, deviations) = out.split_at_mut(COLUMNS);
            let sums = self.sums[start].iter().zip(&self.sums[stop]);
            let squares = self.squares[start].iter().zip(&self.squares[stop]);
            let outs = means.iter_mut().zip(deviations);
            for (((a, b), (c, d)), (mean, deviation)) in sums.zip(squares).zip(outs) {
                let average = (b - a) * per;
                let variance = (d - c) * per - average * average;
                // Rounding may leave a variance below zero; NaN stays.
                let variance = if variance < 0.0 { 0.0 } else { variance };
                *mean = to_f32(average);
                *deviation = to_f32(variance.sqrt());
            }
        }
    }
}

/// The mean and the deviation of each feature over the training rows.
#[derive(Clone, Debug)]
pub(crate) struct Scaling {
    means: Vec<f32>,
    factors: Vec<f32>,
}

impl Scaling {
    /// Measures rows of `width` numbers, whose features come first. Missing numbers do not count.
    pub(crate) fn measure(rows: &[f32], width: usize) -> Self {
        let mut counts = vec![0.0_f64; FEATURES];
        let mut sums = vec![0.0_f64; FEATURES];
        for row in rows.chunks_exact(width) {
            for (feature, value) in row.iter().take(FEATURES).enumerate() {
                if !value.is_nan() {
                    counts[feature] += 1.0;
                    sums[feature] += f64::from(*value);
                }
            }
        }
        let means: Vec<f64> = sums
            .iter()
            .zip(&counts)
            .map(|(s, n)| s / n.max(1.0))
            .collect();
        let mut squares = vec![0.0_f64; FEATURES];
        for row in rows.chunks_exact(width) {
            for (feature, value) in row.iter().take(FEATURES).enumerate() {
                if !value.is_nan() {
                    let apart = f64::from(*value) - means[feature];
                    squares[feature] += apart * apart;
                }
            }
        }
        let deviations = squares.iter().zip(&counts);
        let deviations: Vec<f64> = deviations.map(|(s, n)| (s / n.max(1.0)).sqrt()).collect();
        let overall = deviations.iter().sum::<f64>() / FEATURES as f64;
        let factor = |deviation: &f64| to_f32(1.0 / (deviation + FLOOR * overall + 1e-12));
        Self {
            factors: deviations.iter().map(factor).collect(),
            means: means.into_iter().map(to_f32).collect(),
        }
    }

    /// Scales the features of one row. A missing number becomes the mean.
    pub(crate) fn apply(&self, features: &mut [f32]) {
        let scales = self.means.iter().zip(&self.factors);
        for (value, (mean, factor)) in features.iter_mut().zip(scales) {
            let scaled = (*value - mean) * factor;
            let scaled = scaled.clamp(-MAX_DEVIATIONS, MAX_DEVIATIONS);
            *value = if scaled.is_nan() { 0.0 } else { scaled };
        }
    }
}
