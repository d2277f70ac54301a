//! Places that smoothing dropped although their tag is nearly as likely: the possible spans of common tags.
//!
//! If the tags of a library are easy to tell apart, nearly all such spans are right; in other libraries a third is. So
//! they are proposed only for tags whose possible spans were right in takes held out in turn.

use super::model::{ClassLogits, Model};
use super::viterbi::{Run, open_parts, runs};

/// How much the logarithm of a tag's probability may be raised to find its possible spans. Each tag has the value that
/// finds most right ones in held-out takes.
pub(super) const FAVOURS: [f32; 3] = [2.0, 4.0, 6.0];
/// The share of possible spans of a tag that must be right for it to have any.
const MIN_RIGHT: f64 = 0.9;
/// The minimum number of possible spans by which that share is measured.
const MIN_JUDGED: usize = 5;

/// A layer of a take in which to look for possible spans.
pub(super) struct Search<'a> {
    pub(super) model: &'a Model,
    pub(super) logits: &'a ClassLogits,
    pub(super) layer: usize,
    pub(super) known: Option<&'a [Option<usize>]>,
    /// The class of each row after smoothing.
    pub(super) smoothed: &'a [usize],
}

impl Search<'_> {
    /// Returns the class of each row if smoothing favours a class, and the possible spans of the class: runs in which
    /// smoothing alone found the class nowhere, without the known rows.
    pub(super) fn runs(&self, class: usize, favour: f32) -> (Vec<usize>, Vec<Run>) {
        let favour = (class, favour);
        let classes = self
            .model
            .favouring(favour, self.logits, self.layer, self.known);
        let is_open = |row: usize| self.known.is_none_or(|known| known[row].is_none());
        let is_new =
            |run: &Run| run.class == class && !self.smoothed[run.start..run.stop].contains(&class);
        let new = runs(&classes).into_iter().filter(is_new);
        let open = new.flat_map(|run| open_parts(run, &is_open)).collect();
        (classes, open)
    }
}

/// Returns whether a tag has possible spans: `judged` were found in takes held out in turn, and `right` were right.
pub(super) fn is_shown(right: usize, judged: usize) -> bool {
    judged >= MIN_JUDGED && right as f64 >= MIN_RIGHT * judged as f64
}

#[cfg(test)]
mod tests {
    use super::is_shown;

    #[test]
    fn possible_spans_are_proposed_only_if_nearly_all_of_enough_were_right() {
        for (right, judged, expected) in [
            (0, 0, false),
            (4, 4, false),
            (5, 5, true),
            (9, 10, true),
            (8, 10, false),
            (0, 10, false),
        ] {
            assert_eq!(is_shown(right, judged), expected, "{right} of {judged}");
        }
    }
}
