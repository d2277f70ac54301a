//! Loops over lanes: the code that is compiled for each SIMD level.
//!
//! These are plain loops over slices of one length, and everything is inlined into its caller: a
//! closure or an iterator that is not inlined would be compiled without the instructions of the level.

#![allow(
    clippy::needless_range_loop,
    reason = "the loops go over several slices by one index"
)]

use footwork_base::maths::{canonical, is_near, modulo, modulo_near, rem, rem_near};

use crate::function::Value;

use super::pairs::{self, Two, apply, select_by};

/// What a loop reads: lanes, or one number for all.
pub(super) trait Operand: Copy {
    /// The first lanes.
    fn cut(self, lanes: usize) -> Self;
    fn at(self, lane: usize) -> f32;
}

#[derive(Clone, Copy)]
pub(super) struct Lanes<'a>(pub(super) &'a [f32]);

impl Operand for Lanes<'_> {
    #[inline(always)]
    fn cut(self, lanes: usize) -> Self {
        Self(&self.0[..lanes])
    }

    #[inline(always)]
    fn at(self, lane: usize) -> f32 {
        self.0[lane]
    }
}

#[derive(Clone, Copy)]
pub(super) struct Same(pub(super) f32);

impl Operand for Same {
    #[inline(always)]
    fn cut(self, _: usize) -> Self {
        self
    }

    #[inline(always)]
    fn at(self, _: usize) -> f32 {
        self.0
    }
}

/// Returns the number as an output, or as it is for further use.
#[inline(always)]
fn finished<const OUTPUT: bool>(value: f32) -> f32 {
    if OUTPUT { canonical(value) } else { value }
}

#[inline(always)]
pub(super) fn two<F: Two, const OUTPUT: bool>(out: &mut [f32], a: impl Operand, b: impl Operand) {
    let lanes = out.len();
    let (a, b) = (a.cut(lanes), b.cut(lanes));
    for lane in 0..lanes {
        out[lane] = finished::<OUTPUT>(F::apply(a.at(lane), b.at(lane)));
    }
}

/// `second(first(a, b), c)`.
#[inline(always)]
pub(super) fn pair<First: Value, Second: Two, const OUTPUT: bool>(
    out: &mut [f32],
    a: impl Operand,
    b: impl Operand,
    c: impl Operand,
) {
    let lanes = out.len();
    let (a, b, c) = (a.cut(lanes), b.cut(lanes), c.cut(lanes));
    for lane in 0..lanes {
        let first = apply::<First>(a.at(lane), b.at(lane));
        out[lane] = finished::<OUTPUT>(Second::apply(first, c.at(lane)));
    }
}

/// `(a * b + c) * d + e`.
#[inline(always)]
pub(super) fn horner<const OUTPUT: bool>(
    out: &mut [f32],
    a: impl Operand,
    b: impl Operand,
    c: impl Operand,
    d: impl Operand,
    e: impl Operand,
) {
    let lanes = out.len();
    let (a, b, c, d, e) = (
        a.cut(lanes),
        b.cut(lanes),
        c.cut(lanes),
        d.cut(lanes),
        e.cut(lanes),
    );
    for lane in 0..lanes {
        let from = [a.at(lane), b.at(lane), c.at(lane), d.at(lane), e.at(lane)];
        out[lane] = finished::<OUTPUT>(pairs::horner(from));
    }
}

/// `second(first(a, b), third(c, d))`.
#[inline(always)]
pub(super) fn double<First: Value, Second: Value, Third: Value, const OUTPUT: bool>(
    out: &mut [f32],
    [a, b, c, d]: [&[f32]; 4],
) {
    let lanes = out.len();
    let (a, b, c, d) = (&a[..lanes], &b[..lanes], &c[..lanes], &d[..lanes]);
    for lane in 0..lanes {
        let first = apply::<First>(a[lane], b[lane]);
        let third = apply::<Third>(c[lane], d[lane]);
        out[lane] = finished::<OUTPUT>(apply::<Second>(first, third));
    }
}

/// `third(second(first(a, b), c), d)`.
#[inline(always)]
pub(super) fn triple<First: Value, Second: Two, Third: Two, const OUTPUT: bool>(
    out: &mut [f32],
    [a, b, c, d]: [&[f32]; 4],
) {
    let lanes = out.len();
    let (a, b, c, d) = (&a[..lanes], &b[..lanes], &c[..lanes], &d[..lanes]);
    for lane in 0..lanes {
        let first = apply::<First>(a[lane], b[lane]);
        let second = Second::apply(first, c[lane]);
        out[lane] = finished::<OUTPUT>(Third::apply(second, d[lane]));
    }
}

