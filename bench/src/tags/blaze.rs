//! `range-set-blaze`: sorted disjoint ranges in a B-tree, here with the frames of all clips on
//! one axis.
//!
//! The queries use its lazy operators on sorted streams, which make no intermediate sets. For
//! more than two sets they use its multiway union, which is faster than repeated unions.

use range_set_blaze::prelude::*;

use super::workload::{Query, Workload};
use crate::report::Outcome;

/// The sets of a query's tags.
pub(crate) struct Blaze {
    query: Query,
    sets: Vec<RangeSetBlaze<u32>>,
}

impl Blaze {
    pub(crate) fn new(workload: &Workload, query: Query) -> Outcome<Self> {
        let set = |set| {
            let pairs = workload.on_axis(set);
            pairs.map(|(start, stop)| start..=stop - 1).collect()
        };
        let sets = workload.sets(query)?.into_iter().map(set).collect();
        Ok(Self { query, sets })
    }

    /// Returns the answer as `(start, stop)` pairs on the single axis.
    pub(crate) fn ranges(&self) -> Vec<(u32, u32)> {
        let of = |index: usize| self.sets[index].ranges();
        match self.query {
            Query::Q1 => pairs(of(0) & of(1) & (of(2) | of(3))),
            Query::Q2 => pairs(([of(0), of(1), of(2), of(3)].union() - (of(4) | of(5))) & of(6)),
        }
    }
}

fn pairs(ranges: impl SortedDisjoint<u32>) -> Vec<(u32, u32)> {
    ranges
        .map(|range| (*range.start(), *range.end() + 1))
        .collect()
}
