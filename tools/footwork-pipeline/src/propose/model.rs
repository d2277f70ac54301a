//! The model of all tags: a logistic regression for each, and the costs of changing between them.

use rayon::prelude::*;

use footwork_base::to_f32;

use super::columns::MotionColumns;
use super::labels::{NO_TAG, TagLayers, TrainingTake};
use super::logistic::{Examples, LAMBDA, Target, WIDTH, Weights, fit};
use super::viterbi::{runs, smooth};
use super::windows::{FEATURES, Scaling, Windows};

/// The regularisation of a tag with fewer than five spans.
const RARE_LAMBDA: f64 = 1e-2;
/// The number of spans from which on [`LAMBDA`] applies.
const MIN_LAMBDA_SPANS: usize = 5;
/// The cost of a change, for each row of the median length.
const COST_PER_ROW: f64 = 0.2;
/// The bounds of that cost.
const COSTS: (f64, f64) = (0.5, 40.0);
/// The longest step between training rows: one row per second.
const MAX_STRIDE: usize = 30;
/// The rows whose logits are computed together.
const BATCH_ROWS: usize = 256;
/// The logarithm of a probability of zero.
const IMPOSSIBLE: f32 = -1e9;

/// A layer of the model.
#[derive(Clone, Debug)]
struct ModelLayer {
    /// The regression of each class: of none of the tags, then of each tag. `None` if it was not learned.
    columns: Vec<Option<usize>>,
    /// The cost of each class.
    costs: Vec<f64>,
}

/// What is learned from labelled takes.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    layers: Vec<ModelLayer>,
    scaling: Scaling,
    weights: Weights,
    columns: usize,
}

/// The logits of a take: for each row, one number per regression.
pub(crate) struct Logits {
    values: Vec<f32>,
    columns: usize,
}

impl Model {
    /// Learns from takes, from at most about `max_rows` of their rows. `None` if there is nothing to learn.
    pub(crate) fn fit(
        takes: &[TrainingTake<'_>],
        layers: &TagLayers,
        max_rows: usize,
    ) -> Option<Self> {
        let per_layer: Vec<Vec<Vec<Option<usize>>>> = layers
            .layers()
            .iter()
            .map(|layer| {
                let classes = takes.par_iter();
                classes.map(|take| take.labels.classes(layer, take.columns)).collect()
            })
            .collect();
        let total: usize = takes.iter().map(|take| take.columns.rows().len()).sum();
        let stride = total.div_ceil(max_rows.max(1)).clamp(1, MAX_STRIDE);
        let picked: Vec<Vec<usize>> = (0..takes.len())
            .map(|take| picked_rows(&takes[take], layers, |layer| &per_layer[layer][take], stride))
            .collect();
        if picked.iter().all(Vec::is_empty) {
            return None;
        }
        let mut rows = feature_rows(takes, &picked);
        let scaling = Scaling::measure(&rows, WIDTH);
        rows.par_chunks_exact_mut(WIDTH)
            .for_each(|row| scaling.apply(&mut row[..FEATURES]));
        let mut examples = Examples {
            rows,
            targets: Vec::new(),
            lambdas: Vec::new(),
        };
        let mut model_layers = Vec::new();
        for (names, classes) in layers.layers().iter().zip(&per_layer) {
            let mut layer = ModelLayer {
                columns: Vec::new(),
                costs: Vec::new(),
            };
            for class in 0..=names.len() {
                let lengths = lengths(takes, classes, class);
                let tag = class.checked_sub(1).map(|index| &names[index]);
                let targets = targets(takes, &picked, classes, class, tag);
                // Whether a row has the only tag of a layer also tells whether it has none.
                let is_opposite = class == NO_TAG && names.len() == 1;
                let is_learned = !is_opposite && targets.contains(&Target::With);
                layer.costs.push(cost(&lengths));
                layer.columns.push(is_learned.then_some(examples.targets.len()));
                if is_learned {
                    examples.targets.push(targets);
                    let is_rare = lengths.len() < MIN_LAMBDA_SPANS;
                    examples.lambdas.push(if is_rare { RARE_LAMBDA } else { LAMBDA });
                }
            }
            model_layers.push(layer);
        }
        Some(Self {
            layers: model_layers,
            weights: fit(&examples),
            columns: examples.targets.len(),
            scaling,
        })
    }

    /// Returns the logits of every row of a take.
    pub(crate) fn logits(&self, columns: &MotionColumns) -> Logits {
        let windows = Windows::new(columns);
        let rows = columns.rows().len();
        let mut values = vec![0.0; rows * self.columns];
        let mut batch = vec![1.0; BATCH_ROWS * WIDTH];
        let outs = values.chunks_mut((BATCH_ROWS * self.columns).max(1));
        for (first, out) in (0..rows).step_by(BATCH_ROWS).zip(outs) {
            let count = BATCH_ROWS.min(rows - first);
            for (row, features) in (first..first + count).zip(batch.chunks_exact_mut(WIDTH)) {
                windows.write(row, &mut features[..FEATURES]);
                self.scaling.apply(&mut features[..FEATURES]);
            }
            self.weights.logits(&batch[..count * WIDTH], out);
        }
        Logits {
            values,
            columns: self.columns,
        }
    }

    /// Returns whether a class of a layer was learned; rows without a tag are always possible in a layer of one tag.
    pub(crate) fn is_learned(&self, layer: usize, class: usize) -> bool {
        let columns = &self.layers[layer].columns;
        columns[class].is_some() || class == NO_TAG && columns.len() == 2
    }

    /// Returns the logit of each class of a layer for a row; `None` for a class that was not learned.
    pub(crate) fn class_logits(&self, logits: &Logits, layer: usize, row: usize) -> Vec<Option<f32>> {
        let values = &logits.values[row * logits.columns..(row + 1) * logits.columns];
        let columns = &self.layers[layer].columns;
        let mut classes: Vec<Option<f32>> =
            columns.iter().map(|column| column.map(|c| values[c])).collect();
        if let [none @ None, tag] = &mut classes[..] {
            *none = Some(tag.map_or(0.0, |logit| -logit));
        }
        classes
    }

    /// Returns the class of each row of a layer after smoothing. Rows of a known class keep it.
    pub(crate) fn smoothed(
        &self,
        logits: &Logits,
        layer: usize,
        known: Option<&[Option<usize>]>,
    ) -> Vec<usize> {
        let costs = &self.layers[layer].costs;
        let rows = logits.rows();
        let mut log_p = Vec::with_capacity(rows * costs.len());
        for row in 0..rows {
            let known = known.and_then(|known| known[row]);
            let logits = self.class_logits(logits, layer, row).into_iter();
            log_p.extend(logits.enumerate().map(|(class, logit)| match (known, logit) {
                (Some(known), _) if known == class => 0.0,
                (Some(_), _) | (None, None) => IMPOSSIBLE,
                (None, Some(logit)) => log_sigmoid(logit),
            }));
        }
        smooth(&log_p, costs)
    }

    /// Returns the probability of each class of a layer for a row, if logits are divided by `temperature`.
    pub(crate) fn probabilities(
        &self,
        logits: &Logits,
        layer: usize,
        row: usize,
        temperature: f64,
    ) -> Vec<f32> {
        let logits = self.class_logits(logits, layer, row).into_iter();
        let cooled = logits.map(|logit| {
            let logit = logit.map(|logit| to_f32(f64::from(logit) / temperature));
            logit.map_or(0.0, |logit| libm::expf(log_sigmoid(logit)))
        });
        let mut classes: Vec<f32> = cooled.collect();
        let sum: f32 = classes.iter().sum();
        if sum > 0.0 {
            classes.iter_mut().for_each(|p| *p /= sum);
        }
        classes
    }
}

impl Logits {
    pub(crate) fn rows(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }
}

fn log_sigmoid(logit: f32) -> f32 {
    logit.min(0.0) - libm::log1pf(libm::expf(-logit.abs()))
}

/// Returns every `stride`-th row about which something is known.
fn picked_rows<'a>(
    take: &TrainingTake<'_>,
    layers: &TagLayers,
    classes: impl Fn(usize) -> &'a Vec<Option<usize>>,
    stride: usize,
) -> Vec<usize> {
    let rows = take.columns.rows().len();
    let mut is_known = vec![false; rows];
    for (layer, names) in layers.layers().iter().enumerate() {
        for (known, class) in is_known.iter_mut().zip(classes(layer)) {
            *known |= class.is_some();
        }
        for tag in names {
            for range in take.labels.rejections(tag, take.columns) {
                is_known[range].fill(true);
            }
        }
    }
    (0..rows).filter(|&row| is_known[row]).step_by(stride).collect()
}

