//! Runs the instructions of a plan, block by block.

use footwork_base::maths::canonical;

use crate::Function;
use crate::function::{Value, each};

use super::block::Input;
use super::lanes::{self, Each, Lanes, Same, Swapped, Two};
use super::operation::Operation;
use super::plan::{LaneInstruction, Plan, Source, Target};

/// What is run on.
pub(super) struct Machine<'a> {
    pub(super) plan: &'a Plan,
    /// The lanes of all registers, one after the other.
    pub(super) registers: &'a mut [f32],
    /// The lanes of a block.
    pub(super) block: usize,
    pub(super) seed: u32,
}

/// What an instruction reads in a block.
struct Reading<'a> {
    /// The registers before the one written to.
    before: &'a [f32],
    /// Those behind it.
    behind: &'a [f32],
    /// Where those behind it begin.
    behind_from: usize,
    block: usize,
    inputs: &'a [Input<'a>],
    numbers: &'a [f32],
    /// The first lane of the block.
    start: usize,
    lanes: usize,
}

/// Lanes or a number.
#[derive(Clone, Copy)]
enum Read<'a> {
    Lanes(Lanes<'a>),
    Same(Same),
}

impl<'a> Reading<'a> {
    #[inline(always)]
    fn lanes(&self, source: Source) -> &'a [f32] {
        match source {
            Source::Register(register) => {
                let from = register as usize * self.block;
                if from < self.before.len() {
                    &self.before[from..from + self.lanes]
                } else {
                    let from = from - self.behind_from;
                    &self.behind[from..from + self.lanes]
                }
            }
            Source::Input(input) => match self.inputs[input as usize] {
                Input::Slice(slice) => &slice[self.start..self.start + self.lanes],
                Input::Uniform(_) => &[],
            },
            Source::Same(_) => &[],
        }
    }

    #[inline(always)]
    fn read(&self, source: Source) -> Read<'a> {
        match source {
            Source::Same(number) => Read::Same(Same(self.numbers[number as usize])),
            source => Read::Lanes(Lanes(self.lanes(source))),
        }
    }
}

impl Machine<'_> {
    /// Runs all blocks.
    #[inline(always)]
    pub(super) fn run(self, inputs: &[Input<'_>], outputs: &mut [&mut [f32]]) {
        let total = match outputs.first() {
            Some(output) => output.len(),
            None => return,
        };
        for &(register, number) in &self.plan.filled {
            let from = register as usize * self.block;
            let lanes = self.block.min(total);
            self.registers[from..from + lanes].fill(self.plan.numbers[number as usize]);
        }
        let mut start = 0;
        while start < total {
            let lanes = self.block.min(total - start);
            for instruction in &self.plan.instructions {
                let (from, own) = match instruction.to {
                    Target::Register(register) => (register as usize * self.block, self.block),
                    Target::Output(_) => (self.registers.len(), 0),
                };
                let (before, rest) = self.registers.split_at_mut(from);
                let (own, behind) = rest.split_at_mut(own);
                let reading = Reading {
                    before,
                    behind,
                    behind_from: from + own.len(),
                    block: self.block,
                    inputs,
                    numbers: &self.plan.numbers,
                    start,
                    lanes,
                };
                let (out, is_output) = match instruction.to {
                    Target::Register(_) => (&mut own[..lanes], false),
                    Target::Output(output) => {
                        (&mut outputs[output as usize][start..start + lanes], true)
                    }
                };
                step(instruction, out, is_output, &reading, self.seed);
            }
            let reading = Reading {
                before: self.registers,
                behind: &[],
                behind_from: 0,
                block: self.block,
                inputs,
                numbers: &self.plan.numbers,
                start,
                lanes,
            };
            for &(output, source) in &self.plan.copies {
                let out = &mut outputs[output as usize][start..start + lanes];
                match reading.read(source) {
                    Read::Lanes(Lanes(from)) => lanes::copy(out, from),
                    Read::Same(Same(number)) => out.fill(canonical(number)),
                }
            }
            start += lanes;
        }
    }
}

/// Calls a loop, as one for outputs or not.
macro_rules! finish {
    ($is_output:ident, $function:ident::<$($type:ty),*>($($argument:expr),*)) => {
        if $is_output {
            lanes::$function::<$($type,)* true>($($argument),*)
        } else {
            lanes::$function::<$($type,)* false>($($argument),*)
        }
    };
    ($is_output:ident, $function:ident($($argument:expr),*)) => {
        finish!($is_output, $function::<>($($argument),*))
    };
}

#[inline(always)]
fn two<F: Value, const COMMUTES: bool>(
    out: &mut [f32],
    is_output: bool,
    reading: &Reading<'_>,
    [a, b, ..]: [Source; 4],
) {
    match (reading.read(a), reading.read(b)) {
        (Read::Lanes(a), Read::Lanes(b)) => finish!(is_output, two::<F>(out, a, b)),
        (Read::Lanes(a), Read::Same(b)) => finish!(is_output, two::<F>(out, a, b)),
        (Read::Same(a), Read::Lanes(b)) if COMMUTES => finish!(is_output, two::<F>(out, b, a)),
        (Read::Same(a), Read::Lanes(b)) => finish!(is_output, two::<F>(out, a, b)),
        // Numbers alone are worked out once a call.
        (Read::Same(_), Read::Same(_)) => {}
    }
}

