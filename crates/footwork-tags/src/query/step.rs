//! The steps of a bound query, in postfix order.

use std::sync::Arc;

use super::Amount;
use super::node::Function;
use crate::{ClipId, EventId, SetOp, TagId};

/// A node whose names are ids.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    All,
    None,
    /// Frames that any of these tags holds for.
    Tags(Arc<[TagId]>),
    Event(Arc<[EventId]>),
    Near(Arc<[EventId]>, Amount),
    /// Whole clips: those with these ids, rising.
    Clips(Arc<[ClipId]>),
    /// Frames that the database's resolver answers for.
    Predicate(Arc<str>),
    Not,
    Set(SetOp),
    Call(Function),
}

impl Step {
    /// How many operands stand before it.
    pub(crate) fn arity(&self) -> usize {
        match self {
            Self::Not => 1,
            Self::Set(_) => 2,
            Self::Call(function) => function.arity(),
            _ => 0,
        }
    }
}
