//! A parsed query: its nodes in postfix order. A query comes from a text, or is built in code by Rust operators.

use std::borrow::Cow;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use footwork_base::{Name, TextSpan};
use smallvec::{SmallVec, smallvec};

use super::node::{Node, Reach};
use crate::algebra::SetOp;
use crate::ids::TagId;

/// The maximum length of a query, in bytes.
pub const MAX_QUERY_BYTES: usize = 64 * 1024;

/// The maximum depth of parentheses and calls in a query.
pub const MAX_QUERY_NESTING: usize = 200;

/// A parsed query. It does not depend on a database until it is bound to one.
///
/// Queries with the same grouping are equal, even if they are spelled differently. Printing gives the canonical text,
/// which parses to an equal query. There are two exceptions. A tag given by its id prints as `tag#3`, which is not
/// valid in a query. A very long query can become too long to parse, because the canonical text adds spaces.
///
/// ```
/// use footwork_tags::Query;
///
/// let query = Query::parse("Running and Male & (Tired or Limping)").unwrap();
/// assert_eq!(query.to_string(), "Running & Male & (Tired | Limping)");
/// assert_eq!(Query::parse("first(Gait, 0.50s)").unwrap().to_string(), "first(Gait, 0.5s)");
///
/// let errors = Query::parse("A B &").unwrap_err();
/// assert_eq!(errors.len(), 2);
/// assert_eq!(errors.first().to_string(), "expected an operator before `B`");
/// ```
///
/// # Language
///
/// ```text
/// query := xor ('|' xor)*      xor := and ('^' and)*      and := diff ('&' diff)*
/// diff  := unary ('-' unary)*  unary := '!' unary | atom
/// atom  := '(' query ')' | name ['.*'] | 'all' | 'none' | call | '{' text '}'
/// call  := ident '(' arg (',' arg)* ')'
/// ```
///
/// The operators from the tightest to the loosest are `!`, `-`, `&`, `^` and `|`. All group to the left, as in Rust.
/// The words `not`, `except`, `and`, `xor` and `or` are their other spellings, in the same order. These words and
/// `all`, `none` and `exact` can name a tag only in quotes.
///
/// `Gait` means the tag and all tags below it, `exact(Gait)` only the tag itself, and `Gait.*` only the tags below it.
/// Parts of a name that are not identifiers are JSON strings: `Style."very tired"`.
///
/// # Functions
///
/// An amount is a number of frames (`12`) or a time (`0.5s`, `200ms`). A time is converted to frames at the rate of
/// each clip, rounded half away from zero. Functions work on each clip separately unless the table says otherwise.
/// Touching ranges count as one range, both in operands and in results.
///
/// | function | result |
/// |---|---|
/// | `first(query, amount)` | the first frames of each range, as many as the amount |
/// | `last(query, amount)` | the last frames of each range, as many as the amount |
/// | `longer(query, amount)` | ranges that are at least as long as the amount |
/// | `shorter(query, amount)` | ranges that are at most as long as the amount |
/// | `nth(query, index)` | the range of this index in each clip: 0 is the first, -1 the last |
/// | `pick(query, count, seed)` | a number of ranges of the whole result, chosen by a hash of the seed |
/// | `grow(query, amount[, amount after])` | each range longer by the amount before and after, inside its clip |
/// | `shrink(query, amount[, amount after])` | each range shorter by the amount before and after, also at the ends of its clip |
/// | `close(query, amount)` | ranges, with gaps of at most the amount filled |
/// | `starts(query)` | the first frame of each range |
/// | `ends(query)` | the last frame of each range |
/// | `before(query, amount)` | the frames before each range starts, as many as the amount |
/// | `after(query, amount)` | the frames after each range stops, as many as the amount |
/// | `overlapping(query, query)` | whole ranges of the first query that share a frame with the second |
/// | `within(query, query)` | whole ranges of the first query that lie inside one range of the second |
/// | `containing(query, query)` | whole ranges of the first query that contain a range of the second |
/// | `then(query, query, amount)` | whole ranges of the second query that start at most the amount after one of the first stops |
/// | `followed_by(query, query, amount)` | whole ranges of the first query that stop at most the amount before one of the second starts |
/// | `until(query, query, amount)` | frames of the second query, and those at most the amount before it while the first holds |
/// | `since(query, query, amount)` | frames of the second query, and those at most the amount after it while the first holds |
/// | `clips(query)` | whole clips that have any frame of the query |
/// | `clip("pattern")` | whole clips by name; `*` is any run of characters but `/` |
/// | `exact(tag)` | the tag itself, without those below it |
/// | `event(name)` | the first frame at or after each event of this name or below it |
/// | `near(name, amount)` | frames at most the amount from an event of this name or below it |
/// | `similar("clip", frames, count)` | the `count` places whose poses are most like those of the clip's frames: `30` or `20..40` |
/// | `{ … }` | frames that the [`Resolver`](crate::Resolver) of the database finds |
///
/// `similar("walk.bvh", 30, 10)` finds single frames. `similar("walk.bvh", 20..40, 10)` finds ranges that are as long,
/// in seconds, as frames 20 to 39 of the clip. The first argument is a pattern, as in `clip`, and must match one clip.
/// The [`Resolver`](crate::Resolver) decides which poses are alike, and returns at most
/// [`MAX_SIMILAR`](crate::MAX_SIMILAR) places.
///
/// `grow(query, 3, 5)` grows each range by 3 frames before it and by 5 frames after it.
/// [`ClipPattern`](footwork_base::ClipPattern) describes how patterns match the names of clips.
/// [`query_functions`](crate::query_functions) returns this table as data.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_tags::{Database, Ranges};
///
/// let mut db = Database::new();
/// let clip = db.add_clip("jump", 100, FrameRate::whole(10).unwrap()).unwrap();
/// for (tag, start, stop) in [("Takeoff", 10, 20), ("Air", 20, 40), ("Land", 43, 50)] {
///     let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
///     db.set_tag(tag, clip, Ranges::from_pairs([(start, stop)]).unwrap()).unwrap();
/// }
/// let found = |text: &str| format!("{:?}", db.query(text).unwrap().ranges(clip));
/// assert_eq!(found("then(Air, Land, 0.3s)"), "[[43, 50)]");
/// assert_eq!(found("until(Takeoff, Air, 0.5s) - Air"), "[[15, 20)]");
/// assert_eq!(found("close(Takeoff | Air | Land, 3)"), "[[10, 50)]");
/// ```
#[derive(Clone, Debug)]
pub struct Query<'a> {
    /// The nodes in postfix order: operands before their operator.
    nodes: SmallVec<[Node<'a>; 16]>,
    /// The span of each node in the text; empty for a query built in code.
    spans: Vec<TextSpan>,
    /// The spans of the frames arguments of `similar`, each with the index of its node.
    frames_spans: Vec<(usize, TextSpan)>,
}

