//! What the fast machine does in one instruction: a function, or several that often meet.

use crate::function::{Function, Value, Visit, each};

use super::pairs::{Swapped, Two};

macro_rules! operations {
    (
        pairs { $($pair:ident ($first:ident, $second:ty, $commutes:literal);)* }
        doubles { $($double:ident ($left:ident, $over:ident, $right:ident);)* }
        triples { $($triple:ident ($one:ident, $two:ty, $three:ty);)* }
        selects { $($select:ident ($comparison:ident);)* }
    ) => {
        /// What an instruction does.
        ///
        /// In the names, `From` subtracts the result so far from the next argument.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Operation {
            /// A function.
            Call(Function),
            /// `(a * b + c) * d + e`: two steps of a polynomial.
            Horner,
            $(
                #[doc = concat!("`", stringify!($second), "(", stringify!($first), "(a, b), c)`.")]
                $pair,
            )*
            $(
                #[doc = concat!("`", stringify!($over), "(", stringify!($left), "(a, b), ", stringify!($right), "(c, d))`.")]
                $double,
            )*
            $(
                #[doc = concat!("`", stringify!($three), "(", stringify!($two), "(", stringify!($one), "(a, b), c), d)`.")]
                $triple,
            )*
            $(
                #[doc = concat!("`", stringify!($comparison), "(a, b) ? c : d`.")]
                $select,
            )*
        }

        impl Operation {
            /// Returns how many arguments it has.
            pub(super) fn arity(self) -> usize {
                match self {
                    Self::Call(function) => function.arguments().len(),
                    Self::Horner => 5,
                    $(Self::$pair => 3,)*
                    $(Self::$double => 4,)*
                    $(Self::$triple => 4,)*
                    $(Self::$select => 4,)*
                }
            }

            /// Visits it as code of its own.
            #[inline(always)]
            pub(super) fn visit<V: VisitOperation>(self, visitor: V) -> V::Output {
                match self {
                    Self::Call(function) => visitor.call(function),
                    Self::Horner => visitor.horner(),
                    $(Self::$pair => visitor.pair::<each::$first, $second, $commutes>(),)*
                    $(Self::$double => visitor.double::<each::$left, each::$over, each::$right>(),)*
                    $(Self::$triple => visitor.triple::<each::$one, $two, $three>(),)*
                    $(Self::$select => visitor.select::<each::$comparison>(),)*
                }
            }
        }
    };
}

/// The most arguments of an operation.
pub(super) const MAX_ARGUMENTS: usize = 5;

/// Work on one operation, compiled for each of them.
pub(super) trait VisitOperation: Visit {
    /// A function.
    fn call(self, function: Function) -> Self::Output;
    /// `(a * b + c) * d + e`.
    fn horner(self) -> Self::Output;
    /// `second(first(a, b), c)`; whether `a` and `b` may change places.
    fn pair<First: Value, Second: Two, const COMMUTES: bool>(self) -> Self::Output;
    /// `second(first(a, b), third(c, d))`.
    fn double<First: Value, Second: Value, Third: Value>(self) -> Self::Output;
    /// `third(second(first(a, b), c), d)`.
    fn triple<First: Value, Second: Two, Third: Two>(self) -> Self::Output;
    /// `comparison(a, b) ? c : d`.
    fn select<Comparison: Value>(self) -> Self::Output;
}

operations! {
    pairs {
        AddAdd(Add, each::Add, true);
        AddSubtract(Add, each::Subtract, true);
        AddFrom(Add, Swapped<each::Subtract>, true);
        AddMultiply(Add, each::Multiply, true);
        SubtractAdd(Subtract, each::Add, false);
        SubtractSubtract(Subtract, each::Subtract, false);
        SubtractFrom(Subtract, Swapped<each::Subtract>, false);
        SubtractMultiply(Subtract, each::Multiply, false);
        MultiplyAdd(Multiply, each::Add, true);
        MultiplySubtract(Multiply, each::Subtract, true);
        MultiplyFrom(Multiply, Swapped<each::Subtract>, true);
        MultiplyMultiply(Multiply, each::Multiply, true);
    }
    doubles {
        ProductPlusProduct(Multiply, Add, Multiply);
        ProductMinusProduct(Multiply, Subtract, Multiply);
        SumTimesSum(Add, Multiply, Add);
        SumTimesDifference(Add, Multiply, Subtract);
        DifferenceTimesSum(Subtract, Multiply, Add);
        DifferenceTimesDifference(Subtract, Multiply, Subtract);
    }
    triples {
        SubtractMultiplyAdd(Subtract, each::Multiply, each::Add);
        MultiplyMultiplyAdd(Multiply, each::Multiply, each::Add);
    }
    selects {
        SelectLess(Less);
        SelectLessEqual(LessEqual);
        SelectEqual(Equal);
        SelectNotEqual(NotEqual);
    }
}

impl Operation {
    /// Returns `second` with the value of `first` as its left or its right argument.
    pub(super) fn pair(first: Function, second: Function, is_left: bool) -> Option<Self> {
        use Function::{Add, Multiply, Subtract};
        Some(match (first, second) {
            (Add, Add) => Self::AddAdd,
            (Add, Subtract) if is_left => Self::AddSubtract,
            (Add, Subtract) => Self::AddFrom,
            (Add, Multiply) => Self::AddMultiply,
            (Subtract, Add) => Self::SubtractAdd,
            (Subtract, Subtract) if is_left => Self::SubtractSubtract,
            (Subtract, Subtract) => Self::SubtractFrom,
            (Subtract, Multiply) => Self::SubtractMultiply,
            (Multiply, Add) => Self::MultiplyAdd,
            (Multiply, Subtract) if is_left => Self::MultiplySubtract,
            (Multiply, Subtract) => Self::MultiplyFrom,
            (Multiply, Multiply) => Self::MultiplyMultiply,
            _ => return None,
        })
    }

    /// Returns `second` of the values of `first` and `third`.
    pub(super) fn double(first: Function, second: Function, third: Function) -> Option<Self> {
        use Function::{Add, Multiply, Subtract};
        Some(match (first, second, third) {
            (Multiply, Add, Multiply) => Self::ProductPlusProduct,
            (Multiply, Subtract, Multiply) => Self::ProductMinusProduct,
            (Add, Multiply, Add) => Self::SumTimesSum,
            (Add, Multiply, Subtract) => Self::SumTimesDifference,
            (Subtract, Multiply, Add) => Self::DifferenceTimesSum,
            (Subtract, Multiply, Subtract) => Self::DifferenceTimesDifference,
            _ => return None,
        })
    }

    /// Returns `third` of the value of this pair and another number.
    pub(super) fn triple(self, third: Function) -> Option<Self> {
        Some(match (self, third) {
            (Self::SubtractMultiply, Function::Add) => Self::SubtractMultiplyAdd,
            (Self::MultiplyMultiply, Function::Add) => Self::MultiplyMultiplyAdd,
            _ => return None,
        })
    }

    /// Returns `select` by a comparison.
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
