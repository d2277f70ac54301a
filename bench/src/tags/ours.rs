//! Our own ways to answer a query, and what the engine does not offer yet.

use footwork_tags::{BoundQuery, Database, MaskSet, RangeSet};

use super::workload::{Query, Workload};

/// A query bound to our database.
pub(crate) struct Ours<'a> {
    database: &'a Database,
    query: BoundQuery,
}

impl<'a> Ours<'a> {
    pub(crate) fn new(workload: &'a Workload, query: Query) -> Result<Self, String> {
        Ok(Self {
            database: &workload.database,
            query: bind(&workload.database, query)?,
        })
    }

    /// Everything as stored by default.
    pub(crate) fn ranges(&self) -> RangeSet {
        self.database.ranges(&self.query)
    }

    pub(crate) fn masks(&self) -> MaskSet {
        self.database.masks(&self.query)
    }

    /// The article's evaluator, kept in the library as the measure of the others.
    pub(crate) fn pairwise(&self) -> RangeSet {
        footwork_tags::evaluate::pairwise::evaluate(&self.query, self.database)
    }
}

pub(crate) fn bind(database: &Database, query: Query) -> Result<BoundQuery, String> {
    let (_, bound) =
        footwork_tags::Query::parse_for(query.text(), database).map_err(|e| e.to_string())?;
    Ok(bound)
}

/// The database with the tags of `query` pinned as words; `None` while the engine cannot pin.
pub(crate) fn pinned(_: &Workload, _: Query) -> Option<Workload> {
    None
}

/// The seconds that a hit of the cache by a resolved handle takes; `None` while there is no cache.
pub(crate) fn cache_hit_secs(_: &Workload) -> Option<f64> {
    None
}

/// The seconds that opening a `.tagdb` of the workload takes; `None` while there is no such file.
pub(crate) fn open_secs(_: &Workload) -> Option<f64> {
    None
}

/// The bytes that our storage of all tags takes, and how that is known.
pub(crate) fn stored_bytes(workload: &Workload) -> (usize, &'static str) {
    let set_bytes = |set: &RangeSet| {
        size_of_val(set.ranges()) + size_of_val(set.clips()) + set.clip_count() * size_of::<usize>()
    };
    (
        workload.tags.iter().map(|tag| set_bytes(&tag.set)).sum(),
        "estimated: the engine does not tell, so these are the ranges, clips and offsets of `RangeSet` \
         without spare capacity",
    )
}
