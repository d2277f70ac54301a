//! The parts of a blend space without points, as its largest empty balls.
//!
//! Each axis is scaled so that the bounding box of the points, outliers excluded, is the unit box.
//! The *dispersion* of points in it is the radius of the largest ball centred in the box that
//! contains no point (H. Niederreiter, *Random Number Generation and Quasi-Monte Carlo Methods*,
//! 1992, chapter 6):
//!
//! `r(x) = min over points p of |x - p|`, and the dispersion is the largest `r(x)` in the box.
//!
//! `r` is evaluated once on a regular grid, and holes are picked greedily: the grid place with the largest `r` is a
//! hole, its ball is excluded, and the search repeats. Invariant: the centre of a hole does not lie in the ball of a
//! larger hole, so each gap is reported once.
//!
//! The search stops when the largest `r` is no larger than among evenly spread points of the same number. Such a gap
//! comes from the number of points and not from their arrangement. n points on a cubic grid that fills a box of d axes
//! are `1 / (n^(1/d) - 1)` apart, and the largest `r` is half the diagonal of a cell, `√d / 2 / (n^(1/d) - 1)`;
//! outliers and duplicates do not count towards n. The limit is at least a quarter of the box and at most the largest
//! `r` in a box with a point in each corner.

use super::outliers::inliers;
use super::reach::{noise, reach};
use super::{BlendDuplicate, BlendOutlier, BlendPoint};

/// A part of a blend space without a point.
#[derive(Clone, Debug, PartialEq)]
pub struct BlendHole {
    /// The centre, one number per axis, in the axis's unit.
    pub centre: Vec<f64>,
    /// The radius, relative to the extent of each axis.
    pub radius: f64,
    /// The point nearest to the centre.
    pub nearest: usize,
}

/// The minimum radius of a hole in the unit box.
const MIN_RADIUS: f64 = 0.25;

/// The factor by which a hole must exceed the gaps of a regular grid.
const SLACK: f64 = 1.05;

/// The maximum number of reported holes.
const MAX_HOLES: usize = 12;

/// The maximum number of grid places.
const MAX_PLACES: usize = 1 << 14;

/// The maximum number of grid places along an axis.
const MAX_PLACES_PER_AXIS: usize = 129;

/// Returns the holes among the points, the largest first, and whether there are more holes than reported. Outliers do
/// not widen the box.
pub(super) fn holes(
    points: &[BlendPoint],
    outliers: &[BlendOutlier],
    duplicates: &[BlendDuplicate],
) -> (Vec<BlendHole>, bool) {
    let Some(reach) = reach(inliers(points, outliers)) else {
        return (Vec::new(), false);
    };
    // An axis on which all points are equal has no holes.
    let axes: Vec<usize> = (0..reach.len())
        .filter(|&axis| reach[axis].extent() > noise(points, axis))
        .collect();
    if axes.is_empty() {
        return (Vec::new(), false);
    }
    let in_box = |point: &BlendPoint| -> Vec<f64> {
        let along =
            |&axis: &usize| (point.measures[axis].mean - reach[axis].low) / reach[axis].extent();
        axes.iter().map(along).collect()
    };
    let coordinates: Vec<Vec<f64>> = points.iter().map(in_box).collect();
    let in_units = |place: &[f64]| -> Vec<f64> {
        let mut centre: Vec<f64> = reach.iter().map(|reach| reach.low).collect();
        for (&axis, at) in axes.iter().zip(place) {
            centre[axis] = reach[axis].low + at * reach[axis].extent();
        }
        centre
    };
    // Outliers and duplicates do not count towards the number of points.
    let twice = |at: &usize| {
        duplicates
            .binary_search_by_key(at, |pair| pair.second)
            .is_ok()
    };
    let far = |at: &usize| {
        outliers
            .binary_search_by_key(at, |outlier| outlier.point)
            .is_ok()
    };
    let single = (0..points.len())
        .filter(|at| !twice(at) && !far(at))
        .count();
    let (found, has_more) = empty_balls(&coordinates, axes.len(), single);
    let hole = |(place, radius, nearest): (Vec<f64>, f64, usize)| BlendHole {
        centre: in_units(&place),
        radius,
        nearest,
    };
    (found.into_iter().map(hole).collect(), has_more)
}

/// The centre, the radius and the nearest point of an empty ball.
type Ball = (Vec<f64>, f64, usize);

