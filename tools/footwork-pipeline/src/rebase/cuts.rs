//! Clips with frames cut out of the middle: pieces with the same speed, each at its own offset.
//!
//! A cut does not change the speed, which is the ratio of the rates, so only offsets are unknown. First, every offset
//! is scored by its best run of frames with equal poses, and the best offsets are refined. Then dynamic programming
//! assigns one of the best offsets to each new frame: a change of offset has a fixed price, and the cheapest assignment
//! gives the cuts (A. Viterbi, *Error Bounds for Convolutional Codes*, 1967). The price keeps noise from splitting a
//! clip.
//!
//! Invariant: a result has at least two pieces of at least `MIN_FRAMES` frames. If the poses on both sides of a cut
//! look the same, the exact place of the cut is uncertain; each `MapPiece` says which of its frames are certain.

use std::ops::Range;

use super::affine::{self, CAP_M};
use super::number::{of_index, to_index};
use super::pair::{Fit, Pair, RIVAL, UNSHOWN_FRAMES};
use super::smooth::{FLOOR_M, deviations};
use super::time_map::{MapCourse, MapPiece, OldFrames, TimeMap};
use super::track::{Track, square};

/// The distance between tried offsets, in seconds.
const HOP_SECS: f64 = 0.02;
/// The maximum number of poses compared per offset.
const PROBES: usize = 256;
/// The maximum number of refined offsets.
const MAX_OFFSETS: usize = 24;
/// The price of a cut, in seconds: a cut costs as much as unmatched frames of this duration.
const CUT_SECS: f64 = 0.1;
/// The minimum number of frames in a piece.
const MIN_FRAMES: usize = 5;

impl Pair<'_> {
    /// Returns the best map that skips old frames and otherwise plays at the ratio of the rates, and whether other
    /// frames fit equally well. `None` if no frames were cut out.
    pub(super) fn cut(&self) -> Option<(Fit, bool)> {
        let search = Search {
            old: self.old,
            new: self.new_track(),
            slope: self.old.rate / self.new_track().rate,
        };
        let offsets = search.offsets();
        let runs = search.runs(&offsets);
        let is_long = |(_, frames): &(usize, Range<usize>)| frames.len() >= MIN_FRAMES;
        if runs.len() < 2 || !runs.iter().all(is_long) {
            return None;
        }
        let is_ambiguous = runs.iter().any(|(own, frames)| {
            let mean = |offset| search.cost(offset, frames) / of_index(frames.len());
            let far = 2.0 * search.slope.max(1.0);
            let best = mean(offsets[*own]);
            let others = offsets.iter().filter(|o| (*o - offsets[*own]).abs() > far);
            others
                .copied()
                .any(|offset| mean(offset) <= RIVAL * best + 1e-6)
        });
        Some((search.fit(&offsets, &runs), is_ambiguous))
    }
}

/// Compares new frame `f` with the old frame `slope · f + offset`.
struct Search<'a> {
    old: &'a Track,
    new: &'a Track,
    slope: f64,
}

