//! Simple searches to compare the index with, over f32 features scaled so that a cost is a sum of squares.

use footwork_base::{SimdWork, SupportedLevel, to_f32};
use footwork_matching::{Index, PoseId};

/// The number of features in the schema of locomotion.
pub(super) const FEATURES: usize = 27;
pub(super) type Row = [f32; FEATURES];

/// The candidates in the order of time, clip by clip and twin by twin.
pub(super) struct Rows {
    poses: Vec<PoseId>,
    rows: Vec<Row>,
    /// The end of each clip or twin.
    ends: Vec<usize>,
    scales: Row,
}

impl Rows {
    pub(super) fn new(index: &Index) -> Self {
        let mut poses: Vec<PoseId> = index.candidates().collect();
        poses.sort_by_key(|pose| (pose.clip, pose.mirrored, pose.frame));
        let mut rows = vec![[0.0; FEATURES]; poses.len()];
        for (row, &pose) in rows.iter_mut().zip(&poses) {
            index.features(pose, row);
        }
        let mut scales = [0.0; FEATURES];
        let mut start = 0;
        for group in index.schema().groups() {
            let own = start..start + group.source.feature_count();
            let deviation = |feature: usize| {
                let values = || rows.iter().map(|row| f64::from(row[feature]));
                let mean = values().sum::<f64>() / rows.len() as f64;
                (values()
                    .map(|value| (value - mean) * (value - mean))
                    .sum::<f64>()
                    / rows.len() as f64)
                    .sqrt()
            };
            let all: f64 = own.clone().map(deviation).sum();
            scales[own.clone()].fill(to_f32(f64::from(group.weight) * own.len() as f64 / all));
            start = own.end;
        }
        for row in &mut rows {
            row.iter_mut()
                .zip(scales)
                .for_each(|(value, scale)| *value *= scale);
        }
        let is_end =
            |pair: &[PoseId]| (pair[0].clip, pair[0].mirrored) != (pair[1].clip, pair[1].mirrored);
        let ends = poses
            .windows(2)
            .enumerate()
            .filter(|(_, pair)| is_end(pair));
        let mut ends: Vec<usize> = ends.map(|(place, _)| place + 1).collect();
        ends.push(poses.len());
        Self {
            poses,
            rows,
            ends,
            scales,
        }
    }

    /// Returns the scaled candidates.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the scale of each feature.
    pub(super) fn scales(&self) -> &Row {
        &self.scales
    }

    /// Returns the mean and the deviation of each feature before scaling.
    pub(super) fn moments(&self) -> [(f64, f64); FEATURES] {
        std::array::from_fn(|feature| {
            let values = || self.rows.iter().map(|row| f64::from(row[feature]));
            let mean = values().sum::<f64>() / self.rows.len() as f64;
            let squares = values().map(|value| (value - mean) * (value - mean));
            let deviation = (squares.sum::<f64>() / self.rows.len() as f64).sqrt();
            let scale = f64::from(self.scales[feature]);
            (mean / scale, deviation / scale)
        })
    }

    pub(super) fn scaled(&self, goal: &[f32]) -> Row {
        std::array::from_fn(|feature| goal[feature] * self.scales[feature])
    }

    pub(super) fn cost(&self, pose: PoseId, goal: &[f32]) -> Option<f32> {
        let key = |pose: &PoseId| (pose.clip, pose.mirrored, pose.frame);
        let place = self.poses.binary_search_by_key(&key(&pose), key).ok()?;
        Some(
            self.rows[place]
                .iter()
                .zip(goal)
                .map(|(a, b)| (a - b) * (a - b))
                .sum(),
        )
    }
}

/// Boxes around 16 and 64 consecutive frames, as in D. Holden's Motion-Matching.
pub(super) struct Boxes<'a> {
    rows: &'a Rows,
    small: Vec<[Row; 2]>,
    large: Vec<[Row; 2]>,
}

const SMALL: usize = 16;
const LARGE: usize = 64;

