//! Whole arrays at once: what callers give, and what can be wrong with it.

use std::fmt;

use footwork_base::maths::NAN;

use super::code::AnyCode;
use super::dispatch;
use super::machine::Machine;
use super::plan::Plan;
use super::{Evaluator, LANES_IN_CACHE, LEAST_ALIGNED, LEAST_BLOCK_SIZE, MAX_LANES};

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
    /// What depends on no slice is worked out once. An input past the last variable counts for
    /// nothing.
    ///
    /// The first call allocates, for whole blocks, however short it is, and so does one in which other
    /// inputs are slices than in the call before. No other call allocates.
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
    /// slices of different lengths, those past the last variable too. The outputs are as before then.
    pub fn block(
        &mut self,
        inputs: &[Input<'_>],
        outputs: &mut [&mut [f32]],
    ) -> Result<(), BlockError> {
        let lanes = self.check(inputs, outputs)?;
        if !self.is_planned_for(inputs) {
            self.plan = None;
        }
        let (graph, code) = (&self.graph, &self.code);
        let plan = self
            .plan
            .get_or_insert_with(|| Plan::new(graph, varying(code, inputs)));
        let registers = plan.registers as usize;
        let whole = whole_block(registers, self.block_size);
        let room = registers * whole + LEAST_ALIGNED;
        if self.room.len() < room {
            self.room.resize(room, 0.0);
        }
        plan.code.run(|variable| match inputs[variable as usize] {
            Input::Uniform(value) => value,
            Input::Slice(_) => {
                // Invariant: the code works out what depends on no slice, and loads nothing else.
                debug_assert!(false, "variable {variable} is a slice");
                NAN
            }
        });
        for (place, number) in plan.numbers.iter_mut().enumerate() {
            *number = plan.code.result(place);
        }
        let aligned = self.room.as_ptr().align_offset(64).min(LEAST_ALIGNED);
        let machine = Machine {
            registers: &mut self.room[aligned..],
            plan,
            block: whole.min(lanes.next_multiple_of(LEAST_ALIGNED)),
            total: lanes,
            seed: self.graph.seed(),
        };
        dispatch::run(self.level, machine, inputs, outputs);
        Ok(())
    }

    /// How many lanes all slices have.
    fn check(&self, inputs: &[Input<'_>], outputs: &[&mut [f32]]) -> Result<usize, BlockError> {
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
        Ok(expected)
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
}

/// The variables that are used and given as slices.
fn varying(code: &AnyCode, inputs: &[Input<'_>]) -> Vec<u32> {
    let variables = code.variables();
    variables
        .filter(|&variable| matches!(inputs[variable as usize], Input::Slice(_)))
        .collect()
}

/// How many lanes a block has that is not the last one of a call.
fn whole_block(registers: usize, wanted: Option<usize>) -> usize {
    let fitting = |lanes: usize| {
        let fitting = lanes / registers.max(1);
        (fitting - fitting % LEAST_ALIGNED).max(LEAST_BLOCK_SIZE)
    };
    match wanted {
        Some(wanted) => wanted.min(fitting(MAX_LANES)),
        None => fitting(LANES_IN_CACHE),
    }
}
