//! Ranges, masks and sets of frames over many motion clips, with a query language.
//!
//! A *tag* holds for ranges of frames of clips; a query combines tags and says which frames to
//! find. The ideas are those of D. Holden, *Tags, Ranges and Masks* (2022).
//!
//! | type | is |
//! |---|---|
//! | [`Ranges`] | canonical ranges of one clip |
//! | [`Mask`] | one bit per frame of one clip |
//! | [`RangeSet`], [`MaskSet`] | the same for many clips |
//! | [`Database`] | clips, and the tags and events on them |
//! | [`Query`] | `Running & Male & (Tired \| Limping)`, parsed |
//!
//! ```
//! use footwork_base::FrameRate;
//! use footwork_tags::{Database, Ranges};
//!
//! let mut db = Database::new();
//! let rate = FrameRate::whole(60).unwrap();
//! for (name, start) in [("walk_01", 10), ("walk_02", 40)] {
//!     let clip = db.add_clip(name, 100, rate).unwrap();
//!     for (tag, range) in [("Gait.Walk", (0, 80)), ("Style.Tired", (start, 60))] {
//!         let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
//!         db.set_tag(tag, clip, Ranges::from_unsorted([range]).0).unwrap();
//!     }
//! }
//! let found = db.query("Gait.Walk - Style.Tired").unwrap();
//! assert_eq!(found.frame_count(), 30 + 60);
//! ```

pub mod algebra;
pub mod answer;
mod block;
pub mod database;
pub mod evaluate;
mod ids;
pub mod mask;
pub mod mask_set;
mod names;
pub mod pattern;
pub mod query;
pub mod range_set;
pub mod ranges;
pub mod resolver;
mod revision;
mod tag_block;
pub mod tag_frames;
pub mod tagdb;

pub use algebra::{SetAlgebra, SetOp};
pub use answer::Answer;
pub use database::{Database, DatabaseError};
pub use evaluate::cache::{CacheStats, QueryCache};
pub use evaluate::evaluator::Evaluator;
pub use evaluate::explain::Explanation;
pub use footwork_base::SimdLevel;
pub use ids::{ClipId, ClipInfo, EventId, TagId};
pub use mask::Mask;
pub use mask_set::MaskSet;
pub use pattern::ClipPattern;
pub use query::{Amount, BoundQuery, Query, QueryError, QueryErrorKind, QueryErrors};
pub use range_set::{NotSorted, RangeSet};
pub use ranges::{NotCanonical, Ranges, Repairs};
pub use resolver::Resolver;
pub use tag_frames::TagFrames;
pub use tagdb::TagDbError;
