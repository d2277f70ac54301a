//! Evaluation: finds the frames for which a bound query holds.
//!
//! | file | way | for |
//! |---|---|---|
//! | `evaluator` | blocks of 64 clips: whole clips first, then words of many clips at once | answers |
//! | `cache` | like `evaluator`, with the answer for each block kept under the query's normal form | repeated queries |
//! | `live_query` | like `evaluator`, with the answer kept as one bit per frame | whether a query holds on a frame |
//! | `frame_table` | like `evaluator`, for up to 64 queries, with the answers kept as one word per frame | which of them hold on a frame |
//! | `explain` | one clip at a time, counting what each part finds | explanations for people |
//! | `pairwise` | whole sets, two at a time, as in the article | the oracle of tests of large databases |
//! | `plain` | one bool per frame | the oracle of tests |
//! | `parallel` | blocks on the threads of a rayon pool, with the feature `rayon` | many cores |
//!
//! `stamps` finds the changed blocks of a kept answer. `kept` evaluates them for a query that binds itself. `clip_bits`
//! holds the bits of a live query.
//!
//! All evaluators give the same answer. `functions` implements the functions of the language on the ranges of one clip,
//! for every evaluator except the plain one.
//!
//! The parts of the engine, from the bottom up:
//!
//! - `group`: 8 words of 64 frames
//! - `tile`: the clips answered together
//! - `sum`: ranges to words
//! - `simd`, `dispatch`: instructions chosen at run time
//! - `edges`: words to ranges
//! - `job`: a query and a block of clips
//! - `stored`: containers read in place, and prefetching
//! - `raster`: the operators on words
//! - `by_tile`, `by_words`, `by_strip`: short clips together, short clips whose words are in no cache, long clips alone
//! - `engine`: blocks in order
//! - `sinks`: the receivers of answers

mod by_clip;
mod by_strip;
mod by_tile;
mod by_words;
pub(crate) mod cache;
mod clip_bits;
pub(crate) mod dispatch;
mod edges;
mod engine;
pub(crate) mod evaluator;
pub(crate) mod explain;
pub(crate) mod frame_table;
mod functions;
mod group;
mod job;
mod kept;
mod leaves;
pub(crate) mod live_query;
pub(crate) mod pairwise;
#[cfg(feature = "rayon")]
mod parallel;
mod picks;
pub(crate) mod plain;
mod raster;
mod simd;
mod sinks;
mod stamps;
mod stored;
mod sum;
mod tile;

use crate::database::Database;
use crate::evaluate::evaluator::Evaluator;
use crate::mask_set::MaskSet;
use crate::query::bind::BoundQuery;
use crate::query::error::{QueryErrors, StaleQuery};
use crate::query::tree::Query;
use crate::range_set::RangeSet;

impl Database {
    /// Evaluates a query given as text.
    ///
    /// ```
    /// use footwork_tags::Database;
    ///
    /// let errors = Database::new().query("Gait &").unwrap_err();
    /// let codes: Vec<_> = errors.iter().map(|error| error.code()).collect();
    /// assert_eq!(codes, ["unknown-tag", "missing-operand"]);
    /// ```
    ///
    /// # Errors
    /// Returns all errors in the text, including unknown names.
    pub fn query(&self, text: &str) -> Result<RangeSet, QueryErrors> {
        let (_, bound) = Query::parse_for(text, self)?;
        Ok(self.ranges_of(&bound))
    }

    /// Returns the frames for which a query holds, as ranges.
    ///
    /// The call creates an [`Evaluator`], which takes about a microsecond. A reused evaluator answers a query on a few
    /// clips in a third of that time. A [`QueryCache`](crate::QueryCache) keeps answers, and a
    /// [`LiveQuery`](crate::LiveQuery) tests single frames.
    ///
    /// ```
    /// use footwork_tags::{Database, Query, StaleQuery};
    ///
    /// let mut db = Database::new();
    /// let query = Query::parse("all").unwrap();
    /// let bound = query.bind(&db).unwrap();
    /// assert!(db.ranges(&bound).unwrap().is_empty());
    ///
    /// // The bound query does not cover the new clip.
    /// db.add_clip("walk", 100, footwork_base::FrameRate::whole(30).unwrap()).unwrap();
    /// assert_eq!(db.ranges(&bound), Err(StaleQuery));
    /// let bound = query.bind(&db).unwrap();
    /// assert_eq!(db.ranges(&bound).unwrap().frame_count(), 100);
    /// ```
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current).
    pub fn ranges(&self, query: &BoundQuery) -> Result<RangeSet, StaleQuery> {
        query.check(self)?;
        Ok(self.ranges_of(query))
    }

    /// Returns the frames for which a query holds, as masks.
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current).
    pub fn masks(&self, query: &BoundQuery) -> Result<MaskSet, StaleQuery> {
        let mut out = MaskSet::new();
        Evaluator::new().masks_into(self, query, &mut out)?;
        Ok(out)
    }

    /// Returns the frames for which a current query holds.
    fn ranges_of(&self, query: &BoundQuery) -> RangeSet {
        let mut out = RangeSet::new();
        Evaluator::new().run(self, query, &mut &mut out);
        out.trim();
        out
    }
}
