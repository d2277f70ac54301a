//! Points at nearly the same place.
//!
//! Two points are duplicates when, in units of each axis's scale s, they are nearer than 0.02:
//! `√ Σ ((a - b) / s)² ≤ 0.02`. The scale of an axis is the extent on it of all points that are no
//! outliers or, where that is larger, the root mean square of their spreads: what a range varies by itself matters to
//! nobody when it is between ranges.

use super::outliers::inliers;
use super::{Outlier, Point, reach};

/// Two points that lie at nearly the same place.
#[derive(Clone, Debug, PartialEq)]
pub struct Duplicate {
    /// The earlier point, which is the nearest of all earlier ones.
    pub first: usize,
    /// The later one.
    pub second: usize,
    /// How far they are from each other, where 1 is the scale of each axis.
    pub distance: f64,
}

/// What is nearer than this is at the same place.
const NEAREST: f64 = 0.02;

/// Each point that lies where an earlier one does, with the nearest of those, in order.
pub(super) fn duplicates(points: &[Point], outliers: &[Outlier]) -> Vec<Duplicate> {
    let Some(scales) = scales(points, outliers) else {
        return Vec::new();
    };
    let scaled = |point: &Point| -> Vec<f64> {
        let measures = point.measures.iter().zip(&scales);
        measures
            .map(|(measure, scale)| measure.mean / scale)
            .collect()
    };
    let places: Vec<Vec<f64>> = points.iter().map(scaled).collect();
    let axis = widest(&places);
    let along = |at: usize| places[at].get(axis).copied().unwrap_or(0.0);
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| along(a).total_cmp(&along(b)));
    let mut best: Vec<Option<(f64, usize)>> = vec![None; points.len()];
    for (rank, &point) in order.iter().enumerate() {
        let before = order.iter().take(rank).rev();
        for &other in before.take_while(|&&other| along(point) - along(other) <= NEAREST) {
            let pairs = places[point].iter().zip(&places[other]);
            let distance = pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
            let [first, second] = [point.min(other), point.max(other)];
            let is_better = |(least, at): (f64, usize)| (distance, first) < (least, at);
            if distance <= NEAREST && best[second].is_none_or(is_better) {
                best[second] = Some((distance, first));
            }
        }
    }
    let pair = |(second, best): (usize, Option<(f64, usize)>)| {
        best.map(|(distance, first)| Duplicate {
            first,
            second,
            distance,
        })
    };
    best.into_iter().enumerate().filter_map(pair).collect()
}

/// The axis along which the fewest places are near each other, as they lie in the most steps of
/// [`NEAREST`].
fn widest(places: &[Vec<f64>]) -> usize {
    let steps = |axis: usize| {
        let mut steps: Vec<f64> = places
            .iter()
            .map(|place| (place[axis] / NEAREST).floor())
            .collect();
        steps.sort_by(f64::total_cmp);
        steps.dedup();
        steps.len()
    };
    let axes = places.first().map_or(0, Vec::len);
    (0..axes).max_by_key(|&axis| steps(axis)).unwrap_or(0)
}

/// What 1 is on each axis; 1 in its own unit where all points are the same and vary by nothing.
fn scales(points: &[Point], outliers: &[Outlier]) -> Option<Vec<f64>> {
    let reach = reach::reach(inliers(points, outliers))?;
    let scale = |(axis, reach): (usize, reach::Reach)| match reach
        .extent()
        .max(reach::spread(points, axis))
    {
        scale if scale > 0.0 => scale,
        _ => 1.0,
    };
    Some(reach.into_iter().enumerate().map(scale).collect())
}
