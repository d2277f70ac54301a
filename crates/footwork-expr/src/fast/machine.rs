//! Runs the instructions of a plan, block by block.

use std::marker::PhantomData;

use footwork_base::maths::canonical;
use footwork_base::{SimdWork, SupportedLevel};

use crate::function::{Function, Value, Visit};

use super::input::Input;
use super::lanes::{Copied, Lanes, Loop, Operands, Remainders, Same};
use super::operation::{MAX_ARGUMENTS, VisitOperation};
use super::pairs::SelectBy;
use super::plan::{Plan, Source, Target};

/// A plan with its inputs, its outputs and its registers.
pub(super) struct Machine<'a, 'o> {
    pub(super) plan: &'a Plan,
    /// The lanes of all registers, one after the other.
    pub(super) registers: &'a mut [f32],
    /// The number of lanes in a block.
    pub(super) block: usize,
    /// The number of lanes in all blocks, which is the length of every slice.
    pub(super) total: usize,
    pub(super) seed: u32,
    pub(super) level: SupportedLevel,
    pub(super) inputs: &'a [Input<'a>],
    pub(super) outputs: &'a mut [&'o mut [f32]],
}

/// The data that an instruction reads in a block.
struct Reading<'a> {
    /// The registers before the output register.
    before: &'a [f32],
    /// The registers after the output register.
    behind: &'a [f32],
    /// The number of the first register in `behind`.
    behind_from: usize,
    block: usize,
    inputs: &'a [Input<'a>],
    numbers: &'a [f32],
    /// The number of the block's first lane.
    start: usize,
    lanes: usize,
}

/// The lanes of an argument, or its number.
#[derive(Clone, Copy)]
enum Read<'a> {
    Lanes(Lanes<'a>),
    Same(Same),
}

impl<'a> Reading<'a> {
    /// Returns the lanes of a source; empty for a missing argument.
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
                    // Invariant: the inputs that were slices when the plan was made are still slices.
                    debug_assert!(false, "input {input} is not a slice");
                    &[]
                }
            },
            Source::Same(_) => &[],
        }
    }

    fn read(&self, source: Source) -> Read<'a> {
        match source {
            Source::Same(number) => Read::Same(Same(self.numbers[number as usize])),
            source => Read::Lanes(Lanes(self.lanes(source))),
        }
    }
}

impl Machine<'_, '_> {
    /// Runs all blocks.
    pub(super) fn run(self) {
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
                    level: self.level,
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
                    Read::Lanes(from) => {
                        let copied: Loop<'_, Copied, _, true> = Loop {
                            out,
                            seed: self.seed,
                            operands: (from,),
                            function: PhantomData,
                        };
                        at_level(self.level, copied);
                    }
                    Read::Same(Same(number)) => out.fill(canonical(number)),
                }
            }
            start += lanes;
        }
    }
}

/// Runs a loop out of line, so that its code is a separate function even at the portable level.
#[inline(never)]
fn at_level<W: SimdWork<Output = ()>>(level: SupportedLevel, work: W) {
    level.run(work);
}

/// Invariant: an instruction has at least one argument that is lanes. A result that depends only on numbers is itself a
/// number and not an instruction.
#[cold]
fn not_planned() {
    debug_assert!(false, "an instruction on numbers alone");
}

/// One instruction in one block of lanes.
struct Step<'a, 'b> {
    out: &'a mut [f32],
    is_output: bool,
    reading: &'a Reading<'b>,
    from: [Source; MAX_ARGUMENTS],
    seed: u32,
    level: SupportedLevel,
}

