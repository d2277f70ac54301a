//! Maps with constant speed: a scale and an offset from the frames of one clip to the frames of another.
//!
//! Most edits of a clip trim, resample or retime it, which gives exactly such a map. It has two parameters, so an
//! exhaustive coarse search is cheap: windows of the shorter clip are compared with the longer one at every offset and
//! at speeds from half to double. A comparison stops as soon as it is clearly worse than the best so far. The best
//! guesses are refined by Gauss-Newton steps with robust weights, so that frames that do not fit count little (S.
//! Geman, D. McClure, *Statistical Methods for Tomographic Image Reconstruction*, 1987). The steps run over windows
//! that grow to the whole clip: a guess is accurate only near its window, and a small error in its speed would move
//! distant frames too far for the step to correct.

use std::ops::Range;

use super::number::{of_index, to_index};
use super::track::{Track, square};

/// A map from frames of one clip to `scale · frame + offset` of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Affine {
    pub(super) scale: f64,
    pub(super) offset: f64,
}

/// The length of the windows, in seconds.
const WINDOW_SECS: f64 = 6.0;
/// The distance between tried offsets, in seconds.
const HOP_SECS: f64 = 0.04;
/// The maximum number of offsets per speed.
const MAX_OFFSETS: f64 = 20_000.0;
/// The number of poses of a window that the coarse search compares.
const PROBES: usize = 48;
/// The maximum number of guesses per window.
const MAX_GUESSES: usize = 8;
/// The maximum number of poses that a refining step compares.
const SAMPLES: usize = 200;
/// The maximum gap of a frame, in metres, that counts when maps are compared.
pub(super) const CAP_M: f64 = 0.03;

impl Affine {
    pub(super) fn at(self, frame: f64) -> f64 {
        self.scale * frame + self.offset
    }

    /// Returns the inverse map.
    pub(super) fn inverse(self) -> Self {
        Self {
            scale: 1.0 / self.scale,
            offset: -self.offset / self.scale,
        }
    }
}

/// Returns promising maps from `short` to `long`, each with the frame of `short` at the middle of
/// its window.
pub(super) fn guesses(short: &Track, long: &Track) -> Vec<(Affine, f64)> {
    let window = if short.secs() <= 1.5 * WINDOW_SECS {
        of_index(short.frames())
    } else {
        WINDOW_SECS * short.rate
    };
    let room = of_index(short.frames()) - window;
    let places: &[f64] = if room > 0.0 {
        &[0.5, 0.2, 0.8, 0.0, 1.0]
    } else {
        &[0.0]
    };
    let found = places.iter().flat_map(|place| {
        let start = room * place;
        guesses_of_window(short, long, start..start + window - 1.0)
    });
    found.collect()
}

