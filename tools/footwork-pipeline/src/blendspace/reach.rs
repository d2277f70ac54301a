//! The extent of the points on each axis.

use super::BlendPoint;

/// The lowest and the highest mean on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisReach {
    /// The lowest mean, in the axis's unit.
    pub low: f64,
    /// The highest mean, in the axis's unit.
    pub high: f64,
}

impl AxisReach {
    /// Returns the difference between the highest and the lowest mean.
    pub fn extent(self) -> f64 {
        self.high - self.low
    }
}

/// Returns the reach of each axis; `None` if there are no points.
pub(super) fn reach<'a>(
    points: impl IntoIterator<Item = &'a BlendPoint>,
) -> Option<Vec<AxisReach>> {
    let mut points = points.into_iter();
    let means = |point: &'a BlendPoint| point.measures.iter().map(|measure| measure.mean);
    let first = means(points.next()?);
    let mut all: Vec<AxisReach> = first
        .map(|mean| AxisReach {
            low: mean,
            high: mean,
        })
        .collect();
    for point in points {
        for (reach, mean) in all.iter_mut().zip(means(point)) {
            reach.low = reach.low.min(mean);
            reach.high = reach.high.max(mean);
        }
    }
    Some(all)
}

/// Returns the root mean square of the points' spreads on an axis.
pub(super) fn spread(points: &[BlendPoint], axis: usize) -> f64 {
    let spreads = points.iter().map(|point| point.measures[axis].spread);
    let squares: f64 = spreads.map(|spread| spread * spread).sum();
    (squares / points.len().max(1) as f64).sqrt()
}

/// A difference between means counts as noise if it is at most this share of the spread within ranges.
const PART_OF_SPREAD: f64 = 0.02;

/// The rounding error of a mean, relative to its size, because channels are f32.
const ROUNDING: f64 = 1e-6;

/// Returns the largest difference at which two means on an axis count as equal.
pub(super) fn noise(points: &[BlendPoint], axis: usize) -> f64 {
    let means = points.iter().map(|point| point.measures[axis].mean.abs());
    let largest = means.fold(0.0, f64::max);
    (PART_OF_SPREAD * spread(points, axis)).max(ROUNDING * largest)
}
