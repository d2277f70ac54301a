//! One L2-regularised logistic regression per tag, all fitted together.
//!
//! For each tag, the fit minimises the mean logistic loss over the known rows, plus λ/2 times the sum of the squared
//! weights without the bias. It uses L-BFGS (J. Nocedal, 1980) in [whitened](Whitening) coordinates, made from the
//! matrix A = 0.1 ZᵀZ/n + λI. Here Z is n of the rows, and λ is [`LAMBDA`]. In these coordinates, 16 evaluations
//! suffice. The tags share each pass over the rows, eight at a time.

use footwork_base::to_f32;
use rayon::prelude::*;

use super::dense::{LANES, Lane, add_outer, products};
use super::lbfgs::Descent;
use super::whitening::Whitening;
use super::windows::FEATURES;

/// The number of values in a row: its features, then 1 for the bias.
pub(crate) const WIDTH: usize = FEATURES + 1;
/// The regularisation of a tag with enough spans.
pub(crate) const LAMBDA: f64 = 3e-3;
/// The number of passes over the rows.
const EVALUATIONS: usize = 16;
/// The number of rows in one unit of parallel work. A constant, so that the number of threads changes no sum.
const CHUNK_ROWS: usize = 512;
/// The largest number of rows from which A is computed.
const MAX_GRAM_ROWS: usize = 3000;
/// A rough mean of p (1 - p), the curvature of the loss.
const CURVATURE: f64 = 0.1;

/// Whether a row has a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Without,
    With,
    Unknown,
}

/// The rows to learn from, and their targets.
pub(crate) struct Examples {
    /// [`WIDTH`] numbers per row, scaled.
    pub(crate) rows: Vec<f32>,
    /// For each tag, one target per row.
    pub(crate) targets: Vec<Vec<Target>>,
    /// The regularisation of each tag.
    pub(crate) lambdas: Vec<f64>,
}

/// The weights of all tags.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    tags: usize,
    /// [`WIDTH`] lanes for every eight tags.
    blocks: Vec<Vec<Lane>>,
}

impl Weights {
    /// Writes the logits of rows: for each row, one number per tag.
    pub(crate) fn logits(&self, rows: &[f32], out: &mut [f32]) {
        let count = rows.len() / WIDTH;
        let mut lanes = vec![[0.0; LANES]; count];
        for (block, weights) in self.blocks.iter().enumerate() {
            products(rows, weights, &mut lanes);
            let first = block * LANES;
            let tags = (self.tags - first).min(LANES);
            for (lane, out) in lanes.iter().zip(out.chunks_exact_mut(self.tags)) {
                out[first..first + tags].copy_from_slice(&lane[..tags]);
            }
        }
    }

    fn from_tags(tags: &[Vec<f64>]) -> Self {
        let block = |tags: &[Vec<f64>]| {
            let mut lanes = vec![[0.0; LANES]; WIDTH];
            for (lane, weights) in tags.iter().enumerate() {
                for (lanes, weight) in lanes.iter_mut().zip(weights) {
                    lanes[lane] = to_f32(*weight);
                }
            }
            lanes
        };
        Self {
            tags: tags.len(),
            blocks: tags.chunks(LANES).map(block).collect(),
        }
    }
}

/// Fits the weights. A tag without known rows gets weights of 0.
pub(crate) fn fit(examples: &Examples) -> Weights {
    let whitening = coordinates(&examples.rows);
    let known: Vec<Known> = examples.targets.iter().map(|t| Known::count(t)).collect();
    let mut descents: Vec<Descent> = known
        .iter()
        .map(|known| {
            let mut weights = vec![0.0; WIDTH];
            weights[FEATURES] = known.prior_logit();
            Descent::new(whitening.point(&weights))
        })
        .collect();
    for _ in 0..EVALUATIONS {
        let weights: Vec<Vec<f64>> = descents
            .par_iter()
            .map(|descent| whitening.weights(descent.trial()))
            .collect();
        let losses = losses(examples, &Weights::from_tags(&weights));
        let results = losses.into_par_iter().zip(&weights).zip(&known);
        let results = results.zip(&examples.lambdas);
        results
            .zip(&mut descents)
            .for_each(|((((loss, weights), known), lambda), descent)| {
                let (value, gradient) = regularised(&loss, weights, known, *lambda);
                descent.take(value, whitening.gradient(&gradient));
            });
    }
    let weights: Vec<Vec<f64>> = descents
        .iter()
        .map(|descent| whitening.weights(descent.best()))
        .collect();
    Weights::from_tags(&weights)
}

/// The number of known rows of a tag, and of those that have it.
struct Known {
    rows: f64,
    with: f64,
}

impl Known {
    fn count(targets: &[Target]) -> Self {
        let count = |wanted| targets.iter().filter(|&&target| target == wanted).count() as f64;
        let with = count(Target::With);
        Self {
            rows: with + count(Target::Without),
            with,
        }
    }

    /// Returns the logit of the share of rows with the tag.
    fn prior_logit(&self) -> f64 {
        let share = (self.with + 0.5) / (self.rows + 1.0);
        libm::log(share / (1.0 - share))
    }
}

