//! How good proposals are, measured on labelled takes that the model had not seen.

use footwork_base::Name;

use super::columns::ROWS_PER_SEC;
use super::viterbi::{Run, runs};

/// The minimum overlap of two matching spans, as a share of their union.
const MIN_OVERLAP: f64 = 0.5;

/// How good the proposals of a tag are.
#[derive(Clone, Debug, PartialEq)]
pub struct TagQuality {
    /// The tag.
    pub tag: Name,
    /// The number of its labelled spans.
    pub spans: usize,
    /// The number of takes with a labelled span.
    pub takes: usize,
    /// How well its frames and spans were found; `None` if fewer than two takes have the tag.
    pub measured: Option<MeasuredQuality>,
}

/// Precision and recall of proposed frames and spans.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeasuredQuality {
    /// The share of proposed frames that have the tag.
    pub frame_precision: f64,
    /// The share of the tag's frames found by a proposal.
    pub frame_recall: f64,
    /// The share of proposed spans whose overlap with a labelled span is at least half of their union.
    pub span_precision: f64,
    /// The share of labelled spans that a proposed span matches in the same way.
    pub span_recall: f64,
    /// The median distance of the edges of matched spans, in seconds; `None` if none matches.
    pub edge_secs: Option<f64>,
}

impl MeasuredQuality {
    /// Returns the harmonic mean of precision and recall over frames.
    pub fn frame_f1(&self) -> f64 {
        f1(self.frame_precision, self.frame_recall)
    }

    /// Returns the harmonic mean of precision and recall over spans.
    pub fn span_f1(&self) -> f64 {
        f1(self.span_precision, self.span_recall)
    }
}

fn f1(precision: f64, recall: f64) -> f64 {
    if precision + recall > 0.0 {
        2.0 * precision * recall / (precision + recall)
    } else {
        0.0
    }
}

/// Counts what is found of one class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    rows: [usize; 3],
    spans: [usize; 3],
    edges: Vec<usize>,
}

impl Tally {
    /// Adds a take: the labelled class of each row, if known, and the proposed one. Returns for each proposed run of
    /// the class whether it is right.
    pub(crate) fn add(
        &mut self,
        class: usize,
        labelled: &[Option<usize>],
        proposed: &[usize],
    ) -> Vec<(Run, bool)> {
        for (truth, found) in labelled.iter().zip(proposed) {
            let Some(truth) = truth else { continue };
            let (has, says) = (*truth == class, *found == class);
            self.rows[0] += usize::from(has && says);
            self.rows[1] += usize::from(says);
            self.rows[2] += usize::from(has);
        }
        let known: Vec<usize> = labelled.iter().map(|c| c.unwrap_or(usize::MAX)).collect();
        let own = |classes: &[usize]| -> Vec<Run> {
            let all = runs(classes).into_iter();
            all.filter(|run| run.class == class).collect()
        };
        let truth = own(&known);
        let found = own(proposed).into_iter();
        // A run without any known row is neither right nor wrong.
        let found: Vec<Run> = found
            .filter(|run| labelled[run.start..run.stop].iter().any(Option::is_some))
            .collect();
        // At half of the union, a run matches at most one other.
        let judged: Vec<(Run, bool)> = found
            .iter()
            .map(|run| {
                let same = truth
                    .iter()
                    .find(|other| overlap(run, other) >= MIN_OVERLAP);
                if let Some(same) = same {
                    self.edges.push(run.start.abs_diff(same.start));
                    self.edges.push(run.stop.abs_diff(same.stop));
                }
                (*run, same.is_some())
            })
            .collect();
        self.spans[0] += judged.iter().filter(|(_, is_right)| *is_right).count();
        self.spans[1] += judged.len();
        self.spans[2] += truth.len();
        judged
    }

    /// Returns the shares.
    pub(crate) fn measured(&self) -> MeasuredQuality {
        let share = |part: usize, whole: usize| {
            if whole == 0 {
                0.0
            } else {
                part as f64 / whole as f64
            }
        };
        let mut edges = self.edges.clone();
        edges.sort_unstable();
        let median = edges.get(edges.len() / 2);
        MeasuredQuality {
            frame_precision: share(self.rows[0], self.rows[1]),
            frame_recall: share(self.rows[0], self.rows[2]),
            span_precision: share(self.spans[0], self.spans[1]),
            span_recall: share(self.spans[0], self.spans[2]),
            edge_secs: median.map(|rows| *rows as f64 / f64::from(ROWS_PER_SEC)),
        }
    }
}

fn overlap(a: &Run, b: &Run) -> f64 {
    let both = a.stop.min(b.stop).saturating_sub(a.start.max(b.start));
    let any = (a.stop - a.start) + (b.stop - b.start) - both;
    both as f64 / any as f64
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn frames_and_spans_are_counted_apart() {
        let labelled = [0, 0, 1, 1, 1, 1, 0, 0, 1, 1].map(Some);
        let proposed = [0, 0, 0, 1, 1, 1, 0, 1, 0, 0];
        let mut tally = Tally::default();
        let judged = tally.add(1, &labelled, &proposed);
        assert_eq!(
            judged.iter().map(|j| j.1).collect::<Vec<_>>(),
            [true, false]
        );
        let measured = tally.measured();
        assert_eq!(measured.frame_precision, 0.75);
        assert_eq!(measured.frame_recall, 0.5);
        assert_eq!((measured.span_precision, measured.span_recall), (0.5, 0.5));
        assert_eq!(measured.edge_secs, Some(1.0 / 30.0));
    }
}
