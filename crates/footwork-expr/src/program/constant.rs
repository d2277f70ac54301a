//! Which outputs of a program are constant.

use footwork_base::maths::canonical;

use super::{Program, ProgramStep};

impl Program {
    /// Returns the value of an output that compiling has folded into a number: one without variables,
    /// or `x ^ 0`, which is 1 even for NaN. `None` for any other, such as `x * 0`, which may be NaN or -0,
    /// and past the last output.
    ///
    /// ```
    /// use footwork_expr::compile;
    ///
    /// assert_eq!(compile("2 * (3 + 4)", &["x"]).unwrap().constant(0), Some(14.0));
    /// assert_eq!(compile("2 * pow(x, 0)", &["x"]).unwrap().constant(0), Some(2.0));
    /// assert_eq!(compile("x", &["x"]).unwrap().constant(0), None);
    /// ```
    pub fn constant(&self, output: usize) -> Option<f32> {
        let place = self.constants.binary_search_by_key(&output, |&(at, _)| at);
        let (_, bits) = self.constants[place.ok()?];
        Some(f32::from_bits(bits))
    }

    /// Returns the values of all outputs if all are constant, so that there is nothing to run.
    pub fn constants(&self) -> Option<Vec<f32>> {
        let all = self.constants.len() == self.output_count();
        let values = self.constants.iter().map(|&(_, bits)| f32::from_bits(bits));
        all.then(|| values.collect())
    }

    /// Returns the outputs that are a number, rising: those whose place on the stack a number wrote last.
    pub(super) fn constant_outputs(&self) -> Vec<(usize, u32)> {
        if self.output_count() == 1 && self.step_count() > 1 {
            return Vec::new();
        }
        let mut stack = Vec::with_capacity(self.stack_depth());
        for step in self.steps() {
            stack.truncate(stack.len() - step.arity());
            stack.push(match step {
                ProgramStep::Float(value) => Some(canonical(value).to_bits()),
                _ => None,
            });
        }
        let numbered = stack.into_iter().enumerate();
        numbered
            .filter_map(|(output, bits)| Some((output, bits?)))
            .collect()
    }
}
