//! Evaluation: which frames a bound query holds for.
//!
//! | module | way | for |
//! |---|---|---|
//! | [`by_clip`] | one clip at a time, over [`Ranges`] or [`Mask`]s | everyday answers |
//! | [`pairwise`] | whole sets, two at a time, as in the article | a measure to compare with |
//! | [`plain`] | one bool a frame | the oracle of the tests |
//!
//! All give the same answer, always. What the functions of the language do to the ranges of one
//! clip is in [`functions`], apart from the plain evaluator, which has its own words for it.

pub(crate) mod by_clip;
mod events;
mod functions;
pub mod pairwise;
pub mod plain;

use crate::query::BoundQuery;
use crate::{Database, Mask, MaskSet, Query, QueryErrors, RangeSet, Ranges};

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
        by_clip::evaluate::<Ranges>(query, self, |clip, found| {
            out.push(clip, found.as_slice());
        });
        out
    }

    /// The frames for which a query holds, as masks.
    pub fn masks(&self, query: &BoundQuery) -> MaskSet {
        let mut out = MaskSet::new();
        by_clip::evaluate::<Mask>(query, self, |clip, found| out.push(clip, found.clone()));
        out
    }
}
