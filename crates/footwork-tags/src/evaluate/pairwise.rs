//! The evaluator of the article: recursion over whole range sets, two sets at a time.
//!
//! It follows D. Holden, *Tags, Ranges and Masks* (2022). Sets of many clips are packed range sets, a leaf copies its
//! tag's set, and each operator merges two sets into a new set. It is the oracle for databases that are too large for
//! the plain evaluator.

use footwork_base::IdVec;

use super::{functions, leaves, picks};
use crate::algebra::SetAlgebra;
use crate::database::Database;
use crate::ids::TagId;
use crate::query::bind::BoundQuery;
use crate::query::error::StaleQuery;
use crate::query::node::{Function, Unary};
use crate::query::step::Step;
use crate::range_set::RangeSet;
use crate::ranges::Ranges;

/// The tags of a database as packed range sets.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_tags::{Database, Pairwise, Query};
///
/// let mut db = Database::new();
/// db.add_clip("walk", 100, FrameRate::whole(30).unwrap()).unwrap();
/// let query = Query::parse("all - first(all, 10)").unwrap().bind(&db).unwrap();
/// assert_eq!(Pairwise::new(&db).evaluate(&query), db.ranges(&query));
/// ```
#[derive(Debug)]
pub struct Pairwise<'a> {
    database: &'a Database,
    tags: IdVec<TagId, RangeSet>,
}

impl<'a> Pairwise<'a> {
    /// Creates packed range sets of all tags.
    pub fn new(database: &'a Database) -> Self {
        let mut ids: Vec<TagId> = database.tags().map(|(_, id)| id).collect();
        ids.sort_unstable();
        let mut tags = IdVec::new();
        for id in ids {
            // Cannot fail, because the database has as many ids.
            let _ = tags.push(database.tag_frames(id).to_range_set());
        }
        Self { database, tags }
    }

    /// Returns the frames for which a query holds.
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current).
    pub fn evaluate(&self, query: &BoundQuery) -> Result<RangeSet, StaleQuery> {
        query.check(self.database)?;
        let mut stack: Vec<RangeSet> = Vec::new();
        for step in query.written() {
            let operands = stack.split_off(stack.len().saturating_sub(step.arity()));
            stack.push(self.apply(step, &operands));
        }
        Ok(stack.pop().unwrap_or_default())
    }

    fn apply(&self, step: &Step, operands: &[RangeSet]) -> RangeSet {
        let database = self.database;
        match (step, operands) {
            (Step::All, _) => RangeSet::full(database.clips()),
            (Step::Tags(tags), _) => {
                let mut sets = tags.iter().filter_map(|&tag| self.tags.get(tag));
                let first = sets.next().cloned().unwrap_or_default();
                sets.fold(first, |all, set| all.union(set))
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
            (Step::Similar(asked), _) => by_clip(database, |clip, out| {
                leaves::similar(database, asked, clip, out);
            }),
            (Step::Not, [a]) => a.complement(database.clips()),
            (Step::Set(op), [a, b]) => a.combine(*op, b),
            (&Step::Call(Function::Unary(Unary::Pick { count, seed })), [a]) => {
                picks::pick(a, count, seed, database)
            }
            (Step::Call(Function::Unary(function)), [a]) => by_clip(database, |clip, out| {
                let a = Ranges::from_iter(a.ranges(clip).iter().copied());
                functions::unary(*function, &a, &database.clips()[clip], out);
            }),
            (Step::Call(Function::Binary(function)), [a, b]) => by_clip(database, |clip, out| {
                let a = Ranges::from_iter(a.ranges(clip).iter().copied());
                let b = Ranges::from_iter(b.ranges(clip).iter().copied());
                functions::binary(*function, &a, &b, &database.clips()[clip], out);
            }),
            _ => RangeSet::new(),
        }
    }
}

/// Returns the set of the ranges that `write` appends for each clip.
fn by_clip(database: &Database, write: impl Fn(crate::ids::ClipId, &mut Ranges)) -> RangeSet {
    let mut set = RangeSet::new();
    let mut ranges = Ranges::new();
    for clip in database.clip_ids() {
        ranges.clear();
        write(clip, &mut ranges);
        set.push(clip, ranges.as_slice());
    }
    set
}
