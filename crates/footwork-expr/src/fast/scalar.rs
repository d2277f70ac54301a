//! The value of one instruction.

use crate::Function;
use crate::function::{MAX_ARITY, Value, each};

use super::code::{ByNumber, Instruction};
use super::operation::Operation;

/// What an instruction gives for the numbers in the registers.
#[inline(always)]
pub(super) fn value<R: ByNumber + ?Sized>(
    instruction: &Instruction,
    registers: &R,
    seed: u32,
) -> f32 {
    let [a, b, c, d] = instruction.from;
    let at = |register| registers.take(register);
    match instruction.operation {
        Operation::Call(function) => call(function, seed, [at(a), at(b), at(c), at(d), 0.0]),
        Operation::AddAdd => add(add(at(a), at(b)), at(c)),
        Operation::AddSubtract => subtract(add(at(a), at(b)), at(c)),
        Operation::AddFrom => subtract(at(c), add(at(a), at(b))),
        Operation::AddMultiply => multiply(add(at(a), at(b)), at(c)),
        Operation::SubtractAdd => add(subtract(at(a), at(b)), at(c)),
        Operation::SubtractSubtract => subtract(subtract(at(a), at(b)), at(c)),
        Operation::SubtractFrom => subtract(at(c), subtract(at(a), at(b))),
        Operation::SubtractMultiply => multiply(subtract(at(a), at(b)), at(c)),
        Operation::MultiplyAdd => add(multiply(at(a), at(b)), at(c)),
        Operation::MultiplySubtract => subtract(multiply(at(a), at(b)), at(c)),
        Operation::MultiplyFrom => subtract(at(c), multiply(at(a), at(b))),
        Operation::MultiplyMultiply => multiply(multiply(at(a), at(b)), at(c)),
        Operation::Products => add(multiply(at(a), at(b)), multiply(at(c), at(d))),
        Operation::SelectLess => select::<each::Less>(at(a), at(b), at(c), at(d)),
        Operation::SelectLessEqual => select::<each::LessEqual>(at(a), at(b), at(c), at(d)),
        Operation::SelectEqual => select::<each::Equal>(at(a), at(b), at(c), at(d)),
        Operation::SelectNotEqual => select::<each::NotEqual>(at(a), at(b), at(c), at(d)),
    }
}

#[inline(always)]
fn call(function: Function, seed: u32, arguments: [f32; MAX_ARITY]) -> f32 {
    function.value(seed, arguments)
}

#[inline(always)]
pub(super) fn add(a: f32, b: f32) -> f32 {
    each::Add::value(0, [a, b, 0.0, 0.0, 0.0])
}

#[inline(always)]
pub(super) fn subtract(a: f32, b: f32) -> f32 {
    each::Subtract::value(0, [a, b, 0.0, 0.0, 0.0])
}

#[inline(always)]
pub(super) fn multiply(a: f32, b: f32) -> f32 {
    each::Multiply::value(0, [a, b, 0.0, 0.0, 0.0])
}

/// `c` where the comparison of `a` and `b` holds, else `d`.
#[inline(always)]
pub(super) fn select<F: Value>(a: f32, b: f32, c: f32, d: f32) -> f32 {
    let condition = F::value(0, [a, b, 0.0, 0.0, 0.0]);
    each::Select::value(0, [condition, c, d, 0.0, 0.0])
}