/// `c` where the comparison of `a` and `b` holds, else `d`.
#[inline(always)]
pub(super) fn select<F: Value>(out: &mut [f32], [a, b, c, d]: [&[f32]; 4]) {
    let lanes = out.len();
    let (a, b, c, d) = (&a[..lanes], &b[..lanes], &c[..lanes], &d[..lanes]);
    for lane in 0..lanes {
        out[lane] = select_by::<F>(a[lane], b[lane], c[lane], d[lane]);
    }
}

/// Copies to an output.
#[inline(always)]
pub(super) fn copy(out: &mut [f32], a: &[f32]) {
    let a = &a[..out.len()];
    for lane in 0..out.len() {
        out[lane] = canonical(a[lane]);
    }
}

#[inline(always)]
pub(super) fn negate<const OUTPUT: bool>(out: &mut [f32], a: &[f32]) {
    let a = &a[..out.len()];
    for lane in 0..out.len() {
        out[lane] = finished::<OUTPUT>(-a[lane]);
    }
}

/// `%`: first as if all quotients were near, then again those that are not.
#[inline(always)]
pub(super) fn remainder(out: &mut [f32], [a, b, ..]: [&[f32]; 4]) {
    let (a, b) = (&a[..out.len()], &b[..out.len()]);
    let mut far = 0;
    for lane in 0..out.len() {
        out[lane] = rem_near(a[lane], b[lane]);
        far |= u32::from(!is_near(a[lane], b[lane]));
    }
    if far != 0 {
        for lane in 0..out.len() {
            if !is_near(a[lane], b[lane]) {
                out[lane] = rem(a[lane], b[lane]);
            }
        }
    }
}

/// `mod`, in the same way.
#[inline(always)]
pub(super) fn floored_remainder(out: &mut [f32], [a, b, ..]: [&[f32]; 4]) {
    let (a, b) = (&a[..out.len()], &b[..out.len()]);
    let mut far = 0;
    for lane in 0..out.len() {
        out[lane] = modulo_near(a[lane], b[lane]);
        far |= u32::from(!is_near(a[lane], b[lane]));
    }
    if far != 0 {
        for lane in 0..out.len() {
            if !is_near(a[lane], b[lane]) {
                out[lane] = modulo(a[lane], b[lane]);
            }
        }
    }
}

/// Any other function; their values are canonical already.
#[inline(always)]
pub(super) fn call<F: Value>(out: &mut [f32], seed: u32, [a, b, c, d]: [&[f32]; 4]) {
    match F::ARITY {
        1 => one::<F>(out, seed, a),
        2 => each_two::<F>(out, seed, a, b),
        3 => three::<F>(out, seed, a, b, c),
        _ => four::<F>(out, seed, a, b, c, d),
    }
}

#[inline(always)]
fn one<F: Value>(out: &mut [f32], seed: u32, a: &[f32]) {
    let a = &a[..out.len()];
    for lane in 0..out.len() {
        out[lane] = F::value(seed, [a[lane], 0.0, 0.0, 0.0, 0.0]);
    }
}

#[inline(always)]
fn each_two<F: Value>(out: &mut [f32], seed: u32, a: &[f32], b: &[f32]) {
    let (a, b) = (&a[..out.len()], &b[..out.len()]);
    for lane in 0..out.len() {
        out[lane] = F::value(seed, [a[lane], b[lane], 0.0, 0.0, 0.0]);
    }
}

#[inline(always)]
fn three<F: Value>(out: &mut [f32], seed: u32, a: &[f32], b: &[f32], c: &[f32]) {
    let (a, b, c) = (&a[..out.len()], &b[..out.len()], &c[..out.len()]);
    for lane in 0..out.len() {
        out[lane] = F::value(seed, [a[lane], b[lane], c[lane], 0.0, 0.0]);
    }
}

#[inline(always)]
fn four<F: Value>(out: &mut [f32], seed: u32, a: &[f32], b: &[f32], c: &[f32], d: &[f32]) {
    let lanes = out.len();
    let (a, b, c, d) = (&a[..lanes], &b[..lanes], &c[..lanes], &d[..lanes]);
    for lane in 0..lanes {
        out[lane] = F::value(seed, [a[lane], b[lane], c[lane], d[lane], 0.0]);
    }
}