impl<'a> Boxes<'a> {
    pub(super) fn new(rows: &'a Rows) -> Self {
        let around = |size: usize| {
            let boxes = rows.rows.chunks(size).map(|rows| {
                let (mut low, mut high) = (rows[0], rows[0]);
                for row in rows {
                    for feature in 0..FEATURES {
                        low[feature] = low[feature].min(row[feature]);
                        high[feature] = high[feature].max(row[feature]);
                    }
                }
                [low, high]
            });
            boxes.collect()
        };
        Self {
            rows,
            small: around(SMALL),
            large: around(LARGE),
        }
    }

    pub(super) fn nearest(&self, goal: &[f32]) -> (usize, f32) {
        let mut best = (usize::MAX, f32::INFINITY);
        let mut at = 0;
        for &end in &self.rows.ends {
            while at < end {
                let large = at / LARGE;
                if beyond(&self.large[large], goal, best.1) {
                    at = (large + 1) * LARGE;
                    continue;
                }
                let large_end = end.min((large + 1) * LARGE);
                while at < large_end {
                    let small = at / SMALL;
                    if beyond(&self.small[small], goal, best.1) {
                        at = (small + 1) * SMALL;
                        continue;
                    }
                    let small_end = end.min((small + 1) * SMALL);
                    while at < small_end {
                        let mut cost = 0.0;
                        for (value, goal) in self.rows.rows[at].iter().zip(goal) {
                            cost += (goal - value) * (goal - value);
                            if cost >= best.1 {
                                break;
                            }
                        }
                        if cost < best.1 {
                            best = (at, cost);
                        }
                        at += 1;
                    }
                }
            }
        }
        best
    }
}

fn beyond([low, high]: &[Row; 2], goal: &[f32], limit: f32) -> bool {
    let mut cost = 0.0;
    for feature in 0..FEATURES {
        let outside = goal[feature] - goal[feature].clamp(low[feature], high[feature]);
        cost += outside * outside;
        if cost >= limit {
            return true;
        }
    }
    false
}

const LANES: usize = 16;

/// A search of every pose, 16 at a time.
pub(super) struct Brute {
    blocks: Vec<[[f32; LANES]; FEATURES]>,
    level: SupportedLevel,
}

impl Brute {
    pub(super) fn new(rows: &Rows) -> Self {
        let block = |rows: &[Row]| {
            let mut block = [[1e15; LANES]; FEATURES];
            for (lane, row) in rows.iter().enumerate() {
                for (feature, value) in row.iter().enumerate() {
                    block[feature][lane] = *value;
                }
            }
            block
        };
        let level = SupportedLevel::new(footwork_base::SimdLevel::Avx2);
        Self {
            blocks: rows.rows.chunks(LANES).map(block).collect(),
            level: level.unwrap_or_else(SupportedLevel::detect),
        }
    }

    pub(super) fn nearest(&self, goal: &[f32]) -> (usize, f32) {
        self.level.run(Scan {
            blocks: &self.blocks,
            goal,
        })
    }
}

struct Scan<'a> {
    blocks: &'a [[[f32; LANES]; FEATURES]],
    goal: &'a [f32],
}

impl SimdWork for Scan<'_> {
    type Output = (usize, f32);

    #[inline(always)]
    fn run(self) -> (usize, f32) {
        let mut best = [(0u32, f32::INFINITY); LANES];
        for (number, block) in (0u32..).zip(self.blocks) {
            let mut sums = [0.0; LANES];
            for (values, goal) in block.iter().zip(self.goal) {
                for (sum, value) in sums.iter_mut().zip(values) {
                    *sum += (value - goal) * (value - goal);
                }
            }
            for ((block, least), sum) in best.iter_mut().zip(sums) {
                let is_better = sum < *least;
                *block = if is_better { number } else { *block };
                *least = if is_better { sum } else { *least };
            }
        }
        let pairs = best.into_iter().enumerate();
        let places = pairs.map(|(lane, (block, cost))| (block as usize * LANES + lane, cost));
        places.fold(
            (usize::MAX, f32::INFINITY),
            |a, b| if b.1 < a.1 { b } else { a },
        )
    }
}
