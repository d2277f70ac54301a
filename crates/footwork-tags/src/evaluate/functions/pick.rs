//! `pick`: some ranges of the whole result, chosen by a hash, so that the same seed gives the
//! same ones on every machine, and adding a clip changes little.

use std::ops::Range;

use footwork_base::FrameRange;
use twox_hash::XxHash3_64;

use crate::evaluate::by_clip::Machine;
use crate::query::node::Function;
use crate::query::step::Step;
use crate::{ClipId, Database, RangeSet};

/// The answers of every `pick` of a query, found before its clips are gone through.
pub(in crate::evaluate) struct Picks {
    /// The position of each `pick` among the query's steps, rising, and what it picked.
    answers: Vec<(usize, RangeSet)>,
}

impl Picks {
    pub(in crate::evaluate) fn new(steps: &[Step], database: &Database) -> Self {
        Self::with(steps, database, |operand, picks| {
            operand_of(steps, operand, database, picks, database.clip_ids())
        })
    }

    /// The same, with the ranges of an operand in all clips from `find`.
    pub(in crate::evaluate) fn with(
        steps: &[Step],
        database: &Database,
        find: impl Fn(Range<usize>, &Self) -> RangeSet,
    ) -> Self {
        let mut picks = Self {
            answers: Vec::new(),
        };
        // Operands come before their operator, so an inner `pick` is answered before an outer.
        for (index, step) in steps.iter().enumerate() {
            if let Step::Call(Function::Pick { count, seed }) = *step {
                let operand = first_step_of_operand(steps, index)..index;
                let answer = pick(&find(operand, &picks), count, seed, database);
                picks.answers.push((index, answer));
            }
        }
        picks
    }

    /// What the `pick` at step `index` picked in one clip.
    pub(in crate::evaluate) fn of(&self, index: usize, clip: ClipId) -> &[FrameRange] {
        match self.answers.binary_search_by_key(&index, |(at, _)| *at) {
            Ok(found) => self.answers[found].1.of_clip(clip),
            Err(_) => &[],
        }
    }
}

/// The ranges of an operand in these clips.
pub(in crate::evaluate) fn operand_of(
    steps: &[Step],
    operand: Range<usize>,
    database: &Database,
    picks: &Picks,
    clips: impl Iterator<Item = ClipId>,
) -> RangeSet {
    let mut machine = Machine::default();
    let mut all = RangeSet::new();
    for clip in clips {
        if let Some(found) = machine.run(steps, operand.clone(), database, clip, picks) {
            all.push(clip, found.as_slice());
        }
    }
    all
}

/// Where the operand of the function at `index` begins: postfix read backwards until it is whole.
fn first_step_of_operand(steps: &[Step], index: usize) -> usize {
    let mut wanted = 1;
    let mut at = index;
    while wanted > 0 && at > 0 {
        at -= 1;
        wanted = wanted - 1 + steps[at].arity();
    }
    at
}

/// The `count` ranges with the smallest hashes; all when there are no more than that.
pub(in crate::evaluate) fn pick(
    all: &RangeSet,
    count: u32,
    seed: u64,
    database: &Database,
) -> RangeSet {
    let mut hashed: Vec<(u64, ClipId, FrameRange)> = Vec::with_capacity(all.ranges().len());
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
