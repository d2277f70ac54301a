//! From where to where points lie.

use super::Point;

/// The least and the greatest mean of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// The least, in the axis's unit.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl Reach {
    /// How far it is from one end to the other.
    pub fn extent(self) -> f64 {
        self.high - self.low
    }
}

/// The reach of each axis; `None` where there is no point.
pub(super) fn reach<'a>(points: impl IntoIterator<Item = &'a Point>) -> Option<Vec<Reach>> {
    let mut points = points.into_iter();
    let means = |point: &'a Point| point.measures.iter().map(|measure| measure.mean);
    let first = means(points.next()?);
    let mut all: Vec<Reach> = first
        .map(|mean| Reach {
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

/// The root mean square of the spreads of points on an axis.
pub(super) fn spread(points: &[Point], axis: usize) -> f64 {
    let spreads = points.iter().map(|point| point.measures[axis].spread);
    let squares: f64 = spreads.map(|spread| spread * spread).sum();
    (squares / points.len().max(1) as f64).sqrt()
}

/// Of what ranges vary by themselves, so much between them is none.
const PART_OF_SPREAD: f64 = 0.02;

/// Channels are f32: of a mean, so much is rounding.
const ROUNDING: f64 = 1e-6;

/// Means on an axis that differ by no more are the same.
pub(super) fn noise(points: &[Point], axis: usize) -> f64 {
    let means = points.iter().map(|point| point.measures[axis].mean.abs());
    let largest = means.fold(0.0, f64::max);
    (PART_OF_SPREAD * spread(points, axis)).max(ROUNDING * largest)
}
