//! Runs code for one set of values, in registers that hold one number each.
//!
//! Each instruction holds the address of its code. This takes fewer jumps than a `match` over all functions, and each
//! function can keep its numbers in processor registers.

use std::fmt;
use std::marker::PhantomData;

use crate::function::{Function, Value, Visit};

use super::operation::{MAX_ARGUMENTS, Operation, VisitOperation};
use super::pairs::{AbsOne, CosOne, ExpOne, LnOne, PowOne, SelectOne, SinOne, SqrtOne};

/// The code of an instruction. It receives the result of the previous instruction and returns its own, so these numbers
/// need not go through memory.
pub(super) type Run<I> = fn(&ScalarInstruction<I>, &mut Room<I>, f32) -> f32;

/// An instruction that reads numbers from registers and writes one to a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScalarInstruction<I: Index> {
    pub(super) run: Run<I>,
    pub(super) to: I,
    pub(super) from: [I; MAX_ARGUMENTS],
}

/// The number of a register.
pub(super) trait Index: Copy + fmt::Debug + 'static {
    /// Storage for every register number of the type, or for the needed count.
    type Registers: Clone + fmt::Debug;

    fn from_number(number: u32) -> Self;
    fn number(self) -> u32;
    fn none() -> Self::Registers;
    fn hold(registers: &mut Self::Registers, count: u32);
    fn take(self, registers: &Self::Registers) -> f32;
    fn put(self, registers: &mut Self::Registers, value: f32);
    fn first(registers: &mut Self::Registers) -> &mut [f32];
}

/// The array has a register for every `u8`, so there are no bounds checks.
impl Index for u8 {
    type Registers = [f32; 256];

    fn from_number(number: u32) -> Self {
        // Invariant: short code is for graphs of at most 256 nodes.
        debug_assert!(number <= 255, "there is no register {number}");
        Self::try_from(number).unwrap_or(Self::MAX)
    }

    fn number(self) -> u32 {
        self.into()
    }

    fn none() -> Self::Registers {
        [0.0; 256]
    }

    fn hold(_: &mut Self::Registers, _: u32) {}

    #[inline(always)]
    fn take(self, registers: &Self::Registers) -> f32 {
        registers[usize::from(self)]
    }

    #[inline(always)]
    fn put(self, registers: &mut Self::Registers, value: f32) {
        registers[usize::from(self)] = value;
    }

    #[inline(always)]
    fn first(registers: &mut Self::Registers) -> &mut [f32] {
        registers
    }
}

impl Index for u32 {
    type Registers = Vec<f32>;

    fn from_number(number: u32) -> Self {
        number
    }

    fn number(self) -> u32 {
        self
    }

    fn none() -> Self::Registers {
        Vec::new()
    }

    fn hold(registers: &mut Self::Registers, count: u32) {
        if registers.len() < count as usize {
            registers.resize(count as usize, 0.0);
        }
    }

    #[inline(always)]
    fn take(self, registers: &Self::Registers) -> f32 {
        registers[self as usize]
    }

    #[inline(always)]
    fn put(self, registers: &mut Self::Registers, value: f32) {
        registers[self as usize] = value;
    }

    #[inline(always)]
    fn first(registers: &mut Self::Registers) -> &mut [f32] {
        registers
    }
}

/// The registers, and the seed of `hash` and `noise`.
#[derive(Clone, Debug)]
pub(super) struct Room<I: Index> {
    registers: I::Registers,
    seed: u32,
}

impl<I: Index> Room<I> {
    pub(super) fn new(seed: u32) -> Self {
        Self {
            registers: I::none(),
            seed,
        }
    }

    /// Makes room for `count` registers.
    pub(super) fn hold(&mut self, count: u32) {
        I::hold(&mut self.registers, count);
    }

    /// Returns all registers from number 0 on, for copying values into them in order.
    #[inline(always)]
    pub(super) fn first(&mut self) -> &mut [f32] {
        I::first(&mut self.registers)
    }

