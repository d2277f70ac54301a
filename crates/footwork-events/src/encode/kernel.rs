//! The weights of a Gaussian at whole frames, up to four standard deviations from the middle.

use super::error::{EncodeError, MAX_SMOOTHING_FRAMES};
use super::frames::signed;

/// Symmetric weights that add up to one.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// The weights from the middle outwards.
    half: Vec<f64>,
    /// All weights, from one side to the other.
    weights: Vec<f64>,
}

impl Kernel {
    /// Creates a Gaussian with a standard deviation of `sigma_frames`. Below an eighth of a frame, the only weight is
    /// that of the frame itself.
    pub(super) fn new(sigma_frames: f64) -> Result<Self, EncodeError> {
        let radius = libm::floor(4.0 * sigma_frames + 0.5);
        if !(0.0..=MAX_SMOOTHING_FRAMES as f64).contains(&radius) {
            return Err(EncodeError::TooMuchSmoothing);
        }
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked"
        )]
        let radius = radius as usize;
        let mut half: Vec<f64> = (0..=radius)
            .map(|offset| match offset {
                0 => 1.0,
                _ => {
                    let deviations = offset as f64 / sigma_frames;
                    libm::exp(-0.5 * deviations * deviations)
                }
            })
            .collect();
        let sides: f64 = half[1..].iter().sum();
        let sum = half[0] + 2.0 * sides;
        half.iter_mut().for_each(|weight| *weight /= sum);
        let weights = half[1..].iter().rev().chain(&half).copied().collect();
        Ok(Self { half, weights })
    }

    /// Returns the number of frames read on each side.
    pub(super) fn radius(&self) -> usize {
        self.half.len() - 1
    }

    /// Returns the weights of the frames on one side, with their distances, nearest first.
    pub(super) fn sides(
        &self,
    ) -> impl DoubleEndedIterator<Item = (usize, f64)> + ExactSizeIterator {
        self.half.iter().copied().enumerate().skip(1)
    }

    /// Returns the factor by which smoothing reduces the amplitude of a point that turns by `turn` radians per frame.
    pub(super) fn gain(&self, turn: f64) -> f64 {
        let sides = (1i32..).zip(&self.half[1..]);
        let sides = sides.map(|(offset, weight)| weight * libm::cos(f64::from(offset) * turn));
        self.half[0] + 2.0 * sides.sum::<f64>()
    }

    /// Returns the weighted sum of the pairs around a frame. `pair` receives the offset from that frame.
    pub(super) fn smooth(&self, pair: impl Fn(i64) -> (f64, f64)) -> (f64, f64) {
        let (mut sine, mut cosine) = (0.0, 0.0);
        for (offset, weight) in (-(signed(self.radius()))..).zip(&self.weights) {
            let (s, c) = pair(offset);
            sine += weight * s;
            cosine += weight * c;
        }
        (sine, cosine)
    }
}
