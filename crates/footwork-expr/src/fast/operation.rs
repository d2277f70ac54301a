//! The operations of the fast evaluator. Each is a function, or several functions that often occur together.

use crate::function::{Function, MAX_ARITY, Value, Visit, each};

use super::pairs::{
    Around, CosOne, Double, ExpOne, Horner, Of, Pair, Power, SinOne, SqrtOne, Swapped, Triple,
};

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
            /// A whole power from 7 to 16.
            Power(u32),
            /// A function of the result of another function, for one set of values: see [`Operation::of`].
            Of(Function, Function),
            /// A sum or product of the result of a function and a number, for one set of values.
            Around(Function, Function),
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
            /// Returns the number of arguments.
            pub(super) fn arity(self) -> usize {
                match self {
                    Self::Call(function) => function.arguments().len(),
                    Self::Power(_) => 1,
                    Self::Of(_, inner) => inner.arguments().len(),
                    Self::Around(..) => 2,
                    Self::Horner => 5,
                    $(Self::$pair => 3,)*
                    $(Self::$double => 4,)*
                    $(Self::$triple => 4,)*
                    $(Self::$select => 4,)*
                }
            }

            /// Visits the operation with code compiled for each operation separately.
            #[inline(always)]
            pub(super) fn visit<V: VisitOperation>(self, visitor: V) -> V::Output {
                match self {
                    Self::Call(Function::Add) => visitor.arithmetic::<each::Add, false>(),
                    Self::Call(Function::Subtract) => visitor.arithmetic::<each::Subtract, true>(),
                    Self::Call(Function::Multiply) => visitor.arithmetic::<each::Multiply, false>(),
                    Self::Call(Function::Divide) => visitor.arithmetic::<each::Divide, true>(),
                    Self::Call(Function::Negate) => visitor.arithmetic::<each::Negate, false>(),
                    Self::Call(function) => visitor.call(function),
                    Self::Power(7) => visitor.visit::<Power<7>>(),
                    Self::Power(8) => visitor.visit::<Power<8>>(),
                    Self::Power(9) => visitor.visit::<Power<9>>(),
                    Self::Power(10) => visitor.visit::<Power<10>>(),
                    Self::Power(11) => visitor.visit::<Power<11>>(),
                    Self::Power(12) => visitor.visit::<Power<12>>(),
                    Self::Power(13) => visitor.visit::<Power<13>>(),
                    Self::Power(14) => visitor.visit::<Power<14>>(),
                    Self::Power(15) => visitor.visit::<Power<15>>(),
                    Self::Around(Function::Add, inner) => visit_around::<each::Add, V>(inner, visitor),
                    Self::Around(_, inner) => visit_around::<each::Multiply, V>(inner, visitor),
                    Self::Of(Function::Sin, inner) => visit_of::<SinOne, V>(inner, visitor),
                    Self::Of(Function::Cos, inner) => visit_of::<CosOne, V>(inner, visitor),
                    Self::Of(Function::Exp, inner) => visit_of::<ExpOne, V>(inner, visitor),
                    Self::Of(_, inner) => visit_of::<SqrtOne, V>(inner, visitor),
                    // Invariant: the only remaining power is 16.
                    Self::Power(_) => visitor.visit::<Power<16>>(),
                    Self::Horner => visitor.arithmetic::<Horner, false>(),
                    $(Self::$pair => visitor.arithmetic::<Pair<each::$first, $second>, { !$commutes }>(),)*
                    $(
                        Self::$double => {
                            visitor.arithmetic::<Double<each::$left, each::$over, each::$right>, false>()
                        }
                    )*
                    $(
                        Self::$triple => visitor.arithmetic::<Triple<each::$one, $two, $three>, false>(),
                    )*
                    $(Self::$select => visitor.select::<each::$comparison>(),)*
                }
            }

            /// Returns whether the first two arguments may be swapped.
            pub(super) fn commutes(self) -> bool {
                match self {
                    Self::Call(function) => {
                        matches!(function, Function::Add | Function::Multiply)
                    }
                    Self::Horner => true,
                    $(Self::$pair => $commutes,)*
                    _ => false,
                }
            }
        }
    };
}

/// The maximum number of arguments of an operation.
pub(super) const MAX_ARGUMENTS: usize = MAX_ARITY;