/// The summed loss of a tag and its gradient.
struct Loss {
    value: f64,
    gradient: Vec<f64>,
}

fn regularised(loss: &Loss, weights: &[f64], known: &Known, lambda: f64) -> (f64, Vec<f64>) {
    let per = 1.0 / known.rows.max(1.0);
    let squares: f64 = weights[..FEATURES].iter().map(|w| w * w).sum();
    let mut gradient: Vec<f64> = loss.gradient.iter().map(|g| g * per).collect();
    for (gradient, weight) in gradient.iter_mut().zip(&weights[..FEATURES]) {
        *gradient += lambda * weight;
    }
    (loss.value * per + 0.5 * lambda * squares, gradient)
}

/// Returns the summed loss of each tag.
fn losses(examples: &Examples, weights: &Weights) -> Vec<Loss> {
    let chunks: Vec<&[f32]> = examples.rows.chunks(CHUNK_ROWS * WIDTH).collect();
    let mut losses = Vec::with_capacity(weights.tags);
    for (block, lanes) in weights.blocks.iter().enumerate() {
        let first = block * LANES;
        let targets = &examples.targets[first..(first + LANES).min(weights.tags)];
        let parts: Vec<_> = chunks
            .par_iter()
            .enumerate()
            .map(|(chunk, rows)| chunk_loss(rows, chunk * CHUNK_ROWS, lanes, targets))
            .collect();
        let mut values = [0.0; LANES];
        let mut gradient = vec![[0.0; LANES]; WIDTH];
        for (part_values, part) in parts {
            for lane in 0..LANES {
                values[lane] += part_values[lane];
            }
            for (sum, part) in gradient.iter_mut().zip(part) {
                for lane in 0..LANES {
                    sum[lane] += part[lane];
                }
            }
        }
        losses.extend((0..targets.len()).map(|lane| Loss {
            value: values[lane],
            gradient: gradient.iter().map(|all| all[lane]).collect(),
        }));
    }
    losses
}

fn chunk_loss(
    rows: &[f32],
    first: usize,
    weights: &[Lane],
    targets: &[Vec<Target>],
) -> ([f64; LANES], Vec<[f64; LANES]>) {
    let count = rows.len() / WIDTH;
    let mut lanes = vec![[0.0; LANES]; count];
    products(rows, weights, &mut lanes);
    let mut values = [0.0; LANES];
    for (row, lane) in lanes.iter_mut().enumerate() {
        for (tag, logit) in lane.iter_mut().enumerate() {
            let target = targets.get(tag).map_or(Target::Unknown, |t| t[first + row]);
            let has = match target {
                Target::Unknown => {
                    *logit = 0.0;
                    continue;
                }
                Target::With => 1.0,
                Target::Without => 0.0,
            };
            let x = *logit;
            let small = libm::expf(-x.abs());
            let probability = if x >= 0.0 {
                1.0 / (1.0 + small)
            } else {
                small / (1.0 + small)
            };
            values[tag] += f64::from(libm::log1pf(small) + x.max(0.0) - has * x);
            *logit = probability - has;
        }
    }
    let mut gradient = vec![[0.0; LANES]; WIDTH];
    add_outer(rows, &lanes, &mut gradient);
    (values, gradient)
}

/// Factors A = 0.1 ZᵀZ/n + λI. Z is at most [`MAX_GRAM_ROWS`] of the rows, evenly spread. The bias has no λ.
fn coordinates(rows: &[f32]) -> Whitening {
    let count = rows.len() / WIDTH;
    let step = count.div_ceil(MAX_GRAM_ROWS).max(1);
    let spread: Vec<f32> = rows
        .chunks_exact(WIDTH)
        .step_by(step)
        .flatten()
        .copied()
        .collect();
    let count = (spread.len() / WIDTH).max(1) as f64;
    let columns: Vec<usize> = (0..WIDTH).step_by(LANES).collect();
    let blocks: Vec<Vec<[f64; LANES]>> = columns
        .par_iter()
        .map(|&first| {
            let tags = (WIDTH - first).min(LANES);
            let factor = |row: &[f32]| {
                let mut lane = [0.0; LANES];
                lane[..tags].copy_from_slice(&row[first..first + tags]);
                lane
            };
            let factors: Vec<Lane> = spread.chunks_exact(WIDTH).map(factor).collect();
            let mut sums = vec![[0.0; LANES]; WIDTH];
            add_outer(&spread, &factors, &mut sums);
            sums
        })
        .collect();
    let mut matrix = vec![0.0; WIDTH * WIDTH];
    for (first, block) in columns.iter().zip(&blocks) {
        for (row, lane) in block.iter().enumerate() {
            for (column, sum) in (*first..WIDTH).zip(lane) {
                matrix[row * WIDTH + column] = CURVATURE * sum / count;
            }
        }
    }
    for index in 0..FEATURES {
        matrix[index * WIDTH + index] += LAMBDA;
    }
    Whitening::new(matrix, WIDTH)
}
