//! Functions of two numbers as types, and combinations of them.

use std::marker::PhantomData;

use crate::function::{Value, each};

/// A function of two numbers, or one with its arguments the other way round.
pub(super) trait Two {
    fn apply(a: f32, b: f32) -> f32;
}

impl<F: Value> Two for F {
    #[inline(always)]
    fn apply(a: f32, b: f32) -> f32 {
        apply::<F>(a, b)
    }
}

/// A function with its arguments the other way round.
pub(super) struct Swapped<F>(PhantomData<F>);

impl<F: Value> Two for Swapped<F> {
    #[inline(always)]
    fn apply(a: f32, b: f32) -> f32 {
        apply::<F>(b, a)
    }
}

/// The value of a function of two numbers without a seed.
#[inline(always)]
pub(super) fn apply<F: Value>(a: f32, b: f32) -> f32 {
    F::value(0, [a, b, 0.0, 0.0, 0.0])
}

/// `c` where the comparison of `a` and `b` holds, else `d`.
#[inline(always)]
pub(super) fn select_by<F: Value>(a: f32, b: f32, c: f32, d: f32) -> f32 {
    each::Select::value(0, [apply::<F>(a, b), c, d, 0.0, 0.0])
}

/// `(a * b + c) * d + e`, rounded at every step.
#[inline(always)]
pub(super) fn horner([a, b, c, d, e]: [f32; 5]) -> f32 {
    let inner = apply::<each::Add>(apply::<each::Multiply>(a, b), c);
    apply::<each::Add>(apply::<each::Multiply>(inner, d), e)
}
