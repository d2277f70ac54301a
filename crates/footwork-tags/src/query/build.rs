//! Queries built in code: the operators of the language as those of Rust.

use std::borrow::Cow;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use footwork_base::Name;
use smallvec::smallvec;

use super::Query;
use super::node::{Node, Reach};
use crate::{SetOp, TagId};

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
