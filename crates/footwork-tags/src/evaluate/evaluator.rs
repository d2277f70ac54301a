//! Answers in the form that the caller wants, into buffers that are used again.

use super::by_clip::{ClipFrames, Machine};
use super::functions::Picks;
use crate::query::BoundQuery;
use crate::{ClipId, Database, Mask, MaskSet, RangeSet, Ranges};

/// Evaluates queries, keeping its memory from one to the next: once warm, a query without `pick`
/// allocates nothing.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_tags::{Database, Evaluator, Query, RangeSet};
///
/// let mut db = Database::new();
/// db.add_clip("walk", 100, FrameRate::whole(30).unwrap()).unwrap();
/// let last = Query::parse("last(all, 0.5s)").unwrap().bind(&db).unwrap();
///
/// let mut evaluator = Evaluator::new();
/// let mut found = RangeSet::new();
/// evaluator.ranges_into(&db, &last, &mut found);
/// assert_eq!(found.frame_count(), 15);
/// assert_eq!(evaluator.frame_count(&db, &last), 15);
/// assert!(evaluator.any(&db, &last));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    ranges: Machine<Ranges>,
    masks: Machine<Mask>,
}

impl Evaluator {
    /// An evaluator without memory yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces `out` by the frames for which the query holds.
    pub fn ranges_into(&mut self, database: &Database, query: &BoundQuery, out: &mut RangeSet) {
        out.clear();
        each_clip(&mut self.ranges, database, query, |clip, found| {
            out.push(clip, found.as_slice());
            true
        });
    }

    /// Replaces `out` by the frames for which the query holds.
    pub fn masks_into(&mut self, database: &Database, query: &BoundQuery, out: &mut MaskSet) {
        out.clear();
        each_clip(&mut self.masks, database, query, |clip, found| {
            out.push(clip, found);
            true
        });
    }

    /// How many frames the query holds for.
    pub fn frame_count(&mut self, database: &Database, query: &BoundQuery) -> u64 {
        let mut count = 0;
        each_clip(&mut self.ranges, database, query, |_, found| {
            count += u64::from(found.frame_count());
            true
        });
        count
    }

    /// Whether the query holds for any frame; clips after the first such one are not looked at.
    pub fn any(&mut self, database: &Database, query: &BoundQuery) -> bool {
        let mut any = false;
        each_clip(&mut self.ranges, database, query, |_, found| {
            any = !found.is_empty();
            !any
        });
        any
    }
}

/// Gives the frames of each clip, perhaps none, to `found`, until it says that it is enough.
fn each_clip<S: ClipFrames>(
    machine: &mut Machine<S>,
    database: &Database,
    query: &BoundQuery,
    mut found: impl FnMut(ClipId, &S) -> bool,
) {
    let picks = Picks::new(query.plan(), database);
    for clip in database.clip_ids() {
        let frames = machine.run(query.plan(), database, clip, &picks);
        if !frames.is_none_or(|frames| found(clip, frames)) {
            break;
        }
    }
}
