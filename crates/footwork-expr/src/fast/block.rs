//! Whole arrays at once: what callers give, and what can be wrong with it.

use std::fmt;

use super::dispatch;
use super::machine::Machine;
use super::plan::Plan;
use super::{Evaluator, LANES_IN_CACHE, LEAST_ALIGNED, LEAST_BLOCK_SIZE};

/// The values of a variable for an array of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input<'a> {
    /// One value for each result.
    Slice(&'a [f32]),
    /// One value for all of them.
    Uniform(f32),
}

/// Why arrays cannot be worked on: they are not as many or as long as they should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockError {
    /// There are fewer inputs than variables.
    Inputs {
        /// How many variables there are.
        expected: usize,
        /// How many inputs were given.
        found: usize,
    },
    /// There are not as many slices for outputs as there are outputs.
    Outputs {
        /// How many outputs there are.
        expected: usize,
        /// How many slices were given.
        found: usize,
    },
    /// An input is not as long as the first output.
    InputLength {
        /// Which input.
        input: usize,
        /// How long the first output is.
        expected: usize,
        /// How long the input is.
        found: usize,
    },
    /// An output is not as long as the first one.
    OutputLength {
        /// Which output.
        output: usize,
        /// How long the first output is.
        expected: usize,
        /// How long this one is.
        found: usize,
    },
}

impl fmt::Display for BlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inputs { expected, found } => {
                write!(f, "there are {expected} variables and {found} inputs")
            }
            Self::Outputs { expected, found } => {
                write!(f, "there are {expected} outputs, and slices for {found}")
            }
            Self::InputLength {
                input,
                expected,
                found,
            } => write!(
                f,
                "input {input} has {found} values, the outputs have {expected}"
            ),
            Self::OutputLength {
                output,
                expected,
                found,
            } => write!(
                f,
                "output {output} has {found} values, the first one has {expected}"
            ),
        }
    }
}

impl std::error::Error for BlockError {}

impl Evaluator {
    /// Works out the outputs for arrays: `outputs[k][i]` is output `k` for the `i`th values of the
    /// inputs, and its bits are those of [`value`](Self::value).
    ///
    /// What depends on no slice is worked out once. The first call allocates, and so does one in
    /// which other inputs are slices than in the call before; all others allocate nothing.
    ///
    /// ```
    /// use footwork_expr::{Evaluator, Input, compile};
    ///
    /// let program = compile("height * sin(t)", &["t", "height"]).unwrap();
    /// let times: Vec<f32> = (0..1000).map(|i| i as f32 * 0.01).collect();
    /// let mut heights = vec![0.0; 1000];
    ///
    /// let mut evaluator = Evaluator::new(&program);
    /// let inputs = [Input::Slice(&times), Input::Uniform(2.0)];
    /// evaluator.block(&inputs, &mut [&mut heights]).unwrap();
    /// assert_eq!(heights[700], evaluator.value(&[times[700], 2.0]));
    /// ```
    ///
    /// # Errors
    /// When there are fewer inputs than variables, not as many outputs as the program has, or
    /// slices of different lengths. The outputs are as before then.
    pub fn block(
        &mut self,
        inputs: &[Input<'_>],
        outputs: &mut [&mut [f32]],
    ) -> Result<(), BlockError> {
        self.check(inputs, outputs)?;
        let lanes = match outputs.first() {
            Some(output) => output.len(),
            None => 0,
        };
        if !self.is_planned_for(inputs) {
            self.plan = Some(Plan::new(&self.graph, self.varying(inputs)));
        }
        let Some(plan) = &mut self.plan else {
            return Ok(());
        };
        let fitting = LANES_IN_CACHE / (plan.registers as usize).max(1);
        let fitting = fitting - fitting % LEAST_ALIGNED;
        let block = self.block_size.unwrap_or(fitting.max(LEAST_BLOCK_SIZE));
        let block = block.min(lanes.next_multiple_of(LEAST_ALIGNED));
        let room = plan.registers as usize * block + LEAST_ALIGNED;
        if self.room.len() < room {
            self.room.resize(room, 0.0);
        }
        plan.code.run(|variable| match inputs[variable as usize] {
            Input::Uniform(value) => value,
            // Not asked for: the code is that of what depends on no slice.
            Input::Slice(_) => 0.0,
        });
        for (place, number) in plan.numbers.iter_mut().enumerate() {
            *number = plan.code.result(place);
        }
        let aligned = self.room.as_ptr().align_offset(64).min(LEAST_ALIGNED);
        let machine = Machine {
            registers: &mut self.room[aligned..],
            plan,
            block,
            seed: self.graph.seed(),
        };
        dispatch::run(self.level, machine, inputs, outputs);
        Ok(())
    }

    fn check(&self, inputs: &[Input<'_>], outputs: &[&mut [f32]]) -> Result<(), BlockError> {
        if inputs.len() < self.variables {
            return Err(BlockError::Inputs {
                expected: self.variables,
                found: inputs.len(),
            });
        }
        let count = self.graph.outputs().len();
        let Some(first) = outputs.first().filter(|_| outputs.len() == count) else {
            return Err(BlockError::Outputs {
                expected: count,
                found: outputs.len(),
            });
        };
        let expected = first.len();
        for (output, slice) in outputs.iter().enumerate() {
            if slice.len() != expected {
                return Err(BlockError::OutputLength {
                    output,
                    expected,
                    found: slice.len(),
                });
            }
        }
        for (number, input) in inputs.iter().enumerate() {
            if let Input::Slice(slice) = input
                && slice.len() != expected
            {
                return Err(BlockError::InputLength {
                    input: number,
                    expected,
                    found: slice.len(),
                });
            }
        }
        Ok(())
    }

    /// Whether the last plan is for these inputs.
    fn is_planned_for(&self, inputs: &[Input<'_>]) -> bool {
        let Some(plan) = &self.plan else {
            return false;
        };
        let mut varying = plan.varying.iter();
        for variable in self.code.variables() {
            let varies = matches!(inputs[variable as usize], Input::Slice(_));
            if varies && varying.next() != Some(&variable) {
                return false;
            }
        }
        varying.next().is_none()
    }

    /// The variables that are used and given as slices.
    fn varying(&self, inputs: &[Input<'_>]) -> Vec<u32> {
        let variables = self.code.variables();
        variables
            .filter(|&variable| matches!(inputs[variable as usize], Input::Slice(_)))
            .collect()
    }
}
