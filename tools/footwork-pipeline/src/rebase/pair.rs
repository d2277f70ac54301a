//! Maps between two clips: the best one with constant speed, and the best one with varying speed.

use super::affine::{self, Affine};
use super::number::of_index;
use super::smooth::{FLOOR_M, deviations, smooth};
use super::time_map::{MapCourse, TimeMap};
use super::track::{Track, square};
use super::warp::{self, Piecewise};

/// Another map counts as an equally good fit if its cost is at most this multiple of the best map's cost.
pub(super) const RIVAL: f64 = 1.5;
/// The deviation, in new frames, below which a bent map counts as one with constant speed.
pub(super) const UNSHOWN_FRAMES: f64 = 0.4;

/// Two clips. `a` has the lower frame rate, because poses of `b` can be interpolated between its frames more
/// accurately.
pub(super) struct Pair<'a> {
    pub(super) old: &'a Track,
    a: &'a Track,
    b: &'a Track,
    a_is_old: bool,
}

/// A map and how well it fits.
pub(super) struct Fit {
    pub(super) map: TimeMap,
    /// The cost in square metres, as computed by [`affine::cost`].
    pub(super) cost: f64,
    /// The share of the shorter clip that the other clip contains.
    pub(super) share: f64,
    /// Whether the poses are equal up to the error of interpolation.
    pub(super) is_exact: bool,
}

impl<'a> Pair<'a> {
    pub(super) fn new(old: &'a Track, new: &'a Track) -> Self {
        let a_is_old = old.rate < new.rate;
        let (a, b) = if a_is_old { (old, new) } else { (new, old) };
        Self {
            old,
            a,
            b,
            a_is_old,
        }
    }

    pub(super) fn new_track(&self) -> &Track {
        if self.a_is_old { self.b } else { self.a }
    }

    /// Returns the best map with constant speed, and whether a rival map fits equally well.
    pub(super) fn even(&self) -> (Fit, bool) {
        let (a, b) = (self.a, self.b);
        let mut all = self.refined_guesses();
        all.sort_by(|x, y| x.0.total_cmp(&y.0));
        let nominal = Affine {
            scale: b.rate / a.rate,
            offset: 0.0,
        };
        let best = all.first().copied().unwrap_or((f64::INFINITY, nominal));
        let is_other = |map: &Affine| {
            let gap = |frame: f64| (map.at(frame) - best.1.at(frame)).abs();
            gap(0.0).max(gap(a.last())) > 2.0 * map.scale.max(1.0)
        };
        let rival = |(cost, map): &(f64, Affine)| *cost <= RIVAL * best.0 + 1e-6 && is_other(map);
        let is_ambiguous = all.iter().any(rival);
        let found = self.rounded(best.1, best.0);
        let positions: Vec<f64> = (0..a.frames())
            .map(|frame| found.at(of_index(frame)))
            .collect();
        // If little moves throughout the clip, the poses cannot show that the speed was constant.
        let mut bent = deviations(a, b, &positions);
        bent.sort_by(f64::total_cmp);
        let per_frame = if self.a_is_old {
            1.0
        } else {
            1.0 / found.scale
        };
        let bent = bent[bent.len() / 2] * per_frame;
        let own = self.deviation(&positions) * per_frame;
        let is_shown = bent <= UNSHOWN_FRAMES;
        let from_old = if self.a_is_old {
            found
        } else {
            found.inverse()
        };
        let course = MapCourse::Even {
            scale: from_old.scale,
            offset: from_old.offset,
            deviation_frames: if is_shown { own } else { own.max(bent) },
        };
        let mut fit = self.fit(course, &positions);
        fit.is_exact &= is_shown;
        (fit, is_ambiguous)
    }

    /// Returns promising maps with constant speed from `a` to `b`, with their costs.
    fn refined_guesses(&self) -> Vec<(f64, Affine)> {
        let (a, b) = (self.a, self.b);
        let is_short = a.secs() <= b.secs();
        let guesses = if is_short {
            affine::guesses(a, b)
        } else {
            affine::guesses(b, a)
        };
        let refined = guesses.into_iter().filter_map(|(guess, middle)| {
            let (guess, middle) = if is_short {
                (guess, middle)
            } else {
                (guess.inverse(), guess.at(middle))
            };
            let found = affine::refined(a, b, guess, middle);
            let speed = found.scale * a.rate / b.rate;
            let cost = affine::cost(a, b, |frame| found.at(of_index(frame)));
            (0.01..=100.0).contains(&speed).then_some((cost, found))
        });
        refined.collect()
    }

    /// Replaces the numbers of a map by rounder ones, which are probably the intended numbers, if they fit equally
    /// well: the speed by the ratio of the rates or of the frame counts, the start by a whole frame.
    fn rounded(&self, found: Affine, cost: f64) -> Affine {
        let (a, b) = (self.a, self.b);
        let as_good = |map: &Affine| {
            let own = affine::cost(a, b, |frame| map.at(of_index(frame)));
            own <= 1.1 * cost + 1e-7
        };
        let middle = 0.5 * a.last();
        let about = |scale: f64| Affine {
            scale,
            offset: found.at(middle) - scale * middle,
        };
        let speeds = [b.rate / a.rate, 1.0].map(about);
        let drift = |map: &Affine| (map.scale - found.scale).abs() * middle;
        let near = speeds
            .into_iter()
            .filter(|map| drift(map) < 0.5 * map.scale.max(1.0));
        let even = near.into_iter().find(as_good).unwrap_or(found);
        // A whole frame of `b` at frame 0 of `a`, or the other way round.
        let of_b = Affine {
            offset: even.offset.round(),
            ..even
        };
        let of_a = even.inverse();
        let of_a = Affine {
            offset: of_a.offset.round(),
            ..of_a
        }
        .inverse();
        let gap = |map: &Affine| (map.offset - even.offset).abs();
        let mut whole = [of_b, of_a];
        if gap(&whole[1]) < gap(&whole[0]) {
            whole.swap(0, 1);
        }
        let near = whole.into_iter().filter(|map| gap(map) < 0.25);
        near.into_iter().find(as_good).unwrap_or(even)
    }

