//! The article's evaluator: recursion over whole range sets, two at a time.
//!
//! As in D. Holden, *Tags, Ranges and Masks* (2022): sets of many clips are packed range sets, a
//! leaf copies its tag's set, and each operator merges two sets into a new one. It is kept as the
//! measure that other evaluators are compared with; nothing else uses it.

use super::{functions, leaves};
use crate::query::BoundQuery;
use crate::query::bind::Step;
use crate::query::node::Function;
use crate::{Database, RangeSet, Ranges, SetAlgebra};

/// The frames for which a query holds.
pub fn evaluate(query: &BoundQuery, database: &Database) -> RangeSet {
    let mut stack: Vec<RangeSet> = Vec::new();
    for step in query.written() {
        let operands = stack.split_off(stack.len().saturating_sub(step.arity()));
        stack.push(apply(step, operands, database));
    }
    stack.pop().unwrap_or_default()
}

fn apply(step: &Step, operands: Vec<RangeSet>, database: &Database) -> RangeSet {
    match (step, operands.as_slice()) {
        (Step::All, _) => RangeSet::full(database.clips()),
        (Step::Tags(tags), _) => {
            let sets = tags
                .iter()
                .map(|&tag| database.tag_frames(tag).to_range_set());
            sets.reduce(|a, b| a.union(&b)).unwrap_or_default()
        }
        (Step::Event(ids), _) => by_clip(database, |clip, out| {
            leaves::first_frames(database, ids, clip, out);
        }),
        (Step::Near(ids, amount), _) => by_clip(database, |clip, out| {
            let distance = amount.in_frames(database.clips()[clip].rate);
            leaves::near(database, ids, clip, distance, out);
        }),
        (Step::Clips(clips), _) => by_clip(database, |clip, out| {
            if clips.binary_search(&clip).is_ok() {
                *out = Ranges::full(database.clips()[clip].frames);
            }
        }),
        (Step::Predicate(text), _) => by_clip(database, |clip, out| {
            leaves::predicate(database, text, clip, out);
        }),
        (Step::Not, [a]) => a.complement(database.clips()),
        (Step::Set(op), [a, b]) => a.combine(*op, b),
        (&Step::Call(Function::Pick { count, seed }), [a]) => {
            functions::pick(a, count, seed, database)
        }
        (Step::Call(function), [a]) => by_clip(database, |clip, out| {
            let a = Ranges::union_of(a.of_clip(clip).iter().copied());
            functions::of_one(*function, &a, &database.clips()[clip], out);
        }),
        (Step::Call(function), [a, b]) => by_clip(database, |clip, out| {
            let a = Ranges::union_of(a.of_clip(clip).iter().copied());
            let b = Ranges::union_of(b.of_clip(clip).iter().copied());
            functions::of_two(*function, &a, &b, &database.clips()[clip], out);
        }),
        _ => RangeSet::new(),
    }
}

/// The set that `write` makes, clip by clip.
fn by_clip(database: &Database, write: impl Fn(crate::ClipId, &mut Ranges)) -> RangeSet {
    let mut set = RangeSet::new();
    let mut ranges = Ranges::new();
    for clip in database.clip_ids() {
        ranges.clear();
        write(clip, &mut ranges);
        set.push(clip, ranges.as_slice());
    }
    set
}