/// Returns the empty balls in the unit box that are larger than the gaps between `even` evenly spread points, and
/// whether some were left out because there are too many.
fn empty_balls(points: &[Vec<f64>], axes: usize, even: usize) -> (Vec<Ball>, bool) {
    let least = least_radius(even, axes);
    let places = grid(axes);
    let nearest: Vec<(f64, usize)> = places.iter().map(|place| nearest(place, points)).collect();
    let mut left: Vec<f64> = nearest.iter().map(|(distance, _)| *distance).collect();
    let mut balls = Vec::new();
    loop {
        let best = (0..left.len()).reduce(|best, at| if left[at] > left[best] { at } else { best });
        let Some(best) = best.filter(|&best| left[best] > least) else {
            return (balls, false);
        };
        if balls.len() == MAX_HOLES {
            return (balls, true);
        }
        let (radius, point) = nearest[best];
        for (left, place) in left.iter_mut().zip(&places) {
            if distance(place, &places[best]) < radius {
                *left = 0.0;
            }
        }
        left[best] = 0.0;
        balls.push((places[best].clone(), radius, point));
    }
}

/// Returns the radius above which a ball is a hole.
fn least_radius(points: usize, axes: usize) -> f64 {
    let half_diagonal = (axes as f64).sqrt() / 2.0;
    let cells = libm::pow(points as f64, 1.0 / axes as f64) - 1.0;
    let even = if cells > 0.0 {
        SLACK * half_diagonal / cells
    } else {
        f64::INFINITY
    };
    even.clamp(MIN_RADIUS, (SLACK * half_diagonal).max(MIN_RADIUS))
}

/// Returns evenly spaced places along all axes, both ends included.
fn grid(axes: usize) -> Vec<Vec<f64>> {
    let exponent = u32::try_from(axes).unwrap_or(u32::MAX);
    let fits = |along: &usize| {
        along
            .checked_pow(exponent)
            .is_some_and(|all| all <= MAX_PLACES)
    };
    let along = (2..=MAX_PLACES_PER_AXIS)
        .take_while(fits)
        .last()
        .unwrap_or(2);
    let step = |at: usize| at as f64 / (along - 1) as f64;
    let mut places: Vec<Vec<f64>> = vec![Vec::new()];
    for _ in 0..axes {
        let longer = |place: &Vec<f64>, at| {
            let mut place = place.clone();
            place.push(step(at));
            place
        };
        let next = places
            .iter()
            .flat_map(|place| (0..along).map(move |at| longer(place, at)));
        places = next.collect();
    }
    places
}

fn nearest(place: &[f64], points: &[Vec<f64>]) -> (f64, usize) {
    let distances = points.iter().map(|point| square(place, point)).enumerate();
    let nearest = distances.min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map_or((0.0, 0), |(point, square)| (square.sqrt(), point))
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    square(a, b).sqrt()
}

fn square(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(points: &[[f64; 2]], expected: &[[f64; 2]]) {
        let points: Vec<Vec<f64>> = points.iter().map(|point| point.to_vec()).collect();
        let (balls, _) = empty_balls(&points, 2, points.len());
        let centres: Vec<_> = balls.iter().map(|(centre, ..)| centre.clone()).collect();
        let near = |(found, expected): (&Vec<f64>, &[f64; 2])| distance(found, expected) < 0.02;
        assert!(
            centres.len() == expected.len() && centres.iter().zip(expected).all(near),
            "{centres:?}"
        );
    }

    fn square_grid(along: u32) -> Vec<[f64; 2]> {
        let step = |at| f64::from(at) / f64::from(along - 1);
        let row = |x| (0..along).map(move |y| [step(x), step(y)]);
        (0..along).flat_map(row).collect()
    }

    #[test]
    fn even_points_leave_no_hole() {
        for along in 2..8 {
            check(&square_grid(along), &[]);
        }
        check(&[], &[]);
    }

    #[test]
    fn corners_without_points_are_holes() {
        check(&[[0.0, 0.0], [1.0, 1.0]], &[[0.0, 1.0], [1.0, 0.0]]);
        let without = square_grid(5)
            .into_iter()
            .filter(|p| p[0] < 0.6 || p[1] < 0.6);
        check(&without.collect::<Vec<_>>(), &[[1.0, 1.0]]);
    }

    #[test]
    fn a_gap_in_the_middle_of_one_axis_is_a_hole() {
        let points: Vec<Vec<f64>> = [0.0, 0.1, 0.2, 0.9, 1.0].map(|x| vec![x]).to_vec();
        let (balls, _) = empty_balls(&points, 1, points.len());
        assert_eq!(balls.len(), 1, "{balls:?}");
        assert!((balls[0].0[0] - 0.55).abs() < 0.01 && (balls[0].1 - 0.35).abs() < 0.01);
    }

    #[test]
    fn a_grid_fits_its_limit_for_every_number_of_axes() {
        for axes in 1..=super::super::MAX_AXES {
            let places = grid(axes);
            assert!(places.len() <= MAX_PLACES && places.len() >= 1 << axes);
            assert!(places.iter().all(|place| place.len() == axes));
        }
    }
}