    /// Returns the standard deviation of a map with constant speed, in frames of `b`.
    fn deviation(&self, positions: &[f64]) -> f64 {
        let b = self.b;
        let mut rows = b.empty_rows();
        let [pose, scratch, change] = &mut rows;
        let (mut told, mut misfit) = (0.0, 0.0);
        let stride = positions.len() / 512 + 1;
        let mut count = 0.0;
        for (frame, &position) in positions.iter().enumerate().step_by(stride) {
            if (0.0..=b.last()).contains(&position) {
                b.at(position, pose);
                b.change(position, scratch, change);
                misfit += f64::from(square(self.a.row(frame), pose));
                told += change.iter().map(|c| f64::from(*c).powi(2)).sum::<f64>();
                count += 1.0;
            }
        }
        // Errors of poses close in time are correlated, so only a tenth of the poses count.
        let variance = FLOOR_M.powi(2) + misfit / f64::max(count, 1.0);
        (10.0 * variance / f64::max(told, 1e-12)).sqrt()
    }

    /// Returns the best monotone map, near the best path or near a map with constant speed, and whether a rival map
    /// fits equally well.
    pub(super) fn bent(&self, even: Option<&Fit>) -> Option<(Fit, bool)> {
        let (a, b) = (self.a, self.b);
        let path = warp::path(a, b, b.rate / a.rate).filter(|path| path.points.len() > 1);
        let of_path = path.map(|path| {
            let guess = Piecewise::new(&path.points);
            self.smoothed(|frame| guess.at(frame))
        });
        let of_even = even.map(|even| {
            let map = &even.map;
            self.smoothed(|frame| {
                if self.a_is_old {
                    map.new_of_old(frame)
                } else {
                    map.old_of_new(frame)
                }
            })
        });
        let (best, other) = match (of_path, of_even) {
            (Some(path), Some(even)) if even.cost < path.cost => (even, Some(path)),
            (Some(path), even) => (path, even),
            (None, even) => (even?, None),
        };
        let is_rival = |other: &Fit| {
            let gap = |(old, _): &(f64, f64)| {
                (other.map.new_of_old(*old) - best.map.new_of_old(*old)).abs()
            };
            let far = best.map.gaps.iter().filter(|at| gap(at) > 2.0);
            // Differences at the ends are ignored, because the ends of the path are free.
            far.count() * 4 > best.map.gaps.len() && other.cost <= RIVAL * best.cost + 1e-6
        };
        let is_ambiguous = other.as_ref().is_some_and(is_rival);
        Some((best, is_ambiguous))
    }

    /// Returns the smooth map near a guess.
    fn smoothed(&self, guess: impl Fn(f64) -> f64) -> Fit {
        let found = smooth(self.a, self.b, guess);
        let points = (0..).map(of_index).zip(found.positions.iter().copied());
        let course = if self.a_is_old {
            MapCourse::Varying {
                points: points.collect(),
                deviations_frames: found.deviations,
            }
        } else {
            let points: Vec<(f64, f64)> = points.map(|(new, old)| (old, new)).collect();
            let slope = |index: usize| {
                let (before, after) = (index.saturating_sub(1), (index + 1).min(points.len() - 1));
                let ((x, u), (y, v)) = (points[before], points[after]);
                (v - u) / (y - x)
            };
            let deviations = found.deviations.iter().enumerate();
            let deviations_frames = deviations.map(|(index, d)| d * slope(index)).collect();
            MapCourse::Varying {
                points,
                deviations_frames,
            }
        };
        self.fit(course, &found.positions)
    }

    /// Returns the fit of the map that takes the frames of `a` to these positions in `b`.
    fn fit(&self, course: MapCourse, positions: &[f64]) -> Fit {
        let (a, b) = (self.a, self.b);
        let mut pose = vec![0.0; b.width()];
        let mut gaps = Vec::new();
        let mut exact = 0;
        for (frame, &position) in positions.iter().enumerate() {
            if !(-0.5..=b.last() + 0.5).contains(&position) {
                continue;
            }
            b.at(position, &mut pose);
            let gap = f64::from(square(a.row(frame), &pose)).sqrt();
            let told = 1.5 * FLOOR_M + b.bend(position) / 4.0;
            exact += usize::from(gap <= told);
            let old = if self.a_is_old {
                of_index(frame)
            } else {
                position
            };
            gaps.push((old, gap));
        }
        let is_exact = exact * 20 >= gaps.len() * 19 && !gaps.is_empty();
        let (first, last) = (positions[0], positions[positions.len() - 1]);
        let per_frame = (last - first) / of_index(positions.len() - 1);
        let shorter = of_index(a.frames()).min(b.last() / per_frame + 1.0);
        let share = of_index(gaps.len()) / shorter;
        Fit {
            cost: affine::cost(a, b, |frame| positions[frame]),
            map: TimeMap {
                course,
                gaps,
                old_rate: self.old.rate,
            },
            share,
            is_exact,
        }
    }
}
