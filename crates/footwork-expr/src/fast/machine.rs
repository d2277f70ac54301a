//! Runs the instructions of a plan, block by block.

use footwork_base::SimdWork;
use footwork_base::maths::canonical;

use crate::function::{Function, Value, Visit, each};

use super::input::Input;
use super::lanes::{self, Lanes, Same};
use super::operation::{MAX_ARGUMENTS, VisitOperation};
use super::pairs::Two;
use super::plan::{Plan, Source, Target};

/// A plan with its inputs, its outputs and its registers.
pub(super) struct Machine<'a, 'o> {
    pub(super) plan: &'a Plan,
    /// The lanes of all registers, one after the other.
    pub(super) registers: &'a mut [f32],
    /// The lanes of a block.
    pub(super) block: usize,
    /// The lanes of all blocks: as many as every slice has.
    pub(super) total: usize,
    pub(super) seed: u32,
    pub(super) inputs: &'a [Input<'a>],
    pub(super) outputs: &'a mut [&'o mut [f32]],
}

/// What an instruction reads in a block.
struct Reading<'a> {
    /// The registers before the one that is written.
    before: &'a [f32],
    /// Those after it.
    behind: &'a [f32],
    /// Where those after it begin.
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
    /// Returns the lanes of a source; none past the last argument of an operation.
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
                Input::Uniform(_) => {
                    // Invariant: the inputs that were slices when the plan was made are slices.
                    debug_assert!(false, "input {input} is no slice");
                    &[]
                }
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

impl SimdWork for Machine<'_, '_> {
    type Output = ();

    /// Runs all blocks.
    #[inline(always)]
    fn run(self) {
        let Self {
            total,
            inputs,
            outputs,
            ..
        } = self;
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
                let step = Step {
                    out,
                    is_output,
                    reading: &reading,
                    from: instruction.from,
                    seed: self.seed,
                };
                instruction.operation.visit(step);
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

/// Calls a loop, compiled for outputs or for registers.
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
    [a, b, ..]: [Source; MAX_ARGUMENTS],
) {
    match (reading.read(a), reading.read(b)) {
        (Read::Lanes(a), Read::Lanes(b)) => finish!(is_output, two::<F>(out, a, b)),
        (Read::Lanes(a), Read::Same(b)) => finish!(is_output, two::<F>(out, a, b)),
        (Read::Same(a), Read::Lanes(b)) if COMMUTES => finish!(is_output, two::<F>(out, b, a)),
        (Read::Same(a), Read::Lanes(b)) => finish!(is_output, two::<F>(out, a, b)),
        (Read::Same(_), Read::Same(_)) => not_planned(),
    }
}

/// Invariant: an instruction has lanes among its arguments. What depends on numbers alone is a number
/// itself and never an instruction.
#[cold]
fn not_planned() {
    debug_assert!(false, "an instruction on numbers alone");
}

#[inline(always)]
fn pair<First: Value, Second: Two, const COMMUTES: bool>(
    out: &mut [f32],
    is_output: bool,
    reading: &Reading<'_>,
    [a, b, c, ..]: [Source; MAX_ARGUMENTS],
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
        _ => not_planned(),
    }
}

/// `d` is never a number: see the selection.
#[inline(always)]
fn horner(
    out: &mut [f32],
    is_output: bool,
    reading: &Reading<'_>,
    [a, b, c, d, e]: [Source; MAX_ARGUMENTS],
) {
    use Read::{Lanes, Same};
    let (a, b) = match a {
        Source::Same(_) => (b, a),
        _ => (a, b),
    };
    let (a, d) = (self::Lanes(reading.lanes(a)), self::Lanes(reading.lanes(d)));
    match (reading.read(b), reading.read(c), reading.read(e)) {
        (Lanes(b), Lanes(c), Lanes(e)) => finish!(is_output, horner(out, a, b, c, d, e)),
        (Lanes(b), Lanes(c), Same(e)) => finish!(is_output, horner(out, a, b, c, d, e)),
        (Lanes(b), Same(c), Lanes(e)) => finish!(is_output, horner(out, a, b, c, d, e)),
        (Lanes(b), Same(c), Same(e)) => finish!(is_output, horner(out, a, b, c, d, e)),
        (Same(b), Lanes(c), Lanes(e)) => finish!(is_output, horner(out, a, b, c, d, e)),
        (Same(b), Lanes(c), Same(e)) => finish!(is_output, horner(out, a, b, c, d, e)),
        (Same(b), Same(c), Lanes(e)) => finish!(is_output, horner(out, a, b, c, d, e)),
        (Same(b), Same(c), Same(e)) => finish!(is_output, horner(out, a, b, c, d, e)),
    }
}

/// One instruction on the lanes of a block.
struct Step<'a, 'b> {
    out: &'a mut [f32],
    is_output: bool,
    reading: &'a Reading<'b>,
    from: [Source; MAX_ARGUMENTS],
    seed: u32,
}

impl Visit for Step<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn visit<F: Value>(self) {
        let from = four(self.reading, self.from);
        lanes::call::<F>(self.out, self.seed, from);
    }
}

impl VisitOperation for Step<'_, '_> {
    #[inline(always)]
    fn call(self, function: Function) {
        call(self, function);
    }

    #[inline(always)]
    fn horner(self) {
        horner(self.out, self.is_output, self.reading, self.from);
    }

    #[inline(always)]
    fn pair<First: Value, Second: Two, const COMMUTES: bool>(self) {
        pair::<First, Second, COMMUTES>(self.out, self.is_output, self.reading, self.from);
    }

    #[inline(always)]
    fn double<First: Value, Second: Value, Third: Value>(self) {
        let (out, is_output) = (self.out, self.is_output);
        let from = four(self.reading, self.from);
        finish!(is_output, double::<First, Second, Third>(out, from));
    }

    #[inline(always)]
    fn triple<First: Value, Second: Two, Third: Two>(self) {
        let (out, is_output) = (self.out, self.is_output);
        let from = four(self.reading, self.from);
        finish!(is_output, triple::<First, Second, Third>(out, from));
    }

    #[inline(always)]
    fn select<Comparison: Value>(self) {
        lanes::select::<Comparison>(self.out, four(self.reading, self.from));
    }
}

#[inline(always)]
fn four<'a>(reading: &Reading<'a>, [a, b, c, d, _]: [Source; MAX_ARGUMENTS]) -> [&'a [f32]; 4] {
    [
        reading.lanes(a),
        reading.lanes(b),
        reading.lanes(c),
        reading.lanes(d),
    ]
}

#[inline(always)]
fn call(step: Step<'_, '_>, function: Function) {
    use each::{Add, Divide, Multiply, Subtract};
    let (is_output, reading, from) = (step.is_output, step.reading, step.from);
    match function {
        Function::Add => two::<Add, true>(step.out, is_output, reading, from),
        Function::Subtract => two::<Subtract, false>(step.out, is_output, reading, from),
        Function::Multiply => two::<Multiply, true>(step.out, is_output, reading, from),
        Function::Divide => two::<Divide, false>(step.out, is_output, reading, from),
        Function::Negate => {
            let (out, from) = (step.out, reading.lanes(from[0]));
            finish!(is_output, negate(out, from));
        }
        Function::Remainder => lanes::remainder(step.out, four(reading, from)),
        Function::Modulo => lanes::floored_remainder(step.out, four(reading, from)),
        _ => function.visit(step),
    }
}
