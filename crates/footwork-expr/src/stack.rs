//! The stack machine. It runs programs as in Frykholm's article, and is the oracle for the fast evaluator.

use footwork_base::maths::{NAN, canonical};

use crate::function::{MAX_ARITY, power};
use crate::program::{Program, ProgramStep};

/// Runs a program, one step after the other, on a stack allocated once.
///
/// ```
/// use footwork_expr::{StackMachine, compile};
///
/// let program = compile("sin(t) + 0.1 * cos(10 * t)", &["t"]).unwrap();
/// let mut machine = StackMachine::new(&program);
/// assert_eq!(machine.run(&[0.0]), [0.1]);
/// ```
#[derive(Clone, Debug)]
pub struct StackMachine<'a> {
    program: &'a Program,
    stack: Vec<f32>,
}

impl<'a> StackMachine<'a> {
    /// Creates a machine for a program.
    pub fn new(program: &'a Program) -> Self {
        let stack = vec![0.0; program.stack_depth()];
        Self { program, stack }
    }

    /// Returns the outputs for the values of the variables, given in the order of declaration. Values past the last
    /// variable are ignored. Allocates nothing.
    ///
    /// # Panics
    /// Panics if there are fewer values than variables.
    pub fn run(&mut self, values: &[f32]) -> &[f32] {
        let variables = self.program.variable_count();
        assert!(
            values.len() >= variables,
            "the expression has {variables} variables, {} values were given",
            values.len()
        );
        let stack = &mut self.stack[..];
        let mut top = 0;
        for step in self.program.steps() {
            let first = top - step.arity();
            stack[first] = match step {
                ProgramStep::Variable(number) => values[number as usize],
                _ => value(step, self.program.seed(), &stack[first..top]),
            };
            top = first + 1;
        }
        for value in &mut stack[..top] {
            *value = canonical(*value);
        }
        &stack[..top]
    }
}

/// Computes the value of a step from its operands. The step must not be a variable. If the value is NaN, its bits are
/// arbitrary.
#[inline(always)]
pub(crate) fn value(step: ProgramStep, seed: u32, operands: &[f32]) -> f32 {
    match step {
        ProgramStep::Variable(_) => NAN,
        ProgramStep::Float(value) => value,
        ProgramStep::Power(whole) => power(operands[0], whole),
        ProgramStep::Call(function) => {
            let mut arguments = [0.0; MAX_ARITY];
            arguments[..operands.len()].copy_from_slice(operands);
            function.value(seed, arguments)
        }
    }
}
