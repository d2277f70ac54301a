//! Which outputs of a program are constant.

use footwork_base::maths::canonical;

use super::{Program, Step};

impl Program {
    /// The value of an output that no variable has a say in: of one that is a single number, as
    /// compiling leaves what is constant. `None` for any other, and past the last output.
    ///
    /// ```
    /// use footwork_expr::compile;
    ///
    /// assert_eq!(compile("2 * (3 + 4)", &["x"]).unwrap().constant(0), Some(14.0));
    /// assert_eq!(compile("x", &["x"]).unwrap().constant(0), None);
    /// ```
    pub fn constant(&self, output: usize) -> Option<f32> {
        self.outputs_if_constant().get(output).copied().flatten()
    }

    /// The values of all outputs, where all are constant: then there is nothing to run.
    pub fn constants(&self) -> Option<Vec<f32>> {
        self.outputs_if_constant().into_iter().collect()
    }

    /// The stack at the end, as far as it is known.
    fn outputs_if_constant(&self) -> Vec<Option<f32>> {
        let mut stack = Vec::with_capacity(self.stack_depth());
        for step in self.steps() {
            stack.truncate(stack.len() - step.arity());
            stack.push(match step {
                Step::Float(value) => Some(canonical(value)),
                _ => None,
            });
        }
        stack
    }
}
