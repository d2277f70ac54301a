//! Evaluates one clip at a time: runs the steps of a plan on a stack of reused ranges.
//!
//! The engine uses this for leaves other than tags, for the operands of `pick`, and for whole queries on long clips
//! with few ranges. Explanations use it for every query.

use std::ops::Range;

use footwork_base::FrameRange;

use super::functions;
use super::leaves;
use super::picks::Picks;
use crate::algebra::{SetAlgebra, SetOp};
use crate::database::Database;
use crate::ids::{ClipId, ClipInfo, TagId};
use crate::query::node::{Function, Unary};
use crate::query::step::Step;
use crate::range_set::RangeSet;
use crate::ranges::Ranges;

/// A stack of ranges whose memory is kept from clip to clip.
#[derive(Clone, Debug, Default)]
pub(super) struct Machine {
    stack: Vec<Ranges>,
    /// The number of used entries of `stack`.
    used: usize,
    /// The buffer for the result of an operator, before it is swapped with an operand.
    spare: Ranges,
}

impl Machine {
    /// Returns the frames of one clip for which the last step holds; `None` without steps. The steps below a `pick` are
    /// skipped, because its answer is already known.
    pub(super) fn run(
        &mut self,
        steps: &[Step],
        range: Range<usize>,
        database: &Database,
        clip: ClipId,
        picks: &Picks,
    ) -> Option<&Ranges> {
        self.used = 0;
        let info = &database.clips()[clip];
        let mut index = range.start;
        while index < range.end {
            if let Some((pick, picked)) = picks.beginning_at(index) {
                self.push().assign(picked.ranges(clip));
                index = pick + 1;
            } else {
                self.step(&steps[index], database, clip, info);
                index += 1;
            }
        }
        self.stack[..self.used].last()
    }

    /// Runs all steps, and passes the result of each step to `observe`.
    pub(super) fn run_observed(
        &mut self,
        steps: &[Step],
        database: &Database,
        clip: ClipId,
        picks: &Picks,
        mut observe: impl FnMut(usize, &Ranges),
    ) {
        self.used = 0;
        let info = &database.clips()[clip];
        for (index, step) in steps.iter().enumerate() {
            if matches!(step, Step::Call(Function::Unary(Unary::Pick { .. }))) {
                self.used = self.used.saturating_sub(1);
                self.push().assign(picks.ranges(index, clip));
            } else {
                self.step(step, database, clip, info);
            }
            if let Some(top) = self.stack[..self.used].last() {
                observe(index, top);
            }
        }
    }

    /// Runs a step other than `pick`.
    #[inline]
    fn step(&mut self, step: &Step, database: &Database, clip: ClipId, info: &ClipInfo) {
        match step {
            Step::Tags(tags) => self.push_tags(tags, database, clip),
            Step::Not => self.complement(info.frames),
            Step::Set(op) => self.combine(*op),
            Step::Call(function) => self.call(*function, info),
            leaf => write_leaf(leaf, database, clip, info, self.push()),
        }
    }

    /// Pushes an empty set.
    fn push(&mut self) -> &mut Ranges {
        if self.used == self.stack.len() {
            self.stack.push(Ranges::default());
        }
        let top = &mut self.stack[self.used];
        top.clear();
        self.used += 1;
        top
    }

    fn push_tags(&mut self, tags: &[TagId], database: &Database, clip: ClipId) {
        for (index, &tag) in tags.iter().enumerate() {
            database.tag_frames(tag).ranges_into(clip, self.push());
            if index > 0 {
                self.combine(SetOp::Union);
            }
        }
        if tags.is_empty() {
            self.push();
        }
    }

    fn complement(&mut self, clip_frames: u32) {
        if let Some(top) = self.stack[..self.used].last_mut() {
            top.complement_into(&clip_frames, &mut self.spare);
            std::mem::swap(top, &mut self.spare);
        }
    }

    fn combine(&mut self, op: SetOp) {
        if let [.., a, b] = &mut self.stack[..self.used] {
            a.combine_into(op, b, &mut self.spare);
            std::mem::swap(a, &mut self.spare);
            self.used -= 1;
        }
    }

    fn call(&mut self, function: Function, clip: &ClipInfo) {
        let first = self.used.saturating_sub(function.arity());
        match (function, &self.stack[first..self.used]) {
            (Function::Unary(function), [a]) => {
                functions::unary(function, a, clip, &mut self.spare)
            }
            (Function::Binary(function), [a, b]) => {
                functions::binary(function, a, b, clip, &mut self.spare)
            }
            _ => return,
        }
        self.used = first + 1;
        std::mem::swap(&mut self.stack[first], &mut self.spare);
    }
}

impl Picks {
    /// Answers every `pick` of a query.
    pub(super) fn new(steps: &[Step], database: &Database) -> Self {
        Self::with(steps, database, |operand, picks| {
            operand_of(steps, operand, database, picks, database.clip_ids())
        })
    }
}

/// Returns the ranges of an operand in the given clips.
pub(super) fn operand_of(
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

/// Writes the frames of a leaf other than a tag.
fn write_leaf(step: &Step, database: &Database, clip: ClipId, info: &ClipInfo, out: &mut Ranges) {
    let whole = || FrameRange::new(0, info.frames);
    match step {
        Step::All => out.rebuild(|ranges| ranges.extend(whole())),
        Step::Clips(clips) if clips.binary_search(&clip).is_ok() => {
            out.rebuild(|ranges| ranges.extend(whole()));
        }
        Step::Event(ids) => leaves::first_frames(database, ids, clip, out),
        Step::Near(ids, amount) => {
            leaves::near(database, ids, clip, amount.in_frames(info.rate), out);
        }
        Step::Predicate(text) => leaves::predicate(database, text, clip, out),
        Step::Similar(asked) => leaves::similar(database, asked, clip, out),
        _ => {}
    }
}