/// Returns the features of the picked rows, unscaled, each row with its 1 for the bias.
fn feature_rows(takes: &[TrainingTake<'_>], picked: &[Vec<usize>]) -> Vec<f32> {
    let parts: Vec<Vec<f32>> = takes
        .par_iter()
        .zip(picked)
        .map(|(take, picked)| {
            let windows = Windows::new(take.columns);
            let mut rows = vec![1.0; picked.len() * WIDTH];
            for (row, features) in picked.iter().zip(rows.chunks_exact_mut(WIDTH)) {
                windows.write(*row, &mut features[..FEATURES]);
            }
            rows
        })
        .collect();
    parts.concat()
}

fn targets(
    takes: &[TrainingTake<'_>],
    picked: &[Vec<usize>],
    classes: &[Vec<Option<usize>>],
    class: usize,
    tag: Option<&footwork_base::Name>,
) -> Vec<Target> {
    let mut targets = Vec::new();
    for ((take, picked), classes) in takes.iter().zip(picked).zip(classes) {
        let mut of_take: Vec<Target> = classes
            .iter()
            .map(|known| match known {
                None => Target::Unknown,
                Some(known) if *known == class => Target::With,
                Some(_) => Target::Without,
            })
            .collect();
        for range in tag.into_iter().flat_map(|tag| take.labels.rejections(tag, take.columns)) {
            let unknown = of_take[range].iter_mut().filter(|t| **t == Target::Unknown);
            unknown.for_each(|target| *target = Target::Without);
        }
        targets.extend(picked.iter().map(|&row| of_take[row]));
    }
    targets
}

/// Returns the lengths in rows of the labelled runs of a class, without those of copies.
fn lengths(takes: &[TrainingTake<'_>], classes: &[Vec<Option<usize>>], class: usize) -> Vec<usize> {
    let mut lengths = Vec::new();
    for (take, classes) in takes.iter().zip(classes) {
        let known: Vec<usize> = classes.iter().map(|c| c.unwrap_or(usize::MAX)).collect();
        let own = runs(&known).into_iter().filter(|run| run.class == class);
        if !take.is_copy {
            lengths.extend(own.map(|run| run.stop - run.start));
        }
    }
    lengths.sort_unstable();
    lengths
}

fn cost(lengths: &[usize]) -> f64 {
    let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
    (COST_PER_ROW * median as f64).clamp(COSTS.0, COSTS.1)
}
