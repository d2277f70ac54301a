//! The signal of each event on the frame nearest to the event.

use super::clock::Clock;
use super::point::Point;

/// The maximum number of events processed at once.
pub(super) const MAX_EVENTS: usize = 32;

/// For each event: its nearest frame, the angle of the signal there, and the sine and cosine of that angle.
pub(super) struct Origins {
    frames: [f64; MAX_EVENTS],
    angles: [f64; MAX_EVENTS],
    sines: [f64; MAX_EVENTS],
    cosines: [f64; MAX_EVENTS],
}

impl Default for Origins {
    fn default() -> Self {
        Self {
            frames: [0.0; MAX_EVENTS],
            angles: [0.0; MAX_EVENTS],
            sines: [0.0; MAX_EVENTS],
            cosines: [0.0; MAX_EVENTS],
        }
    }
}

impl Origins {
    /// Computes the frames, sines and cosines of several events.
    #[inline(always)]
    pub(super) fn find(&mut self, events: &[f64], clock: Clock, radians_per_sec: f64) {
        let origins = self.frames.iter_mut().zip(&mut self.angles);
        for (event, (frame, angle)) in events.iter().zip(origins) {
            *frame = clock.nearest(*event);
            *angle = radians_per_sec * (event - clock.time(*frame));
        }
        let points = self.sines.iter_mut().zip(&mut self.cosines);
        for (angle, (sine, cosine)) in self.angles[..events.len()].iter().zip(points) {
            (*sine, *cosine) = small(*angle);
        }
    }

    /// Returns the frame nearest to an event, and the signal's point there.
    #[inline(always)]
    pub(super) fn get(&self, event: usize) -> (i64, Point) {
        let point = match self.angles[event] {
            angle if angle.abs() > SMALL => Point::at(angle),
            _ => Point {
                sine: self.sines[event],
                cosine: self.cosines[event],
            },
        };
        #[allow(clippy::cast_possible_truncation, reason = "far below 2^63")]
        let frame = self.frames[event] as i64;
        (frame, point)
    }
}

/// About an eighth of a turn, in radians.
const SMALL: f64 = 0.785;

/// The polynomials of `k_sin.c` and `k_cos.c` in FreeBSD's msun. Their argument is the square of an angle.
const SINE: [f64; 6] = [
    1.58969099521155e-10,
    -2.5050760253406863e-08,
    2.7557313707070068e-06,
    -0.0001984126982985795,
    0.00833333333332249,
    -0.16666666666666632,
];
const COSINE: [f64; 8] = [
    -1.1359647557788195e-11,
    2.087572321298175e-09,
    -2.7557314351390663e-07,
    2.480158728947673e-05,
    -0.001388888888887411,
    0.0416666666666666,
    -0.5,
    1.0,
];

/// Returns the sine and the cosine of an angle up to [`SMALL`] in size. They differ from libm's by at most 2^-52. A
/// loop over many angles vectorizes.
#[inline(always)]
fn small(angle: f64) -> (f64, f64) {
    let square = angle * angle;
    let sum = |terms: &[f64]| terms.iter().fold(0.0, |sum, term| sum * square + term);
    (angle + angle * (square * sum(&SINE)), sum(&COSINE))
}

#[cfg(test)]
mod tests {
    use super::{SMALL, small};

    #[test]
    fn small_angles_agree_with_libm() {
        for step in -1000..=1000 {
            let angle = SMALL * f64::from(step) / 1000.0;
            let (sine, cosine) = libm::sincos(angle);
            let error = libm::fmax(
                (small(angle).0 - sine).abs(),
                (small(angle).1 - cosine).abs(),
            );
            assert!(error <= f64::EPSILON, "{angle}: {error}");
        }
    }
}