#[inline(always)]
fn pair<First: Value, Second: Two, const COMMUTES: bool>(
    out: &mut [f32],
    is_output: bool,
    reading: &Reading<'_>,
    [a, b, c, _]: [Source; 4],
) {
    let (a, b) = match a {
        Source::Same(_) if COMMUTES => (b, a),
        _ => (a, b),
    };
    use Read::{Lanes, Same};
    match (reading.read(a), reading.read(b), reading.read(c)) {
        (Lanes(a), Lanes(b), Lanes(c)) => finish!(is_output, pair::<First, Second>(out, a, b, c)),
        (Lanes(a), Lanes(b), Same(c)) => finish!(is_output, pair::<First, Second>(out, a, b, c)),
        (Lanes(a), Same(b), Lanes(c)) => finish!(is_output, pair::<First, Second>(out, a, b, c)),
        (Lanes(a), Same(b), Same(c)) => finish!(is_output, pair::<First, Second>(out, a, b, c)),
        (Same(a), Lanes(b), Lanes(c)) if !COMMUTES => {
            finish!(is_output, pair::<First, Second>(out, a, b, c))
        }
        (Same(a), Lanes(b), Same(c)) if !COMMUTES => {
            finish!(is_output, pair::<First, Second>(out, a, b, c))
        }
        // Numbers alone are worked out once a call.
        _ => {}
    }
}

/// One instruction on the lanes of a block.
#[inline(always)]
fn step(
    instruction: &LaneInstruction,
    out: &mut [f32],
    is_output: bool,
    reading: &Reading<'_>,
    seed: u32,
) {
    use each::{Add, Multiply, Subtract};
    let from = instruction.from;
    match instruction.operation {
        Operation::Call(function) => call(function, out, is_output, reading, from, seed),
        Operation::AddAdd => pair::<Add, Add, true>(out, is_output, reading, from),
        Operation::AddSubtract => pair::<Add, Subtract, true>(out, is_output, reading, from),
        Operation::AddFrom => pair::<Add, Swapped<Subtract>, true>(out, is_output, reading, from),
        Operation::AddMultiply => pair::<Add, Multiply, true>(out, is_output, reading, from),
        Operation::SubtractAdd => pair::<Subtract, Add, false>(out, is_output, reading, from),
        Operation::SubtractSubtract => {
            pair::<Subtract, Subtract, false>(out, is_output, reading, from);
        }
        Operation::SubtractFrom => {
            pair::<Subtract, Swapped<Subtract>, false>(out, is_output, reading, from);
        }
        Operation::SubtractMultiply => {
            pair::<Subtract, Multiply, false>(out, is_output, reading, from);
        }
        Operation::MultiplyAdd => pair::<Multiply, Add, true>(out, is_output, reading, from),
        Operation::MultiplySubtract => {
            pair::<Multiply, Subtract, true>(out, is_output, reading, from);
        }
        Operation::MultiplyFrom => {
            pair::<Multiply, Swapped<Subtract>, true>(out, is_output, reading, from);
        }
        Operation::MultiplyMultiply => {
            pair::<Multiply, Multiply, true>(out, is_output, reading, from);
        }
        Operation::Products => {
            let from = four(reading, from);
            finish!(is_output, products(out, from));
        }
        Operation::SelectLess => lanes::select::<each::Less>(out, four(reading, from)),
        Operation::SelectLessEqual => lanes::select::<each::LessEqual>(out, four(reading, from)),
        Operation::SelectEqual => lanes::select::<each::Equal>(out, four(reading, from)),
        Operation::SelectNotEqual => lanes::select::<each::NotEqual>(out, four(reading, from)),
    }
}

#[inline(always)]
fn four<'a>(reading: &Reading<'a>, [a, b, c, d]: [Source; 4]) -> [&'a [f32]; 4] {
    [
        reading.lanes(a),
        reading.lanes(b),
        reading.lanes(c),
        reading.lanes(d),
    ]
}

#[inline(always)]
fn call(
    function: Function,
    out: &mut [f32],
    is_output: bool,
    reading: &Reading<'_>,
    from: [Source; 4],
    seed: u32,
) {
    use each::{Add, Divide, Multiply, Subtract};
    match function {
        Function::Add => two::<Add, true>(out, is_output, reading, from),
        Function::Subtract => two::<Subtract, false>(out, is_output, reading, from),
        Function::Multiply => two::<Multiply, true>(out, is_output, reading, from),
        Function::Divide => two::<Divide, false>(out, is_output, reading, from),
        _ => {
            let from = four(reading, from);
            let [a, b, ..] = from;
            match function {
                Function::Negate => finish!(is_output, negate(out, a)),
                Function::Remainder => lanes::remainder(out, a, b),
                Function::Modulo => lanes::floored_remainder(out, a, b),
                _ => function.visit(Each { seed, out, from }),
            }
        }
    }
}