fn guesses_of_window(short: &Track, long: &Track, window: Range<f64>) -> Vec<(Affine, f64)> {
    let spread = short.spread_within(window.start, window.end);
    let cap = spread * spread;
    let length = window.end - window.start;
    let middle = 0.5 * (window.start + window.end);
    let probes = probes(&window);
    let hop = (HOP_SECS * long.rate).max(long.last() / MAX_OFFSETS);
    let hops = to_index(long.last() / hop);
    let mut best = cap;
    let mut found: Vec<(f64, f64, f64)> = Vec::new();
    for scale in scales(short.rate, long.rate, length / short.rate) {
        for centre in (0..=hops).map(|index| of_index(index) * hop) {
            let limit = 2.0 * best + 0.02 * cap;
            let budget = limit * of_index(probes.len());
            let mut sum = 0.0;
            for probe in &probes {
                let position = centre + scale * (probe - middle);
                let inside = (-0.5..=long.last() + 0.5).contains(&position);
                sum += if inside {
                    f64::from(square(short.nearest(*probe), long.nearest(position))).min(cap)
                } else {
                    cap
                };
                if sum > budget {
                    break;
                }
            }
            let cost = sum / of_index(probes.len());
            if cost <= limit {
                best = best.min(cost);
                found.push((cost, scale, centre));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut chosen: Vec<(f64, f64)> = Vec::new();
    for (_, scale, centre) in found {
        let near = |(other_scale, other): &&(f64, f64)| {
            let drift = 0.5 * length * (scale - other_scale).abs();
            (centre - other).abs() + drift < 0.15 * long.rate
        };
        if chosen.len() < MAX_GUESSES && !chosen.iter().any(|other| near(&other)) {
            chosen.push((scale, centre));
        }
    }
    let guess = |(scale, centre): (f64, f64)| Affine {
        scale,
        offset: centre - scale * middle,
    };
    chosen.into_iter().map(|at| (guess(at), middle)).collect()
}

/// Returns frames throughout the window. Successive frames of the list are far apart, so that bad guesses are rejected
/// early.
fn probes(window: &Range<f64>) -> Vec<f64> {
    let length = window.end - window.start;
    let count = PROBES.min(to_index(length) + 1);
    let step = length / of_index(count.max(2) - 1);
    // A stride that is coprime to the count visits every frame.
    let stride = (count / 3..)
        .find(|stride| gcd(*stride, count) == 1)
        .unwrap_or(1);
    let places = (0..count).map(|index| index * stride % count);
    places
        .map(|place| (window.start + step * of_index(place)).round())
        .collect()
}

fn gcd(a: usize, b: usize) -> usize {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

/// Returns the speeds to try, likely speeds first: equal duration in seconds, then frame for frame, then speeds from
/// half to double.
fn scales(short: f64, long: f64, secs: f64) -> Vec<f64> {
    let nominal = long / short;
    let step = (0.16 / secs).clamp(0.01, 0.1);
    let reach = to_index(2.0_f64.ln() / step) + 1;
    let mut scales = vec![nominal, 1.0];
    for distance in 1..=reach {
        let factor = (step * of_index(distance)).exp();
        scales.extend([nominal * factor, nominal / factor]);
        if distance <= 3 {
            scales.extend([factor, 1.0 / factor]);
        }
    }
    scales
}

/// Returns the best map from `a` to `b` near a guess. The guess must be accurate around the frame `middle`.
pub(super) fn refined(a: &Track, b: &Track, guess: Affine, middle: f64) -> Affine {
    let spread = a.spread();
    let mut reach = (0.75 * WINDOW_SECS * a.rate).max(8.0);
    let mut found = guess;
    loop {
        let window = (middle - reach).max(0.0)..(middle + reach).min(a.last());
        let is_all = window.start <= 0.0 && window.end >= a.last();
        for share in [0.5, 0.25, 0.1, 0.05, 0.05] {
            let cap = (spread * share).max(CAP_M);
            for _ in 0..3 {
                found = step(a, b, found, &window, cap);
            }
        }
        if is_all {
            return found;
        }
        reach *= 2.0;
    }
}

/// Returns the map after a Gauss-Newton step.
fn step(a: &Track, b: &Track, map: Affine, window: &Range<f64>, cap: f64) -> Affine {
    let middle = 0.5 * (window.start + window.end);
    let half = (0.5 * (window.end - window.start)).max(1.0);
    let stride = to_index((window.end - window.start) / of_index(SAMPLES)) + 1;
    let mut rows = b.empty_rows();
    let [pose, scratch, change] = &mut rows;
    let mut normal = [0.0f64; 5];
    for frame in (to_index(window.start.ceil())..=to_index(window.end)).step_by(stride) {
        let position = map.at(of_index(frame));
        if !(0.0..=b.last()).contains(&position) {
            continue;
        }
        b.at(position, pose);
        b.change(position, scratch, change);
        let (mut slope, mut pull, mut gap) = (0.0, 0.0, 0.0);
        for ((own, other), change) in a.row(frame).iter().zip(pose.iter()).zip(change.iter()) {
            let (error, change) = (f64::from(own - other), f64::from(*change));
            slope += change * change;
            pull += change * error;
            gap += error * error;
        }
        let weight = (1.0 + gap / (cap * cap)).powi(-2);
        let x = (of_index(frame) - middle) / half;
        for (sum, term) in normal
            .iter_mut()
            .zip([slope, slope * x, slope * x * x, pull, pull * x])
        {
            *sum += weight * term;
        }
    }
    let [xx, xy, yy, px, py] = normal;
    // The ridge keeps a parameter near its current value if the poses do not determine the parameter.
    let ridge = 1e-6 * (xx + yy) + 1e-12;
    let (xx, yy) = (xx + ridge, yy + ridge);
    let determinant = xx * yy - xy * xy;
    let most = 0.1 * b.rate;
    let shift = ((yy * px - xy * py) / determinant).clamp(-most, most);
    let stretch = ((xx * py - xy * px) / determinant).clamp(-most, most);
    Affine {
        scale: map.scale + stretch / half,
        offset: map.offset + shift - stretch / half * middle,
    }
}

/// Returns the misfit of a map from `a` to `b`, in square metres, from 0 to the square of [`CAP_M`]: the mean over the
/// frames of the shorter clip. A frame without a counterpart counts with the square of [`CAP_M`].
pub(super) fn cost(a: &Track, b: &Track, position: impl Fn(usize) -> f64) -> f64 {
    let stride = a.frames() / 1024 + 1;
    let cap = CAP_M * CAP_M;
    let mut pose = vec![0.0; b.width()];
    let (mut gained, mut first, mut last) = (0.0, f64::INFINITY, f64::NEG_INFINITY);
    let mut compared = 0;
    for frame in (0..a.frames()).step_by(stride) {
        let at = position(frame);
        (first, last) = (first.min(at), last.max(at));
        compared += 1;
        if (-0.5..=b.last() + 0.5).contains(&at) {
            b.at(at, &mut pose);
            gained += cap - f64::from(square(a.row(frame), &pose)).min(cap);
        }
    }
    // The length of the shorter clip, in compared frames of `a`.
    let per_frame = (last - first) / of_index(compared.max(2) - 1);
    let all = of_index(compared).min(b.last() / per_frame.max(1e-9) + 1.0);
    cap - gained / all
}