/// Code compiled for each operation separately.
pub(super) trait VisitOperation: Visit {
    /// Visits arithmetic. The bits of a NaN result are arbitrary. `NUMBER_FIRST` allows the first argument to be a
    /// number while the second is lanes.
    fn arithmetic<F: Value, const NUMBER_FIRST: bool>(self) -> Self::Output;
    /// Visits any other function.
    fn call(self, function: Function) -> Self::Output;
    /// Visits `comparison(a, b) ? c : d`.
    fn select<Comparison: Value>(self) -> Self::Output;
    /// Visits an operation for single values only, not for lanes.
    fn single<F: Value>(self) -> Self::Output;
}

/// Visits the operation that applies `Outer`, a sum or product, to the result of `inner` and a number. `inner` is one
/// of the functions of [`Operation::around`].
#[inline(always)]
fn visit_around<Outer: Value, V: VisitOperation>(inner: Function, visitor: V) -> V::Output {
    match inner {
        Function::Sin => visitor.single::<Around<Outer, SinOne>>(),
        Function::Cos => visitor.single::<Around<Outer, CosOne>>(),
        Function::Exp => visitor.single::<Around<Outer, ExpOne>>(),
        _ => visitor.single::<Around<Outer, SqrtOne>>(),
    }
}

/// Visits the operation that applies `Outer` to the result of `inner`, which is one of the functions of
/// [`Operation::of`].
#[inline(always)]
fn visit_of<Outer: Value, V: VisitOperation>(inner: Function, visitor: V) -> V::Output {
    match inner {
        Function::Add => visitor.single::<Of<Outer, each::Add>>(),
        Function::Subtract => visitor.single::<Of<Outer, each::Subtract>>(),
        Function::Multiply => visitor.single::<Of<Outer, each::Multiply>>(),
        Function::Divide => visitor.single::<Of<Outer, each::Divide>>(),
        _ => visitor.single::<Of<Outer, each::Negate>>(),
    }
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
        ProductPlusQuotient(Multiply, Add, Divide);
        QuotientPlusProduct(Divide, Add, Multiply);
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
    /// Returns the operation that applies `second` to the result of `first` and another number. `is_left` says whether
    /// the result of `first` is the left argument. `None` if there is no such operation.
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

    /// Returns the operation that applies `second` to the results of `first` and `third`; `None` if there is none.
    pub(super) fn double(first: Function, second: Function, third: Function) -> Option<Self> {
        use Function::{Add, Divide, Multiply, Subtract};
        Some(match (first, second, third) {
            (Multiply, Add, Divide) => Self::ProductPlusQuotient,
            (Divide, Add, Multiply) => Self::QuotientPlusProduct,
            (Multiply, Add, Multiply) => Self::ProductPlusProduct,
            (Multiply, Subtract, Multiply) => Self::ProductMinusProduct,
            (Add, Multiply, Add) => Self::SumTimesSum,
            (Add, Multiply, Subtract) => Self::SumTimesDifference,
            (Subtract, Multiply, Add) => Self::DifferenceTimesSum,
            (Subtract, Multiply, Subtract) => Self::DifferenceTimesDifference,
            _ => return None,
        })
    }

    /// Returns the operation that applies `third` to the result of this pair and another number; `None` if there is
    /// none.
    pub(super) fn triple(self, third: Function) -> Option<Self> {
        Some(match (self, third) {
            (Self::SubtractMultiply, Function::Add) => Self::SubtractMultiplyAdd,
            (Self::MultiplyMultiply, Function::Add) => Self::MultiplyMultiplyAdd,
            _ => return None,
        })
    }

    /// Returns the operation that applies `outer` to the result of `inner`; `None` if there is none. It is for single
    /// values only. For lanes, a separate loop costs little compared with these functions.
    pub(super) fn of(outer: Function, inner: Function) -> Option<Self> {
        use Function::{Add, Cos, Divide, Exp, Multiply, Negate, Sin, Sqrt, Subtract};
        let is_outer = matches!(outer, Sin | Cos | Exp | Sqrt);
        let is_inner = matches!(inner, Add | Subtract | Multiply | Divide | Negate);
        (is_outer && is_inner).then_some(Self::Of(outer, inner))
    }

    /// Returns the operation that applies `outer` to the result of `inner` and another number; `None` if there is none.
    /// It is also for single values only.
    pub(super) fn around(outer: Function, inner: Function) -> Option<Self> {
        use Function::{Add, Cos, Exp, Multiply, Sin, Sqrt};
        let is_outer = matches!(outer, Add | Multiply);
        let is_inner = matches!(inner, Sin | Cos | Exp | Sqrt);
        (is_outer && is_inner).then_some(Self::Around(outer, inner))
    }

    /// Returns the operation that selects by a comparison; `None` if there is none.
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
