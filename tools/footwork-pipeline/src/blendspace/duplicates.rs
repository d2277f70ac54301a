//! Points at nearly the same place.
//!
//! Two points are duplicates if their distance, in units of each axis's scale s, is at most 0.02:
//! `√ Σ ((a - b) / s)² ≤ 0.02`. The scale of an axis is the larger of two numbers: the extent of all points
//! that are not outliers, and the root mean square of the points' spreads. The spreads count because a difference
//! between two ranges means little if the value varies far more within each range.

use super::outliers::inliers;
use super::{BlendOutlier, BlendPoint, reach};

/// Two points at nearly the same place.
#[derive(Clone, Debug, PartialEq)]
pub struct BlendDuplicate {
    /// The nearest earlier point.
    pub first: usize,
    /// The later point.
    pub second: usize,
    /// Their distance, in units of each axis's scale.
    pub distance: f64,
}

/// The maximum distance between duplicates.
const NEAREST: f64 = 0.02;

/// Returns each point that duplicates an earlier one, with the nearest such point, in order.
pub(super) fn duplicates(points: &[BlendPoint], outliers: &[BlendOutlier]) -> Vec<BlendDuplicate> {
    let Some(scales) = scales(points, outliers) else {
        return Vec::new();
    };
    let scaled = |point: &BlendPoint| -> Vec<f64> {
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
        best.map(|(distance, first)| BlendDuplicate {
            first,
            second,
            distance,
        })
    };
    best.into_iter().enumerate().filter_map(pair).collect()
}

/// Returns the axis on which the points fall into the most steps of length [`NEAREST`].
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

/// Returns the scale of each axis; 1 if all points are equal on the axis and have no spread.
fn scales(points: &[BlendPoint], outliers: &[BlendOutlier]) -> Option<Vec<f64>> {
    let reach = reach::reach(inliers(points, outliers))?;
    let scale = |(axis, reach): (usize, reach::AxisReach)| match reach
        .extent()
        .max(reach::spread(points, axis))
    {
        scale if scale > 0.0 => scale,
        _ => 1.0,
    };
    Some(reach.into_iter().enumerate().map(scale).collect())
}
