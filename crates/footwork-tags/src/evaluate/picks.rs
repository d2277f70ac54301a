//! `pick`: ranges of the whole result, chosen by a hash. The same seed chooses the same ranges on every machine, and
//! adding a clip changes only a few of them.

use std::ops::Range;

use footwork_base::FrameRange;
use twox_hash::XxHash3_64;

use crate::database::Database;
use crate::ids::ClipId;
use crate::query::node::{Function, Unary};
use crate::query::step::{Step, first_step_of};
use crate::range_set::RangeSet;

/// The answers of every `pick` of a query. They are computed before any other step.
pub(super) struct Picks {
    /// The index of each `pick` in the query's steps, rising, and its answer.
    answers: Vec<(usize, RangeSet)>,
    /// For each step at which the operand of a `pick` begins, the index in `answers` of the outermost such `pick`.
    /// Empty if the query has no `pick`.
    outermost: Vec<Option<usize>>,
}

impl Picks {
    /// Answers every `pick` of a query. The callback returns the ranges of an operand in all clips.
    pub(super) fn with(
        steps: &[Step],
        database: &Database,
        find: impl Fn(Range<usize>, &Self) -> RangeSet,
    ) -> Self {
        let mut picks = Self {
            answers: Vec::new(),
            outermost: Vec::new(),
        };
        // Operands come before their operator, so an inner `pick` is answered before an outer one.
        for (index, step) in steps.iter().enumerate() {
            if let Step::Call(Function::Unary(Unary::Pick { count, seed })) = *step {
                let first = first_step_of(steps, index);
                let answer = pick(&find(first..index, &picks), count, seed, database);
                picks.outermost.resize(steps.len(), None);
                picks.outermost[first] = Some(picks.answers.len());
                picks.answers.push((index, answer));
            }
        }
        picks
    }

    /// Returns the outermost answered `pick` whose operand begins at step `first`, as its step and its answer. `None`
    /// if there is none.
    pub(super) fn beginning_at(&self, first: usize) -> Option<&(usize, RangeSet)> {
        let answer = (*self.outermost.get(first)?)?;
        self.answers.get(answer)
    }

    /// Returns the answer of the `pick` at step `index` in one clip.
    pub(super) fn ranges(&self, index: usize, clip: ClipId) -> &[FrameRange] {
        match self.answers.binary_search_by_key(&index, |(at, _)| *at) {
            Ok(found) => self.answers[found].1.ranges(clip),
            Err(_) => &[],
        }
    }
}

/// Returns the `count` ranges with the smallest hashes, or all ranges if there are fewer.
pub(super) fn pick(all: &RangeSet, count: u32, seed: u64, database: &Database) -> RangeSet {
    let mut hashed: Vec<(u64, ClipId, FrameRange)> = Vec::with_capacity(all.range_count());
    let mut bytes = Vec::new();
    for (clip, ranges) in all.iter() {
        for &range in ranges {
            bytes.clear();
            bytes.extend_from_slice(database.clips()[clip].name.as_bytes());
            bytes.extend_from_slice(&range.start().to_le_bytes());
            bytes.extend_from_slice(&range.stop().to_le_bytes());
            hashed.push((XxHash3_64::oneshot_with_seed(seed, &bytes), clip, range));
        }
    }
    hashed.sort_unstable();
    hashed.truncate(count as usize);
    hashed.sort_unstable_by_key(|&(_, clip, range)| (clip, range));
    let mut picked = RangeSet::new();
    for of_clip in hashed.chunk_by(|a, b| a.1 == b.1) {
        picked.push_with(of_clip[0].1, |out| {
            out.extend(of_clip.iter().map(|&(_, _, range)| range));
        });
    }
    picked
}
