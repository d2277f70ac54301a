//! How well proposals match known labels.

use std::collections::BTreeMap;

use footwork_base::{FrameRange, Name};
use footwork_pipeline::{Certainty, LearnedTags, ProposedSpan};
use rayon::prelude::*;

use super::Take;
use super::performer::GAITS;

/// The minimum number of spans, in the tested takes, of a tag that counts as common.
const MIN_SPANS: usize = 10;

/// The counts of a tag.
#[derive(Clone, Debug, Default)]
struct Counts {
    /// The numbers of correct, proposed and labelled frames.
    frames: [f64; 3],
    /// The numbers of correct, proposed and labelled spans.
    spans: [f64; 3],
}

/// The scores of one run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Score {
    frame: f64,
    gaits: f64,
    span: f64,
    edge_ms: f64,
    bulk_right: f64,
    bulk_found: f64,
    tags: BTreeMap<Name, [f64; 2]>,
}

impl Score {
    pub(crate) fn measure(learned: &LearnedTags, tested: &[Take]) -> Self {
        let proposals: Vec<Vec<ProposedSpan>> = tested
            .par_iter()
            .map(|take| learned.propose(&take.columns, None).spans)
            .collect();
        let mut counts: BTreeMap<Name, Counts> = BTreeMap::new();
        let mut edges_ms = Vec::new();
        let (mut bulk, mut bulk_right, mut labelled) = (0.0, 0.0, 0.0);
        for (take, proposals) in tested.iter().zip(&proposals) {
            let period = take.columns.rate().period_secs();
            for (name, range) in &take.labels.spans {
                let counts = counts.entry(name.clone()).or_default();
                counts.frames[2] += f64::from(range.frame_count()) * period;
                counts.spans[2] += 1.0;
                labelled += 1.0;
            }
            for span in proposals {
                // Peaks of rare tags are proposed at any probability, so unlikely peaks are skipped. Spans chosen by
                // the smoother stay, because they are the likeliest on their frames.
                if span.certainty == Certainty::Possible && span.score < 0.5 {
                    continue;
                }
                let own = || {
                    take.labels
                        .spans
                        .iter()
                        .filter(|(name, _)| *name == span.tag)
                };
                let counts = counts.entry(span.tag.clone()).or_default();
                counts.frames[1] += f64::from(span.range.frame_count()) * period;
                counts.spans[1] += 1.0;
                counts.frames[0] +=
                    own().map(|(_, r)| shared(*r, span.range)).sum::<f64>() * period;
                let same = own().find(|(_, r)| overlap(*r, span.range) >= 0.5);
                if let Some((_, same)) = same {
                    counts.spans[0] += 1.0;
                    for (a, b) in [
                        (same.start(), span.range.start()),
                        (same.stop(), span.range.stop()),
                    ] {
                        edges_ms.push(1000.0 * period * f64::from(a.abs_diff(b)));
                    }
                }
                if span.is_bulk {
                    bulk += 1.0;
                    bulk_right += f64::from(u8::from(same.is_some()));
                }
            }
        }
        counts.retain(|_, counts| counts.spans[2] >= MIN_SPANS as f64);
        edges_ms.sort_by(f64::total_cmp);
        let f1 =
            |[right, proposed, labelled]: [f64; 3]| 2.0 * right / (proposed + labelled).max(1e-9);
        let tags: BTreeMap<Name, [f64; 2]> = counts
            .into_iter()
            .map(|(name, counts)| (name, [f1(counts.frames), f1(counts.spans)]))
            .collect();
        let mean = |which: usize, is_own: &dyn Fn(&Name) -> bool| {
            let own: Vec<f64> = tags
                .iter()
                .filter(|t| is_own(t.0))
                .map(|t| t.1[which])
                .collect();
            own.iter().sum::<f64>() / own.len().max(1) as f64
        };
        Self {
            frame: mean(0, &|_| true),
            gaits: mean(0, &|name| GAITS.contains(&name.as_str())),
            span: mean(1, &|_| true),
            edge_ms: edges_ms
                .get(edges_ms.len() / 2)
                .copied()
                .unwrap_or(f64::NAN),
            bulk_right: if bulk > 0.0 {
                bulk_right / bulk
            } else {
                f64::NAN
            },
            bulk_found: bulk_right / labelled,
            tags,
        }
    }

    /// Returns the means of several runs. A run without bulk proposals is left out of the mean share of correct bulk
    /// proposals.
    pub(crate) fn mean(scores: &[Self]) -> Self {
        let mean = |of: &dyn Fn(&Self) -> f64| {
            let all: Vec<f64> = scores.iter().map(of).filter(|x| x.is_finite()).collect();
            all.iter().sum::<f64>() / all.len().max(1) as f64
        };
        let mut tags: BTreeMap<Name, [f64; 2]> = BTreeMap::new();
        for name in scores.iter().flat_map(|score| score.tags.keys()) {
            let of =
                |which: usize| mean(&|score| score.tags.get(name).map_or(f64::NAN, |t| t[which]));
            tags.insert(name.clone(), [of(0), of(1)]);
        }
        Self {
            frame: mean(&|s| s.frame),
            gaits: mean(&|s| s.gaits),
            span: mean(&|s| s.span),
            edge_ms: mean(&|s| s.edge_ms),
            bulk_right: mean(&|s| s.bulk_right),
            bulk_found: mean(&|s| s.bulk_found),
            tags,
        }
    }

    pub(crate) fn cells(&self) -> String {
        format!(
            "{:.2} | {:.2} | {:.2} | {:.0} | {:.3} | {:.2}",
            self.frame, self.gaits, self.span, self.edge_ms, self.bulk_right, self.bulk_found
        )
    }
}

/// Returns frame and span F1 of each tag in the runs of one row.
pub(crate) fn per_tag(rows: &[(usize, &str, Vec<Score>)], budget: usize, order: &str) -> String {
    let Some(row) = rows.iter().find(|row| row.0 == budget && row.1 == order) else {
        return String::new();
    };
    let tags = Score::mean(&row.2).tags.into_iter();
    let tags = tags.map(|(name, [frame, span])| format!("{name} {frame:.2} / {span:.2}"));
    tags.collect::<Vec<_>>().join(", ")
}

fn shared(a: FrameRange, b: FrameRange) -> f64 {
    f64::from(
        a.stop()
            .min(b.stop())
            .saturating_sub(a.start().max(b.start())),
    )
}

fn overlap(a: FrameRange, b: FrameRange) -> f64 {
    let both = shared(a, b);
    both / (f64::from(a.frame_count()) + f64::from(b.frame_count()) - both)
}
