//! The steps of a bound query, in postfix order.

use std::sync::Arc;

use super::node::Function;
use crate::algebra::SetOp;
use crate::ids::{ClipId, EventId, TagId};
use crate::resolver::Similar;
use footwork_base::Amount;

/// A node whose names are replaced by ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    All,
    None,
    /// The frames with any of these tags.
    Tags(Arc<[TagId]>),
    Event(Arc<[EventId]>),
    Near(Arc<[EventId]>, Amount),
    /// The whole clips with these ids, in rising order.
    Clips(Arc<[ClipId]>),
    /// The frames for which the database's resolver says that the predicate holds.
    Predicate(Arc<str>),
    /// The frames that the database's resolver finds most similar to the given frames.
    Similar(Similar),
    Not,
    Set(SetOp),
    Call(Function),
}

impl Step {
    /// Returns the number of operands, which come before the step.
    pub(crate) fn arity(&self) -> usize {
        match self {
            Self::Not => 1,
            Self::Set(_) => 2,
            Self::Call(function) => function.arity(),
            _ => 0,
        }
    }
}

/// Returns the index of the first step of the operands of the step at `index`, or `index` if it has
/// no operands.
pub(crate) fn first_step_of(steps: &[Step], index: usize) -> usize {
    let mut wanted = steps[index].arity();
    let mut at = index;
    while wanted > 0 && at > 0 {
        at -= 1;
        wanted = wanted - 1 + steps[at].arity();
    }
    at
}
