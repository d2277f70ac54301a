//! Refining a path between frames, so that it is smooth and matches the poses.
//!
//! Gauss-Newton steps minimise the squared distance of poses plus a price for changes of speed. While a character
//! stands still, only the price matters, and the map runs at constant speed between the known positions on both sides.
//! The matrix has five diagonals; the diagonal of its inverse, by the recurrences of K. Takahashi et al., *Formation of
//! a Sparse Bus Impedance Matrix*, 1973, gives the variance of each position.

use super::number::of_index;
use super::track::{Track, square};

/// The assumed variation of the speed: its standard deviation after one second, as a share of the original speed.
const WANDER: f64 = 1.0;
/// Poses that are closer in time than this, in seconds, count as one observation.
const TOGETHER_SECS: f64 = 1.0 / 30.0;
/// The distance within which poses count as equal, in metres: the noise floor.
pub(super) const FLOOR_M: f64 = 0.001;
/// The distance between poses, in metres, above which a frame has little weight.
const FAR_M: f64 = 0.05;
const ROUNDS: usize = 24;

/// The position of each frame of a clip in another.
pub(super) struct Smooth {
    /// The positions in frames of the other clip, ascending.
    pub(super) positions: Vec<f64>,
    /// The standard deviation of each position, in frames of the other clip.
    pub(super) deviations: Vec<f64>,
}

/// Returns the smooth map from `a` to `b` near a first guess.
pub(super) fn smooth(a: &Track, b: &Track, guess: impl Fn(f64) -> f64) -> Smooth {
    let count = a.frames();
    let mut positions: Vec<f64> = (0..count).map(|frame| guess(of_index(frame))).collect();
    let most = 0.1 * b.rate;
    for _ in 0..ROUNDS {
        let (system, pulls) = system(a, b, &positions, false);
        let price = Bands::of_price(price(a, b), count);
        let bent = price.times(&positions).into_iter();
        let right = bent.zip(pulls).map(|(bent, pull)| pull - bent).collect();
        let steps = system.factored().solve(right);
        for (position, step) in positions.iter_mut().zip(steps) {
            *position += step.clamp(-most, most);
        }
        keep_growing(&mut positions, b.rate / a.rate);
    }
    let deviations = deviations(a, b, &positions);
    Smooth {
        positions,
        deviations,
    }
}

/// Returns the standard deviation of the map from `a` to `b` at each frame of `a` if time may be
/// bent, in frames of `b`.
pub(super) fn deviations(a: &Track, b: &Track, positions: &[f64]) -> Vec<f64> {
    let (system, _) = system(a, b, positions, true);
    let variances = system.factored().inverse_diagonal().into_iter();
    variances.map(f64::sqrt).collect()
}

/// Returns the price per squared change of speed.
fn price(a: &Track, b: &Track) -> f64 {
    (a.rate.powi(3)) / (b.rate * WANDER).powi(2)
}

/// Returns the matrix and the right-hand side of a Gauss-Newton step.
fn system(a: &Track, b: &Track, positions: &[f64], with_misfit: bool) -> (Bands, Vec<f64>) {
    let tells = (1.0 / a.rate / TOGETHER_SECS).min(1.0);
    let (weights, pulls) = evidence(a, b, positions, tells, with_misfit);
    let price = price(a, b);
    let mut system = Bands::of_price(price, positions.len());
    for (diagonal, weight) in system.main.iter_mut().zip(&weights) {
        *diagonal += weight + 1e-12 * price;
    }
    (system, pulls)
}

/// Returns the weight of each pose, and the pull that it exerts on its position.
fn evidence(
    a: &Track,
    b: &Track,
    positions: &[f64],
    tells: f64,
    with_misfit: bool,
) -> (Vec<f64>, Vec<f64>) {
    let mut rows = b.empty_rows();
    let [pose, scratch, change] = &mut rows;
    let said = positions.iter().enumerate().map(|(frame, &position)| {
        if !(0.0..=b.last()).contains(&position) {
            return (0.0, 0.0);
        }
        b.at(position, pose);
        b.change(position, scratch, change);
        let gap = f64::from(square(a.row(frame), pose));
        let (mut slope, mut pull) = (0.0, 0.0);
        for ((own, other), change) in a.row(frame).iter().zip(pose.iter()).zip(change.iter()) {
            let change = f64::from(*change);
            slope += change * change;
            pull += change * f64::from(own - other);
        }
        let misfit = if with_misfit { gap } else { 0.0 };
        let variance = FLOOR_M.powi(2) + (b.bend(position) / 8.0).powi(2) + misfit;
        let weight = tells / variance * (1.0 + gap / FAR_M.powi(2)).powi(-2);
        (weight * slope, weight * pull)
    });
    said.unzip()
}

