//! Queries: which frames, said in one line.
//!
//! ```text
//! query := xor ('|' xor)*      xor := and ('^' and)*      and := diff ('&' diff)*
//! diff  := unary ('-' unary)*  unary := '!' unary | atom
//! atom  := '(' query ')' | name ['.*'] | 'all' | 'none' | call | '{' text '}'
//! call  := ident '(' arg (',' arg)* ')'
//! ```
//!
//! From the tightest to the loosest: `!`, `-`, `&`, `^`, `|`, all grouping to the left, as in Rust.
//! The words `not except and xor or` are synonyms; these, `all`, `none` and `exact` are tags' names
//! only in quotes. `Gait` is the tag and everything below it, `exact(Gait)` only itself, `Gait.*`
//! only what is below. Parts of names that are no identifiers are JSON strings: `Style."very tired"`.
//!
//! # Functions
//!
//! Amounts are frames (`12`) or times (`0.5s`, `200ms`) at the rate of each clip, rounded half
//! away from zero. Results are per clip unless the table says otherwise, and ranges that touch are
//! one, before and after.
//!
//! | function | result |
//! |---|---|
//! | `first(query, amount)` | the first frames of each range, as many as the amount |
//! | `last(query, amount)` | the last frames of each range, as many as the amount |
//! | `longer(query, amount)` | ranges that are at least as long as the amount |
//! | `shorter(query, amount)` | ranges that are at most as long as the amount |
//! | `nth(query, index)` | the range of this index in each clip: 0 is the first, -1 the last |
//! | `pick(query, count, seed)` | so many ranges of the whole result, chosen by a hash of the seed |
//! | `grow(query, amount[, amount after])` | each range longer by the amount before and after, inside its clip |
//! | `shrink(query, amount[, amount after])` | each range shorter by the amount before and after, also at the ends of its clip |
//! | `close(query, amount)` | ranges with the gaps of at most the amount between them filled |
//! | `starts(query)` | the first frame of each range |
//! | `ends(query)` | the last frame of each range |
//! | `before(query, amount)` | the frames before each range starts, as many as the amount |
//! | `after(query, amount)` | the frames after each range stops, as many as the amount |
//! | `overlapping(query, query)` | whole ranges of the first query that share a frame with the second |
//! | `within(query, query)` | whole ranges of the first query that lie inside one range of the second |
//! | `containing(query, query)` | whole ranges of the first query that contain a range of the second |
//! | `then(query, query, amount)` | whole ranges of the second query that start at most the amount after one of the first stops |
//! | `until(query, query, amount)` | frames of the second query, and those at most the amount before it while the first holds |
//! | `since(query, query, amount)` | frames of the second query, and those at most the amount after it while the first holds |
//! | `clips(query)` | whole clips that have any frame of the query |
//! | `clip("pattern")` | whole clips by name; `*` is any run of characters but `/` |
//! | `exact(tag)` | the tag itself, without those below it |
//! | `event(name)` | the first frame at or after each event of this name or below it |
//! | `near(name, amount)` | frames at most the amount from an event of this name or below it |
//! | `{ … }` | frames for which the database's [`Resolver`](crate::Resolver) says so |
//!
//! `grow(query, 3, 5)` has another amount after the ranges than before them. How names of clips match is
//! said at [`ClipPattern`](crate::ClipPattern). [`functions`] gives this table to programs.
//!
//! ```
//! use footwork_base::FrameRate;
//! use footwork_tags::{Database, Ranges};
//!
//! let mut db = Database::new();
//! let clip = db.add_clip("jump", 100, FrameRate::whole(10).unwrap()).unwrap();
//! for (tag, start, stop) in [("Takeoff", 10, 20), ("Air", 20, 40), ("Land", 43, 50)] {
//!     let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
//!     db.set_tag(tag, clip, Ranges::from_unsorted([(start, stop)]).0).unwrap();
//! }
//! let found = |text: &str| db.query(text).unwrap().of_clip(clip).to_vec();
//! assert_eq!(format!("{:?}", found("then(Air, Land, 0.3s)")), "[[43, 50)]");
//! assert_eq!(format!("{:?}", found("until(Takeoff, Air, 0.5s) - Air")), "[[15, 20)]");
//! assert_eq!(format!("{:?}", found("close(Takeoff | Air | Land, 3)")), "[[10, 50)]");
//! ```
//!
//! # Stages
//!
//! Each is a file of this folder: text, `token`, `parse`, [`Query`], `bind` (names to ids), `normal`
//! (one shape for what means the same), `plan`; then [`evaluate`](crate::evaluate).

pub(crate) mod bind;
pub(crate) mod error;
mod function;
mod joined;
pub(crate) mod kernel;
pub(crate) mod node;
pub(crate) mod normal;
mod parse;
mod plan;
mod print;
pub(crate) mod step;
mod token;
pub(crate) mod tree;

pub use bind::BoundQuery;
pub use error::{QueryError, QueryErrorKind, QueryErrors};
pub use function::{QueryFunction, functions};

pub use footwork_base::Amount;
pub use tree::{MAX_NESTING, MAX_TEXT_BYTES, Query};

use crate::database::Database;

impl<'a> Query<'a> {
    /// Parses the text of a query.
    ///
    /// # Errors
    /// Every mistake found, in the order of the text.
    pub fn parse(text: &'a str) -> Result<Self, QueryErrors> {
        let (query, errors) = parse::parse(text);
        QueryErrors::check(errors).map(|()| query)
    }

    /// Looks up the names of this query in `database`.
    ///
    /// # Errors
    /// Every unknown name, even one whose value cannot matter.
    pub fn bind(&self, database: &Database) -> Result<BoundQuery, QueryErrors> {
        let (bound, errors) = bind::bind(self, database);
        QueryErrors::check(errors).map(|()| bound)
    }

    /// Parses a text and looks up its names, reporting the mistakes of both steps together.
    ///
    /// # Errors
    /// Every mistake found, in the order of the text.
    pub fn parse_for(
        text: &'a str,
        database: &Database,
    ) -> Result<(Self, BoundQuery), QueryErrors> {
        let (query, mut errors) = parse::parse(text);
        let (bound, unknown) = bind::bind(&query, database);
        errors.extend(unknown);
        QueryErrors::check(errors).map(|()| (query, bound))
    }
}
