//! Proposals learned from the labelled takes of a library, by one classifier per tag. The classifiers are trained on
//! demand from the current labels, and never stored on disk.
//!
//! Takes are held out in turn to measure how good the proposals are, and to find the score above which they can be
//! accepted in bulk. `docs/tagging.md` has results for generated motion and for the two sample libraries.

use std::collections::{BTreeMap, BTreeSet};

use footwork_base::{FrameRange, Name};
use rayon::prelude::*;

use super::columns::MotionColumns;
use super::held_out::{Held, HeldLayer, fitted_temperature};
use super::labels::{NO_TAG, TagLayers, TakeLabels, TrainingTake};
use super::model::Model;
use super::possible::{FAVOURS, Search, is_shown};
use super::quality::{TagQuality, Tally};
use super::rare::{MAX_PEAKS, MIN_COMMON_SPANS, peaks};
use super::threshold::{Judged, threshold};
use super::viterbi::{Run, open_parts, runs};

/// The approximate maximum number of rows that the model is trained on: an hour at five rows per second.
const MAX_ROWS: usize = 18_000;
/// The approximate maximum number of rows that each model for the held-out takes is trained on.
const MAX_FOLD_ROWS: usize = 4_000;
/// The number of parts that are held out in turn, from [`MIN_FOLDED`] recordings on. Fewer recordings are held out one
/// by one.
const FOLDS: usize = 5;
const MIN_FOLDED: usize = 9;
/// The number of a tag's proposals for held-out takes that must reach the threshold, so that its proposals can be
/// accepted in bulk.
const MIN_BULK_SPANS: usize = 5;
/// The minimum mean probability of a peak, to propose it as a span of a rare tag.
const MIN_PEAK: f64 = 0.1;

/// How sure a proposal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// The likeliest tag of its frames.
    Likely,
    /// One of the likeliest places of a tag with fewer than [`MIN_COMMON_SPANS`] labelled spans, or a place at which another
    /// tag is a little likelier, of a tag for which nearly all such places were right in held-out takes.
    Possible,
}

/// A proposed span of a take.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedSpan {
    /// The tag.
    pub tag: Name,
    /// The frames.
    pub range: FrameRange,
    /// The mean probability of its frames, from 0 to 1.
    pub score: f64,
    /// How sure it is.
    pub certainty: Certainty,
    /// Whether it can be accepted in bulk: its score reaches [`LearnedTags::threshold`], its tag has at least
    /// [`MIN_COMMON_SPANS`] labelled spans, and at least five proposals of the tag for held-out takes reached the
    /// threshold.
    pub is_bulk: bool,
}

/// The proposals for a take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TakeProposals {
    /// The spans, sorted by tag and frames.
    pub spans: Vec<ProposedSpan>,
    /// 1 minus the lead of the likeliest tag over the next, averaged over the unlabelled frames; from 0 to 1.
    pub uncertainty: f64,
}

/// Classifiers of tags, learned from labelled takes.
#[derive(Clone, Debug)]
pub struct LearnedTags {
    layers: TagLayers,
    model: Option<Model>,
    temperature: f64,
    threshold: Option<f64>,
    bulk: BTreeSet<Name>,
    /// The common tags with possible spans, each with how much it is favoured to find them.
    possible: BTreeMap<Name, f32>,
    quality: Vec<TagQuality>,
    /// For each tag, the median length of its labelled spans in rows.
    lengths: Vec<usize>,
}