/// Limits the speed to between 0.05 and 20 times the usual speed, so that time never stops.
fn keep_growing(positions: &mut [f64], usual: f64) {
    for index in 1..positions.len() {
        let before = positions[index - 1];
        positions[index] = positions[index].clamp(before + 0.05 * usual, before + 20.0 * usual);
    }
}

/// A symmetric matrix of five diagonals.
struct Bands {
    main: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Bands {
    /// Returns the matrix of the price: the sum of squared second differences.
    fn of_price(price: f64, count: usize) -> Self {
        let zeros = vec![0.0; count];
        let mut bands = Self {
            main: zeros.clone(),
            first: zeros.clone(),
            second: zeros,
        };
        for index in 0..count.saturating_sub(2) {
            for (place, share) in [(0, 1.0), (1, 4.0), (2, 1.0)] {
                bands.main[index + place] += price * share;
            }
            bands.first[index] -= 2.0 * price;
            bands.first[index + 1] -= 2.0 * price;
            bands.second[index] += price;
        }
        bands
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let at = |index: Option<usize>| index.and_then(|i| vector.get(i)).copied().unwrap_or(0.0);
        let band = |band: &[f64], index: Option<usize>| index.map_or(0.0, |i| band[i]);
        let row = |index: usize| {
            let [one, two] = [1, 2].map(|back| index.checked_sub(back));
            self.main[index] * vector[index]
                + self.first[index] * at(Some(index + 1))
                + self.second[index] * at(Some(index + 2))
                + band(&self.first, one) * at(one)
                + band(&self.second, two) * at(two)
        };
        (0..vector.len()).map(row).collect()
    }

    /// Factors the matrix as L D Lᵀ, in place.
    fn factored(mut self) -> Factor {
        let count = self.main.len();
        for index in 0..count {
            let pivot = self.main[index].max(1e-300);
            let (first, second) = (self.first[index], self.second[index]);
            if index + 1 < count {
                self.main[index + 1] -= first * first / pivot;
                self.first[index + 1] -= first * second / pivot;
            }
            if index + 2 < count {
                self.main[index + 2] -= second * second / pivot;
            }
            self.main[index] = pivot;
            self.first[index] = first / pivot;
            self.second[index] = second / pivot;
        }
        Factor(self)
    }
}

/// A factored matrix: D in the main diagonal, L in the others.
struct Factor(Bands);

impl Factor {
    fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        let Self(Bands {
            main,
            first,
            second,
        }) = self;
        let count = right.len();
        for index in 0..count {
            let value = right[index];
            if index + 1 < count {
                right[index + 1] -= first[index] * value;
            }
            if index + 2 < count {
                right[index + 2] -= second[index] * value;
            }
        }
        for index in (0..count).rev() {
            let mut value = right[index] / main[index];
            if index + 1 < count {
                value -= first[index] * right[index + 1];
            }
            if index + 2 < count {
                value -= second[index] * right[index + 2];
            }
            right[index] = value;
        }
        right
    }

    fn inverse_diagonal(&self) -> Vec<f64> {
        let Self(Bands {
            main,
            first,
            second,
        }) = self;
        let count = main.len();
        // The entries of the inverse at the two rows below: both diagonal entries and the entry between them.
        let (mut one, mut two, mut between) = (0.0, 0.0, 0.0);
        let mut diagonal = vec![0.0; count];
        for index in (0..count).rev() {
            let (l1, l2) = (first[index], second[index]);
            let to_one = -l1 * one - l2 * between;
            let to_two = -l1 * between - l2 * two;
            let own: f64 = 1.0 / main[index] - l1 * to_one - l2 * to_two;
            diagonal[index] = own.max(0.0);
            (two, one, between) = (one, own, to_one);
        }
        diagonal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banded_systems_are_solved_and_inverted() {
        let mut system = Bands::of_price(2.0, 7);
        for (index, diagonal) in system.main.iter_mut().enumerate() {
            *diagonal += of_index(index) + 0.5;
        }
        let unit = |at: usize| {
            (0..7)
                .map(|i| f64::from(u8::from(i == at)))
                .collect::<Vec<_>>()
        };
        let wanted: Vec<f64> = (0..7).map(|index| (of_index(index) * 1.7).sqrt()).collect();
        let right = system.times(&wanted);
        let factor = system.factored();
        for (found, wanted) in factor.solve(right).iter().zip(&wanted) {
            assert!((found - wanted).abs() < 1e-10);
        }
        for (index, found) in factor.inverse_diagonal().into_iter().enumerate() {
            assert!((found - factor.solve(unit(index))[index]).abs() < 1e-12);
        }
    }
}
