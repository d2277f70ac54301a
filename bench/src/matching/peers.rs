//! Trees of points: the exact search of a crate, and the approximate search documented by large engines.

use std::num::NonZero;

use footwork_base::to_f32;
use kiddo::{ImmutableKdTree, SquaredEuclidean};

use crate::report::Outcome;

use super::baselines::{FEATURES, Row};

/// The name of the crate.
pub(super) const CRATE: &str = "kiddo";
/// The number of principal components along which the peer searches.
const COMPONENTS: usize = 4;
/// The number of nearest neighbours along the components to compare in full.
const NEIGHBOURS: NonZero<usize> = NonZero::<usize>::MIN.saturating_add(199);

/// A k-d tree over all features.
pub(super) struct Exact(ImmutableKdTree<f32, FEATURES>);

impl Exact {
    pub(super) fn new(rows: &[Row]) -> Self {
        Self(ImmutableKdTree::new_from_slice(rows))
    }

    pub(super) fn nearest(&self, goal: &Row) -> f32 {
        self.0.nearest_one::<SquaredEuclidean>(goal).distance
    }
}

/// A k-d tree over principal components, with a comparison of the nearest neighbours by their full cost.
pub(super) struct Components<'a> {
    rows: &'a [Row],
    axes: [Row; COMPONENTS],
    tree: ImmutableKdTree<f32, COMPONENTS>,
}

impl<'a> Components<'a> {
    pub(super) fn new(rows: &'a [Row]) -> Self {
        let axes = axes(rows);
        let points: Vec<_> = rows.iter().map(|row| project(&axes, row)).collect();
        let tree = ImmutableKdTree::new_from_slice(&points);
        Self { rows, axes, tree }
    }

    pub(super) fn nearest(&self, goal: &Row) -> Outcome<f32> {
        let near = project(&self.axes, goal);
        let mut best = f32::INFINITY;
        for neighbour in self.tree.nearest_n::<SquaredEuclidean>(&near, NEIGHBOURS) {
            let row = &self.rows[usize::try_from(neighbour.item)?];
            let cost = row.iter().zip(goal).map(|(a, b)| (a - b) * (a - b)).sum();
            best = best.min(cost);
        }
        Ok(best)
    }
}

fn project(axes: &[Row; COMPONENTS], row: &Row) -> [f32; COMPONENTS] {
    axes.each_ref()
        .map(|axis| axis.iter().zip(row).map(|(a, b)| a * b).sum())
}

/// Returns the directions in which the rows vary most, by power iteration. Two directions of similar variance may be mixed,
/// but span the same space.
fn axes(rows: &[Row]) -> [Row; COMPONENTS] {
    let sample = || rows.iter().step_by(rows.len() / 20_000 + 1);
    let count = sample().count() as f64;
    let mut mean = [0.0; FEATURES];
    for row in sample() {
        for (mean, value) in mean.iter_mut().zip(row) {
            *mean += f64::from(*value) / count;
        }
    }
    let mut covariance = [[0.0; FEATURES]; FEATURES];
    for row in sample() {
        let centred: [f64; FEATURES] = std::array::from_fn(|i| f64::from(row[i]) - mean[i]);
        for (line, own) in covariance.iter_mut().zip(centred) {
            for (cell, other) in line.iter_mut().zip(centred) {
                *cell += own * other / count;
            }
        }
    }
    std::array::from_fn(|_| {
        let mut axis: [f64; FEATURES] = std::array::from_fn(|i| 1.0 + i as f64);
        let mut variance = 0.0;
        for _ in 0..500 {
            let turned = covariance.map(|line| dot(&line, &axis));
            variance = dot(&turned, &turned).sqrt();
            axis = turned.map(|value| value / variance.max(f64::MIN_POSITIVE));
        }
        for (line, own) in covariance.iter_mut().zip(axis) {
            for (cell, other) in line.iter_mut().zip(axis) {
                *cell -= variance * own * other;
            }
        }
        axis.map(to_f32)
    })
}

fn dot(a: &[f64; FEATURES], b: &[f64; FEATURES]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