impl<'a> Query<'a> {
    /// Returns the query for every frame.
    pub fn all() -> Self {
        Self::leaf(Node::All)
    }

    /// Returns the query for no frame.
    pub fn none() -> Self {
        Self::leaf(Node::None)
    }

    /// Returns the query for the frames of a tag and of all tags below it.
    ///
    /// Queries of at most sixteen nodes over names or ids do not allocate.
    ///
    /// ```
    /// use footwork_base::Name;
    /// use footwork_tags::Query;
    ///
    /// let [running, tired, limping] =
    ///     ["Running", "Tired", "Limping"].map(|text| text.parse::<Name>().unwrap());
    /// let query = Query::tag(&running) & (Query::tag(&tired) | Query::tag(&limping));
    /// assert_eq!(query, Query::parse("Running & (Tired | Limping)").unwrap());
    /// assert_eq!((!query).to_string(), "!(Running & (Tired | Limping))");
    /// ```
    pub fn tag(name: &'a Name) -> Self {
        Self::leaf(Node::Tag(Cow::Borrowed(name.as_str()), Reach::Subtree))
    }

    /// Returns the query for the frames of one tag, given by its id, without the tags below it.
    pub fn id(tag: TagId) -> Self {
        Self::leaf(Node::TagId(tag))
    }

