//! The position and heading of a character: a smooth path on the ground below its hips.
//!
//! Hips sway with every step, and a trajectory that sways with them describes the phase of a step rather than the
//! direction of travel. So the path is smoothed as in D. Holden's `generate_database` (*Learned Motion Matching*,
//! 2020): by a Savitzky–Golay filter (1964) of degree 2, over 0.5 s for positions and 1 s for directions. Near the ends
//! of a clip, the parabola of the first or last window is used. A loop continues across its seam instead.

use footwork_base::{FrameRate, Role, to_f32};
use footwork_clip::{Clip, Motion};
use footwork_matching::Root;

/// Half of the window for positions, in seconds.
const POSITION_SECS: f64 = 0.25;
/// Half of the window for directions, in seconds.
const HEADING_SECS: f64 = 0.5;

/// Returns the root of a clip on each frame, as pose indexes store it; `None` if no joint is known as the hips.
pub fn root_path(clip: &Clip) -> Option<Vec<Root>> {
    let hips = clip.skeleton().roles().joint(Role::Hips)?;
    let motion = Motion::new(clip);
    let hips = motion.positions().joint(hips);
    let hips: Vec<[f32; 3]> = hips.map(|at| at.map(to_f32)).collect();
    Some(of(
        &hips,
        motion.headings_rad(),
        clip.rate(),
        clip.is_looping(),
    ))
}

/// Returns the root on each frame, given the positions of the hips and unwrapped headings. In a loop, the last frame
/// repeats the first, displaced and turned by the clip's own motion.
pub(super) fn of(
    hips: &[[f32; 3]],
    headings_rad: &[f64],
    rate: FrameRate,
    is_loop: bool,
) -> Vec<Root> {
    let ways: Vec<[f64; 2]> = hips
        .iter()
        .map(|&[x, _, z]| [x, z].map(f64::from))
        .collect();
    let more = if is_loop && hips.len() > 2 {
        frames(HEADING_SECS, rate)
    } else {
        0
    };
    let (ways, headings_rad) = rounds(&ways, headings_rad, more);
    let axis = |axis: usize| {
        let values: Vec<f64> = ways.iter().map(|way| way[axis]).collect();
        smooth(&values, frames(POSITION_SECS, rate))
    };
    let headings = smooth(&headings_rad, frames(HEADING_SECS, rate));
    let places = axis(0).into_iter().zip(axis(1)).zip(headings);
    places
        .skip(more)
        .take(hips.len())
        .map(|((x, z), heading)| Root {
            position_m: [x, z].map(to_f32),
            facing: [libm::sin(heading), libm::cos(heading)].map(to_f32),
        })
        .collect()
}

/// Returns a loop extended by `more` frames at both ends, from the rounds before and after it.
fn rounds(ways: &[[f64; 2]], headings_rad: &[f64], more: usize) -> (Vec<[f64; 2]>, Vec<f64>) {
    if more == 0 {
        return (ways.to_vec(), headings_rad.to_vec());
    }
    let round = ways.len() - 1;
    let turn = headings_rad[round] - headings_rad[0];
    // Rotates a displacement by an angle; headings go from +z towards +x.
    let turned = |[x, z]: [f64; 2], angle: f64| {
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        [x * cosine + z * sine, z * cosine - x * sine]
    };
    let from = |a: [f64; 2], b: [f64; 2]| [a[0] - b[0], a[1] - b[1]];
    let to = |a: [f64; 2], b: [f64; 2]| [a[0] + b[0], a[1] + b[1]];
    let (first, last) = (ways[0], ways[round]);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    // The frames `step` beyond both ends, moved and turned once per round.
    for step in 1..=more {
        let (mut way, mut heading) = (ways[step % round], headings_rad[step % round]);
        for _ in 0..=step / round {
            way = to(last, turned(from(way, first), turn));
            heading += turn;
        }
        after.push((way, heading));
        let back = (round - step % round) % round;
        let (mut way, mut heading) = (ways[back], headings_rad[back]);
        for _ in 0..step.div_ceil(round) {
            way = to(first, turned(from(way, last), -turn));
            heading -= turn;
        }
        before.push((way, heading));
    }
    let own = ways.iter().copied().zip(headings_rad.iter().copied());
    let all = before.into_iter().rev().chain(own).chain(after);
    all.unzip()
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few frames"
)]
fn frames(secs: f64, rate: FrameRate) -> usize {
    (secs * rate.as_f64()).round() as usize
}

