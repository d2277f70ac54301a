//! Loops over lanes, compiled for each SIMD level.
//!
//! One generic loop serves all functions. The compiler makes separate machine code for each function, for each level,
//! and for each choice of constant arguments. (One piece of machine code that chooses inside the loop took four times
//! as long.) Everything inside the loop is inlined, because a closure or an iterator that is not inlined would be
//! compiled without the instructions of the level.

#![allow(
    clippy::needless_range_loop,
    reason = "the loops go over several slices by one index"
)]

use std::marker::PhantomData;

use footwork_base::SimdWork;
use footwork_base::maths::{canonical, is_near, modulo, modulo_near, rem, rem_near};

use crate::function::{MAX_ARITY, Value};

/// The data that a loop reads for an argument: one number per lane, or one number for all lanes.
pub(super) trait Operand: Copy {
    /// Returns the operand limited to its first `lanes` lanes.
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

/// The data that a loop reads for all arguments of a function.
pub(super) trait Operands: Copy {
    /// Returns the operands limited to their first `lanes` lanes.
    fn cut(self, lanes: usize) -> Self;
    fn at(self, lane: usize) -> [f32; MAX_ARITY];
}

macro_rules! operands {
    ($($id:ident $place:literal),*) => {
        impl<$($id: Operand),*> Operands for ($($id,)*) {
            #[inline(always)]
            fn cut(self, lanes: usize) -> Self {
                #[allow(non_snake_case, reason = "each variable is named by its type")]
                let ($($id,)*) = self;
                ($($id.cut(lanes),)*)
            }

            #[inline(always)]
            fn at(self, lane: usize) -> [f32; MAX_ARITY] {
                #[allow(non_snake_case, reason = "each variable is named by its type")]
                let ($($id,)*) = self;
                let mut arguments = [0.0; MAX_ARITY];
                $(arguments[$place] = $id.at(lane);)*
                arguments
            }
        }
    };
}

operands!(A 0);
operands!(A 0, B 1);
operands!(A 0, B 1, C 2);
operands!(A 0, B 1, C 2, D 3);
operands!(A 0, B 1, C 2, D 3, E 4);

/// Computes the values of a function, lane by lane. With `CANONICAL`, every NaN is made canonical.
pub(super) struct Loop<'a, F, O, const CANONICAL: bool> {
    pub(super) out: &'a mut [f32],
    pub(super) seed: u32,
    pub(super) operands: O,
    pub(super) function: PhantomData<F>,
}

impl<F: Value, O: Operands, const CANONICAL: bool> SimdWork for Loop<'_, F, O, CANONICAL> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let lanes = self.out.len();
        let (out, operands) = (self.out, self.operands.cut(lanes));
        for lane in 0..lanes {
            let value = F::value(self.seed, operands.at(lane));
            out[lane] = if CANONICAL { canonical(value) } else { value };
        }
    }
}

/// The identity function, which copies a number to an output.
pub(super) struct Copied;

impl Value for Copied {
    const ARITY: usize = 1;

    #[inline(always)]
    fn value(_: u32, [a, ..]: [f32; MAX_ARITY]) -> f32 {
        a
    }
}

/// `%`, or `mod` if `FLOORED`. Computes all lanes as if their quotients were near, then computes the lanes with other
/// quotients again.
pub(super) struct Remainders<'a, const FLOORED: bool> {
    pub(super) out: &'a mut [f32],
    pub(super) a: &'a [f32],
    pub(super) b: &'a [f32],
}

impl<const FLOORED: bool> SimdWork for Remainders<'_, FLOORED> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let out = self.out;
        let (a, b) = (&self.a[..out.len()], &self.b[..out.len()]);
        let mut far = 0;
        for lane in 0..out.len() {
            let near = if FLOORED { modulo_near } else { rem_near };
            out[lane] = near(a[lane], b[lane]);
            far |= u32::from(!is_near(a[lane], b[lane]));
        }
        if far != 0 {
            for lane in 0..out.len() {
                if !is_near(a[lane], b[lane]) {
                    let any = if FLOORED { modulo } else { rem };
                    out[lane] = any(a[lane], b[lane]);
                }
            }
        }
    }
}
