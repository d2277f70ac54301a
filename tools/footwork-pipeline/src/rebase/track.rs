//! The poses of a signature in metres, one row per frame, for calculations.

use super::number::{of_index, to_index};
use footwork_base::to_f32;
use footwork_library::Signature;

/// The poses of a clip. The distance between two rows is the root mean square distance of their
/// joints, in metres; the height of the root counts as a joint.
#[derive(Clone, Debug)]
pub(super) struct Track {
    width: usize,
    rows: Vec<f32>,
    /// Frames per second.
    pub(super) rate: f64,
}

impl Track {
    pub(super) fn from_signature(signature: &Signature) -> Self {
        let width = signature.width();
        // Scaled so that the sum of squares over a row is the mean over joints.
        let scale = 1e-3 / of_index(signature.joints().len() + 1).sqrt();
        let values = signature.millimetres().iter();
        Self {
            width,
            rows: values.map(|&mm| to_f32(f64::from(mm) * scale)).collect(),
            rate: signature.rate().as_f64(),
        }
    }

    pub(super) fn frames(&self) -> usize {
        self.rows.len() / self.width
    }

    /// Returns the index of the last frame.
    pub(super) fn last(&self) -> f64 {
        of_index(self.frames() - 1)
    }

    /// Returns the duration in seconds, including the last frame.
    pub(super) fn secs(&self) -> f64 {
        of_index(self.frames()) / self.rate
    }

    /// Returns the number of values in a row.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns buffers for a pose, a scratch pose and the change of the pose.
    pub(super) fn empty_rows(&self) -> [Vec<f32>; 3] {
        [0, 1, 2].map(|_| vec![0.0; self.width])
    }

    /// Returns the row of a frame; the last row for frames past the end.
    pub(super) fn row(&self, frame: usize) -> &[f32] {
        let frame = frame.min(self.frames() - 1);
        &self.rows[frame * self.width..(frame + 1) * self.width]
    }

    /// Returns the row of the frame nearest to a position.
    pub(super) fn nearest(&self, position: f64) -> &[f32] {
        self.row(to_index(position + 0.5))
    }

    /// Writes the pose at a position between frames, interpolated by a cubic through the four frames around it (E.
    /// Catmull, R. Rom, *A Class of Local Interpolating Splines*, 1974). Positions are clamped to the clip.
    pub(super) fn at(&self, position: f64, pose: &mut [f32]) {
        let position = position.clamp(0.0, self.last());
        let frame = to_index(position);
        let t = to_f32(position - of_index(frame));
        let [b, c] = [frame, frame + 1].map(|frame| self.row(frame));
        if t == 0.0 {
            pose.copy_from_slice(b);
            return;
        }
        let [a, d] = [frame.saturating_sub(1), frame + 2].map(|frame| self.row(frame));
        let (t2, t3) = (t * t, t * t * t);
        let weights = [
            0.5 * (2.0 * t2 - t - t3),
            0.5 * (3.0 * t3 - 5.0 * t2 + 2.0),
            0.5 * (4.0 * t2 + t - 3.0 * t3),
            0.5 * (t3 - t2),
        ];
        for (index, value) in pose.iter_mut().enumerate() {
            *value = weights[0] * a[index]
                + weights[1] * b[index]
                + weights[2] * c[index]
                + weights[3] * d[index];
        }
    }

    /// Writes the change of the pose per frame at a position.
    pub(super) fn change(&self, position: f64, scratch: &mut [f32], change: &mut [f32]) {
        let (before, after) = ((position - 0.5).max(0.0), (position + 0.5).min(self.last()));
        let span = to_f32((after - before).max(1e-6));
        self.at(before, scratch);
        self.at(after, change);
        for (after, before) in change.iter_mut().zip(scratch) {
            *after = (*after - *before) / span;
        }
    }

    /// Returns the distance from the frame nearest to a position to the midpoint of its neighbours,
    /// in metres: a bound on the error of interpolation.
    pub(super) fn bend(&self, position: f64) -> f64 {
        let frame = to_index(position + 0.5).clamp(1, self.frames().max(3) - 2);
        let rows = [frame - 1, frame, frame + 1].map(|frame| self.row(frame));
        let sum: f32 = (0..self.width)
            .map(|index| (0.5 * (rows[0][index] + rows[2][index]) - rows[1][index]).powi(2))
            .sum();
        f64::from(sum).sqrt()
    }

    /// Returns the root mean square distance of poses from the mean pose, in metres.
    pub(super) fn spread(&self) -> f64 {
        self.spread_within(0.0, self.last())
    }

    /// Returns the root mean square distance of poses from their mean, in metres, for the frames from one position to
    /// another.
    pub(super) fn spread_within(&self, from: f64, to: f64) -> f64 {
        let frames = to_index(from.max(0.0))..to_index(to.clamp(0.0, self.last())) + 1;
        let count = of_index(frames.len().max(1));
        let mut sums = vec![(0.0, 0.0); self.width];
        for frame in frames {
            for (value, (sum, squares)) in self.row(frame).iter().zip(&mut sums) {
                let value = f64::from(*value);
                *sum += value;
                *squares += value * value;
            }
        }
        let variance = |(sum, squares): (f64, f64)| squares / count - (sum / count).powi(2);
        sums.into_iter().map(variance).sum::<f64>().max(0.0).sqrt()
    }

    /// Returns the same motion with a frame every `step` frames.
    pub(super) fn every(&self, step: f64) -> Self {
        let count = to_index(self.last() / step) + 1;
        let mut rows = vec![0.0; count * self.width];
        for (index, row) in rows.chunks_exact_mut(self.width).enumerate() {
            self.at(of_index(index) * step, row);
        }
        Self {
            width: self.width,
            rows,
            rate: self.rate / step,
        }
    }
}

/// Returns the squared distance between two rows, in square metres.
pub(super) fn square(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}