/// Replaces each value by a point on the parabola that best fits the values within `half` on both sides. Near an end,
/// the parabola fits the first or last window, which has the same number of values.
fn smooth(values: &[f64], half: usize) -> Vec<f64> {
    let half = half.min(values.len().saturating_sub(1) / 2);
    if half == 0 {
        return values.to_vec();
    }
    // With i from -m to m: sums of 1, i² and i⁴.
    let m = half as f64;
    let count = 2.0 * m + 1.0;
    let squares = m * (m + 1.0) * count / 3.0;
    let fourths = squares * (3.0 * m * m + 3.0 * m - 1.0) / 5.0;
    let last = values.len() - 1;
    let at = |index: usize| {
        let middle = index.clamp(half, last - half);
        let window = values[middle - half..=middle + half].iter().enumerate();
        let (mut sum, mut slope, mut bend) = (0.0, 0.0, 0.0);
        for (place, value) in window {
            let i = place as f64 - m;
            sum += value;
            slope += i * value;
            bend += i * i * value;
        }
        let c = (count * bend - squares * sum) / (count * fourths - squares * squares);
        let a = (sum - c * squares) / count;
        let x = index as f64 - middle as f64;
        a + slope / squares * x + c * x * x
    };
    (0..values.len()).map(at).collect()
}

#[cfg(test)]
mod tests {
    use footwork_base::{FrameRate, to_f32};

    use super::{of, smooth};

    /// If the hips sway along a circle, the path of a loop has no visible seam.
    #[test]
    fn the_path_of_a_loop_continues_across_its_seam() {
        let rate = FrameRate::whole(30).unwrap();
        let (mut hips, mut headings) = (Vec::new(), Vec::new());
        for frame in 0..=36u8 {
            let phase = f64::from(frame) / 36.0;
            let angle = phase * std::f64::consts::FRAC_PI_2;
            // The phase is offset by 1 rad, because without an offset the sway would be zero at the ends.
            let sway = 0.1 * libm::sin(phase * std::f64::consts::TAU + 1.0);
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
            let out = 1.0 + 0.2 * sway;
            hips.push([out * sine, 0.9, out * cosine].map(to_f32));
            headings.push(angle + std::f64::consts::FRAC_PI_2 + sway);
        }
        let angles = |is_loop| -> Vec<f64> {
            let root = of(&hips, &headings, rate, is_loop);
            let angle = |[x, z]: [f32; 2]| libm::atan2(f64::from(x), f64::from(z));
            root.iter().map(|root| angle(root.facing)).collect()
        };
        let (round, cut) = (angles(true), angles(false));
        assert_eq!((round.len(), cut.len()), (37, 37));
        // Returns the difference in the path's bend between the seam and one frame later.
        let kink = |angles: &[f64]| {
            let tau = std::f64::consts::TAU;
            let step = |from: usize, to: usize| (angles[to] - angles[from] + tau) % tau;
            let at_seam = step(0, 1) - step(35, 36);
            let beside = step(1, 2) - step(0, 1);
            (at_seam - beside).abs()
        };
        assert!(kink(&round) < 6e-4, "{}", kink(&round));
        assert!(kink(&cut) > 4.0 * kink(&round), "{}", kink(&cut));
        let way = (round[36] - round[0]).rem_euclid(std::f64::consts::TAU);
        assert!((way - std::f64::consts::FRAC_PI_2).abs() < 1e-4, "{way}");
    }

    #[test]
    fn smoothing_keeps_parabolas_and_removes_noise() {
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
        assert!(
            smoothed.iter().all(|x| (x - 0.5).abs() < 0.4),
            "{smoothed:?}"
        );
        assert_eq!(smooth(&[], 3), Vec::<f64>::new());
    }
}
