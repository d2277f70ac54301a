//! The article's evaluator, written for this comparison. The targets of the benchmark are
//! multiples of its speed.
//!
//! It follows D. Holden, *Tags, Ranges and Masks* (2022): packed sets of `u32`, a copy of the set at each leaf, a fresh set
//! for each operator with room for the largest result, a linear merge of the clips with two cursors, and one algorithm per
//! operator.

use footwork_tags::RangeSet;

use super::workload::{Query, Workload};
use crate::report::Outcome;

/// The start and stop of a range.
type Pair = (u32, u32);

/// A set: one array with the ranges of all clips, and for each clip the end of its ranges in the
/// array.
#[derive(Clone, Default)]
pub(crate) struct Packed {
    clips: Vec<u32>,
    ends: Vec<u32>,
    ranges: Vec<Pair>,
}

/// The sets of a query's tags.
pub(crate) struct Reference {
    query: Query,
    sets: Vec<Packed>,
}

impl Reference {
    pub(crate) fn new(workload: &Workload, query: Query) -> Outcome<Self> {
        let sets = workload.sets(query)?.into_iter().map(Packed::new).collect();
        Ok(Self { query, sets })
    }

    fn leaf(&self, index: usize) -> Packed {
        self.sets[index].clone()
    }

    pub(crate) fn evaluate(&self) -> Packed {
        let leaf = |index| self.leaf(index);
        match self.query {
            Query::Q1 => {
                let both = leaf(0).combine(&leaf(1), intersect);
                both.combine(&leaf(2).combine(&leaf(3), unite), intersect)
            }
            Query::Q2 => {
                let any = leaf(0).combine(&leaf(1), unite);
                let any = any.combine(&leaf(2), unite).combine(&leaf(3), unite);
                let without = any.combine(&leaf(4).combine(&leaf(5), unite), subtract);
                without.combine(&leaf(6), intersect)
            }
        }
    }

    /// Returns whether the answer equals `expected`.
    pub(crate) fn agrees(&self, expected: &RangeSet) -> bool {
        let (own, expected) = (self.evaluate(), Packed::new(expected));
        own.clips == expected.clips && own.ends == expected.ends && own.ranges == expected.ranges
    }
}

impl Packed {
    fn new(set: &RangeSet) -> Self {
        let mut packed = Self::default();
        for (clip, ranges) in set.iter() {
            let pairs = ranges.iter().map(|range| (range.start(), range.stop()));
            packed.ranges.extend(pairs);
            packed.close(clip.number());
        }
        packed
    }

    /// Ends the ranges of `clip`, and leaves the clip out if it has none.
    fn close(&mut self, clip: u32) {
        let end = u32::try_from(self.ranges.len()).unwrap_or(u32::MAX);
        if end > self.ends.last().copied().unwrap_or(0) {
            self.clips.push(clip);
            self.ends.push(end);
        }
    }

    /// Returns the ranges of `clip` if it is the clip at `position`, else an empty slice.
    fn at(&self, position: usize, clip: u32) -> &[Pair] {
        if self.clips.get(position) != Some(&clip) {
            return &[];
        }
        let start = position
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.ranges[start as usize..self.ends[position] as usize]
    }

    fn combine(&self, other: &Self, operator: impl Fn(&[Pair], &[Pair], &mut Vec<Pair>)) -> Self {
        // No operator makes more ranges, so the arrays are never reallocated.
        let clips = self.clips.len() + other.clips.len();
        let mut out = Self {
            clips: Vec::with_capacity(clips),
            ends: Vec::with_capacity(clips),
            ranges: Vec::with_capacity(self.ranges.len() + other.ranges.len()),
        };
        let (mut i, mut j) = (0, 0);
        loop {
            let clip = match (self.clips.get(i), other.clips.get(j)) {
                (Some(&a), Some(&b)) => a.min(b),
                (Some(&clip), None) | (None, Some(&clip)) => clip,
                (None, None) => return out,
            };
            let (a, b) = (self.at(i, clip), other.at(j, clip));
            operator(a, b, &mut out.ranges);
            out.close(clip);
            i += usize::from(!a.is_empty());
            j += usize::from(!b.is_empty());
        }
    }
}

fn intersect(mut a: &[Pair], mut b: &[Pair], out: &mut Vec<Pair>) {
    while let ([x, ..], [y, ..]) = (a, b) {
        let (start, stop) = (x.0.max(y.0), x.1.min(y.1));
        if start < stop {
            out.push((start, stop));
        }
        if x.1 < y.1 {
            a = &a[1..];
        } else {
            b = &b[1..];
        }
    }
}

fn unite(mut a: &[Pair], mut b: &[Pair], out: &mut Vec<Pair>) {
    let mut open: Option<Pair> = None;
    loop {
        let next = match (a, b) {
            ([x, rest @ ..], [y, ..]) if x.0 <= y.0 => {
                a = rest;
                *x
            }
            (_, [y, rest @ ..]) => {
                b = rest;
                *y
            }
            ([x, rest @ ..], []) => {
                a = rest;
                *x
            }
            ([], []) => break,
        };
        match &mut open {
            Some(open) if next.0 <= open.1 => open.1 = open.1.max(next.1),
            _ => out.extend(open.replace(next)),
        }
    }
    out.extend(open);
}

fn subtract(a: &[Pair], mut b: &[Pair], out: &mut Vec<Pair>) {
    for &(mut start, stop) in a {
        while let [y, ..] = b
            && y.0 < stop
        {
            if start < y.0 {
                out.push((start, y.0));
            }
            start = start.max(y.1);
            if y.1 > stop {
                break;
            }
            b = &b[1..];
        }
        if start < stop {
            out.push((start, stop));
        }
    }
}
