//! Takes that a model has not seen, with its answers: they show how good its proposals are.

use rayon::prelude::*;

use super::labels::{NO_TAG, TagLayers, TrainingTake};
use super::model::{ClassLogits, Model};
use super::possible::Search;
use super::threshold::temperature;
use super::viterbi::Run;

/// The rows whose probabilities decide the temperature, at most.
const MAX_COOLED_ROWS: usize = 6_000;

/// A take that a model has not seen, with the model's answers.
pub(super) struct Held<'a> {
    model: &'a Model,
    rows: usize,
    pub(super) layers: Vec<HeldLayer>,
}

/// A layer of a held-out take.
pub(super) struct HeldLayer {
    logits: ClassLogits,
    /// The class of each row as labelled, and as proposed.
    pub(super) known: Vec<Option<usize>>,
    pub(super) proposed: Vec<usize>,
}

impl<'a> Held<'a> {
    pub(super) fn new(
        take: &TrainingTake<'_>,
        model: &'a Model,
        layers: &TagLayers,
    ) -> Option<Self> {
        let logits = model.logits(take.columns);
        let of_layer = |layer: usize| {
            let of_classes = model.class_logits(&logits, layer);
            HeldLayer {
                known: take.labels.classes(layers, layer, take.columns),
                proposed: model.smoothed(&of_classes, layer, None),
                logits: of_classes,
            }
        };
        let rows = logits.rows();
        (rows > 0).then(|| Self {
            model,
            rows,
            layers: (0..layers.layers().len()).map(of_layer).collect(),
        })
    }

    pub(super) fn is_learned(&self, layer: usize, class: usize) -> bool {
        self.model.is_learned(layer, class)
    }

    /// Returns the class of each row as its possible spans say: the given one there, and none elsewhere.
    pub(super) fn possible(&self, layer: usize, class: usize, favour: f32) -> Vec<usize> {
        let HeldLayer {
            logits, proposed, ..
        } = &self.layers[layer];
        let search = Search {
            model: self.model,
            logits,
            layer,
            known: None,
            smoothed: proposed,
        };
        let mut classes = vec![NO_TAG; self.rows];
        for run in search.runs(class, favour).1 {
            classes[run.start..run.stop].fill(class);
        }
        classes
    }

    pub(super) fn score(&self, layer: usize, run: Run, temperature: f64) -> f64 {
        let logits = &self.layers[layer].logits;
        let rows = run.start..run.stop;
        let count = rows.len().max(1) as f64;
        let p = rows.map(|row| f64::from(logits.probability(row, run.class, temperature)));
        p.sum::<f64>() / count
    }
}

/// Returns the temperature with the least mean loss of the labelled classes.
pub(super) fn fitted_temperature(held: &[Held<'_>]) -> f64 {
    let total: usize = held.iter().map(|held| held.rows).sum();
    let stride = total.div_ceil(MAX_COOLED_ROWS).max(1);
    temperature(|temperature| {
        let losses = held.par_iter().map(|held| {
            let mut loss = 0.0;
            for (layer, of_layer) in held.layers.iter().enumerate() {
                for row in (0..held.rows).step_by(stride) {
                    if let Some(class) = of_layer.known[row]
                        && held.model.is_learned(layer, class)
                    {
                        let p = of_layer.logits.probability(row, class, temperature);
                        loss -= libm::log(f64::from(p).max(1e-9));
                    }
                }
            }
            loss
        });
        losses.collect::<Vec<f64>>().iter().sum()
    })
}
