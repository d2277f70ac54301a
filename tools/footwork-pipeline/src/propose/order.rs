//! The order in which labelling takes teaches most: uncertain takes first and, within a batch, takes that differ.

use super::columns::{COLUMNS, MotionColumns};

/// The number of candidates for a batch, per take of the batch.
const CANDIDATES_PER_TAKE: usize = 3;

/// A take that may be labelled next.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Its motion.
    pub columns: &'a MotionColumns,
    /// How uncertain its proposals are, from 0 to 1: 1 minus the lead of the likeliest tag over the next, averaged over
    /// its frames.
    pub uncertainty: f64,
}

/// Returns the candidates in the order in which to label them, as indices into the list.
///
/// Takes come in batches. The candidates for a batch are the most uncertain takes, three times as many as it has. Each
/// take of the batch is the candidate that differs most from all labelled and chosen takes in the mean and deviation of
/// its columns.
pub fn labelling_order(
    labelled: &[&MotionColumns],
    candidates: &[Candidate<'_>],
    batch: usize,
) -> Vec<usize> {
    let batch = batch.max(1);
    let all = labelled.iter().copied();
    let all = all.chain(candidates.iter().map(|candidate| candidate.columns));
    let points = scaled(all.map(summary).collect());
    let (taught, open) = points.split_at(labelled.len());
    let mut nearest: Vec<f64> = open
        .iter()
        .map(|point| {
            taught
                .iter()
                .fold(f64::INFINITY, |near, other| near.min(apart(point, other)))
        })
        .collect();
    let mut rest: Vec<usize> = (0..candidates.len()).collect();
    rest.sort_by(|&a, &b| {
        candidates[b]
            .uncertainty
            .total_cmp(&candidates[a].uncertainty)
    });
    let mut order = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let mut pool = (CANDIDATES_PER_TAKE * batch).min(rest.len());
        for _ in 0..batch.min(rest.len()) {
            let far = |a: usize, b: usize| {
                if nearest[rest[b]] > nearest[rest[a]] {
                    b
                } else {
                    a
                }
            };
            let place = (1..pool).fold(0, far);
            let chosen = rest.remove(place);
            pool -= 1;
            for &other in &rest {
                nearest[other] = nearest[other].min(apart(&open[other], &open[chosen]));
            }
            order.push(chosen);
            if pool == 0 {
                break;
            }
        }
    }
    order
}

/// Returns the mean and the deviation of each column; 0 for a missing one.
fn summary(columns: &MotionColumns) -> Vec<f64> {
    let rows = columns.rows();
    let count = rows.len().max(1) as f64;
    let mut summary = vec![0.0; 2 * COLUMNS];
    for column in 0..COLUMNS {
        let values = || rows.iter().map(|row| f64::from(row[column]));
        let mean = values().sum::<f64>() / count;
        let squares: f64 = values().map(|x| (x - mean) * (x - mean)).sum();
        if mean.is_finite() {
            summary[column] = mean;
            summary[COLUMNS + column] = (squares / count).sqrt();
        }
    }
    summary
}

/// Scales each number to a deviation of 1 over all points.
fn scaled(mut points: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = points.len().max(1) as f64;
    for number in 0..2 * COLUMNS {
        let mean = points.iter().map(|point| point[number]).sum::<f64>() / count;
        let squares: f64 = points
            .iter()
            .map(|p| (p[number] - mean) * (p[number] - mean))
            .sum();
        let deviation = (squares / count).sqrt().max(1e-9);
        for point in &mut points {
            point[number] = (point[number] - mean) / deviation;
        }
    }
    points
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}