impl LearnedTags {
    /// Learns from takes, and measures the proposals on takes held out in turn. Up to eight recordings are held out one
    /// by one; nine or more are divided into five parts.
    pub fn fit(takes: &[TrainingTake<'_>], layers: TagLayers) -> Self {
        let recordings: BTreeSet<usize> = takes.iter().map(|take| take.recording).collect();
        let parts = if recordings.len() < MIN_FOLDED {
            recordings.len()
        } else {
            FOLDS
        };
        Self::fit_held_out(takes, layers, parts)
    }

    /// Learns from takes, and measures the proposals on recordings held out in turn, in `parts` parts but at least two.
    /// Fewer recordings than parts are held out one by one. Measures nothing if there is only one recording.
    pub fn fit_held_out(takes: &[TrainingTake<'_>], layers: TagLayers, parts: usize) -> Self {
        let mut learned = Self::train(takes, layers);
        learned.measure(takes, parts);
        learned
    }

    /// Learns from takes without measuring the proposals; for an hour of motion, this took 40 % of the time of
    /// [`fit`](Self::fit). No proposal can then be accepted in bulk.
    pub fn train(takes: &[TrainingTake<'_>], layers: TagLayers) -> Self {
        let model = Model::fit(takes, &layers, MAX_ROWS);
        let counted = counted(takes, &layers);
        let mut learned = Self {
            layers,
            model,
            temperature: 1.0,
            threshold: None,
            bulk: BTreeSet::new(),
            possible: BTreeMap::new(),
            quality: Vec::new(),
            lengths: counted
                .iter()
                .map(|(_, lengths)| lengths[lengths.len() / 2])
                .collect(),
        };
        learned.quality = counted.into_iter().map(|(quality, _)| quality).collect();
        learned
    }

    /// Returns how good the proposals are, for each tag.
    pub fn quality(&self) -> &[TagQuality] {
        &self.quality
    }

    /// Returns the lowest score with which proposals can be accepted in bulk; `None` if there is none. At least ten
    /// proposals for held-out takes reached it, and at least 97 % of them were right. Proposals of tags with fewer than
    /// [`MIN_COMMON_SPANS`] labelled spans do not count.
    pub fn threshold(&self) -> Option<f64> {
        self.threshold
    }

    /// Returns the tags.
    pub fn layers(&self) -> &TagLayers {
        &self.layers
    }

    /// Proposes spans for a take. Skips frames in which labels, rejections or spans placed by rules already decide
    /// about the tag.
    pub fn propose(&self, columns: &MotionColumns, labels: Option<&TakeLabels>) -> TakeProposals {
        let Some(model) = &self.model else {
            return TakeProposals {
                spans: Vec::new(),
                uncertainty: 1.0,
            };
        };
        let logits = model.logits(columns);
        let mut proposals = TakeProposals::default();
        let (mut uncertain, mut counted) = (0.0, 0.0);
        let mut tag_index = 0;
        for (layer, names) in self.layers.layers().iter().enumerate() {
            let known = labels.map(|labels| labels.classes(&self.layers, layer, columns));
            let known = known.as_deref();
            let is_open = |row: usize| known.is_none_or(|known| known[row].is_none());
            let mut logits = model.class_logits(&logits, layer);
            for (index, tag) in names.iter().enumerate() {
                for rows in labels.into_iter().flat_map(|l| l.rejections(tag, columns)) {
                    logits.forbid(index + 1, rows);
                }
            }
            let classes = model.smoothed(&logits, layer, known);
            let p = logits.probabilities(self.temperature);
            for (_, p) in p.rows().enumerate().filter(|(row, _)| is_open(*row)) {
                uncertain += 1.0 - lead(p);
                counted += 1.0;
            }
            let found = runs(&classes).into_iter();
            let found = found.flat_map(|run| open_parts(run, &is_open));
            let found: Vec<Run> = found.filter(|run| run.class != NO_TAG).collect();
            let placed = |run: &Run, classes: &[usize], certainty| {
                let score = p.mean(run.class, run.start..run.stop);
                let ends = [run.start, run.stop];
                let [start, stop] = ends.map(|row| p.edge(row, classes, is_open));
                let range = columns.frames_between(start, stop)?;
                Some(self.span(tag_index + run.class - 1, range, score, certainty))
            };
            let likely = found.iter();
            let likely = likely.filter_map(|run| placed(run, &classes, Certainty::Likely));
            proposals.spans.extend(likely);
            for class in 1..=names.len() {
                let tag = tag_index + class - 1;
                if let Some(favour) = self.possible.get(&names[class - 1]) {
                    let search = Search {
                        model,
                        logits: &logits,
                        layer,
                        known,
                        smoothed: &classes,
                    };
                    let (favoured, runs) = search.runs(class, *favour);
                    let possible = runs.iter();
                    let possible =
                        possible.filter_map(|run| placed(run, &favoured, Certainty::Possible));
                    proposals.spans.extend(possible);
                }
                if self.is_rare(tag) && model.is_learned(layer, class) {
                    let mut taken: Vec<bool> =
                        (0..classes.len()).map(|row| !is_open(row)).collect();
                    for run in found.iter().filter(|run| run.class == class) {
                        taken[run.start..run.stop].fill(true);
                    }
                    let of_tag: Vec<f32> = p.rows().map(|p| p[class]).collect();
                    let peaks = peaks(&of_tag, &taken, self.lengths[tag]).into_iter();
                    let peaks = peaks.filter(|peak| peak.score >= MIN_PEAK);
                    let spans = peaks.filter_map(|peak| {
                        let range = columns.frames_of(peak.rows)?;
                        Some(self.span(tag, range, peak.score, Certainty::Possible))
                    });
                    proposals.spans.extend(spans);
                }
            }
            tag_index += names.len();
        }
        proposals.uncertainty = if counted > 0.0 {
            uncertain / counted
        } else {
            0.0
        };
        if let Some(labels) = labels {
            let spans = std::mem::take(&mut proposals.spans).into_iter();
            let open = spans.flat_map(|span| {
                let parts = labels.undecided_parts(&span.tag, span.range, &self.layers);
                parts.into_iter().map(move |range| ProposedSpan {
                    range,
                    ..span.clone()
                })
            });
            proposals.spans = open.collect();
        }
        self.tidy(&mut proposals.spans);
        proposals
    }

    /// Removes the possible places of each rare tag except the ten with the highest scores over all takes.
    pub fn keep_highest_peaks<T>(&self, proposals: &mut Vec<(T, ProposedSpan)>) {
        let is_peak = |span: &ProposedSpan| {
            span.certainty == Certainty::Possible && !self.possible.contains_key(&span.tag)
        };
        let mut possible: Vec<(usize, f64)> = proposals
            .iter()
            .enumerate()
            .filter(|(_, (_, span))| is_peak(span))
            .map(|(index, (_, span))| (index, span.score))
            .collect();
        possible.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut counts: BTreeMap<&Name, usize> = Default::default();
        let mut keeps = vec![true; proposals.len()];
        for (index, _) in possible {
            let count = counts.entry(&proposals[index].1.tag).or_default();
            *count += 1;
            keeps[index] = *count <= MAX_PEAKS;
        }
        let mut keeps = keeps.into_iter();
        proposals.retain(|_| keeps.next().unwrap_or(true));
    }

    fn is_rare(&self, tag: usize) -> bool {
        self.quality[tag].spans < MIN_COMMON_SPANS
    }

    /// Returns a span; one of a rare tag is only possible.
    fn span(
        &self,
        tag: usize,
        range: FrameRange,
        score: f64,
        certainty: Certainty,
    ) -> ProposedSpan {
        let is_possible = self.is_rare(tag) || certainty == Certainty::Possible;
        let tag = &self.quality[tag].tag;
        let reaches = self.threshold.is_some_and(|threshold| score >= threshold);
        ProposedSpan {
            tag: tag.clone(),
            range,
            score,
            certainty: if is_possible {
                Certainty::Possible
            } else {
                Certainty::Likely
            },
            is_bulk: !is_possible && reaches && self.bulk.contains(tag),
        }
    }

    /// Sorts the spans. If two likely spans overlap and their tags exclude each other, drops the one with the lower
    /// score.
    fn tidy(&self, spans: &mut Vec<ProposedSpan>) {
        spans.sort_by(|a, b| {
            a.certainty
                .cmp(&b.certainty)
                .then(b.score.total_cmp(&a.score))
        });
        let mut kept: Vec<ProposedSpan> = Vec::with_capacity(spans.len());
        for span in spans.drain(..) {
            let clashes = |other: &ProposedSpan| {
                span.certainty == Certainty::Likely
                    && other.certainty == Certainty::Likely
                    && span.range.start() < other.range.stop()
                    && other.range.start() < span.range.stop()
                    && self.layers.excludes(&span.tag, &other.tag)
            };
            if !kept.iter().any(clashes) {
                kept.push(span);
            }
        }
        kept.sort_by(|a, b| {
            let by_tag = a.tag.cmp(&b.tag);
            by_tag.then((a.range.start(), a.range.stop()).cmp(&(b.range.start(), b.range.stop())))
        });
        *spans = kept;
    }

    /// Returns, for each tag, whether the model learned it, which takes both rows with the tag and rows without it.
    fn learned_tags(&self) -> Vec<bool> {
        let layers = self.layers.layers().iter().enumerate();
        let is_learned = |layer, class| {
            let model = self.model.as_ref();
            model.is_some_and(|model| model.is_learned(layer, class))
        };
        layers
            .flat_map(|(layer, names)| (1..=names.len()).map(move |class| is_learned(layer, class)))
            .collect()
    }

    /// Compares proposals for held-out takes with their labels. Sets the quality, the temperature, the threshold and
    /// the tags whose proposals can be accepted in bulk.
    fn measure(&mut self, takes: &[TrainingTake<'_>], parts: usize) {
        let recordings: BTreeSet<usize> = takes.iter().map(|take| take.recording).collect();
        let recordings: Vec<usize> = recordings.into_iter().collect();
        if recordings.len() < 2 {
            return;
        }
        let folds = parts.clamp(2, recordings.len());
        let fold_of = |take: &TrainingTake<'_>| {
            recordings.binary_search(&take.recording).unwrap_or(0) % folds
        };
        let mut models = Vec::new();
        for fold in 0..folds {
            let others = takes.iter().copied().filter(|take| fold_of(take) != fold);
            let others: Vec<TrainingTake<'_>> = others.collect();
            models.push(Model::fit(&others, &self.layers, MAX_FOLD_ROWS));
        }
        let held: Vec<Held<'_>> = takes
            .par_iter()
            .filter(|take| !take.is_copy)
            .filter_map(|take| Held::new(take, models[fold_of(take)].as_ref()?, &self.layers))
            .collect();
        self.temperature = fitted_temperature(&held);
        self.find_possible(&held);
        let mut judged: Vec<(usize, Judged)> = Vec::new();
        let mut tallies = vec![Tally::default(); self.quality.len()];
        for held in &held {
            let mut first = 0;
            for (layer, names) in self.layers.layers().iter().enumerate() {
                let HeldLayer {
                    known, proposed, ..
                } = &held.layers[layer];
                for class in 1..=names.len() {
                    let tag = first + class - 1;
                    for (run, is_right) in tallies[tag].add(class, known, proposed) {
                        let score = held.score(layer, run, self.temperature);
                        judged.push((tag, Judged { score, is_right }));
                    }
                }
                first += names.len();
            }
        }
        let is_learned = self.learned_tags();
        let measured = self.quality.iter_mut().zip(&tallies).zip(is_learned);
        for ((quality, tally), is_learned) in measured {
            if quality.takes >= 2 && is_learned {
                quality.measured = Some(tally.measured());
            }
        }
        let common = judged.iter().filter(|(tag, _)| !self.is_rare(*tag));
        let common: Vec<Judged> = common.map(|(_, judged)| *judged).collect();
        self.threshold = threshold(&common);
        let above = |tag: usize| {
            let own = judged.iter().filter(|(other, judged)| {
                *other == tag && self.threshold.is_some_and(|least| judged.score >= least)
            });
            own.count()
        };
        let bulk = (0..self.quality.len()).filter(|&tag| above(tag) >= MIN_BULK_SPANS);
        self.bulk = bulk.map(|tag| self.quality[tag].tag.clone()).collect();
    }

    /// Finds the common tags whose possible spans were right in takes held out.
    fn find_possible(&mut self, held: &[Held<'_>]) {
        let mut tags = Vec::new();
        for (layer, names) in self.layers.layers().iter().enumerate() {
            tags.extend((0..names.len()).map(|index| (layer, index + 1)));
        }
        let tags = tags.into_par_iter().enumerate();
        let shown = tags.filter_map(|(tag, (layer, class))| {
            if self.is_rare(tag) || !held.iter().all(|held| held.is_learned(layer, class)) {
                return None;
            }
            let right = |favour: f32| {
                let (mut tally, mut judged) = (Tally::default(), Vec::new());
                for held in held {
                    let possible = held.possible(layer, class, favour);
                    judged.extend(tally.add(class, &held.layers[layer].known, &possible));
                }
                let right = judged.iter().filter(|(_, is_right)| *is_right).count();
                is_shown(right, judged.len()).then_some((right, favour))
            };
            // Of equal ones the first.
            let best = FAVOURS.into_iter().rev().filter_map(right);
            let (_, favour) = best.max_by_key(|(right, _)| *right)?;
            Some((self.quality[tag].tag.clone(), favour))
        });
        self.possible = shown.collect::<Vec<_>>().into_iter().collect();
    }
}

/// Returns, for each tag, how often it is labelled, and the sorted lengths of its spans in rows. A tag without spans
/// has one length of 1.
fn counted(takes: &[TrainingTake<'_>], layers: &TagLayers) -> Vec<(TagQuality, Vec<usize>)> {
    let originals = || takes.iter().filter(|take| !take.is_copy);
    let of_tag = |tag: &Name| {
        let mut lengths = Vec::new();
        let mut in_takes = 0;
        for take in originals() {
            let own = take.labels.spans.iter();
            let own = own.filter(|(name, _)| name == tag || name.is_below(tag));
            let before = lengths.len();
            lengths.extend(own.map(|(_, range)| take.columns.rows_of(*range).len()));
            in_takes += usize::from(lengths.len() > before);
        }
        let quality = TagQuality {
            tag: tag.clone(),
            spans: lengths.len(),
            takes: in_takes,
            measured: None,
        };
        lengths.sort_unstable();
        if lengths.is_empty() {
            lengths.push(1);
        }
        (quality, lengths)
    };
    layers.tags().map(of_tag).collect()
}

/// Returns the difference of the two highest probabilities.
fn lead(p: &[f32]) -> f64 {
    let (mut first, mut second) = (0.0_f32, 0.0_f32);
    for &p in p {
        if p > first {
            (first, second) = (p, first);
        } else if p > second {
            second = p;
        }
    }
    f64::from(first - second)
}