    /// Returns the query with owned copies of all names, so that it can outlive its text.
    ///
    /// ```
    /// use footwork_tags::{LiveQuery, Query};
    ///
    /// fn live(text: &str) -> LiveQuery<'static> {
    ///     LiveQuery::new(Query::parse(text).unwrap().into_owned())
    /// }
    /// assert_eq!(live("A & B").query().to_string(), "A & B");
    /// ```
    pub fn into_owned(self) -> Query<'static> {
        Query {
            nodes: self.nodes.into_iter().map(Node::into_owned).collect(),
            spans: self.spans,
            frames_spans: self.frames_spans,
        }
    }

    pub(super) fn from_nodes(nodes: SmallVec<[Node<'a>; 16]>, spans: Vec<TextSpan>) -> Self {
        Self {
            nodes,
            spans,
            frames_spans: Vec::new(),
        }
    }

    pub(super) fn with_frames_spans(mut self, frames_spans: Vec<(usize, TextSpan)>) -> Self {
        self.frames_spans = frames_spans;
        self
    }

    pub(crate) fn nodes(&self) -> &[Node<'a>] {
        &self.nodes
    }

    /// Iterates over the indices of the nodes that a resolver answers.
    pub(crate) fn nodes_for_resolvers(&self) -> impl Iterator<Item = usize> {
        let nodes = self.nodes.iter().enumerate();
        let asks = |node: &Node<'_>| matches!(node, Node::Predicate(_) | Node::Similar(..));
        nodes
            .filter(move |(_, node)| asks(node))
            .map(|(index, _)| index)
    }

    /// Returns the span of node `index` in the text. For a query built in code, the span is empty.
    pub(crate) fn span(&self, index: usize) -> TextSpan {
        self.spans.get(index).copied().unwrap_or_default()
    }

    /// Returns the span of the frames argument of node `index` in the text. If the node has no such argument, returns
    /// its [`span`](Self::span).
    pub(super) fn frames_span(&self, index: usize) -> TextSpan {
        let own = self.frames_spans.iter().find(|(node, _)| *node == index);
        own.map_or_else(|| self.span(index), |(_, span)| *span)
    }

    fn leaf(node: Node<'a>) -> Self {
        Self::from_nodes(smallvec![node], Vec::new())
    }

    /// Returns the nodes of both operands, followed by `op`. Drops the spans, which refer to two different texts.
    fn join(mut self, op: SetOp, other: Self) -> Self {
        self.spans.clear();
        self.frames_spans.clear();
        self.nodes.extend(other.nodes);
        self.nodes.push(Node::Set(op));
        self
    }
}

impl<'b> PartialEq<Query<'b>> for Query<'_> {
    fn eq(&self, other: &Query<'b>) -> bool {
        self.nodes() == other.nodes()
    }
}

impl Eq for Query<'_> {}

impl BitOr for Query<'_> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.join(SetOp::Union, other)
    }
}

impl BitAnd for Query<'_> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.join(SetOp::Intersection, other)
    }
}

impl Sub for Query<'_> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.join(SetOp::Difference, other)
    }
}

impl BitXor for Query<'_> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.join(SetOp::SymmetricDifference, other)
    }
}

impl Not for Query<'_> {
    type Output = Self;
    fn not(mut self) -> Self {
        self.spans.clear();
        self.frames_spans.clear();
        self.nodes.push(Node::Not);
        self
    }
}
