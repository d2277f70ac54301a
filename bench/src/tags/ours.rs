//! Footwork's evaluators of a query.

use std::cell::RefCell;

use footwork_tags::Pairwise;
use footwork_tags::{BoundQuery, Database, Evaluator, MaskSet, QueryCache, RangeSet};

use super::workload::{Query, Workload};
use crate::report::Outcome;

/// The message of a panic for a stale bound query. Workloads never change after they are
/// generated.
pub(crate) const CURRENT: &str = "the query was bound to this database";

/// A query bound to our database, with reusable buffers.
pub(crate) struct Ours<'a> {
    database: &'a Database,
    query: BoundQuery,
    pairwise: Pairwise<'a>,
    evaluator: RefCell<Evaluator>,
}

impl<'a> Ours<'a> {
    pub(crate) fn new(database: &'a Database, query: Query) -> Outcome<Self> {
        Ok(Self {
            database,
            query: bind(database, query)?,
            pairwise: Pairwise::new(database),
            evaluator: RefCell::default(),
        })
    }

    /// Writes the answer as ranges into a reused buffer.
    pub(crate) fn ranges_into(&self, out: &mut RangeSet) {
        self.evaluator
            .borrow_mut()
            .ranges_into(self.database, &self.query, out)
            .expect(CURRENT);
    }

    pub(crate) fn masks_into(&self, out: &mut MaskSet) {
        self.evaluator
            .borrow_mut()
            .masks_into(self.database, &self.query, out)
            .expect(CURRENT);
    }

    /// Returns the answer as a newly allocated value, as the other libraries do.
    pub(crate) fn ranges(&self) -> RangeSet {
        let mut out = RangeSet::new();
        self.ranges_into(&mut out);
        out
    }

    pub(crate) fn masks(&self) -> MaskSet {
        let mut out = MaskSet::new();
        self.masks_into(&mut out);
        out
    }

    /// Makes the call that the README shows.
    pub(crate) fn call(&self) -> RangeSet {
        self.database.ranges(&self.query).expect(CURRENT)
    }

    /// Evaluates the query with the oracle for tests of large databases.
    pub(crate) fn pairwise(&self) -> RangeSet {
        self.pairwise.evaluate(&self.query).expect(CURRENT)
    }
}

pub(crate) fn bind(database: &Database, query: Query) -> Outcome<BoundQuery> {
    Ok(footwork_tags::Query::parse_for(query.text(), database)?.1)
}

/// Returns a copy of the database with the tags of `query` pinned as words.
pub(crate) fn pinned(workload: &Workload, query: Query) -> Outcome<Database> {
    let mut database = workload.database.clone();
    for tag in query.tags() {
        database.pin(workload.tag(tag)?.id)?;
    }
    Ok(database)
}

/// Returns a cache with the answer to `query`.
pub(crate) fn warm_cache(database: &Database, query: &BoundQuery) -> QueryCache {
    let mut cache = QueryCache::new(1 << 30);
    cache.answer(database, query).expect(CURRENT);
    cache
}

/// Returns the size in bytes of all stored tags, and the source of that number.
pub(crate) fn stored_bytes(workload: &Workload) -> (usize, &'static str) {
    let database = &workload.database;
    (
        database
            .tags()
            .map(|(_, id)| database.tag_frames(id).bytes())
            .sum(),
        "the engine's own count for its blocks",
    )
}