impl Search<'_> {
    fn at(&self, frame: usize, offset: f64) -> f64 {
        self.slope * of_index(frame) + offset
    }

    fn is_inside(&self, position: f64) -> bool {
        (-0.5..=self.old.last() + 0.5).contains(&position)
    }

    /// Returns the offsets that fit a part of the clip, ascending.
    fn offsets(&self) -> Vec<f64> {
        let near = (0.1 * self.old.spread().min(self.new.spread())).max(0.02);
        let hop = (HOP_SECS * self.old.rate).round().max(1.0);
        let stride = self.new.frames() / PROBES + 1;
        let least = -self.slope * self.new.last();
        let count = to_index((self.old.last() - least) / hop) + 1;
        let mut found: Vec<(f64, f64, Range<usize>)> = Vec::with_capacity(count);
        for offset in (0..count).map(|index| least.ceil() + of_index(index) * hop) {
            let (mut gain, mut start) = (0.0, 0);
            let mut best = (0.0, 0..0);
            for frame in (0..self.new.frames()).step_by(stride) {
                let position = self.at(frame, offset);
                if !self.is_inside(position) {
                    continue;
                }
                if gain <= 0.0 {
                    (gain, start) = (0.0, frame);
                }
                let gap = f64::from(square(self.new.row(frame), self.old.nearest(position))).sqrt();
                gain += (near - gap).max(-near);
                if gain > best.0 {
                    best = (gain, start..frame + 1);
                }
            }
            found.push((best.0, offset, best.1));
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let apart = 0.15 * self.old.rate;
        let mut chosen: Vec<(f64, Range<usize>)> = Vec::new();
        for (gain, offset, run) in found {
            let is_new = chosen
                .iter()
                .all(|(other, _)| (other - offset).abs() >= apart);
            if gain > 0.0 && is_new && chosen.len() < MAX_OFFSETS {
                chosen.push((offset, run));
            }
        }
        let refined = chosen
            .into_iter()
            .map(|(offset, run)| self.refined(offset, &run));
        let mut offsets: Vec<f64> = refined.collect();
        offsets.sort_by(f64::total_cmp);
        offsets.dedup_by(|a, b| (*a - *b).abs() < 0.5);
        offsets
    }

    /// Returns the offset near `offset` that fits a run best. Rounds it to a whole frame of either clip if that fits
    /// about equally well.
    fn refined(&self, mut offset: f64, run: &Range<usize>) -> f64 {
        let spread = self.old.spread();
        let stride = run.len() / PROBES + 1;
        let mut rows = self.old.empty_rows();
        let [pose, scratch, change] = &mut rows;
        for share in [0.5, 0.25, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05] {
            let cap = (spread * share).max(CAP_M);
            let (mut slope, mut pull) = (1e-12, 0.0);
            for frame in run.clone().step_by(stride) {
                let position = self.at(frame, offset);
                self.old.at(position, pose);
                self.old.change(position, scratch, change);
                let row = self.new.row(frame);
                let weight = (1.0 + f64::from(square(row, pose)) / (cap * cap)).powi(-2);
                for ((own, other), change) in row.iter().zip(pose.iter()).zip(change.iter()) {
                    slope += weight * f64::from(change * change);
                    pull += weight * f64::from(change * (own - other));
                }
            }
            let most = 0.1 * self.old.rate;
            offset += (pull / slope).clamp(-most, most);
        }
        let cost = self.cost(offset, run);
        let whole = [offset.round(), (offset / self.slope).round() * self.slope];
        let as_good = |whole: &f64| {
            (whole - offset).abs() < 0.25
                && self.cost(*whole, run) <= 1.1 * cost + 1e-7 * of_index(run.len())
        };
        whole.into_iter().find(as_good).unwrap_or(offset)
    }

    /// Returns the sum of squared gaps of a run, each at most the square of [`CAP_M`].
    fn cost(&self, offset: f64, run: &Range<usize>) -> f64 {
        let cap = CAP_M * CAP_M;
        let mut pose = vec![0.0f32; self.old.width()];
        let costs = run
            .clone()
            .map(|frame| match self.gap(frame, offset, &mut pose) {
                Some(gap) => (gap * gap).min(cap),
                None => cap,
            });
        costs.sum()
    }

    /// Returns the distance between the poses; `None` outside the old clip.
    fn gap(&self, frame: usize, offset: f64, pose: &mut [f32]) -> Option<f64> {
        let position = self.at(frame, offset);
        self.is_inside(position).then(|| {
            self.old.at(position, pose);
            f64::from(square(self.new.row(frame), pose)).sqrt()
        })
    }

    /// Returns the runs of new frames with the same offset, each with the index of that offset.
    fn runs(&self, offsets: &[f64]) -> Vec<(usize, Range<usize>)> {
        let cap = CAP_M * CAP_M;
        let price = cap * (CUT_SECS * self.new.rate).max(2.0);
        let mut pose = vec![0.0f32; self.old.width()];
        let mut sums = vec![0.0; offsets.len()];
        let mut before: Vec<usize> = Vec::with_capacity(self.new.frames() * offsets.len());
        for frame in 0..self.new.frames() {
            let last = sums.clone();
            let mut cheapest: Option<usize> = None;
            for (own, offset) in offsets.iter().enumerate() {
                let mut from = own;
                if let Some(other) = cheapest.filter(|other| last[*other] + price < last[own]) {
                    from = other;
                    sums[own] = last[other] + price;
                }
                before.push(from);
                let gap = self.gap(frame, *offset, &mut pose);
                sums[own] += gap.map_or(cap, |gap| (gap * gap).min(cap));
                if cheapest.is_none_or(|other| last[own] < last[other]) {
                    cheapest = Some(own);
                }
            }
        }
        let best = (0..offsets.len()).min_by(|a, b| sums[*a].total_cmp(&sums[*b]));
        let Some(mut own) = best else {
            return Vec::new();
        };
        let mut runs: Vec<(usize, Range<usize>)> = Vec::new();
        for frame in (0..self.new.frames()).rev() {
            match runs.last_mut() {
                Some((last, frames)) if *last == own => frames.start = frame,
                _ => runs.push((own, frame..frame + 1)),
            }
            own = before[frame * offsets.len() + own];
        }
        runs.reverse();
        runs
    }

    /// Returns the maximum distance at which poses count as equal.
    fn told(&self, position: f64) -> f64 {
        1.5 * FLOOR_M + self.old.bend(position) / 4.0
    }

    fn fit(&self, offsets: &[f64], runs: &[(usize, Range<usize>)]) -> Fit {
        let mut pose = vec![0.0f32; self.old.width()];
        let (mut positions, mut gaps, mut exact) = (Vec::new(), Vec::new(), 0);
        for (own, frames) in runs {
            for frame in frames.clone() {
                let position = self.at(frame, offsets[*own]);
                positions.push(position);
                if let Some(gap) = self.gap(frame, offsets[*own], &mut pose) {
                    exact += usize::from(gap <= self.told(position));
                    gaps.push((position, gap));
                }
            }
        }
        let shorter = of_index(self.new.frames()).min(self.old.last() / self.slope + 1.0);
        let bent = deviations(self.new, self.old, &positions);
        let pieces = (0..runs.len()).map(|number| self.piece(offsets, runs, number, &bent));
        Fit {
            cost: affine::cost(self.new, self.old, |frame| positions[frame]),
            share: of_index(gaps.len()) / shorter,
            is_exact: exact * 20 >= gaps.len() * 19 && !gaps.is_empty(),
            map: TimeMap {
                course: MapCourse::Cut {
                    scale: 1.0 / self.slope,
                    pieces: pieces.collect(),
                },
                gaps,
                old_rate: self.old.rate,
            },
        }
    }

    /// Returns the piece for a run, with its deviation and the range of frames in which no neighbouring piece fits.
    fn piece(
        &self,
        offsets: &[f64],
        runs: &[(usize, Range<usize>)],
        number: usize,
        bent: &[f64],
    ) -> MapPiece {
        let (own, frames) = &runs[number];
        let offset = offsets[*own];
        let mut rows = self.old.empty_rows();
        let [pose, scratch, change] = &mut rows;
        let (mut told, mut misfit) = (1e-12, 0.0);
        for frame in frames.clone() {
            let gap = self.gap(frame, offset, pose).unwrap_or(0.0);
            misfit += gap * gap;
            self.old.change(self.at(frame, offset), scratch, change);
            told += change.iter().map(|c| f64::from(*c).powi(2)).sum::<f64>();
        }
        let variance = FLOOR_M.powi(2) + misfit / of_index(frames.len());
        let deviation = (10.0 * variance / told).sqrt() / self.slope;
        let mut bent = bent[frames.clone()].to_vec();
        bent.sort_by(f64::total_cmp);
        let bent = bent[bent.len() / 2] / self.slope;
        let mut fits = |frame: usize, run: Option<&(usize, Range<usize>)>| {
            let other = run.map(|(other, _)| offsets[*other]);
            other.is_some_and(|other| {
                let gap = self.gap(frame, other, pose);
                gap.is_some_and(|gap| gap <= self.told(self.at(frame, other)))
            })
        };
        let [before, behind] = [number.checked_sub(1), Some(number + 1)];
        let before = before.and_then(|before| runs.get(before));
        let behind = behind.and_then(|behind| runs.get(behind));
        let first = frames.clone().find(|frame| !fits(*frame, before));
        let last = frames.clone().rev().find(|frame| !fits(*frame, behind));
        MapPiece {
            from: self.at(frames.start, offset),
            until: self.at(frames.end, offset),
            offset: -offset / self.slope,
            sure: OldFrames {
                from: before.map_or(f64::NEG_INFINITY, |_| {
                    self.at(first.unwrap_or(frames.end), offset)
                }),
                until: behind.map_or(f64::INFINITY, |_| {
                    self.at(last.map_or(frames.start, |last| last + 1), offset)
                }),
            },
            deviation_frames: if bent > UNSHOWN_FRAMES {
                deviation.max(bent)
            } else {
                deviation
            },
        }
    }
}
