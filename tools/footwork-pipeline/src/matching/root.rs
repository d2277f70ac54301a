//! Where a character stands and faces: a smooth path on the ground below its hips.
//!
//! Hips sway with every step, and a trajectory that sways with them says more about the phase of a step than about where
//! the character goes. So the path is smoothed as in D. Holden's `generate_database` (*Learned Motion Matching*, 2020):
//! by a filter of A. Savitzky and M. Golay (1964) with a parabola, over half a second for positions and one second for
//! directions. At the ends windows shrink to what there is on both sides.

use footwork_base::{FrameRate, to_f32};
use footwork_matching::Root;

/// Half of the window for positions, in seconds.
const POSITION_SECS: f64 = 0.25;
/// Half of the window for directions.
const HEADING_SECS: f64 = 0.5;

/// The root in each frame, from the positions of the hips and unwrapped headings.
pub(super) fn of(hips: &[[f32; 3]], headings_rad: &[f64], rate: FrameRate) -> Vec<Root> {
    let axis = |axis: usize| {
        let values: Vec<f64> = hips.iter().map(|at| f64::from(at[axis])).collect();
        smooth(&values, frames(POSITION_SECS, rate))
    };
    let headings = smooth(headings_rad, frames(HEADING_SECS, rate));
    let places = axis(0).into_iter().zip(axis(2)).zip(headings);
    places
        .map(|((x, z), heading)| Root {
            position_m: [x, z].map(to_f32),
            facing: [libm::sin(heading), libm::cos(heading)].map(to_f32),
        })
        .collect()
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few frames"
)]
fn frames(secs: f64, rate: FrameRate) -> usize {
    (secs * rate.as_f64()).round() as usize
}

/// Each value becomes that of the parabola which fits best to those within `half` of it.
fn smooth(values: &[f64], half: usize) -> Vec<f64> {
    let last = values.len().saturating_sub(1);
    let at = |index: usize| {
        let half = half.min(index).min(last - index);
        if half == 0 {
            return values[index];
        }
        let m = half as f64;
        let whole = (2.0 * m - 1.0) * (2.0 * m + 1.0) * (2.0 * m + 3.0);
        let window = values[index - half..=index + half].iter().enumerate();
        let terms = window.map(|(place, value)| {
            let i = place as f64 - m;
            3.0 * (3.0 * m * m + 3.0 * m - 1.0 - 5.0 * i * i) / whole * value
        });
        terms.sum()
    };
    (0..values.len()).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::smooth;

    #[test]
    fn parabolas_stay_and_noise_goes() {
        let parabola: Vec<f64> = (0..40).map(|i| f64::from(i * i) * 0.1 - 3.0).collect();
        for (was, is) in parabola.iter().zip(smooth(&parabola, 7)) {
            assert!((was - is).abs() < 1e-9, "{was} {is}");
        }
        let noise: Vec<f64> = (0..40).map(|i| f64::from(i % 2)).collect();
        let smoothed = smooth(&noise, 7);
        assert!(
            smoothed[10..30].iter().all(|x| (x - 0.5).abs() < 0.1),
            "{smoothed:?}"
        );
        assert_eq!(smoothed[0], 0.0, "ends have no window");
        assert_eq!(smooth(&[], 3), Vec::<f64>::new());
    }
}
