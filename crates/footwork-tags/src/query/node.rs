//! The nodes of a query, which are kept in postfix order.

use std::borrow::Cow;

use crate::algebra::SetOp;
use crate::ids::TagId;
use footwork_base::{Amount, FrameRange};

/// One node: a leaf, or an operator over the nodes before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node<'a> {
    /// Every frame.
    All,
    /// No frame.
    None,
    /// A tag given by its canonical name.
    Tag(Cow<'a, str>, Reach),
    /// A tag given by its id.
    TagId(TagId),
    /// The first frame at or after each event with this name or a name below it.
    Event(Cow<'a, str>),
    /// The frames within `Amount` of each event with this name or a name below it.
    Near(Cow<'a, str>, Amount),
    /// Every frame of the clips whose names match a pattern.
    Clip(Cow<'a, str>),
    /// The frames for which an expression over channels holds. The expression is given as text.
    Predicate(Cow<'a, str>),
    /// The places that are most similar to frames of a clip. Holds the pattern of the clip's name, the frames, and the
    /// number of places.
    Similar(Cow<'a, str>, GivenFrames, u32),
    /// An operand that could not be parsed. Its error has already been reported.
    Missing,
    /// Every frame that the operand does not have.
    Not,
    /// Two operands combined.
    Set(SetOp),
    /// A function of one or two operands.
    Call(Function),
}

impl Node<'_> {
    /// Returns the node with owned names.
    pub(crate) fn into_owned(self) -> Node<'static> {
        let own = |name: Cow<'_, str>| Cow::Owned(name.into_owned());
        match self {
            Node::All => Node::All,
            Node::None => Node::None,
            Node::Tag(name, reach) => Node::Tag(own(name), reach),
            Node::TagId(tag) => Node::TagId(tag),
            Node::Event(name) => Node::Event(own(name)),
            Node::Near(name, amount) => Node::Near(own(name), amount),
            Node::Clip(pattern) => Node::Clip(own(pattern)),
            Node::Predicate(text) => Node::Predicate(own(text)),
            Node::Similar(clip, frames, count) => Node::Similar(own(clip), frames, count),
            Node::Missing => Node::Missing,
            Node::Not => Node::Not,
            Node::Set(op) => Node::Set(op),
            Node::Call(function) => Node::Call(function),
        }
    }
}

/// The frames of a clip that a query gives as an argument, as in `similar("walk.bvh", 30, 10)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GivenFrames {
    /// The frame `30`, or the frame at the time `1.5s`.
    At(Amount),
    /// The frames of a range, `20..40`.
    Range(FrameRange),
}

impl GivenFrames {
    /// Parses frames from `digits` and the following unit, which may be empty; `None` if they are invalid.
    pub(crate) fn from_parts(digits: &str, unit: &str) -> Option<Self> {
        let Some((start, stop)) = digits.split_once("..").filter(|_| unit.is_empty()) else {
            return Amount::from_parts(digits, unit).map(Self::At);
        };
        let is_whole = |end: &str| end.bytes().all(|byte| byte.is_ascii_digit());
        let number = |end: &str| end.parse().ok().filter(|_| is_whole(end));
        FrameRange::new(number(start)?, number(stop)?).map(Self::Range)
    }
}

impl std::fmt::Display for GivenFrames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::At(amount) => amount.fmt(f),
            Self::Range(range) => write!(f, "{}..{}", range.start(), range.stop()),
        }
    }
}

/// The part of the hierarchy that the name of a tag refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reach {
    /// `Gait`: the tag and everything below it.
    Subtree,
    /// `exact(Gait)`: only the tag.
    Exact,
    /// `Gait.*`: only the tags below it.
    Below,
}

/// A function over ranges, with its arguments other than queries.
///
/// The table of [`Query`](crate::Query) describes each function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    Unary(Unary),
    Binary(Binary),
}

/// A function of one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Unary {
    First(Amount),
    Last(Amount),
    Longer(Amount),
    Shorter(Amount),
    Nth(i64),
    Pick { count: u32, seed: u64 },
    Grow { before: Amount, after: Amount },
    Shrink { before: Amount, after: Amount },
    Close(Amount),
    Starts,
    Ends,
    Before(Amount),
    After(Amount),
    Clips,
}

/// A function of two queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Binary {
    Overlapping,
    Within,
    Containing,
    Then(Amount),
    FollowedBy(Amount),
    Until(Amount),
    Since(Amount),
}

impl Function {
    /// Returns the number of queries that the function takes.
    pub(crate) fn arity(self) -> usize {
        match self {
            Self::Unary(_) => 1,
            Self::Binary(_) => 2,
        }
    }
}

impl Node<'_> {
    /// Returns the number of operands, which come before the node.
    pub(crate) fn arity(&self) -> usize {
        match self {
            Self::Not => 1,
            Self::Set(_) => 2,
            Self::Call(function) => function.arity(),
            _ => 0,
        }
    }
}