    #[inline(always)]
    pub(super) fn take(&self, register: I) -> f32 {
        register.take(&self.registers)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, register: I, value: f32) {
        register.put(&mut self.registers, value);
    }
}

/// A bit for each argument that is the result of the previous instruction.
pub(super) type Last = u8;

/// Returns the code of an operation whose arguments in `last` are the previous result.
pub(super) fn choose_run<I: Index>(operation: Operation, last: Last) -> Run<I> {
    operation.visit(Choose {
        last,
        index: PhantomData,
    })
}

/// Chooses the code of an operation.
struct Choose<I> {
    last: Last,
    index: PhantomData<I>,
}

/// Chooses code compiled for a set of arguments that are the previous result. It uses the first listed set that is
/// contained in `last`. If there is none, the code reads all arguments from registers.
macro_rules! choose {
    ($last:expr, $($choice:literal)*, $run:expr) => {
        match $last {
            $(last if last & $choice == $choice => {
                const LAST: Last = $choice;
                $run
            })*
            _ => {
                const LAST: Last = 0;
                $run
            }
        }
    };
}

impl<I: Index> Visit for Choose<I> {
    type Output = Run<I>;

    fn visit<F: Value>(self) -> Run<I> {
        match F::ARITY {
            1 => choose!(self.last, 1, call::<F, I, LAST>),
            2 => choose!(self.last, 3 1 2, call::<F, I, LAST>),
            _ => call::<F, I, 0>,
        }
    }
}

impl<I: Index> VisitOperation for Choose<I> {
    fn arithmetic<F: Value, const NUMBER_FIRST: bool>(self) -> Run<I> {
        match F::ARITY {
            1 => choose!(self.last, 1, call::<F, I, LAST>),
            2 => choose!(self.last, 3 1 2, call::<F, I, LAST>),
            3 => choose!(self.last, 3 1 2 4, call::<F, I, LAST>),
            4 => choose!(self.last, 3 12 1 2 4 8, call::<F, I, LAST>),
            _ => choose!(self.last, 3 1 2 4 8 16, call::<F, I, LAST>),
        }
    }

    fn call(self, function: Function) -> Run<I> {
        match function {
            Function::Pow => self.visit::<PowOne>(),
            Function::Sin => self.visit::<SinOne>(),
            Function::Cos => self.visit::<CosOne>(),
            Function::Exp => self.visit::<ExpOne>(),
            Function::Ln => self.visit::<LnOne>(),
            Function::Sqrt => self.visit::<SqrtOne>(),
            Function::Abs => self.visit::<AbsOne>(),
            _ => function.visit(self),
        }
    }

    fn select<Comparison: Value>(self) -> Run<I> {
        // Passing the previous result in a processor register took a nanosecond longer here.
        call::<SelectOne<Comparison>, I, 0>
    }

    fn single<F: Value>(self) -> Run<I> {
        self.arithmetic::<F, false>()
    }
}

/// Returns the arguments: the previous result for each set bit of `LAST`, and register values for the others. (`map`
/// would compile to a call.)
#[inline(always)]
fn arguments<I: Index, const LAST: Last>(
    instruction: &ScalarInstruction<I>,
    room: &Room<I>,
    last: f32,
) -> [f32; MAX_ARGUMENTS] {
    let mut arguments = [last; MAX_ARGUMENTS];
    let mut number = 0;
    while number < MAX_ARGUMENTS {
        if LAST >> number & 1 == 0 {
            arguments[number] = room.take(instruction.from[number]);
        }
        number += 1;
    }
    arguments
}

fn call<F: Value, I: Index, const LAST: Last>(
    instruction: &ScalarInstruction<I>,
    room: &mut Room<I>,
    last: f32,
) -> f32 {
    let arguments = arguments::<I, LAST>(instruction, room, last);
    let value = F::value(room.seed, arguments);
    room.put(instruction.to, value);
    value
}
