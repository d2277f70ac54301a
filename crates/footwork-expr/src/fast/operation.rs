//! What the fast machine does in one instruction: a function, or several that often meet.

use crate::Function;

/// What an instruction does.
///
/// In the names of pairs, the first function takes the first two arguments, and its value and the
/// third argument go to the second function; `From` is a subtraction from the third argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// A function.
    Call(Function),
    /// `(a + b) + c`.
    AddAdd,
    /// `(a + b) - c`.
    AddSubtract,
    /// `c - (a + b)`.
    AddFrom,
    /// `(a + b) * c`.
    AddMultiply,
    /// `(a - b) + c`.
    SubtractAdd,
    /// `(a - b) - c`.
    SubtractSubtract,
    /// `c - (a - b)`.
    SubtractFrom,
    /// `(a - b) * c`.
    SubtractMultiply,
    /// `a * b + c`, rounded twice.
    MultiplyAdd,
    /// `a * b - c`, rounded twice.
    MultiplySubtract,
    /// `c - a * b`, rounded twice.
    MultiplyFrom,
    /// `(a * b) * c`.
    MultiplyMultiply,
    /// `a * b + c * d`, rounded three times.
    Products,
    /// `a < b ? c : d`.
    SelectLess,
    /// `a <= b ? c : d`.
    SelectLessEqual,
    /// `a == b ? c : d`.
    SelectEqual,
    /// `a != b ? c : d`.
    SelectNotEqual,
}

impl Operation {
    /// How many arguments it has.
    pub(super) fn arity(self) -> usize {
        match self {
            Self::Call(function) => function.arguments().len(),
            Self::Products
            | Self::SelectLess
            | Self::SelectLessEqual
            | Self::SelectEqual
            | Self::SelectNotEqual => 4,
            _ => 3,
        }
    }

    /// The value of `second` whose left argument is that of `first`, or whose right one is.
    pub(super) fn pair(first: Function, second: Function, left: bool) -> Option<Self> {
        use Function::{Add, Multiply, Subtract};
        Some(match (first, second) {
            (Add, Add) => Self::AddAdd,
            (Add, Subtract) if left => Self::AddSubtract,
            (Add, Subtract) => Self::AddFrom,
            (Add, Multiply) => Self::AddMultiply,
            (Subtract, Add) => Self::SubtractAdd,
            (Subtract, Subtract) if left => Self::SubtractSubtract,
            (Subtract, Subtract) => Self::SubtractFrom,
            (Subtract, Multiply) => Self::SubtractMultiply,
            (Multiply, Add) => Self::MultiplyAdd,
            (Multiply, Subtract) if left => Self::MultiplySubtract,
            (Multiply, Subtract) => Self::MultiplyFrom,
            (Multiply, Multiply) => Self::MultiplyMultiply,
            _ => return None,
        })
    }

    /// `select` by a comparison.
    pub(super) fn select_by(comparison: Function) -> Option<Self> {
        Some(match comparison {
            Function::Less => Self::SelectLess,
            Function::LessEqual => Self::SelectLessEqual,
            Function::Equal => Self::SelectEqual,
            Function::NotEqual => Self::SelectNotEqual,
            _ => return None,
        })
    }
}
