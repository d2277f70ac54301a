//! Combinations of functions that often occur together. Each combination is itself a function, and rounds at every
//! step.

use std::marker::PhantomData;

use footwork_base::maths::{canonical, cos_one, exp_one, is_true, ln_one, pow_one, sin_one};

use crate::function::{MAX_ARITY, Value, wide_power};

/// A function of two numbers, with its arguments in order or swapped.
pub(super) trait Two {
    fn apply(a: f32, b: f32) -> f32;
}

impl<F: Value> Two for F {
    #[inline(always)]
    fn apply(a: f32, b: f32) -> f32 {
        apply::<F>(a, b)
    }
}

/// A function with its two arguments swapped.
pub(super) struct Swapped<F>(PhantomData<F>);

impl<F: Value> Two for Swapped<F> {
    #[inline(always)]
    fn apply(a: f32, b: f32) -> f32 {
        apply::<F>(b, a)
    }
}

/// Returns the value of a function of two numbers without a seed.
#[inline(always)]
fn apply<F: Value>(a: f32, b: f32) -> f32 {
    F::value(0, [a, b, 0.0, 0.0, 0.0])
}

/// `second(first(a, b), c)`.
pub(super) struct Pair<First, Second>(PhantomData<(First, Second)>);

impl<First: Value, Second: Two> Value for Pair<First, Second> {
    const ARITY: usize = 3;

    #[inline(always)]
    fn value(_: u32, [a, b, c, ..]: [f32; MAX_ARITY]) -> f32 {
        Second::apply(apply::<First>(a, b), c)
    }
}

/// `(a * b + c) * d + e`, which is two steps of a polynomial.
pub(super) struct Horner;

impl Value for Horner {
    const ARITY: usize = 5;

    #[inline(always)]
    fn value(_: u32, [a, b, c, d, e]: [f32; MAX_ARITY]) -> f32 {
        (a * b + c) * d + e
    }
}

/// `second(first(a, b), third(c, d))`.
pub(super) struct Double<First, Second, Third>(PhantomData<(First, Second, Third)>);

impl<First: Value, Second: Value, Third: Value> Value for Double<First, Second, Third> {
    const ARITY: usize = 4;

    #[inline(always)]
    fn value(_: u32, [a, b, c, d, _]: [f32; MAX_ARITY]) -> f32 {
        apply::<Second>(apply::<First>(a, b), apply::<Third>(c, d))
    }
}

/// `third(second(first(a, b), c), d)`.
pub(super) struct Triple<First, Second, Third>(PhantomData<(First, Second, Third)>);

impl<First: Value, Second: Two, Third: Two> Value for Triple<First, Second, Third> {
    const ARITY: usize = 4;

    #[inline(always)]
    fn value(_: u32, [a, b, c, d, _]: [f32; MAX_ARITY]) -> f32 {
        Third::apply(Second::apply(apply::<First>(a, b), c), d)
    }
}

/// `comparison(a, b) ? c : d`.
pub(super) struct SelectBy<Comparison>(PhantomData<Comparison>);

impl<Comparison: Value> Value for SelectBy<Comparison> {
    const ARITY: usize = 4;

    #[inline(always)]
    fn value(_: u32, [a, b, c, d, _]: [f32; MAX_ARITY]) -> f32 {
        if is_true(apply::<Comparison>(a, b)) {
            c
        } else {
            d
        }
    }
}

/// [`SelectBy`] for one set of values. It has no branch, because the processor could not predict it.
pub(super) struct SelectOne<Comparison>(PhantomData<Comparison>);

impl<Comparison: Value> Value for SelectOne<Comparison> {
    const ARITY: usize = 4;

    #[inline(always)]
    fn value(_: u32, [a, b, c, d, _]: [f32; MAX_ARITY]) -> f32 {
        let mask = u32::from(is_true(apply::<Comparison>(a, b))).wrapping_neg();
        // A selection by mask reads both values early. Otherwise LLVM selects an address, and the load waits for the
        // address.
        canonical(f32::from_bits(c.to_bits() & mask | d.to_bits() & !mask))
    }
}

/// A whole power from 7 to 16.
pub(super) struct Power<const POWER: u32>;

impl<const POWER: u32> Value for Power<POWER> {
    const ARITY: usize = 1;

    #[inline(always)]
    fn value(_: u32, [a, ..]: [f32; MAX_ARITY]) -> f32 {
        canonical(wide_power::<POWER>(a))
    }
}

/// `outer(inner(…))`, for one set of values.
pub(super) struct Of<Outer, Inner>(PhantomData<(Outer, Inner)>);

impl<Outer: Value, Inner: Value> Value for Of<Outer, Inner> {
    const ARITY: usize = Inner::ARITY;

    #[inline(always)]
    fn value(_: u32, arguments: [f32; MAX_ARITY]) -> f32 {
        Outer::value(0, [Inner::value(0, arguments), 0.0, 0.0, 0.0, 0.0])
    }
}

/// `outer(inner(a), b)`, for one set of values.
pub(super) struct Around<Outer, Inner>(PhantomData<(Outer, Inner)>);

impl<Outer: Value, Inner: Value> Value for Around<Outer, Inner> {
    const ARITY: usize = 2;

    #[inline(always)]
    fn value(_: u32, [a, b, ..]: [f32; MAX_ARITY]) -> f32 {
        apply::<Outer>(Inner::value(0, [a, 0.0, 0.0, 0.0, 0.0]), b)
    }
}

macro_rules! ones {
    ($($id:ident $arity:literal ($($argument:ident),*) $value:expr;)*) => {
        $(
            #[doc = concat!("`", stringify!($id), "` for one set of values; a NaN may be any NaN.")]
            pub(super) struct $id;

            impl Value for $id {
                const ARITY: usize = $arity;

                #[inline(always)]
                fn value(_: u32, [$($argument,)* ..]: [f32; MAX_ARITY]) -> f32 {
                    $value
                }
            }
        )*
    };
}

ones! {
    SinOne 1 (x) sin_one(x);
    CosOne 1 (x) cos_one(x);
    ExpOne 1 (x) exp_one(x);
    LnOne 1 (x) ln_one(x);
    SqrtOne 1 (x) x.sqrt();
    AbsOne 1 (x) x.abs();
    PowOne 2 (a, b) pow_one(a, b);
}
