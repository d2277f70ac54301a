//! The evaluator: writes answers to reused buffers, in the form that the caller chooses.

use std::ops::Range;

use footwork_base::{SimdLevel, SupportedLevel};

use super::engine::{Engine, Sink};
use super::job::Job;
use super::picks::Picks;
use super::sinks::{Any, Count, Masks};
use crate::block::{self, RangeBlock};
use crate::database::Database;
use crate::ids::ClipId;
use crate::mask::Mask;
use crate::mask_set::MaskSet;
use crate::query::bind::BoundQuery;
use crate::query::error::StaleQuery;
use crate::range_set::RangeSet;

/// Evaluates queries and reuses its memory. After a first run, a query without `pick` allocates nothing, except in a
/// [`Resolver`](crate::Resolver) that answers its predicates.
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
/// evaluator.ranges_into(&db, &last, &mut found).unwrap();
/// assert_eq!(found.frame_count(), 15);
/// assert_eq!(evaluator.frame_count(&db, &last), Ok(15));
/// assert_eq!(evaluator.any(&db, &last), Ok(true));
/// let walk = db.clip_by_name("walk").unwrap();
/// assert_eq!(evaluator.holds(&db, &last, walk, 84), Ok(false));
/// assert_eq!(evaluator.holds(&db, &last, walk, 85), Ok(true));
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator {
    engine: Engine,
    level: SupportedLevel,
    mask: Mask,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator {
    /// Creates an evaluator with the best instructions of the processor.
    pub fn new() -> Self {
        Self::with(SupportedLevel::detect())
    }

    /// Creates an evaluator at the SIMD level `level`; `None` if the processor lacks the level. All levels give the
    /// same answers.
    pub fn with_level(level: SimdLevel) -> Option<Self> {
        SupportedLevel::new(level).map(Self::with)
    }

    fn with(level: SupportedLevel) -> Self {
        Self {
            engine: Engine::default(),
            level,
            mask: Mask::default(),
        }
    }

    /// Replaces `out` with the frames for which the query holds.
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current). After an error, `out` is unchanged.
    pub fn ranges_into(
        &mut self,
        database: &Database,
        query: &BoundQuery,
        mut out: &mut RangeSet,
    ) -> Result<(), StaleQuery> {
        query.check(database)?;
        out.clear();
        self.run(database, query, &mut out);
        Ok(())
    }

    /// Replaces `out` with the frames for which the query holds, as masks.
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current). After an error, `out` is unchanged.
    pub fn masks_into(
        &mut self,
        database: &Database,
        query: &BoundQuery,
        out: &mut MaskSet,
    ) -> Result<(), StaleQuery> {
        query.check(database)?;
        out.clear();
        let mut mask = std::mem::take(&mut self.mask);
        let mut sink = Masks {
            out,
            mask: &mut mask,
        };
        self.run(database, query, &mut sink);
        self.mask = mask;
        Ok(())
    }

    /// Returns the number of frames for which the query holds.
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current).
    pub fn frame_count(
        &mut self,
        database: &Database,
        query: &BoundQuery,
    ) -> Result<u64, StaleQuery> {
        query.check(database)?;
        let mut count = Count::default();
        self.run(database, query, &mut count);
        Ok(count.0)
    }

    /// Returns whether the query holds for any frame. The evaluation stops at the first such frame.
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current).
    pub fn any(&mut self, database: &Database, query: &BoundQuery) -> Result<bool, StaleQuery> {
        query.check(database)?;
        let mut any = Any::default();
        self.run(database, query, &mut any);
        Ok(any.0)
    }

    /// Returns whether the query holds on a frame of a clip. Functions are evaluated on the whole clip. Other clips are
    /// evaluated only for a `pick`. Returns `false` past the end of a clip, and for a clip that is not in the database.
    ///
    /// The evaluator keeps no answer. To test one query often, use a [`LiveQuery`](crate::LiveQuery).
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current).
    pub fn holds(
        &mut self,
        database: &Database,
        query: &BoundQuery,
        clip: ClipId,
        frame: u32,
    ) -> Result<bool, StaleQuery> {
        query.check(database)?;
        let picks = Picks::new(query.plan(), database);
        let job = Job {
            database,
            query,
            picks: &picks,
        };
        Ok(self.engine.holds(job, clip, frame))
    }

    /// Returns the frames for which the query holds in one block of clips.
    pub(super) fn block(&mut self, job: Job<'_>, number: usize) -> RangeBlock {
        let mut out = RangeBlock::default();
        self.blocks(job, number..number + 1, &mut out);
        out.shrink_to_fit();
        out
    }

    /// Passes the answer to the sink until the sink wants no more. The query must be current.
    pub(super) fn run(&mut self, database: &Database, query: &BoundQuery, sink: &mut impl Sink) {
        let picks = Picks::new(query.plan(), database);
        let job = Job {
            database,
            query,
            picks: &picks,
        };
        self.blocks(job, 0..block::count(database.clips().len()), sink);
    }

    /// Passes the answer in a range of blocks to the sink until the sink wants no more. Skips blocks in which no clip
    /// has a matching name.
    pub(super) fn blocks(&mut self, job: Job<'_>, numbers: Range<usize>, sink: &mut impl Sink) {
        let span = job.query.kernel().span();
        let numbers = numbers.start.max(span.start)..numbers.end.min(span.end);
        if numbers.is_empty() {
            return;
        }
        self.engine.blocks(job, numbers, self.level, sink);
    }
}
