//! The steps of a bound query, in postfix order.

use std::sync::Arc;

use super::node::Function;
use crate::algebra::SetOp;
use crate::ids::{ClipId, EventId, TagId};
use crate::resolver::Similar;
use footwork_base::Amount;

/// A node whose names are ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    All,
    None,
    /// Frames with any of these tags.
    Tags(Arc<[TagId]>),
    Event(Arc<[EventId]>),
    Near(Arc<[EventId]>, Amount),
    /// Whole clips: those with these ids, rising.
    Clips(Arc<[ClipId]>),
    /// Frames for which the predicate holds, according to the database's resolver.
    Predicate(Arc<str>),
    /// Frames that the database's resolver finds most similar to others.
    Similar(Similar),
    Not,
    Set(SetOp),
    Call(Function),
}

impl Step {
    /// Returns the number of operands before the step.
    pub(crate) fn arity(&self) -> usize {
        match self {
            Self::Not => 1,
            Self::Set(_) => 2,
            Self::Call(function) => function.arity(),
            _ => 0,
        }
    }
}

/// Returns where the operands of the step at `index` begin; the step itself if it has none.
pub(crate) fn first_step_of(steps: &[Step], index: usize) -> usize {
    let mut wanted = steps[index].arity();
    let mut at = index;
    while wanted > 0 && at > 0 {
        at -= 1;
        wanted = wanted - 1 + steps[at].arity();
    }
    at
}
