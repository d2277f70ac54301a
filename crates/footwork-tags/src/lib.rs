//! Ranges, masks and sets of frames over many motion clips, and a query language to combine them.
//!
//! A *tag* holds on ranges of a clip's frames. A query combines tags and finds frames. The ideas are those of D. Holden,
//! *Tags, Ranges and Masks* (2022).
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
//!         db.set_tag(tag, clip, Ranges::from_pairs([range]).unwrap()).unwrap();
//!     }
//! }
//! let found = db.query("Gait.Walk - Style.Tired").unwrap();
//! assert_eq!(found.frame_count(), 30 + 60);
//! ```
//!
//! # Which type for what
//!
//! | frames of | as ranges | as bits | shared by a cache |
//! |---|---|---|---|
//! | one clip | [`Ranges`] | [`Mask`] | |
//! | many clips | [`RangeSet`] | [`MaskSet`] | [`CachedRanges`] |
//!
//! The four types in the columns "as ranges" and "as bits" implement [`SetAlgebra`].
//!
//! - A [`Database`] holds clips with their tags and events. [`Database::query`] answers a [`Query`].
//! - An [`Evaluator`] answers queries without allocating, and a [`QueryCache`] keeps their answers.
//! - A [`LiveQuery`] tells whether a query holds on a character's current frame. A [`FrameTable`] does so for many queries at
//!   once.
//! - A [`Resolver`] finds similar poses, and answers predicates such as `{ speed > 3 }` about facts that tags do not record.
//! - [`Database::to_bytes`] and [`Database::from_bytes`] write and read `.tagdb` files. [`Database::to_bytes_with`] adds a
//!   [`FrameTable`].
//!
//! # Source
//!
//! The files are in the order of the data. No file imports a file of a later row.
//!
//! | file | holds |
//! |---|---|
//! | `ids`, `names`, `revision` | typed ids; tables of dotted names; when something changed last |
//! | `ranges`, `mask` | the frames of one clip, as ranges or bits |
//! | `range_set`, `mask_set` | the frames of many clips |
//! | `algebra` | union, intersection, difference, symmetric difference and complement of these four types |
//! | `block`, `cached_ranges` | blocks of 64 clips, and answers that share them |
//! | `tag_block/` | how a tag stores 64 clips: two bitmaps, and ranges or words for clips that have it on only some frames |
//! | `tag_frames`, `resolver` | a tag's frames as callers see them; the interface that answers predicates |
//! | `clip_names` | the names of clips, whole and without their folders |
//! | `stored_table` | the frame table of an opened file |
//! | `database` | clips, tags and events; each change has a revision |
//! | `query/` | text, `token`, `parse`, `tree`, `bind`, `normal`, `plan`, `kernel` |
//! | `evaluate/` | the engine, kept answers, explanations, and two plain evaluators to compare with |
//! | `tagdb/` | a database as a file: `layout` around the content, `write`, `table`, and `read`, which checks everything |
//!
//! `docs/design/tag-engine.md` explains how the engine works and why, and names dropped alternatives.

mod algebra;
mod block;
mod cached_ranges;
mod clip_names;
mod database;
mod evaluate;
mod ids;
mod mask;
mod mask_set;
mod names;
mod query;
mod range_set;
mod ranges;
mod resolver;
mod revision;
mod stored_table;
mod tag_block;
mod tag_frames;
mod tagdb;

pub use algebra::{SetAlgebra, SetOp};
pub use cached_ranges::CachedRanges;
pub use database::{Database, DatabaseError};
pub use evaluate::cache::{CacheStats, QueryCache};
pub use evaluate::evaluator::Evaluator;
pub use evaluate::explain::{Explanation, MAX_EXPLAINED_NODES};
pub use evaluate::frame_table::{
    FrameTable, FrameWords, MAX_TABLE_QUERIES, TableError, TooManyQueries,
};
pub use evaluate::live_query::{LiveQuery, Membership};
pub use evaluate::pairwise::Pairwise;
pub use evaluate::plain::plain_ranges;
pub use footwork_base::{Amount, SimdLevel};
pub use ids::{ClipId, ClipInfo, EventId, TagId};
pub use mask::Mask;
pub use mask_set::MaskSet;
pub use query::bind::BoundQuery;
pub use query::error::{QueryError, QueryErrorKind, QueryErrors, StaleQuery};
pub use query::function::{QueryFunction, query_functions};
pub use query::tree::{MAX_QUERY_BYTES, MAX_QUERY_NESTING, Query};
pub use range_set::{NotSorted, RangeSet};
pub use ranges::{NotCanonical, Ranges, Repairs};
pub use resolver::{MAX_SIMILAR, Resolver, Similar};
pub use tag_frames::TagFrames;
pub use tagdb::error::TagDbError;
