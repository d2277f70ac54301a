//! Sets of frames, on which merges operate.

use footwork_base::FrameRange;

/// A set of frames, as sorted ranges that neither overlap nor touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FrameSet(Vec<FrameRange>);

impl FrameSet {
    /// Returns the union of some ranges.
    pub(crate) fn from_spans(spans: impl IntoIterator<Item = FrameRange>) -> Self {
        let mut spans: Vec<FrameRange> = spans.into_iter().collect();
        spans.sort_unstable();
        let mut union: Vec<FrameRange> = Vec::with_capacity(spans.len());
        for span in spans {
            match union.last_mut() {
                Some(last) if last.touches(span) => *last = last.hull(span),
                _ => union.push(span),
            }
        }
        Self(union)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = FrameRange> {
        self.0.iter().copied()
    }

    pub(crate) fn intersection(&self, other: &Self) -> Self {
        self.combined(other, |own, other| own && other)
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        self.combined(other, |own, other| own || other)
    }

    pub(crate) fn difference(&self, other: &Self) -> Self {
        self.combined(other, |own, other| own && !other)
    }

    pub(crate) fn symmetric_difference(&self, other: &Self) -> Self {
        self.combined(other, |own, other| own != other)
    }

    /// Returns the frames for which `keeps` returns true. The arguments of `keeps` say whether a frame is in `self` and
    /// in `other`. It must return false if both are false.
    fn combined(&self, other: &Self, keeps: impl Fn(bool, bool) -> bool) -> Self {
        let mut edges = [self.edges().peekable(), other.edges().peekable()];
        let mut is_in = [false; 2];
        let (mut kept, mut start) = (Vec::new(), None);
        while let Some(at) = edges
            .iter_mut()
            .filter_map(|edges| edges.peek().copied())
            .min()
        {
            for (edges, is_in) in edges.iter_mut().zip(&mut is_in) {
                *is_in ^= edges.next_if_eq(&at).is_some();
            }
            match (start, keeps(is_in[0], is_in[1])) {
                (None, true) => start = Some(at),
                (Some(from), false) => {
                    kept.extend(FrameRange::new(from, at));
                    start = None;
                }
                _ => {}
            }
        }
        Self(kept)
    }

    /// Returns the frames at which ranges of the set start and stop, alternately.
    fn edges(&self) -> impl Iterator<Item = u32> {
        self.0
            .iter()
            .flat_map(|range| [range.start(), range.stop()])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FRAMES: u32 = 24;

    fn set() -> impl Strategy<Value = FrameSet> {
        let span = (0..FRAMES, 1..=FRAMES).prop_filter_map("empty", |(start, length)| {
            FrameRange::new(start, (start + length).min(FRAMES))
        });
        prop::collection::vec(span, 0..6).prop_map(FrameSet::from_spans)
    }

    fn has(set: &FrameSet, frame: u32) -> bool {
        set.iter().any(|range| range.contains(frame))
    }

    proptest! {
        #[test]
        fn set_operations_agree_with_those_on_single_frames(a in set(), b in set()) {
            for (set, keeps) in [
                (a.intersection(&b), (|a, b| a & b) as fn(bool, bool) -> bool),
                (a.union(&b), |a, b| a | b),
                (a.difference(&b), |a, b| a & !b),
                (a.symmetric_difference(&b), |a, b| a ^ b),
            ] {
                for frame in 0..FRAMES {
                    prop_assert_eq!(has(&set, frame), keeps(has(&a, frame), has(&b, frame)));
                }
                // The ranges of the result are sorted and neither overlap nor touch.
                prop_assert_eq!(&FrameSet::from_spans(set.iter()), &set);
            }
        }
    }
}
