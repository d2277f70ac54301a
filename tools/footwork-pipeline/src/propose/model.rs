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

/// The least probability of which a logarithm is taken.
const MIN_P: f64 = 1e-6;

/// A layer of the model.
#[derive(Clone, Debug)]
struct ModelLayer {
    /// The regression of each class: of none of the tags, then of each tag. `None` if it was not learned.
    columns: Vec<Option<usize>>,
    /// The cost of each class.
    costs: Vec<f64>,
}

/// The weights and costs learned from labelled takes.
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
        let per_layer: Vec<Vec<Vec<Option<usize>>>> = (0..layers.layers().len())
            .map(|layer| {
                let classes = takes.par_iter();
                classes
                    .map(|take| take.labels.classes(layers, layer, take.columns))
                    .collect()
            })
            .collect();
        let total: usize = takes.iter().map(|take| take.columns.rows().len()).sum();
        let stride = total.div_ceil(max_rows.max(1)).clamp(1, MAX_STRIDE);
        let picked: Vec<Vec<usize>> = (0..takes.len())
            .map(|take| {
                picked_rows(
                    &takes[take],
                    layers,
                    |layer| &per_layer[layer][take],
                    stride,
                )
            })
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
                let has_both = [Target::With, Target::Without]
                    .iter()
                    .all(|t| targets.contains(t));
                let is_learned = !is_opposite && has_both;
                layer.costs.push(cost(&lengths));
                layer
                    .columns
                    .push(is_learned.then_some(examples.targets.len()));
                if is_learned {
                    examples.targets.push(targets);
                    let is_rare = lengths.len() < MIN_LAMBDA_SPANS;
                    examples
                        .lambdas
                        .push(if is_rare { RARE_LAMBDA } else { LAMBDA });
                }
            }
            model_layers.push(layer);
        }
        if examples.targets.is_empty() {
            return None;
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

    /// Returns the logits of the classes of a layer.
    pub(crate) fn class_logits(&self, logits: &Logits, layer: usize) -> ClassLogits {
        let columns = &self.layers[layer].columns;
        let mut values = Vec::with_capacity(logits.rows() * columns.len());
        for row in logits.values.chunks_exact(logits.columns.max(1)) {
            let first = values.len();
            let of_class = |column: &Option<usize>| column.map_or(f32::NEG_INFINITY, |c| row[c]);
            values.extend(columns.iter().map(of_class));
            if let [none, tag] = &mut values[first..] {
                *none = if tag.is_finite() { -*tag } else { 0.0 };
            }
        }
        ClassLogits {
            values,
            classes: columns.len(),
        }
    }

    /// Returns the class of each row of a layer after smoothing. Rows of a known class keep it.
    pub(crate) fn smoothed(
        &self,
        logits: &ClassLogits,
        layer: usize,
        known: Option<&[Option<usize>]>,
    ) -> Vec<usize> {
        smooth(&logits.log_p(known), &self.layers[layer].costs)
    }

    /// Returns what [`smoothed`](Self::smoothed) would if the logarithm of the probability of a class were higher by `favour`.
    pub(crate) fn favouring(
        &self,
        (class, favour): (usize, f32),
        logits: &ClassLogits,
        layer: usize,
        known: Option<&[Option<usize>]>,
    ) -> Vec<usize> {
        let mut log_p = logits.log_p(known);
        for row in log_p.chunks_exact_mut(logits.classes) {
            row[class] += favour;
        }
        smooth(&log_p, &self.layers[layer].costs)
    }
}

/// The logits of the classes of a layer: one number per class for each row, minus infinity for a class that was not learned.
pub(crate) struct ClassLogits {
    values: Vec<f32>,
    classes: usize,
}

impl ClassLogits {
    /// Returns the logarithms of the probabilities. Rows of a known class have no other.
    fn log_p(&self, known: Option<&[Option<usize>]>) -> Vec<f32> {
        let mut log_p: Vec<f32> = self
            .values
            .iter()
            .map(|x| log_sigmoid(*x).max(IMPOSSIBLE))
            .collect();
        for (known, log_p) in known
            .into_iter()
            .flatten()
            .zip(log_p.chunks_exact_mut(self.classes))
        {
            if let Some(known) = known {
                log_p.fill(IMPOSSIBLE);
                log_p[*known] = 0.0;
            }
        }
        log_p
    }

    /// Returns the probabilities of the classes, if logits are divided by `temperature`.
    pub(crate) fn probabilities(&self, temperature: f64) -> ClassProbabilities {
        let mut values = self.values.clone();
        for row in values.chunks_exact_mut(self.classes) {
            cool(row, temperature);
        }
        ClassProbabilities {
            values,
            classes: self.classes,
        }
    }

    /// Makes a class impossible in these rows.
    pub(crate) fn forbid(&mut self, class: usize, rows: std::ops::Range<usize>) {
        for row in rows {
            self.values[row * self.classes + class] = f32::NEG_INFINITY;
        }
    }

    /// Returns the probability of a class in a row.
    pub(crate) fn probability(&self, row: usize, class: usize, temperature: f64) -> f32 {
        let mut values = self.values[row * self.classes..(row + 1) * self.classes].to_vec();
        cool(&mut values, temperature);
        values[class]
    }
}

/// The probabilities of the classes of a layer, for each row.
pub(crate) struct ClassProbabilities {
    values: Vec<f32>,
    classes: usize,
}

impl ClassProbabilities {
    /// Iterates over the rows.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        self.values.chunks_exact(self.classes)
    }

    /// Returns where the class changes before a row, in rows: where the one before becomes less likely than the one after, or the
    /// middle if neither leads first. It is the row itself at an end of the take and at a row that is not open.
    pub(crate) fn edge(
        &self,
        row: usize,
        classes: &[usize],
        is_open: impl Fn(usize) -> bool,
    ) -> f64 {
        if row == 0 || row >= classes.len() || !is_open(row - 1) || !is_open(row) {
            return row as f64;
        }
        let lead = |at: usize| {
            let p = |class: usize| f64::from(self.values[at * self.classes + class]).max(MIN_P);
            libm::log(p(classes[row - 1])) - libm::log(p(classes[row]))
        };
        let (first, second) = (lead(row - 1), lead(row));
        let share = if first > 0.0 && second < 0.0 {
            first / (first - second)
        } else {
            0.5
        };
        row as f64 - 1.0 + share
    }

    /// Returns the mean probability of a class over rows.
    pub(crate) fn mean(&self, class: usize, rows: std::ops::Range<usize>) -> f64 {
        let count = rows.len().max(1);
        let all = rows.map(|row| f64::from(self.values[row * self.classes + class]));
        all.sum::<f64>() / count as f64
    }
}

/// Turns the logits of a row into probabilities.
fn cool(row: &mut [f32], temperature: f64) {
    let per = to_f32(1.0 / temperature);
    for value in row.iter_mut() {
        *value = libm::expf(log_sigmoid(*value * per));
    }
    let sum: f32 = row.iter().sum();
    if sum > 0.0 {
        row.iter_mut().for_each(|p| *p /= sum);
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
    (0..rows)
        .filter(|&row| is_known[row])
        .step_by(stride)
        .collect()
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
        for range in tag
            .into_iter()
            .flat_map(|tag| take.labels.rejections(tag, take.columns))
        {
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
