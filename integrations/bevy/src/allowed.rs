//! The poses that a character may play: those that a query over tags finds.

use bevy_asset::Handle;
use bevy_ecs::component::Component;
use footwork::matching::{Filter, Index, Twins};
use footwork::tags::{BoundQuery, Database, Query, QueryCache, QueryErrors};
use footwork::{CommonClips, QueryFilter, common_clips};

use crate::assets::TagDatabase;
use crate::failed::Failure;

/// The size of the cache of answers, in bytes.
const CACHE_BYTES: usize = 1 << 20;

/// Restricts a [`FootworkCharacter`](crate::FootworkCharacter) to the poses that a query finds. Insert another one to change the query: the
/// character leaves poses that are no longer allowed.
///
/// Clips of the database and of the poses correspond by name. Until the database is loaded, the character stands still.
#[derive(Component, Debug)]
pub struct AllowedPoses {
    pub(crate) database: Handle<TagDatabase>,
    query: String,
    kept: Option<Kept>,
    cache: QueryCache,
}

#[derive(Debug)]
struct Kept {
    filter: QueryFilter,
    clips: CommonClips,
    stamp: u64,
}

impl AllowedPoses {
    /// Allows the poses that a query finds in a database.
    ///
    /// # Errors
    /// Returns an error if the text is not a query. If the query uses names that the database lacks, a
    /// [`Failed`](crate::Failed) message says so once the database is loaded.
    pub fn new(
        database: Handle<TagDatabase>,
        query: impl Into<String>,
    ) -> Result<Self, QueryErrors> {
        let query = query.into();
        Query::parse(&query)?;
        Ok(Self {
            database,
            query,
            kept: None,
            cache: QueryCache::new(CACHE_BYTES),
        })
    }

    /// Returns the query.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Returns the filter for the current result of the query. It allows jumps only to frames after which the clip
    /// stays within the result for `runway_secs`.
    pub(crate) fn filter(
        &mut self,
        database: &Database,
        index: &Index,
        runway_secs: f32,
    ) -> Result<&Filter, Failure> {
        let is_current =
            |kept: &Kept| kept.filter.query().is_current(database) && kept.stamp == index.stamp();
        let kept = match self.kept.take().filter(is_current) {
            Some(kept) => kept,
            None => Kept {
                filter: QueryFilter::new(bound(&self.query, database)?, Twins::Both)
                    .for_landing(runway_secs.into())
                    .named(&self.query),
                clips: common_clips(database, index).map_err(Failure::Foreign)?,
                stamp: index.stamp(),
            },
        };
        let Kept { filter, clips, .. } = self.kept.insert(kept);
        let clip_of = |clip| clips.in_index(clip);
        filter
            .current(&mut self.cache, database, index, clip_of)
            .map_err(Failure::Stale)
    }
}

fn bound(text: &str, database: &Database) -> Result<BoundQuery, Failure> {
    let bound = Query::parse(text).and_then(|query| query.bind(database));
    bound.map_err(Failure::Query)
}
