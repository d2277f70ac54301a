//! `roaring`: compressed bitmaps, here with the frames of all clips on one axis, as bitmaps or as
//! runs.

use footwork_tags::RangeSet;
use roaring::RoaringBitmap;

use super::workload::{Query, Workload};
use crate::report::Outcome;

/// The containers that the bitmaps may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Containers {
    /// Arrays and bitmaps only.
    Bitmaps,
    /// Also runs, if the crate finds them smaller.
    Runs,
}

/// The sets of a query's tags.
pub(crate) struct Roaring {
    query: Query,
    sets: Vec<RoaringBitmap>,
}

impl Roaring {
    pub(crate) fn new(workload: &Workload, query: Query, containers: Containers) -> Outcome<Self> {
        let sets = workload.sets(query)?.into_iter();
        let sets = sets.map(|set| bitmap(workload, set, containers)).collect();
        Ok(Self { query, sets })
    }

    /// Returns the answer as a bitmap.
    pub(crate) fn bitmap(&self) -> RoaringBitmap {
        match (self.query, self.sets.as_slice()) {
            (Query::Q1, [running, male, tired, limping]) => {
                let mut found = tired | limping;
                found &= running;
                found &= male;
                found
            }
            (Query::Q2, [a, b, c, d, e, f, g]) => {
                let mut found = a | b;
                found |= c;
                found |= d;
                found -= e;
                found -= f;
                found &= g;
                found
            }
            _ => RoaringBitmap::new(),
        }
    }

    /// Returns the answer as `(start, stop)` pairs on the single axis.
    pub(crate) fn ranges(&self) -> Vec<(u32, u32)> {
        let found = self.bitmap();
        let mut rest = found.iter();
        std::iter::from_fn(|| rest.next_range())
            .map(|range| (*range.start(), *range.end() + 1))
            .collect()
    }
}

fn bitmap(workload: &Workload, set: &RangeSet, containers: Containers) -> RoaringBitmap {
    let mut bitmap = RoaringBitmap::new();
    for (start, stop) in workload.on_axis(set) {
        bitmap.insert_range(start..stop);
    }
    match containers {
        Containers::Bitmaps => bitmap.remove_run_compression(),
        Containers::Runs => bitmap.optimize(),
    };
    bitmap
}

/// Returns the bytes of all tags of the workload in the crate's portable format, which holds the containers as they are in
/// memory. (`statistics` counts bits instead of bytes for bitmaps.)
pub(crate) fn stored_bytes(workload: &Workload, containers: Containers) -> usize {
    let of_tag = |set| bitmap(workload, set, containers).serialized_size();
    workload.tags.iter().map(|tag| of_tag(&tag.set)).sum()
}