impl<'b> Step<'_, 'b> {
    /// Returns the lanes of an argument.
    fn lanes(&self, argument: usize) -> Lanes<'b> {
        Lanes(self.reading.lanes(self.from[argument]))
    }

    /// Returns the data of an argument.
    fn read(&self, argument: usize) -> Read<'b> {
        self.reading.read(self.from[argument])
    }

    /// Runs a function whose NaN results must be canonical.
    fn values<F: Value>(self, operands: impl Operands) {
        self.run::<F, false>(operands);
    }

    /// Runs arithmetic. The bits of a NaN result are arbitrary.
    fn finish<F: Value>(self, operands: impl Operands) {
        if self.is_output {
            self.run::<F, true>(operands);
        } else {
            self.run::<F, false>(operands);
        }
    }

    fn run<F: Value, const CANONICAL: bool>(self, operands: impl Operands) {
        let work: Loop<'_, F, _, CANONICAL> = Loop {
            out: self.out,
            seed: self.seed,
            operands,
            function: PhantomData,
        };
        at_level(self.level, work);
    }

    /// Runs arithmetic on two arguments.
    fn two<F: Value, const NUMBER_FIRST: bool>(self) {
        use Read::{Lanes, Same};
        match (self.read(0), self.read(1)) {
            (Lanes(a), Lanes(b)) => self.finish::<F>((a, b)),
            (Lanes(a), Same(b)) => self.finish::<F>((a, b)),
            (Same(a), Lanes(b)) if NUMBER_FIRST => self.finish::<F>((a, b)),
            _ => not_planned(),
        }
    }

    /// Runs arithmetic on three arguments.
    fn three<F: Value, const NUMBER_FIRST: bool>(self) {
        use Read::{Lanes, Same};
        match (self.read(0), self.read(1), self.read(2)) {
            (Lanes(a), Lanes(b), Lanes(c)) => self.finish::<F>((a, b, c)),
            (Lanes(a), Lanes(b), Same(c)) => self.finish::<F>((a, b, c)),
            (Lanes(a), Same(b), Lanes(c)) => self.finish::<F>((a, b, c)),
            (Lanes(a), Same(b), Same(c)) => self.finish::<F>((a, b, c)),
            (Same(a), Lanes(b), Lanes(c)) if NUMBER_FIRST => self.finish::<F>((a, b, c)),
            (Same(a), Lanes(b), Same(c)) if NUMBER_FIRST => self.finish::<F>((a, b, c)),
            _ => not_planned(),
        }
    }

    /// Runs two steps of a polynomial. The fourth argument is never a single number, as `selection` ensures.
    fn five<F: Value>(self) {
        use Read::{Lanes, Same};
        let (a, d) = (self.lanes(0), self.lanes(3));
        match (self.read(1), self.read(2), self.read(4)) {
            (Lanes(b), Lanes(c), Lanes(e)) => self.finish::<F>((a, b, c, d, e)),
            (Lanes(b), Lanes(c), Same(e)) => self.finish::<F>((a, b, c, d, e)),
            (Lanes(b), Same(c), Lanes(e)) => self.finish::<F>((a, b, c, d, e)),
            (Lanes(b), Same(c), Same(e)) => self.finish::<F>((a, b, c, d, e)),
            (Same(b), Lanes(c), Lanes(e)) => self.finish::<F>((a, b, c, d, e)),
            (Same(b), Lanes(c), Same(e)) => self.finish::<F>((a, b, c, d, e)),
            (Same(b), Same(c), Lanes(e)) => self.finish::<F>((a, b, c, d, e)),
            (Same(b), Same(c), Same(e)) => self.finish::<F>((a, b, c, d, e)),
        }
    }
}

impl Visit for Step<'_, '_> {
    type Output = ();

    fn visit<F: Value>(self) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|argument| self.lanes(argument));
        match F::ARITY {
            1 => self.values::<F>((a,)),
            2 => self.values::<F>((a, b)),
            3 => self.values::<F>((a, b, c)),
            _ => self.values::<F>((a, b, c, d)),
        }
    }
}

impl VisitOperation for Step<'_, '_> {
    fn arithmetic<F: Value, const NUMBER_FIRST: bool>(self) {
        match F::ARITY {
            1 => {
                let a = self.lanes(0);
                self.finish::<F>((a,));
            }
            2 => self.two::<F, NUMBER_FIRST>(),
            3 => self.three::<F, NUMBER_FIRST>(),
            4 => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|argument| self.lanes(argument));
                self.finish::<F>((a, b, c, d));
            }
            _ => self.five::<F>(),
        }
    }

    fn call(self, function: Function) {
        match function {
            Function::Remainder => self.remainders::<false>(),
            Function::Modulo => self.remainders::<true>(),
            _ => function.visit(self),
        }
    }

    fn select<Comparison: Value>(self) {
        self.arithmetic::<SelectBy<Comparison>, false>();
    }

    fn single<F: Value>(self) {
        debug_assert!(false, "an instruction for one set of values");
    }
}

impl Step<'_, '_> {
    fn remainders<const FLOORED: bool>(self) {
        let (Lanes(a), Lanes(b)) = (self.lanes(0), self.lanes(1));
        let out = self.out;
        at_level(self.level, Remainders::<FLOORED> { out, a, b });
    }
}
