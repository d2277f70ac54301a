//! Evaluation: which frames a bound query holds for.
//!
//! | module | way | for |
//! |---|---|---|
//! | [`evaluator`] | blocks of 64 clips: whole clips first, then words of many clips at once | everyday answers |
//! | [`cache`] | the same, each block kept under the normal form | answers that are asked again |
//! | [`explain`] | one clip at a time, counting what each part finds | people |
//! | [`pairwise`] | whole sets, two at a time, as in the article | a measure to compare with |
//! | [`plain`] | one bool a frame | the oracle of the tests |
//!
//! With the feature `rayon`, `parallel` has threads of the caller's go through the blocks.
//!
//! All give the same answer, always. What the functions of the language do to the ranges of one
//! clip is in `functions`, apart from the plain evaluator, which has its own words for it. Which
//! instructions the engine uses is chosen in `dispatch`.

mod by_clip;
mod by_strip;
mod by_tile;
pub(crate) mod cache;
pub(crate) mod dispatch;
mod edges;
mod engine;
pub(crate) mod evaluator;
pub(crate) mod explain;
mod functions;
mod group;
mod job;
mod leaves;
pub(crate) mod pairwise;
#[cfg(feature = "rayon")]
mod parallel;
mod picks;
pub(crate) mod plain;
mod raster;
mod simd;
mod sinks;
mod stored;
mod sum;
mod tile;

use crate::database::Database;
use crate::evaluate::evaluator::Evaluator;
use crate::mask_set::MaskSet;
use crate::query::bind::BoundQuery;
use crate::query::error::QueryErrors;
use crate::query::tree::Query;
use crate::range_set::RangeSet;

impl Database {
    /// Answers a query given as text.
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
    /// Every mistake in the text and every unknown name.
    pub fn query(&self, text: &str) -> Result<RangeSet, QueryErrors> {
        let (_, bound) = Query::parse_for(text, self)?;
        Ok(self.ranges(&bound))
    }

    /// The frames for which a query holds, as ranges.
    pub fn ranges(&self, query: &BoundQuery) -> RangeSet {
        let mut out = RangeSet::new();
        Evaluator::new().ranges_into(self, query, &mut out);
        out.trim();
        out
    }

    /// The frames for which a query holds, as masks.
    pub fn masks(&self, query: &BoundQuery) -> MaskSet {
        let mut out = MaskSet::new();
        Evaluator::new().masks_into(self, query, &mut out);
        out
    }
}
