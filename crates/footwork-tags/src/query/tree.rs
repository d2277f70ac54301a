//! A parsed query: its nodes in postfix order, from a text or built in code by the operators of Rust.

use std::borrow::Cow;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use footwork_base::{Name, TextSpan};
use smallvec::{SmallVec, smallvec};

use super::node::{Node, Reach};
use crate::algebra::SetOp;
use crate::ids::TagId;

/// The longest query text, in bytes.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// The deepest nesting of parentheses and calls.
pub const MAX_NESTING: usize = 200;

/// A parsed query, independent of any database until it is bound to one.
///
/// Queries that group the same way are equal, however they were spelled. Printing gives the
/// canonical text, which parses to an equal query; but a tag given by its id prints as `tag#3`,
/// which is no text of a query, and spaces may make a very long text longer than is parsed.
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
/// assert_eq!(errors.iter().next().unwrap().to_string(), "expected an operator before `B`");
/// ```
#[derive(Clone, Debug)]
pub struct Query<'a> {
    /// In postfix order: operands before their operator.
    nodes: SmallVec<[Node<'a>; 16]>,
    /// Where each node stands in the text it was parsed from; empty for a query built in code.
    spans: Vec<TextSpan>,
}

impl<'a> Query<'a> {
    /// Every frame.
    pub fn all() -> Self {
        Self::leaf(Node::All)
    }

    /// No frame.
    pub fn none() -> Self {
        Self::leaf(Node::None)
    }

    /// The frames of a tag and of everything below it.
    ///
    /// Queries of at most sixteen nodes over names or ids allocate nothing.
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

    /// The frames of one tag, by its id; what is below it is not included.
    pub fn id(tag: TagId) -> Self {
        Self::leaf(Node::TagId(tag))
    }

    pub(super) fn from_nodes(nodes: SmallVec<[Node<'a>; 16]>, spans: Vec<TextSpan>) -> Self {
        Self { nodes, spans }
    }

    pub(crate) fn nodes(&self) -> &[Node<'a>] {
        &self.nodes
    }

    /// Where node number `index` stands in the text, if the query came from one.
    pub(crate) fn span(&self, index: usize) -> TextSpan {
        self.spans.get(index).copied().unwrap_or_default()
    }

    fn leaf(node: Node<'a>) -> Self {
        Self::from_nodes(smallvec![node], Vec::new())
    }

    /// The nodes of both behind each other, then `op`. Spans of two texts mean nothing in a joined
    /// one, so they are dropped.
    fn join(mut self, op: SetOp, other: Self) -> Self {
        self.spans.clear();
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
        self.nodes.push(Node::Not);
        self
    }
}
