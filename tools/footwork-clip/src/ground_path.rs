//! The path of a character over the ground: where it is and where it faces, smoothed below a cut-off frequency.
//!
//! Hips sway with every step, and a root that sways with them cannot be steered. So the path is the travelling joint's
//! position and heading after a Gaussian low-pass. At the cut-off frequency it keeps `1/√2` of an oscillation, which
//! fixes the Gaussian's width at `σ = √(ln 2) / (2π · cut-off)`. A Gaussian does not ring, and a straight or steady
//! path stays exactly where it is. Beyond the ends of a clip the path continues point-reflected; a loop continues with
//! its next and its previous round.

use std::f64::consts::TAU;

use crate::channel::Motion;
use crate::clip::Clip;
use crate::number::to_u32;

/// A place on the ground: `[x, height, z]` in metres, and the heading in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GroundPlace {
    pub(crate) position_m: [f64; 3],
    pub(crate) heading_rad: f64,
}

/// The reach of the kernel in standard deviations; beyond it, the kernel has less than 10⁻⁴ of its weight.
const REACH_SIGMAS: f64 = 4.0;

/// The largest reach of the kernel in frames, which bounds the work for absurd rates and frequencies.
const MAX_REACH: u32 = 4096;

/// Returns the smoothed place on every frame, given the cut-off in Hz, which must be above 0.
pub(crate) fn ground_path(clip: &Clip, cutoff_hz: f64) -> Vec<GroundPlace> {
    let motion = Motion::new(clip);
    let places: Vec<GroundPlace> = motion
        .positions()
        .joint(clip.travelling_joint())
        .zip(motion.headings_rad())
        .map(|(position_m, &heading_rad)| GroundPlace {
            position_m,
            heading_rad,
        })
        .collect();
    let sigma = libm::sqrt(std::f64::consts::LN_2) / (TAU * cutoff_hz) * clip.rate().as_f64();
    let reach = to_u32((REACH_SIGMAS * sigma).ceil()).min(MAX_REACH);
    let weights: Vec<f64> = (0..=reach)
        .map(|step| {
            let far = f64::from(step) / sigma;
            libm::exp(-0.5 * far * far)
        })
        .collect();
    let around = Around {
        round: clip.round_frames().filter(|&round| round > 1),
        places: &places,
    };
    (0..places.len())
        .map(|frame| smoothed(&around, frame, &weights))
        .collect()
}

fn smoothed(around: &Around<'_>, frame: usize, weights: &[f64]) -> GroundPlace {
    let here = around.places[frame];
    let frame = i64::try_from(frame).unwrap_or(i64::MAX);
    // Sums offsets from the place itself, so that a body at rest stays exactly at rest. The place's own offset is 0.
    let (mut sum, mut mean) = (weights.first().copied().unwrap_or(1.0), [0.0; 4]);
    for (step, &weight) in (0_i64..).zip(weights).skip(1) {
        for side in [-1, 1] {
            let place = around.at(frame + side * step);
            let [x, y, z] = [0, 1, 2].map(|axis| place.position_m[axis] - here.position_m[axis]);
            let away = [x, y, z, place.heading_rad - here.heading_rad];
            for (mean, away) in mean.iter_mut().zip(away) {
                *mean += weight * away;
            }
            sum += weight;
        }
    }
    let [x, y, z, turn] = mean.map(|axis| axis / sum);
    let [at_x, at_y, at_z] = here.position_m;
    GroundPlace {
        position_m: [at_x + x, at_y + y, at_z + z],
        heading_rad: here.heading_rad + turn,
    }
}

/// The path, continued beyond both ends.
struct Around<'a> {
    places: &'a [GroundPlace],
    round: Option<u32>,
}

impl Around<'_> {
    fn at(&self, frame: i64) -> GroundPlace {
        let last = i64::try_from(self.places.len()).unwrap_or(i64::MAX) - 1;
        let place = |frame: i64| {
            let frame = usize::try_from(frame.clamp(0, last)).unwrap_or(0);
            self.places[frame]
        };
        if (0..=last).contains(&frame) {
            return place(frame);
        }
        if let Some(round) = self.round.map(i64::from) {
            let (ends, mut at) = ([place(0), place(round)], place(frame.rem_euclid(round)));
            let rounds = frame.div_euclid(round);
            let [from, to] = if rounds > 0 { ends } else { [ends[1], ends[0]] };
            for _ in 0..rounds.abs() {
                at = moved(at, from, to);
            }
            return at;
        }
        let end = if frame < 0 { 0 } else { last };
        let (middle, other) = (place(end), place(2 * end - frame));
        GroundPlace {
            position_m: [0, 1, 2]
                .map(|axis| 2.0 * middle.position_m[axis] - other.position_m[axis]),
            heading_rad: 2.0 * middle.heading_rad - other.heading_rad,
        }
    }
}

/// Applies to a place the motion that takes `from` to `to`.
fn moved(place: GroundPlace, from: GroundPlace, to: GroundPlace) -> GroundPlace {
    let turn = to.heading_rad - from.heading_rad;
    let (sin, cos) = libm::sincos(turn);
    let [x, y, z] = [0, 1, 2].map(|axis| place.position_m[axis] - from.position_m[axis]);
    let [to_x, to_y, to_z] = to.position_m;
    GroundPlace {
        position_m: [to_x + x * cos + z * sin, to_y + y, to_z + z * cos - x * sin],
        heading_rad: place.heading_rad + turn,
    }
}
